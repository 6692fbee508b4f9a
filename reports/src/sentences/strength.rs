//! Whether the results of the strongest agent still change with strength.
//!
//! A share of draws belongs to a game and to its players. So the report names the agent whose results to read first, and warns
//! where the next smaller budget of the same agent gives a significantly different share.

use petteia_statistics::Estimate;

use super::run::Run;
use crate::comparisons::Quantity;
use crate::labels::budget_text;
use crate::ladder::Strongest;
use crate::phrases::{Caveat, by_points, clauses, listed, not_excluded, parted, points, verb};

/// How far the results of the strongest agent describe the game: whether they still change with its strength.
pub(super) fn trust(run: &Run, strongest: &Strongest) -> Option<Caveat> {
    match strongest {
        Strongest::Unknown(agents) => Some(Caveat::new(
            format!(
                "Which of {} is the strongest is not known.",
                listed(agents.iter().map(|of| run.player(of).to_owned()))
            ),
            "Play a match between them (`petteia match`).",
        )),
        Strongest::Known { agent, .. } if agent.budget.is_none() => Some(Caveat::new(
            format!(
                "No agent in this run searches. The results of {} show what the rules allow, not how good players play.",
                run.player(agent)
            ),
            "Add a searching agent.",
        )),
        Strongest::Known { agent, below: None } => Some(Caveat::new(
            format!(
                "{} plays with one budget only, so it is not known whether its results still change with strength.",
                run.player(agent)
            ),
            "Add half or a tenth of the budget.",
        )),
        Strongest::Known { agent, below: Some(below) } => {
            let [below, agent] = [below, agent].map(|agent| budget_text(agent).unwrap_or_default());
            over_last_budget(run, &format!("from {below} to {agent}"))
        }
    }
}

/// Whether the share of draws still changes from the strongest agent's next smaller budget to its largest.
fn over_last_budget(run: &Run, step: &str) -> Option<Caveat> {
    let [moving, steady] = parted(run.of_quantity(Quantity::DrawsAtLastBudget));
    let differences = steady.iter().map(|comparison| comparison.corrected);
    if moving.is_empty() {
        let names = run.under_all(steady.iter().map(|comparison| comparison.cell), |_| String::new());
        let text = not_excluded("change", &format!("of draws {step} {names}"), differences);
        return (!text.is_empty()).then(|| Caveat::new(text.trim_start().to_owned(), ""));
    }
    let told = moving.iter().enumerate().map(|(place, comparison)| {
        let (subject, verb) = (if place == 0 { "draws" } else { "they" }, verb(comparison.difference, true));
        format!("{subject} {verb} {}, by {}", run.under(comparison.cell), by_points(comparison.corrected))
    });
    let elsewhere = differences.map(Estimate::reach).reduce(f64::max).map_or_else(String::new, |largest| {
        format!(" Elsewhere a change of up to {} cannot be excluded.", points(largest))
    });
    let limit = format!("Not settled: {step}, {}.{elsewhere}", clauses(told, "comparisons"));
    Some(Caveat::new(limit, "Repeat with a larger budget."))
}

/// The variants that are proven draws.
pub(crate) fn proved(variants: &[String]) -> Option<String> {
    match variants {
        [] => None,
        [only] => Some(format!("{only} is a proven draw with best play from its start position.")),
        _ => Some(format!(
            "Proven draws with best play from their start positions: {}.",
            listed(variants.iter().cloned())
        )),
    }
}
