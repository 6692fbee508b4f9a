//! Tells a game in three sentences: the pieces and how they move; what they capture; who wins, and what else ends a game.

use super::end::ordinal;
use super::{Words, capture, counted, sentence, when};
use crate::game::AnyGame;
use crate::rules::fields::either;
use crate::rules::{
    Adjudication, CaptureAgain, Captured, CheckedRules, Compulsory, Goal, LeaderCapture, LeaderMove, Movement, NoMoves,
    Over, Repeats, Rules, Setup,
};
use crate::vocab::{BoardSize, BySide, Side, SquareSet};

pub(super) fn in_short(rules: &CheckedRules, words: &mut Words) {
    let begins = format!("; {} begins", rules.opens().title());
    let is_told = rules.opens() == Side::Black || !rules.sides_are_equal();
    words.say(format!("{}; {}{}.", material(rules), moves(rules), when(is_told, &begins)));
    let others = more(rules).into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule.to_owned());
    words.say(sentence(&[captures(rules)].into_iter().chain(others).collect::<Vec<_>>().join("; ")));
    let ends: Vec<String> = [wins(rules), undecided(rules)].into_iter().flatten().collect();
    words.say_if(!ends.is_empty(), sentence(&ends.join("; ")));
}

/// The pieces of both sides, and the board.
fn material(rules: &CheckedRules) -> String {
    let BoardSize { files, ranks } = rules.board;
    let board =
        if files == ranks { format!("{ranks}×{files} squares") } else { format!("{ranks} ranks × {files} files") };
    let start = AnyGame::of(rules.clone()).start();
    let in_hand = |side: Side| u32::from(start.hands()[side]) - u32::from(rules.places_leader(side));
    let pieces = BySide::from_fn(|side| {
        let (own, leaders) = (start.pieces(side), start.leaders());
        let stones = counted((own & !leaders).count() + in_hand(side), "stone");
        format!("{stones}{}", when(rules.has_leader(side), " and a leader"))
    });
    let has = if matches!(rules.setup, Setup::Placement(_)) { "places" } else { "has" };
    if pieces.white == pieces.black {
        return format!("Each side {has} {} on {board}", pieces.white);
    }
    format!("White {has} {}, Black {}, on {board}", pieces.white, pieces.black)
}

fn moves(rules: &Rules) -> String {
    let over = rules.over.unwrap_or_default();
    let stones = match rules.movement {
        Movement::Slide => "they move like rooks in chess",
        Movement::Step => "they move one square along a rank or file",
        Movement::Forward => "stones move one square straight ahead",
        Movement::Leap => "they step to a square beside them, or leap over enemies",
        Movement::Hop if over == Over::Own => {
            "they move one square, or hop once or more over single pieces of their side"
        }
        Movement::Hop if over == Over::Any => "they move one square, or hop once or more over single pieces",
        Movement::Hop => "they move one square, or hop once or more over single pieces of their side or bound enemies",
    };
    let leader = rules.leader.map_or("", |leader| match (leader.movement, rules.movement) {
        (LeaderMove::Slide, Movement::Slide) | (LeaderMove::Step, Movement::Step) => "",
        (LeaderMove::Slide, _) => ", a leader like a rook",
        (LeaderMove::Step, _) => ", a leader one square",
        (LeaderMove::Hop, _) => ", a leader one square or over an enemy",
    });
    let jump = when(rules.leader.is_some_and(|leader| leader.jump), ", and a leader may jump over others");
    let die = rules.die.map_or_else(String::new, |faces| format!(", no farther than a die with {faces} faces shows"));
    format!("{stones}{leader}{jump}{die}")
}

fn captures(rules: &Rules) -> String {
    if rules.movement == Movement::Leap {
        return "a leap captures the stone that it crosses".to_owned();
    }
    if rules.holds() {
        return "a stone between two enemies in a line is bound, and a bound stone can be removed".to_owned();
    }
    let victim = capture::victim(rules);
    let walls = [
        (rules.edge, "an enemy and the edge of the board"),
        (rules.hostile_corner.captures(), "an enemy and a corner"),
        (rules.hostile_throne.unwrap_or_default().captures(), "an enemy and the throne"),
    ];
    let walls = walls.into_iter().filter(|(captures, _)| *captures).map(|(_, wall)| wall);
    let captors = either(["two enemies"].into_iter().chain(walls).map(str::to_owned).collect());
    let fate = if rules.captured == Captured::Removed { "is captured" } else { "changes sides" };
    let leader = match rules.leader.map(|leader| leader.capture) {
        None | Some(LeaderCapture::Custodial) => "",
        Some(LeaderCapture::FourSided) => ", a leader between four",
        Some(LeaderCapture::ByThrone) => ", a leader on the throne or beside it only between four",
        Some(LeaderCapture::Never) => ", a leader never",
    };
    let line = if rules.capture_run { format!("a line of {victim}s") } else { format!("a {victim}") };
    format!("{line} between {captors} {fate}{leader}")
}

