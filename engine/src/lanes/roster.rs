//! The games that are played in the lanes, and all that is rare in them: it is played by the game's own code.

use std::ops::Range;

use super::batch::{Batch, NewGame};
use super::boards::{Boards, Laned, On};
use super::choice::Choice;
use super::occurrences::{Occurrences, Scene};
use super::vector::{MOST_LANES, Mask, Vector};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::log::{PlayedGame, SquareCounts};
use crate::moves::Move;
use crate::state::Line;
use crate::turn::Events;
use crate::vocab::{Outcome, SquareSet};

/// The games to play and what is kept of them.
pub struct Roster<'a, G: Geometry> {
    /// The game that is played.
    pub game: &'a Game<G>,
    /// Where every game starts.
    pub start: &'a Line<G::Set>,
    /// The games that have yet to start.
    pub numbers: Range<u64>,
    /// The seed of each game.
    pub seed: &'a dyn Fn(u64) -> u64,
    /// How many games that somebody looks at are going on.
    pub running: u64,
    /// What happens on the squares, if somebody asks.
    pub counts: Option<LaneCounts>,
    /// Is told of every game that is over.
    pub over: &'a mut dyn FnMut(PlayedGame<G::Set>),
    /// The special lanes of a step, played by the game's own code.
    redone: [Option<Redone<G::Set>>; MOST_LANES],
}

/// What happens on the squares, with room beyond the board for the arrivals that nobody looks at.
pub struct LaneCounts {
    pub arrivals: [u64; 256],
    pub losses: SquareCounts,
}

/// What became of a special lane.
#[derive(Clone, Copy)]
struct Redone<S> {
    line: Line<S>,
    captured: bool,
}

/// A batch with its history.
pub struct Group<S: Laned, V: Vector> {
    /// The games.
    pub batch: Batch<S, V>,
    /// None in games without `repetition`.
    occurrences: Option<Occurrences<S, S::Boards<V>, V>>,
    /// The number of the last step.
    pub step: u64,
}

impl<'a, G: Geometry> Roster<'a, G> {
    /// A roster of the games with the numbers `numbers`.
    pub fn new(
        game: &'a Game<G>,
        start: &'a Line<G::Set>,
        numbers: Range<u64>,
        seed: &'a dyn Fn(u64) -> u64,
        counts: bool,
        over: &'a mut dyn FnMut(PlayedGame<G::Set>),
    ) -> Self {
        let counts = counts.then(|| LaneCounts { arrivals: [0; 256], losses: SquareCounts::default() });
        Roster { game, start, numbers, seed, running: 0, counts, over, redone: [None; MOST_LANES] }
    }

    /// What has happened on the squares.
    pub fn square_counts(self) -> SquareCounts {
        let Some(LaneCounts { arrivals, losses }) = self.counts else { return SquareCounts::default() };
        let mut counts = losses;
        counts.arrivals.copy_from_slice(&arrivals[..128]);
        counts
    }

    /// A batch with a game in every lane.
    #[inline(always)]
    pub fn group<V: Vector>(&mut self) -> Group<G::Set, V> {
        let game = self.game;
        let mut batch = Batch::new();
        for lane in 0..V::LANES {
            self.seat(&mut batch, lane, 0);
        }
        let mut occurrences = None;
        if game.rules.limits.repetition > 0 {
            let marked = game.has_leaders || game.rules.vagi;
            occurrences = Some(Occurrences::new(game.longest_stretch(), batch.scene(), marked));
        }
        Group { batch, occurrences, step: 0 }
    }

    /// Puts the next game in a lane. When there is none, one that nobody looks at: so no step need ask which lanes are in
    /// use.
    fn seat<V: Vector>(&mut self, batch: &mut Batch<G::Set, V>, lane: usize, step: u64) {
        let number = self.numbers.next();
        self.running += u64::from(number.is_some());
        let seed = number.map_or(0, self.seed);
        batch.seat(lane, self.game, self.start, NewGame { number, seed });
        batch.since.set(lane, step);
    }

