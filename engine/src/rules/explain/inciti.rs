//! Explains dead squares, the sweep, and when a side can still capture (RULES §5).

use super::capture::{captor, victim};
use super::{Words, when};
use crate::rules::{CheckedRules, Goal, Leader, LeaderCapture, LeaderEdge, Movement, NoMoves, Rules};

pub(super) fn inciti(rules: &CheckedRules, words: &mut Words) {
    if !rules.inciti {
        return;
    }
    words.say(
        "The square of a captured piece immediately becomes an incitus, a dead square. No piece may stop on it, cross it or \
         jump over it.",
    );
    words.say(
        "This is the rule of Callen, a modern author, for whom inciti are captured pieces that stay on the board. Isidore \
         says only that pieces that cannot move at all are called inciti.",
    );
    words.say("Inciti divide the board into regions: sets of squares that are connected without crossing an incitus.");
    words.say(prospects(rules));
    let never = rules.leader.is_some_and(|leader| leader.capture == LeaderCapture::Never);
    if rules.keeps_hopeless() {
        words.say(
            "After every decision that captures, all pieces of both sides whose region has no empty square are also \
             captured. This is repeated until there are none left.",
        );
    } else {
        words.say(
            "After every decision that captures, the board is swept in rounds until a round captures nothing. Each round \
             captures all pieces of both sides whose region has no empty square. If there are none, and either side can \
             still capture in some region, the round captures all hopeless pieces of both sides instead.",
        );
    }
    words.say_if(never, "A leader is never captured by a sweep.");
    words.say(hopeless(rules));
    words.say_if(rules.keeps_hopeless(), idle(rules));
}

fn hopeless(rules: &Rules) -> String {
    let walks_on = |leader: Leader| leader.capture == LeaderCapture::Never || leader.goal() != Goal::None;
    format!(
        "A piece is hopeless if its side cannot capture in its region, but could capture on this board with the same \
         pieces if every incitus were an empty square.{}",
        when(rules.leader.is_some_and(walks_on), " A leader is never hopeless, because it can still move on.")
    )
}

fn idle(rules: &Rules) -> String {
    let result = match rules.no_moves {
        NoMoves::Loses => "counts as having no legal move and loses",
        NoMoves::Draw => "counts as having no legal move, which is a draw",
        NoMoves::Passes => "counts as having no legal move and passes",
        NoMoves::Adjudicate => "counts as having no legal move, so that the game is adjudicated",
    };
    format!("Hopeless pieces stay on the board and may move, but a player to move who can move nothing else {result}.")
}

/// Describes what makes a capture possible in principle in a region, or on the whole board.
pub(super) fn prospects(rules: &Rules) -> String {
    let (own, enemy) = (captor(rules), victim(rules));
    let leader = rules.leader.unwrap_or_default();
    let four_sided = matches!(leader.capture, LeaderCapture::FourSided | LeaderCapture::ByThrone);
    let at_edge = rules.edge || leader.edge == LeaderEdge::Captor;
    let throne = rules.hostile_throne.unwrap_or_default();
    let leap = rules.movement == Movement::Leap;
    let place = if rules.inciti { "region" } else { "board" };
    let ways = [
        (leap, format!("one of its {own}s, an enemy {enemy}, and three squares in a line")),
        (!leap, format!("two of its {own}s, an enemy {enemy}, and three squares in a line")),
        (
            rules.edge,
            format!("one of its {own}s, an enemy {enemy}, and a square at the edge with the square in front of it"),
        ),
        (
            rules.hostile_corner.captures(),
            format!("one of its {own}s, an enemy {enemy}, and three squares in a line of which the first is a corner"),
        ),
        (
            throne.captures(),
            format!(
                "one of its {own}s, an enemy piece to which the throne is hostile, and squares on both sides of one next to it"
            ),
        ),
        (rules.intervention, format!("one of its {own}s, two enemy {enemy}s, and three squares in a line")),
        (rules.corner, format!("two of its {own}s, an enemy {enemy}, and a corner with both squares next to it")),
        (rules.surround, format!("one of its {own}s, an enemy {enemy}, and two squares next to each other")),
        (
            four_sided && !at_edge,
            format!("four of its {own}s, the enemy leader, and a square with all four squares next to it"),
        ),
        (
            four_sided && at_edge,
            format!(
                "the enemy leader, a square next to no dead square, and one of its {own}s for each square next to it"
            ),
        ),
    ];
    let ways: Vec<String> = ways.into_iter().filter(|(applies, _)| *applies).map(|(_, way)| way).collect();
    format!(
        "A side can still capture{} if the {place} contains {}. It does not matter where the pieces stand{}.",
        when(rules.inciti, " in a region"),
        ways.join("; or "),
        when(rules.holds(), " or whether they are bound")
    )
}
