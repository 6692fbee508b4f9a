//! The shape of a board, which determines how sets of squares shift and spread over it.
//!
//! All other code is generic over [`Geometry`], so that the usual boards compile to constant shifts and masks
//! ([`Fixed`]) and one implementation covers all other sizes ([`Dynamic`]), or all ([`with_width`]).

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::vocab::{Bits, BoardSize, Direction, SquareSet, Wide, each_direction, union_of_directions};

/// Seals [`Geometry`]: the shapes of [`with_geometry`] are the only ones.
mod sealed {
    pub trait Shape {}
}

impl sealed::Shape for Fixed<u64, 8, 8> {}
impl sealed::Shape for Fixed<u128, 12, 8> {}
impl<S: SquareSet> sealed::Shape for Dynamic<S> {}

/// A board's shape with the word that holds its sets. Only the shapes of [`with_geometry`] implement it.
pub trait Geometry: sealed::Shape + Copy + Debug + Send + Sync + 'static {
    /// The word for a set of squares.
    type Set: SquareSet;

    /// Returns the number of files.
    fn files(self) -> u32;

    /// Returns the number of ranks.
    fn ranks(self) -> u32;

    /// Returns all squares.
    fn board(self) -> Self::Set;

    /// Returns the squares of file a.
    fn first_file(self) -> Self::Set;

    /// Returns the squares of the last file.
    fn last_file(self) -> Self::Set;

    /// Returns the size of the board.
    fn size(self) -> BoardSize {
        BoardSize { files: self.files() as u8, ranks: self.ranks() as u8 }
    }

    /// Returns whether this is an 8×8 board in one word.
    #[inline(always)]
    fn is_chessboard(self) -> bool {
        self.files() == 8 && self.ranks() == 8 && Self::Set::BITS == 64
    }

    /// Returns `set` shifted by one step; squares that leave the board are dropped.
    #[inline(always)]
    fn shift<B: Bits<Self::Set>>(self, set: B, direction: Direction) -> B {
        match direction {
            Direction::North => set << self.files() & B::splat(self.board()),
            Direction::South => set >> self.files(),
            Direction::East => (set & B::splat(!self.last_file())) << 1,
            Direction::West => (set & B::splat(!self.first_file())) >> 1,
        }
    }

    /// Returns the squares next to any square of `set`, including squares of `set` that are next to each other.
    #[inline(always)]
    fn neighbours<B: Bits<Self::Set>>(self, set: B) -> B {
        union_of_directions!(|direction| self.shift(set, direction))
    }

    /// Returns the squares with squares of `set` on both sides, on one axis or both.
    #[inline(always)]
    fn between<B: Bits<Self::Set>>(self, set: B) -> B {
        let [north, east, south, west] = each_direction!(|direction| self.shift(set, direction));
        (north & south) | (east & west)
    }

    /// Returns the squares straight beyond those of `crossed` that are next to a square of `from`.
    #[inline(always)]
    fn beyond<B: Bits<Self::Set>>(self, from: B, crossed: B) -> B {
        union_of_directions!(|direction| self.shift(self.shift(from, direction) & crossed, direction))
    }

    /// Returns the squares from which a step in `direction` leaves the board.
    #[inline(always)]
    fn border(self, direction: Direction) -> Self::Set {
        self.board() & !self.shift(self.board(), direction.opposite())
    }

    /// Returns the squares on any border.
    #[inline(always)]
    fn rim(self) -> Self::Set {
        Direction::union(|direction| self.border(direction))
    }

    /// Returns the largest number of squares in a row in `direction`.
    #[inline(always)]
    fn length(self, direction: Direction) -> u32 {
        match direction {
            Direction::North | Direction::South => self.ranks(),
            Direction::East | Direction::West => self.files(),
        }
    }

    /// Returns the squares that rooks on `from` reach in `direction` over `empty` squares, at most `reach` away.
    #[inline(always)]
    fn slide<B: Bits<Self::Set>>(self, from: B, empty: B, direction: Direction, reach: u32) -> B {
        let reached = if reach < self.length(direction) - 1 {
            self.walk(from, empty, direction, reach)
        } else {
            self.fill(from, empty, direction)
        };
        reached & !from
    }

    /// Returns `from` and all squares reached from it in at most `reach` single steps over `empty` squares.
    #[inline(always)]
    fn walk<B: Bits<Self::Set>>(self, from: B, empty: B, direction: Direction, reach: u32) -> B {
        let mut reached = from;
        for _ in 0..reach {
            reached = reached | (self.shift(reached, direction) & empty);
        }
        reached
    }

    /// Returns `from` and all squares reached from it over `empty` in one direction, by a Kogge-Stone fill, which
    /// doubles the distance at each step.
    #[inline(always)]
    fn fill<B: Bits<Self::Set>>(self, from: B, empty: B, direction: Direction) -> B {
        let (stride, open) = match direction {
            Direction::North | Direction::South => (self.files(), empty),
            Direction::East => (1, empty & B::splat(!self.first_file())),
            Direction::West => (1, empty & B::splat(!self.last_file())),
        };
        let (mut reached, mut open) = (from, open);
        let mut distance = 1;
        while distance < self.length(direction) {
            let by = stride * distance;
            if direction.ascends() {
                reached = reached | (open & (reached << by));
                open = open & (open << by);
            } else {
                reached = reached | (open & (reached >> by));
                open = open & (open >> by);
            }
            distance *= 2;
        }
        reached
    }

    /// Returns the squares of `within` that are connected to some square of `seed` inside it.
    #[inline(always)]
    fn flood(self, seed: Self::Set, within: Self::Set) -> Self::Set {
        let mut region = seed & within;
        loop {
            let wider = region | (self.neighbours(region) & within);
            if wider == region {
                return region;
            }
            region = wider;
        }
    }
}

