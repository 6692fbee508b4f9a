//! Determines what the moves of all lanes capture (RULES §4). What only games of tafl and their kin have is marked as cold,
//! so that other games keep their values in registers.

use std::hint::cold_path;

use super::batch::Batch;
use super::boards::{Boards, InLanes, On};
use super::vector::Vector;
use crate::game::Game;
use crate::special::ByKind;
use crate::vocab::{Bits, Direction, SquareSet, each_direction};

impl<G: InLanes> Game<G> {
    /// Returns the pieces that fall by the pieces that have come to `to`, apart from leaders that fall only from all
    /// sides, groups and the stone of Linnaeus' rule; in games that leap, these pieces are bound instead.
    #[inline(always)]
    pub(super) fn lane_caught<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        to: On<G, V>,
        own: On<G, V>,
        enemy: On<G, V>,
        leaders: On<G, V>,
    ) -> On<G, V> {
        let takeable = self.takeable(enemy, leaders);
        let (captors, at) = (self.supporters(own, leaders), self.strikers(to, leaders));
        let mut victims = if self.flags.has_hostile_squares {
            cold_path();
            let holds = self.lane_holds(batch, captors, enemy);
            self.custodial(at, takeable & !leaders, holds.stones)
                | self.custodial(at, takeable & leaders, holds.leaders)
        } else {
            self.custodial(at, takeable, captors)
        };
        if self.rules.corner {
            victims = victims | (takeable & self.corners_beside(captors | at) & self.geometry.neighbours(at));
        }
        if self.rules.intervention {
            cold_path();
            victims = victims | self.intervention(takeable, at);
        }
        victims
    }

    /// Returns what holds stones, and leaders, on their far side: `captors`, and hostile squares without an enemy.
    #[inline(always)]
    fn lane_holds<V: Vector>(&self, batch: &Batch<G::Set, V>, captors: On<G, V>, enemy: On<G, V>) -> ByKind<On<G, V>> {
        let (stones, leaders) = (self.special.hostile_to_stones, self.special.hostile_to_leaders);
        let (white, black) = (On::<G, V>::splat(stones.white), On::<G, V>::splat(stones.black));
        let to_stones = On::<G, V>::pick(self.lane_white(batch), black, white);
        ByKind { stones: captors | (to_stones & !enemy), leaders: captors | (On::<G, V>::splat(leaders) & !enemy) }
    }

    /// Returns the leaders of `enemy` that `captors`, a hostile throne or the edge hold in each direction, if they fall only
    /// from all sides.
    #[inline(always)]
    pub(super) fn held_leaders<V: Vector>(
        &self,
        leaders: On<G, V>,
        captors: On<G, V>,
        enemy: On<G, V>,
    ) -> [On<G, V>; 4] {
        let (throne, edge) = (self.special.hostile_throne, self.edge_holds_leaders());
        if throne.is_empty() && edge == self.rules.edge {
            return each_direction!(|direction| self.held(leaders, captors, direction));
        }
        cold_path();
        let captors = captors | (On::<G, V>::splat(throne) & !enemy);
        each_direction!(|direction| self.held_or_at_edge(leaders, captors, direction, edge))
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
            let cornered = victims & self.corners_beside(self.supporters(own, leaders) | to);
            helpers = helpers | self.geometry.neighbours(cornered);
        }
        helpers & own
    }

    /// Returns the squares on which an arriving piece captures with the help of `own` pieces, in games without Linnaeus'
    /// rule. Without `surround`, no piece slides or steps to one of them from a square that the capture needs.
    #[inline(always)]
    pub(super) fn lane_capture_sites<V: Vector>(&self, batch: &Batch<G::Set, V>, own: On<G, V>) -> On<G, V> {
        let g = self.geometry;
        let (enemy, leaders) = (batch.enemy, batch.leaders);
        let takeable = self.takeable(enemy, leaders);
        let captors = self.supporters(own, leaders);
        let mut sites = if self.flags.has_hostile_squares {
            cold_path();
            let holds = self.lane_holds(batch, captors, enemy);
            self.custodial_sites(takeable & !leaders, holds.stones)
                | self.custodial_sites(takeable & leaders, holds.leaders)
        } else {
            self.custodial_sites(takeable, captors)
        };
        if self.rules.corner {
            let corners = takeable & On::<G, V>::splat(self.corners);
            sites = sites | g.neighbours(corners & g.neighbours(captors));
        }
        if self.rules.intervention {
            sites = sites | g.between(takeable);
        }
        if !self.special.four_sided.is_empty() {
            let leader = enemy & leaders & On::<G, V>::splat(self.special.four_sided);
            let held = self.held_leaders::<V>(leader, captors, enemy);
            for gap in 0..4 {
                let three = held[(gap + 1) % 4] & held[(gap + 2) % 4] & held[(gap + 3) % 4];
                sites = sites | g.shift(three, Direction::ALL[gap]);
            }
        }
        sites
    }
}
