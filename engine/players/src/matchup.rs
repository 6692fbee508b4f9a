//! A pairing of agents in one game: its games, identified by their seeds, can be played, recorded or watched.

use std::sync::atomic::Ordering;

use petteia_engine::{
    AnyPosition, BySide, CheckedRules, Game, Geometry, Move, OnBoard, Outcome, Progress, Simd, SquareCounts,
    with_geometry,
};
use petteia_proofs::endgame::Ending;

use crate::agents::{Agent, AgentError, AgentSpec};
use crate::batch::GameBatch;
use crate::depths::Depths;
use crate::game::{GameRecord, play_game, play_out, play_random_games};
use crate::interleaved;
use crate::opening::Opening;
use crate::record::{Header, History, Record, Step};

/// Everything that determines a game except its seed.
///
/// ```
/// use petteia_engine::{BySide, Rules};
/// use petteia_players::Matchup;
/// let agents = BySide { white: "greedy".parse()?, black: "random".parse()? };
/// let matchup = Matchup { rules: Rules::parse("city-8+vagi")?, agents, opening: 4.into() };
/// let record = matchup.record("city-8+vagi", 7)?;
/// assert_eq!(record, matchup.record("city-8+vagi", 7)?);
/// assert!(record.history.outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Matchup {
    /// The rules, including limits.
    pub rules: CheckedRules,
    /// The agents.
    pub agents: BySide<AgentSpec>,
    /// Random decisions before the agents play. With `swap`, an agent decides all the same whether to change sides.
    pub opening: Opening,
}

/// A decision of a watched game.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The roll with which it was made.
    pub roll: Option<u8>,
    /// The number of legal decisions.
    pub choices: u32,
    /// The decision.
    pub decision: Move,
    /// The position after it.
    pub after: AnyPosition,
}

/// The number of random games played in lanes between checks whether to stop, which takes at most a second.
const IN_LANES_AT_ONCE: u64 = 10_000;

impl Matchup {
    /// Returns whether every decision is random, so that the opening does not differ from the rest.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.agents.white == AgentSpec::Random && self.agents.black == AgentSpec::Random
    }

    /// Returns whether games run in parallel in the lanes of a vector, if the processor has any. This holds for random
    /// games, and for searches by random playouts if neither agent needs too much memory to be kept for each lane.
    ///
    /// ```
    /// use petteia_engine::{BySide, Rules};
    /// use petteia_players::Matchup;
    /// let plays_in_lanes = |rules: &str, agent: &str| {
    ///     let agents = BySide { white: agent.parse().unwrap(), black: agent.parse().unwrap() };
    ///     Matchup { rules: Rules::parse(rules).unwrap(), agents, opening: 0.into() }.plays_in_lanes()
    /// };
    /// assert!(plays_in_lanes("city-8", "mcts:playouts=50") && plays_in_lanes("city-8", "random"));
    /// assert!(!plays_in_lanes("city-8", "alphabeta:nodes=50"));
    /// assert!(!plays_in_lanes("city-8+inciti+hopeless=idle", "random"));
    /// ```
    #[must_use]
    pub fn plays_in_lanes(&self) -> bool {
        let agents = [&self.agents.white, &self.agents.black].map(AgentSpec::traits);
        let share_lanes = agents.iter().any(|agent| agent.plays_out()) && agents.iter().all(|agent| agent.is_small());
        (self.is_random() || share_lanes) && Simd::Portable.path(&self.rules) != Simd::Scalar
    }

    /// Returns whether an agent searches.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.agents.white.traits().searches() || self.agents.black.traits().searches()
    }

    /// Returns whether its games take only a few milliseconds each, even if an agent searches.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.agents.white.traits().is_quick() && self.agents.black.traits().is_quick() && !self.rules.limits.fortress
    }

    /// Returns whether a replay of its games gives the same result, that is, whether no agent has a budget of time.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.agents.white.traits().is_repeatable() && self.agents.black.traits().is_repeatable()
    }

    /// Returns whether its games can be replayed from a run folder: they are repeatable, and no agent is a program,
    /// which must not start because a folder says so.
    #[must_use]
    pub fn is_replayable(&self) -> bool {
        self.is_repeatable() && !self.has_program()
    }

    /// Returns whether an agent is a program of its own.
    #[must_use]
    pub fn has_program(&self) -> bool {
        self.agents.white.is_program() || self.agents.black.is_program()
    }

    /// Checks that its agents find what they need for the game.
    ///
    /// # Errors
    /// See [`AgentSpec::check`].
    pub fn check(&self) -> Result<(), AgentError> {
        self.agents.white.check(&self.rules)?;
        self.agents.black.check(&self.rules)
    }

    /// Prepares everything that its agents need.
    ///
    /// # Errors
    /// See [`AgentSpec::prepare`].
    pub fn prepare(&self, progress: &dyn Progress) -> Result<(), AgentError> {
        self.agents.white.prepare(&self.rules, progress)?;
        self.agents.black.prepare(&self.rules, progress)
    }

    /// Returns the endings that its agents look up in tables computed on demand, smallest first.
    #[must_use]
    pub fn endings_on_demand(&self) -> Vec<Ending> {
        let [white, black] = [&self.agents.white, &self.agents.black].map(|agent| agent.endings_on_demand(&self.rules));
        if white.is_empty() { black } else { white }
    }

    /// Plays games in order of their numbers, and adds what happened on the squares to `squares`. Returns `None` if it
    /// is stopped before the end.
    ///
    /// # Errors
    /// An external player cannot be started.
    pub fn play(&self, batch: GameBatch, squares: &mut SquareCounts) -> Result<Option<Vec<GameRecord>>, AgentError> {
        with_geometry(self.rules.board, PlayGames { matchup: self, batch, squares })
    }

    /// Returns the record of the game with a seed, in which the game is called `name`.
    ///
    /// # Errors
    /// An external player cannot be started.
    pub fn record(&self, name: &str, seed: u64) -> Result<Record, AgentError> {
        Ok(self.watch_and_record(name, seed, &mut |_| ())?.1)
    }

    /// Plays the game with a seed, passes every decision to `watch`, and returns how the game ended and its record.
    ///
    /// # Errors
    /// An external player cannot be started.
    pub fn watch_and_record(
        &self,
        name: &str,
        seed: u64,
        watch: &mut dyn FnMut(&Seen),
    ) -> Result<(Outcome, Record), AgentError> {
        let mut history = History::of(&self.rules);
        let outcome = self.watch(seed, &mut |seen| {
            let roll = seen.roll.map(Step::Roll);
            roll.into_iter().chain([Step::Decision(seen.decision)]).for_each(|step| history.take(step));
            watch(seen);
        })?;
        if outcome.reason.is_forfeit() {
            history.forfeit(outcome.reason);
        }
        let players = BySide::from_fn(|side| self.agents[side].to_string());
        Ok((outcome, Record { header: Header { game: name.to_owned(), players, seed: Some(seed) }, history }))
    }

    /// Plays the game with a seed and passes every decision to `watch`.
    ///
    /// # Errors
    /// An external player cannot be started.
    pub fn watch(&self, seed: u64, watch: &mut dyn FnMut(&Seen)) -> Result<Outcome, AgentError> {
        let game = WatchGame { matchup: self, start: None, seed, progress: &(), watch };
        let watched = with_geometry(self.rules.board, game)?;
        Ok(watched.expect("nobody breaks the game off").0)
    }

    /// Plays on from a position, starting with an opening of random decisions, and passes every decision to `watch`. Returns
    /// how the game ended, and how deep each side searched; `None` if it is cancelled before the end.
    ///
    /// # Errors
    /// An external player cannot be started.
    pub fn watch_from(
        &self,
        start: &AnyPosition,
        seed: u64,
        progress: &dyn Progress,
        watch: &mut dyn FnMut(&Seen),
    ) -> Result<Option<(Outcome, BySide<Depths>)>, AgentError> {
        with_geometry(self.rules.board, WatchGame { matchup: self, start: Some(start), seed, progress, watch })
    }

    fn make<G: Geometry>(&self, game: &Game<G>) -> Result<BySide<Box<dyn Agent<G>>>, AgentError> {
        Ok(BySide { white: self.agents.white.make(game)?, black: self.agents.black.make(game)? })
    }
}

