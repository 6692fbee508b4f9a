//! Plays the games of a cell.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use petteia_engine::{AnyGame, AnyPosition, GameRng, Odds, Outcome, Side, Simd, SquareCounts, game_seed};
use petteia_players::agents::AgentError;
use petteia_players::seeds::{self, fnv1a};
use petteia_players::{Clock, GameBatch, Opening, Pair, PlayedGame, Seen};
use petteia_proofs::endgame::Endgames;
use petteia_tables::OutcomeCounts;
use rand::Rng;

use super::frames::{GameRecords, ResultRecord};
use super::judged::Judged;
use super::{Cell, CellKind};

/// How to play games. The games are the same.
#[derive(Clone, Copy)]
pub struct PlayOptions<'a> {
    /// How random games are played, if their rules allow it.
    pub simd: Simd,
    /// Stops the games before all are played.
    pub stop: &'a AtomicBool,
    /// Called with the number of games finished since the last call.
    pub games_played: &'a dyn Fn(u64),
    /// The tables that judge games from placements of an ending.
    pub tables: Option<&'a Endgames>,
}

impl PlayOptions<'_> {
    /// Plays games one at a time; `None` if they were stopped.
    fn play_each<Row>(
        &self,
        numbers: Range<u64>,
        play: impl Fn(u64) -> Result<Option<Row>, AgentError>,
    ) -> Result<Option<Vec<Row>>, AgentError> {
        let play = |number| {
            let row = play(number)?;
            (self.games_played)(u64::from(row.is_some()));
            Ok(row)
        };
        numbers.map(play).collect()
    }
}

/// Why games cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Every opening that was tried ends the game.
    #[error("{}", seeds::opening_too_long(variant, *opening))]
    OpeningTooLong {
        /// The variant.
        variant: String,
        /// The number of decisions in the opening.
        opening: Opening,
    },
    /// A player could not be started.
    #[error("{0}; no game is lost by it, and those that are finished are saved: give the same command again")]
    NotStarted(#[from] AgentError),
}

/// The games of a chunk.
#[derive(Debug)]
pub struct JobResult {
    /// One row per game, in order.
    pub rows: GameRecords,
    /// How they ended.
    pub outcomes: OutcomeCounts,
    /// The time of each agent, where it is measured.
    pub clocks: [Clock; 2],
}

impl Cell {
    /// Plays the games with these numbers; `None` if they were stopped.
    ///
    /// # Errors
    /// The opening is so long that it ends the game in every attempt, or a player could not be started.
    pub fn play(&self, numbers: Range<u64>, options: PlayOptions) -> Result<Option<JobResult>, PlayError> {
        let mut clocks = [Clock::default(); 2];
        let rows = match &self.kind {
            CellKind::Games => self.play_games(numbers, options)?,
            CellKind::Pairs => self.play_pairs(numbers, options, &mut clocks)?,
            CellKind::AtOdds(stones) => {
                let game = AnyGame::of(self.matchup.rules.clone());
                let giver = if *stones >= 0 { Side::White } else { Side::Black };
                let odds = Odds { giver, stones: stones.unsigned_abs() as u8 };
                let start = |rng: &mut GameRng| game.start_at_odds(odds, rng).expect("no side gives more than it can");
                self.play_from(&format!("handicap {stones}"), &start, numbers, options)?
            }
            CellKind::After(decision) => {
                let after = self.after(decision);
                self.play_from(&format!("after {decision}"), &|_| after, numbers, options)?
            }
            CellKind::Placements(ending) => self.play_placements(ending, numbers, options)?,
        };
        Ok(rows.map(|rows| JobResult { outcomes: self.outcomes(&rows), rows, clocks }))
    }

    fn play_games(&self, numbers: Range<u64>, options: PlayOptions) -> Result<Option<GameRecords>, PlayError> {
        let stream = self.stream();
        let seed = |number| game_seed(self.seed, stream, number);
        let mut squares = Box::new(SquareCounts::default());
        let PlayOptions { simd, stop, games_played, .. } = options;
        let batch = GameBatch { games: numbers, seed: &seed, simd, stop, games_played };
        let rows = self.matchup.play(batch, &mut squares)?;
        Ok(rows.map(|rows| GameRecords::Games(rows, squares)))
    }

