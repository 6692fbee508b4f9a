//! What tables of expectations say of a position.

use petteia_engine::{Geometry, Line, Move, Outcome};

use super::ChanceTables;

/// The tables' answer for a position. Scores are from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceProbed {
    /// The expected score of the side to move.
    pub expectation: f64,
    /// A bound on the error of each expectation.
    pub error: f64,
    /// The outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Each face that the die may show, or the only one that it shows already; empty if the game is over.
    pub rolls: Vec<Rolled>,
}

/// The decisions that a roll allows.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// The face.
    pub face: u8,
    /// Each legal decision with the expected score of the player who makes it, best first.
    pub moves: Vec<(Move, f64)>,
}

impl<G: Geometry> ChanceTables<G> {
    /// Returns the decisions of every roll that may still come; `None` if a table is not loaded.
    pub(super) fn rolls(&self, line: &Line<G::Set>) -> Option<Vec<Rolled>> {
        let game = self.setting().game();
        let faces = match line.position().roll() {
            Some(face) => face..=face,
            None => 1..=game.awaits_roll(line.position())?,
        };
        let rolled = |face| {
            let mut rolled = *line;
            game.roll_line(&mut rolled, face);
            Some(Rolled { face, moves: best_first(self.decisions(&rolled)?) })
        };
        faces.map(rolled).collect()
    }
}

fn best_first(mut moves: Vec<(Move, f64)>) -> Vec<(Move, f64)> {
    moves.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    moves
}

/// Returns the expected score of the player who makes the best decision after each roll.
pub(super) fn mean_of_best(rolls: &[Rolled]) -> f64 {
    let best = rolls.iter().map(|roll| roll.moves.first().map_or(0.0, |&(_, score)| score));
    best.sum::<f64>() / rolls.len() as f64
}
