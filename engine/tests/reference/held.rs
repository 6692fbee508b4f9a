//! Stones that are bound as long as two free enemies hold them, in games with `bound = held` (§6).

use petteia_engine::Side;
use petteia_engine::rules::{Entry, Removal};

use super::Reference;
use super::board::{At, Board, Cell, DIRECTIONS, Kind, Piece};

impl Reference {
    /// Returns whether a bound stone is removed before the move, not instead of it.
    pub(super) fn removes_first(&self) -> bool {
        self.rules.removal == Some(Removal::BeforeMove)
    }

    /// Returns whether free stones of the other side hold a stone of `side`.
    pub(super) fn is_held(&self, board: &Board, at: At, side: Side) -> bool {
        let is_holder = |cell| is_free(cell, !side);
        let corner = board.beside_corner(at).filter(|_| self.rules.corner);
        board.is_between(at, is_holder)
            || corner.is_some_and(|beside| beside.iter().all(|&next| is_holder(board[next])))
    }

    /// Returns the enemies that a stone of `side` binds with its move to `to`.
    fn bound_by(&self, board: &Board, to: At, side: Side) -> Vec<At> {
        let is_bound = |&(enemy, opposite): &(At, At)| {
            let corner = board.beside_corner(enemy).filter(|_| self.rules.corner);
            let in_corner = corner.is_some_and(|beside| beside.iter().all(|&next| is_free(board[next], side)));
            is_free(board[enemy], !side) && (is_free(board[opposite], side) || in_corner)
        };
        let across = DIRECTIONS.map(|direction| (to.next(direction), to.toward(direction, 2)));
        across.into_iter().filter(is_bound).map(|(enemy, _)| enemy).collect()
    }

    /// Binds what the move to `to` binds, then frees every stone that is no longer held.
    pub(super) fn bind_and_free(&self, board: &mut Board, to: At, side: Side) {
        for at in self.bound_by(board, to, side) {
            board[at] = Cell::Held(Piece { side: !side, kind: Kind::Alligatus });
        }
        for (at, side) in self.escaped(board) {
            board[at] = Cell::Held(Piece { side, kind: Kind::Ordinarius });
        }
    }

    /// Returns the bound stones that are not held.
    pub(super) fn escaped(&self, board: &Board) -> Vec<(At, Side)> {
        let bound = board.pieces().filter(|(_, piece)| !piece.is_free());
        bound.filter(|&(at, piece)| !self.is_held(board, at, piece.side)).map(|(at, piece)| (at, piece.side)).collect()
    }

    /// Returns whether a stone of `side` that has moved to `to` may end there under `entry`.
    pub(super) fn may_enter(&self, board: &Board, to: At, side: Side) -> bool {
        let is_between = board.is_between(to, |cell| cell.is_of(!side));
        self.rules.entry != Some(Entry::Traps) || !is_between || !self.bound_by(board, to, side).is_empty()
    }
}

fn is_free(cell: Cell, side: Side) -> bool {
    cell.piece().is_some_and(|piece| piece.side == side && piece.is_free())
}
