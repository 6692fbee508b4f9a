//! A sample of a run's games, played again and measured decision by decision.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use petteia_engine::{BySide, Game, Geometry, OnBoard, Position, Side, SquareSet, game_seed, with_geometry};
use petteia_reports::metrics::{GameMetrics, Trace, TracedDecision};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::RunError;
use super::status::Status;
use crate::agents::Weights;
use crate::contest::progress_bar;
use crate::experiment::{Cell, Plan};
use crate::play::play_out;

/// Games of each cell that are measured unless said otherwise.
pub const SAMPLE: u64 = 20;

/// Not more of a cell's games than one in so many are measured, since each takes as long as it took at first,
const ONE_IN: u64 = 20;
/// but this many, so that there is an interval.
const LEAST: u64 = 5;

/// The metrics of the first games of each cell: `sample` of them, but at most a twentieth of those played or five. Cells whose games do
/// not come out the same again are left out. It takes `threads` threads, 0 for all cores.
///
/// # Errors
/// The manifest cannot be understood, or the threads cannot be started.
pub fn measured(
    status: &Status,
    sample: u64,
    threads: usize,
    quiet: bool,
) -> Result<BTreeMap<u32, Vec<GameMetrics>>, RunError> {
    let plan = status.manifest.plan()?;
    let played = |cell: &Cell| status.cells.get(cell.index as usize).map_or(0, |cell| cell.games);
    let of_cell = |cell: &Cell| {
        let games = if cell.is_repeatable() && cell.check_agents().is_ok() {
            sample.min(played(cell).div_ceil(ONE_IN).max(LEAST)).min(played(cell))
        } else {
            0
        };
        (0..games).map(move |game| (cell.index, game)).collect::<Vec<_>>()
    };
    let games: Vec<(u32, u64)> = plan.cells.iter().flat_map(of_cell).collect();
    let bar = progress_bar(games.len() as u64, quiet).with_message("to be measured");
    let measure = |&(cell, game): &(u32, u64)| {
        let found = with_geometry(plan.cells[cell as usize].rules.board, TraceGame { plan: &plan, cell, game });
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

struct TraceGame<'a> {
    plan: &'a Plan,
    cell: u32,
    game: u64,
}

impl OnBoard for TraceGame<'_> {
    type Output = Trace;

    fn run<G: Geometry>(self, geometry: G) -> Trace {
        let cell = &self.plan.cells[self.cell as usize];
        let game = Game::new(cell.rules.clone(), geometry);
        let mut agents = BySide { white: cell.white.make(), black: cell.black.make() };
        let mut state = game.begin();
        let seed = game_seed(self.plan.seed, cell.stream(), self.game);
        let start = *state.position();
        let occupied = |position: &Position<G::Set>| position.pieces(Side::White) | position.pieces(Side::Black);
        let mut covered = occupied(&start);
        let mut decisions = Vec::new();
        let watch = |_, legal, _, _: &_, after: &Position<G::Set>| {
            covered |= occupied(after);
            let white_chance = white_chance(&game, after);
            let (position, ply, pieces) = (after.key(), after.turn(), pieces(after));
            decisions.push(TracedDecision { legal, white_chance, position, ply, pieces });
            ControlFlow::Continue(())
        };
        let outcome = play_out(&game, &mut state, &mut agents, self.plan.opening, seed, watch);
        let winner = outcome.and_then(|outcome| outcome.winner);
        if let Some(last) = decisions.last_mut() {
            last.white_chance = winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White)));
        }
        Trace {
            winner,
            squares: cell.rules.board.squares(),
            covered: covered.count(),
            start: start.key(),
            start_pieces: pieces(&start),
            decisions,
        }
    }
}

/// Pieces of both sides, those in hand among them.
fn pieces<S: SquareSet>(position: &Position<S>) -> u32 {
    let of = |side| position.pieces(side).count() + u32::from(position.hands()[side]);
    of(Side::White) + of(Side::Black)
}

/// White's chance to win, as the evaluation of the searching agents judges it.
fn white_chance<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> f64 {
    let weights = Weights::fitted();
    let own = f64::from(weights.evaluate(game, position)) / weights.scale;
    let value = if position.side() == Side::White { own } else { -own };
    1.0 / (1.0 + (-value).exp())
}
