//! A progress bar.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::bar_style::bar_style;

/// Returns a progress bar for a number of games, or of something else; nothing is shown without a terminal.
pub fn progress_bar(count: u64, what: &str, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = format!("{{bar:20}} {{human_pos}}/{{human_len}} {what}  {{rate}}  {{eta}} left  {{wide_msg}}");
    let bar = ProgressBar::with_draw_target(Some(count), target).with_style(bar_style(&style));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
