//! The start position (RULES §2).

use crate::geometry::AnySet;
use crate::rules::{LeaderOwner, LeaderStart, Rules, Setup};
use crate::vocab::{BySide, Side, SquareSet};

/// The starting squares of the pieces in a game with rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rows {
    pub pieces: BySide<AnySet>,
    /// The leaders among them.
    pub leaders: AnySet,
}

/// Returns the start of a game with rows, or an empty board for a game with placement. Returns `None` if the pieces do
/// not fit or leave no square empty, or if a side has none.
pub(crate) fn rows(rules: &Rules) -> Option<Rows> {
    let Setup::Rows(count) = rules.setup else { return Some(Rows::default()) };
    let place = rules.leader.map(|leader| leader.start);
    let must_replace = place == Some(LeaderStart::BackRankCentre);
    let may_replace = must_replace || matches!(place, Some(LeaderStart::Square { .. }));
    let mut start = Rows::default();
    for side in Side::BOTH {
        let stones = home_ranks(rules, side, count[side])?;
        let leader = if rules.has_leader(side) { leader_square(rules, side, count[side])? } else { AnySet::EMPTY };
        start.pieces[side] = stones | leader;
        start.leaders |= leader;
        let replaces = stones.meets(leader);
        let stands_wrongly = if replaces { !may_replace } else { must_replace && !leader.is_empty() };
        if stands_wrongly || start.pieces[side].is_empty() {
            return None;
        }
    }
    let occupied = start.pieces.white | start.pieces.black;
    let fits = !start.pieces.white.meets(start.pieces.black) && occupied.count() < rules.board.squares();
    fits.then_some(start)
}

/// Returns the `count` ranks nearest to `side`.
fn home_ranks(rules: &Rules, side: Side, count: u8) -> Option<AnySet> {
    let mut stones = AnySet::EMPTY;
    for distance in 0..count {
        let rank = rank_from(rules, side, distance)?;
        for file in 0..rules.board.files {
            stones |= AnySet::only(rules.board.square(file, rank)?);
        }
    }
    Some(stones)
}

/// Returns the leader's square: the named one, or one on the first rank in front of its side's stones or on its back rank.
fn leader_square(rules: &Rules, side: Side, rows: u8) -> Option<AnySet> {
    let files = rules.board.files;
    let leader = rules.leader?;
    let (from_left, distance) = match leader.start {
        LeaderStart::LeftCentre => ((files / 2).checked_sub(1)?, rows),
        LeaderStart::RightCentre => (files / 2, rows),
        LeaderStart::ThirdFromRight => (files.checked_sub(3)?, rows),
        LeaderStart::BackRankCentre => (files / 2, 0),
        LeaderStart::PlacedLast => return None,
        LeaderStart::Square { file, rank } => {
            let square = rules.board.square(file, rank)?;
            let opposite = side == Side::Black && leader.owner != LeaderOwner::Black;
            return Some(AnySet::only(if opposite { rules.board.turned(square) } else { square }));
        }
    };
    let file = if side == Side::White { from_left } else { files - 1 - from_left };
    Some(AnySet::only(rules.board.square(file, rank_from(rules, side, distance)?)?))
}

/// Returns the rank at a distance from a side's back rank.
fn rank_from(rules: &Rules, side: Side, distance: u8) -> Option<u8> {
    match side {
        Side::White => Some(distance),
        Side::Black => (rules.board.ranks.checked_sub(1)?).checked_sub(distance),
    }
}
