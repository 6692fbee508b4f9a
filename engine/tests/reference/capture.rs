//! Determines what a move captures, and which pieces take part (§4, §6).

use petteia_engine::Side;
use petteia_engine::rules::{LeaderCapture, LeaderCaptures, Movement};

use super::Reference;
use super::board::{At, Board, Cell, DIRECTIONS, Direction, Piece};

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
        if !by_moving || !self.is_captor(board[p], mover.side) {
            return found;
        }
        for direction in DIRECTIONS {
            let (enemy, opposite) = (p.next(direction), p.toward(direction, 2));
            if self.rules.capture_run {
                self.add_run(board, p, direction, &mut found);
            }
            match board[enemy].piece() {
                Some(piece) if piece.side == mover.side => {}
                Some(piece) if self.falls_like_a_stone(piece) => {
                    self.add_custodial(board, mover.side, enemy, opposite, &mut found);
                    self.add_corner(board, mover.side, enemy, &mut found);
                    self.add_hostile_corner(board, mover.side, enemy, opposite, &mut found);
                }
                Some(_) => self.add_four_sided(board, mover.side, enemy, &mut found),
                None => {}
            }
        }
        if self.rules.surround {
            self.add_surrounded(board, mover.side, p, &mut found);
        }
        if !found.captured.is_empty() {
            found.helpers.push(p);
        }
        found
    }

    /// Returns whether a square holds a captor of `side`.
    pub(super) fn is_captor(&self, cell: Cell, side: Side) -> bool {
        let leaders_capture = self.rules.leader.is_some_and(|leader| leader.captures == LeaderCaptures::On);
        cell.piece().is_some_and(|piece| piece.side == side && (leaders_capture || !piece.is_leader()))
    }

    /// Returns whether a piece is captured as stones are: a stone, or a leader if leaders are captured like stones.
    pub(super) fn falls_like_a_stone(&self, piece: Piece) -> bool {
        !piece.is_leader() || self.leader_capture() == Some(LeaderCapture::Custodial)
    }

    pub(super) fn leader_capture(&self) -> Option<LeaderCapture> {
        self.rules.leader.map(|leader| leader.capture)
    }

    /// Adds custodial capture and `edge`.
    fn add_custodial(&self, board: &Board, side: Side, enemy: At, opposite: At, found: &mut Captures) {
        if self.is_captor(board[opposite], side) {
            found.add(enemy, [opposite]);
        }
        if self.rules.edge && board[opposite] == Cell::Off {
            found.add(enemy, []);
        }
    }

    /// Adds `corner`; the moved piece is known to be one of the two neighbours.
    fn add_corner(&self, board: &Board, side: Side, enemy: At, found: &mut Captures) {
        if let Some(neighbours) = board.beside_corner(enemy)
            && self.rules.corner
            && neighbours.iter().all(|&next| self.is_captor(board[next], side))
        {
            found.add(enemy, neighbours);
        }
    }

    /// Adds `hostile_corner`. A captor on the corner square takes part by the custodial rule.
    fn add_hostile_corner(&self, board: &Board, side: Side, enemy: At, opposite: At, found: &mut Captures) {
        let is_hostile = board[opposite] == Cell::Empty || board[opposite].is_of(side);
        if self.rules.hostile_corner.captures() && board.is_corner(opposite) && is_hostile {
            found.add(enemy, []);
        }
    }

    /// Adds `capture_run`: the run of enemies that begins next to `p` in one direction.
    fn add_run(&self, board: &Board, p: At, direction: Direction, found: &mut Captures) {
        let Cell::Held(mover) = board[p] else { unreachable!("a piece has moved there") };
        let mut run = Vec::new();
        let mut at = p.next(direction);
        while let Cell::Held(piece) = board[at] {
            if piece.side == mover.side || !self.falls_like_a_stone(piece) {
                break;
            }
            run.push(at);
            at = at.next(direction);
        }
        if self.is_captor(board[at], mover.side) {
            run.into_iter().for_each(|enemy| found.add(enemy, [at]));
        }
    }

    /// Adds the capture of a leader with captors on all four sides; the moved piece is known to be one of them.
    fn add_four_sided(&self, board: &Board, side: Side, leader: At, found: &mut Captures) {
        let is_held = |&next: &At| self.is_captor(board[next], side) || (self.rules.edge && board[next] == Cell::Off);
        if self.leader_capture() == Some(LeaderCapture::FourSided) && leader.beside().iter().all(is_held) {
            found.add(leader, board.neighbours(leader));
        }
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
            let spared = group.iter().any(|&at| rest[at].piece().is_some_and(|piece| !self.falls_like_a_stone(piece)));
            if !spared && beside.iter().all(|&at| rest[at] != Cell::Empty) {
                for at in group {
                    found.add(at, rest.neighbours(at).into_iter().filter(|&next| rest[next].is_of(side)));
                }
            }
        }
    }
}
