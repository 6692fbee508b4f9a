//! Two agents on one game, and the pairs of games that they play.

use petteia_engine::BySide;
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_tables::Contest;
use petteia_variants::check_limits;

use crate::Variant;
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind};
use crate::keys::{agent_key, variant_key};
use crate::store::RunError;

/// Returns the pairs of two agents on a game with its switches.
///
/// # Errors
/// The game has no limits at all, or an agent does not find what it needs for it.
pub fn duel(variant: &Variant, agents: [AgentSpec; 2], seed: u64, opening: u32) -> Result<Cell, String> {
    let Variant { name, rules } = variant.clone();
    check_limits(&name, rules.limits)?;
    agents.iter().try_for_each(|agent| agent.check(&rules)).map_err(|error| error.to_string())?;
    let [white, black] = agents;
    Ok(Cell::new(name, Matchup { rules, agents: BySide { white, black }, opening }, CellKind::Pairs, seed))
}

/// Returns the first pairs of a duel. All of them must be known.
pub fn contest(cell: &Cell, catalog: &Catalog, index: usize, pairs: u64) -> Result<Contest, RunError> {
    let results = catalog.results(cell, index, &(0..pairs))?;
    Ok(Contest {
        cell: cell.id().to_string(),
        variant: variant_key(&cell.variant),
        agents: cell.agents().map(agent_key),
        pairs: results.as_chunks::<2>().0.to_vec(),
    })
}
