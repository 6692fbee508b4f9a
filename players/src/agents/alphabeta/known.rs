//! What endgame tables say to a search.

use petteia_engine::{Geometry, Move, Position, SquareSet, State};
use petteia_proofs::endgame::{EndgameTables, Value};

use crate::agents::evaluation::Judge;

/// What is known before the search begins.
pub enum Known<'a, G: Geometry> {
    /// Nothing at all.
    Nothing,
    /// The decisions that come into question: the best one, or those that keep a draw, where it is for the search to find
    /// which gives the enemy most to go wrong.
    Among(Vec<Move>),
    /// The values of some of the positions that the search will come to.
    Later(&'a EndgameTables<G>),
}

impl<'a, G: Geometry> Known<'a, G> {
    /// What the tables say of a state that is not over.
    pub fn of(tables: &'a EndgameTables<G>, state: &State<G>) -> Self {
        if state.position().all_pieces().count() > tables.most_pieces() {
            return Known::Later(tables);
        }
        let Ok(probed) = tables.probe(state.position()) else { return Known::Later(tables) };
        let among = match probed.value {
            Value::Draw => probed.moves.iter().filter(|&&(_, value)| value == Value::Draw).count(),
            Value::Win(_) | Value::Loss(_) => 1,
        };
        // The best ones come first.
        Known::Among(probed.moves.into_iter().take(among).map(|(decision, _)| decision).collect())
    }
}

/// The value of a won position; a win is worth less by one for each decision that it takes.
pub const WIN: i32 = 1_000_000;
/// The value of a win by the tables: less than one that was searched to its end, more than any judgement.
const TABLE_WIN: i32 = WIN / 2;
/// What each enemy piece takes off, so that a capture is progress: more plies than a table counts.
const EACH_PIECE: i32 = 1 << 12;
/// A drawn position is worth this part of its judgement: the more the enemy has to fear the better, but a draw.
const DRAWN: i32 = 16;

/// The value of a position for the side to move, where the tables know it.
pub fn table_value<G: Geometry>(tables: &EndgameTables<G>, judge: &Judge, position: &Position<G::Set>) -> Option<i32> {
    if position.all_pieces().count() > tables.most_pieces() {
        return None;
    }
    let game = tables.setting().game();
    let enemies = |side| EACH_PIECE * position.pieces(side).count() as i32;
    Some(match tables.exact_value(position)? {
        Value::Draw => judge.evaluate(game, position) / DRAWN,
        Value::Win(plies) => TABLE_WIN - enemies(!position.side()) - i32::from(plies),
        Value::Loss(plies) => enemies(position.side()) + i32::from(plies) - TABLE_WIN,
    })
}
