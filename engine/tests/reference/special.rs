//! The throne, the corner squares and the edge: who may stop or pass there, and to whom they are hostile (§3, §4).

use petteia_engine::Side;
use petteia_engine::rules::{Access, Hostile};

use super::Reference;
use super::board::{At, Board, Cell, Kind, Piece};

impl Reference {
    /// Returns whether a piece may end its move on a square.
    pub(super) fn may_stop(&self, board: &Board, at: At, is_leader: bool) -> bool {
        let on_throne = board.centre() == Some(at);
        let in_corner = self.is_corner_square(board, at);
        (!on_throne || allows(self.rules.throne_stop.unwrap_or_default(), is_leader))
            && (!in_corner || allows(self.rules.corner_stop, is_leader))
    }

    /// Returns whether a piece may slide over an empty square.
    pub(super) fn may_pass(&self, board: &Board, at: At, is_leader: bool) -> bool {
        board.centre() != Some(at) || allows(self.rules.throne_pass.unwrap_or_default(), is_leader)
    }

    /// Returns whether a square is one of the `corner_size` times `corner_size` squares in a corner.
    pub(super) fn is_corner_square(&self, board: &Board, at: At) -> bool {
        let size = i32::from(self.rules.corner_size);
        let is_near_end = |n, count| (0..size).contains(&n) || (count - size..count).contains(&n);
        board[at] != Cell::Off && is_near_end(at.file, board.files) && is_near_end(at.rank, board.ranks)
    }

    /// Returns whether a square is the throne or a corner square and hostile to a piece.
    pub(super) fn is_hostile_to(&self, board: &Board, at: At, piece: Piece) -> bool {
        let throne = board.centre() == Some(at) && threatens(self.rules.hostile_throne.unwrap_or_default(), piece);
        let corner = self.is_corner_square(board, at) && threatens(self.rules.hostile_corner, piece);
        throne || corner
    }

    /// Returns whether a square is hostile to a piece and not held by the piece's own side.
    pub(super) fn is_open_to_capture(&self, board: &Board, at: At, piece: Piece) -> bool {
        self.is_hostile_to(board, at, piece) && !board[at].is_of(piece.side)
    }

    /// Returns whether a square is the throne or next to it.
    pub(super) fn is_about_throne(&self, board: &Board, at: At) -> bool {
        board.centre().is_some_and(|throne| throne == at || throne.beside().contains(&at))
    }
}

impl Board {
    /// Returns whether a square is on the rim of the board.
    pub fn is_edge(&self, at: At) -> bool {
        let ends = |n, count| n == 0 || n == count - 1;
        ends(at.file, self.files) || ends(at.rank, self.ranks)
    }
}

/// Returns a free stone.
pub(super) fn stone_of(side: Side) -> Piece {
    Piece { side, kind: Kind::Ordinarius }
}

fn allows(who: Access, is_leader: bool) -> bool {
    match who {
        Access::All => true,
        Access::Leader => is_leader,
        Access::None => false,
    }
}

fn threatens(hostile: Hostile, piece: Piece) -> bool {
    match hostile {
        Hostile::Off => false,
        Hostile::All => true,
        Hostile::Stones => !piece.is_leader(),
        Hostile::Leader => piece.is_leader(),
        Hostile::White => !piece.is_leader() && piece.side == Side::White,
        Hostile::Black => !piece.is_leader() && piece.side == Side::Black,
    }
}
