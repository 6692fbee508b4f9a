//! Moves; vagi and alligati (RULES §3, §6).

use super::{Words, counted, piece, when};
use crate::rules::{Bound, CheckedRules, Compulsory, LeaderCapture, LeaderOwner, Movement, Rules};
use crate::vocab::Side;

pub(super) fn moving(rules: &CheckedRules, words: &mut Words) {
    let leap = rules.movement == Movement::Leap;
    words.say(format!(
        "A turn is one move of one {}{}; a player who can move must move.",
        piece(rules),
        when(leap, ", or the removal of a bound stone")
    ));
    match rules.movement {
        Movement::Slide => words.say(
            "A stone moves one or more empty squares in one direction along its rank or file, like a rook in chess. \
             It does not jump.",
        ),
        Movement::Step => words.say("A stone moves to an empty neighbour square along its rank or file."),
        Movement::Forward => words.say(
            "A stone moves to the empty square straight ahead, White's up the board and Black's down; never \
             sideways or back.",
        ),
        Movement::Leap => leaping(rules, words),
    }
    if let Some(leader) = rules.leader {
        words.say(if rules.movement == Movement::Slide {
            "A leader moves in the same way."
        } else {
            "A leader moves one or more empty squares in one direction along its rank or file, like a rook in chess."
        });
        words.say_if(leader.jump, jumping(rules, leader.owner));
    }
    words.say("Neighbour squares share a side; diagonals never count.");
}

fn leaping(rules: &Rules, words: &mut Words) {
    words.say(
        "A stone steps to an empty neighbour square, or it leaps: across one neighbouring enemy stone, in a straight \
         line along the rank or file, to the empty square just beyond.",
    );
    words.say(if rules.inciti {
        "The stone may go on leaping in the same turn, in any direction, and may stop after any leap. The square it \
         started from is empty for later leaps, the squares of the stones it crossed are dead at once."
    } else {
        "The stone may go on leaping in the same turn, in any direction, and may stop after any leap. The square it \
         started from and those of the stones it crossed are empty for later leaps."
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
        "Instead it may jump: over an unbroken line of one or more pieces of either side that begins on a neighbour \
         square, to the square just beyond, which must be empty. A jump is the whole move, without a slide before or \
         after and without a second jump, and captures nothing of what it crosses.{barred}"
    )
}

pub(super) fn die(rules: &CheckedRules, words: &mut Words) {
    let Some(faces) = rules.die else { return };
    let jump = rules.leader.is_some_and(|leader| leader.jump);
    let huff = rules.compulsory.white == Compulsory::Huff || rules.compulsory.black == Compulsory::Huff;
    let compulsory = Side::BOTH.into_iter().any(|side| rules.compulsory[side] != Compulsory::Off);
    words.say(format!(
        "Before every turn{} a fair die with {} is rolled: a move covers at most as many squares as it shows.",
        when(rules.has_placement(), ", once the stones are placed,"),
        counted(faces.into(), "face")
    ));
    words.say_if(jump, "A jump counts with its whole distance.");
    words.say_if(rules.movement == Movement::Leap, "A chain of leaps is not limited.");
    words.say(format!(
        "If the roll leaves the player without a legal move, but a roll of {faces} would give one, the turn is passed; \
         it counts as a turn."
    ));
    words.say_if(compulsory, "A player is held to capture only where the roll allows it.");
    words.say_if(huff, "The die is rolled after a huff has been decided.");
}

pub(super) fn vagi(rules: &CheckedRules, words: &mut Words) {
    if !rules.vagi {
        return;
    }
    words.say(format!(
        "A move that ends next to an enemy {} is an attack, also when it captures that {}.",
        piece(rules),
        piece(rules)
    ));
    words.say("A stone begins as an ordinarius. If it moves without attacking, it is turned and becomes a vagus.");
    words.say("A vagus may only make attacks.");
    words
        .say(format!("Every vagus that takes part in a capture becomes an ordinarius again: {}.", participants(rules)));
    let huff = Side::BOTH.into_iter().any(|side| rules.compulsory[side] == Compulsory::Huff);
    words.say_if(huff, "A huff turns nobody.");
    words.say_if(rules.inciti, "A sweep turns nobody.");
    words.say_if(rules.leader.is_some(), "Leaders never turn.");
}

fn participants(rules: &Rules) -> String {
    let four_sided = rules.leader.is_some_and(|leader| leader.capture == LeaderCapture::FourSided);
    format!(
        "the moved stone, and those of its side that stand straight across a captured {} from it{}{}{}",
        piece(rules),
        when(rules.corner, "; in a corner, both captors"),
        when(four_sided, "; around a leader, all its captors"),
        when(rules.surround, "; around a group, all its neighbours of that side")
    )
}

pub(super) fn alligati(rules: &CheckedRules, words: &mut Words) {
    if rules.movement != Movement::Leap {
        return;
    }
    words.say(
        "After a step or a chain of leaps, every enemy stone next to the moved stone that has another stone of the \
         mover straight across it is bound and becomes an alligatus. A stone that moves between two enemies by itself \
         is not bound.",
    );
    words.say("A bound stone cannot move. It still binds and holds others, as a free one does.");
    words.say(
        "Instead of moving, a player may remove one enemy stone that was bound when the turn began. That captures \
         it, and is the whole turn.",
    );
    words.say("After every turn, a stone that no longer stands between two enemies on one rank or file is freed.");
    if rules.bound == Some(Bound::OneTurn) {
        words.say(
            "It is also freed at the end of its trappers' next turn, unless that turn's move bound it anew: it misses \
             one turn, and can be removed on one turn only.",
        );
    } else {
        words.say("As long as it stands so, it stays bound, whichever two enemies hold it.");
    }
}

/// The name of a side in a sentence.
pub(super) fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
