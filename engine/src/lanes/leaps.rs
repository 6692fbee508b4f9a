//! Leaps and bindings of the games in the lanes (RULES §3 and §6, Lemery's latrunculi).
//!
//! Chains of one or two leaps are counted in vectors. Where there are longer ones, and where a leap is chosen, the chains
//! are those of the game's own code.

use super::batch::Batch;
use super::boards::{Boards, On};
use super::choice::Choice;
use super::roster::{Roster, lanes_of};
use super::targets::union;
use super::vector::{Mask, Vector};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::leap::count_chains;
use crate::moves::Move;
use crate::rules::Bound;
use crate::vocab::{Direction, SquareSet, each_direction};

impl<G: Geometry> Game<G> {
    /// Returns how many chains of leaps the sides to move have.
    #[inline(always)]
    pub(super) fn lane_chains<V: Vector>(&self, batch: &Batch<G::Set, V>, empty: On<G, V>) -> V {
        let placing = batch.turn.less(batch.placed);
        let free = (batch.own & !batch.turned).when(!placing);
        let (mut landings, mut count) = ([free; 4], V::splat(0));
        let (mut meet, mut long) = (V::Mask::from_bits(0), 0);
        for leaps in 1..=3 {
            landings = self.lane_next_leaps(landings, batch.enemy, empty);
            let go_on = !union(landings).is_empty();
            if !go_on.any() {
                break;
            }
            match leaps {
                1 => (),
                2 => long |= (go_on & meet).bits(),
                _ => long |= go_on.bits(),
            }
            let [north, east, south, west] = landings;
            count = count + ((north.count() + east.count()) + (south.count() + west.count()));
            // Two stones that come to one square go on as one.
            meet = !((north & east) | ((north | east) & south) | (((north | east) | south) & west)).is_empty();
        }
        if long == 0 { count } else { self.count_long_chains(batch, long, &{ count }) }
    }

    /// The leaps of stones that have just leapt to `landings`, by direction. A leap straight back would cross the piece that
    /// is gone; no other meets a square that the chain has changed before its fourth leap.
    #[inline(always)]
    fn lane_next_leaps<V: Vector>(&self, landings: [On<G, V>; 4], enemy: On<G, V>, empty: On<G, V>) -> [On<G, V>; 4] {
        let [north, east, south, west] = landings;
        let onward = [north | east | west, north | east | south, east | south | west, north | south | west];
        each_direction!(|way| self.lane_leap(onward[way as usize], enemy, empty, way))
    }

    /// The landing squares of single leaps of `stones` over `enemy` pieces.
    #[inline(always)]
    fn lane_leap<V: Vector>(&self, stones: On<G, V>, enemy: On<G, V>, empty: On<G, V>, way: Direction) -> On<G, V> {
        let g = self.geometry;
        g.shift(g.shift(stones, way) & enemy, way) & empty
    }

    /// The counts with those of the lanes where vectors cannot count.
    #[inline(never)]
    fn count_long_chains<V: Vector>(&self, batch: &Batch<G::Set, V>, long: u16, count: &V) -> V {
        let mut count = *count;
        for lane in lanes_of(long) {
            let position = batch.line(lane).position;
            let free = position.pieces[position.side] & !position.turned;
            count.set(lane, u64::from(count_chains(self, &position, position.side, free)));
        }
        count
    }

    /// Returns the alligati of both sides after the moves: `own` and `enemy` are the pieces as they then stand, of which
    /// the move has `caught` some.
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
        let trapped = self.lane_trapped::<V>(own, enemy) | self.lane_trapped::<V>(enemy, own);
        On::<G, V>::pick(batch.turn.less(batch.placed), batch.turned, (bound | caught) & trapped)
    }

    /// The `pieces` between two of the `others` on one axis.
    #[inline(always)]
    fn lane_trapped<V: Vector>(&self, pieces: On<G, V>, others: On<G, V>) -> On<G, V> {
        let [north, east, south, west] = each_direction!(|direction| self.geometry.shift(others, direction));
        pieces & ((north & south) | (east & west))
    }
}

impl<G: Geometry> Roster<'_, G> {
    /// The choice with the chains of the lanes that leap, which have the numbers `k`.
    #[inline(never)]
    pub(super) fn choose_chains<V: Vector>(
        &mut self,
        batch: &Batch<G::Set, V>,
        k: &V,
        choice: &Choice<On<G, V>, V>,
    ) -> Choice<On<G, V>, V> {
        let mut choice = *choice;
        for lane in lanes_of(choice.leaping) {
            let position = batch.line(lane).position;
            let chain = self.game.nth_chain(&position, k.get(lane) as u32);
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
