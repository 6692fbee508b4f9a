//! The games that are played in the lanes, and their rare cases, which are played by the game's own code.

use super::batch::{self, Batch, Start};
use super::boards::{Boards, InLanes, Laned, On};
use super::choice::Choice;
use super::occurrences::{self, Occurrences, PositionKey};
use super::vector::{MOST_LANES, Mask, Vector};
use crate::game::Game;
use crate::log::{PlayedGame, SquareCounts};
use crate::moves::Move;
use crate::random::GameRng;
use crate::rules::Movement;
use crate::state::Snapshot;
use crate::turn::Events;
use crate::vocab::{Outcome, SquareSet};

/// Provides games to the lanes and receives their outcomes.
pub trait GameSource<S> {
    /// Returns the next game; `None` is final.
    fn next(&mut self) -> Option<&Start<S>>;

    /// Receives a finished game with the present state of its stream. The lane requests the next game immediately
    /// afterwards.
    fn over(&mut self, played: PlayedGame<S>, stream: GameRng);
}

/// The games to play, and their records.
pub struct LaneScheduler<'a, G: InLanes> {
    pub game: &'a Game<G>,
    /// The games to play.
    pub source: &'a mut dyn GameSource<G::Set>,
    /// The number of recorded games in progress.
    pub running: u64,
    /// What happens on the squares, if this is recorded.
    pub counts: Option<LaneCounts>,
    /// An unrecorded game for lanes when no games are left.
    idle: Start<G::Set>,
    /// The special lanes of a step, which are played by the game's own code.
    redone: [Option<Redone<G::Set>>; MOST_LANES],
    /// The chains of the lanes that leap in a step.
    pub(super) chains: [Move; MOST_LANES],
}

/// What happens on the squares, with room beyond the board for the arrivals of unrecorded games.
pub struct LaneCounts {
    pub arrivals: [u64; 256],
    pub losses: SquareCounts,
}

/// The result of a special lane.
#[derive(Clone, Copy)]
struct Redone<S> {
    snapshot: Snapshot<S>,
    captured: bool,
}

/// A batch with its history.
pub struct LaneBlock<S: Laned, V: Vector> {
    pub batch: Batch<S, V>,
    /// `None` in games without `repetition`.
    occurrences: Option<Occurrences<S, S::Boards<V>, V>>,
    /// The number of the last step.
    pub step: u64,
}

impl<'a, G: InLanes> LaneScheduler<'a, G> {
    /// Creates a scheduler of the games of a source.
    pub fn new(game: &'a Game<G>, source: &'a mut dyn GameSource<G::Set>, counts: bool) -> Self {
        let counts = counts.then(|| LaneCounts { arrivals: [0; 256], losses: SquareCounts::default() });
        let idle = Start::new(*game.begin().snapshot());
        LaneScheduler {
            game,
            source,
            running: 0,
            counts,
            idle,
            redone: [None; MOST_LANES],
            chains: [Move::Pass; MOST_LANES],
        }
    }

    /// Returns what has happened on the squares.
    pub fn square_counts(self) -> SquareCounts {
        let Some(LaneCounts { arrivals, losses }) = self.counts else { return SquareCounts::default() };
        let mut counts = losses;
        counts.arrivals[..128].copy_from_slice(&arrivals[..128]);
        counts
    }

    /// Creates a batch with a game in every lane.
    #[inline(always)]
    pub fn block<V: Vector>(&mut self) -> LaneBlock<G::Set, V> {
        let game = self.game;
        let stretch = batch::longest_stretch(&game.rules);
        let mut occurrences = None;
        let mut step = 0;
        if game.rules.limits.repetition.limit() > 0 {
            let turns = game.rules.vagi || game.rules.movement == Movement::Leap;
            occurrences = Some(Occurrences::new(stretch, game.rules.leader.is_some() || turns));
            // Leave room for a history before the first step.
            step = occurrences::room(stretch) as u64;
        }
        let mut block = LaneBlock { batch: Batch::new(&game.rules), occurrences, step };
        for lane in 0..V::LANES {
            self.fill(&mut block, lane);
        }
        block
    }

    /// Puts the next game into a lane or, if there is none, an unrecorded one, so that no step needs to check which
    /// lanes are in use.
    fn fill<V: Vector>(&mut self, block: &mut LaneBlock<G::Set, V>, lane: usize) {
        let LaneBlock { batch, occurrences, step } = block;
        let next = self.source.next();
        self.running += u64::from(next.is_some());
        let start = next.unwrap_or(&self.idle);
        batch.fill(lane, self.game, start, next.is_some());
        batch.since.set(lane, *step - start.history.len() as u64);
        if let Some(occurrences) = occurrences {
            occurrences.put(*step, lane, &PositionKey::of(&start.snapshot.position));
            for (back, position) in (1..).zip(start.history.iter().rev()) {
                occurrences.put(*step - back, lane, &PositionKey::of(position));
            }
        }
    }

    /// Examines lanes in which the game may be over: replaces it, or marks it as continuing.
    #[inline(never)]
    pub fn settle<V: Vector>(&mut self, block: &mut LaneBlock<G::Set, V>, stopped: u16) {
        for lane in lanes_of(stopped) {
            let mut snapshot = block.batch.snapshot(lane);
            match self.end_of_turn(block, lane, &mut snapshot) {
                Some(outcome) => self.finish(block, lane, &snapshot, outcome),
                None => block.batch.settled |= 1 << lane,
            }
        }
    }

