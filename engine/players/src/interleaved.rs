//! Plays games of searching players in parallel: one thread plays many games at once, and the playouts of their
//! searches share the lanes. Each game has its own trees and its own stream, so it is bit for bit the game that would
//! be played alone.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;

use petteia_engine::{
    BySide, Game, GameLog, GameRng, GameSource, Geometry, Outcome, PlayedGame, Recorder, SquareCounts, Start, State,
};

use crate::agents::Agent;
use crate::batch::GameBatch;
use crate::game::{Early, GameRecord, play_to_end};
use crate::opening::Opening;
use crate::position_history::{PositionHistory, SearchLeaf};

/// Agents for one game.
type Agents<G> = BySide<Box<dyn Agent<G>>>;

/// Plays games in order of their numbers, each with new agents after its opening, and adds what happened
/// on the squares to `squares`. Returns `None` if it is stopped.
pub(crate) fn play<G: Geometry>(
    game: &Game<G>,
    agents: &dyn Fn() -> Agents<G>,
    opening: Opening,
    batch: &GameBatch,
    squares: &mut SquareCounts,
) -> Option<Vec<GameRecord>> {
    let numbers = batch.games.clone();
    let (rows, waiting, resumed, start) = (Vec::new(), BTreeMap::new(), None, None);
    let mut games = InterleavedGames { game, agents, opening, batch, numbers, squares, rows, waiting, resumed, start };
    game.play_on(batch.simd, &mut games);
    let mut rows = games.rows;
    rows.sort_unstable_by_key(|row| row.game);
    (!batch.stop.load(Ordering::Relaxed)).then_some(rows)
}

/// The games in progress, one per lane, each waiting for a playout.
struct InterleavedGames<'a, G: Geometry> {
    game: &'a Game<G>,
    agents: &'a dyn Fn() -> Agents<G>,
    opening: Opening,
    batch: &'a GameBatch<'a>,
    /// The games that have not begun yet.
    numbers: Range<u64>,
    squares: &'a mut SquareCounts,
    rows: Vec<GameRecord>,
    /// The games whose playouts are running, by number.
    waiting: BTreeMap<u64, InterleavedGame<G>>,
    /// The game whose playout has just ended.
    resumed: Option<InterleavedGame<G>>,
    /// The playout requested last.
    start: Option<Start<G::Set>>,
}

/// A game in progress.
struct InterleavedGame<G: Geometry> {
    number: u64,
    seed: u64,
    agents: Agents<G>,
    state: State<G>,
    rng: GameRng,
    /// The number of opening decisions left.
    random_left: u32,
    early: Early,
    recent: PositionHistory<G::Set>,
    log: GameLog<'static>,
}

impl<G: Geometry> GameSource<G::Set> for InterleavedGames<'_, G> {
    fn next(&mut self) -> Option<&Start<G::Set>> {
        while !self.batch.stop.load(Ordering::Relaxed) {
            let resumed = self.resumed.take();
            let mut game = resumed.or_else(|| Some(self.open(self.numbers.clone().next()?)))?;
            match game.play_to_playout(self.game, self.squares, &mut self.start) {
                Some(outcome) => {
                    self.rows.push(game.row(outcome));
                    (self.batch.games_played)(1);
                }
                None => {
                    self.waiting.insert(game.number, game);
                    return self.start.as_ref();
                }
            }
        }
        None
    }

    fn over(&mut self, played: PlayedGame<G::Set>, stream: GameRng) {
        let mut game = self.waiting.remove(&played.number).expect("the playout belongs to a game");
        game.rng = stream;
        game.agents[game.state.position().player()].answer(played.outcome);
        self.resumed = Some(game);
    }
}

impl<G: Geometry> InterleavedGames<'_, G> {
    /// Starts the game with this number.
    fn open(&mut self, number: u64) -> InterleavedGame<G> {
        self.numbers.start = number + 1;
        let seed = (self.batch.seed)(number);
        let state = self.game.begin();
        InterleavedGame {
            number,
            seed,
            agents: (self.agents)(),
            recent: PositionHistory::from(self.game, state.position()),
            state,
            rng: GameRng::from_seed(seed),
            random_left: self.opening.of(seed),
            early: Early::of(self.game, self.opening.of(seed)),
            log: GameLog::new(self.game.rules(), seed, None),
        }
    }
}

impl<G: Geometry> InterleavedGame<G> {
    /// Plays until the game is over, or until an agent requests a playout, whose start is then stored in `start`.
    fn play_to_playout(
        &mut self,
        game: &Game<G>,
        squares: &mut SquareCounts,
        start: &mut Option<Start<G::Set>>,
    ) -> Option<Outcome> {
        let InterleavedGame { agents, state, rng, random_left, early, recent, log, .. } = self;
        let choose = |state: &State<G>, rng: &mut GameRng| agents[state.position().player()].ask(game, state, rng);
        let outcome = play_to_end(game, state, rng, random_left, choose, |_, choices, decision, events, after| {
            Recorder::<G>::record(log, choices, decision, events, after);
            squares.record(decision, events);
            early.count(squares, decision, after);
            recent.add(game, after, events.captured() && !game.rules().converts());
            ControlFlow::Continue(())
        });
        if outcome.is_none() {
            self.ask_for_playout(start);
        }
        outcome
    }

    /// Sets `start` to the start of the playout that the agent requests.
    fn ask_for_playout(&self, start: &mut Option<Start<G::Set>>) {
        let SearchLeaf { snapshot, recent } =
            self.agents[self.state.position().player()].leaf().expect("the agent asked for a playout");
        let mut history = start.take().map_or_else(Vec::new, |start| start.history);
        recent.history(&self.recent, &mut history);
        *start = Some(Start { number: self.number, seed: self.seed, stream: self.rng, snapshot: *snapshot, history });
    }

    fn row(self, outcome: Outcome) -> GameRecord {
        GameRecord::of(&self.log.finish(self.number, self.seed, outcome, *self.state.position()))
    }
}
