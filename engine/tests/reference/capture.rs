//! Determines what a move captures, and which pieces take part (§4, §6).

use petteia_engine::Side;
use petteia_engine::rules::{LeaderCapture, LeaderCaptures, LeaderEdge, Movement};

use super::Reference;
use super::board::{At, Board, Cell, DIRECTIONS, Direction, EAST, NORTH, Piece, SOUTH, WEST};
use super::special::stone_of;

/// The captures of one move, determined after it on the board and before any removal.
#[derive(Default)]
pub struct Captures {
    pub captured: Vec<At>,
    /// The mover's pieces that took part.
    pub helpers: Vec<At>,
}

impl Captures {
    fn add(&mut self, captured: At, helpers: impl IntoIterator<Item = At>) {
        if !self.captured.contains(&captured) {
            self.captured.push(captured);
        }
        self.helpers.extend(helpers);
    }
}

impl Reference {
    /// Returns the captures of the piece that has just moved to `p`.
    pub(super) fn captures(&self, board: &Board, p: At) -> Captures {
        let mut found = Captures::default();
        let Cell::Held(mover) = board[p] else { unreachable!("a piece has moved there") };
        let by_moving = self.rules.movement != Movement::Leap && !self.moves_bind();
        if !by_moving || !self.may_strike(mover) {
            return found;
        }
        for direction in DIRECTIONS {
            if self.rules.capture_run {
                self.add_run(board, p, direction, &mut found);
            }
            let (enemy, opposite) = (p.next(direction), p.toward(direction, 2));
            if board[enemy].is_of(!mover.side) {
                self.add_one(board, p, enemy, opposite, &mut found);
            }
        }
        self.add_intervention(board, p, &mut found);
        self.add_shieldwalls(board, p, &mut found);
        if self.rules.surround {
            self.add_surrounded(board, mover.side, p, &mut found);
        }
        if !found.captured.is_empty() {
            found.helpers.push(p);
        }
        found
    }

    /// Adds the captures of one enemy next to `p`.
    fn add_one(&self, board: &Board, p: At, enemy: At, opposite: At, found: &mut Captures) {
        let Cell::Held(piece) = board[enemy] else { unreachable!("an enemy stands there") };
        if self.falls_like_a_stone(board, enemy) {
            self.add_custodial(board, !piece.side, enemy, opposite, found);
            self.add_corner(board, p, enemy, found);
            if self.is_open_to_capture(board, opposite, piece) {
                found.add(enemy, []);
            }
        }
        if self.falls_on_four_sides(board, enemy) {
            self.add_four_sided(board, p, enemy, found);
        }
        self.add_linnaean(board, enemy, opposite, found);
    }

    /// Returns whether a piece may capture with its own move.
    pub(super) fn may_strike(&self, piece: Piece) -> bool {
        let captures = self.rules.leader.map(|leader| leader.captures);
        !piece.is_leader() || matches!(captures, Some(LeaderCaptures::On | LeaderCaptures::Hammer))
    }

    /// Returns whether a piece may be the other captor when another piece moves.
    pub(super) fn may_support(&self, piece: Piece) -> bool {
        let captures = self.rules.leader.map(|leader| leader.captures);
        !piece.is_leader() || matches!(captures, Some(LeaderCaptures::On | LeaderCaptures::Anvil))
    }

    /// Returns whether a square holds a piece of `side` that may be the other captor.
    pub(super) fn is_supporter(&self, cell: Cell, side: Side) -> bool {
        cell.is_of(side) && cell.piece().is_some_and(|piece| self.may_support(piece))
    }

    /// Returns whether the piece on a square is captured there as stones are.
    pub(super) fn falls_like_a_stone(&self, board: &Board, at: At) -> bool {
        let Cell::Held(piece) = board[at] else { return false };
        match self.leader_capture() {
            _ if !piece.is_leader() => true,
            _ if self.is_safe_on_edge(board, at) => false,
            Some(LeaderCapture::Custodial) => true,
            Some(LeaderCapture::ByThrone) => !self.is_about_throne(board, at),
            Some(LeaderCapture::FourSided | LeaderCapture::Never) | None => false,
        }
    }

    /// Returns whether the piece on a square is a leader that is captured there from all four sides.
    fn falls_on_four_sides(&self, board: &Board, at: At) -> bool {
        let is_leader = board[at].piece().is_some_and(Piece::is_leader);
        let by_four = match self.leader_capture() {
            Some(LeaderCapture::FourSided) => true,
            Some(LeaderCapture::ByThrone) => self.is_about_throne(board, at),
            Some(LeaderCapture::Custodial | LeaderCapture::Never) | None => false,
        };
        is_leader && by_four && !self.is_safe_on_edge(board, at)
    }

    /// Returns whether a leader on a square cannot be captured because the square is on the edge.
    pub(super) fn is_safe_on_edge(&self, board: &Board, at: At) -> bool {
        self.rules.leader.is_some_and(|leader| leader.edge == LeaderEdge::Safe) && board.is_edge(at)
    }

    pub(super) fn leader_capture(&self) -> Option<LeaderCapture> {
        self.rules.leader.map(|leader| leader.capture)
    }

    /// Adds custodial capture and `edge`.
    fn add_custodial(&self, board: &Board, side: Side, enemy: At, opposite: At, found: &mut Captures) {
        if self.is_supporter(board[opposite], side) {
            found.add(enemy, [opposite]);
        }
        if self.rules.edge && board[opposite] == Cell::Off {
            found.add(enemy, []);
        }
    }

