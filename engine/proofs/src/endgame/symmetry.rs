//! The symmetries of the board under which the rules are invariant.

use petteia_engine::rules::Movement;
use petteia_engine::{BoardSize, MOST_SQUARES, Rules, Square, SquareSet};

/// The image of each square.
type Images = [u16; MOST_SQUARES as usize];

/// Board symmetries: rotations and reflections of the board under which the game is the same. The first is the
/// identity.
#[derive(Clone, Debug)]
pub struct Symmetries {
    maps: Vec<Images>,
    /// Shows the board from the other side: ranks are reversed.
    flip: Images,
    keep_ranks: bool,
}

/// A symmetry as a map of (file, rank).
type Change = fn(BoardSize, u8, u8) -> (u8, u8);

const MIRRORS: [Change; 2] = [|_, file, rank| (file, rank), |size, file, rank| (size.files - 1 - file, rank)];
const FLIPS: [Change; 2] = [
    |size, file, rank| (file, size.ranks - 1 - rank),
    |size, file, rank| (size.files - 1 - file, size.ranks - 1 - rank),
];
const TURNS: [Change; 4] = [
    |_, file, rank| (rank, file),
    |size, file, rank| (size.ranks - 1 - rank, file),
    |size, file, rank| (rank, size.files - 1 - file),
    |size, file, rank| (size.ranks - 1 - rank, size.files - 1 - file),
];

impl Symmetries {
    /// Returns the symmetries of a game. Files can always be mirrored. Ranks can be mirrored unless stones only move
    /// forward or leaders cross to a back rank; a square board can then also be rotated.
    pub fn of(rules: &Rules) -> Self {
        let keep_ranks = rules.movement == Movement::Forward || rules.leader.is_some_and(|leader| leader.crossing);
        Symmetries::of_board(rules.board, keep_ranks)
    }

    /// Returns the symmetries of a board; with `keep_ranks`, only those under which White's side of it remains White's.
    pub fn of_board(size: BoardSize, keep_ranks: bool) -> Self {
        let square = size.files == size.ranks;
        let flips = FLIPS.iter().filter(|_| !keep_ranks);
        let turns = TURNS.iter().filter(|_| !keep_ranks && square);
        let maps = MIRRORS.iter().chain(flips).chain(turns).map(|change| map(size, *change)).collect();
        Symmetries { maps, flip: map(size, FLIPS[0]), keep_ranks }
    }

    /// Returns the number of symmetries: 2, 4 or 8.
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// Returns whether White's side of the board must remain White's.
    pub fn keep_ranks(&self) -> bool {
        self.keep_ranks
    }

    /// Returns the image of a set of squares under one of the symmetries.
    #[inline]
    pub fn apply<S: SquareSet>(&self, symmetry: usize, set: S) -> S {
        moved(&self.maps[symmetry], set)
    }

    /// Returns a set of squares as seen from the other side of the board, whether or not this is a symmetry.
    #[inline]
    pub(super) fn flipped<S: SquareSet>(&self, set: S) -> S {
        moved(&self.flip, set)
    }

    /// Returns the images of a set of squares under all symmetries.
    pub fn images<S: SquareSet>(&self, set: S) -> impl Iterator<Item = S> {
        self.maps.iter().map(move |map| moved(map, set))
    }
}

fn map(size: BoardSize, change: Change) -> Images {
    let mut map = [0; MOST_SQUARES as usize];
    for square in size.each_square() {
        let (file, rank) = change(size, size.file(square), size.rank(square));
        map[square.index()] = size.square(file, rank).expect("a symmetry maps the board to itself").0;
    }
    map
}

#[inline]
fn moved<S: SquareSet>(map: &Images, set: S) -> S {
    set.squares().fold(S::EMPTY, |moved, square| moved | S::only(Square(map[square.index()])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symmetries(game: &str) -> Symmetries {
        Symmetries::of(&Rules::parse(game).unwrap())
    }

    #[test]
    fn a_game_has_the_symmetries_of_its_board_and_rules() {
        assert_eq!(symmetries("city-8").count(), 8);
        assert_eq!(symmetries("city-12").count(), 4);
        assert_eq!(symmetries("city-8-forward").count(), 2);
        assert_eq!(symmetries("lemery-compact-crossing").count(), 2);
    }

    #[test]
    fn symmetries_differ_and_keep_neighbours() {
        let symmetries = symmetries("city-8");
        let pair = 0b11_u64 << 11;
        let mut images: Vec<u64> = (0..8).map(|symmetry| symmetries.apply(symmetry, pair | 1 << 3)).collect();
        for image in &images {
            assert_eq!(image.count(), 3);
        }
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
        assert_eq!(symmetries.apply(0, pair), pair);
    }
}
