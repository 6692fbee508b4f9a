//! An agent that plays a game against itself, so that the result reflects the game and not a difference between players.
//! Random decisions before the agent plays make the games differ.

use petteia_engine::AnyGame;
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;

use super::duel::matchup;
use crate::Variant;
use crate::cell::{Cell, Kind};

/// An agent that plays a game against itself, from any start.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    pub(super) variant: String,
    pub(super) game: AnyGame,
    /// The opening replaces the first of these random decisions by a prescribed one, if there is one.
    pub(super) matchup: Matchup,
    seed: u64,
}

impl SelfPlay {
    /// Creates the self-play of an agent on a game with its switches, after `opening` random decisions.
    ///
    /// # Errors
    /// The game has no limits at all, or the agent does not find what it needs for it.
    pub fn new(variant: &Variant, agent: &AgentSpec, opening: u32, seed: u64) -> Result<Self, String> {
        let matchup = matchup(variant, [agent.clone(), agent.clone()], opening)?;
        let game = AnyGame::of(matchup.rules.clone());
        Ok(SelfPlay { variant: variant.name.clone(), game, matchup, seed })
    }

    pub(super) fn cell(&self, kind: Kind, opening: u32) -> Cell {
        let matchup = Matchup { opening, ..self.matchup.clone() };
        Cell::new(self.variant.clone(), matchup, kind, self.seed)
    }

    pub(super) fn agent(&self) -> &AgentSpec {
        &self.matchup.agents.white
    }
}
