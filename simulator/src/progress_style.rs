//! Progress bars: one line of the terminal, whole rates. Nothing is shown without a terminal.

use std::fmt::Write;
use std::thread;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// How often a bar is drawn.
pub(crate) const TICK: Duration = Duration::from_millis(200);

/// Returns a bar for a number of games, or of something else.
pub(crate) fn progress_bar(count: u64, what: &str, quiet: bool) -> ProgressBar {
    let style = format!("{{bar:20}} {{human_pos}}/{{human_len}} {what}  {{rate}}  {{eta}} left  {{wide_msg}}");
    let bar = ProgressBar::with_draw_target(Some(count), draw_target(quiet)).with_style(bar_style(&style));
    tick(&bar);
    bar
}

/// Draws a bar again and again while nothing happens, if somebody sees it and there is a thread for that.
pub fn tick(bar: &ProgressBar) {
    // The bar would panic without a thread.
    let has_thread = || thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok());
    if !bar.is_hidden() && has_thread() {
        bar.enable_steady_tick(TICK);
    }
}

/// Returns where bars are drawn.
pub(crate) fn draw_target(quiet: bool) -> ProgressDrawTarget {
    if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() }
}

/// Returns the style of a template, in which `{rate}` is the steps per second.
pub(crate) fn bar_style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the template is constant and right");
    style.with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
        let _ = text.write_str(&rate(state.per_sec()));
    })
}

/// `12,345/s`, with one decimal below ten.
fn rate(per_second: f64) -> String {
    if per_second < 10.0 {
        format!("{per_second:.1}/s")
    } else {
        format!("{}/s", HumanCount(per_second.round() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_rounded() {
        assert_eq!([0.0, 3.0741, 12.5, 1_928_553.487].map(rate), ["0.0/s", "3.1/s", "13/s", "1,928,553/s"]);
    }
}
