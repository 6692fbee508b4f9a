//! The slow reference: a second implementation of all rules, as plain as possible.
//!
//! It consists of an array of squares, loops over it, and one file for each part of RULES, in order. It shares nothing
//! with the engine except the rules as data, so an error would have to be made twice to go unnoticed.
#![allow(dead_code, reason = "each test binary uses its own part")]

mod board;
mod capture;
mod end;
mod fort;
mod held;
mod history;
mod inciti;
mod moves;
mod setup;
mod special;
mod text;
mod turn;

use petteia_engine::{BySide, Rules, Side};

pub use end::Outcome;
pub use history::History;

use board::{At, Board};
use moves::Decision;

/// A game as played by the slow reference.
pub struct Reference {
    rules: Rules,
}

/// Everything that a position text contains (§10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    side: Side,
    hands: BySide<u32>,
    captured: BySide<u32>,
    clock: u32,
    turn: u32,
    roll: Option<u8>,
    /// The pieces that the side to move may huff; empty if no huff is open.
    huff: Vec<At>,
    /// The piece that has captured in this turn and may go on.
    again: Option<At>,
    /// Whether the side to move has removed a bound stone and is still to move.
    removed: bool,
    /// Whether the players have changed sides.
    swapped: bool,
    /// The two ends of each side's last turn, if it was a move; only where it may not be taken back.
    last: BySide<Option<(At, At)>>,
}

/// A legal decision and its result.
pub struct Played {
    pub text: String,
    pub after: Position,
    pub outcome: Option<Outcome>,
}

impl Reference {
    pub fn new(rules: &Rules) -> Self {
        Reference { rules: rules.clone() }
    }

    /// Returns the position after each possible roll; `None` if no roll is due (§3).
    pub fn rolls(&self, p: &Position) -> Option<Vec<Position>> {
        let faces = self.rules.die?;
        let waits = p.roll.is_none() && !p.is_placing() && p.huff.is_empty();
        waits.then(|| (1..=faces).map(|face| Position { roll: Some(face), ..p.clone() }).collect())
    }

    /// Returns all decisions of an unfinished position after the roll, if there is a die; sorted by their text.
    pub fn moves(&self, p: &Position) -> Vec<Played> {
        self.moves_in_game(p, &self.history_of(p))
    }

    /// Returns the same for a position of a game in progress.
    pub fn moves_in_game(&self, p: &Position, history: &History) -> Vec<Played> {
        assert!(self.rolls(p).is_none(), "the die has yet to be rolled: {}", p.text());
        let mut all: Vec<Played> = self
            .decisions(p, history)
            .iter()
            .map(|decision| {
                let (after, outcome) = self.play(p, decision, history);
                let outcome = if *decision == Decision::Swap {
                    None
                } else {
                    let capped = self.move_cap(p, &after);
                    capped.or(outcome).or_else(|| self.limits(p, &after, &history.after(p, &after)))
                };
                Played { text: decision.text(), after, outcome }
            })
            .collect();
        all.sort_by(|a, b| a.text.cmp(&b.text));
        all
    }

    /// Returns the position after the decision with a text, and the history with it; `None` if it is not legal.
    pub fn advanced(&self, p: &Position, history: &History, text: &str) -> Option<(Position, History)> {
        let decision = self.decisions(p, history).into_iter().find(|decision| decision.text() == text)?;
        let after = self.make(p, &decision, history).after;
        let history = history.after(p, &after);
        Some((after, history))
    }

    /// Returns the number of paths of `depth` decisions from a position read from text, without limits (§10).
    pub fn perft(&self, p: &Position, depth: u32) -> u64 {
        if depth > 0 && self.outcome_of_text(p).is_some() { 0 } else { self.paths(p, depth, &self.history_of(p)) }
    }

    fn paths(&self, p: &Position, depth: u32, history: &History) -> u64 {
        if depth == 0 {
            return 1;
        }
        if let Some(rolled) = self.rolls(p) {
            return rolled.iter().map(|p| self.paths(p, depth, history)).sum();
        }
        let decisions = self.decisions(p, history);
        if depth == 1 {
            return decisions.len() as u64;
        }
        let played = decisions.iter().map(|decision| self.play(p, decision, history));
        let open = played.filter(|(_, outcome)| outcome.is_none());
        open.map(|(after, _)| self.paths(&after, depth - 1, &history.after(p, &after))).sum()
    }
}

impl Position {
    /// Returns whether stones are still being placed (§2).
    fn is_placing(&self) -> bool {
        self.hands != BySide::both(0)
    }
}