/// Rules beside the usual ones that change the play, and whether a game has them.
fn more(rules: &Rules) -> [(bool, &'static str); 7] {
    let is_strict = Side::BOTH.iter().all(|&side| rules.compulsory[side] == Compulsory::Strict);
    [
        (rules.corner, "a piece in a corner is captured by enemies on both squares beside it"),
        (rules.surround, "a surrounded group is captured as a whole"),
        (rules.intervention, "a piece that moves between two enemies captures both"),
        (
            rules.vagi,
            "a stone that ends its move away from every enemy may then only move next to one, until it takes part in a capture",
        ),
        (rules.inciti, "the square of a captured piece is dead, and pieces that dead squares shut in are captured"),
        (rules.capture_again != CaptureAgain::Off, "a piece that captures may go on"),
        (is_strict, "who can capture must"),
    ]
}

/// What wins; `None` if only an adjudication decides.
fn wins(rules: &Rules) -> Option<String> {
    let [white, black] = Side::BOTH.map(|side| either(ways(rules, side)));
    let winners = if white == black {
        vec![("a player wins who", white)]
    } else {
        vec![("White wins if it", white), ("Black wins if it", black)]
    };
    let told = winners.into_iter().filter(|(_, ways)| !ways.is_empty());
    let told: Vec<String> = told.map(|(winner, ways)| format!("{winner} {ways}")).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// The ways in which a side can win.
fn ways(rules: &Rules, side: Side) -> Vec<String> {
    let (enemy, limit) = (!side, rules.limits.repetition.limit());
    let leader = |owner: Side| rules.leader.filter(|_| rules.has_leader(owner));
    let verb = leader(enemy).and_then(|leader| match (leader.lose, leader.surrounded.ends()) {
        (true, true) => Some("captures or shuts in"),
        (true, false) => Some("captures"),
        (false, true) => Some("shuts in"),
        (false, false) => None,
    });
    let takes = verb.map(|verb| format!("{verb} the enemy leader"));
    let goal = leader(side).and_then(|leader| match leader.goal() {
        Goal::None => None,
        Goal::Crossing => Some("the enemy's back rank"),
        Goal::Edge => Some("the edge"),
        Goal::Corners => Some("a corner"),
    });
    let counts = rules.capture_target.map(|target| format!("captures {}", counted(target.into(), "stone")));
    let noun = if rules.has_leader(enemy) && rules.count_leader { "piece" } else { "stone" };
    let bare = rules.bare[enemy].map(|left| match left {
        0 => format!("captures every enemy {noun}"),
        _ => format!("leaves the enemy at most {}", counted(left.into(), noun)),
    });
    let blocks = (rules.no_moves == NoMoves::Loses).then(|| "leaves the enemy no legal move".to_owned());
    let goal = goal.map(|goal| format!("brings its leader to {goal}"));
    let encircles = (rules.encirclement && rules.has_leader(enemy)).then(|| "encircles all enemy pieces".to_owned());
    let repeats = match (rules.repeats, side) {
        (Repeats::WhiteLoses, Side::Black) | (Repeats::BlackLoses, Side::White) if limit > 0 => {
            Some(format!("sees a position for the {}", ordinal(limit)))
        }
        _ => None,
    };
    [takes, encircles, goal, counts, bare, blocks, repeats].into_iter().flatten().collect()
}

/// What ends a game that nobody has won.
fn undecided(rules: &Rules) -> Option<String> {
    let limits = rules.limits;
    let repeats = (limits.repetition.limit() > 0 && rules.repeats == Repeats::Adjudicated)
        .then(|| format!("when a position occurs for the {}", ordinal(limits.repetition.limit())));
    let quiet = (rules.no_progress() > 0).then(|| format!("after {} plies without a capture", rules.no_progress()));
    let long = (limits.move_cap > 0).then(|| format!("after {}", counted(limits.move_cap, "turn")));
    let decided = match rules.adjudication {
        Adjudication::Draw | Adjudication::LastMoverLoses => "drawn",
        Adjudication::Captures => "decided by the number of captures",
        Adjudication::Pieces | Adjudication::Free => "decided by the number of pieces",
    };
    let ends = either([repeats, quiet, long].into_iter().flatten().collect());
    (!ends.is_empty()).then(|| format!("a game is {decided} {ends}"))
}
