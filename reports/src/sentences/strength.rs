//! Whether the results of the strongest agent still change with strength.
//!
//! A share of draws belongs to a game and to its players. So the report names the agent whose results to read first, and warns
//! where the next smaller budget of the same agent gives a significantly different share.

use petteia_statistics::Estimate;
use petteia_tables::AgentKey;

use super::run::Run;
use crate::comparisons::{Comparison, Quantity};
use crate::labels::budget_text;
use crate::ladder::Strongest;
use crate::phrases::{Caveat, by_points, clauses, listed, not_excluded, parted, points, verb, whole_percent};
use crate::summary::CellSummary;

/// How far the results of the strongest agent describe the game: whether they still change with its strength.
pub(super) fn trust(run: &Run, strongest: &Strongest) -> Option<Caveat> {
    match strongest {
        Strongest::Unknown(agents) => Some(Caveat::new(
            format!("Which of {} is the strongest is not known.", listed(agents.iter().map(|agent| name(agent)))),
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
            let [below, agent] = [below, agent].map(|agent| budget(agent));
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
    let told = moving.iter().map(|comparison| {
        format!(
            "{} {}, by {}",
            verb(comparison.difference, true),
            run.under(comparison.cell),
            by_points(comparison.corrected)
        )
    });
    let elsewhere = differences.map(Estimate::reach).reduce(f64::max).map_or_else(String::new, |largest| {
        format!("Elsewhere a change of up to {} points cannot be excluded. ", points(largest))
    });
    let limit = format!("Draws are not settled: {step}, they {}.", clauses(told, "comparisons"));
    Some(Caveat::new(limit, &format!("{elsewhere}Repeat with a larger budget.")))
}

/// The change from the smallest to the largest budget of an agent.
pub(super) fn over_budgets(run: &Run) -> Option<String> {
    let told = |comparison: &Comparison| {
        let (most, least) = (run.cell(comparison.cell)?, run.cell(comparison.base?)?);
        let (low, high) = (whole_percent(least.draw_rate?.value), whole_percent(most.draw_rate?.value));
        let change = if comparison.is_significant() {
            format!("{} by {}", verb(comparison.difference, false), by_points(comparison.corrected))
        } else {
            "no significant change".to_owned()
        };
        let turn = turn(run, [least, most]).and_then(|cell| Some((cell.draw_rate?.value, budget(&cell.white))));
        let turn = turn.map_or_else(String::new, |(rate, budget)| format!(" over {} ({budget})", whole_percent(rate)));
        let [least, most] = [least, most].map(|cell| budget(&cell.white));
        Some(format!("{} from {low} ({least}){turn} to {high} ({most}), {change}", run.name(comparison.cell)))
    };
    let told: Vec<String> = run.of_quantity(Quantity::DrawsByStrength).filter_map(told).collect();
    (!told.is_empty()).then(|| format!("Draws with the smallest and the largest budget: {}.", told.join("; ")))
}

/// A cell with a budget between those of two cells whose share of draws is clearly not between theirs.
fn turn<'a>(run: &Run<'a>, ends: [&CellSummary; 2]) -> Option<&'a CellSummary> {
    let budgets = ends.map(|cell| cell.white.budget);
    let [first, second] = [ends[0].draw_rate?, ends[1].draw_rate?];
    let is_beyond = |rate: Estimate| rate.high < first.low.min(second.low) || rate.low > first.high.max(second.high);
    let is_between = |cell: &&CellSummary| {
        let same = cell.plays_itself() && cell.variant == ends[0].variant && cell.white.kind == ends[0].white.kind;
        same && budgets[0] < cell.white.budget && cell.white.budget < budgets[1]
    };
    run.cells.iter().filter(is_between).find(|cell| cell.draw_rate.is_some_and(is_beyond))
}

/// The budget of an agent in words, or its name if it has a label or no budget.
fn budget(agent: &AgentKey) -> String {
    budget_text(agent).unwrap_or_else(|| name(agent))
}

/// The label of an agent, quoted, or its text, which commands take.
fn name(agent: &AgentKey) -> String {
    agent.label.as_ref().map_or_else(|| agent.text.clone(), |label| format!("“{label}”"))
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
