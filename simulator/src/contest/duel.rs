//! Two agents on one game, and the pairs of games that they play.

use petteia_engine::BySide;
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_tables::Contest;
use petteia_variants::check_limits;

use crate::Variant;
use crate::cell::{Cell, Kind};
use crate::keys::{agent_key, variant_key};
use crate::store::RunError;
use crate::tallies::Tallies;

/// Returns the pairs of two agents on a game with its switches.
///
/// # Errors
/// The game has no limits at all, or an agent does not find what it needs for it.
pub fn duel(variant: &Variant, agents: [AgentSpec; 2], seed: u64, opening: u32) -> Result<Cell, String> {
    Ok(Cell::new(variant.name.clone(), matchup(variant, agents, opening)?, Kind::Pairs, seed))
}

/// Returns the matchup of two agents on a game with its switches, or why it cannot be played.
pub(super) fn matchup(variant: &Variant, agents: [AgentSpec; 2], opening: u32) -> Result<Matchup, String> {
    let Variant { name, rules } = variant.clone();
    check_limits(&name, rules.limits)?;
    agents.iter().try_for_each(|agent| agent.check(&rules)).map_err(|error| error.to_string())?;
    let [white, black] = agents;
    Ok(Matchup { rules, agents: BySide { white, black }, opening })
}

/// Returns the first pairs of a duel. All of them must be known.
pub fn contest(cell: &Cell, tallies: &Tallies, index: usize, pairs: u64) -> Result<Contest, RunError> {
    let results = tallies.results(cell, index, &(0..pairs))?;
    Ok(Contest {
        cell: cell.id().to_string(),
        variant: variant_key(&cell.variant),
        agents: cell.agents().map(agent_key),
        pairs: results.as_chunks::<2>().0.to_vec(),
    })
}
