//! What was found about the cells that figures show.

use crate::comparisons::Comparison;
use crate::effects::Effect;
use crate::importance::Division;
use crate::labels::Pairing;
use crate::limits::Limit;
use crate::summary::CellSummary;

/// What figures show: the selected cells, in their order, and what was found about them.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) cells: Vec<CellSummary>,
    pub(crate) comparisons: Vec<Comparison>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) importance: Vec<Division>,
}

impl Selected {
    /// Leaves out what was found about other cells, variants and agents.
    pub(crate) fn of(cells: Vec<CellSummary>, all: Found) -> Self {
        let has_cell = |number: u32| cells.iter().any(|cell| cell.cell == number);
        let is_between = |found: &&Comparison| has_cell(found.cell) && found.base.is_none_or(has_cell);
        let comparisons = all.comparisons.iter().filter(is_between).cloned().collect();
        let of_limit =
            |limit: &Limit| cells.iter().position(|cell| cell.variant == limit.variant && limit.agent.has(&cell.white));
        let of_agents = |agents: Pairing| cells.iter().position(|cell| cell.agents() == agents);
        let limits = in_order(all.limits, of_limit);
        let effects = in_order(all.effects, |effect: &Effect| of_agents(effect.agents()));
        let importance = in_order(all.importance, |division: &Division| of_agents(division.agents()));
        Selected { cells, comparisons, limits, effects, importance }
    }
}

/// What was found about all cells of a run.
#[derive(Clone, Copy)]
pub(crate) struct Found<'a> {
    pub(crate) comparisons: &'a [Comparison],
    pub(crate) limits: &'a [Limit],
    pub(crate) effects: &'a [Effect],
    pub(crate) importance: &'a [Division],
}

/// The items that have a place, in the order of their places.
fn in_order<T: Clone>(items: &[T], place: impl Fn(&T) -> Option<usize>) -> Vec<T> {
    let mut placed: Vec<(usize, &T)> = items.iter().filter_map(|item| Some((place(item)?, item))).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, item)| item.clone()).collect()
}
