//! The slow truth: the whole rule set once more, as plainly as it can be said.
//!
//! An array of squares, loops over it, and one file for each part of RULES, in its order. It shares nothing with the
//! engine but the rules as data, so that a mistake would have to be made twice to go unseen.
#![allow(dead_code, reason = "each test binary uses its own part")]

mod board;
mod capture;
mod end;
mod inciti;
mod moves;
mod setup;
mod text;
mod turn;

use petteia_engine::{BySide, Rules, Side};

pub use end::Outcome;

use board::{At, Board};

/// A game as the slow truth plays it.
pub struct Reference {
    rules: Rules,
}

/// Everything that a position text says (§10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    side: Side,
    hands: BySide<u32>,
    captured: BySide<u32>,
    clock: u32,
    turn: u32,
    roll: Option<u8>,
    /// The pieces that the side to move may huff; none when no huff is open.
    huff: Vec<At>,
}

/// A legal decision and what it leads to.
pub struct Played {
    pub text: String,
    pub after: Position,
    pub outcome: Option<Outcome>,
}

impl Reference {
    pub fn new(rules: &Rules) -> Self {
        Reference { rules: rules.clone() }
    }

    /// The position after each possible roll; `None` when there is nothing to roll now (§3).
    pub fn rolls(&self, p: &Position) -> Option<Vec<Position>> {
        let faces = self.rules.die?;
        let waits = p.roll.is_none() && !p.is_placing() && p.huff.is_empty();
        waits.then(|| (1..=faces).map(|face| Position { roll: Some(face), ..p.clone() }).collect())
    }

    /// All decisions of an unfinished position whose die, if any, is rolled; sorted by their text.
    pub fn moves(&self, p: &Position) -> Vec<Played> {
        assert!(self.rolls(p).is_none(), "the die has yet to be rolled: {}", p.text());
        let mut all: Vec<Played> = self
            .decisions(p)
            .iter()
            .map(|decision| {
                let (after, outcome) = self.play(p, decision);
                let outcome = outcome.or_else(|| self.limits(p, &after));
                Played { text: decision.text(), after, outcome }
            })
            .collect();
        all.sort_by(|a, b| a.text.cmp(&b.text));
        all
    }

    /// The number of paths of `depth` decisions from a position read from text, without the limits (§10).
    pub fn perft(&self, p: &Position, depth: u32) -> u64 {
        if depth > 0 && self.outcome_of_text(p).is_some() { 0 } else { self.paths(p, depth) }
    }

    fn paths(&self, p: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if let Some(rolled) = self.rolls(p) {
            return rolled.iter().map(|p| self.paths(p, depth)).sum();
        }
        let decisions = self.decisions(p);
        if depth == 1 {
            return decisions.len() as u64;
        }
        let played = decisions.iter().map(|decision| self.play(p, decision));
        played.map(|(after, outcome)| if outcome.is_some() { 0 } else { self.paths(&after, depth - 1) }).sum()
    }
}

impl Position {
    /// Whether stones are still being placed (§2).
    fn is_placing(&self) -> bool {
        self.hands != BySide::both(0)
    }
}
