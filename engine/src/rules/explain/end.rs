//! Explains how a game ends and who has won (RULES §8).

use super::inciti::prospects;
use super::{Words, counted, when};
use crate::rules::{
    Adjudication, Bound, CaptureAgain, CheckedRules, Goal, Komi, LeaderCapture, LeaderOwner, LeaderSurrounded, NoMoves,
    Repeats, Rules,
};
use crate::vocab::{BySide, EndReason, Side};

const TIE: &str = "; if this applies to both, the player who acted last wins";

/// Explains which moves would repeat a position and are therefore illegal.
pub(super) fn repetition(rules: &CheckedRules, words: &mut Words) {
    if !rules.forbids_repetition() {
        return;
    }
    let in_states = when(rules.vagi || rules.binds(), " in the same states");
    let and_dead = when(rules.inciti, " and the same squares are dead");
    let goes_on = rules.capture_again != CaptureAgain::Off;
    if rules.forbids_boards() {
        words.say(format!(
            "A move that ends a turn is illegal if the board after it was there at the end of an earlier turn of this \
             game{}, whoever is to move.",
            when(rules.has_placement(), ", those of the placement included")
        ));
        words
            .say(format!("Two boards are the same if the same pieces stand on the same squares{in_states}{and_dead}."));
    } else {
        words.say(format!(
            "A move is illegal if the position after it has already occurred in this game{}.",
            when(rules.has_placement(), " since the placement ended")
        ));
        let has_stages = rules.some_side_is_huffed() || goes_on || rules.removes_first();
        words.say(format!(
            "Two positions are the same if the same pieces stand on the same squares{in_states}{and_dead}, and the same \
             player is to move{}.",
            when(has_stages, " at the same stage of its turn")
        ));
        words.say_if(rules.forbids_undo(), "The moves that the sides may not take back must be the same, too.");
    }
    words.say("A move that is illegal for this reason does not count as a legal move in any other rule either.");
    let others = [
        (rules.no_moves == NoMoves::Passes, "passes"),
        (rules.binds(), "removals"),
        (rules.some_side_is_huffed(), "decisions about a huff"),
        (goes_on, "decisions not to go on after a capture"),
    ];
    let others: Vec<&str> = others.into_iter().filter(|(exists, _)| *exists).map(|(_, other)| other).collect();
    words.say_if(!others.is_empty(), format!("This applies to moves only, not to {}.", others.join(" or ")));
}

pub(super) fn tests(rules: &CheckedRules, words: &mut Words) {
    words.say(if rules.has_placement() {
        let placing = if rules.restricts_placing() {
            "During placement, only no_moves is tested, after every placement."
        } else {
            "The game does not end during placement; after the last placement, only no_moves is tested."
        };
        format!(
            "{placing} From the first move on, the following conditions are tested in this order after every decision. The \
             first one that is met ends the game."
        )
    } else {
        "The following conditions are tested in this order after every decision. The first one that is met ends the game."
            .to_owned()
    });
    let cap = rules.limits.move_cap;
    if cap > 0 {
        let turns = counted(cap, "turn");
        let rest = format!(
            "after {turns}{}, the game is adjudicated, before any other condition is tested.",
            placements(rules, "not counting")
        );
        say(words, EndReason::MoveCap, rest);
    }
    by_leader(rules, words);
    if let Some(target) = rules.capture_target {
        let target = counted(target.into(), "stone");
        say(words, EndReason::CaptureTarget, format!("a player who has captured at least {target} wins{TIE}."));
    }
    bare(rules, words);
    no_moves(rules, words);
    if rules.tests_dead_position() {
        let place = when(rules.inciti, " in any region");
        let definition = if rules.inciti { String::new() } else { format!(" {}", prospects(rules)) };
        let rest = format!(
            "the game is adjudicated if neither side can still capture{place}, and each side, if it were to move, would \
             have a legal move in the sense of no_moves.{definition}{}",
            when(
                rules.bound == Some(Bound::Lasting),
                " While a stone is bound, this does not apply: it can be removed."
            )
        );
        say(words, EndReason::DeadPosition, rest);
    }
    words.say_if(
        rules.removes_first() && !rules.joins_removal(),
        "A removal is a decision of its own: the conditions are also tested after it, before the move that follows.",
    );
    let tests_dead = when(rules.tests_dead_position(), " and dead_position");
    let is_or_are = if tests_dead.is_empty() { "is" } else { "are" };
    words.say_if(
        rules.capture_again != CaptureAgain::Off,
        format!("While a player may still go on after a capture, no_moves{tests_dead} {is_or_are} not tested."),
    );
}

/// Adds a sentence that begins with the name of a test, as in the tables.
fn say(words: &mut Words, reason: EndReason, rest: String) {
    words.say(format!("{}: {rest}", reason.name()));
}

