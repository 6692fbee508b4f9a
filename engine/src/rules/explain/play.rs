//! Explains moves, the die and vagi (RULES §3, §6).

use super::{Words, counted, piece, when};
use crate::rules::{
    Access, CaptureAgain, CheckedRules, Leader, LeaderCapture, LeaderMove, LeaderOwner, Movement, Over, Rules,
};

pub(super) fn moving(rules: &CheckedRules, words: &mut Words) {
    words.say(format!("{} A player who can move must move.", turn(rules)));
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
        Movement::Hop => hopping(rules, words),
    }
    if let Some(leader) = rules.leader {
        words.say(leader_moving(rules, leader));
        words.say_if(leader.jump, jumping(rules, leader.owner));
        words.say_if(leader.reach > 0, format!("A leader's move covers at most {}.", counted(leader.reach, "square")));
    }
    special_squares(rules, words);
    undo(rules, words);
    words.say("Two squares are next to each other if they share a side; diagonals do not count.");
}

/// Explains who may end a move on the throne and on corner squares, and who may pass.
fn special_squares(rules: &Rules, words: &mut Words) {
    let only = |access: Access, doing: &str, place: &str| match access {
        Access::All => String::new(),
        Access::Leader => format!("Only a leader may {doing} {place}."),
        Access::None => format!("No piece may {doing} {place}."),
    };
    let throne = rules.board.centre().map_or_else(String::new, |centre| rules.board.name(centre));
    let (stop, pass) = (rules.throne_stop.unwrap_or_default(), rules.throne_pass.unwrap_or_default());
    let sentences = [
        only(stop, "end a move on", &format!("the throne, {throne}")),
        only(pass, "slide over", &format!("the throne, {throne}, when it is empty")),
        only(rules.corner_stop, "end a move on", corner_squares(rules)),
    ];
    sentences.into_iter().filter(|sentence| !sentence.is_empty()).for_each(|sentence| words.say(sentence));
    words.say_if(
        rules.corner_size > 1,
        format!(
            "Each corner has {} corner squares, {1} rows of {1}.",
            u32::from(rules.corner_size).pow(2),
            rules.corner_size
        ),
    );
}

/// Returns the name of the corner squares.
pub(super) fn corner_squares(rules: &Rules) -> &'static str {
    if rules.corner_size > 1 { "the corner squares" } else { "the squares in the corners" }
}

/// Explains that no move may be taken back at once.
fn undo(rules: &Rules, words: &mut Words) {
    if !rules.forbids_undo() {
        return;
    }
    words.say(format!(
        "A move from one square to another is illegal if in its own last turn the same side moved from the second square to \
         the first{}. Such a move does not count as a legal move in any other rule either.",
        when(rules.movement == Movement::Leap, "; chains of leaps are neither forbidden nor remembered")
    ));
}

