//! The cells of a plan in the form that tables and reports use.

use petteia_players::agents::AgentSpec;
use petteia_tables::{AgentKey, CellKey, CellRow, Frame, VariantKey};

use super::labels::Labels;
use super::plan::{CellPlan, Plan};
use crate::catalog::Catalog;
use crate::keys::{agent_key, variant_key};

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

impl Plan {
    /// Returns the table of its cells, none of which has a stopping rule.
    #[must_use]
    pub fn cells_frame(&self, catalog: &Catalog) -> Frame {
        let row = |planned: &CellPlan| {
            let (cell, games) = (&planned.cell, 0..planned.games);
            CellRow {
                games: catalog.cell(planned.index as usize).known(&games) * cell.games_each(),
                planned: planned.games * cell.games_each(),
                ..cell.row(cell_key(planned, &self.labels))
            }
        };
        petteia_tables::cells_frame(&self.cells.iter().map(row).collect::<Vec<_>>())
    }
}
