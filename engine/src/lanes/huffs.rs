//! Open huffs of the games in the lanes (RULES §7): the game's own code decides them, since a huff is no turn.

use super::roster::{Group, Roster, lanes_of};
use super::vector::Vector;
use crate::game::Game;
use crate::geometry::Geometry;
use crate::random::GameRng;
use crate::state::Line;
use crate::turn::Events;

impl<G: Geometry> Roster<'_, G> {
    /// Decides the open huffs, those of games that begin meanwhile too.
    #[inline(never)]
    pub(super) fn decide_huffs<V: Vector>(&mut self, group: &mut Group<G::Set, V>) {
        while group.batch.open_huffs != 0 {
            for lane in lanes_of(group.batch.open_huffs) {
                self.decide_huff(group, lane);
            }
        }
    }

    fn decide_huff<V: Vector>(&mut self, group: &mut Group<G::Set, V>, lane: usize) {
        let mut line = group.batch.line(lane);
        if let Some(outcome) = self.end_of_turn(group, lane, &mut line)
            && group.batch.settled >> lane & 1 == 0
        {
            return self.finish(group, lane, &line, outcome);
        }
        let choices = line.decisions.count();
        let mut stream = group.batch.stream(lane);
        let events = self.game.huff_alone(&mut line, &mut stream);
        let (batch, step) = (&mut group.batch, group.step);
        batch.set_stream(lane, stream);
        batch.seats[lane].huffs += 1;
        batch.choices.set(lane, batch.choices.get(lane) + u64::from(choices));
        if events.captured() {
            self.record(batch, lane, &events);
            batch.note_capture(lane, step, u64::from(line.position.turn) + 1);
        }
        match line.outcome {
            Some(outcome) => self.finish(group, lane, &line, outcome),
            None => {
                batch.put(lane, self.game, &line);
                batch.settled |= 1 << lane;
            }
        }
    }
}

impl<G: Geometry> Game<G> {
    /// A random decision, with all tests behind it, while a huff is open.
    #[inline(never)]
    fn huff_alone(&self, line: &mut Line<G::Set>, stream: &mut GameRng) -> Events<G::Set> {
        let decision = self.nth_move(&line.position, &line.decisions, stream.below(line.decisions.count()));
        // Positions are counted at the end of a turn.
        self.follow(line, decision, |_, _| 0)
    }
}