/// Says what a turn consists of.
fn turn(rules: &Rules) -> String {
    let piece = piece(rules);
    if rules.removes_first() {
        return "A turn consists of the removal of one bound enemy stone, if there is one, and one move of one stone."
            .to_owned();
    }
    let removal = when(rules.binds() && !rules.removes_all(), ", or the removal of a bound stone");
    let again = match rules.capture_again {
        CaptureAgain::Off => "",
        CaptureAgain::Any => "; after a capture, the same piece may move again",
        CaptureAgain::Capturing => "; after a capture, the same piece may capture again",
    };
    format!("A turn consists of one move of one {piece}{removal}{}.", again.replace("piece", piece))
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

fn hopping(rules: &Rules, words: &mut Words) {
    let crossed = match (rules.over.unwrap_or_default(), rules.holds()) {
        (Over::Any, _) => "one stone of either side next to it",
        (Over::Own, false) => "one stone of its own side next to it",
        (Over::Own, true) => "one stone of its own side next to it, bound or free",
        (Over::OwnOrBound, _) => "one stone next to it, either of its own side or a bound enemy stone",
    };
    words.say(format!(
        "A stone either steps to an empty square next to it, or hops. A hop is one leap or several, each in a straight line \
         along a rank or file over exactly {crossed}, to the empty square just beyond. No stone is removed by a leap."
    ));
    words.say(
        "A hop may change its direction after each leap and may stop after any leap. It may not return to a \
         square that it has visited, including the one it started from. Two hops of a stone that end on the same square \
         are the same move.",
    );
}

/// Says how a leader moves, apart from jumps.
fn leader_moving(rules: &Rules, leader: Leader) -> String {
    let is_alike = matches!(
        (leader.movement, rules.movement),
        (LeaderMove::Slide, Movement::Slide) | (LeaderMove::Step, Movement::Step)
    );
    let enemy = if leader.owner == LeaderOwner::Both { "piece" } else { "stone" };
    match leader.movement {
        _ if is_alike => "A leader moves in the same way.".to_owned(),
        LeaderMove::Slide => {
            "A leader moves one or more empty squares in a straight line along its rank or file, like a rook in chess."
                .to_owned()
        }
        LeaderMove::Step => "A leader moves one square along its rank or file, to an empty square.".to_owned(),
        LeaderMove::Hop => format!(
            "A leader either moves one square along its rank or file, to an empty square, or leaps in a straight line along \
             its rank or file over an enemy {enemy} next to it, to the empty square just beyond. A leap is a complete move, \
             and it does not capture the {enemy} that it crosses."
        ),
    }
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
    words.say(format!(
        "Before every turn{}, a fair die with {} is rolled. A move covers at most as many squares as the die shows.",
        when(rules.has_placement(), " after the placement of the stones"),
        counted(faces.into(), "face")
    ));
    words.say_if(jump, "For a jump, the whole distance counts.");
    let hops = rules.leader.is_some_and(|leader| leader.movement == LeaderMove::Hop);
    words.say_if(hops, "A leader's leap covers two squares.");
    words.say_if(rules.movement == Movement::Leap, "Chains of leaps are not limited by the die.");
    words.say(format!(
        "If the roll allows no legal move, but a roll of {faces} would, the player must pass. A pass counts as a turn."
    ));
    words.say_if(rules.some_side_must_capture(), "A player is obliged to capture only if the roll allows it.");
    words.say_if(rules.some_side_is_huffed(), "The die is rolled after the decision about a huff.");
}

pub(super) fn vagi(rules: &CheckedRules, words: &mut Words) {
    if !rules.vagi {
        return;
    }
    let piece = piece(rules);
    words.say(
        "A stone that ends its move away from every enemy is turned over and becomes a vagus, which may only move next to \
         an enemy, until a capture turns it back.",
    );
    words.say(
        "This is the rule of Poleis, a modern reconstruction that reads Isidore's vagi as fugitives. Isidore says only that \
         some pieces move in order and some wander.",
    );
    words.say(format!("A move that ends next to an enemy {piece} is an attack, even if it captures that {piece}."));
    words.say("Every stone begins as an ordinarius. One that moves without attacking becomes a vagus.");
    words.say("A vagus may only make attacking moves.");
    words
        .say(format!("Every vagus that takes part in a capture becomes an ordinarius again: {}.", participants(rules)));
    words.say_if(rules.some_side_is_huffed(), "A huff does not turn any stone.");
    words.say_if(rules.inciti, "A sweep does not turn any stone.");
    words.say_if(rules.leader.is_some(), "Leaders are never turned.");
}

fn participants(rules: &Rules) -> String {
    let four_sided = rules.leader.is_some_and(|leader| leader.capture == LeaderCapture::FourSided);
    format!(
        "the moved stone, and each stone of its side {}{}{}{}",
        if rules.capture_run {
            "at the other end of a captured line".to_owned()
        } else {
            format!("directly across a captured {} from it", piece(rules))
        },
        when(rules.corner, "; in a corner, both captors"),
        when(four_sided, "; around a leader, all its captors"),
        when(rules.surround, "; around a group, all stones of that side next to it")
    )
}
