//! Forts on the edge and encirclements (§8).

use petteia_engine::Side;

use super::Reference;
use super::board::{At, Board, Cell, EAST, NORTH};
use super::end::Outcome;
use super::special::stone_of;

impl Reference {
    /// Tests whether the leader of `m` stands on the edge in a room whose walls cannot be captured.
    pub(super) fn edge_fort(&self, board: &Board, m: Side) -> Option<Outcome> {
        if !self.rules.edge_fort {
            return None;
        }
        let leader = board.leader_of(m)?;
        let is_way = |at: &At| board[*at] == Cell::Empty && self.may_stop(board, *at, true);
        let room = board.connected(leader, |cell| cell == Cell::Empty);
        let walls = walls_of(board, &room);
        let safe = self.safe_stones(board, m, &room);
        let is_fort = board.is_edge(leader)
            && board.neighbours(leader).iter().any(is_way)
            && walls.iter().all(|wall| safe.contains(wall));
        is_fort.then(|| Outcome::new(Some(m), "edge_fort"))
    }

    /// Returns the greatest set of stones of `m` none of which can be captured from outside the room.
    fn safe_stones(&self, board: &Board, m: Side, room: &[At]) -> Vec<At> {
        let stones = board.pieces_of(m).filter(|(_, piece)| !piece.is_leader());
        let mut safe: Vec<At> = stones.map(|(at, _)| at).collect();
        loop {
            let left: Vec<At> =
                safe.iter().copied().filter(|&at| !self.can_be_captured(board, m, room, &safe, at)).collect();
            if left.len() == safe.len() {
                return safe;
            }
            safe = left;
        }
    }

    /// Returns whether a stone of `m` can be captured by enemies outside the room and the safe stones.
    fn can_be_captured(&self, board: &Board, m: Side, room: &[At], safe: &[At], at: At) -> bool {
        let may_hold_enemy = |at: At| {
            let is_outside = board[at] != Cell::Off && !safe.contains(&at) && !room.contains(&at);
            is_outside && (self.may_stop(board, at, false) || board[at].is_of(!m))
        };
        let is_leader = |at: At| board.leader_of(m) == Some(at);
        let is_hostile = |at: At| self.is_hostile_to(board, at, stone_of(m)) && !safe.contains(&at) && !is_leader(at);
        [NORTH, EAST].into_iter().any(|axis| {
            let (one, other) = (at.toward(axis, 1), at.toward(axis, -1));
            (may_hold_enemy(one) && (may_hold_enemy(other) || is_hostile(other)))
                || (may_hold_enemy(other) && is_hostile(one))
        })
    }

    /// Tests whether no piece of the one side with a leader reaches the edge past the enemy pieces.
    pub(super) fn encircled(&self, board: &Board) -> Option<Outcome> {
        if !self.rules.encirclement {
            return None;
        }
        let side = Side::BOTH.into_iter().find(|&side| self.rules.has_leader(side))?;
        let reaches_edge = |at| board.connected(at, |cell| !cell.is_of(!side)).iter().any(|&at| board.is_edge(at));
        let is_free = board.pieces_of(side).any(|(at, _)| reaches_edge(at));
        (!is_free).then(|| Outcome::new(Some(!side), "encircled"))
    }
}

/// Returns the squares next to a room and not in it.
fn walls_of(board: &Board, room: &[At]) -> Vec<At> {
    let beside = room.iter().flat_map(|&at| board.neighbours(at));
    beside.filter(|at| !room.contains(at)).collect()
}
