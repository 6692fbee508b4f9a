//! A progress bar for games.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::bar_style::bar_style;

const BAR: &str = "{bar:20} {human_pos}/{human_len} games  {rate}  {eta} left  {wide_msg}";

/// Returns a progress bar for `games` games; nothing is shown without a terminal.
pub fn progress_bar(games: u64, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(games), target).with_style(bar_style(BAR));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
