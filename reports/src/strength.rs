//! Which agent of a run plays best, and whether its results still change with strength.
//!
//! A share of draws belongs to a game and to its players. So the report names the agent whose results to read first, and warns
//! where the next smaller budget of the same agent gives a significantly different share.

use petteia_tables::AgentKey;

use crate::comparisons::{Comparison, Quantity};
use crate::findings::{MOST_TOLD, change, compatible, further, listed, percent};
use crate::labels::{distinct, short_budget};
use crate::ladders::AgentFamily;
use crate::summary::CellSummary;

/// Families of agents from weak to strong, as they finish with usual budgets in the tournament of
/// `experiments/ladder.toml`. The report states this order, because unusual budgets can reverse it.
const FAMILIES: [&str; 4] = ["random", "greedy", "mcts", "alphabeta"];

/// The strongest of the agents that play both sides.
pub(crate) enum Strongest<'a> {
    /// One agent is the strongest; `below` is the same agent with the next smaller budget, if it plays too.
    Known { agent: &'a AgentKey, below: Option<&'a AgentKey> },
    /// These agents are not comparable.
    Unknown(Vec<&'a AgentKey>),
}

impl<'a> Strongest<'a> {
    /// The strongest agent of a run; `None` where no agent plays both sides.
    pub(crate) fn of(cells: &'a [CellSummary]) -> Option<Self> {
        let alone = cells.iter().filter(|cell| cell.plays_itself());
        let mut agents: Vec<&AgentKey> = distinct(alone.map(|cell| &cell.white));
        let family = |agent: &AgentKey| FAMILIES.iter().position(|family| agent.kind == *family);
        if let [only] = agents.as_slice() {
            return Some(Strongest::Known { agent: only, below: None });
        }
        if agents.iter().any(|agent| family(agent).is_none()) {
            return Some(Strongest::Unknown(agents));
        }
        let best = agents.iter().map(|agent| family(agent)).max()?;
        agents.retain(|agent| family(agent) == best);
        let mut budgets: Vec<(AgentFamily, u64, &AgentKey)> = Vec::new();
        for &agent in &agents {
            match AgentFamily::of(agent) {
                Some((family, amount)) => budgets.push((family, amount, agent)),
                None if agents.len() > 1 => return Some(Strongest::Unknown(agents)),
                None => return Some(Strongest::Known { agent, below: None }),
            }
        }
        if budgets.iter().any(|budget| budget.0 != budgets[0].0) {
            return Some(Strongest::Unknown(agents));
        }
        budgets.sort_by_key(|budget| budget.1);
        let agent = budgets.last()?.2;
        let below = budgets.iter().rev().nth(1).map(|budget| budget.2);
        Some(Strongest::Known { agent, below })
    }
}

/// The first sentence about the players: whose results to read first, or that none of them plays well.
pub(crate) fn advice(cells: &[CellSummary], strongest: &Strongest) -> Option<String> {
    let is_alone = cells.iter().all(|cell| cell.agents() == cells[0].agents());
    match strongest {
        Strongest::Known { agent, .. } if agent.budget.is_none() => Some(format!(
            "No agent in this run searches. The results of {} show what the rules allow, not how good players play; \
             add a searching agent.",
            agent.display_name()
        )),
        Strongest::Known { .. } if is_alone => None,
        Strongest::Known { agent, .. } => Some(format!(
            "The strongest agent is {}; read its results first. (Agents are ordered by kind: random, greedy, MCTS, \
             alpha-beta; then by budget.)",
            agent.display_name()
        )),
        Strongest::Unknown(agents) => Some(format!(
            "The strongest agent is not known: to compare {}, play a match (`petteia match`).",
            listed(agents.iter().map(|agent| agent.display_name().to_owned()))
        )),
    }
}

/// Whether the share of draws still changes from the strongest agent's next smaller budget to its largest.
pub(crate) fn warning(comparisons: &[Comparison], strongest: &Strongest, name: impl Fn(u32) -> String) -> Vec<String> {
    let Strongest::Known { agent, below } = strongest else { return Vec::new() };
    if agent.budget.is_none() {
        return Vec::new();
    }
    let agent = agent.display_name();
    let Some(below) = below.map(AgentKey::display_name) else {
        return vec![format!(
            "{agent} plays with one budget only, so it is not known whether its results still change with strength; add \
             half or a tenth of the budget."
        )];
    };
    let of_last: Vec<&Comparison> =
        comparisons.iter().filter(|comparison| comparison.quantity == Quantity::DrawsAtLastBudget).collect();
    let (mut moving, steady): (Vec<&Comparison>, Vec<&Comparison>) =
        of_last.into_iter().partition(|comparison| comparison.is_significant());
    moving.sort_by(|a, b| b.difference.value.abs().total_cmp(&a.difference.value.abs()));
    let mut sentences = Vec::new();
    if !moving.is_empty() {
        let mut told: Vec<String> = moving
            .iter()
            .take(MOST_TOLD)
            .map(|comparison| format!("{} under {}", change(comparison.corrected), name(comparison.cell)))
            .collect();
        if moving.len() > MOST_TOLD {
            told.push(further(moving.len() - MOST_TOLD));
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
