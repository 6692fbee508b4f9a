//! The ends of a game in which one side has a leader that must escape: its fort at the edge, and the ring around it (RULES §8).

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::LeaderOwner;
use crate::vocab::{Direction, EndReason, Outcome, Side, SquareSet};

impl<G: Geometry> Game<G> {
    /// Makes the tests `edge_fort` and `encirclement`, in this order. `mover` made the last decision.
    #[inline(always)]
    pub(crate) fn end_by_fort_or_ring(&self, position: &Position<G::Set>, mover: Side) -> Option<Outcome> {
        if self.rules.edge_fort && self.has_edge_fort(position, mover) {
            return Some(Outcome::win(mover, EndReason::EdgeFort));
        }
        let escapes = if self.leader.owner == LeaderOwner::Black { Side::Black } else { Side::White };
        let is_encircled = self.rules.encirclement && self.is_encircled(position, escapes);
        is_encircled.then_some(Outcome::win(!escapes, EndReason::Encircled))
    }

    /// Returns whether enemy pieces shut off all pieces of `side` from the edge of the board (§8).
    #[inline(never)]
    fn is_encircled(&self, position: &Position<G::Set>, side: Side) -> bool {
        let passable = self.geometry.board() & !position.pieces[!side];
        !self.geometry.flood(position.pieces[side], passable).meets(self.special.rim)
    }

    /// Returns whether the leader of `side` stands at the edge, has a square to go to, and is shut off from all enemies by
    /// stones that cannot be captured (§8).
    #[inline(never)]
    fn has_edge_fort(&self, position: &Position<G::Set>, side: Side) -> bool {
        let g = self.geometry;
        let leader = position.leaders & position.pieces[side];
        let empty = self.empty(position);
        let ways = g.neighbours(leader) & self.open_to_leaders(position);
        if !leader.meets(self.special.rim) || ways.is_empty() {
            return false;
        }
        let room = g.flood(leader, leader | empty);
        let wall = g.neighbours(room) & !room;
        let stones = position.pieces[side] & !leader;
        (wall & !stones).is_empty() && (wall & !self.safe_stones(position, side, room)).is_empty()
    }

    /// Returns the largest set of stones of `side` of which none can be captured, whatever the enemy does outside these and
    /// the room (§8).
    fn safe_stones(&self, position: &Position<G::Set>, side: Side, room: G::Set) -> G::Set {
        let g = self.geometry;
        let leader = position.leaders & position.pieces[side];
        let enterable = (g.board() & !self.special.closed.stones) | position.pieces[!side];
        let mut safe = position.pieces[side] & !leader;
        loop {
            let open = enterable & !safe & !room;
            let holds = open | (self.special.hostile_to_stones[side] & !safe & !leader);
            // Seen from a stone, an enemy may come to one side, and the other side holds it.
            let falls = Direction::union(|way| g.shift(open, way) & g.shift(holds, way.opposite()));
            if !falls.meets(safe) {
                return safe;
            }
            safe &= !falls;
        }
    }
}
