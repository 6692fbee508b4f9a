//! What the cells of plans and the players of contests are, in the form that tables and reports use.

use petteia_engine::Rules;
use petteia_players::agents::{AgentParts, AgentSpec};
use petteia_tables::{AgentKey, CellKey, VariantKey};

use crate::experiment::{CellPlan, Labels};

/// Returns what an agent is.
#[must_use]
pub fn agent_key(agent: &AgentSpec) -> AgentKey {
    let AgentParts { kind, budget, options, tables } = agent.parts();
    let budget_text = budget.map_or_else(String::new, |(unit, amount)| format!(":{unit}={amount}"));
    AgentKey {
        text: agent.to_string(),
        // The text of a program is its whole table.
        label: agent.is_program().then(|| format!("{kind}{budget_text}")),
        kind,
        options,
        budget_kind: budget.map(|(kind, _)| kind.to_owned()),
        budget: budget.map(|(_, amount)| amount),
        tables,
    }
}

/// Returns what a variant is, given its name with its switches.
#[must_use]
pub fn variant_key(name: &str) -> VariantKey {
    let (base, switches) = Rules::parts_of_name(name);
    VariantKey {
        name: name.to_owned(),
        label: None,
        base: base.to_owned(),
        switches: switches.into_iter().map(str::to_owned).collect(),
    }
}

/// Returns what a cell of a plan is, with the labels of its variant and agents.
#[must_use]
pub fn cell_key(planned: &CellPlan, labels: &Labels) -> CellKey {
    let cell = &planned.cell;
    let agent = |agent: &AgentSpec| {
        let key = agent_key(agent);
        AgentKey { label: labels.agents.get(&key.text).cloned().or(key.label), ..key }
    };
    CellKey {
        cell: planned.index,
        key: cell.id().to_string(),
        variant: VariantKey { label: labels.variants.get(&cell.variant).cloned(), ..variant_key(&cell.variant) },
        factors: planned.factors.clone(),
        white: agent(&cell.matchup.agents.white),
        black: agent(&cell.matchup.agents.black),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_name_and_budget() {
        let text = r#"{ name = "mine", nodes = 100, timeout_ms = 5, command = ["python3", "a.py"] }"#;
        let key = agent_key(&text.parse().expect("a program"));
        assert_eq!((key.text.as_str(), key.kind.as_str(), key.budget), (text, "mine", Some(100)));
        assert_eq!((key.budget_kind.as_deref(), key.options), (Some("nodes"), vec!["timeout_ms=5".to_owned()]));
        let key = agent_key(&"mcts:playouts=50,policy=none".parse().expect("an agent"));
        assert_eq!((key.budget_kind.as_deref(), key.options), (Some("playouts"), vec!["policy=none".to_owned()]));
    }
}
