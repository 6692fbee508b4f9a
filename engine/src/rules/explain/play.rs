//! Moves; vagi and alligati (RULES §3, §6).

use super::{Words, counted, piece, when};
use crate::rules::{Bound, CheckedRules, Compulsory, LeaderCapture, LeaderOwner, Movement, Rules};
use crate::vocab::Side;

pub(super) fn moving(rules: &CheckedRules, words: &mut Words) {
    let leap = rules.movement == Movement::Leap;
    words.say(format!(
        "A turn consists of one move of one {}{}. A player who can move must move.",
        piece(rules),
        when(leap, ", or the removal of a bound stone")
    ));
    match rules.movement {
        Movement::Slide => words.say(
            "A stone moves one or more empty squares in a straight line along its rank or file, like a rook in chess. \
             It cannot jump over other pieces.",
        ),
        Movement::Step => words.say("A stone moves one square along its rank or file, to an empty square."),
        Movement::Forward => words.say(
            "A stone moves one square straight ahead, to an empty square: White's stones move up the board and Black's \
             down, never sideways or back.",
        ),
        Movement::Leap => leaping(rules, words),
        Movement::Hop => words.say("A stone steps or hops."),
    }
    if let Some(leader) = rules.leader {
        words.say(if rules.movement == Movement::Slide {
            "A leader moves in the same way."
        } else {
            "A leader moves one or more empty squares in a straight line along its rank or file, like a rook in chess."
        });
        words.say_if(leader.jump, jumping(rules, leader.owner));
    }
    words.say("Two squares are next to each other if they share a side; diagonals do not count.");
}

fn leaping(rules: &Rules, words: &mut Words) {
    words.say(
        "A stone either steps to an empty square next to it, or leaps in a straight line along its rank or file over an \
         enemy stone next to it, to the empty square just beyond.",
    );
    words.say(if rules.inciti {
        "The stone may continue to leap in the same turn, in any direction, and may stop after any leap. For later leaps, \
         the square it started from is empty, and the squares of the stones it has crossed are already dead."
    } else {
        "The stone may continue to leap in the same turn, in any direction, and may stop after any leap. For later leaps, \
         the square it started from and the squares of the stones it has crossed are empty."
    });
}

fn jumping(rules: &Rules, owner: LeaderOwner) -> String {
    let other_leader = when(owner == LeaderOwner::Both, "the other leader");
    let barred = match (other_leader, rules.inciti) {
        ("", false) => String::new(),
        ("", true) => " It cannot jump over a dead square.".to_owned(),
        (leader, false) => format!(" It cannot jump over {leader}."),
        (leader, true) => format!(" It cannot jump over {leader} or a dead square."),
    };
    format!(
        "Instead, it may jump over an unbroken line of one or more pieces of either side, beginning on a square next to \
         it, to the square just beyond, which must be empty. A jump is a complete move, without a slide before or after \
         it and without a second jump. It does not capture the pieces that it crosses.{barred}"
    )
}

pub(super) fn die(rules: &CheckedRules, words: &mut Words) {
    let Some(faces) = rules.die else { return };
    let jump = rules.leader.is_some_and(|leader| leader.jump);
    let huff = rules.compulsory.white == Compulsory::Huff || rules.compulsory.black == Compulsory::Huff;
    let compulsory = Side::BOTH.into_iter().any(|side| rules.compulsory[side] != Compulsory::Off);
    words.say(format!(
        "Before every turn{}, a fair die with {} is rolled. A move covers at most as many squares as the die shows.",
        when(rules.has_placement(), " after the placement of the stones"),
        counted(faces.into(), "face")
    ));
    words.say_if(jump, "For a jump, the whole distance counts.");
    words.say_if(rules.movement == Movement::Leap, "Chains of leaps are not limited by the die.");
    words.say(format!(
        "If the roll allows no legal move, but a roll of {faces} would, the player must pass. A pass counts as a turn."
    ));
    words.say_if(compulsory, "A player is obliged to capture only if the roll allows it.");
    words.say_if(huff, "The die is rolled after the decision about a huff.");
}

pub(super) fn vagi(rules: &CheckedRules, words: &mut Words) {
    if !rules.vagi {
        return;
    }
    words.say(format!(
        "A move that ends next to an enemy {} is an attack, even if it captures that {}.",
        piece(rules),
        piece(rules)
    ));
    words.say(
        "Every stone begins as an ordinarius. A stone that moves without attacking is turned and becomes a vagus.",
    );
    words.say("A vagus may only make attacking moves.");
    words
        .say(format!("Every vagus that takes part in a capture becomes an ordinarius again: {}.", participants(rules)));
    let huff = Side::BOTH.into_iter().any(|side| rules.compulsory[side] == Compulsory::Huff);
    words.say_if(huff, "A huff does not turn any stone.");
    words.say_if(rules.inciti, "A sweep does not turn any stone.");
    words.say_if(rules.leader.is_some(), "Leaders are never turned.");
}

fn participants(rules: &Rules) -> String {
    let four_sided = rules.leader.is_some_and(|leader| leader.capture == LeaderCapture::FourSided);
    format!(
        "the moved stone, and each stone of its side directly across a captured {} from it{}{}{}",
        piece(rules),
        when(rules.corner, "; in a corner, both captors"),
        when(four_sided, "; around a leader, all its captors"),
        when(rules.surround, "; around a group, all stones of that side next to it")
    )
}

pub(super) fn alligati(rules: &CheckedRules, words: &mut Words) {
    if rules.movement != Movement::Leap {
        return;
    }
    words.say(
        "After a step or a chain of leaps, each enemy stone next to the moved stone is bound and becomes an alligatus if \
         another stone of the moving side stands on the opposite side of it. A stone that itself moves between two enemies \
         is not bound.",
    );
    words.say("A bound stone cannot move, but it still binds and holds other stones, as a free stone does.");
    words.say(
        "Instead of moving, a player may remove one enemy stone that was bound when the turn began. The stone is \
         captured, and the turn ends.",
    );
    words.say(
        "After every turn, each bound stone that is no longer between two enemies on the same rank or file is freed.",
    );
    if rules.bound == Some(Bound::OneTurn) {
        words.say(
            "A bound stone is also freed at the end of the next turn of the side that bound it, unless that turn's move \
             binds it again. It therefore misses one turn, and can be removed in one turn only.",
        );
    } else {
        words.say("A stone stays bound as long as it is between two enemies, whichever enemies they are.");
    }
}

/// Returns the name of a side in a sentence.
pub(super) fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
