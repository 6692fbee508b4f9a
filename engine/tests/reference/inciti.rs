//! Dead squares: regions, the pieces they seal off, and the sweep (§5).

use petteia_engine::Side;
use petteia_engine::rules::{LeaderCapture, Movement};

use super::board::{At, Board, Cell, DIRECTIONS, EAST, NORTH, Piece};
use super::turn::Turn;
use super::{Position, Reference};

/// Returns the connected components of the squares that are not inciti.
pub(super) fn regions(board: &Board) -> Vec<Vec<At>> {
    let mut regions: Vec<Vec<At>> = Vec::new();
    for at in board.squares() {
        if board[at] != Cell::Incitus && !regions.iter().any(|region| region.contains(&at)) {
            regions.push(region_of(board, at));
        }
    }
    regions
}

fn region_of(board: &Board, at: At) -> Vec<At> {
    board.connected(at, is_open)
}

/// Returns whether a square can be part of a region.
fn is_open(cell: Cell) -> bool {
    cell != Cell::Off && cell != Cell::Incitus
}

fn is_sealed(board: &Board, at: At) -> bool {
    region_of(board, at).iter().all(|&at| board[at] != Cell::Empty)
}

/// Returns the same board with the same pieces and every incitus replaced by an empty square.
fn without_inciti(board: &Board) -> Board {
    let mut open = board.clone();
    for at in board.squares().filter(|&at| board[at] == Cell::Incitus) {
        open[at] = Cell::Empty;
    }
    open
}

impl Reference {
    /// Returns whether neither side can capture in any region.
    pub(super) fn is_dead(&self, board: &Board) -> bool {
        let regions = regions(board);
        !Side::BOTH.iter().any(|&side| regions.iter().any(|region| self.can_capture(board, side, region)))
    }

    /// Returns whether a side can, in principle, capture in a region: the table of §5, row by row.
    fn can_capture(&self, board: &Board, side: Side, region: &[At]) -> bool {
        let rules = &self.rules;
        let captors = region.iter().filter(|&&at| self.is_captor(board[at], side)).count();
        let enemies = region.iter().filter_map(|&at| board[at].piece()).filter(|piece| piece.side != side);
        let (like_stones, other_leaders): (Vec<Piece>, Vec<Piece>) =
            enemies.partition(|&piece| self.falls_like_a_stone(piece));
        let has_site = |is_site: fn(&Board, At) -> bool| region.iter().any(|&at| is_site(board, at));
        let can = |switched_on: bool, need: usize, is_site: fn(&Board, At) -> bool| {
            switched_on && captors >= need && !like_stones.is_empty() && has_site(is_site)
        };
        let leaps = rules.movement == Movement::Leap;
        can(!leaps, 2, is_between)
            || can(rules.edge && !leaps, 1, is_at_edge)
            || can(rules.corner && !leaps, 2, is_open_corner)
            || can(rules.hostile_corner.captures() && !leaps, 1, is_before_corner)
            || can(rules.surround && !leaps, 1, has_open_neighbour)
            || can(leaps, 1, is_between)
            || (!other_leaders.is_empty() && self.can_capture_on_four_sides(board, captors, region))
    }

    /// Implements the last row, in which each square has its own requirement.
    fn can_capture_on_four_sides(&self, board: &Board, captors: usize, region: &[At]) -> bool {
        let is_site = |at: &At| {
            let in_region = at.beside().iter().filter(|&&next| is_open(board[next])).count();
            let held =
                at.beside().iter().all(|&next| is_open(board[next]) || (self.rules.edge && board[next] == Cell::Off));
            held && captors >= in_region.max(1)
        };
        self.leader_capture() == Some(LeaderCapture::FourSided) && region.iter().any(is_site)
    }

    /// Returns whether the inciti, not a lack of pieces, prevent a piece's side from capturing in its region.
    pub(super) fn is_hopeless(&self, board: &Board, at: At) -> bool {
        let Cell::Held(piece) = board[at] else { return false };
        let crosses = self.rules.leader.is_some_and(|leader| leader.crossing);
        if piece.is_leader() && (crosses || self.leader_capture() == Some(LeaderCapture::Never)) {
            return false;
        }
        let open = without_inciti(board);
        let everywhere: Vec<At> = open.squares().collect();
        !self.can_capture(board, piece.side, &region_of(board, at)) && self.can_capture(&open, piece.side, &everywhere)
    }

    /// Captures what the inciti have cut off, in rounds, until a round captures nothing.
    pub(super) fn sweep(&self, turn: &mut Turn) {
        if !self.rules.inciti {
            return;
        }
        loop {
            let mut cut_off = self.swept(&turn.after, is_sealed);
            let over = self.rules.keeps_hopeless() || self.is_dead(&turn.after.board);
            if cut_off.is_empty() && !over {
                cut_off = self.swept(&turn.after, |board, at| self.is_hopeless(board, at));
            }
            if cut_off.is_empty() {
                return;
            }
            self.remove(turn, &cut_off);
        }
    }

    /// Returns the pieces of both sides that a sweep captures for a reason.
    fn swept(&self, p: &Position, reason: impl Fn(&Board, At) -> bool) -> Vec<At> {
        let stays = |piece: Piece| piece.is_leader() && self.leader_capture() == Some(LeaderCapture::Never);
        let swept = p.board.pieces().filter(|&(at, piece)| !stays(piece) && reason(&p.board, at));
        swept.map(|(at, _)| at).collect()
    }

    /// Captures pieces: counts the stones, records the leaders, and leaves the squares empty or dead (§4, §5).
    pub(super) fn remove(&self, turn: &mut Turn, squares: &[At]) {
        for &at in squares {
            let Cell::Held(piece) = turn.after.board[at] else { unreachable!("only pieces are captured") };
            turn.after.board[at] = self.left_behind();
            if piece.is_leader() {
                turn.fallen_leaders[piece.side] = true;
            } else {
                turn.after.captured[!piece.side] += 1;
            }
            turn.captures = true;
        }
    }
}

/// Returns whether both neighbours on one axis are in the region.
fn is_between(board: &Board, at: At) -> bool {
    board.is_between(at, is_open)
}

/// Returns whether a corner square and the square straight across from it are beside the square, both in the region.
fn is_before_corner(board: &Board, at: At) -> bool {
    let is_before = |direction| {
        let (corner, across) = (at.toward(direction, 1), at.toward(direction, -1));
        board.is_corner(corner) && is_open(board[corner]) && is_open(board[across])
    };
    DIRECTIONS.into_iter().any(is_before)
}

/// Returns whether one neighbour is in the region and the square on the opposite side is off the board.
fn is_at_edge(board: &Board, at: At) -> bool {
    let edge = |one: At, other: At| is_open(board[one]) && board[other] == Cell::Off;
    let both_ways = |axis| {
        let (one, other) = (at.toward(axis, 1), at.toward(axis, -1));
        edge(one, other) || edge(other, one)
    };
    [NORTH, EAST].into_iter().any(both_ways)
}

/// Returns whether the square is a corner with both its neighbours in the region.
fn is_open_corner(board: &Board, at: At) -> bool {
    board.beside_corner(at).is_some_and(|beside| beside.iter().all(|&next| is_open(board[next])))
}

/// Returns whether the square has a neighbour in the region.
fn has_open_neighbour(board: &Board, at: At) -> bool {
    at.beside().iter().any(|&next| is_open(board[next]))
}
