//! Axes: from values to places, with round ticks.

use crate::numbers::grouped;

/// A horizontal axis.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Axis {
    /// Quantity and unit.
    pub(crate) label: String,
    /// Values with their text, ascending.
    pub(crate) ticks: Vec<(f64, String)>,
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Axis {
    /// From 0 to a round value at or above `high`, both in percent.
    pub(crate) fn percent(label: &str, high: f64) -> Self {
        let high = if high > 60.0 { 100.0 } else { high.max(0.5) };
        let step = if high > 60.0 { 25.0 } else { round_step(high / 5.0) };
        Self::linear(label, step, 0.0, high, |value| trimmed(value, step))
    }

    /// From a round value at or below `low` to 100 percent.
    pub(crate) fn percent_from(label: &str, low: f64) -> Self {
        let step = round_step((100.0 - low).max(1.0) / 5.0);
        Self::linear(label, step, low, 100.0, |value| trimmed(value, step))
    }

    /// About zero, wide enough for `furthest` either way, in percentage points.
    pub(crate) fn points(label: &str, furthest: f64) -> Self {
        let furthest = furthest.clamp(0.5, 50.0);
        let step = if furthest > 40.0 { 25.0 } else { round_step(furthest / 2.5) };
        Self::linear(label, step, -furthest, furthest, |value| with_sign(value, step))
    }

    /// From a round value at or below `low` to one at or above `high`, which are on both sides of zero.
    pub(crate) fn signed(label: &str, low: f64, high: f64) -> Self {
        let step = round_step((high - low).max(1.0) / 8.0);
        Self::linear(label, step, low, high, |value| with_sign(value, step))
    }

    /// For whole numbers with a sign, a little beyond `low` and `high`.
    pub(crate) fn whole(label: &str, low: f64, high: f64) -> Self {
        let step = round_step((high - low).max(1.0) / 8.0).max(1.0);
        Self::linear(label, step, low, high, |value| with_sign(value, step))
    }

    /// For distances from 0 to `high`, with room on both sides.
    pub(crate) fn distances(label: &str, high: f64) -> Self {
        let step = round_step(high.max(1.0) / 10.0).max(1.0);
        let axis = Self::linear(label, step, 0.0, high, grouped);
        Self { low: axis.low - 0.5, high: axis.high + 0.5, ..axis }
    }

    /// For whole numbers from `low` to `high`: logarithmic when the spread asks for it.
    pub(crate) fn lengths(label: &str, low: f64, high: f64, logarithmic: bool) -> Self {
        if !logarithmic {
            let step = round_step((high - low).max(1.0) / 5.0).max(1.0);
            return Self::linear(label, step, low, high, grouped);
        }
        Self::logarithmic(label, low.max(1.0), high)
    }

    /// Logarithmic, from a little below `low` to a little above `high`, which are above 0.
    pub(crate) fn logarithmic(label: &str, low: f64, high: f64) -> Self {
        let decades = (high / low).log10();
        let multiples: &[f64] = match decades {
            ..0.7 => &[1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0],
            ..1.5 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
            ..3.0 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let ticks = (-6..10)
            .flat_map(|power| multiples.iter().map(move |m| m * 10_f64.powi(power)))
            .filter(|&value| value >= low * 0.999 && value <= high * 1.001);
        Self {
            label: label.to_owned(),
            ticks: ticks.map(|value| (value, if value < 1.0 { value.to_string() } else { grouped(value) })).collect(),
            low: low * 0.95,
            high: high * 1.05,
            logarithmic: true,
        }
    }

    /// With a tick at each step, from the last one at or below `low` to the first one at or above `high`, at least one step.
    fn linear(label: &str, step: f64, low: f64, high: f64, text: impl Fn(f64) -> String) -> Self {
        let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
        let last = last.max(first + 1);
        let value = |index: i64| index as f64 * step;
        Self {
            label: label.to_owned(),
            ticks: (first..=last).map(|index| (value(index), text(value(index)))).collect(),
            low: value(first),
            high: value(last),
            logarithmic: false,
        }
    }

    /// Where `value` lies, from 0 at the left end to 1 at the right; values beyond are put at the
    /// ends.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let scaled = |x: f64| if self.logarithmic { x.max(self.low).ln() } else { x };
        let (low, high) = (scaled(self.low), scaled(self.high));
        ((scaled(value) - low) / (high - low)).clamp(0.0, 1.0)
    }
}

/// The 1, 2 or 5 times a power of ten next to `rough`, at or above it.
fn round_step(rough: f64) -> f64 {
    let power = 10_f64.powf(rough.log10().floor());
    let factor = rough / power;
    let rounded = [1.0, 2.0, 5.0, 10.0].into_iter().find(|&candidate| factor <= candidate * (1.0 + 1e-9));
    rounded.unwrap_or(10.0) * power
}

/// As many decimals as `step` needs.
fn trimmed(value: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    format!("{:.decimals$}", value + 0.0)
}

/// The same with a sign, except for zero.
fn with_sign(value: f64, step: f64) -> String {
    let text = trimmed(value, step).replace('-', "−");
    if value > 0.0 { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let texts = |axis: &Axis| axis.ticks.iter().map(|tick| tick.1.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&Axis::percent("", 7.3)), ["0", "2", "4", "6", "8"]);
        assert_eq!(texts(&Axis::percent("", 100.0)), ["0", "25", "50", "75", "100"]);
        assert_eq!(texts(&Axis::points("", 4.0)), ["−4", "−2", "0", "+2", "+4"]);
        assert_eq!(
            texts(&Axis::signed("", -90.0, 310.0)),
            ["−100", "−50", "0", "+50", "+100", "+150", "+200", "+250", "+300", "+350"]
        );
        assert_eq!(texts(&Axis::lengths("", 3.0, 240.0, true)), ["5", "10", "20", "50", "100", "200"]);
    }

    #[test]
    fn places_run_from_end_to_end() {
        let axis = Axis::points("", 50.0);
        assert_eq!((axis.place(-90.0), axis.place(0.0), axis.place(50.0)), (0.0, 0.5, 1.0));
    }
}
