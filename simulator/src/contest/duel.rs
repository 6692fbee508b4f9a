//! Matches between two agents: pairs of games, either a fixed number or until a sequential test decides.

use petteia_engine::BySide;
use petteia_players::agents::AgentSpec;
use petteia_players::config::check_limits;
use petteia_players::{Clock, Matchup, Opening};
use petteia_statistics::Sprt;
use petteia_tables::{Contest, ContestTally};

use super::scheduler::{ContestScheduler, Rule};
use super::sprt::SprtRule;
use crate::Variant;
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind};
use crate::keys::{agent_key, variant_key};
use crate::store::RunError;

/// A completed match.
#[derive(Clone, Debug)]
pub struct Series {
    /// The games.
    pub contest: Contest,
    /// The results.
    pub tally: ContestTally,
    /// The time of each agent.
    pub clocks: [Clock; 2],
}

impl ContestScheduler {
    /// Asks which of two agents is stronger: at most `pairs` pairs, or until the test decides.
    ///
    /// # Errors
    /// The game has no limits at all, or an agent does not find what it needs for it.
    pub fn of_match(
        variant: &Variant,
        agents: [AgentSpec; 2],
        pairs: u64,
        sprt: Option<Sprt>,
        (seed, opening): (u64, Opening),
    ) -> Result<Self, String> {
        let name = format!("{} against {} on {}", agents[0], agents[1], variant.name);
        let cell = duel(variant, agents, seed, opening)?;
        let rule = sprt.map_or(Rule::Pairs(pairs), |test| Rule::Sprt(SprtRule::new(test, pairs)));
        Ok(Self::new(name, &format!("openings of {opening}, seed {seed}"), vec![cell], rule))
    }

    /// Returns the result of a match: the pairs up to the decision.
    pub fn series(&self, catalog: &Catalog) -> Result<Series, RunError> {
        let cell = &self.cells[0];
        let decided = match &self.rule {
            Rule::Sprt(rule) => rule.look(cell, catalog)?.decided(),
            _ => None,
        };
        let contest = contest(cell, catalog, 0, decided.unwrap_or(self.most_pairs()))?;
        let pairs = contest.pairs.len() as u64;
        let mut clocks = [Clock::default(); 2];
        for part in catalog.cell(0).chunks_among(&(0..pairs)) {
            clocks.iter_mut().zip(part.clocks()).for_each(|(clock, time)| clock.add(time));
        }
        Ok(Series { tally: ContestTally::of(&contest), contest, clocks })
    }

    /// Returns the most pairs of a cell.
    pub(super) fn most_pairs(&self) -> u64 {
        match &self.rule {
            Rule::Pairs(pairs) => *pairs,
            Rule::Sprt(rule) => rule.most,
            Rule::Even(_) | Rule::FirstMoves { .. } => 0,
        }
    }
}

/// Returns the pairs of two agents on a game with its switches, or why they cannot be played.
pub(super) fn duel(variant: &Variant, agents: [AgentSpec; 2], seed: u64, opening: Opening) -> Result<Cell, String> {
    Ok(Cell::new(variant.name.clone(), matchup(variant, agents, opening)?, CellKind::Pairs, seed))
}

/// Returns the matchup of two agents on a game with its switches, or why it cannot be played.
pub(super) fn matchup(variant: &Variant, agents: [AgentSpec; 2], opening: Opening) -> Result<Matchup, String> {
    let Variant { name, rules } = variant.clone();
    check_limits(&name, rules.limits)?;
    agents.iter().try_for_each(|agent| agent.check(&rules)).map_err(|error| error.to_string())?;
    let [white, black] = agents;
    Ok(Matchup { rules, agents: BySide { white, black }, opening })
}

/// Returns the first pairs of a duel, at most so many, as far as they are known without a gap.
pub(super) fn contest(cell: &Cell, catalog: &Catalog, index: usize, most: u64) -> Result<Contest, RunError> {
    let pairs = catalog.cell(index).in_order().min(most);
    let results = catalog.results(cell, index, &(0..pairs))?;
    Ok(Contest {
        cell: cell.id().to_string(),
        variant: variant_key(&cell.variant),
        agents: cell.agents().map(agent_key),
        pairs: results.as_chunks::<2>().0.to_vec(),
    })
}
