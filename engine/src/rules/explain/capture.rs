//! Explains captures, the leader, and compulsory capture (RULES §4, §7).

use super::play::corner_squares;
use super::{Words, piece, when};
use crate::rules::{
    Adjudication, CaptureAgain, Captured, CheckedRules, Compulsory, Hostile, Leader, LeaderCapture, LeaderCaptures,
    LeaderEdge, Movement, Rules,
};
use crate::vocab::{BySide, Side};

/// Returns the word for what the common captures take.
pub(super) fn victim(rules: &Rules) -> &'static str {
    let falls = |leader: Leader| matches!(leader.capture, LeaderCapture::Custodial | LeaderCapture::ByThrone);
    if rules.leader.is_some_and(falls) { "piece" } else { "stone" }
}

/// Returns the word for what captures.
pub(super) fn captor(rules: &Rules) -> &'static str {
    if rules.leader.is_some_and(|leader| leader.captures != LeaderCaptures::Off) { "piece" } else { "stone" }
}

pub(super) fn capturing(rules: &CheckedRules, words: &mut Words) {
    if rules.movement == Movement::Leap {
        words.say(
            "A leap captures the stone that it crosses. A stone between two enemies is not captured, but may be bound.",
        );
    } else if rules.holds() {
        words.say("A move captures nothing, but it can bind enemy stones. A bound stone that is removed from the board is captured.");
    } else {
        custodial(rules, words);
        hostile_squares(rules, words);
        words.say_if(rules.corner, corner(rules));
        words.say_if(rules.movement == Movement::Hop, "A hop captures only from the square on which it ends.");
        words.say(
            "All these captures are made together: they are determined after the move, before any piece is removed.",
        );
        words.say_if(rules.surround, surround(rules));
        words.say(format!(
            "One move can capture several {0}s. Everything that can be captured is captured.",
            piece(rules)
        ));
        let between = when(rules.capture_run, ", alone or as part of a line");
        words.say(format!("A {} may safely move between two enemies{between}.", piece(rules)));
        again(rules, words);
    }
    if !rules.holds() {
        words.say(match rules.captured {
            Captured::Removed if rules.inciti => {
                "A captured piece is removed, and its square becomes an incitus, a dead square."
            }
            Captured::Removed => "Captured pieces are removed from the board.",
            Captured::Converted => {
                "A captured stone stays on its square and becomes a stone of its captor. It captures nothing by that."
            }
            Captured::Cascading => {
                "A captured stone stays on its square and becomes a stone of its captor. All stones that have just changed sides \
                 then capture at once, as if each had just moved there, until no more stones change sides."
            }
        });
    }
    let is_counted = rules.capture_target.is_some() || rules.adjudication == Adjudication::Captures;
    let leader = when(rules.leader.is_some(), " Leaders do not count as stones.");
    words.say_if(
        is_counted,
        format!("Each captured stone is credited to its owner's opponent, however it was lost.{leader}"),
    );
}

fn custodial(rules: &Rules, words: &mut Words) {
    let (victim, captor) = (victim(rules), captor(rules));
    words.say(if rules.capture_run {
        format!(
            "A move captures the line of one or more enemy {victim}s between the moved {captor} and another {captor} of the \
             moving side on the same rank or file, if every square between the two holds an enemy {victim} (custodial capture)."
        )
    } else {
        format!(
            "A move captures an enemy {victim} next to the moved {captor} if another {captor} of the moving side stands on \
             the opposite side of it, on the same rank or file (custodial capture)."
        )
    });
    let alone = when(rules.capture_run, " The edge captures one piece at a time, never a longer line.");
    let inciti = when(rules.inciti, " A dead square is never a captor.");
    words.say(if rules.edge {
        format!(
            "The edge of the board also acts as a captor: an enemy {victim} next to the moved {captor} is captured if the \
             square on the opposite side of it would be off the board. A single {captor} can therefore capture in a \
             corner.{alone}{inciti}"
        )
    } else {
        format!("The edge of the board is not a captor.{inciti}")
    });
}

/// Explains the squares that capture beside a piece.
fn hostile_squares(rules: &Rules, words: &mut Words) {
    let (victim, captor) = (victim(rules), captor(rules));
    if rules.hostile_corner == Hostile::All && rules.corner_size == 1 {
        words.say(format!(
            "A corner square also acts as a captor: an enemy {victim} next to the moved {captor} is captured if the square on the \
             opposite side of it is a corner that holds no piece of its own side. A single {captor} can therefore capture next to \
             a corner."
        ));
    } else if rules.hostile_corner.captures() {
        words.say(hostile(rules, corner_squares(rules), rules.hostile_corner));
    }
    let throne = rules.hostile_throne.unwrap_or_default();
    if throne.captures() {
        let name = rules.board.centre().map_or_else(String::new, |centre| rules.board.name(centre));
        words.say(hostile(rules, &format!("the throne, {name}"), throne));
    }
}

/// Says to whom a square is hostile, and what follows.
fn hostile(rules: &Rules, square: &str, to: Hostile) -> String {
    let prey = match to {
        Hostile::All | Hostile::Off => victim(rules).to_owned(),
        Hostile::Stones => "stone".to_owned(),
        Hostile::Leader => "leader that can be captured like a stone".to_owned(),
        Hostile::White => "stone of White".to_owned(),
        Hostile::Black => "stone of Black".to_owned(),
    };
    let captor = captor(rules);
    format!(
        "An enemy {prey} is also captured between the moved {captor} and {square}, if no piece of its own side stands there."
    )
}

