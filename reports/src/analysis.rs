//! The analysis of a run: its cells, and what was found about them. Findings, titles and tables all come from it.

use std::collections::BTreeSet;

use crate::comparisons::{self, Comparison};
use crate::effects::{self, Effect};
use crate::importance::{self, Division};
use crate::labels::Pairing;
use crate::run_context::RunContext;
use crate::strong_play::{StrongPlayEstimate, limits_of, without_unequal};
use crate::summary::CellSummary;

/// The cells of a run, or some of them, with what was found about them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Analysis {
    /// The summaries of the cells that have games, in the order of the plan.
    pub cells: Vec<CellSummary>,
    /// The comparisons of cells.
    pub comparisons: Vec<Comparison>,
    /// What quantities of the run approach as the budget grows; empty without a ladder of budgets.
    pub limits: Vec<StrongPlayEstimate>,
    /// The effects of the rules of a factorial; empty for other runs.
    pub effects: Vec<Effect>,
    /// How much each rule of a factorial matters; empty for runs with fewer than two factors.
    pub importance: Vec<Division>,
    /// The names of the variants that are proven draws with best play from the start.
    pub proved_draws: BTreeSet<String>,
    /// The fewest and the most random moves with which games begin.
    pub opening: [u32; 2],
}

impl Analysis {
    /// Analyses the cells of a run. `is_whole` tells whether every planned cell has games: a missing cell would look like a
    /// combination of rules that the plan leaves out.
    pub(crate) fn of(all: &[CellSummary], context: &RunContext, is_whole: bool) -> Self {
        let cells = without_unequal(all);
        let comparisons = comparisons::of(&cells);
        Analysis {
            limits: limits_of(all, &context.proved_as_played),
            effects: effects::of(&cells, &comparisons),
            importance: if is_whole { importance::of(&cells) } else { Vec::new() },
            proved_draws: context.proved_draws.clone(),
            opening: context.opening,
            comparisons,
            cells,
        }
    }

    /// Returns the analysis of some of the cells: limits, effects and importance are in their order.
    pub(crate) fn about(&self, cells: Vec<CellSummary>) -> Self {
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
            proved_draws: self.proved_draws.clone(),
            opening: self.opening,
            cells,
        }
    }
}

/// The items that have a place, in the order of their places.
fn in_order<T: Clone>(items: &[T], place: impl Fn(&T) -> Option<usize>) -> Vec<T> {
    let mut placed: Vec<(usize, &T)> = items.iter().filter_map(|item| Some((place(item)?, item))).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, item)| item.clone()).collect()
}
