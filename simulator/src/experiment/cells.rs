//! The cells of a plan in the form that tables and reports use.

use petteia_tables::{AgentKey, CellKey, Frame, VariantKey};

use super::labels::Labels;
use super::plan::{CellPlan, Plan};
use crate::catalog::Catalog;

/// Returns what a cell of a plan is, with the labels of its variant and agents.
#[must_use]
pub fn cell_key(planned: &CellPlan, labels: &Labels) -> CellKey {
    let key = planned.cell.key(planned.index);
    let agent = |key: AgentKey| AgentKey { label: labels.agents.get(&key.text).cloned().or(key.label), ..key };
    CellKey {
        variant: VariantKey { label: labels.variants.get(&key.variant.name).cloned(), ..key.variant },
        factors: planned.factors.clone(),
        white: agent(key.white),
        black: agent(key.black),
        ..key
    }
}

impl Plan {
    /// Returns the table of its cells, none of which has a stopping rule.
    #[must_use]
    pub fn cells_frame(&self, catalog: &Catalog) -> Frame {
        let row = |planned: &CellPlan| planned.cell.row_so_far(cell_key(planned, &self.labels), planned.games, catalog);
        petteia_tables::cells_frame(&self.cells.iter().map(row).collect::<Vec<_>>())
    }
}
