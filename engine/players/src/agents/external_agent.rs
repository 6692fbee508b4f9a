//! An external player among the agents.

use petteia_engine::{AnyGame, Game, GameRng, Geometry, Move, State};
use rand_core::Rng;

use super::agent::{Agent, Choice};
use super::error::AgentError;
use crate::external::{External, ExternalPlayer};
use crate::fault::Fault;
use crate::record::{History, Step};

/// The place of an external player at the board. It follows the game, so that the player can be told all of it.
pub struct ExternalAgent {
    player: Box<dyn ExternalPlayer>,
    game: History,
}

impl ExternalAgent {
    /// Starts the player.
    pub fn new<G: Geometry>(external: &dyn External, game: &Game<G>) -> Result<Self, AgentError> {
        Ok(ExternalAgent { player: external.start(game.rules())?, game: History::of(game.rules()) })
    }

    /// Takes the roll if it is due. A roll is reported with the decision that follows it, but the player must know it
    /// before.
    fn see_roll(&mut self, roll: Option<u8>) {
        let is_due = self.game.game().awaits_roll(self.game.state().position()).is_some();
        if let Some(face) = roll.filter(|_| is_due) {
            self.game.take(Step::Roll(face));
        }
    }
}

impl<G: Geometry> Agent<G> for ExternalAgent {
    fn new_game(&mut self, game: &Game<G>, start: &State<G>) {
        let own_start = (*start.position() != game.start()).then(|| start.position().cast());
        self.game = History::new(AnyGame::of(game.rules().clone()), own_start);
        self.player.new_game();
    }

    fn saw(&mut self, step: Step) {
        match step {
            Step::Roll(face) => self.see_roll(Some(face)),
            Step::Decision(_) => self.game.take(step),
        }
    }

    fn choose(&mut self, choice: &Choice<G>, rng: &mut GameRng) -> Result<Move, Fault> {
        self.see_roll(choice.state.position().roll());
        let moves = self.game.game().legal_moves(self.game.state());
        if let [only] = moves.as_slice() {
            return Ok(*only);
        }
        let chosen = self.player.choose(&self.game, rng.next_u64(), choice.progress)?;
        if moves.contains(&chosen) { Ok(chosen) } else { Err(Fault::IllegalMove) }
    }
}
