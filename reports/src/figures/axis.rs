//! Axes of plotters, with round ticks and texts.

use std::ops::Range;

use plotters::coord::combinators::{IntoLogRange, LogCoord};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;

use super::theme::{SMALL, Weight, mm, text_width};
use crate::number_format::grouped;

/// An axis, across or upwards.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Axis {
    /// Quantity and unit.
    pub(crate) label: String,
    /// Values with their text, ascending.
    pub(crate) ticks: Vec<(f64, String)>,
    ends: Range<f64>,
    logarithmic: bool,
}

impl Axis {
    /// From 0 to 1, without ticks.
    pub(crate) fn plain(label: &str) -> Self {
        Self { label: label.to_owned(), ticks: Vec::new(), ends: 0.0..1.0, logarithmic: false }
    }

    /// For things beside each other that have names of their own, the first at 0.
    pub(crate) fn steps(count: usize) -> Self {
        Self { ends: -0.5..count as f64 - 0.5, ..Self::plain("") }
    }

    /// From 0 to a round value at or above `high`, both in percent.
    pub(crate) fn percent(label: &str, high: f64) -> Self {
        let high = if high > 60.0 { 100.0 } else { high.max(0.5) };
        Self::linear(label, 0.0..high, 6, trimmed)
    }

    /// From a round value at or below `low` to 100 percent.
    pub(crate) fn percent_from(label: &str, low: f64) -> Self {
        Self::linear(label, low.min(99.0)..100.0, 6, trimmed)
    }

    /// About zero, wide enough for `furthest` either way, in percentage points.
    pub(crate) fn points(label: &str, furthest: f64) -> Self {
        let (furthest, most) = if furthest > 40.0 { (50.0, 11) } else { (furthest.max(0.5), 6) };
        Self::linear(label, -furthest..furthest, most, with_sign)
    }

    /// From a round value at or below `low` to one at or above `high`, which are on both sides of zero.
    pub(crate) fn signed(label: &str, low: f64, high: f64) -> Self {
        Self::linear(label, low..high.max(low + 1.0), 9, with_sign)
    }

    /// For whole numbers from `low` to `high`, which are ticks.
    pub(crate) fn whole(label: &str, low: f64, high: f64) -> Self {
        Self::linear(label, low..high, most_whole(low, high, 9), with_sign)
    }

    /// For whole numbers from `low` to `high`: logarithmic when the spread asks for it.
    pub(crate) fn lengths(label: &str, low: f64, high: f64, logarithmic: bool) -> Self {
        if logarithmic {
            return Self::logarithmic(label, low.max(1.0), high);
        }
        Self::linear(label, low..high, most_whole(low, high, 6), |value, _| grouped(value))
    }

    /// Logarithmic, as its label says, from a little below `low` to a little above `high`, which are above 0.
    pub(crate) fn logarithmic(label: &str, low: f64, high: f64) -> Self {
        // Plotters has ticks for whole decades alone.
        let multiples: &[f64] = match (high / low).log10() {
            ..0.7 => &[1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0],
            ..1.5 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
            ..3.0 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let ticks = (-6..10)
            .flat_map(|power| multiples.iter().map(move |m| m * 10_f64.powi(power)))
            .filter(|&value| value >= low * 0.999 && value <= high * 1.001);
        Self {
            label: if label.is_empty() { String::new() } else { format!("{label}, logarithmic") },
            ticks: ticks.map(|value| (value, if value < 1.0 { value.to_string() } else { grouped(value) })).collect(),
            ends: low * 0.95..high * 1.05,
            logarithmic: true,
        }
    }

    /// With ticks at the steps of plotters for `most` of them, from the last one at or below the values to the first one at or
    /// above them. `text` gets a value and the step.
    fn linear(label: &str, values: Range<f64>, most: usize, text: impl Fn(f64, f64) -> String) -> Self {
        let round = RangedCoordf64::from(values.clone()).key_points(most);
        let step = if let [first, second, ..] = round[..] { second - first } else { 1.0 };
        let (first, last) = ((values.start / step).floor() as i64, (values.end / step).ceil() as i64);
        let last = last.max(first + 1);
        let value = |index: i64| index as f64 * step;
        Self {
            label: label.to_owned(),
            ticks: (first..=last).map(|index| (value(index), text(value(index), step))).collect(),
            ends: value(first)..value(last),
            logarithmic: false,
        }
    }

    /// The axis with ticks at other values.
    pub(crate) fn with_ticks(self, values: impl Iterator<Item = f64>) -> Self {
        Self { ticks: values.map(|value| (value, grouped(value))).collect(), ..self }
    }

    /// A linear axis with room for half a unit beyond its ends.
    pub(crate) fn with_room(self) -> Self {
        Self { ends: self.ends.start - 0.5..self.ends.end + 0.5, ..self }
    }

    /// The axis with the texts that have room beside each other on this length.
    pub(crate) fn legible(mut self, length: f64) -> Self {
        const GAP: f64 = mm(1.5);
        let mut free_from = f64::NEG_INFINITY;
        for index in 0..self.ticks.len() {
            let middle = self.place(self.ticks[index].0) * length;
            let text = &mut self.ticks[index].1;
            let half = text_width(text, SMALL, Weight::Regular) / 2.0;
            if middle - half > free_from {
                free_from = middle + half + GAP;
            } else {
                text.clear();
            }
        }
        self
    }

    /// Where a value lies, from 0 at the low end to 1 at the high one.
    pub(crate) fn place(&self, value: f64) -> f64 {
        const WHOLE: i32 = 1_000_000;
        f64::from(self.map(&value, (0, WHOLE))) / f64::from(WHOLE)
    }
}

/// The most ticks, up to `most`, that are whole numbers.
fn most_whole(low: f64, high: f64, most: usize) -> usize {
    most.min((high - low).max(1.0) as usize + 1)
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    /// The place of a value; those beyond are put at the ends.
    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let (value, ends) = (value.max(self.ends.start).min(self.ends.end), self.ends.clone());
        match self.logarithmic {
            true => LogCoord::from(ends.log_scale()).map(&value, limit),
            false => RangedCoordf64::from(ends).map(&value, limit),
        }
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let is_light = hint.weight().allow_light_points();
        self.ticks.iter().filter(|_| !is_light).map(|(value, _)| *value).collect()
    }

    fn range(&self) -> Range<f64> {
        self.ends.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.ticks.iter().find(|(tick, _)| tick == value).map_or_else(String::new, |(_, text)| text.clone())
    }
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
        assert_eq!(texts(&Axis::percent("", 100.0)), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(texts(&Axis::points("", 4.0)), ["−4", "−2", "0", "+2", "+4"]);
        assert_eq!(
            texts(&Axis::signed("", -90.0, 310.0)),
            ["−100", "−50", "0", "+50", "+100", "+150", "+200", "+250", "+300", "+350"]
        );
        assert_eq!(texts(&Axis::lengths("", 3.0, 240.0, true)), ["5", "10", "20", "50", "100", "200"]);
    }

    #[test]
    fn logarithmic_axes_say_so() {
        assert_eq!(Axis::lengths("Plies", 3.0, 240.0, true).label, "Plies, logarithmic");
        assert_eq!(Axis::lengths("Plies", 3.0, 240.0, false).label, "Plies");
    }

    #[test]
    fn places_run_from_end_to_end() {
        let axis = Axis::points("", 50.0);
        assert_eq!((axis.place(-90.0), axis.place(0.0), axis.place(50.0)), (0.0, 0.5, 1.0));
    }
}