    /// Returns how the game of a lane has ended with its last turn, if it has. Sets the next decisions of its snapshot.
    pub(super) fn end_of_turn<V: Vector>(
        &self,
        block: &LaneBlock<G::Set, V>,
        lane: usize,
        snapshot: &mut Snapshot<G::Set>,
    ) -> Option<Outcome> {
        let repeated = block.batch.repeated >> lane & 1 == 1;
        self.game.end_alone(snapshot, true, if repeated { self.game.rules.limits.repetition.limit() } else { 0 })
    }

    /// Reports a finished game, and starts another one in its lane.
    #[inline(never)]
    pub(super) fn finish<V: Vector>(
        &mut self,
        block: &mut LaneBlock<G::Set, V>,
        lane: usize,
        snapshot: &Snapshot<G::Set>,
        outcome: Outcome,
    ) {
        let batch = &block.batch;
        if let Some(number) = batch.slots[lane].number {
            self.running -= 1;
            let first_capture = batch.first_capture.get(lane) as u32;
            let played = PlayedGame {
                number,
                seed: batch.slots[lane].seed,
                outcome,
                position: snapshot.position,
                decisions: batch.decisions(lane, snapshot.position.turn),
                choices: batch.choices.get(lane),
                first_capture_ply: (first_capture > 0).then_some(first_capture),
                coins: batch.slots[lane].stakes.as_ref().map(|stakes| stakes.coins),
            };
            self.source.over(played, batch.stream(lane));
        }
        self.fill(block, lane);
    }

    /// Plays the decisions of special lanes by the game's own code.
    #[inline(never)]
    pub fn redo<V: Vector>(&mut self, batch: &mut Batch<G::Set, V>, special: u16, choice: &Choice<On<G, V>, V>) {
        let game = self.game;
        for lane in lanes_of(special) {
            let mut snapshot = batch.snapshot(lane);
            let decision = self.decision(&snapshot, lane, choice);
            if game.rules.die.is_some() {
                snapshot.position.roll = choice.roll.get(lane) as u8;
            }
            let events = game.decide_alone(&mut snapshot, decision);
            let captured = events.captured();
            if captured {
                self.record(batch, lane, &events);
            }
            self.redone[lane] = Some(Redone { snapshot, captured });
        }
    }

    fn decision<V: Vector>(&self, snapshot: &Snapshot<G::Set>, lane: usize, choice: &Choice<On<G, V>, V>) -> Move {
        if choice.leaping >> lane & 1 == 1 {
            return self.chains[lane];
        }
        let (from, to, taken) = (choice.from.get(lane), choice.to.get(lane), choice.taken.get(lane));
        if !taken.is_empty() {
            Move::Remove(taken.lowest())
        } else if to.is_empty() {
            Move::Pass
        } else if snapshot.position.is_placing() {
            Move::Place(to.lowest())
        } else {
            Move::Go { from: from.lowest(), to: to.lowest() }
        }
    }

    pub(super) fn record<V: Vector>(&mut self, batch: &mut Batch<G::Set, V>, lane: usize, events: &Events<G::Set>) {
        let slot = &mut batch.slots[lane];
        if let Some(stakes) = &mut slot.stakes {
            stakes.pay(events);
        }
        if let (Some(counts), Some(_)) = (&mut self.counts, slot.number) {
            counts.losses.lose(events.lost.white | events.lost.black);
        }
    }

    /// Puts the special lanes back after the others have been played.
    #[inline(never)]
    pub fn put_back<V: Vector>(&mut self, block: &mut LaneBlock<G::Set, V>, special: u16) {
        for lane in lanes_of(special) {
            let Some(Redone { snapshot, captured }) = self.redone[lane].take() else { continue };
            let (batch, step) = (&mut block.batch, block.step);
            if captured {
                batch.note_capture(lane, step, u64::from(snapshot.position.turn));
            }
            match snapshot.outcome {
                Some(outcome) => self.finish(block, lane, &snapshot, outcome),
                None => batch.put(lane, self.game, &snapshot),
            }
        }
    }
}

/// The game's own code, compiled once for all kinds of vectors.
impl<G: InLanes> Game<G> {
    /// Does the same as [`Game::decide`].
    #[inline(never)]
    pub(super) fn decide_alone(&self, snapshot: &mut Snapshot<G::Set>, decision: Move) -> Events<G::Set> {
        self.decide(snapshot, decision, &())
    }

    /// Finds the next decisions, then does the same as [`Game::end_of_decision`].
    #[inline(never)]
    pub(super) fn end_alone(&self, snapshot: &mut Snapshot<G::Set>, turn_over: bool, times: u32) -> Option<Outcome> {
        snapshot.decisions = self.decisions(&snapshot.position);
        self.end_of_decision(snapshot, turn_over, || times)
    }
}

impl<S: SquareSet + Laned, V: Vector> LaneBlock<S, V> {
    /// Records the positions and marks those that have occurred `times` times.
    #[inline(always)]
    pub fn count_occurrences(&mut self, times: u32) {
        if let Some(occurrences) = &mut self.occurrences {
            let batch = &mut self.batch;
            batch.repeated = occurrences.add(self.step, &batch.key(), batch.since, times).bits();
        }
    }
}

impl<S: SquareSet + Laned, V: Vector> Batch<S, V> {
    #[inline(always)]
    fn key(&self) -> PositionKey<S::Boards<V>> {
        let own = if self.open_huffs == 0 { self.own } else { self.own | self.huffable };
        PositionKey { pieces: [own, self.enemy], marks: [self.turned, self.leaders] }
    }
}

#[inline(always)]
pub fn lanes_of(bits: u16) -> impl Iterator<Item = usize> {
    u64::from(bits).squares().map(|square| square.index())
}