    /// Looks at lanes where the game may be over: replaces it, or marks it as going on.
    #[inline(never)]
    pub fn settle<V: Vector>(&mut self, group: &mut Group<G::Set, V>, stopped: u16) {
        for lane in lanes_of(stopped) {
            let mut line = group.batch.line(lane);
            line.decisions = self.game.decisions(&line.position);
            let repeated = group.batch.repeated >> lane & 1 == 1;
            let times = || if repeated { self.game.rules.limits.repetition } else { 0 };
            match self.game.end_of_decision(&line, true, times) {
                Some(outcome) => {
                    self.finish(&mut group.batch, lane, &line, outcome, group.step);
                    if let Some(occurrences) = &mut group.occurrences {
                        occurrences.restart(group.step, lane);
                    }
                }
                None => group.batch.settled |= 1 << lane,
            }
        }
    }

    /// Reports a game that is over, and starts another one in its lane.
    fn finish<V: Vector>(
        &mut self,
        batch: &mut Batch<G::Set, V>,
        lane: usize,
        line: &Line<G::Set>,
        outcome: Outcome,
        step: u64,
    ) {
        if let Some(number) = batch.seats[lane].number {
            self.running -= 1;
            let first_capture = batch.first_capture.get(lane) as u32;
            (self.over)(PlayedGame {
                number,
                seed: (self.seed)(number),
                outcome,
                position: line.position,
                decisions: batch.decisions(lane, line.position.turn),
                choices: batch.choices.get(lane),
                first_capture_ply: (first_capture > 0).then_some(first_capture),
                coins: batch.seats[lane].stakes.as_ref().map(|stakes| stakes.coins),
            });
        }
        self.seat(batch, lane, step);
    }

    /// Plays the decisions of special lanes by the game's own code.
    #[inline(never)]
    pub fn redo<V: Vector>(&mut self, batch: &mut Batch<G::Set, V>, special: u16, choice: &Choice<On<G, V>, V>) {
        for lane in lanes_of(special) {
            let mut line = batch.line(lane);
            let decision = decision(&line, choice.from.get(lane), choice.to.get(lane));
            let events = self.game.decide(&mut line, decision);
            let captured = events.captured();
            if captured {
                self.record(batch, lane, &events);
            }
            self.redone[lane] = Some(Redone { line, captured });
        }
    }

    fn record<V: Vector>(&mut self, batch: &mut Batch<G::Set, V>, lane: usize, events: &Events<G::Set>) {
        let seat = &mut batch.seats[lane];
        if let Some(stakes) = &mut seat.stakes {
            stakes.pay(events);
        }
        if let (Some(counts), Some(_)) = (&mut self.counts, seat.number) {
            counts.losses.lose(events.lost.white | events.lost.black);
        }
    }

    /// Puts the special lanes back, once the others have been played.
    #[inline(never)]
    pub fn put_back<V: Vector>(&mut self, group: &mut Group<G::Set, V>, special: u16) {
        let (batch, step) = (&mut group.batch, group.step);
        for lane in lanes_of(special) {
            let Some(Redone { line, captured }) = self.redone[lane].take() else { continue };
            if captured {
                batch.since.set(lane, step);
                if batch.first_capture.get(lane) == 0 {
                    batch.first_capture.set(lane, u64::from(line.position.turn));
                }
            }
            match line.outcome {
                Some(outcome) => self.finish(batch, lane, &line, outcome, step),
                None => batch.put(lane, self.game, &line),
            }
        }
    }
}

impl<S: SquareSet, V: Vector> Group<S, V> {
    /// Notes the positions and marks those that have occurred `times` times.
    #[inline(always)]
    pub fn count_occurrences(&mut self, times: u32) {
        if let Some(occurrences) = &mut self.occurrences {
            let batch = &mut self.batch;
            batch.repeated = occurrences.add(self.step, &batch.scene(), batch.since, times).bits();
        }
    }
}

impl<S: SquareSet, V: Vector> Batch<S, V> {
    #[inline(always)]
    fn scene(&self) -> Scene<S::Boards<V>> {
        Scene { pieces: [self.own, self.enemy], marks: [self.turned, self.leaders] }
    }
}

/// The decision of a lane.
fn decision<S: SquareSet>(line: &Line<S>, from: S, to: S) -> Move {
    if to.is_empty() {
        Move::Pass
    } else if line.position.is_placing() {
        Move::Place(to.lowest())
    } else {
        Move::Go { from: from.lowest(), to: to.lowest() }
    }
}

/// The lanes of a set of bits.
#[inline(always)]
pub fn lanes_of(bits: u16) -> impl Iterator<Item = usize> {
    u64::from(bits).squares().map(|square| square.index())
}
