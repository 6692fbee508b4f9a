//! Captures, the leader, and compulsory capture (RULES §4, §7).

use super::play::name;
use super::{Words, piece, when};
use crate::rules::{Adjudication, CheckedRules, Compulsory, Leader, LeaderCapture, LeaderOwner, Movement, Rules};
use crate::vocab::{BySide, Side};

/// What the common captures take.
fn victim(rules: &Rules) -> &'static str {
    let falls = |leader: Leader| leader.capture == LeaderCapture::Custodial;
    if rules.leader.is_some_and(falls) { "piece" } else { "stone" }
}

/// What captures.
fn captor(rules: &Rules) -> &'static str {
    if rules.leader.is_some_and(|leader| leader.captures) { "piece" } else { "stone" }
}

pub(super) fn capturing(rules: &CheckedRules, words: &mut Words) {
    if rules.movement == Movement::Leap {
        words.say(
            "A leap captures the stone that it crosses. To stand between two enemies does not capture a stone, it \
             binds it.",
        );
    } else {
        custodial(rules, words);
        words.say_if(rules.corner, corner(rules));
        words.say("These captures are found together, on the position after the move and before anything is removed.");
        words.say_if(rules.surround, surround(rules));
        words.say(format!("One move can capture several {0}s. All that can be captured is captured.", piece(rules)));
        words.say(format!("A {} that moves between two enemies by itself is safe.", piece(rules)));
    }
    words.say(if rules.inciti {
        "A captured piece leaves a dead square, an incitus."
    } else {
        "What is captured leaves the board."
    });
    let is_counted = rules.capture_target.is_some() || rules.adjudication == Adjudication::Captures;
    let leader = when(rules.leader.is_some(), " A leader is not a stone.");
    words.say_if(is_counted, format!("A captured stone counts for its owner's opponent, however it was lost.{leader}"));
}

fn custodial(rules: &Rules, words: &mut Words) {
    let (victim, captor) = (victim(rules), captor(rules));
    words.say(format!(
        "A move captures an enemy {victim} next to the moved {captor} if the square straight across it, on the same rank \
         or file, holds another {captor} of the mover (custodial capture)."
    ));
    let inciti = when(rules.inciti, " A dead square never does.");
    words.say(if rules.edge {
        format!(
            "The edge of the board counts as a captor too: an enemy {victim} next to the moved {captor} is captured if \
             the square straight across it would be off the board. So one {captor} captures in a corner.{inciti}"
        )
    } else {
        format!("The edge of the board does not count as a captor.{inciti}")
    });
}

fn corner(rules: &Rules) -> String {
    let (victim, captor) = (victim(rules), captor(rules));
    format!(
        "An enemy {victim} in a corner is captured when both its neighbour squares hold {captor}s of the mover, the \
         moved {captor} among them."
    )
}

fn surround(rules: &Rules) -> String {
    format!(
        "Then, with their squares {}, every group of connected enemy pieces next to the moved {} that has no empty \
         neighbour square is captured whole. Whatever else stands around the group, only the moved {} must be its enemy.",
        if rules.inciti { "dead" } else { "empty" },
        captor(rules),
        captor(rules)
    )
}

pub(super) fn leader(rules: &CheckedRules, words: &mut Words) {
    let Some(leader) = rules.leader else { return };
    match leader.capture {
        LeaderCapture::Custodial => words.say("A leader is captured like a stone, in every way that a stone is."),
        LeaderCapture::FourSided => {
            words.say(format!(
                "A leader is captured only when all its four neighbour squares hold {}s of the mover, the moved {} among \
                 them{}.",
                captor(rules),
                captor(rules),
                if rules.edge { "; off the board counts as held" } else { ". At the edge of the board it is safe" }
            ));
        }
        LeaderCapture::Never => words.say("A leader is never captured, in whatever way."),
    }
    let spared = leader.capture != LeaderCapture::Custodial && rules.surround;
    words.say_if(spared, "A surrounded group with a leader in it is not captured.");
    words.say(if leader.captures {
        "A leader captures like a stone, by its own move and as the piece on the other side."
    } else {
        "A leader captures nothing: neither by its own move, nor as the piece on the other side."
    });
    let just_gone = leader.capture != LeaderCapture::Never && !leader.lose;
    words.say_if(just_gone, "To lose the leader does not lose the game.");
}

pub(super) fn compulsory(rules: &CheckedRules, words: &mut Words) {
    let BySide { white, black } = rules.compulsory;
    if white == black {
        match white {
            Compulsory::Off => words.say("Nobody has to capture."),
            Compulsory::Strict => words.say("A player who can capture must: only moves that capture are legal then."),
            Compulsory::Huff => words.say(huff_of("a player")),
        }
    } else {
        for side in Side::BOTH {
            match rules.compulsory[side] {
                Compulsory::Off => words.say(format!("{} does not have to capture.", name(side))),
                Compulsory::Strict => words
                    .say(format!("{} must capture when it can: only moves that capture are legal then.", name(side))),
                Compulsory::Huff => words.say(huff_of(name(side))),
            }
        }
    }
    if white == Compulsory::Huff || black == Compulsory::Huff {
        huff(rules, words);
    }
}

fn huff_of(player: &str) -> String {
    format!(
        "If {player} captures nothing though it could have, the opponent may huff: at the start of its turn it removes one \
         of the pieces that could have captured, or declines, and then makes its move."
    )
}

fn huff(rules: &Rules, words: &mut Words) {
    words.say(
        "A piece is huffed on the square where it now stands, the piece that moved too if it could have captured.",
    );
    if let Some(Leader { capture, owner, .. }) = rules.leader {
        let huffed = match owner {
            LeaderOwner::Both => {
                rules.compulsory.white == Compulsory::Huff || rules.compulsory.black == Compulsory::Huff
            }
            LeaderOwner::White => rules.compulsory.white == Compulsory::Huff,
            LeaderOwner::Black => rules.compulsory.black == Compulsory::Huff,
        };
        words.say_if(
            huffed,
            if capture == LeaderCapture::Never {
                "A leader cannot be huffed; if it alone could have captured, there is no huff."
            } else {
                "A leader can be huffed too."
            },
        );
    }
    words.say("A huffed piece is captured in every respect. If that ends the game, no further move is made.");
}
