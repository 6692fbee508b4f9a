//! A sample of a run's games, played again and measured decision by decision.

use std::collections::BTreeMap;

use petteia_engine::{AnyGame, AnyPosition, Side, SquareSet, game_seed};
use petteia_players::Seen;
use petteia_players::agents::Judge;
use petteia_statistics::{GameMetrics, Trace, TracedDecision};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::RunError;
use super::status::Status;
use crate::contest::progress_bar;
use crate::experiment::{Cell, Plan};

/// Games of each cell that are measured by default.
pub const SAMPLE: u64 = 100;

/// Not more of a cell's games than one in so many are measured, since each takes as long as it took at first,
const ONE_IN: u64 = 20;
/// but this many, so that there is an interval.
const LEAST: u64 = 5;

/// The metrics of the first games of each cell: `sample` of them, but at most a twentieth of those played or five. Cells whose games do
/// not come out the same again are left out. It takes `threads` threads, 0 for all cores.
///
/// # Errors
/// The threads cannot be started.
pub fn measured(
    status: &Status,
    sample: u64,
    threads: usize,
    quiet: bool,
) -> Result<BTreeMap<u32, Vec<GameMetrics>>, RunError> {
    let plan = &status.plan;
    let played = |cell: &Cell| status.cells.get(cell.index as usize).map_or(0, |cell| cell.games);
    let of_cell = |cell: &Cell| {
        let games = if cell.matchup.is_repeatable() && cell.matchup.check().is_ok() {
            sample.min(played(cell).div_ceil(ONE_IN).max(LEAST)).min(played(cell))
        } else {
            0
        };
        (0..games).map(move |game| (cell.index, game)).collect::<Vec<_>>()
    };
    let mut games: Vec<(u32, u64)> = plan.cells.iter().flat_map(of_cell).collect();
    // A game of each cell in turn, so that the time left is told from games of all kinds.
    games.sort_by_key(|&(cell, game)| (game, cell));
    let bar = progress_bar(games.len() as u64, quiet).with_message("to be measured");
    let measure = |&(cell, game): &(u32, u64)| {
        let found = trace(plan, &plan.cells[cell as usize], game);
        bar.inc(1);
        (cell, GameMetrics::of(&found))
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let found: Vec<(u32, GameMetrics)> = pool.install(|| games.par_iter().map(measure).collect());
    bar.finish_and_clear();
    let mut cells: BTreeMap<u32, Vec<GameMetrics>> = BTreeMap::new();
    found.into_iter().for_each(|(cell, game)| cells.entry(cell).or_default().push(game));
    Ok(cells)
}

/// Plays a game again and notes every decision.
fn trace(plan: &Plan, cell: &Cell, game: u64) -> Trace {
    let rules = &cell.matchup.rules;
    let (game_played, judge) = (AnyGame::of(rules.clone()), Judge::of(rules));
    let start = game_played.start();
    let mut covered = start.all_pieces();
    let mut decisions = Vec::new();
    let outcome =
        cell.matchup.watch(game_seed(plan.seed, cell.stream(), game), &mut |Seen { choices, after, .. }| {
            covered |= after.all_pieces();
            let white_chance = judge.white_chance(&game_played, after);
            let (position, ply, pieces) = (after.key(), after.turn(), pieces(after));
            decisions.push(TracedDecision { legal: *choices, white_chance, position, ply, pieces });
        });
    let white_won = outcome.winner.map(|winner| winner == Side::White);
    if let Some(last) = decisions.last_mut() {
        last.white_chance = white_won.map_or(0.5, |won| f64::from(u8::from(won)));
    }
    let (squares, covered) = (rules.board.squares(), covered.count());
    Trace { white_won, squares, covered, start: start.key(), start_pieces: pieces(&start), decisions }
}

/// Pieces of both sides, those in hand among them.
fn pieces(position: &AnyPosition) -> u32 {
    let of = |side| position.pieces(side).count() + u32::from(position.hands()[side]);
    of(Side::White) + of(Side::Black)
}
