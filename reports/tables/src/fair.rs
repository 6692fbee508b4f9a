//! The rows of the tables of handicaps and first decisions, which show what makes a game even.

use petteia_statistics::{Compared, Estimate, compare_with_half, even_handicap};

use crate::keys::{AgentKey, VariantKey};
use crate::outcomes::OutcomeCounts;

/// Games of an agent against itself at several handicaps.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Handicap {
    /// The game with its switches.
    pub variant: VariantKey,
    /// The agent, which plays both sides.
    pub agent: AgentKey,
    /// Random decisions before the agent starts to play.
    pub opening: u32,
    /// The hash of the cell of each number of stones below.
    pub cells: Vec<String>,
    /// The number of stones removed from White's start, ascending, and how the games ended; negative numbers count
    /// stones removed from Black's.
    pub scores: Vec<(i32, OutcomeCounts)>,
}

impl Handicap {
    /// Returns the handicap at which both sides are even; see [`even_handicap`].
    #[must_use]
    pub fn even(&self) -> Option<Estimate> {
        even_handicap(&self.scores.iter().map(|(stones, outcomes)| (*stones, outcomes.results())).collect())
    }
}

/// Games of an agent against itself after each possible first decision of White.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FirstDecisions {
    /// The game with its switches.
    pub variant: VariantKey,
    /// The agent, which plays both sides.
    pub agent: AgentKey,
    /// Decisions before the agent starts to play: the first one, followed by random ones.
    pub opening: u32,
    /// The first decisions, one for each class under symmetry.
    pub decisions: Vec<FirstDecision>,
}

/// A first decision of White.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FirstDecision {
    /// The hash of its cell.
    pub cell: String,
    /// Its text form.
    pub decision: String,
    /// Number of legal decisions that are equivalent by a symmetry of the board, including this one.
    pub alike: u32,
    /// How the games ended.
    pub outcomes: OutcomeCounts,
}

impl FirstDecisions {
    /// Returns the first decisions, each compared with an even game, the most even one first.
    #[must_use]
    pub fn compared(&self) -> Vec<(&FirstDecision, Compared)> {
        let results: Vec<_> = self.decisions.iter().map(|first| first.outcomes.results()).collect();
        let compared = self.decisions.iter().zip(compare_with_half(&results));
        let mut compared: Vec<_> = compared.filter_map(|(first, compared)| Some((first, compared?))).collect();
        let distance = |compared: &Compared| (compared.corrected.value - 0.5).abs();
        compared.sort_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        compared
    }
}