fn corner(rules: &Rules) -> String {
    let (victim, captor) = (victim(rules), captor(rules));
    format!(
        "An enemy {victim} in a corner is captured if both squares next to it hold {captor}s of the moving side, including \
         the moved {captor}."
    )
}

fn surround(rules: &Rules) -> String {
    let captor = captor(rules);
    format!(
        "Next, with the squares of these captures {}, every connected group of enemy pieces that is next to the moved \
         {captor} and has no empty square next to it is captured as a whole. Only the moved {captor} needs to be a \
         captor; anything else may block the other squares around the group.",
        if rules.inciti { "dead" } else { "empty" }
    )
}

/// Explains the moves that a capture allows in the same turn.
fn again(rules: &Rules, words: &mut Words) {
    let piece = piece(rules);
    match rules.capture_again {
        CaptureAgain::Off => {}
        CaptureAgain::Any => {
            words.say(format!(
                "After a move that captures, the player may make another move with the same {piece} in the same turn, if it \
                 has one, or may decline. A further capture allows a further move; a move that captures nothing ends the turn."
            ));
        }
        CaptureAgain::Capturing => {
            words.say(format!(
                "After a move that captures, the player may capture again with the same {piece} in the same turn, if it can, \
                 or may decline. Each further capture allows another."
            ));
        }
    }
}

pub(super) fn leader(rules: &CheckedRules, words: &mut Words) {
    let Some(leader) = rules.leader else { return };
    match leader.capture {
        LeaderCapture::Custodial => words.say("A leader can be captured in every way that a stone can."),
        LeaderCapture::FourSided => {
            words.say(format!(
                "A leader is captured only if all four squares next to it hold {0}s of the moving side, including the moved \
                 {0}{1}.",
                captor(rules),
                if rules.edge || leader.edge == LeaderEdge::Captor {
                    "; squares off the board count as held"
                } else {
                    ". It is safe at the edge of the board"
                }
            ));
        }
        LeaderCapture::ByThrone => {
            words.say(format!(
                "On the throne and on the four squares next to it, a leader is captured only if all four squares next to it \
                 hold {0}s of the moving side, including the moved {0}{1}. Elsewhere it is captured like a stone.",
                captor(rules),
                when(leader.edge == LeaderEdge::Captor, "; squares off the board count as held")
            ));
        }
        LeaderCapture::Never => words.say("A leader can never be captured."),
    }
    let throne_captures = matches!(rules.hostile_throne, Some(Hostile::All | Hostile::Leader));
    let is_four_sided = matches!(leader.capture, LeaderCapture::FourSided | LeaderCapture::ByThrone);
    words.say_if(
        throne_captures && is_four_sided,
        "Next to the throne three captors are enough, if no piece of the leader's side stands on the throne.",
    );
    words.say_if(leader.edge == LeaderEdge::Safe, "A leader on an edge square cannot be captured.");
    let spared = leader.capture != LeaderCapture::Custodial && rules.surround;
    words.say_if(spared, "A surrounded group that contains a leader is not captured.");
    words.say(match leader.captures {
        LeaderCaptures::On => {
            "A leader captures like a stone, both as the moving piece and as the piece on the opposite side."
        }
        LeaderCaptures::Off => {
            "A leader never captures, neither as the moving piece nor as the piece on the opposite side."
        }
        LeaderCaptures::Anvil => {
            "A leader captures only as the piece on the opposite side; its own moves capture nothing."
        }
        LeaderCaptures::Hammer => "A leader captures only with its own moves, never as the piece on the opposite side.",
    });
    let just_gone = leader.capture != LeaderCapture::Never && !leader.lose;
    words.say_if(just_gone, "Losing the leader does not lose the game.");
}

pub(super) fn compulsory(rules: &CheckedRules, words: &mut Words) {
    if rules.holds() {
        words.say_if(!rules.removes_first() && !rules.removes_all(), "Removing a bound stone is never compulsory.");
        return;
    }
    let BySide { white, black } = rules.compulsory;
    if white == black {
        match white {
            Compulsory::Off => words.say("Capturing is never compulsory."),
            Compulsory::Strict => {
                words.say("A player who can capture must do so: only capturing moves are then legal.")
            }
            Compulsory::Huff => words.say(huff_of("a player")),
        }
    } else {
        for side in Side::BOTH {
            match rules.compulsory[side] {
                Compulsory::Off => words.say(format!("{} need not capture.", side.title())),
                Compulsory::Strict => {
                    words.say(format!("{} must capture if it can: only capturing moves are then legal.", side.title()))
                }
                Compulsory::Huff => words.say(huff_of(side.title())),
            }
        }
    }
    if rules.some_side_is_huffed() {
        huff(rules, words);
    }
}

fn huff_of(player: &str) -> String {
    format!(
        "If {player} could have captured but did not, the opponent may huff: at the start of its turn, it removes one of \
         the pieces that could have captured, or declines to do so, and then makes its move."
    )
}

fn huff(rules: &Rules, words: &mut Words) {
    words.say(
        "A piece is huffed on the square where it now stands. The piece that moved can be huffed if it could have captured.",
    );
    if let Some(Leader { capture, .. }) = rules.leader {
        let is_huffed = |side| rules.compulsory[side] == Compulsory::Huff && rules.has_leader(side);
        words.say_if(
            Side::BOTH.into_iter().any(is_huffed),
            if capture == LeaderCapture::Never {
                "A leader cannot be huffed. If only the leader could have captured, there is no huff."
            } else {
                "Leaders can also be huffed."
            },
        );
    }
    words.say("A huffed piece counts as captured in every respect. If the huff ends the game, no move follows.");
}
