//! A sample of a run's games, replayed and measured decision by decision.

use std::collections::BTreeMap;

use petteia_engine::{AnyGame, AnyPosition, Side, SquareSet, game_seed};
use petteia_players::Seen;
use petteia_players::agents::{AgentError, Weights};
use petteia_players::record::Record;
use petteia_statistics::{GameMetrics, Trace, TracedDecision};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::status::Status;
use crate::cell::Cell;
use crate::experiment::CellPlan;
use crate::progress_style::progress_bar;
use crate::store::RunError;

/// The default number of games of each cell that are measured.
pub const SAMPLE: u64 = 100;

/// At most one in this many of a cell's games are measured, since each takes as long as it took originally,
const ONE_IN: u64 = 20;
/// but at least this many, since fewer determine no metric.
const LEAST: u64 = 20;
/// Cells with fewer games are not measured: it would take as long as playing them.
const FEWEST_PLAYED: u64 = 100;

/// Games that are wanted for something else too when they are played again.
pub trait WantedGames: Sync {
    /// Returns whether a game of a cell is one of them.
    fn has(&self, cell: u32, game: u64) -> bool;

    /// Receives the record of one of them.
    fn keep(&self, cell: u32, game: u64, record: Record);
}

/// Computes the metrics of the first games of each cell: `sample` of them, but at most a twentieth of the games played,
/// or 20. Cells with fewer than 100 games are skipped, and those whose games cannot be reproduced. Uses `threads` threads, 0
/// for all cores. Games that are wanted elsewhere are handed on, so that none is played twice.
pub fn measured(
    status: &Status,
    sample: u64,
    threads: usize,
    quiet: bool,
    wanted: &dyn WantedGames,
) -> Result<BTreeMap<u32, Vec<GameMetrics>>, RunError> {
    let plan = &status.plan;
    let played = |cell: &CellPlan| status.cells.get(cell.index as usize).map_or(0, |cell| cell.games);
    let of_cell = |cell: &CellPlan| {
        let has_enough = played(cell) >= FEWEST_PLAYED;
        let games = if has_enough && cell.cell.matchup.is_replayable() && cell.cell.matchup.check().is_ok() {
            sample.min(played(cell).div_ceil(ONE_IN).max(LEAST))
        } else {
            0
        };
        (0..games).map(move |game| (cell.index, game)).collect::<Vec<_>>()
    };
    let mut games: Vec<(u32, u64)> = plan.cells.iter().flat_map(of_cell).collect();
    // One game of each cell in turn, so that the estimate of the time left covers games of all kinds.
    games.sort_by_key(|&(cell, game)| (game, cell));
    let bar = progress_bar(games.len() as u64, "games to measure", quiet);
    let measure = |&(cell, game): &(u32, u64)| {
        let (found, record) = trace(&plan.cells[cell as usize].cell, game, wanted.has(cell, game))?;
        record.into_iter().for_each(|record| wanted.keep(cell, game, record));
        bar.inc(1);
        Ok((cell, GameMetrics::of(&found)))
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let found: Vec<(u32, GameMetrics)> =
        pool.install(|| games.par_iter().map(measure).collect::<Result<_, AgentError>>())?;
    bar.finish_and_clear();
    let mut cells: BTreeMap<u32, Vec<GameMetrics>> = BTreeMap::new();
    found.into_iter().for_each(|(cell, game)| cells.entry(cell).or_default().push(game));
    Ok(cells)
}

/// Replays a game and measures every decision. Returns its record too, if it is wanted.
fn trace(cell: &Cell, game: u64, is_wanted: bool) -> Result<(Trace, Option<Record>), AgentError> {
    let rules = &cell.matchup.rules;
    let (game_played, weights) = (AnyGame::of(rules.clone()), Weights::of(rules));
    let start = game_played.start();
    let mut covered = start.all_pieces();
    let mut decisions = Vec::new();
    let mut measure = |Seen { choices, after, .. }: &Seen| {
        covered |= after.all_pieces();
        let white_chance = weights.white_chance(&game_played, after);
        let (position, ply, pieces) = (after.key(), after.turn(), pieces(after));
        decisions.push(TracedDecision { legal: *choices, white_chance, position, ply, pieces });
    };
    let seed = game_seed(cell.seed, cell.stream(), game);
    let (outcome, record) = if is_wanted {
        let (outcome, record) = cell.matchup.watch_and_record(&cell.variant, seed, &mut measure)?;
        (outcome, Some(record))
    } else {
        (cell.matchup.watch(seed, &mut measure)?, None)
    };
    let white_won = outcome.winner.map(|winner| winner == Side::White);
    if let Some(last) = decisions.last_mut() {
        last.white_chance = white_won.map_or(0.5, f64::from);
    }
    let (squares, covered) = (rules.board.squares(), covered.count());
    let (start, start_pieces) = (start.key(), pieces(&start));
    Ok((Trace { white_won, squares, covered, start, start_pieces, decisions }, record))
}

/// Counts the pieces of both sides, including those in hand.
fn pieces(position: &AnyPosition) -> u32 {
    let of = |side| position.pieces(side).count() + u32::from(position.hands()[side]);
    of(Side::White) + of(Side::Black)
}
