//! The information that endgame tables give to a search.

use petteia_engine::{Dynamic, Game, Geometry, Move, Position, SquareSet, State};
use petteia_proofs::endgame::{ChanceTables, EndgameTables, Value};

use crate::agents::endings::LoadedTables;
use crate::agents::evaluation::{Weights, log_odds};

/// What is known before the search begins.
pub struct TablebaseProbe<'a, S: SquareSet> {
    /// The numbers of the candidate decisions, if the tables have the position: either the best one, or all that keep a
    /// draw. Among the latter, the search finds the one that gives the opponent the most chances to go wrong.
    pub choices: Option<Vec<u32>>,
    /// The expected score of the side to move, from 0 to 1, if the tables have the position.
    pub score: Option<f64>,
    /// The tables of some of the positions that the search will reach, if they do not have this one.
    pub later: Option<Tablebase<'a, S>>,
}

/// The tables of a game, whose positions are those of the search.
#[derive(Clone, Copy)]
pub enum Tablebase<'a, S: SquareSet> {
    /// Wins, draws and losses.
    Exact(&'a EndgameTables<Dynamic<S>>),
    /// Expectations, in a game with a die.
    Chances(&'a ChanceTables<Dynamic<S>>),
}

impl<'a, S: SquareSet> TablebaseProbe<'a, S> {
    /// Looks up a state that is not over; there may be no tables.
    pub fn of<G: Geometry<Set = S>>(tables: Option<Tablebase<'a, S>>, game: &Game<G>, state: &State<G>) -> Self {
        let position = state.position();
        let among = tables.filter(|tables| position.all_pieces().count() <= tables.most_pieces());
        let among = among.and_then(|tables| match tables {
            Tablebase::Exact(tables) => among_values(tables, position),
            Tablebase::Chances(tables) => among_chances(tables, position),
        });
        match among {
            Some((best, score)) => {
                TablebaseProbe { choices: Some(numbers(game, state, &best)), score: Some(score), later: None }
            }
            None => TablebaseProbe { choices: None, score: None, later: tables },
        }
    }
}

/// Returns the candidate decisions with the score of the position.
fn among_values<G: Geometry>(tables: &EndgameTables<G>, position: &Position<G::Set>) -> Option<(Vec<Move>, f64)> {
    let probed = tables.probe(position).ok()?;
    let (among, score) = match probed.value {
        Value::Draw => (probed.moves.iter().filter(|&&(_, value)| value == Value::Draw).count(), 0.5),
        Value::Win(_) => (1, 1.0),
        Value::Loss(_) => (1, 0.0),
    };
    // The best moves come first.
    Some((probed.moves.into_iter().take(among).map(|(decision, _)| decision).collect(), score))
}

/// Returns the best decision after a roll, with the score that it promises.
fn among_chances<G: Geometry>(tables: &ChanceTables<G>, position: &Position<G::Set>) -> Option<(Vec<Move>, f64)> {
    let probed = tables.probe(position).ok()?;
    let &(best, score) = probed.rolls.first()?.moves.first()?;
    Some((vec![best], score))
}

/// Returns the numbers of some decisions among all that are legal.
fn numbers<G: Geometry>(game: &Game<G>, state: &State<G>, among: &[Move]) -> Vec<u32> {
    let legal = (0..).zip(game.legal_moves(state));
    legal.filter(|(_, decision)| among.contains(decision)).map(|(number, _)| number).collect()
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

impl<'a, S: SquareSet> Tablebase<'a, S> {
    /// Returns the tables for positions with sets `S`; `None` if those of the game are wider or narrower.
    pub fn on(found: &'a LoadedTables) -> Option<Self> {
        match found {
            LoadedTables::Exact(endgames) => endgames.on().map(Tablebase::Exact),
            LoadedTables::Chances(chances) => chances.on().map(Tablebase::Chances),
        }
    }

    fn most_pieces(self) -> u32 {
        match self {
            Tablebase::Exact(tables) => tables.most_pieces(),
            Tablebase::Chances(tables) => tables.most_pieces(),
        }
    }

    /// Returns the exact value of a position for the side to move, if the tables contain it; none with a die.
    pub fn proven(self, position: &Position<S>) -> Option<Value> {
        match self {
            Tablebase::Exact(tables) if position.all_pieces().count() <= tables.most_pieces() => tables.find(position),
            _ => None,
        }
    }

    /// Returns the value of a position for the side to move, if the tables contain it; expectations are those before a
    /// roll.
    pub fn value<G: Geometry<Set = S>>(self, game: &Game<G>, weights: &Weights, position: &Position<S>) -> Option<i32> {
        if position.all_pieces().count() > self.most_pieces() {
            return None;
        }
        match self {
            Tablebase::Exact(tables) => Some(estimate(tables.find(position)?, game, weights, position)),
            Tablebase::Chances(tables) if position.roll().is_none() => {
                Some((log_odds(tables.expectation(position)?) * weights.scale()) as i32)
            }
            Tablebase::Chances(_) => None,
        }
    }
}

/// Returns what an exact value is worth in a search.
fn estimate<G: Geometry>(value: Value, game: &Game<G>, weights: &Weights, position: &Position<G::Set>) -> i32 {
    let enemies = |side| EACH_PIECE * position.pieces(side).count() as i32;
    match value {
        Value::Draw => drawn_value(game, weights, position),
        Value::Win(plies) => TABLE_WIN - enemies(!position.side()) - i32::from(plies),
        Value::Loss(plies) => enemies(position.side()) + i32::from(plies) - TABLE_WIN,
    }
}

/// Returns the value of a drawn position for the side to move: close to a draw, but better the more the opponent has to
/// fear.
pub fn drawn_value<G: Geometry>(game: &Game<G>, weights: &Weights, position: &Position<G::Set>) -> i32 {
    weights.evaluate(game, position) / DRAWN
}
