//! The random player.

use petteia_engine::{Game, GameRng, Geometry, Move, Progress, State};

use super::about::AgentAbout;
use super::agent::Agent;
use super::traits::AgentTraits;
use crate::fault::Fault;

/// Its description.
pub const ABOUT: AgentAbout =
    AgentAbout { name: "random", about: "all legal decisions are equally likely", options: &[] };

/// All legal decisions are equally likely.
pub struct Random;

impl AgentTraits for Random {
    fn name(&self) -> String {
        ABOUT.name.to_owned()
    }

    fn searches(&self) -> bool {
        false
    }
}

impl<G: Geometry> Agent<G> for Random {
    fn choose(
        &mut self,
        game: &Game<G>,
        state: &State<G>,
        rng: &mut GameRng,
        _: usize,
        _: &dyn Progress,
    ) -> Result<Move, Fault> {
        Ok(game.random_move(state, rng))
    }
}
