//! What makes a game even: fewer stones for one side, or a prescribed first decision.
//!
//! One agent plays both sides, so the result reflects the game and not a difference between players. Random decisions
//! before the agent plays make the games differ.

mod handicap;
mod openings;

use petteia_engine::{AnyGame, BySide};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_variants::check_limits;

use crate::Variant;
use crate::cell::{Cell, CellKind};
pub use handicap::HandicapScheduler;
pub use openings::Openings;

/// An agent that plays a game against itself, from any start.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    variant: String,
    game: AnyGame,
    /// The opening replaces the first of these random decisions by a prescribed one, if there is one.
    matchup: Matchup,
    seed: u64,
}

impl SelfPlay {
    /// Creates the self-play of an agent on a game with its switches, after `opening` random decisions.
    ///
    /// # Errors
    /// The game has no limits at all, or the agent does not find what it needs for it.
    pub fn new(variant: &Variant, agent: &AgentSpec, opening: u32, seed: u64) -> Result<Self, String> {
        let Variant { name, rules } = variant.clone();
        check_limits(&name, rules.limits)?;
        agent.check(&rules).map_err(|error| error.to_string())?;
        let agents = BySide { white: agent.clone(), black: agent.clone() };
        let matchup = Matchup { rules: rules.clone(), agents, opening };
        Ok(SelfPlay { variant: name, game: AnyGame::of(rules), matchup, seed })
    }

    fn cell(&self, kind: CellKind, opening: u32) -> Cell {
        let matchup = Matchup { opening, ..self.matchup.clone() };
        Cell::new(self.variant.clone(), matchup, kind, self.seed)
    }

    fn agent(&self) -> &AgentSpec {
        &self.matchup.agents.white
    }

    /// Returns what is asked, without the numbers that may change.
    fn name(&self) -> String {
        format!("{} on {}", self.agent(), self.variant)
    }
}
