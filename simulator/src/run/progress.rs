//! Two bars: the whole run, and the cell that is being played. Nothing when there is no terminal.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::agents::AgentSpec;
use crate::experiment::{Plan, Unit};

/// The progress of a run.
pub struct Progress {
    whole: ProgressBar,
    present: ProgressBar,
    cells: Vec<CellProgress>,
    /// The first cell that is not finished.
    at: Mutex<usize>,
}

struct CellProgress {
    label: String,
    games: u64,
    played: AtomicU64,
}

const WHOLE: &str = "all   {bar:30} {human_pos}/{human_len} games  {per_sec}  {eta} left";
const PRESENT: &str = "cell  {bar:30} {human_pos}/{human_len} games  {msg}";

impl Progress {
    /// Bars for a plan; the games of `done` units count as played.
    pub fn new(plan: &Plan, done: &[Unit], quiet: bool) -> Self {
        let cell = |cell: &crate::experiment::Cell| CellProgress {
            label: format!("{} ({})", cell.variant, agents_text(&cell.white, &cell.black)),
            games: cell.games,
            played: AtomicU64::new(0),
        };
        let cells: Vec<CellProgress> = plan.cells.iter().map(cell).collect();
        for unit in done {
            cells[unit.cell as usize].played.fetch_add(unit.games.end - unit.games.start, Ordering::Relaxed);
        }
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bars = MultiProgress::with_draw_target(target);
        let bar = |games: u64, style: &str| {
            let style = ProgressStyle::with_template(style).expect("the template is constant and right");
            bars.add(ProgressBar::new(games).with_style(style))
        };
        let (whole, present) = (bar(plan.games(), WHOLE), bar(0, PRESENT));
        whole.set_position(cells.iter().map(|cell| cell.played.load(Ordering::Relaxed)).sum());
        whole.reset_eta();
        whole.enable_steady_tick(Duration::from_millis(200));
        let progress = Progress { whole, present, cells, at: Mutex::new(0) };
        progress.show_present();
        progress
    }

    /// Counts a game of a cell.
    pub fn game_played(&self, cell: u32) {
        self.whole.inc(1);
        let cell = &self.cells[cell as usize];
        let played = 1 + cell.played.fetch_add(1, Ordering::Relaxed);
        if played == cell.games || played.is_multiple_of(cell.games.div_ceil(100)) {
            self.show_present();
        }
    }

    fn show_present(&self) {
        let Ok(mut at) = self.at.lock() else { return };
        let played = |cell: &CellProgress| cell.played.load(Ordering::Relaxed);
        while self.cells.get(*at).is_some_and(|cell| played(cell) >= cell.games) {
            *at += 1;
        }
        if let Some(cell) = self.cells.get(*at) {
            self.present.set_length(cell.games);
            self.present.set_position(played(cell));
            self.present.set_message(cell.label.clone());
        }
    }

    /// Takes the bars away.
    pub fn finish(&self) {
        self.present.finish_and_clear();
        self.whole.finish_and_clear();
    }
}

/// The agents of a pairing in a few words.
fn agents_text(white: &AgentSpec, black: &AgentSpec) -> String {
    if white == black { white.to_string() } else { format!("{white} against {black}") }
}
