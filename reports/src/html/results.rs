//! What a run shows across cells, as the scripts of the page read it: differences, effects, limits.

use petteia_statistics::Estimate;
use serde::Serialize;

use crate::comparisons::{self, Quantity};
use crate::effects;
use crate::labels::Pairing;
use crate::report::Report;
use crate::strong_play::{Evidence, reason};

/// Digits of numbers that are only shown.
const DIGITS: usize = 6;

/// A number with fewer digits, so that large runs stay small.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.*e}", DIGITS - 1).parse().expect("a number that was written")
}

/// An estimate with fewer digits.
#[derive(Serialize)]
pub(super) struct RoundedEstimate {
    value: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for RoundedEstimate {
    fn from(Estimate { value, low, high, .. }: Estimate) -> Self {
        let [value, low, high] = [value, low, high].map(rounded);
        RoundedEstimate { value, low, high }
    }
}

/// A difference of two cells that the run compares: `cell` less `base`.
#[derive(Serialize)]
pub(super) struct Comparison {
    quantity: Quantity,
    cell: u32,
    base: u32,
    corrected: RoundedEstimate,
    p_holm: f64,
    is_significant: bool,
}

pub(super) fn comparisons(report: &Report) -> Vec<Comparison> {
    let pair = |found: &comparisons::Comparison| {
        Some(Comparison {
            quantity: found.quantity,
            cell: found.cell,
            base: found.base?,
            corrected: found.corrected.into(),
            p_holm: rounded(found.p_holm),
            is_significant: found.is_significant(),
        })
    };
    report.analysis.comparisons.iter().filter_map(pair).collect()
}

/// What a factor, or two together, do to the share of draws.
#[derive(Serialize)]
pub(super) struct Effect {
    label: String,
    pairing: String,
    is_interaction: bool,
    change: RoundedEstimate,
    corrected: RoundedEstimate,
    odds_ratio: RoundedEstimate,
    p_holm: f64,
    is_significant: bool,
}

/// The effects, their agents called as in the cells.
pub(super) fn effects(report: &Report, agents: &[(Pairing, String)]) -> Vec<Effect> {
    let pairing = |found: &effects::Effect| {
        agents.iter().find(|(pairing, _)| *pairing == found.agents()).map_or_else(String::new, |(_, name)| name.clone())
    };
    let effect = |found: &effects::Effect| Effect {
        label: found.names().join(" × "),
        pairing: pairing(found),
        is_interaction: found.is_interaction(),
        change: found.marginal.into(),
        corrected: found.corrected.into(),
        odds_ratio: found.odds_ratio.into(),
        p_holm: rounded(found.p_holm),
        is_significant: found.is_significant(),
    };
    report.analysis.effects.iter().map(effect).collect()
}

/// Where a ladder leads with an unlimited budget.
#[derive(Serialize)]
pub(super) struct StrongPlayEstimate<'a> {
    variant: &'a str,
    /// The name of the variant to show.
    name: &'a str,
    agent: &'a str,
    quantity: petteia_statistics::limit::Quantity,
    evidence: Evidence,
    proved: Option<f64>,
    limit: Option<RoundedEstimate>,
    /// Why there is none, as the end of a sentence.
    reason: Option<&'static str>,
    /// The largest budget and what was observed with it.
    largest: Option<(u64, RoundedEstimate)>,
}

pub(super) fn limits(report: &Report) -> Vec<StrongPlayEstimate<'_>> {
    let limits = report.analysis.limits.iter().map(|found| StrongPlayEstimate {
        variant: &found.variant.name,
        name: found.variant.display_name(),
        agent: found.agent.heading(),
        quantity: found.quantity,
        evidence: found.evidence(),
        proved: found.proved,
        limit: found.limit.ok().map(RoundedEstimate::from),
        reason: found.limit.err().map(reason),
        largest: found.steps.last().map(|step| (step.budget, step.observed.into())),
    });
    limits.collect()
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_keep_six_digits() {
        assert_eq!(rounded(0.123_456_789), 0.123_457);
        assert_eq!(rounded(1_234_567.0), 1_234_570.0);
        assert_eq!((rounded(0.0), rounded(1.0)), (0.0, 1.0));
    }
}
