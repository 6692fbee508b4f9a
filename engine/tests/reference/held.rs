//! Stones that free enemies hold, and what they bind, in games in which moves bind: `bound` is `held`, `lasting` or
//! `chain` (§6).

use petteia_engine::Side;
use petteia_engine::rules::{Bound, Entry, Removal};

use super::board::{At, Board, Cell, DIRECTIONS, Kind, Piece};
use super::{Position, Reference};

impl Reference {
    /// Returns whether moves bind stones and capture nothing.
    pub(super) fn moves_bind(&self) -> bool {
        matches!(self.rules.bound, Some(Bound::Held | Bound::Lasting | Bound::Chain))
    }

    /// Returns whether bound stones stay bound until they are removed.
    pub(super) fn stays_bound(&self) -> bool {
        self.rules.bound == Some(Bound::Lasting)
    }

    /// Returns whether a bound stone is removed before the move, not instead of it.
    pub(super) fn removes_first(&self) -> bool {
        matches!(self.rules.removal, Some(Removal::BeforeMove | Removal::Joined))
    }

    /// Returns whether a removal and the move after it are one whole.
    pub(super) fn joins_removal(&self) -> bool {
        self.rules.removal == Some(Removal::Joined)
    }

    /// Returns the bound enemies that a move of `side` removes before its stone moves.
    pub(super) fn removed_with_move(&self, board: &Board, side: Side) -> Vec<At> {
        if self.rules.removal != Some(Removal::All) {
            return Vec::new();
        }
        board.pieces_of(!side).filter(|(_, piece)| !piece.is_free()).map(|(at, _)| at).collect()
    }

    /// Returns whether the squares on both sides of a square, on one axis, hold what is asked for; or, with `corner`, both
    /// squares beside a corner square.
    pub(super) fn is_between_holders(&self, board: &Board, at: At, is_holder: impl Fn(Cell) -> bool) -> bool {
        let corner = board.beside_corner(at).filter(|_| self.rules.corner);
        let in_corner = corner.is_some_and(|beside| beside.iter().all(|&next| is_holder(board[next])));
        board.is_between(at, is_holder) || in_corner
    }

    /// Returns whether free stones of the other side hold a stone of `side`.
    pub(super) fn is_held(&self, board: &Board, at: At, side: Side) -> bool {
        self.is_between_holders(board, at, |cell| is_free(cell, !side))
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

    /// Binds what the move to `to` binds, then frees every stone that is no longer held; with `chain`, the mover's stones
    /// that are freed bind in turn. Returns whether a stone was bound.
    pub(super) fn bind_and_free(&self, board: &mut Board, to: At, side: Side) -> bool {
        let mut binds = false;
        let mut binders = vec![to];
        while !binders.is_empty() {
            let bound: Vec<At> = binders.iter().flat_map(|&at| self.bound_by(board, at, side)).collect();
            binds |= !bound.is_empty();
            for at in bound {
                board[at] = Cell::Held(Piece { side: !side, kind: Kind::Alligatus });
            }
            let freed = if self.stays_bound() { Vec::new() } else { self.escaped(board) };
            for &(at, side) in &freed {
                board[at] = Cell::Held(Piece { side, kind: Kind::Ordinarius });
            }
            let goes_on = self.rules.bound == Some(Bound::Chain);
            binders = freed.into_iter().filter(|&(_, of)| goes_on && of == side).map(|(at, _)| at).collect();
        }
        binds
    }

    /// Returns the bound stones that are not held.
    pub(super) fn escaped(&self, board: &Board) -> Vec<(At, Side)> {
        let bound = board.pieces().filter(|(_, piece)| !piece.is_free());
        bound.filter(|&(at, piece)| !self.is_held(board, at, piece.side)).map(|(at, piece)| (at, piece.side)).collect()
    }

    /// Returns whether a stone is bound that is not held.
    pub fn binds_unheld(&self, p: &Position) -> bool {
        !self.escaped(&p.board).is_empty()
    }

    /// Returns whether a stone of the side to move may go from one square to another under `entry`.
    pub(super) fn may_enter(&self, p: &Position, from: At, to: At) -> bool {
        let (side, entry) = (p.side, self.rules.entry.unwrap_or_default());
        if entry == Entry::Free {
            return true;
        }
        let mut after = super::moves::moved(&p.board, from, to);
        for at in self.removed_with_move(&p.board, side) {
            after[at] = Cell::Empty;
        }
        match entry {
            Entry::Free => true,
            Entry::Traps => {
                let is_between = after.is_between(to, |cell| cell.is_of(!side));
                !is_between || !self.bound_by(&after, to, side).is_empty()
            }
            Entry::Safe => {
                self.bind_and_free(&mut after, to, side);
                !self.is_held(&after, to, side)
            }
        }
    }
}

fn is_free(cell: Cell, side: Side) -> bool {
    cell.piece().is_some_and(|piece| piece.side == side && piece.is_free())
}
