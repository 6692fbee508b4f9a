//! Explains the board and the setup (RULES §2).

use super::{Words, counted, piece, when};
use crate::game::AnyGame;
use crate::geometry::AnySet;
use crate::position::AnyPosition;
use crate::rules::{CheckedRules, LeaderOwner, LeaderStart, Placing, Rules, Setup};
use crate::setup::rows;
use crate::vocab::{BoardSize, BySide, Side, Square, SquareSet};

pub(super) fn setup(rules: &CheckedRules, words: &mut Words) {
    let board = rules.board;
    words.say(format!(
        "The board has {} and {}: {}.",
        counted(board.ranks.into(), "rank"),
        counted(board.files.into(), "file"),
        counted(board.squares(), "square")
    ));
    match &rules.setup {
        Setup::Rows(count) => {
            words.say(format!(
                "{}, {}.",
                stones(rules, Side::White, count.white),
                stones(rules, Side::Black, count.black)
            ));
            words.say_if(rules.leader.is_some(), leaders(rules));
            words.say(format!("{} moves first.", rules.opens().title()));
        }
        Setup::Placement(stones) => placement(rules, *stones, words),
        Setup::Position(_) => position(rules, words),
    }
    if rules.swap {
        words.say(
            "At the start of the second turn of the game, its player may swap instead of moving: the players change sides, the \
             board stays, and the other player makes the next turn with the same pieces.",
        );
    }
}

/// Explains a placement from an empty board.
fn placement(rules: &Rules, stones: u8, words: &mut Words) {
    let (leader, also) = match rules.leader.map(|leader| leader.owner) {
        None => ("", ""),
        Some(LeaderOwner::Both) => (" and a leader", ""),
        Some(LeaderOwner::White) => ("", "; White also has a leader"),
        Some(LeaderOwner::Black) => ("", "; Black also has a leader"),
    };
    let stones_in_hand = counted(stones.into(), "stone");
    words.say(format!("The board starts empty, and each side has {stones_in_hand}{leader} in hand{also}."));
    words.say(format!("{} begins, {}", rules.opens().title(), in_turn(rules)));
    if let Some(leader) = rules.leader {
        let player = match leader.owner {
            LeaderOwner::Both => "Each player",
            LeaderOwner::White => "White",
            LeaderOwner::Black => "Black",
        };
        words.say(format!("{player} places its leader last, in a turn of its own, on any empty square."));
    }
    if let Some(hole) = rules.hole_square() {
        words.say(format!(
            "No {} may be placed on the centre square, {}. After the placement, it is a square like any other.",
            piece(rules),
            rules.board.name(hole)
        ));
    }
    barred(rules, words);
    // The leader of one side alone is placed after all stones, and then the other side is to move.
    let first = match rules.leader.map(|leader| leader.owner) {
        Some(LeaderOwner::White) => "Black",
        Some(LeaderOwner::Black) => "White",
        Some(LeaderOwner::Both) | None => rules.opens().title(),
    };
    words.say(format!("When both hands are empty, {first} makes the first move."));
}

/// Explains where no stone may be placed because of the stones beside it.
fn barred(rules: &Rules, words: &mut Words) {
    if !rules.restricts_placing() {
        return;
    }
    let held = |whose: &str| {
        let corner = format!(", or in a corner with {whose} on both squares next to it");
        format!("{whose} on opposite sides of it, on the same rank or file{}", when(rules.corner, &corner))
    };
    words.say(format!("A stone may not be placed where it would have {}.", held("enemy stones")));
    words.say_if(
        rules.placing == Some(Placing::Quiet),
        format!(
            "Nor may it be placed where an enemy stone next to it would then have {}.",
            held("stones of the placing side")
        ),
    );
    words.say("A player who has a stone in hand but may not place it anywhere has no legal move.");
}

/// Says how stones are placed.
fn in_turn(rules: &Rules) -> String {
    let nothing_more = match (rules.binds(), rules.vagi) {
        (true, _) => " or bound",
        (_, true) => " or turned",
        _ => "",
    };
    let stones = match (rules.per_turn, &rules.setup) {
        (2.., Setup::Placement(stones)) => {
            let rest = match stones % rules.per_turn {
                0 => String::new(),
                rest => format!("; each player's last such turn has only {rest}"),
            };
            format!("{} stones on any empty squares{rest}", rules.per_turn)
        }
        _ => "one stone on any empty square".to_owned(),
    };
    let piece = piece(rules);
    format!("and the players take turns to place {stones}. During placement, no {piece} is captured{nothing_more}.")
}

