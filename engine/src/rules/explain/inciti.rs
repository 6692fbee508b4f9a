//! Dead squares, the sweep, and when a side can still capture (RULES §5).

use super::{Words, when};
use crate::rules::{CheckedRules, Leader, LeaderCapture, Movement, NoMoves, Rules};

pub(super) fn inciti(rules: &CheckedRules, words: &mut Words) {
    if !rules.inciti {
        return;
    }
    words.say(
        "The square of a captured piece becomes an incitus, a dead square, at once: no piece ends on it, crosses it or \
         jumps over it.",
    );
    words.say("The inciti cut the board into regions: the squares that are connected without crossing an incitus.");
    words.say(prospects(rules));
    let never = rules.leader.is_some_and(|leader| leader.capture == LeaderCapture::Never);
    if rules.keeps_hopeless() {
        words.say(
            "After every decision that captures, the pieces of both sides whose region has no empty square are captured \
             too, again and again until there are none.",
        );
    } else {
        words.say(
            "After every decision that captures, the board is swept in rounds until a round captures nothing. A round \
             captures all pieces of both sides whose region has no empty square; only if there are none, and some side \
             can still capture in some region, it captures all hopeless pieces of both sides.",
        );
    }
    words.say_if(never, "A leader is never swept.");
    words.say(hopeless(rules));
    words.say_if(rules.keeps_hopeless(), idle(rules));
}

fn hopeless(rules: &Rules) -> String {
    let walks_on = |leader: Leader| leader.capture == LeaderCapture::Never || leader.crossing;
    format!(
        "A piece is hopeless when its side can capture nothing in its region, but could on this board with the same pieces if \
         every incitus were an empty square.{}",
        when(rules.leader.is_some_and(walks_on), " A leader is never hopeless: it can still walk.")
    )
}

fn idle(rules: &Rules) -> String {
    let result = match rules.no_moves {
        NoMoves::Loses => "has no legal move and loses",
        NoMoves::Draw => "has no legal move, which is a draw",
    };
    format!("Hopeless pieces stay and may move, but a side on turn that has no other moves {result}.")
}

/// What it takes to capture in a region, or on the whole board, in principle.
pub(super) fn prospects(rules: &Rules) -> String {
    let leader = |test: fn(Leader) -> bool| rules.leader.is_some_and(test);
    let own = if leader(|leader| leader.captures) { "piece" } else { "stone" };
    let enemy = if leader(|leader| leader.capture == LeaderCapture::Custodial) { "piece" } else { "stone" };
    let four_sided = leader(|leader| leader.capture == LeaderCapture::FourSided);
    let leap = rules.movement == Movement::Leap;
    let place = if rules.inciti { "region" } else { "board" };
    let ways = [
        (leap, format!("one of its {own}s, an enemy {enemy} and three squares in a line")),
        (!leap, format!("two of its {own}s, an enemy {enemy} and three squares in a line")),
        (
            rules.edge,
            format!("one of its {own}s, an enemy {enemy} and a square at an edge with the one straight before it"),
        ),
        (rules.corner, format!("two of its {own}s, an enemy {enemy} and a corner with both neighbours")),
        (rules.surround, format!("one of its {own}s, an enemy {enemy} and two neighbouring squares")),
        (four_sided && !rules.edge, format!("four of its {own}s, the enemy leader and a square with four neighbours")),
        (
            four_sided && rules.edge,
            format!("the enemy leader, a square without a dead neighbour, and one of its {own}s for each neighbour"),
        ),
    ];
    let ways: Vec<String> = ways.into_iter().filter(|(applies, _)| *applies).map(|(_, way)| way).collect();
    format!(
        "A side can still capture{} if the {place} holds {}. Where the pieces stand does not matter.",
        when(rules.inciti, " in a region"),
        ways.join("; or ")
    )
}
