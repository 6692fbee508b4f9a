//! What a search has found, and the thoughts that follow from it.

use petteia_engine::{Game, Geometry, Move, State, Thought};

use super::transpositions::{Bound, Transpositions, key};
use super::values::wins_in;
use crate::agents::evaluation::chance;
use crate::position_history::SearchLeaf;

/// What a search has found.
#[derive(Default)]
pub struct Findings {
    /// The decision that it chose; `None` if there was only one, or while it searches.
    pub choice: Option<Move>,
    /// The best decisions by the last complete iteration, best first. The choice may come from a later one.
    pub best: Vec<Found>,
    /// The expected score by the endgame tables.
    pub expected: Option<f64>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// A decision, its value for the side to move, and the depth to which it was searched.
#[derive(Clone, Copy)]
pub struct Found {
    pub decision: Move,
    pub value: i32,
    pub depth: u32,
}

impl Findings {
    /// Returns what the search thinks of its choice, or of the best decision so far, and of the next best decisions if it
    /// looked for them. `scale` is that of the evaluation.
    pub fn thoughts<G: Geometry>(
        &self,
        game: &Game<G>,
        state: &State<G>,
        table: &Transpositions,
        scale: f64,
    ) -> Vec<Thought> {
        let Some(choice) = self.choice.or(self.best.first().map(|found| found.decision)) else { return Vec::new() };
        let thought = |decision, found: Option<&Found>| {
            let wins_in = found.and_then(|found| wins_in(found.value));
            let searched = match wins_in {
                Some(decisions) => Some(f64::from(decisions > 0)),
                None => found.map(|found| chance(f64::from(found.value) / scale)),
            };
            let depth = found.map(|found| found.depth);
            Thought {
                score: self.expected.or(searched),
                wins_in,
                depth,
                nodes: Some(self.nodes),
                line: continuation(game, state, table, decision, depth.unwrap_or(0) as usize),
            }
        };
        let found = self.best.iter().find(|found| found.decision == choice);
        // An unfinished iteration has found that the only line goes on in another way.
        let own = found.or(self.best.first().filter(|_| self.best.len() == 1));
        let others = self.best.iter().filter(|found| found.decision != choice).take(self.best.len().saturating_sub(1));
        let others = others.map(|found| thought(found.decision, Some(found)));
        [thought(choice, own)].into_iter().chain(others).collect()
    }
}

/// Returns the expected continuation after a decision, of at most this many decisions, as far as the table has it.
fn continuation<G: Geometry>(
    game: &Game<G>,
    state: &State<G>,
    table: &Transpositions,
    first: Move,
    most: usize,
) -> Vec<Move> {
    let (mut continuation, mut leaf) = (vec![first], SearchLeaf::at(state));
    leaf.play(game, state, first);
    while continuation.len() < most {
        let snapshot = &leaf.snapshot;
        if snapshot.outcome().is_some() || game.awaits_roll(snapshot.position()).is_some() {
            break;
        }
        let exact = table.get(key(game, snapshot)).filter(|entry| entry.bound == Bound::Exact);
        let Some(entry) = exact.filter(|entry| entry.best < snapshot.decisions().count()) else { break };
        continuation.push(leaf.play_nth(game, state, entry.best));
    }
    continuation
}
