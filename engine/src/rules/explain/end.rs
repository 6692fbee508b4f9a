//! Explains how a game ends and who has won (RULES §8).

use super::inciti::prospects;
use super::play::name;
use super::{Words, counted, when};
use crate::rules::{Adjudication, CheckedRules, Compulsory, LeaderCapture, LeaderOwner, Movement, NoMoves, Rules};
use crate::vocab::{BySide, EndReason, Side};

const TIE: &str = "; if this applies to both, the player who acted last wins";

pub(super) fn tests(rules: &CheckedRules, words: &mut Words) {
    words.say(if rules.has_placement() {
        "The game does not end during placement; after the last placement, only no_moves is tested. From the first move \
         on, the following conditions are tested in this order after every decision. The first one that is met ends the \
         game."
    } else {
        "The following conditions are tested in this order after every decision. The first one that is met ends the game."
    });
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
             have a legal move in the sense of no_moves.{definition}"
        );
        say(words, EndReason::DeadPosition, rest);
    }
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
    if leader.surrounded {
        let tie = when(both, TIE).replace("this applies to both", "both leaders are surrounded");
        let dead = when(rules.inciti, " or next to a dead square");
        let rest = format!(
            "{owner} loses if all four squares next to its leader hold pieces of either side{tie}. At the edge of the \
             board{dead}, a leader is safe from this."
        );
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
        .map(|(side, left)| format!("{} with {left} loses", name(side)))
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
    let mut text = String::from("a player to move who has no legal move");
    if let Some(faces) = rules.die {
        text += &format!(", not even with a roll of {faces},");
    }
    text += match rules.no_moves {
        NoMoves::Loses => " loses.",
        NoMoves::Draw => " does not lose: the game is a draw.",
        NoMoves::Passes => " passes; if neither side has one, the game is adjudicated.",
        NoMoves::Adjudicate => " does not lose: the game is adjudicated.",
    };
    text += when(rules.movement == Movement::Leap, " Removing a bound stone counts as a move.");
    text += when(rules.keeps_hopeless(), " Moves of hopeless pieces do not count.");
    let huff = Side::BOTH.into_iter().any(|side| rules.compulsory[side] == Compulsory::Huff);
    text += when(huff, " If a huff is possible, this is tested only after the decision about it.");
    say(words, EndReason::NoMoves, text);
}

pub(super) fn limits(rules: &CheckedRules, words: &mut Words) {
    let limits = rules.limits;
    let names = [
        (limits.repetition.limit(), EndReason::Repetition),
        (limits.no_progress, EndReason::NoProgress),
        (limits.turn_cap, EndReason::TurnCap),
    ];
    if names.iter().all(|&(limit, _)| limit == 0) && !limits.fortress {
        words.say("There are no limits on the length of a game.");
        return;
    }
    words.say("If no other condition has ended the game, the limits are tested in this order at the end of each turn.");
    for (limit, reason) in names.into_iter().filter(|&(limit, _)| limit > 0) {
        let turns = counted(limit, "turn");
        let placements = |how| if rules.has_placement() { format!(" ({how} placements)") } else { String::new() };
        let rest = match reason {
            EndReason::Repetition => {
                format!(
                    "the game is adjudicated when the same position with the same player to move occurs for the {}.",
                    ordinal(limit)
                )
            }
            EndReason::NoProgress => {
                format!(
                    "the game is adjudicated after {turns} in a row without a capture{}.",
                    placements("not counting")
                )
            }
            _ => format!(
                "after {turns}{}, the game is stopped as unfinished. Neither side wins; the game scores ½ for both and is \
                 counted separately from draws.",
                placements("including")
            ),
        };
        say(words, reason, rest);
    }
    if limits.fortress {
        let text = "the game is adjudicated when each side has a fortress (pieces that can never be captured and that allow it \
                    to keep moving forever) with which it cannot be beaten on the board, and the pieces outside cannot change \
                    the adjudication.";
        say(words, EndReason::Fortress, text.to_owned());
    }
}

/// Returns a phrase such as `2nd time`, `3rd time` or `11th time`.
fn ordinal(n: u32) -> String {
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
    let at_limit = limits.repetition.limit() > 0 || limits.no_progress > 0 || limits.fortress;
    if !at_dead_position && !at_limit {
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
        Adjudication::Pieces => words.say(format!(
            "An adjudicated game is won by the side with more pieces on the board{}. If {} equal, it is a draw.",
            match (rules.vagi, rules.leader.is_some()) {
                (true, _) => " or, if both have the same number, by the side with more ordinarii",
                (false, true) => " or, if both have the same number, by the side with more stones",
                (false, false) => "",
            },
            if rules.vagi || rules.leader.is_some() { "both numbers are" } else { "the numbers are" }
        )),
        Adjudication::LastMoverLoses => {
            words.say_if(at_dead_position, "In a dead position, the player who made the last move loses.");
            words.say_if(at_limit, "A game adjudicated at a limit is a draw.");
        }
    }
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
