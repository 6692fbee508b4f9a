//! The live display: a bar for the whole run, and for each cell its games, its current estimate with the interval, and
//! the games left. Nothing is shown without a terminal.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use petteia_players::agents::AgentSpec;
use petteia_statistics::{Estimate, wilson};

use super::folder::Shard;
use super::schedule::{CellStanding, Standing};
use crate::experiment::Cell;

const WHOLE: &str = "{bar:30} {human_pos}/{human_len} games  {per_sec}  {eta} left  {msg}";
const CELL: &str = "{bar:12} {human_pos:>11}/{human_len:<11} {msg}";
/// How often the cells are redrawn.
const PAUSE: Duration = Duration::from_millis(200);

/// The progress of a run.
pub struct Progress {
    bars: MultiProgress,
    whole: ProgressBar,
    state: Mutex<Bars>,
}

struct Bars {
    cells: Vec<CellState>,
    /// As many as fit on the terminal.
    rows: Vec<ProgressBar>,
    drawn: Instant,
}

struct CellState {
    label: String,
    cell: Cell,
    /// Games of this process's units: played, including units in progress, and expected.
    played: u64,
    expected: u64,
    standing: CellStanding,
}

impl Progress {
    /// Creates the bars for a run that is already this far.
    pub fn new(standing: &Standing, shard: Option<Shard>, quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bars = MultiProgress::with_draw_target(target);
        let bar = |style: &str| {
            let style = ProgressStyle::with_template(style).expect("the template is constant and right");
            bars.add(ProgressBar::new(0).with_style(style))
        };
        let cells = cells(standing, shard);
        let whole = bar(WHOLE);
        let lines = Term::stderr().size_checked().map_or(24, |(lines, _)| usize::from(lines));
        let rows = if bars.is_hidden() { 0 } else { cells.len().min(lines.saturating_sub(3)) };
        let rows = (0..rows).map(|_| bar(CELL)).collect();
        whole.set_position(cells.iter().map(|cell| cell.played).sum());
        whole.reset_eta();
        whole.enable_steady_tick(PAUSE);
        let state = Bars { cells, rows, drawn: Instant::now() };
        state.draw(&whole);
        Progress { bars, whole, state: Mutex::new(state) }
    }

    /// Records that `games` more games of a cell were played.
    pub fn games_played(&self, cell: &Cell, games: u64) {
        self.update(cell, |cell| cell.played += games);
    }

    /// Records that a unit was played.
    pub fn unit_played(&self, cell: &Cell, standing: &CellStanding) {
        self.update(cell, |cell| {
            cell.expected = expected(&cell.cell, standing, cell.expected).max(cell.played);
            cell.standing = standing.clone();
        });
    }

    fn update(&self, cell: &Cell, change: impl FnOnce(&mut CellState)) {
        if self.bars.is_hidden() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state.cells[cell.index as usize]);
        if state.drawn.elapsed() >= PAUSE {
            state.drawn = Instant::now();
            state.draw(&self.whole);
        }
    }

    /// Removes the bars.
    pub fn finish(&self) {
        self.whole.finish_and_clear();
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.rows.iter().for_each(ProgressBar::finish_and_clear);
    }
}

fn cells(standing: &Standing, shard: Option<Shard>) -> Vec<CellState> {
    let state = |cell: &Cell| {
        let far = &standing.cells[cell.index as usize];
        let mine = |number: &u64| shard.is_none_or(|shard| shard.has(cell.index, *number));
        let games = |number: u64| {
            let games = cell.unit(number).games;
            games.end - games.start
        };
        let planned = (0..standing.needed(cell)).filter(mine).map(games).sum();
        let done = standing.units.of_cell(cell.index).map(|(number, _)| number).filter(mine);
        CellState {
            label: format!(
                "{} ({})",
                cell.variant,
                agents_text(&cell.matchup.agents.white, &cell.matchup.agents.black)
            ),
            played: done.map(games).sum(),
            expected: expected(cell, far, planned),
            standing: far.clone(),
            cell: cell.clone(),
        }
    };
    standing.plan.cells.iter().map(state).collect()
}

/// Estimates the games that a cell needs: with a rule, the interval narrows with the square root of their number.
fn expected(cell: &Cell, standing: &CellStanding, planned: u64) -> u64 {
    let Some(rule) = cell.stop else { return planned };
    if standing.stopped.is_some() {
        return standing.in_order.games();
    }
    let Some(estimate) = rule.estimate(&standing.in_order) else { return planned };
    let ratio = (estimate.high - estimate.low) / (2.0 * rule.half_width);
    let needed = (estimate.n as f64 * ratio * ratio).ceil() as u64;
    needed.clamp(rule.min_games, rule.max_games)
}

impl Bars {
    /// Draws the cells, unfinished ones first.
    fn draw(&self, whole: &ProgressBar) {
        whole.set_length(self.cells.iter().map(|cell| cell.expected).sum());
        whole.set_position(self.cells.iter().map(|cell| cell.played).sum());
        let is_open = |cell: &&CellState| cell.played < cell.expected;
        let open = self.cells.iter().filter(is_open).count();
        whole.set_message(format!("{open} of {} cells left", self.cells.len()));
        let finished = self.cells.iter().filter(|cell| !is_open(cell));
        for (row, cell) in self.rows.iter().zip(self.cells.iter().filter(is_open).chain(finished)) {
            row.set_length(cell.expected);
            row.set_position(cell.played);
            row.set_message(format!("{}  {}", cell.estimate(), cell.label));
        }
    }
}

impl CellState {
    fn estimate(&self) -> String {
        match self.cell.stop {
            Some(rule) => {
                let text = rule.estimate(&self.standing.in_order).map_or_else(|| "–".into(), percent);
                format!("{} {text} until ±{} %", rule.metric.name(), 100.0 * rule.half_width)
            }
            None => {
                let done = &self.standing.done;
                let text = wilson(done.drawn(), done.games()).map_or_else(|| "–".into(), percent);
                format!("draws {text}")
            }
        }
    }
}

/// Formats an estimate as `12.3 % [11.0, 13.6]`.
fn percent(estimate: Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|share| 100.0 * share);
    format!("{value:.1} % [{low:.1}, {high:.1}]")
}

/// Describes the agents of a pairing in a few words.
fn agents_text(white: &AgentSpec, black: &AgentSpec) -> String {
    if white == black { white.to_string() } else { format!("{white} against {black}") }
}
