//! Ladders: one agent with growing budgets, and which agent of a run plays best.

mod strongest;

use petteia_tables::AgentKey;

use crate::labels::{self, distinct, evaluates, options};
use crate::number_format::grouped;
pub(crate) use strongest::{Strongest, in_order, strongest_first};

/// An agent without its budget: all agents that differ only in the budget are of one family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentFamily(AgentKey);

impl AgentFamily {
    /// Returns the family of an agent and its budget; `None` if it has no budget.
    pub(crate) fn of(agent: &AgentKey) -> Option<(Self, u64)> {
        let key = agent.without_budget();
        let family = AgentFamily(AgentKey { text: heading(&key)?, ..key });
        Some((family, agent.budget?))
    }

    /// Returns the key of the agent without a budget; its text is the name and what the budgets count.
    #[must_use]
    pub fn key(&self) -> &AgentKey {
        &self.0
    }

    /// Whether an agent is of this family.
    pub(crate) fn has(&self, agent: &AgentKey) -> bool {
        AgentFamily::of(agent).is_some_and(|(family, _)| family == *self)
    }

    /// `alphabeta with endgames=auto: positions per decision`.
    pub(crate) fn heading(&self) -> &str {
        &self.0.text
    }

    /// `alphabeta with endgames=auto`.
    pub(crate) fn name(&self) -> String {
        name(&self.0)
    }

    /// `positions per decision`.
    pub(crate) fn unit(&self) -> &str {
        unit(&self.0).unwrap_or_default()
    }
}

fn heading(agent: &AgentKey) -> Option<String> {
    Some(format!("{}: {}", name(agent), unit(agent)?))
}

fn name(agent: &AgentKey) -> String {
    let rest = options(agent);
    if rest.is_empty() { agent.kind.clone() } else { format!("{} with {}", agent.kind, rest.join(", ")) }
}

/// What the budgets of an agent count.
fn unit(agent: &AgentKey) -> Option<&str> {
    Some(match agent.budget_kind.as_deref()? {
        "playouts" if evaluates(agent) => "evaluations per decision",
        "playouts" => "playouts per decision",
        "nodes" => "positions per decision",
        "depth" => "decisions deep",
        "ms" => "milliseconds per decision",
        other => other,
    })
}

/// An agent with growing budgets, and the agents without a budget beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ladder {
    /// The agent, with its other options if there are several of its kind, and what its budgets count.
    pub(crate) heading: String,
    /// Agents without a budget in their order, then the budgets, ascending.
    pub(crate) steps: Vec<LadderStep>,
}

/// An agent on a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LadderStep {
    pub(crate) agent: AgentKey,
    /// Its name on the ladder.
    pub(crate) label: String,
    budget: Option<u64>,
}

/// Fewer budgets are no ladder.
const FEWEST_BUDGETS: usize = 3;

impl LadderStep {
    /// The budget, if the name is a label, which does not say it.
    pub(crate) fn budget_below_label(&self) -> Option<String> {
        self.agent.label.as_ref()?;
        self.budget.map(|budget| grouped(budget as f64))
    }
}

impl Ladder {
    /// The ladders among agents: each agent with at least three budgets. Agents with fewer are placed beside them.
    pub(crate) fn all<'a>(agents: impl Iterator<Item = &'a AgentKey>) -> Vec<Ladder> {
        let agents = distinct(agents);
        let families = distinct(agents.iter().filter_map(|agent| Some(AgentFamily::of(agent)?.0)));
        let step = |agent: &&AgentKey| {
            let label = agent.label.clone().or_else(|| Some(grouped(agent.budget? as f64))).unwrap_or_default();
            LadderStep { agent: (*agent).clone(), label, budget: agent.budget }
        };
        let steps = |family: AgentFamily| {
            let steps: Vec<LadderStep> = agents.iter().filter(|agent| family.has(agent)).map(step).collect();
            (steps.len() >= FEWEST_BUDGETS).then_some((family, steps))
        };
        let climbed: Vec<(AgentFamily, Vec<LadderStep>)> = families.into_iter().filter_map(steps).collect();
        let is_on_ladder = |agent: &AgentKey| climbed.iter().any(|(family, _)| family.has(agent));
        let named = agents.iter().zip(labels::agents(agents.iter().copied()).labels);
        let beside = named.filter(|(agent, _)| !is_on_ladder(agent)).map(|(&agent, label)| LadderStep {
            agent: agent.clone(),
            label,
            budget: None,
        });
        let (with_budget, without): (Vec<_>, Vec<_>) = beside.partition(|step| step.agent.budget.is_some());
        let beside = [without, with_budget].concat();
        let ladder = |(family, mut steps): (AgentFamily, Vec<LadderStep>)| {
            steps.sort_by_key(|step| step.budget);
            let is_only = climbed.iter().filter(|(other, _)| other.0.kind == family.0.kind).count() == 1;
            let heading = if is_only { format!("{}: {}", family.0.kind, family.unit()) } else { family.0.text };
            Ladder { heading, steps: beside.iter().cloned().chain(steps).collect() }
        };
        climbed.iter().cloned().map(ladder).collect()
    }

    /// The first step that has a budget.
    pub(crate) fn first_budget(&self) -> usize {
        self.steps.iter().take_while(|step| step.budget.is_none()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::agent;

    #[test]
    fn budgets_make_a_ladder_and_the_rest_stands_beside_it() {
        let agents = [
            "random",
            "alphabeta:nodes=1000",
            "alphabeta:nodes=500",
            "alphabeta:nodes=250",
            "mcts:playouts=50,exploration=0.5",
            "alphabeta:nodes=500",
        ]
        .map(agent);
        let ladders = Ladder::all(agents.iter());
        assert_eq!(ladders.len(), 1);
        assert_eq!(ladders[0].heading, "alphabeta: positions per decision");
        let labels: Vec<&str> = ladders[0].steps.iter().map(|step| step.label.as_str()).collect();
        assert_eq!(labels, ["random", "mcts (50 playouts)", "250", "500", "1,000"]);
        assert_eq!(ladders[0].first_budget(), 2);
        let (family, playouts) = AgentFamily::of(&agents[4]).expect("there is a budget");
        assert_eq!((family.heading(), playouts), ("mcts with exploration=0.5: playouts per decision", 50));
        assert!(AgentFamily::of(&agents[0]).is_none());
    }

    #[test]
    fn a_label_stands_on_the_ladder_in_the_place_of_a_budget() {
        let named = AgentKey { label: Some("the champion".into()), ..agent("mcts:playouts=9") };
        let agents = [agent("mcts:playouts=1"), agent("mcts:playouts=3"), named];
        let ladder = Ladder::all(agents.iter()).remove(0);
        let labels: Vec<&str> = ladder.steps.iter().map(|step| step.label.as_str()).collect();
        assert_eq!(labels, ["1", "3", "the champion"]);
        let below: Vec<Option<String>> = ladder.steps.iter().map(LadderStep::budget_below_label).collect();
        assert_eq!(below, [None, None, Some("9".to_owned())]);
    }
}
