//! Determines what the moves of all lanes capture (RULES §4).

use super::batch::Batch;
use super::boards::{Boards, InLanes, On};
use super::vector::Vector;
use crate::game::Game;
use crate::rules::LeaderCapture;
use crate::vocab::{Bits, Direction, each_direction};

impl<G: InLanes> Game<G> {
    /// Returns the pieces that fall to custodial, edge and corner capture by the pieces that have come to `to`; in
    /// games that leap, these are bound instead.
    #[inline(always)]
    pub(super) fn lane_caught<V: Vector>(
        &self,
        to: On<G, V>,
        own: On<G, V>,
        enemy: On<G, V>,
        leaders: On<G, V>,
    ) -> On<G, V> {
        let g = self.geometry;
        let takeable = self.takeable(enemy, leaders);
        let (captors, at) = (self.supporters(own, leaders), self.supporters(to, leaders));
        let mut victims = self.custodial(at, takeable, captors);
        if self.rules.corner {
            victims = victims | (takeable & self.corners_beside(captors) & g.neighbours(at));
        }
        victims
    }

    /// Returns the pieces that helped to capture the victims of the pieces on `to`, if stones turn.
    #[inline(always)]
    pub(super) fn lane_helpers<V: Vector>(
        &self,
        to: On<G, V>,
        own: On<G, V>,
        leaders: On<G, V>,
        victims: On<G, V>,
    ) -> On<G, V> {
        let mut helpers = self.geometry.beyond(to, victims);
        if self.rules.corner {
            let cornered = victims & self.corners_beside(self.supporters(own, leaders));
            helpers = helpers | self.geometry.neighbours(cornered);
        }
        helpers & own
    }

    /// Returns the lanes in which a leader may be captured or surrounded or may have crossed the board, for the pieces
    /// after the moves.
    #[inline(always)]
    pub(super) fn lane_leader_events<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        to: On<G, V>,
        own: On<G, V>,
        leaders: On<G, V>,
        victims: On<G, V>,
    ) -> V::Mask {
        let g = self.geometry;
        let mut at_stake = victims & leaders;
        if self.leader.capture == LeaderCapture::FourSided {
            let near = batch.enemy & leaders & g.neighbours(to);
            at_stake = at_stake | self.held_all_round::<V>(near, own);
        }
        if self.leader.surrounded.ends() {
            let [north, east, south, west] = each_direction!(|direction| g.shift(own | batch.enemy, direction));
            at_stake = at_stake | (leaders & north & east & south & west);
        }
        if self.leader.crossing {
            let north = On::<G, V>::splat(g.border(Direction::North));
            let south = On::<G, V>::splat(g.border(Direction::South));
            let goal = On::<G, V>::pick(self.lane_white(batch), north, south);
            at_stake = at_stake | (own & leaders & goal);
        }
        !at_stake.is_empty()
    }

    /// Returns the `pieces` that `captors` (or, with `edge`, the edge of the board) hold on all four sides.
    #[inline(always)]
    fn held_all_round<V: Vector>(&self, pieces: On<G, V>, captors: On<G, V>) -> On<G, V> {
        let [north, east, south, west] = each_direction!(|direction| self.held(pieces, captors, direction));
        north & east & south & west
    }

    /// Returns the squares on which an arriving piece captures with the help of `own` pieces. Without `surround`, no
    /// piece slides or steps to one of them from a square that the capture needs.
    #[inline(always)]
    pub(super) fn lane_capture_sites<V: Vector>(&self, batch: &Batch<G::Set, V>, own: On<G, V>) -> On<G, V> {
        let g = self.geometry;
        let takeable = self.takeable(batch.enemy, batch.leaders);
        let mut sites = self.custodial_sites(takeable, own);
        if self.rules.corner {
            let corners = takeable & On::<G, V>::splat(self.corners);
            sites = sites | g.neighbours(corners & g.neighbours(own));
        }
        if self.leader.capture == LeaderCapture::FourSided {
            let leader = batch.enemy & batch.leaders;
            let held = each_direction!(|direction| self.held(leader, own, direction));
            for gap in 0..4 {
                let three = held[(gap + 1) % 4] & held[(gap + 2) % 4] & held[(gap + 3) % 4];
                sites = sites | g.shift(three, Direction::ALL[gap]);
            }
        }
        sites
    }
}