/// A board whose size is known at compile time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fixed<S, const FILES: u32, const RANKS: u32>(PhantomData<S>);

/// A board of any size.
#[derive(Clone, Copy, Debug)]
pub struct Dynamic<S> {
    files: u32,
    ranks: u32,
    board: S,
    first_file: S,
    last_file: S,
}

const fn board_mask(files: u32, ranks: u32) -> u128 {
    u128::MAX >> (128 - files * ranks)
}

const fn first_file_mask(files: u32, ranks: u32) -> u128 {
    let mut mask = 0;
    let mut rank = 0;
    while rank < ranks {
        mask |= 1 << (rank * files);
        rank += 1;
    }
    mask
}

impl<S: SquareSet, const FILES: u32, const RANKS: u32> Geometry for Fixed<S, FILES, RANKS>
where
    Self: sealed::Shape,
{
    type Set = S;

    #[inline(always)]
    fn files(self) -> u32 {
        FILES
    }

    #[inline(always)]
    fn ranks(self) -> u32 {
        RANKS
    }

    #[inline(always)]
    fn board(self) -> S {
        S::truncate(const { board_mask(FILES, RANKS) })
    }

    #[inline(always)]
    fn first_file(self) -> S {
        S::truncate(const { first_file_mask(FILES, RANKS) })
    }

    #[inline(always)]
    fn last_file(self) -> S {
        S::truncate(const { first_file_mask(FILES, RANKS) << (FILES - 1) })
    }
}

impl<S: SquareSet> Dynamic<S> {
    /// Creates the shape of a board that fits into the set `S`.
    pub fn new(size: BoardSize) -> Self {
        let column = |file| S::of((0..size.ranks).filter_map(|rank| size.square(file, rank)));
        Dynamic {
            files: u32::from(size.files),
            ranks: u32::from(size.ranks),
            board: S::of(size.each_square()),
            first_file: column(0),
            last_file: column(size.files - 1),
        }
    }
}

impl<S: SquareSet> Geometry for Dynamic<S> {
    type Set = S;

    #[inline(always)]
    fn files(self) -> u32 {
        self.files
    }

    #[inline(always)]
    fn ranks(self) -> u32 {
        self.ranks
    }

    #[inline(always)]
    fn board(self) -> S {
        self.board
    }

    #[inline(always)]
    fn first_file(self) -> S {
        self.first_file
    }

    #[inline(always)]
    fn last_file(self) -> S {
        self.last_file
    }
}

/// The shape that fits every board. Everything that is read, shown, recorded or computed once uses it, where speed does
/// not matter: such code is compiled once and depends on no other shape.
pub type AnyBoard = Dynamic<Wide>;

/// A set of squares of [any board](AnyBoard).
pub type AnySet = <AnyBoard as Geometry>::Set;

/// Work that is generic over the board's shape; see [`with_geometry`].
pub trait OnBoard {
    /// The result of the work.
    type Output;

    /// Does the work on one shape.
    fn run<G: Geometry>(self, geometry: G) -> Self::Output;
}

/// Runs `work` with the fastest shape for a board size: constants for 8×8 and 8×12, otherwise one
/// word, two, or as many as the largest board needs.
///
/// ```
/// use petteia_engine::{BoardSize, Geometry, OnBoard, SquareSet, with_geometry};
/// struct CountSquares;
/// impl OnBoard for CountSquares {
///     type Output = u32;
///     fn run<G: Geometry>(self, geometry: G) -> u32 {
///         geometry.board().count()
///     }
/// }
/// assert_eq!(with_geometry(BoardSize { files: 9, ranks: 10 }, CountSquares), 90);
/// ```
pub fn with_geometry<W: OnBoard>(size: BoardSize, work: W) -> W::Output {
    match (size.files, size.ranks) {
        (8, 8) => work.run(Fixed::<u64, 8, 8>(PhantomData)),
        (12, 8) => work.run(Fixed::<u128, 12, 8>(PhantomData)),
        _ => with_width(size, work),
    }
}

