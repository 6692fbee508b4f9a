//! The greedy player: the most material after one move.

use petteia_engine::{GameRng, Geometry, Move, Position, Side, Snapshot, SquareSet};

use super::about::AgentAbout;
use super::agent::{Agent, Choice};
use super::ties::random_best;
use super::traits::AgentTraits;
use crate::fault::Fault;
use crate::position_history::LookAhead;

/// Its description.
pub const ABOUT: AgentAbout = AgentAbout {
    name: "greedy",
    about: "wins at once if it can; otherwise maximizes its lead in pieces after its move",
    options: &[],
};

/// Wins at once if it can; otherwise maximizes its lead in pieces after its move, with ties broken at random.
pub struct Greedy;

impl AgentTraits for Greedy {
    fn name(&self) -> String {
        ABOUT.name.to_owned()
    }

    fn searches(&self) -> bool {
        false
    }

    fn positions(&self) -> u64 {
        1
    }
}

impl<G: Geometry> Agent<G> for Greedy {
    fn choose(&mut self, choice: &Choice<G>, rng: &mut GameRng) -> Result<Move, Fault> {
        let &Choice { game, state, .. } = choice;
        let player = state.position().player();
        let worth = |k: u32| {
            let mut snapshot: Snapshot<G::Set> = *state.snapshot();
            let decision = game.nth_move(snapshot.position(), snapshot.decisions(), k, state.history());
            game.play_snapshot(&mut snapshot, decision, &mut LookAhead(|key| state.times_seen(key)));
            let side = snapshot.position().side_of(player);
            match snapshot.outcome() {
                Some(outcome) => outcome.winner.map_or(0, |winner| if winner == side { i32::MAX } else { i32::MIN }),
                None => balance(snapshot.position(), side),
            }
        };
        Ok(choice.decision(random_best(0..state.decisions().count(), worth, rng)))
    }
}

/// Returns the number of a side's pieces minus that of its opponent's.
fn balance<S: SquareSet>(position: &Position<S>, side: Side) -> i32 {
    position.pieces(side).count() as i32 - position.pieces(!side).count() as i32
}
