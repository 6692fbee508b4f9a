//! Plays games of searching players in parallel: one thread plays many games at once, and the playouts of their
//! searches share the lanes. Each game has its own trees and its own stream, so it is bit for bit the game that would
//! be played alone.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;

use petteia_engine::{
    BySide, Game, GameLog, GameRng, Geometry, Outcome, PlayedGame, Recorder, SquareCounts, Start, State, Supply,
};

use crate::agents::Agent;
use crate::batch::GameBatch;
use crate::game::{Early, GameRecord, go_on};
use crate::trail::{Leaf, Trail};

/// Agents for one game.
type Agents<G> = BySide<Box<dyn Agent<G>>>;

/// Plays games in order of their numbers, each with new agents after `opening` random decisions, and adds what happened
/// on the squares to `squares`. Returns `None` if it is stopped.
pub(crate) fn play<G: Geometry>(
    game: &Game<G>,
    agents: &dyn Fn() -> Agents<G>,
    opening: u32,
    batch: &GameBatch,
    squares: &mut SquareCounts,
) -> Option<Vec<GameRecord>> {
    let numbers = batch.games.clone();
    let (rows, waiting, resumed, start) = (Vec::new(), BTreeMap::new(), None, None);
    let mut tables = Tables { game, agents, opening, batch, numbers, squares, rows, waiting, resumed, start };
    game.play_on(batch.simd, &mut tables);
    let mut rows = tables.rows;
    rows.sort_unstable_by_key(|row| row.game);
    (!batch.stop.load(Ordering::Relaxed)).then_some(rows)
}

/// The games in progress, one per lane, each waiting for a playout.
struct Tables<'a, G: Geometry> {
    game: &'a Game<G>,
    agents: &'a dyn Fn() -> Agents<G>,
    opening: u32,
    batch: &'a GameBatch<'a>,
    /// The games that have not begun yet.
    numbers: Range<u64>,
    squares: &'a mut SquareCounts,
    rows: Vec<GameRecord>,
    /// The games whose playouts are running, by number.
    waiting: BTreeMap<u64, Table<G>>,
    /// The game whose playout has just ended.
    resumed: Option<Table<G>>,
    /// The playout requested last.
    start: Option<Start<G::Set>>,
}

/// A game in progress.
struct Table<G: Geometry> {
    number: u64,
    seed: u64,
    agents: Agents<G>,
    state: State<G>,
    rng: GameRng,
    /// The number of opening decisions left.
    random_left: u32,
    early: Early,
    trail: Trail<G::Set>,
    log: GameLog<'static>,
}

impl<G: Geometry> Supply<G::Set> for Tables<'_, G> {
    fn next(&mut self) -> Option<&Start<G::Set>> {
        while !self.batch.stop.load(Ordering::Relaxed) {
            let resumed = self.resumed.take();
            let mut table = resumed.or_else(|| Some(self.open(self.numbers.clone().next()?)))?;
            match table.go_on(self.game, self.squares, &mut self.start) {
                Some(outcome) => {
                    self.rows.push(table.row(outcome));
                    (self.batch.games_played)(1);
                }
                None => {
                    self.waiting.insert(table.number, table);
                    return self.start.as_ref();
                }
            }
        }
        None
    }

    fn over(&mut self, played: PlayedGame<G::Set>, stream: GameRng) {
        let mut table = self.waiting.remove(&played.number).expect("the playout belongs to a game");
        table.rng = stream;
        table.agents[table.state.position().side()].answer(played.outcome);
        self.resumed = Some(table);
    }
}

impl<G: Geometry> Tables<'_, G> {
    /// Starts the game with this number.
    fn open(&mut self, number: u64) -> Table<G> {
        self.numbers.start = number + 1;
        let seed = (self.batch.seed)(number);
        let state = self.game.begin();
        Table {
            number,
            seed,
            agents: (self.agents)(),
            trail: Trail::from(self.game, state.position()),
            state,
            rng: GameRng::from_seed(seed),
            random_left: self.opening,
            early: Early::of(self.game, self.opening),
            log: GameLog::new(self.game.rules(), seed, None),
        }
    }
}

impl<G: Geometry> Table<G> {
    /// Plays until the game is over, or until an agent requests a playout, whose start is then stored in `start`.
    fn go_on(
        &mut self,
        game: &Game<G>,
        squares: &mut SquareCounts,
        start: &mut Option<Start<G::Set>>,
    ) -> Option<Outcome> {
        let Table { agents, state, rng, random_left, early, trail, log, .. } = self;
        let choose = |state: &State<G>, rng: &mut GameRng| agents[state.position().side()].ask(game, state, rng);
        let outcome = go_on(game, state, rng, random_left, choose, |_, choices, decision, events, after| {
            Recorder::<G>::record(log, choices, decision, events, after);
            squares.record(decision, events);
            early.count(squares, decision, after);
            trail.add(game, after, events.captured());
            ControlFlow::Continue(())
        });
        if outcome.is_none() {
            self.ask_for_playout(start);
        }
        outcome
    }

    /// Sets `start` to the start of the playout that the agent requests.
    fn ask_for_playout(&self, start: &mut Option<Start<G::Set>>) {
        let Leaf { line, trail } =
            self.agents[self.state.position().side()].leaf().expect("the agent asked for a playout");
        let mut history = start.take().map_or_else(Vec::new, |start| start.history);
        trail.history(&self.trail, &mut history);
        *start = Some(Start { number: self.number, seed: self.seed, stream: self.rng, line: *line, history });
    }

    fn row(self, outcome: Outcome) -> GameRecord {
        GameRecord::of(&self.log.finish(self.number, self.seed, outcome, *self.state.position()))
    }
}
