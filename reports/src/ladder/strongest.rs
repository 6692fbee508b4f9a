//! Which agent of a run plays best: its results are read first.

use std::cmp::Reverse;

use petteia_tables::AgentKey;

use crate::labels::{Pairing, distinct};
use crate::ladder::AgentFamily;
use crate::summary::{CellSummary, pairings};

/// Families of agents from weak to strong, as they finish with usual budgets in the tournament of
/// `experiments/ladder.toml`. The methods state this order, because unusual budgets can reverse it.
const FAMILIES: [&str; 4] = ["random", "greedy", "mcts", "alphabeta"];

/// The most pairings that lead where it is not known which is the strongest.
const MOST_LEADING: usize = 3;

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

fn family(agent: &AgentKey) -> Option<usize> {
    FAMILIES.iter().position(|family| agent.kind == *family)
}

/// Returns the pairings of agents, the strongest agent against itself first, and how many of them lead: that one, or the first
/// few that may be the strongest.
pub(crate) fn strongest_first(cells: &[CellSummary]) -> (Vec<Pairing<'_>>, usize) {
    let mut pairings = pairings(cells);
    let best = match Strongest::of(cells) {
        Some(Strongest::Known { agent, .. }) => vec![agent],
        Some(Strongest::Unknown(agents)) => agents,
        None => Vec::new(),
    };
    let leads = |(white, black): Pairing| white == black && best.contains(&white);
    pairings.sort_by_key(|&(white, black)| {
        (!leads((white, black)), white != black, Reverse(family(white)), Reverse(white.budget))
    });
    let leading = if best.is_empty() { pairings.len() } else { best.len() };
    (pairings, leading.min(MOST_LEADING))
}

/// Returns the cells in the order in which tables for readers have them: those of the strongest agent first, each agent's in the
/// order of the plan.
pub(crate) fn in_order(cells: &[CellSummary]) -> Vec<&CellSummary> {
    let (pairings, _) = strongest_first(cells);
    let mut ordered: Vec<&CellSummary> = cells.iter().collect();
    ordered.sort_by_key(|cell| pairings.iter().position(|agents| *agents == cell.agents()));
    ordered
}
