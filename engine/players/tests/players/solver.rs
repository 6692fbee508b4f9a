//! Computes the exact value of a position of a small game by playing every line to its end once.
//!
//! The rules must end every game by a limit (§8), and `repetition` must be off. The value of a position then depends
//! only on the position itself, its clock and its turn.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use petteia_engine::rules::Repetition;
use petteia_engine::{AnyGame, AnyPosition, AnyState, Move, Outcome, Side};

/// The value under perfect play: 1 for a win, one half for a draw, 0 for a loss, and the mean over the faces of the
/// die.
pub struct Solver<'a> {
    game: &'a AnyGame,
    solved: HashMap<Key, f64>,
}

/// A position in every detail.
#[derive(PartialEq, Eq)]
struct Key(AnyPosition);

impl Hash for Key {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.0.key(), self.0.roll(), self.0.clock(), self.0.turn()).hash(hasher);
    }
}

impl<'a> Solver<'a> {
    /// Creates an empty solver.
    pub fn new(game: &'a AnyGame) -> Self {
        let limits = game.rules().limits;
        assert_eq!(limits.repetition, Repetition::OFF, "a value must not depend on earlier positions");
        assert!(game.rules().no_progress() > 0 || game.rules().turn_cap() > 0, "every game must end");
        Solver { game, solved: HashMap::new() }
    }

    /// Returns the expected score of the side to move.
    pub fn value(&mut self, state: &AnyState) -> f64 {
        if let Some(outcome) = state.outcome() {
            return score(outcome, state.position().side());
        }
        let key = Key(*state.position());
        if let Some(&value) = self.solved.get(&key) {
            return value;
        }
        let value = match self.game.awaits_roll(state.position()) {
            Some(faces) => self.mean_over_rolls(state, faces),
            None => self.move_values(state).into_iter().map(|(_, value)| value).fold(0.0, f64::max),
        };
        self.solved.insert(key, value);
        value
    }

    /// Returns every legal decision of a position without a pending roll, with its score for the side to move.
    pub fn move_values(&mut self, state: &AnyState) -> Vec<(Move, f64)> {
        let side = state.position().side();
        let decisions = self.game.moves(state.position());
        let value_of = |decision| {
            let mut after = state.clone();
            self.game.play(&mut after, decision);
            let value = self.value(&after);
            // After a huff the same side is still to move.
            let own = if after.position().side() == side { value } else { 1.0 - value };
            (decision, own)
        };
        decisions.into_iter().map(value_of).collect()
    }

    fn mean_over_rolls(&mut self, state: &AnyState, faces: u8) -> f64 {
        let value_of = |face| {
            let mut rolled = state.clone();
            self.game.roll(&mut rolled, face);
            self.value(&rolled)
        };
        (1..=faces).map(value_of).sum::<f64>() / f64::from(faces)
    }
}

fn score(outcome: Outcome, side: Side) -> f64 {
    outcome.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 })
}
