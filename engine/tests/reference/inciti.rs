//! Dead squares: regions, the pieces they seal off, and the sweep (§5).

use petteia_engine::Side;
use petteia_engine::rules::{Goal, LeaderCapture, LeaderEdge, Movement};

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
        let (own, enemies): (Vec<Piece>, Vec<Piece>) =
            region.iter().filter_map(|&at| board[at].piece()).partition(|piece| piece.side == side);
        let captors = own.iter().filter(|&&piece| self.may_strike(piece) || self.may_support(piece)).count();
        if !own.iter().any(|&piece| self.may_strike(piece)) {
            return false;
        }
        let like_stones: Vec<Piece> =
            enemies.iter().copied().filter(|&piece| self.may_fall_like_a_stone(piece)).collect();
        let has_site = |is_site: fn(&Board, At) -> bool| region.iter().any(|&at| is_site(board, at));
        let can = |switched_on: bool, need: usize, is_site: fn(&Board, At) -> bool| {
            switched_on && captors >= need && !like_stones.is_empty() && has_site(is_site)
        };
        let leaps = rules.movement == Movement::Leap;
        can(!leaps, 2, is_between)
            || can(rules.edge && !leaps, 1, is_at_edge)
            || can(rules.corner && !leaps, 2, is_open_corner)
            || can(rules.intervention && like_stones.len() >= 2, 1, is_between)
            || (captors >= 1 && self.has_hostile_site(board, region, &like_stones))
            || can(rules.surround && !leaps, 1, has_open_neighbour)
            || can(leaps, 1, is_between)
            || enemies.iter().any(|&piece| self.can_capture_on_four_sides(board, captors, region, piece))
    }

    /// Returns whether a piece is captured like a stone, on some squares at least.
    fn may_fall_like_a_stone(&self, piece: Piece) -> bool {
        let leaders = matches!(self.leader_capture(), Some(LeaderCapture::Custodial | LeaderCapture::ByThrone));
        !piece.is_leader() || leaders
    }

    /// Returns whether some square has a square hostile to one of the pieces on one side, and the board on the other.
    fn has_hostile_site(&self, board: &Board, region: &[At], pieces: &[Piece]) -> bool {
        let is_hostile = |at: At| pieces.iter().any(|&piece| self.is_hostile_to(board, at, piece));
        let is_site = |at: At| {
            let across = DIRECTIONS.map(|direction| (at.toward(direction, 1), at.toward(direction, -1)));
            across.into_iter().any(|(one, other)| is_hostile(one) && board[other] != Cell::Off)
        };
        region.iter().any(|&at| is_site(at))
    }

    /// Implements the last row, in which each square has its own requirement.
    fn can_capture_on_four_sides(&self, board: &Board, captors: usize, region: &[At], leader: Piece) -> bool {
        let by_four = matches!(self.leader_capture(), Some(LeaderCapture::FourSided | LeaderCapture::ByThrone));
        let edge_holds = self.rules.edge || self.rules.leader.is_some_and(|leader| leader.edge == LeaderEdge::Captor);
        let is_hostile_throne = |at: At| board.centre() == Some(at) && self.is_hostile_to(board, at, leader);
        let is_site = |at: &At| {
            let held = at.beside().iter().all(|&next| is_open(board[next]) || (edge_holds && board[next] == Cell::Off));
            let in_region = at.beside().into_iter().filter(|&next| is_open(board[next]));
            let needed = in_region.filter(|&next| !is_hostile_throne(next)).count();
            held && captors >= needed.max(1)
        };
        leader.is_leader() && by_four && region.iter().any(is_site)
    }

    /// Returns whether the inciti, not a lack of pieces, prevent a piece's side from capturing in its region.
    pub(super) fn is_hopeless(&self, board: &Board, at: At) -> bool {
        let Cell::Held(piece) = board[at] else { return false };
        let has_goal = self.goal_of_leader() != Goal::None;
        if piece.is_leader() && (has_goal || self.leader_capture() == Some(LeaderCapture::Never)) {
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