/// Runs `work` with a shape whose sets are just wide enough for a board size. On 8×8 and 12×8 this is slower than
/// [`with_geometry`] (endgame tables take a fifth longer), but it is compiled for three shapes instead of five.
pub fn with_width<W: OnBoard>(size: BoardSize, work: W) -> W::Output {
    match size.squares() {
        ..=64 => work.run(Dynamic::<u64>::new(size)),
        65..=128 => work.run(Dynamic::<u128>::new(size)),
        _ => work.run(Dynamic::<Wide>::new(size)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocab::MOST_SQUARES;

    /// Compares slides with square-by-square walks, on every shape of the family that fits the board.
    fn check_slides<G: Geometry>(geometry: G, seed: u128) {
        let spread = |noise: u128| {
            let far = G::Set::BITS.saturating_sub(128);
            let parts = [0, far / 3, 2 * (far / 3), far].map(|by| G::Set::truncate(noise.rotate_left(by)) << by);
            parts.into_iter().fold(G::Set::EMPTY, |set, part| set | part)
        };
        let mut noise = seed | 1;
        for _ in 0..200 {
            noise = noise.wrapping_mul(0xDA94_2042_E4DD_58B5_9E37_79B9_7F4A_7C15).rotate_left(41);
            let occupied = spread(noise & noise.rotate_left(7)) & geometry.board();
            let from = spread(noise.rotate_left(64)) & occupied;
            let empty = geometry.board() & !occupied;
            for direction in Direction::ALL {
                for reach in [1, 2, 3, 200] {
                    let mut walked = G::Set::EMPTY;
                    for square in from.squares() {
                        let mut at = G::Set::only(square);
                        for _ in 0..reach {
                            at = geometry.shift(at, direction) & empty;
                            walked |= at;
                        }
                    }
                    assert_eq!(
                        geometry.slide(from, empty, direction, reach),
                        walked,
                        "{geometry:?} {direction:?} {reach}"
                    );
                }
            }
        }
    }

    #[test]
    fn fills_agree_with_walking() {
        check_slides(Fixed::<u64, 8, 8>(PhantomData), 1);
        check_slides(Fixed::<u128, 12, 8>(PhantomData), 2);
        for files in 1..=16 {
            for ranks in 1..=24.min(128 / files) {
                let size = BoardSize { files, ranks };
                let seed = u128::from(files) << 64 | u128::from(ranks);
                check_slides(Dynamic::<u128>::new(size), seed);
                check_slides(Dynamic::<Wide>::new(size), seed);
                if size.squares() <= 64 {
                    check_slides(Dynamic::<u64>::new(size), 77);
                }
            }
        }
    }

    #[test]
    fn fills_agree_with_walking_on_large_boards() {
        for (files, ranks) in [(20, 20), (24, 16), (16, 24), (17, 17), (18, 17), (12, 11)] {
            check_slides(Dynamic::<Wide>::new(BoardSize { files, ranks }), 5);
        }
    }

    #[test]
    fn both_choices_of_a_shape_have_the_same_sets() {
        use std::any::TypeId;

        struct SetOf;
        impl OnBoard for SetOf {
            type Output = TypeId;

            fn run<G: Geometry>(self, _: G) -> TypeId {
                TypeId::of::<G::Set>()
            }
        }

        for files in 1..=26 {
            for ranks in (1..=26).filter(|ranks| u32::from(files) * u32::from(*ranks) <= MOST_SQUARES) {
                let size = BoardSize { files, ranks };
                assert_eq!(with_geometry(size, SetOf), with_width(size, SetOf), "{size:?}");
            }
        }
    }

    #[test]
    fn shapes_agree() {
        let size = BoardSize { files: 12, ranks: 8 };
        let (fixed, dynamic) = (Fixed::<u128, 12, 8>(PhantomData), Dynamic::<u128>::new(size));
        assert_eq!(fixed.board(), dynamic.board());
        assert_eq!(fixed.first_file(), dynamic.first_file());
        assert_eq!(fixed.last_file(), dynamic.last_file());
        assert_eq!(fixed.border(Direction::East), fixed.last_file());
        assert_eq!(fixed.border(Direction::South).count(), 12);
    }
}
