//! The rows of the table of depth: what each doubling of the budget gains.

use petteia_statistics::{Depth, Estimate, Gain, depth, gains, wilson};

use crate::contests::ContestTally;
use crate::keys::{AgentKey, VariantKey};

/// The share of points that a doubling must score to count as a step: 60 %.
pub const STEP: f64 = 0.6;

/// Matches of an agent against itself with twice the budget, smallest budget first.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Doublings {
    /// The game with its switches.
    pub variant: VariantKey,
    /// Random decisions of each opening.
    pub opening: u32,
    /// The doublings.
    pub doublings: Vec<Doubling>,
}

/// A match between two budgets.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Doubling {
    /// The hash of its cell.
    pub cell: String,
    /// The agent with the smaller budget.
    pub agent: AgentKey,
    /// The agent with twice that budget.
    pub doubled: AgentKey,
    /// The results; agent 0 has the doubled budget.
    pub tally: ContestTally,
}

impl Doublings {
    /// Returns the gain of each doubling; see [`gains`].
    #[must_use]
    pub fn gains(&self) -> Vec<Gain> {
        let pairs = |Doubling { tally, .. }: &Doubling| (tally.pairs, tally.independent());
        gains(&self.doublings.iter().map(pairs).collect::<Vec<_>>(), STEP)
    }

    /// Returns bounds on the depth of the game; see [`depth`].
    #[must_use]
    pub fn depth(&self) -> Depth {
        depth(&self.gains())
    }

    /// Returns the share of all games that had a winner (Wilson).
    #[must_use]
    pub fn decided(&self) -> Option<Estimate> {
        let sum = |of: fn(&ContestTally) -> u64| self.doublings.iter().map(|doubling| of(&doubling.tally)).sum();
        wilson(sum(|tally| tally.wins.iter().sum()), sum(ContestTally::games))
    }
}

impl Doubling {
    /// Returns the share of games that had a winner (Wilson).
    #[must_use]
    pub fn decided(&self) -> Option<Estimate> {
        wilson(self.tally.wins.iter().sum(), self.tally.games())
    }

    /// Returns the share of decided games that the doubled budget won (Wilson), or `None` if no game was decided.
    #[must_use]
    pub fn decided_won(&self) -> Option<Estimate> {
        wilson(self.tally.wins[0], self.tally.wins.iter().sum())
    }
}