fn by_leader(rules: &Rules, words: &mut Words) {
    let Some(leader) = rules.leader else { return };
    let (owner, both) = match leader.owner {
        LeaderOwner::Both => ("a side", true),
        LeaderOwner::White => ("White", false),
        LeaderOwner::Black => ("Black", false),
    };
    if leader.lose {
        let tie = when(both, TIE).replace("this applies to both", "both leaders are captured");
        say(words, EndReason::LeaderCaptured, format!("{owner} loses if its leader is captured{tie}."));
    }
    if leader.surrounded.ends() {
        let tie = when(both, TIE).replace("this applies to both", "both leaders are surrounded");
        let dead = when(rules.inciti, " or next to a dead square");
        let rest = if leader.surrounded == LeaderSurrounded::Open {
            format!("{owner} loses if no square next to its leader is empty and open to it{tie}.")
        } else {
            format!(
                "{owner} loses if all four squares next to its leader hold pieces of either side{tie}. At the edge of the \
             board{dead}, a leader is safe from this."
            )
        };
        say(words, EndReason::LeaderSurrounded, rest);
    }
    if leader.crossing {
        let last = rules.board.ranks;
        let ranks = match leader.owner {
            LeaderOwner::Both => format!("rank {last} for White, rank 1 for Black"),
            LeaderOwner::White => format!("rank {last}"),
            LeaderOwner::Black => "rank 1".to_owned(),
        };
        let rest =
            format!("{owner} wins if its leader is on the opponent's back rank at the end of its own turn ({ranks}).");
        say(words, EndReason::Crossing, rest);
    }
    let goal = match leader.goal() {
        Goal::Edge => Some("the edge of the board"),
        Goal::Corners => Some("a corner square"),
        Goal::None | Goal::Crossing => None,
    };
    if let Some(goal) = goal {
        say(words, EndReason::Escape, format!("{owner} wins if its leader is on {goal} at the end of its own turn."));
    }
    if rules.edge_fort {
        let rest = format!(
            "{owner} wins after its own turn if its leader stands on the edge and has a square to go to, and the empty squares \
             connected with it are shut off by stones of its side that can never be captured."
        );
        say(words, EndReason::EdgeFort, rest);
    }
    if rules.encirclement {
        let rest = format!(
            "{owner} loses if none of its pieces could reach the edge, even if only enemy pieces were in the way."
        );
        say(words, EndReason::Encircled, rest);
    }
}

fn bare(rules: &Rules, words: &mut Words) {
    let BySide { white, black } = rules.bare;
    if white.is_some() && white == black {
        let left = left(rules, white.unwrap_or(0), rules.leader.is_some());
        say(words, EndReason::Bare, format!("a player with {left} loses{TIE}."));
        return;
    }
    let losing = |side: Side| rules.bare[side].map(|bare| (side, left(rules, bare, rules.has_leader(side))));
    let losers: Vec<String> = Side::BOTH
        .into_iter()
        .filter_map(losing)
        .map(|(side, left)| format!("{} with {left} loses", side.title()))
        .collect();
    if !losers.is_empty() {
        let tie = when(losers.len() == 2, TIE);
        say(words, EndReason::Bare, format!("{}{tie}.", losers.join(", ")));
    }
}

/// Describes what a bare side has left.
fn left(rules: &Rules, bare: u16, has_leader: bool) -> String {
    let (noun, note) = match (has_leader, rules.count_leader) {
        (false, _) => ("stone", ""),
        (true, true) => ("piece", " (the leader counts)"),
        (true, false) => ("stone", " (the leader does not count)"),
    };
    match bare {
        0 => format!("no {noun} left{note}"),
        _ => format!("at most {} left{note}", counted(bare.into(), noun)),
    }
}

fn no_moves(rules: &CheckedRules, words: &mut Words) {
    let no_move = match rules.die {
        Some(faces) => format!("no legal move, not even with a roll of {faces}"),
        None => "no legal move".to_owned(),
    };
    let comma = when(rules.die.is_some(), ",");
    let mut text = match rules.no_moves {
        NoMoves::Loses => format!("a player to move who has {no_move}{comma} loses."),
        NoMoves::Draw => {
            format!("a player to move who has {no_move}{comma} does not lose: the game is a draw.")
        }
        NoMoves::Passes => format!(
            "a player to move who has {no_move} passes, and the pass counts as a turn. If the opponent, if it were to move, \
             would have no legal move either, the game is adjudicated instead."
        ),
        NoMoves::Adjudicate => format!("the game is adjudicated if the player to move has {no_move}."),
    };
    let by_removal = rules.binds() && !rules.joins_removal() && !rules.removes_all();
    text += when(by_removal, " Removing a bound stone counts as a move.");
    text += when(rules.keeps_hopeless(), " Moves of hopeless pieces do not count.");
    text +=
        when(rules.some_side_is_huffed(), " If a huff is possible, this is tested only after the decision about it.");
    say(words, EndReason::NoMoves, text);
}

