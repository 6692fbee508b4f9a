//! What was found about cells.

use crate::comparisons::Comparison;
use crate::effects::Effect;
use crate::importance::Division;
use crate::labels::Pairing;
use crate::strong_play::StrongPlayEstimate;
use crate::summary::CellSummary;

/// What was found about the cells of a run, or about some of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Analysis {
    /// The comparisons of cells.
    pub comparisons: Vec<Comparison>,
    /// What quantities of the run approach as the budget grows; empty without a ladder of budgets.
    pub limits: Vec<StrongPlayEstimate>,
    /// The effects of the rules of a factorial; empty for other runs.
    pub effects: Vec<Effect>,
    /// How much each rule of a factorial matters; empty for runs with fewer than two factors.
    pub importance: Vec<Division>,
}

impl Analysis {
    /// Leaves out what was found about other cells, variants and agents than those of `cells`; limits, effects and
    /// importance are in their order.
    pub(crate) fn about(&self, cells: &[CellSummary]) -> Self {
        let has_cell = |number: u32| cells.iter().any(|cell| cell.cell == number);
        let is_between = |found: &&Comparison| has_cell(found.cell) && found.base.is_none_or(has_cell);
        let of_limit = |limit: &StrongPlayEstimate| {
            cells.iter().position(|cell| cell.variant == limit.variant && limit.agent.has(&cell.white))
        };
        let of_agents = |agents: Pairing| cells.iter().position(|cell| cell.agents() == agents);
        Analysis {
            comparisons: self.comparisons.iter().filter(is_between).cloned().collect(),
            limits: in_order(&self.limits, of_limit),
            effects: in_order(&self.effects, |effect| of_agents(effect.agents())),
            importance: in_order(&self.importance, |division| of_agents(division.agents())),
        }
    }
}

/// The items that have a place, in the order of their places.
fn in_order<T: Clone>(items: &[T], place: impl Fn(&T) -> Option<usize>) -> Vec<T> {
    let mut placed: Vec<(usize, &T)> = items.iter().filter_map(|item| Some((place(item)?, item))).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, item)| item.clone()).collect()
}