struct PlayGames<'a> {
    matchup: &'a Matchup,
    batch: GameBatch<'a>,
    squares: &'a mut SquareCounts,
}

impl OnBoard for PlayGames<'_> {
    type Output = Result<Option<Vec<GameRecord>>, AgentError>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let PlayGames { matchup, batch: GameBatch { games, seed, simd, stop, games_played }, squares } = self;
        let game = Game::new(matchup.rules.clone(), geometry);
        let is_stopped = || stop.load(Ordering::Relaxed);
        let rows = if matchup.is_random() {
            let mut rows = Vec::with_capacity((games.end - games.start) as usize);
            // Rules that lanes do not cover can make a game slow: the limit `fortress` needs a proof at every turn.
            let at_once = if game.path(simd) == Simd::Scalar { 1 } else { IN_LANES_AT_ONCE };
            for start in games.clone().step_by(at_once as usize) {
                let some = start..games.end.min(start + at_once);
                let played = some.end - some.start;
                rows.extend(play_random_games(&game, simd, some, seed, squares));
                games_played(played);
                if is_stopped() {
                    return Ok(None);
                }
            }
            rows
        } else if matchup.plays_in_lanes() && game.path(simd) != Simd::Scalar {
            let batch = GameBatch { games, seed, simd, stop, games_played };
            let agents = || matchup.make(&game).expect("external players do not share lanes");
            match interleaved::play(&game, &agents, matchup.opening, &batch, squares) {
                Some(rows) => rows,
                None => return Ok(None),
            }
        } else {
            let (mut rows, mut seated) = (Vec::new(), None);
            for number in games {
                let mut agents = seated.take().map_or_else(|| matchup.make(&game), Ok)?;
                let seed = seed(number);
                let row = play_game(&game, &mut agents, matchup.opening.of(seed), number, seed, squares, stop);
                let Some(row) = row else { return Ok(None) };
                games_played(1);
                // A player that has failed is replaced before the next game.
                seated = (!row.outcome.reason.is_forfeit()).then_some(agents);
                rows.push(row);
            }
            rows
        };
        Ok((!is_stopped()).then_some(rows))
    }
}

struct WatchGame<'a> {
    matchup: &'a Matchup,
    start: Option<&'a AnyPosition>,
    seed: u64,
    progress: &'a dyn Progress,
    watch: &'a mut dyn FnMut(&Seen),
}

impl OnBoard for WatchGame<'_> {
    type Output = Result<Option<(Outcome, BySide<Depths>)>, AgentError>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let WatchGame { matchup, start, seed, progress, watch } = self;
        let game = Game::new(matchup.rules.clone(), geometry);
        let mut agents = matchup.make(&game)?;
        let tell = |roll, choices, decision, _: &_, after: &petteia_engine::Position<G::Set>| {
            watch(&Seen { roll, choices, decision, after: after.cast() });
        };
        let mut state = start.map_or_else(|| game.begin(), |start| game.resume(start.cast()));
        let outcome = play_out(&game, &mut state, &mut agents, matchup.opening.of(seed), seed, progress, tell);
        Ok(outcome.map(|outcome| (outcome, BySide::from_fn(|side| agents[side].depths()))))
    }
}
