//! Numbers for people: with intervals, signs and units.

use petteia_engine::Side;
use petteia_statistics::{Estimate, Rating};
use petteia_tables::endgames::EndingSummary;

/// A whole number with a comma every three digits.
pub(crate) fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `VALUE [LOW, HIGH]`, each written in the same way.
pub(crate) fn written(estimate: Estimate, write: impl Fn(f64) -> String) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(write);
    format!("{value} [{low}, {high}]")
}

/// `12.3 [11.0, 13.6]`, in percent, with enough digits that only 0 looks like 0 and only 100 like 100; empty without an
/// estimate.
pub(crate) fn percent_with_interval(estimate: Option<Estimate>) -> String {
    let Some(e) = estimate else { return String::new() };
    let honest = |digits: usize, percent: f64| {
        let least = 0.5 * 0.1_f64.powi(digits as i32);
        (percent <= 0.0 || percent >= least) && (percent >= 100.0 || percent < 100.0 - least)
    };
    let are_honest = |&digits: &usize| [e.value, e.low, e.high].iter().all(|share| honest(digits, 100.0 * share));
    let digits = (1..6).find(are_honest).unwrap_or(6);
    // The estimate of a share of variance may be a little below 0 or above 100 %.
    written(e, |share| format!("{:.digits$}", 100.0 * share.clamp(0.0, 1.0)))
}

/// `12.3 [11.0, 13.6]` with the unit after the value.
pub(crate) fn with_unit(text: &str, unit: &str) -> String {
    text.replacen(" [", &format!(" {unit} ["), 1)
}

/// `+1.2 [−0.3, +2.7]`, in percentage points; empty without an estimate.
pub(crate) fn points_with_interval(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |e| written(e, |part| signed(100.0 * part)))
}

/// `+120 [+80, +161]`, in Elo points; empty without an estimate.
pub(crate) fn elo_with_interval(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |e| written(e, whole_elo))
}

/// `+120 [+80, +161]`, or a bound such as `≤ −612`, in Elo points.
pub(crate) fn rating_text(rating: Rating) -> String {
    match rating {
        Rating::Finite(elo) => elo_with_interval(Some(elo)),
        Rating::AtMost(bound) => format!("≤ {}", whole_elo(bound)),
        Rating::AtLeast(bound) => format!("≥ {}", whole_elo(bound)),
        Rating::Unknown => "–".to_owned(),
    }
}

/// Whole Elo points with a sign, except for zero.
fn whole_elo(elo: f64) -> String {
    match format!("{elo:+.0}").as_str() {
        "+0" | "-0" => "0".to_owned(),
        text => text.replace('-', "−").replace("inf", "∞"),
    }
}

/// `12.3 [11.0, 13.6]`, with one decimal.
pub(crate) fn with_interval(estimate: Estimate) -> String {
    written(estimate, |value| format!("{value:.1}")).replace('-', "−")
}

/// One decimal with a sign, except for zero.
pub(crate) fn signed(points: f64) -> String {
    let text = format!("{points:+.1}");
    match text.as_str() {
        "+0.0" | "-0.0" => "0.0".to_owned(),
        _ => text.replace('-', "−"),
    }
}

/// `12.3`, in percent, without its interval; empty without an estimate.
pub(crate) fn percent_alone(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |estimate| format!("{:.1}", 100.0 * estimate.value))
}

/// The share of some placements of an ending, in percent.
pub(crate) fn share_of(ending: &EndingSummary, count: u64) -> String {
    percent(ending.share(count), count == 0 || count == ending.placements)
}

/// A share in percent. Only exact shares of none or all are written as 0 or 100.
fn percent(share: f64, is_exact: bool) -> String {
    let percent = 100.0 * share;
    if is_exact {
        return format!("{percent:.0}");
    }
    let text = format!("{percent:.2}");
    match text.as_str() {
        "0.00" => "<0.01".to_owned(),
        "100.00" => ">99.99".to_owned(),
        _ => text,
    }
}

/// The number of the pieces `3`, `L` or `L2`.
pub(crate) fn number_of(pieces: &str) -> u32 {
    let stones = pieces.strip_prefix('L').unwrap_or(pieces);
    stones.parse::<u32>().unwrap_or(0) + u32::from(stones != pieces)
}

/// `White's 3` if the sides differ, else `3`.
pub(crate) fn with_side(pieces: &str, side: Option<Side>) -> String {
    side.map_or_else(|| pieces.to_owned(), |side| format!("{}'s {pieces}", side.title()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_share_of_all_is_written_as_all() {
        assert_eq!([percent(0.999_99, false), percent(1.0, true)], [">99.99", "100"]);
    }

    #[test]
    fn estimates_outside_all_shares_are_written_at_their_ends() {
        let of = |value, low, high| percent_with_interval(Some(Estimate { value, low, high, n: 9 }));
        assert_eq!(of(1.000_482_52, 0.95, 1.02), "100.0 [95.0, 100.0]");
        assert_eq!(of(-0.000_482_52, -0.001, 0.02), "0.0 [0.0, 2.0]");
    }

    #[test]
    fn whole_numbers_are_grouped() {
        assert_eq!(["7", "123", "1,234", "1,000,000"], [7.0, 123.0, 1234.0, 1e6].map(grouped).as_slice());
    }
}
