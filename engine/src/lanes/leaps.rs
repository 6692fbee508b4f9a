//! Leaps and bindings of the games in the lanes (RULES §3 and §6, Lemery's latrunculi).
//!
//! Chains of one or two leaps are counted in vectors. If there are longer chains, or if a leap is chosen, the game's
//! own code finds the chains.

use super::batch::Batch;
use super::boards::{Boards, InLanes, On};
use super::choice::Choice;
use super::scheduler::{LaneScheduler, lanes_of};
use super::targets::union;
use super::vector::{Mask, Vector};
use crate::game::Game;
use crate::leap::count_chains;
use crate::moves::Move;
use crate::rules::Bound;
use crate::vocab::{SquareSet, each_direction};

impl<G: InLanes> Game<G> {
    /// Returns the number of chains of leaps that the sides to move have.
    #[inline(always)]
    pub(super) fn lane_chains<V: Vector>(&self, batch: &Batch<G::Set, V>, empty: On<G, V>) -> V {
        let placing = batch.turn.less(batch.placed);
        let free = (batch.own & !batch.turned).when(!placing);
        let (mut landings, mut count) = ([free; 4], V::splat(0));
        let (mut meet, mut long) = (V::Mask::from_bits(0), 0);
        for leaps in 1..=3 {
            landings = self.lane_next_leaps(landings, batch.enemy, empty);
            let goes_on = !union(landings).is_empty();
            if !goes_on.any() {
                break;
            }
            match leaps {
                1 => (),
                2 => long |= (goes_on & meet).bits(),
                _ => long |= goes_on.bits(),
            }
            let [north, east, south, west] = landings;
            count = count + ((north.count() + east.count()) + (south.count() + west.count()));
            // If two stones reach the same square, only one of them is continued.
            meet = !((north & east) | ((north | east) & south) | (((north | east) | south) & west)).is_empty();
        }
        if long == 0 { count } else { self.count_long_chains(batch, long, &{ count }) }
    }

    /// Returns the leaps of stones that have just leapt to `landings`, by direction. A leap straight back would cross a
    /// piece that has been removed; no other leap meets a square changed by the chain before the fourth leap.
    #[inline(always)]
    fn lane_next_leaps<V: Vector>(&self, landings: [On<G, V>; 4], enemy: On<G, V>, empty: On<G, V>) -> [On<G, V>; 4] {
        let [north, east, south, west] = landings;
        let onward = [north | east | west, north | east | south, east | south | west, north | south | west];
        let g = self.geometry;
        each_direction!(|way| g.shift(g.shift(onward[way as usize], way) & enemy, way) & empty)
    }

    /// Completes the counts for the lanes that vectors cannot count.
    #[inline(never)]
    fn count_long_chains<V: Vector>(&self, batch: &Batch<G::Set, V>, long: u16, count: &V) -> V {
        let mut count = *count;
        for lane in lanes_of(long) {
            let position = batch.snapshot(lane).position;
            let free = position.pieces[position.side] & !position.turned;
            count.set(lane, u64::from(count_chains(self, &position, position.side, free)));
        }
        count
    }

    /// Returns the alligati of both sides after the moves: `own` and `enemy` are the pieces at that time, of which the
    /// move has `caught` some.
    #[inline(always)]
    pub(super) fn lane_bound<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        own: On<G, V>,
        enemy: On<G, V>,
        caught: On<G, V>,
    ) -> On<G, V> {
        let mut bound = batch.turned;
        if self.rules.bound == Some(Bound::OneTurn) {
            bound = bound & !batch.enemy;
        }
        let trapped = (own & self.geometry.between(enemy)) | (enemy & self.geometry.between(own));
        On::<G, V>::pick(batch.turn.less(batch.placed), batch.turned, (bound | caught) & trapped)
    }
}

impl<G: InLanes> LaneScheduler<'_, G> {
    /// Completes the choice with the chains of the lanes that leap, which have the numbers `k`.
    #[inline(never)]
    pub(super) fn choose_chains<V: Vector>(
        &mut self,
        batch: &Batch<G::Set, V>,
        k: &V,
        choice: &Choice<On<G, V>, V>,
    ) -> Choice<On<G, V>, V> {
        let mut choice = *choice;
        for lane in lanes_of(choice.leaping) {
            let position = batch.snapshot(lane).position;
            let chain = self.game.nth_chain(&position, k.get(lane) as u32, &());
            let Some(chain @ Move::Leap { from, to, path }) = chain else { unreachable!("the chains were counted") };
            let (_, crossed) = self.game.crossed(from, path);
            choice.from.set(lane, G::Set::only(from));
            choice.to.set(lane, G::Set::only(to));
            choice.index.set(lane, to.index() as u64);
            choice.taken.set(lane, crossed);
            self.chains[lane] = chain;
        }
        choice
    }
}
