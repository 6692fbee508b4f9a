//! The progress of computing endgame tables, displayed for the user.

use std::sync::Mutex;

use indicatif::ProgressBar;
use petteia_proofs::endgame::{Ending, Watch};

use crate::progress_style::{bar_style, draw_target, tick};

/// A bar for each stage of the work. Nothing is shown without a terminal.
#[derive(Debug)]
pub struct SolveProgress {
    quiet: bool,
    /// What the tables are made for.
    name: Mutex<String>,
    bar: Mutex<ProgressBar>,
}

const STAGE: &str = "{bar:12} {human_pos}/{human_len}  {rate}  {eta} left  {wide_msg}";

impl SolveProgress {
    /// Creates the display before any work begins; a quiet one shows nothing.
    #[must_use]
    pub fn new(quiet: bool) -> Self {
        SolveProgress { quiet, name: Mutex::default(), bar: Mutex::new(ProgressBar::hidden()) }
    }

    /// Sets what the following tables are made for.
    pub fn name(&self, name: &str) {
        if let Ok(mut known) = self.name.lock() {
            name.clone_into(&mut known);
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.with_bar(|bar| bar.finish_and_clear());
    }

    /// Begins a stage of unknown duration.
    pub fn say(&self, stage: &str) {
        self.with_bar(|bar| {
            bar.finish_and_clear();
            *bar = ProgressBar::with_draw_target(None, draw_target(self.quiet));
            bar.set_message(stage.to_owned());
            tick(bar);
        });
    }

    fn with_bar(&self, work: impl FnOnce(&mut ProgressBar)) {
        if let Ok(mut bar) = self.bar.lock() {
            work(&mut bar);
        }
    }
}

impl Watch for SolveProgress {
    fn begin(&self, ending: Ending, stage: &str, steps: u64) {
        self.with_bar(|bar| {
            bar.finish_and_clear();
            *bar = ProgressBar::with_draw_target(Some(steps), draw_target(self.quiet)).with_style(bar_style(STAGE));
            let name = self.name.lock().map(|name| name.clone()).unwrap_or_default();
            bar.set_message(format!("{name} {ending}: {stage}").trim_start().to_owned());
        });
    }

    fn advance(&self, steps: u64) {
        self.with_bar(|bar| bar.inc(steps));
    }
}
