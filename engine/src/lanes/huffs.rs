//! Huffs of the games in the lanes (RULES §7). A huff does not end a turn: open huffs are decided before the next step,
//! and the rare cases among them by the game's own code.

use super::batch::Batch;
use super::boards::{Boards, InLanes, On};
use super::choice::Choice;
use super::scheduler::{LaneBlock, LaneScheduler, lanes_of};
use super::step::{below, next_random, relocated};
use super::vector::{Mask, Vector};
use crate::game::Game;
use crate::rules::Goal;
use crate::vocab::Bits;

impl<G: InLanes> Game<G> {
    /// Returns the pieces that may be huffed, on their squares after the moves.
    #[inline(always)]
    pub(super) fn lane_huffable<V: Vector>(&self, choice: &Choice<On<G, V>, V>, leaders: On<G, V>) -> On<G, V> {
        let &Choice { from, to, huffable, .. } = choice;
        let huffable = relocated(huffable, from, from ^ to);
        huffable & !(leaders & On::<G, V>::splat(self.special.safe_for_leaders))
    }

    /// Returns the lanes in which a huff may end the game, or has effects beyond removing a stone from the board.
    #[inline(always)]
    fn lane_rare_huffs<V: Vector>(&self, batch: &Batch<G::Set, V>, lost: On<G, V>) -> u16 {
        let captured = !lost.is_empty();
        let left = (batch.enemy & !lost).count();
        // The huffed side may lack captors, of which no capture needs more than four.
        let few_left = !batch.few.less(left) | left.less(V::splat(4));
        let rules = &self.rules;
        let every_capture = rules.inciti || rules.stakes.is_some();
        let mut rare = if every_capture { captured } else { captured & few_left };
        rare = rare | !(lost & batch.leaders).is_empty() | !batch.turn.less(batch.deadline);
        if self.leader.goal() != Goal::None {
            // In a position read from text, the leader of the side that huffs may already stand on its goal; and a huffed
            // stone may have been the only one of its side that reached the edge.
            rare = rare | !rare;
        }
        batch.open_huffs & (rare.bits() | batch.barren | batch.repeated)
    }
}

impl<G: InLanes> LaneScheduler<'_, G> {
    /// Decides the open huffs, with one draw from the stream of each.
    #[inline(always)]
    pub(super) fn decide_huffs<V: Vector>(&mut self, block: &mut LaneBlock<G::Set, V>) {
        let game = self.game;
        let batch = &mut block.batch;
        let (random, streams) = next_random(batch.streams);
        let huffs = batch.huffable.count();
        let choices = huffs + V::splat(1);
        let k = below(random, choices);
        let is_huff = k.less(huffs) & V::Mask::from_bits(batch.open_huffs);
        let lost = On::<G, V>::only(batch.huffable.select(k)).when(is_huff);
        let rare = game.lane_rare_huffs(batch, lost);
        let decided = V::Mask::from_bits(batch.open_huffs & !rare);
        let lost = lost.when(decided);
        batch.streams =
            [V::pick(decided, streams[0], batch.streams[0]), V::pick(decided, streams[1], batch.streams[1])];
        batch.enemy = batch.enemy & !lost;
        batch.turned = batch.turned & !lost;
        batch.within_turns = batch.within_turns + V::splat(1).when(decided);
        batch.choices = batch.choices + choices.when(decided);
        batch.note_captures(game, !lost.is_empty(), block.step, batch.turn + V::splat(1));
        if let Some(counts) = &mut self.counts {
            for lane in lanes_of(decided.bits() & batch.seen) {
                counts.losses.lose(lost.get(lane));
            }
        }
        batch.huffable = batch.huffable.when(!decided);
        batch.settled &= !decided.bits();
        batch.open_huffs = rare;
        if rare != 0 {
            self.decide_rare_huffs(block);
        }
    }

    /// Decides huffs by the game's own code, including those of games that start meanwhile.
    #[inline(never)]
    fn decide_rare_huffs<V: Vector>(&mut self, block: &mut LaneBlock<G::Set, V>) {
        while block.batch.open_huffs != 0 {
            for lane in lanes_of(block.batch.open_huffs) {
                self.decide_rare_huff(block, lane);
            }
        }
    }

    fn decide_rare_huff<V: Vector>(&mut self, block: &mut LaneBlock<G::Set, V>, lane: usize) {
        let mut snapshot = block.batch.snapshot(lane);
        if let Some(outcome) = self.end_of_turn(block, lane, &mut snapshot)
            && block.batch.settled >> lane & 1 == 0
        {
            return self.finish(block, lane, &snapshot, outcome);
        }
        let choices = snapshot.decisions.count();
        let mut stream = block.batch.stream(lane);
        let decision = self.game.nth_move(&snapshot.position, &snapshot.decisions, stream.below(choices), &());
        let events = self.game.decide_alone(&mut snapshot, decision);
        if snapshot.outcome.is_none() {
            snapshot.outcome = self.game.end_alone(&mut snapshot, false, 0);
        }
        let (batch, step) = (&mut block.batch, block.step);
        batch.set_stream(lane, stream);
        batch.within_turns.set(lane, batch.within_turns.get(lane) + 1);
        batch.choices.set(lane, batch.choices.get(lane) + u64::from(choices));
        if events.captured() {
            self.record(batch, lane, &events);
            batch.note_capture(lane, step, u64::from(snapshot.position.turn) + 1);
        }
        match snapshot.outcome {
            Some(outcome) => self.finish(block, lane, &snapshot, outcome),
            None => {
                batch.put(lane, self.game, &snapshot);
                batch.settled |= 1 << lane;
            }
        }
    }
}
