//! The start position (RULES §2).

use crate::rules::{LeaderOwner, LeaderStart, Rules, Setup};
use crate::vocab::{BySide, Side, Square};

/// The starting squares of the pieces in a game with rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rows {
    /// The stones and leaders of each side; bit `i` is square `i`.
    pub pieces: BySide<u128>,
    /// The leaders among them.
    pub leaders: u128,
}

/// Returns the start of a game with rows, or an empty board for a game with placement. Returns `None` if the pieces do
/// not fit or leave no square empty, or if a side has none.
pub(crate) fn rows(rules: &Rules) -> Option<Rows> {
    let Setup::Rows(count) = rules.setup else { return Some(Rows::default()) };
    let replaces = rules.leader.is_some_and(|leader| matches!(leader.start, LeaderStart::Square { .. }));
    let mut start = Rows::default();
    for side in Side::BOTH {
        let stones = home_ranks(rules, side, count[side])?;
        let leader = if rules.has_leader(side) { leader_square(rules, side, count[side])? } else { 0 };
        start.pieces[side] = stones | leader;
        start.leaders |= leader;
        if (stones & leader != 0 && !replaces) || start.pieces[side] == 0 {
            return None;
        }
    }
    let overlap = start.pieces.white & start.pieces.black;
    let occupied = (start.pieces.white | start.pieces.black).count_ones();
    (overlap == 0 && occupied < rules.board.squares()).then_some(start)
}

/// Returns the `count` ranks nearest to `side`.
fn home_ranks(rules: &Rules, side: Side, count: u8) -> Option<u128> {
    let mut stones = 0;
    for distance in 0..count {
        let rank = rank_from(rules, side, distance)?;
        for file in 0..rules.board.files {
            stones |= bit(rules.board.square(file, rank)?);
        }
    }
    Some(stones)
}

/// Returns the leader's square: the named one, or one on the first rank in front of its side's stones.
fn leader_square(rules: &Rules, side: Side, rows: u8) -> Option<u128> {
    let files = rules.board.files;
    let leader = rules.leader?;
    let from_left = match leader.start {
        LeaderStart::LeftCentre => (files / 2).checked_sub(1)?,
        LeaderStart::ThirdFromRight => files.checked_sub(3)?,
        LeaderStart::Square { file, rank } => {
            let square = rules.board.square(file, rank)?;
            let opposite = side == Side::Black && leader.owner != LeaderOwner::Black;
            let turned = || rules.board.square(files - 1 - file, rules.board.ranks - 1 - rank);
            return Some(bit(if opposite { turned()? } else { square }));
        }
    };
    let file = if side == Side::White { from_left } else { files - 1 - from_left };
    Some(bit(rules.board.square(file, rank_from(rules, side, rows)?)?))
}

/// Returns the rank at a distance from a side's back rank.
fn rank_from(rules: &Rules, side: Side, distance: u8) -> Option<u8> {
    match side {
        Side::White => Some(distance),
        Side::Black => (rules.board.ranks.checked_sub(1)?).checked_sub(distance),
    }
}

fn bit(square: Square) -> u128 {
    1 << square.0
}
