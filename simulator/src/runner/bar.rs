//! A progress bar for games.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const BAR: &str = "{bar:30} {human_pos}/{human_len} games  {per_sec}  {eta} left  {msg}";

/// Returns a progress bar for `games` games; nothing is shown without a terminal.
pub fn progress_bar(games: u64, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template(BAR).expect("the template is constant and right");
    let bar = ProgressBar::with_draw_target(Some(games), target).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
