//! The random player.

use petteia_engine::{Game, GameRng, Geometry, Move, State};

use super::Agent;

/// All legal decisions are equally likely.
pub struct Random;

impl<G: Geometry> Agent<G> for Random {
    fn choose(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Move {
        game.random_move(state, rng)
    }
}
