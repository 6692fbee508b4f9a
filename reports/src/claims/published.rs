//! What an author published: a number, and what the claim asserts.

use petteia_statistics::{Estimate, difference, wilson};
use serde::{Deserialize, Serialize};

/// A published number with its interval, if it can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Published")]
pub struct Theirs {
    pub(super) estimate: Estimate,
    /// The number of games of the catalogue in which the author counted: 0 for a bare number, 2 for a difference.
    pub(super) counts: usize,
}

/// A published number as a file states it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Published {
    /// So many of so many.
    Count([u64; 2]),
    /// So many of so many in one game, less those in another.
    Counts([[u64; 2]; 2]),
    /// A value without an interval.
    Value(f64),
}

impl TryFrom<Published> for Theirs {
    type Error = String;

    fn try_from(published: Published) -> Result<Self, String> {
        let share = |[successes, n]: [u64; 2]| {
            wilson(successes, n).ok_or_else(|| {
                format!(
                    "`theirs` has [{successes}, {n}], which is not so many of so many; give, for example, `[61, 98]`"
                )
            })
        };
        Ok(match published {
            Published::Count(count) => Theirs { estimate: share(count)?, counts: 1 },
            Published::Counts([first, second]) => {
                Theirs { estimate: difference(share(first)?, share(second)?), counts: 2 }
            }
            Published::Value(value) => {
                Theirs { estimate: Estimate { value, low: value, high: value, n: 0 }, counts: 0 }
            }
        })
    }
}

/// What a claim asserts of its quantity: `never`, `always`, `> 0.5`, `< 0.05` or `-0.02 .. 0.02`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub enum Assertion {
    /// It happens in no game.
    Never,
    /// It happens in every game.
    Always,
    /// It is between two values.
    Within {
        /// The lower one; -∞ without one.
        low: f64,
        /// The higher one; ∞ without one.
        high: f64,
    },
}

impl TryFrom<String> for Assertion {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let assertion = if text == "never" {
            Some(Assertion::Never)
        } else if text == "always" {
            Some(Assertion::Always)
        } else if let Some(low) = text.strip_prefix('>') {
            number(low).map(|low| Assertion::Within { low, high: f64::INFINITY })
        } else if let Some(high) = text.strip_prefix('<') {
            number(high).map(|high| Assertion::Within { low: f64::NEG_INFINITY, high })
        } else {
            let ends = text.split_once("..").and_then(|(low, high)| Some((number(low)?, number(high)?)));
            ends.filter(|(low, high)| low < high).map(|(low, high)| Assertion::Within { low, high })
        };
        assertion.ok_or_else(|| {
            format!("`{text}` says no values; write `never`, `always`, `> 0.5`, `< 0.05` or `-0.02 .. 0.02`")
        })
    }
}

/// Whether a claim holds in some games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The whole interval is among the values of the claim; there is no exception to never or always.
    Holds,
    /// None of it is; there is an exception.
    Fails,
    /// A part of it is.
    Open,
}

impl Assertion {
    /// Returns the word of a claim that one exception refutes.
    pub(super) const fn word(self) -> Option<&'static str> {
        match self {
            Assertion::Never => Some("never"),
            Assertion::Always => Some("always"),
            Assertion::Within { .. } => None,
        }
    }

    /// Returns the share of games that are exceptions to never or always.
    pub(super) fn exceptions(self, estimate: Estimate) -> Option<f64> {
        match self {
            Assertion::Never => Some(estimate.value),
            Assertion::Always => Some(1.0 - estimate.value),
            Assertion::Within { .. } => None,
        }
    }

    pub(super) fn answer(self, estimate: Estimate) -> Answer {
        match (self, self.exceptions(estimate)) {
            (_, Some(0.0)) => Answer::Holds,
            (Assertion::Within { low, high }, _) if low <= estimate.low && estimate.high <= high => Answer::Holds,
            (Assertion::Within { low, high }, _) if low <= estimate.high && estimate.low <= high => Answer::Open,
            _ => Answer::Fails,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_are_read() {
        let assertion = |text: &str| Assertion::try_from(text.to_owned());
        let answer = |text: &str, value: f64| {
            assertion(text).expect(text).answer(Estimate { value, low: value, high: value, n: 1 })
        };
        for (text, value) in [("> 0.5", 0.6), ("-0.02 .. 0.02", 0.0), ("<0.1", 0.0), ("never", 0.0), ("always", 1.0)] {
            assert_eq!(answer(text, value), Answer::Holds, "{text} {value}");
        }
        for (text, value) in [("> 0.5", 0.4), ("-0.02 .. 0.02", 0.1), ("never", 0.001), ("always", 0.999)] {
            assert_eq!(answer(text, value), Answer::Fails, "{text} {value}");
        }
        for bad in ["0.5", "> x", "1 .. 0", "> inf", "ever"] {
            assert!(assertion(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_published_difference_has_the_interval_of_its_counts() {
        let theirs = Theirs::try_from(Published::Counts([[29, 50], [40, 50]])).expect("two counts");
        let percent = |share: f64| (100.0 * share).round();
        let Estimate { value, low, high, .. } = theirs.estimate;
        assert_eq!((percent(value), percent(low), percent(high)), (-22.0, -38.0, -4.0));
    }
}
