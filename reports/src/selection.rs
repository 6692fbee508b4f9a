//! The cells that figures show, and their order.

use petteia_tables::{AgentKey, CellKey, VariantKey};

use crate::error::ReportError;
use crate::labels::{Pairing, distinct};
use crate::summary::CellSummary;

/// Chooses and orders cells by the names or labels of their variants and agents. By default all cells, in the order of the
/// plan.
///
/// The figures and the tables for readers show the chosen cells; the tables as files, the findings and the page have all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// The variants and agents to show. Where a variant is named, only named variants are shown, and where an agent is
    /// named, only cells in which a named agent plays.
    pub only: Vec<String>,
    /// The variants and agents that come first, in this order; the others follow in the order of the plan.
    pub order: Vec<String>,
}

impl Selection {
    /// Checks that each name is that of a variant or an agent of the run.
    pub(crate) fn check(&self, cells: &[CellKey]) -> Result<(), ReportError> {
        let variants = distinct(cells.iter().map(|cell| &cell.variant));
        let agents = distinct(cells.iter().flat_map(|cell| [&cell.white, &cell.black]));
        let is_known = |name: &&String| {
            variants.iter().any(|variant| variant.is_called(name)) || agents.iter().any(|agent| is_agent(name, agent))
        };
        match self.only.iter().chain(&self.order).find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => {
                let variants = variants.iter().map(|variant| variant.display_name().to_owned());
                let agents = agents.iter().map(|agent| agent.display_name().to_owned());
                Err(ReportError::UnknownName { name: name.clone(), known: variants.chain(agents).collect() })
            }
        }
    }

    /// Returns the chosen cells in their order; an error if there are none.
    pub(crate) fn of(&self, cells: &[CellSummary]) -> Result<Vec<CellSummary>, ReportError> {
        let names_variant = |name: &&String| cells.iter().any(|cell| cell.variant.is_called(name));
        let (variants, agents): (Vec<&String>, Vec<&String>) = self.only.iter().partition(names_variant);
        let is_chosen = |cell: &&CellSummary| {
            let is_played = |name: &&String| [&cell.white, &cell.black].iter().any(|agent| is_agent(name, agent));
            (variants.is_empty() || variants.iter().any(|name| cell.variant.is_called(name)))
                && (agents.is_empty() || agents.iter().any(is_played))
        };
        let chosen: Vec<&CellSummary> = cells.iter().filter(is_chosen).collect();
        if chosen.is_empty() {
            return Err(ReportError::NothingSelected { only: self.only.clone() });
        }
        let mut placed: Vec<_> = self.places(&chosen).into_iter().zip(chosen).collect();
        placed.sort_by_key(|(place, _)| *place);
        Ok(placed.into_iter().map(|(_, cell)| cell.clone()).collect())
    }

    /// The place of each cell's variant and of its agents.
    fn places(&self, cells: &[&CellSummary]) -> Vec<(usize, usize)> {
        let variants = distinct(cells.iter().map(|cell| &cell.variant));
        let pairings = distinct(cells.iter().map(|cell| cell.agents()));
        let variant = |variant: &VariantKey| {
            let named = self.order.iter().position(|name| variant.is_called(name));
            place(named, self.order.len(), variants.iter().position(|known| *known == variant))
        };
        let pairing = |agents: Pairing| {
            let named = self.order.iter().position(|name| is_agent(name, agents.0) || is_agent(name, agents.1));
            place(named, self.order.len(), pairings.iter().position(|known| *known == agents))
        };
        cells.iter().map(|cell| (variant(&cell.variant), pairing(cell.agents()))).collect()
    }
}

/// Named items come first, in the order of their names; the others follow in the order of the plan.
fn place(named: Option<usize>, names: usize, planned: Option<usize>) -> usize {
    named.unwrap_or_else(|| names + planned.unwrap_or(0))
}

fn is_agent(name: &str, agent: &AgentKey) -> bool {
    agent.has_text(name) || agent.label.as_deref() == Some(name)
}

#[cfg(test)]
mod tests {
    use petteia_tables::CellStats;

    use super::*;
    use crate::fixtures::cell;
    use crate::summary::summarise;

    fn keys() -> Vec<CellKey> {
        let variants = ["city-8", "city-8+vagi", "poleis"];
        let plan = variants.iter().flat_map(|variant| ["random", "greedy"].map(|agent| (*variant, agent)));
        let mut keys: Vec<CellKey> =
            (0..).zip(plan).map(|(number, (variant, agent))| cell(number, variant, agent)).collect();
        keys[4].variant.label = Some("Poleis".into());
        keys[5].variant.label = Some("Poleis".into());
        keys
    }

    fn chosen(only: &[&str], order: &[&str]) -> Vec<u32> {
        let [only, order] = [only, order].map(|names| names.iter().map(ToString::to_string).collect());
        let selection = Selection { only, order };
        selection.check(&keys()).expect("the names are known");
        let tallies = keys().into_iter().map(CellStats::of).collect();
        let cells = selection.of(&summarise(tallies, false)).expect("there are some");
        cells.iter().map(|cell| cell.cell).collect()
    }

    #[test]
    fn cells_are_chosen_and_ordered_by_variants_and_agents() {
        assert_eq!(chosen(&[], &[]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(chosen(&["Poleis", "city-8"], &[]), [0, 1, 4, 5]);
        assert_eq!(chosen(&["greedy"], &[]), [1, 3, 5]);
        assert_eq!(chosen(&["greedy", "city-8+vagi"], &[]), [3]);
        assert_eq!(chosen(&[], &["greedy", "poleis"]), [5, 4, 1, 0, 3, 2]);
        assert_eq!(chosen(&["random"], &["city-8+vagi"]), [2, 0, 4]);
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_known_ones() {
        let selection = Selection { only: vec!["city-9".into()], order: Vec::new() };
        let error = selection.check(&keys()).expect_err("there is no such variant").to_string();
        assert!(error.contains("`city-9`") && error.contains("city-8+vagi, Poleis, random, greedy"), "{error}");
    }
}
