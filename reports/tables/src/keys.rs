//! What variants, agents and cells are, as plain data. Whoever plays games fills it in; tables and reports take it from
//! here and never parse the text of an agent or a variant.

use serde::Serialize;

/// An agent with its options.
///
/// Two keys with the same text are the same agent.
#[derive(Clone, Debug, Default, Eq, Serialize)]
pub struct AgentKey {
    /// The text that names it in an experiment, such as `alphabeta:nodes=500,endgames=auto`.
    pub text: String,
    /// The name to show instead of the text, if one is given.
    pub label: Option<String>,
    /// `alphabeta`, `random`, or the name of a program.
    pub kind: String,
    /// The options besides the budget and the endgame tables, each as text.
    pub options: Vec<String>,
    /// What the budget counts: `nodes`, `playouts`, `depth` or `ms`.
    pub budget_kind: Option<String>,
    /// The budget for a decision.
    pub budget: Option<u64>,
    /// The endgame tables that it uses, such as `auto`.
    pub tables: Option<String>,
}

impl AgentKey {
    /// Returns the agent without its budget and its label: what agents that differ only in the budget have in common.
    #[must_use]
    pub fn without_budget(&self) -> AgentKey {
        AgentKey { text: String::new(), label: None, budget: None, ..self.clone() }
    }

    /// Returns whether an agent differs from another only in that its budget is `times` as large.
    ///
    /// ```
    /// use petteia_tables::AgentKey;
    /// let agent = |budget| AgentKey { kind: "mcts".into(), budget: Some(budget), ..AgentKey::default() };
    /// assert!(agent(400).has_times_the_budget_of(&agent(100), 4));
    /// assert!(!agent(400).has_times_the_budget_of(&agent(200), 4));
    /// ```
    #[must_use]
    pub fn has_times_the_budget_of(&self, other: &AgentKey, times: u64) -> bool {
        let is_larger = self.budget.zip(other.budget).is_some_and(|(own, other)| other.checked_mul(times) == Some(own));
        let AgentKey { kind, options, budget_kind, tables, .. } = other;
        is_larger
            && (&self.kind, &self.options, &self.budget_kind, &self.tables) == (kind, options, budget_kind, tables)
    }

    /// Returns the name to show: the label, or else the text.
    #[must_use]
    pub fn display_name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.text)
    }

    /// Returns whether a text names the agent, also one in which the option `endgames` has its older name, `tables`.
    ///
    /// ```
    /// use petteia_tables::AgentKey;
    /// let agent = AgentKey { text: "mcts:playouts=9,endgames=auto".into(), ..AgentKey::default() };
    /// assert!(agent.has_text("mcts:playouts=9,tables=auto") && !agent.has_text("mcts:playouts=9"));
    /// ```
    #[must_use]
    pub fn has_text(&self, text: &str) -> bool {
        self.text == text || self.text == text.replace(",tables=", ",endgames=").replace(":tables=", ":endgames=")
    }
}

impl PartialEq for AgentKey {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// A variant of the rules.
///
/// Two keys with the same name are the same variant.
#[derive(Clone, Debug, Default, Eq, Serialize)]
pub struct VariantKey {
    /// The name with its switches, such as `city-8+vagi-edge`.
    pub name: String,
    /// The name to show instead, if one is given.
    pub label: Option<String>,
    /// The game that the switches change, such as `city-8`.
    pub base: String,
    /// The changed switches, without `+`; a switch that is turned off begins with `-`.
    pub switches: Vec<String>,
}

impl PartialEq for VariantKey {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl VariantKey {
    /// Returns the name to show: the label, or else the name with its switches.
    #[must_use]
    pub fn display_name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }

    /// Returns whether a text is the name or the label of the variant.
    #[must_use]
    pub fn is_called(&self, text: &str) -> bool {
        self.name == text || self.label.as_deref() == Some(text)
    }

    /// Returns whether this variant is another one with more switches.
    #[must_use]
    pub fn changes(&self, other: &Self) -> bool {
        self.base == other.base
            && self.switches.len() > other.switches.len()
            && other.switches.iter().all(|switch| self.switches.contains(switch))
    }
}

/// Returns switches as they follow the name of a game: `+vagi-edge`.
#[must_use]
pub fn overlay<'a>(switches: impl IntoIterator<Item = &'a str>) -> String {
    let sign = |switch: &'a str| if switch.starts_with('-') { ["", switch] } else { ["+", switch] };
    switches.into_iter().flat_map(sign).collect()
}

/// A cell: a variant played by a pairing of agents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CellKey {
    /// Its number in the plan.
    pub cell: u32,
    /// The hash of everything that its games depend on, in hexadecimal digits; its chunks are known by it.
    pub key: String,
    /// The variant.
    pub variant: VariantKey,
    /// The name and the level of each factor.
    pub factors: Vec<(String, String)>,
    /// White's agent.
    pub white: AgentKey,
    /// Black's agent.
    pub black: AgentKey,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_are_written_with_their_signs() {
        assert_eq!(overlay(["vagi", "-edge", "die=4"]), "+vagi-edge+die=4");
        assert_eq!(overlay([]), "");
    }

    #[test]
    fn a_variant_changes_another_if_it_has_more_switches() {
        let variant = |base: &str, switches: &[&str]| VariantKey {
            base: base.into(),
            switches: switches.iter().map(ToString::to_string).collect(),
            ..VariantKey::default()
        };
        let plain = variant("city-8", &[]);
        assert!(variant("city-8", &["vagi", "edge"]).changes(&variant("city-8", &["edge"])));
        assert!(variant("city-8", &["-edge"]).changes(&plain));
        assert!(!plain.changes(&plain));
        assert!(!variant("city-8", &["vagi"]).changes(&variant("city-8", &["edge"])));
        assert!(!variant("poleis", &["vagi"]).changes(&plain));
    }
}
