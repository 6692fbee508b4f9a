//! The work of choosing a move, apart from the session, so that it can be done on another thread.

use petteia_engine::{Game, GameRng, Geometry, Move, State};

use crate::agents::AgentSpec;

/// A choice to be made. The same task always makes the same choice.
#[derive(Clone, Debug)]
pub struct Task<G: Geometry> {
    game: Game<G>,
    state: State<G>,
    spec: AgentSpec,
    seed: u64,
}

impl<G: Geometry> Task<G> {
    pub(super) fn new(game: Game<G>, state: State<G>, spec: AgentSpec, seed: u64) -> Self {
        Task { game, state, spec, seed }
    }

    /// The agent's choice.
    pub fn choose(&self) -> Move {
        self.spec.make().choose(&self.game, &self.state, &mut GameRng::from_seed(self.seed))
    }
}
