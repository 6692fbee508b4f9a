//! The random player.

use petteia_engine::{Game, GameRng, Geometry, Move, State};

use super::Agent;
use crate::foreign::Fault;

/// All legal decisions are equally likely.
pub struct Random;

impl<G: Geometry> Agent<G> for Random {
    fn choose(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Result<Move, Fault> {
        Ok(game.random_move(state, rng))
    }
}
