//! Chains of leaps (RULES §3, Lemery's latrunculi).

use std::ops::ControlFlow;

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::vocab::{Direction, Side, Square, SquareSet};

/// The directions of a chain of at most 64 leaps. No chain on a board of up to 128 squares is longer, because each leap
/// crosses another square between two of the stone's landing squares; on larger boards, longer ones are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LeapPath {
    /// Two bits per leap. Bytes keep a move small and free of alignment.
    directions: [u8; MOST_LEAPS / 4],
    length: u8,
}

impl LeapPath {
    /// Returns the path with one more leap; `None` if it has as many as there is room for.
    pub(crate) fn then(mut self, direction: Direction) -> Option<Self> {
        if usize::from(self.length) == MOST_LEAPS {
            return None;
        }
        self.directions[usize::from(self.length / 4)] |= (direction as u8) << (2 * (self.length % 4));
        self.length += 1;
        Some(self)
    }

    /// Returns the leaps in order.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        (0..self.length).map(move |i| {
            let code = self.directions[usize::from(i / 4)] >> (2 * (i % 4)) & 3;
            Direction::ALL[usize::from(code)]
        })
    }
}

const MOST_LEAPS: usize = 64;

/// The changes that a chain has made so far.
#[derive(Clone, Copy)]
struct Chain<S> {
    from: Square,
    at: S,
    path: LeapPath,
    crossable: S,
    empty: S,
}

/// Calls `visit` with the start, end and path of every chain of `movers`, pieces of `side`, once for each distinct path
/// (§3).
pub(crate) fn chains<G: Geometry>(
    game: &Game<G>,
    position: &Position<G::Set>,
    side: Side,
    movers: G::Set,
    mut visit: impl FnMut(Square, Square, LeapPath) -> ControlFlow<()>,
) {
    let crossable = position.pieces[!side];
    let empty = game.geometry.board() & !position.all_pieces() & !position.inciti;
    for from in (movers & game.geometry.beyond(empty, crossable)).squares() {
        let at = G::Set::only(from);
        let start = Chain { from, at, path: LeapPath::default(), crossable, empty: empty | at };
        if extend(game, start, &mut visit).is_break() {
            return;
        }
    }
}

#[inline(never)]
pub(crate) fn count_chains<G: Geometry>(
    game: &Game<G>,
    position: &Position<G::Set>,
    side: Side,
    movers: G::Set,
) -> u32 {
    let mut count = 0;
    chains(game, position, side, movers, |_, _, _| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

fn extend<G: Geometry>(
    game: &Game<G>,
    chain: Chain<G::Set>,
    visit: &mut impl FnMut(Square, Square, LeapPath) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for direction in Direction::ALL {
        let crossed = game.geometry.shift(chain.at, direction) & chain.crossable;
        let landing = game.geometry.shift(crossed, direction) & chain.empty;
        if landing.is_empty() {
            continue;
        }
        let Some(path) = chain.path.then(direction) else { continue };
        visit(chain.from, landing.lowest(), path)?;
        // A crossed piece leaves its square empty or dead.
        let freed = crossed.when(!game.rules.inciti);
        let crossable = chain.crossable & !crossed;
        extend(game, Chain { at: landing, path, crossable, empty: chain.empty | freed, ..chain }, visit)?;
    }
    ControlFlow::Continue(())
}
