//! The live display: a bar for everything, and for each cell its games and its current estimate. Nothing is shown
//! without a terminal.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use console::Term;
use indicatif::{MultiProgress, ProgressBar};

use super::{GameCounter, RunOptions};
use crate::catalog::Catalog;
use crate::progress_style::{TICK, bar_style, draw_target, tick};
use crate::scheduler::Scheduler;

const WHOLE: &str = "{bar:20} {human_pos}/{human_len} games  {rate}  {eta} left  {wide_msg}";
const CELL: &str = "{bar:12} {human_pos:>11}/{human_len:<11} {wide_msg}";

/// The progress of a question.
pub struct Progress {
    whole: ProgressBar,
    state: Mutex<Bars>,
    /// Whether nobody sees it.
    is_hidden: bool,
}

struct Bars {
    cells: Vec<CellState>,
    /// As many as fit on the terminal.
    rows: Vec<ProgressBar>,
    drawn: Instant,
    /// What is known about everything, if the question says so.
    overview: Option<String>,
    /// Another thread looks at these numbers.
    games: Option<Arc<GameCounter>>,
}

struct CellState {
    label: String,
    /// Games played, including jobs in progress, and expected.
    played: u64,
    expected: u64,
    /// What is known about it.
    text: String,
}

impl Progress {
    /// Creates the bars for a question about which this is known.
    pub fn new(scheduler: &dyn Scheduler, catalog: &Catalog, options: &RunOptions) -> Self {
        let bars = MultiProgress::with_draw_target(draw_target(options.quiet));
        let bar = |style: &str| bars.add(ProgressBar::new(0).with_style(bar_style(style)));
        let games = options.games.clone();
        let is_hidden = bars.is_hidden() && games.is_none();
        let count = if is_hidden { 0 } else { scheduler.cells().len() };
        let cells: Vec<CellState> = (0..count).map(|index| state(scheduler, catalog, index)).collect();
        let whole = bar(WHOLE);
        let lines = Term::stderr().size_checked().map_or(24, |(lines, _)| usize::from(lines));
        let rows = if bars.is_hidden() { 0 } else { cells.len().min(lines.saturating_sub(3)) };
        let rows = (0..rows).map(|_| bar(CELL)).collect();
        whole.set_position(cells.iter().map(|cell| cell.played).sum());
        whole.reset_eta();
        tick(&whole);
        let state = Bars { cells, rows, drawn: Instant::now(), overview: scheduler.overview(), games };
        state.draw(&whole);
        Progress { whole, state: Mutex::new(state), is_hidden }
    }

    /// Records that `games` more games of a cell were played.
    pub fn games_played(&self, cell: usize, games: u64) {
        self.update(|bars| bars.cells[cell].played += games);
    }

    /// Records that a job of a cell was played.
    pub fn chunk_played(&self, scheduler: &dyn Scheduler, catalog: &Catalog, cell: usize) {
        self.update(|bars| {
            let known = &mut bars.cells[cell];
            let each = scheduler.cells()[cell].games_each();
            known.expected = (each * scheduler.expected(catalog, cell)).max(known.played);
            known.text = scheduler.progress(catalog, cell);
            bars.overview = scheduler.overview();
        });
    }

    fn update(&self, change: impl FnOnce(&mut Bars)) {
        if self.is_hidden {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        if state.drawn.elapsed() >= TICK {
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

fn state(scheduler: &dyn Scheduler, catalog: &Catalog, index: usize) -> CellState {
    let cell = &scheduler.cells()[index];
    let expected = scheduler.expected(catalog, index);
    let [white, black] = cell.agents();
    let agents = if white == black { white.to_string() } else { format!("{white} against {black}") };
    CellState {
        label: format!("{} ({agents})", cell.variant),
        played: cell.games_each() * catalog.cell(index).known(&(0..expected)),
        expected: cell.games_each() * expected,
        text: scheduler.progress(catalog, index),
    }
}

impl Bars {
    /// Draws the cells, unfinished ones first.
    fn draw(&self, whole: &ProgressBar) {
        let (expected, played) = (|cell: &CellState| cell.expected, |cell: &CellState| cell.played);
        let (expected, played) = (self.cells.iter().map(expected).sum(), self.cells.iter().map(played).sum());
        whole.set_length(expected);
        whole.set_position(played);
        if let Some(games) = &self.games {
            games.expected.store(expected, Ordering::Relaxed);
            games.played.store(played, Ordering::Relaxed);
        }
        let is_open = |cell: &&CellState| cell.played < cell.expected;
        let open = self.cells.iter().filter(is_open).count();
        let overview = self.overview.clone().unwrap_or_else(|| format!("{open} of {} cells left", self.cells.len()));
        whole.set_message(overview);
        let finished = self.cells.iter().filter(|cell| !is_open(cell));
        for (row, cell) in self.rows.iter().zip(self.cells.iter().filter(is_open).chain(finished)) {
            row.set_length(cell.expected);
            row.set_position(cell.played);
            row.set_message(format!("{}  {}", cell.text, cell.label));
        }
    }
}
