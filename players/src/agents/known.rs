//! The information that endgame tables give to a search.

use petteia_engine::{Game, Geometry, Move, Position, SquareSet, State};
use petteia_proofs::endgame::{EndgameTables, Value};

use crate::agents::evaluation::Judge;

/// What is known before the search begins.
pub enum Known<'a, G: Geometry> {
    /// Nothing.
    Nothing,
    /// The candidate decisions: either the best one, or all that keep a draw. Among the latter, the search finds the
    /// one that gives the opponent the most chances to go wrong.
    Among {
        /// The numbers of these decisions.
        choices: Vec<u32>,
        /// The value of the position, for the side to move.
        value: Value,
    },
    /// The tables of some of the positions that the search will reach.
    Later(&'a EndgameTables<G>),
}

impl<'a, G: Geometry> Known<'a, G> {
    /// Looks up a state that is not over; there may be no tables.
    pub fn of(tables: Option<&'a EndgameTables<G>>, state: &State<G>) -> Self {
        let Some(tables) = tables else { return Known::Nothing };
        if state.position().all_pieces().count() > tables.most_pieces() {
            return Known::Later(tables);
        }
        let Ok(probed) = tables.probe(state.position()) else { return Known::Later(tables) };
        let among = match probed.value {
            Value::Draw => probed.moves.iter().filter(|&&(_, value)| value == Value::Draw).count(),
            Value::Win(_) | Value::Loss(_) => 1,
        };
        // The best moves come first.
        let best: Vec<Move> = probed.moves.into_iter().take(among).map(|(decision, _)| decision).collect();
        let legal = tables.setting().game().legal_moves(state);
        let choices = (0..).zip(legal).filter(|(_, decision)| best.contains(decision)).map(|(k, _)| k).collect();
        Known::Among { choices, value: probed.value }
    }

    /// Returns the tables for the positions that the search will reach.
    pub fn later(&self) -> Option<&'a EndgameTables<G>> {
        if let Known::Later(tables) = self { Some(tables) } else { None }
    }

    /// Returns the value of the position at the root, if it is known.
    pub fn value(&self) -> Option<Value> {
        if let Known::Among { value, .. } = self { Some(*value) } else { None }
    }
}

/// Returns the expected score of a side whose position has this value.
pub fn score(value: Value) -> f64 {
    match value {
        Value::Win(_) => 1.0,
        Value::Draw => 0.5,
        Value::Loss(_) => 0.0,
    }
}

/// The value of a won position; a win is worth one less for each decision that it takes.
pub const WIN: i32 = 1_000_000;
/// The value of a win found in the tables: less than a win that the search has found itself, more than any evaluation.
const TABLE_WIN: i32 = WIN / 2;
/// The deduction for each enemy piece, which makes captures count as progress. It exceeds the number of plies that a
/// table counts.
const EACH_PIECE: i32 = 1 << 12;
/// A drawn position is worth its evaluation divided by this number.
const DRAWN: i32 = 16;

/// Returns the value of a position for the side to move, if the tables contain it.
pub fn table_value<G: Geometry>(tables: &EndgameTables<G>, judge: &Judge, position: &Position<G::Set>) -> Option<i32> {
    if position.all_pieces().count() > tables.most_pieces() {
        return None;
    }
    let game = tables.setting().game();
    let enemies = |side| EACH_PIECE * position.pieces(side).count() as i32;
    Some(match tables.exact_value(position)? {
        Value::Draw => drawn_value(game, judge, position),
        Value::Win(plies) => TABLE_WIN - enemies(!position.side()) - i32::from(plies),
        Value::Loss(plies) => enemies(position.side()) + i32::from(plies) - TABLE_WIN,
    })
}

/// Returns the value of a drawn position for the side to move: close to a draw, but better the more the opponent has to
/// fear.
pub fn drawn_value<G: Geometry>(game: &Game<G>, judge: &Judge, position: &Position<G::Set>) -> i32 {
    judge.evaluate(game, position) / DRAWN
}