pub(super) fn limits(rules: &CheckedRules, words: &mut Words) {
    let limits = rules.limits;
    let (repetition, no_progress, turn_cap) = (limits.repetition.limit(), rules.no_progress(), rules.turn_cap());
    if (repetition, no_progress, turn_cap, limits.fortress) == (0, 0, 0, false) {
        let other = when(limits.move_cap > 0, "other ");
        words.say(format!("There are no {other}limits on the length of a game."));
        return;
    }
    words.say("If no other condition has ended the game, the limits are tested in this order at the end of each turn.");
    if repetition > 0 {
        let times = ordinal(repetition);
        let result = match rules.repeats {
            Repeats::Adjudicated => "the game is adjudicated",
            Repeats::MoverLoses => "the player who has just acted loses",
            Repeats::WhiteLoses => "White loses",
            Repeats::BlackLoses => "Black loses",
            Repeats::Illegal => "no move is legal that completes it,",
        };
        let rest = format!("{result} when the same position with the same player to move occurs for the {times}.");
        say(words, EndReason::Repetition, rest);
    }
    if no_progress > 0 {
        let rest = format!(
            "the game is adjudicated after {} in a row without a capture{}{}.",
            counted(no_progress, "turn"),
            when(rules.counts_binding(), " or the binding of an enemy stone"),
            placements(rules, "not counting")
        );
        say(words, EndReason::NoProgress, rest);
    }
    if turn_cap > 0 {
        let rest = format!(
            "after {}{}, the game is stopped as unfinished. Neither side wins; the game scores ½ for both and is counted \
             separately from draws.",
            counted(turn_cap, "turn"),
            placements(rules, "including")
        );
        say(words, EndReason::TurnCap, rest);
    }
    if limits.fortress {
        let text = "the game is adjudicated when each side has a fortress (pieces that can never be captured and that allow it \
                    to keep moving forever) with which it cannot be beaten on the board, and the pieces outside cannot change \
                    the adjudication.";
        say(words, EndReason::Fortress, text.to_owned());
    }
}

/// Says whether a number of turns counts those of the placement, if there is one.
fn placements(rules: &Rules, how: &str) -> String {
    match (rules.has_placement(), rules.per_turn) {
        (false, _) => String::new(),
        (true, 1) => format!(" ({how} placements)"),
        (true, _) => format!(" ({how} turns of placement)"),
    }
}

/// Returns a phrase such as `2nd time`, `3rd time` or `11th time`.
pub(super) fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{n}{ending} time")
}

pub(super) fn adjudication(rules: &CheckedRules, words: &mut Words) {
    let at_dead_position = rules.tests_dead_position();
    let limits = rules.limits;
    let at_limit = limits.repetition.limit() > 0 || rules.no_progress() > 0 || limits.move_cap > 0 || limits.fortress;
    let without_moves = matches!(rules.no_moves, NoMoves::Passes | NoMoves::Adjudicate);
    if !at_dead_position && !at_limit && !without_moves {
        return;
    }
    match rules.adjudication {
        Adjudication::Draw => words.say("An adjudicated game is a draw."),
        Adjudication::Captures => {
            words.say(
                "An adjudicated game is won by the side that has captured more stones; if the numbers are equal, it is a draw.",
            );
            let falls = rules.leader.is_some_and(|leader| leader.capture != LeaderCapture::Never);
            words.say_if(falls, "For this comparison, a captured leader counts as one stone.");
        }
        Adjudication::Pieces if rules.vagi => words.say(
            "An adjudicated game is won by the side with more pieces on the board or, if both have the same number, by the \
             side with more ordinarii. If both numbers are equal, it is a draw.",
        ),
        Adjudication::Pieces => words.say(
            "An adjudicated game is won by the side with more pieces on the board. If the numbers are equal, it is a draw.",
        ),
        Adjudication::Free => words.say(
            "An adjudicated game is won by the side with more pieces on the board that are not bound. If the numbers are \
             equal, it is a draw.",
        ),
        Adjudication::LastMoverLoses => {
            words.say_if(at_dead_position, "In a dead position, the player who made the last move loses.");
            words.say_if(at_limit, "A game adjudicated at a limit is a draw.");
        }
    }
    words.say_if(
        rules.komi != Komi::default(),
        format!("For the comparison of pieces, {} is added to Black's number.", rules.komi),
    );
}

pub(super) fn coins(rules: &CheckedRules, words: &mut Words) {
    if let Some(faces) = rules.stakes {
        words.say(format!(
            "For each captured piece{}, the opponent of its owner rolls a die with {}, and the owner pays that many coins.",
            when(rules.leader.is_some(), " (including leaders)"),
            counted(faces.into(), "face")
        ));
        words.say("Coins do not affect the play or the result.");
    }
}
