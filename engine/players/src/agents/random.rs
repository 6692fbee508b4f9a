//! The random player.

use petteia_engine::{GameRng, Geometry, Move};

use super::about::AgentAbout;
use super::agent::{Agent, Choice};
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
    fn choose(&mut self, choice: &Choice<G>, rng: &mut GameRng) -> Result<Move, Fault> {
        Ok(choice.game.random_move(choice.state, rng))
    }
}
