//! The look of progress bars: one line of the terminal, whole rates.

use std::fmt::Write;

use indicatif::{HumanCount, ProgressState, ProgressStyle};

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