/// The squares of a position that the game starts from.
fn position(rules: &CheckedRules, words: &mut Words) {
    let start = AnyGame::of(rules.clone()).start();
    for side in Side::BOTH {
        words.say(format!("{} starts with {}.", side.title(), pieces(rules, &start, side)));
    }
    words.say_if(!start.inciti().is_empty(), format!("Dead squares: {}.", squares(rules.board, start.inciti())));
    let first = start.side().title();
    if start.hands() == BySide::default() {
        words.say(format!("{first} moves first."));
    } else {
        let BySide { white, black } = start.hands();
        words.say(format!(
            "White still has {} in hand, Black {}.",
            counted(white.into(), "stone"),
            counted(black.into(), "stone")
        ));
        words.say(format!("{first} begins, {}", in_turn(rules)));
    }
    if let Some(roll) = start.roll() {
        words.say(format!("The die shows {roll} for the first turn."));
    }
    let (turns, clock) = (counted(start.turn(), "turn"), start.clock());
    let count = if start.turn() == 1 { "counts" } else { "count" };
    words.say_if(
        start.turn() > 0 || clock > 0,
        format!("{turns} {count} as played, the last {clock} of the movement phase without a capture."),
    );
    let captured = start.captured();
    words.say_if(
        captured != BySide::default(),
        format!("Already captured: {} by White, {} by Black.", captured.white, captured.black),
    );
}

/// `8 stones on a1 to h1 and a leader on e2`.
fn pieces(rules: &Rules, start: &AnyPosition, side: Side) -> String {
    let board = rules.board;
    let turned_stone = if rules.binds() { "bound stone" } else { "turned stone" };
    let (own, leaders, turned) = (start.pieces(side), start.leaders(), start.turned());
    let kinds = [("stone", own & !leaders & !turned), (turned_stone, own & turned), ("leader", own & leaders)];
    let kinds = kinds.into_iter().filter(|(_, set)| !set.is_empty());
    let texts: Vec<String> =
        kinds.map(|(kind, set)| format!("{} on {}", counted(set.count(), kind), squares(board, set))).collect();
    if texts.is_empty() { "no piece on the board".to_owned() } else { texts.join(" and ") }
}

/// `a1 to h1, c2`: neighbours on a rank together.
fn squares(board: BoardSize, set: AnySet) -> String {
    let mut runs: Vec<(Square, Square)> = Vec::new();
    for square in set.squares() {
        match runs.last_mut() {
            Some((_, last))
                if board.rank(*last) == board.rank(square) && board.file(*last) + 1 == board.file(square) =>
            {
                *last = square;
            }
            _ => runs.push((square, square)),
        }
    }
    let text = |(first, last): (Square, Square)| {
        when(first != last, &format!("{} to ", board.name(first))).to_owned() + &board.name(last)
    };
    runs.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// `White's 8 stones fill rank 1`; a leader may be among them.
fn stones(rules: &Rules, side: Side, count: u8) -> String {
    let start = rows(rules).expect("checked rules have a setup that fits");
    let stones = counted((start.pieces[side] & !start.leaders).count(), "stone");
    let ranks = rules.board.ranks;
    let (first, last) = if side == Side::White { (1, count) } else { ((ranks + 1).saturating_sub(count), ranks) };
    let area = u32::from(count) * u32::from(rules.board.files);
    let stands_among_them = (start.pieces[side] & !start.leaders).count() < area;
    let stones = format!("{}'s {stones}{}", side.title(), when(stands_among_them, " and its leader"));
    match count {
        0 => format!("{} has no stones", side.title()),
        1 => format!("{stones} fill rank {first}"),
        2 => format!("{stones} fill ranks {first} and {last}"),
        _ => format!("{stones} fill ranks {first} to {last}"),
    }
}

fn leaders(rules: &Rules) -> String {
    let Some(leader) = rules.leader else { return String::new() };
    let start = rows(rules).expect("checked rules have a setup that fits");
    let square = |side: Side| rules.board.name((start.leaders & start.pieces[side]).lowest());
    let before_stones =
        |place: &str| format!(" on the rank in front of the stones, {place} from its owner's point of view");
    let place = match leader.start {
        LeaderStart::LeftCentre => before_stones("just left of the middle"),
        LeaderStart::RightCentre => before_stones("just right of the middle"),
        LeaderStart::ThirdFromRight => before_stones("the third square from the right"),
        LeaderStart::BackRankCentre => " in the middle of its back rank".to_owned(),
        LeaderStart::PlacedLast | LeaderStart::Square { .. } => String::new(),
    };
    let comma = when(!place.is_empty(), ",");
    match leader.owner {
        LeaderOwner::Both => {
            format!(
                "Each side has a leader{place}: White's is on {}, Black's on {}.",
                square(Side::White),
                square(Side::Black)
            )
        }
        LeaderOwner::White => format!("Only White has a leader{comma}{place}: it is on {}.", square(Side::White)),
        LeaderOwner::Black => format!("Only Black has a leader{comma}{place}: it is on {}.", square(Side::Black)),
    }
}