    fn play_pairs(
        &self,
        numbers: Range<u64>,
        options: PlayOptions,
        clocks: &mut [Clock; 2],
    ) -> Result<Option<GameRecords>, PlayError> {
        let agents = self.agents().map(Clone::clone);
        let (rules, opening) = (&self.matchup.rules, self.matchup.opening);
        let mut rows = Vec::new();
        for number in numbers {
            let opening_seeds = seeds::openings_of_pair(self.seed, &self.variant, number);
            let seeds = seeds::games_of_pair(self.seed, &self.variant, &agents, number);
            let pair = Pair { rules, agents: &agents, opening, opening_seeds: &opening_seeds, seeds };
            let too_long = || PlayError::OpeningTooLong { variant: self.variant.clone(), opening };
            let played = pair.play(options.stop)?;
            if options.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let played = played.ok_or_else(too_long)?;
            for (index, PlayedGame { outcome, plies, depths, moves_hash, swapped }) in (0..).zip(played.games) {
                let (game, is_swapped) = (2 * number + index, (index == 1) != swapped);
                let (seed, moves_hash) = (seeds[index as usize], Some(moves_hash));
                rows.push(ResultRecord { game, seed, is_swapped, outcome, plies, depths, moves_hash });
            }
            clocks.iter_mut().zip(played.clocks).for_each(|(clock, time)| clock.add(time));
            (options.games_played)(2);
        }
        Ok(Some(GameRecords::Results(rows)))
    }

    /// Plays games from a start, whose place in the random streams has a name.
    fn play_from(
        &self,
        place: &str,
        start: &dyn Fn(&mut GameRng) -> AnyPosition,
        numbers: Range<u64>,
        options: PlayOptions,
    ) -> Result<Option<GameRecords>, PlayError> {
        let stream =
            fnv1a(format!("fair {} {} {place}", self.variant, self.matchup.agents.white.identity()).as_bytes());
        let play = |game: u64| {
            let seed = game_seed(self.seed, stream, game);
            let mut rng = GameRng::from_seed(seed);
            let start = start(&mut rng);
            let mut plies = start.turn();
            let watch = &mut |seen: &Seen| plies = seen.after.turn();
            let watched = self.matchup.watch_from(&start, rng.next_u64(), options.stop, watch)?;
            Ok(watched.map(|(outcome, depths)| ResultRecord {
                game,
                seed,
                is_swapped: false,
                outcome,
                plies,
                depths,
                moves_hash: None,
            }))
        };
        Ok(options.play_each(numbers, play)?.map(GameRecords::Results))
    }

    fn play_placements(
        &self,
        ending: &str,
        numbers: Range<u64>,
        options: PlayOptions,
    ) -> Result<Option<GameRecords>, PlayError> {
        let judged = Judged::new(self, ending, options.tables.expect("an endgame test has the tables of its endings"));
        Ok(options.play_each(numbers, |number| judged.play(number, options.stop))?.map(GameRecords::Judged))
    }

    /// Returns the position after a first decision.
    fn after(&self, decision: &str) -> AnyPosition {
        let game = AnyGame::of(self.matchup.rules.clone());
        let mut position = game.start();
        let found = game.moves(&position).into_iter().find(|&found| game.move_text(found) == decision);
        game.play_unchecked(&mut position, found.expect("the cell has one of the first decisions"));
        position
    }

    fn outcomes(&self, rows: &GameRecords) -> OutcomeCounts {
        let mut outcomes = OutcomeCounts::default();
        let rules = &self.matchup.rules;
        let mut add =
            |outcome: Outcome| outcomes.add(outcome.winner, outcome.reason, rules.adjudicates(outcome.reason));
        match rows {
            GameRecords::Games(rows, _) => rows.iter().for_each(|row| add(row.outcome)),
            GameRecords::Results(rows) => rows.iter().for_each(|row| add(row.outcome)),
            GameRecords::Judged(rows) => rows.iter().for_each(|row| add(row.outcome)),
        }
        outcomes
    }
}
