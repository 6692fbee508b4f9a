//! Detects what leaders decide (RULES §4 and §8): the game's own code then plays the move.

use std::hint::cold_path;

use super::batch::Batch;
use super::boards::{Boards, InLanes, On};
use super::vector::{Mask, Vector};
use crate::game::Game;
use crate::rules::{Goal, LeaderOwner, LeaderSurrounded};
use crate::vocab::{Bits, Side, SquareSet, each_direction};

impl<G: InLanes> Game<G> {
    /// Returns the lanes in which a leader may be captured, surrounded or on a goal, may help to capture by Linnaeus'
    /// rule, or may be encircled with its side, for the pieces after the moves.
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
        let enemy = batch.enemy;
        let mut at_stake = victims & leaders;
        if !self.special.four_sided.is_empty() {
            let near = enemy & leaders & On::<G, V>::splat(self.special.four_sided) & g.neighbours(to);
            let [north, east, south, west] = self.held_leaders::<V>(near, own, enemy);
            at_stake = at_stake | (north & east & south & west);
        }
        match self.leader.surrounded {
            LeaderSurrounded::Off => (),
            LeaderSurrounded::On => {
                let [north, east, south, west] = each_direction!(|direction| g.shift(own | enemy, direction));
                at_stake = at_stake | (leaders & north & east & south & west);
            }
            LeaderSurrounded::Open => {
                let open = On::<G, V>::splat(g.board() & !self.special.closed.leaders);
                let ways_out = open & !(own | enemy | batch.inciti);
                at_stake = at_stake | (leaders & !g.neighbours(ways_out));
            }
        }
        if self.leader.goal() != Goal::None {
            let white = On::<G, V>::splat(self.goal_of(Side::White));
            let black = On::<G, V>::splat(self.goal_of(Side::Black));
            let goal = On::<G, V>::pick(self.lane_white(batch), white, black);
            at_stake = at_stake | (own & leaders & goal);
        }
        if self.rules.linnaean {
            cold_path();
            at_stake = at_stake | self.lane_linnaean(to, own, enemy, leaders);
        }
        let mut events = !at_stake.is_empty();
        if self.rules.encirclement {
            cold_path();
            events = events | self.lane_encircled(batch, own, enemy & !victims);
        }
        events
    }

    /// Returns the stones that Linnaeus' rule may capture.
    #[inline(always)]
    fn lane_linnaean<V: Vector>(&self, to: On<G, V>, own: On<G, V>, enemy: On<G, V>, leaders: On<G, V>) -> On<G, V> {
        let throne = self.special.throne;
        let around = On::<G, V>::splat(self.geometry.neighbours(throne));
        let struck = around & enemy & !leaders & self.geometry.neighbours(to);
        let is_spared = (enemy & leaders & On::<G, V>::splat(throne)).is_empty();
        let is_held = (around & !struck & !own).is_empty();
        struck.when(is_held & !is_spared)
    }

    /// Returns the lanes in which a move has shut off the side with the leader from the edge. Only moves of its enemy do
    /// this, and jumps.
    #[inline(always)]
    fn lane_encircled<V: Vector>(&self, batch: &Batch<G::Set, V>, own: On<G, V>, enemy: On<G, V>) -> V::Mask {
        let white = self.lane_white(batch);
        let escapes = if self.leader.owner == LeaderOwner::Black { !white } else { white };
        let escaping = On::<G, V>::pick(escapes, own, enemy);
        let passable = On::<G, V>::splat(self.geometry.board()) & !On::<G, V>::pick(escapes, enemy, own);
        let mut reached = On::<G, V>::splat(self.special.rim) & passable;
        loop {
            let mut shut_off = (reached & escaping).is_empty();
            if !self.leader.jump {
                shut_off = shut_off & !escapes;
            }
            let wider = reached | (self.geometry.neighbours(reached) & passable);
            if !(shut_off & !(wider ^ reached).is_empty()).any() {
                return shut_off;
            }
            reached = wider;
        }
    }
}