    /// Adds `corner`; the moved piece is known to be one of the two neighbours.
    fn add_corner(&self, board: &Board, p: At, enemy: At, found: &mut Captures) {
        let Cell::Held(mover) = board[p] else { unreachable!("a piece has moved there") };
        if let Some(neighbours) = board.beside_corner(enemy)
            && self.rules.corner
            && neighbours.iter().all(|&next| next == p || self.is_supporter(board[next], mover.side))
        {
            found.add(enemy, neighbours);
        }
    }

    /// Adds `linnaean`: a stone between `p` and its own leader on the throne, whose other neighbours support the capture.
    fn add_linnaean(&self, board: &Board, enemy: At, opposite: At, found: &mut Captures) {
        let Cell::Held(piece) = board[enemy] else { unreachable!("an enemy stands there") };
        let is_by_leader = board.centre() == Some(opposite) && board.leader_of(piece.side) == Some(opposite);
        if !self.rules.linnaean || piece.is_leader() || !is_by_leader {
            return;
        }
        let others: Vec<At> = opposite.beside().into_iter().filter(|&next| next != enemy).collect();
        if others.iter().all(|&next| self.is_supporter(board[next], !piece.side)) {
            found.add(enemy, others);
        }
    }

    /// Adds `capture_run`: the run of enemies that begins next to `p` in one direction.
    fn add_run(&self, board: &Board, p: At, direction: Direction, found: &mut Captures) {
        let Cell::Held(mover) = board[p] else { unreachable!("a piece has moved there") };
        let mut run = Vec::new();
        let mut at = p.next(direction);
        while board[at].is_of(!mover.side) && self.falls_like_a_stone(board, at) {
            run.push(at);
            at = at.next(direction);
        }
        if self.is_supporter(board[at], mover.side) {
            run.into_iter().for_each(|enemy| found.add(enemy, [at]));
        }
    }

    /// Adds the capture of a leader that is held on all four sides; the moved piece is known to be one of them.
    fn add_four_sided(&self, board: &Board, p: At, leader: At, found: &mut Captures) {
        let Cell::Held(piece) = board[leader] else { unreachable!("a leader stands there") };
        let edge_holds = self.rules.edge || self.rules.leader.is_some_and(|leader| leader.edge == LeaderEdge::Captor);
        let is_captor = |at: At| at == p || self.is_supporter(board[at], !piece.side);
        let is_throne = |at: At| board.centre() == Some(at) && self.is_open_to_capture(board, at, piece);
        let is_held = |&at: &At| is_captor(at) || is_throne(at) || (edge_holds && board[at] == Cell::Off);
        if leader.beside().iter().all(is_held) {
            found.add(leader, leader.beside().into_iter().filter(|&at| is_captor(at)));
        }
    }

    /// Adds `intervention`: two enemies with `p` between them.
    fn add_intervention(&self, board: &Board, p: At, found: &mut Captures) {
        let Cell::Held(mover) = board[p] else { unreachable!("a piece has moved there") };
        for axis in [NORTH, EAST] {
            let both = [p.toward(axis, 1), p.toward(axis, -1)];
            let falls = |&at: &At| board[at].is_of(!mover.side) && self.falls_like_a_stone(board, at);
            if self.rules.intervention && both.iter().all(falls) {
                both.into_iter().for_each(|enemy| found.add(enemy, []));
            }
        }
    }

    /// Adds `shieldwall`: the rows of enemies along each edge on which `p` stands.
    fn add_shieldwalls(&self, board: &Board, p: At, found: &mut Captures) {
        let edges = [(NORTH, [EAST, WEST]), (SOUTH, [EAST, WEST]), (EAST, [NORTH, SOUTH]), (WEST, [NORTH, SOUTH])];
        for (inward, along) in edges {
            if self.rules.shieldwall && board[p.toward(inward, -1)] == Cell::Off {
                along.into_iter().for_each(|direction| self.add_shieldwall(board, p, inward, direction, found));
            }
        }
    }

    /// Adds the row that begins next to `p` in one direction.
    fn add_shieldwall(&self, board: &Board, p: At, inward: Direction, along: Direction, found: &mut Captures) {
        let Cell::Held(mover) = board[p] else { unreachable!("a piece has moved there") };
        let mut row = Vec::new();
        let mut end = p.next(along);
        while board[end].is_of(!mover.side) && !board.is_corner(end) {
            row.push(end);
            end = end.next(along);
        }
        let before: Vec<At> = row.iter().map(|at| at.next(inward)).collect();
        let is_covered = before.iter().all(|&at| self.is_supporter(board[at], mover.side));
        let by_piece = self.is_supporter(board[end], mover.side);
        let by_corner = board.is_corner(end) && self.is_open_to_capture(board, end, stone_of(!mover.side));
        if row.len() < 2 || !is_covered || !(by_piece || by_corner) {
            return;
        }
        let helpers: Vec<At> = before.into_iter().chain(by_piece.then_some(end)).collect();
        let stones = row.into_iter().filter(|&at| !board[at].piece().is_some_and(Piece::is_leader));
        stones.for_each(|at| found.add(at, helpers.clone()));
    }

    /// Adds `surround`, judged after the removal of the other captures.
    fn add_surrounded(&self, board: &Board, side: Side, p: At, found: &mut Captures) {
        let mut rest = board.clone();
        for &at in &found.captured {
            rest[at] = self.left_behind();
        }
        for start in p.beside() {
            if !rest[start].is_of(!side) {
                continue;
            }
            let group = rest.connected(start, |cell| cell.is_of(!side));
            let beside: Vec<At> = group.iter().flat_map(|&at| rest.neighbours(at)).collect();
            let spared = group.iter().any(|&at| !self.falls_like_a_stone(&rest, at));
            if !spared && beside.iter().all(|&at| rest[at] != Cell::Empty) {
                for at in group {
                    found.add(at, rest.neighbours(at).into_iter().filter(|&next| rest[next].is_of(side)));
                }
            }
        }
    }
}
