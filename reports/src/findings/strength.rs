//! Whether the results of the strongest agent still change with strength.
//!
//! A share of draws belongs to a game and to its players. So the report names the agent whose results to read first, and warns
//! where the next smaller budget of the same agent gives a significantly different share.

use crate::comparisons::{Comparison, Quantity};
use crate::labels::short_budget;
use crate::ladder::Strongest;
use crate::phrases::{MOST_TOLD, by_size, change, compatible, further, listed, percent, together};
use crate::summary::CellSummary;

/// How far the results of the strongest agent describe the game: whether they still change with its strength.
pub(crate) fn trust(comparisons: &[Comparison], strongest: &Strongest, name: impl Fn(u32) -> String) -> Option<String> {
    match strongest {
        Strongest::Unknown(agents) => Some(format!(
            "The strongest agent is not known: to compare {}, play a match (`petteia match`).",
            listed(agents.iter().map(|agent| agent.display_name().to_owned()))
        )),
        Strongest::Known { agent, .. } if agent.budget.is_none() => Some(format!(
            "No agent in this run searches. The results of {} show what the rules allow, not how good players play; add a \
             searching agent.",
            agent.display_name()
        )),
        Strongest::Known { agent, below: None } => Some(format!(
            "{} plays with one budget only, so it is not known whether its results still change with strength; add half or a \
             tenth of the budget.",
            agent.display_name()
        )),
        Strongest::Known { agent, below: Some(below) } => {
            together(warning(comparisons, agent.display_name(), below.display_name(), name))
        }
    }
}

/// Whether the share of draws still changes from the strongest agent's next smaller budget to its largest.
fn warning(comparisons: &[Comparison], agent: &str, below: &str, name: impl Fn(u32) -> String) -> Vec<String> {
    let of_last: Vec<&Comparison> =
        comparisons.iter().filter(|comparison| comparison.quantity == Quantity::DrawsAtLastBudget).collect();
    let (mut moving, steady): (Vec<&Comparison>, Vec<&Comparison>) =
        of_last.into_iter().partition(|comparison| comparison.is_significant());
    moving.sort_by(|a, b| by_size(&a.difference, &b.difference));
    let mut sentences = Vec::new();
    if !moving.is_empty() {
        let mut told: Vec<String> = moving
            .iter()
            .take(MOST_TOLD)
            .map(|comparison| format!("{} under {}", change(comparison.corrected), name(comparison.cell)))
            .collect();
        if moving.len() > MOST_TOLD {
            told.push(further(moving.len() - MOST_TOLD, "comparisons"));
        }
        sentences.push(format!(
            "Warning: the share of draws still changes with strength. From {below} to {agent} it is {}. There the numbers \
             describe the players, not the game; use larger budgets.",
            told.join("; ")
        ));
    }
    if let Some(largest) = steady.iter().map(|comparison| comparison.corrected.reach()).reduce(f64::max) {
        let names = listed(steady.iter().map(|comparison| name(comparison.cell)));
        sentences.push(format!(
            "From {below} to {agent} the share of draws does not change significantly under {names}; {}.",
            compatible("changes", largest)
        ));
    }
    sentences
}

/// The change from the smallest to the largest budget of an agent.
pub(crate) fn over_budgets(
    cells: &[CellSummary],
    comparisons: &[Comparison],
    name: impl Fn(u32) -> String,
) -> Option<String> {
    let cell = |number: u32| cells.iter().find(|cell| cell.cell == number);
    let told = |comparison: &Comparison| {
        let (most, least) = (cell(comparison.cell)?, cell(comparison.base?)?);
        let (low, high) = (percent(least.draw_rate?), percent(most.draw_rate?));
        let change =
            if comparison.is_significant() { change(comparison.corrected) } else { "no significant change".to_owned() };
        Some(format!(
            "{} {low} ({}) and {high} ({}), {change}",
            name(comparison.cell),
            short_budget(&least.white),
            short_budget(&most.white),
        ))
    };
    let all = comparisons.iter().filter(|comparison| comparison.quantity == Quantity::DrawsByStrength);
    let told: Vec<String> = all.filter_map(told).collect();
    (!told.is_empty()).then(|| format!("Draws with the smallest and the largest budget: {}.", told.join("; ")))
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
