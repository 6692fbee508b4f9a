//! The squares that have rules of their own: the throne and the corner squares (RULES §3, §4).

use crate::geometry::Geometry;
use crate::rules::{Access, Hostile, LeaderCapture, LeaderEdge, Rules};
use crate::vocab::{BySide, Direction, Side, SquareSet};

/// The special squares of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpecialSquares<S> {
    /// The centre square, if there is one.
    pub throne: S,
    /// The corner squares.
    pub corners: S,
    /// The squares at the edge of the board.
    pub rim: S,
    /// The squares on which stones, and leaders, may not end a move.
    pub closed: ByKind<S>,
    /// The squares over which stones, and leaders, may not slide.
    pub impassable: ByKind<S>,
    /// The squares that are hostile to the stones of each side.
    pub hostile_to_stones: BySide<S>,
    /// The squares that are hostile to leaders.
    pub hostile_to_leaders: S,
    /// The throne, if it is hostile to leaders.
    pub hostile_throne: S,
    /// The squares on which no leader is captured.
    pub safe_for_leaders: S,
    /// The squares on which a leader is captured only from all sides.
    pub four_sided: S,
    /// The squares on which a leader is not captured like a stone.
    pub leader_spared: S,
}

/// A value for stones and one for leaders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByKind<T> {
    pub stones: T,
    pub leaders: T,
}

impl<S: SquareSet> SpecialSquares<S> {
    pub fn of<G: Geometry<Set = S>>(geometry: G, rules: &Rules) -> Self {
        let throne = rules.board.centre().map_or(S::EMPTY, S::only);
        let corners = corner_squares(geometry, rules.corner_size);
        let rim = geometry.rim();
        let (stop, pass) = (rules.throne_stop.unwrap_or_default(), rules.throne_pass.unwrap_or_default());
        let hostile_throne = rules.hostile_throne.unwrap_or_default();
        let hostile = |is_hostile: &dyn Fn(Hostile) -> bool| {
            throne.when(is_hostile(hostile_throne)) | corners.when(is_hostile(rules.hostile_corner))
        };
        let leader = rules.leader.unwrap_or_default();
        let four_sided = match leader.capture {
            LeaderCapture::FourSided => geometry.board(),
            LeaderCapture::ByThrone => throne | geometry.neighbours(throne),
            LeaderCapture::Custodial | LeaderCapture::Never => S::EMPTY,
        };
        let spared_everywhere = leader.capture == LeaderCapture::Never;
        let safe = rim.when(leader.edge == LeaderEdge::Safe) | geometry.board().when(spared_everywhere);
        SpecialSquares {
            throne,
            corners,
            rim,
            closed: ByKind {
                stones: throne.when(stop != Access::All) | corners.when(rules.corner_stop != Access::All),
                leaders: throne.when(stop == Access::None) | corners.when(rules.corner_stop == Access::None),
            },
            impassable: ByKind { stones: throne.when(pass != Access::All), leaders: throne.when(pass == Access::None) },
            hostile_to_stones: BySide::from_fn(|side| hostile(&|to| is_to_stones_of(to, side))),
            hostile_to_leaders: hostile(&is_to_leaders),
            hostile_throne: throne.when(is_to_leaders(hostile_throne)),
            safe_for_leaders: safe,
            four_sided: four_sided & !safe,
            leader_spared: four_sided | safe,
        }
    }

    /// Returns the squares of `ends`, which slides reach over `empty` squares in a direction, that are open to pieces: a
    /// slide ends at a square that it may not pass, and not on one that is closed.
    pub fn open_ends<G: Geometry<Set = S>>(
        geometry: G,
        ends: S,
        empty: S,
        direction: Direction,
        impassable: S,
        closed: S,
    ) -> S {
        let beyond = geometry.fill(ends & impassable, empty, direction) & !impassable;
        ends & !beyond & !closed
    }
}

fn is_to_stones_of(hostile: Hostile, side: Side) -> bool {
    match hostile {
        Hostile::All | Hostile::Stones => true,
        Hostile::White => side == Side::White,
        Hostile::Black => side == Side::Black,
        Hostile::Off | Hostile::Leader => false,
    }
}

fn is_to_leaders(hostile: Hostile) -> bool {
    matches!(hostile, Hostile::All | Hostile::Leader)
}

/// Returns, in each corner, the squares of `size` files and as many ranks.
pub(crate) fn corner_squares<G: Geometry>(geometry: G, size: u8) -> G::Set {
    let band = |direction: Direction| {
        let border = geometry.border(direction);
        (1..size).fold(border, |band, _| band | geometry.shift(band, direction.opposite()))
    };
    let [north, east, south, west] = Direction::each(band);
    (north | south) & (east | west)
}
