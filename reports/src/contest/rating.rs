//! The results of a tournament: the rating of each agent, the score of each pairing.

use petteia_statistics::{Estimate, Rating};
use petteia_tables::searches::Searches;
use petteia_tables::{AgentKey, Contest, ContestTally, VariantKey};

/// The results of an agent on one variant, against all others.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentRating {
    /// The variant of the rules.
    pub variant: VariantKey,
    /// The agent.
    pub agent: AgentKey,
    /// Its rating on this variant; see [`bradley_terry`](petteia_statistics::bradley_terry).
    pub rating: Rating,
    /// Its games.
    pub games: u64,
    /// Its points.
    pub points: f64,
    /// Its share of games drawn (Wilson).
    pub draw_rate: Option<Estimate>,
    /// Its score against the strongest agent with a finite rating; `None` for that agent.
    pub reference: Option<ScoreAgainst>,
    /// Its score against the next stronger agent; `None` for the strongest.
    pub neighbour: Option<ScoreAgainst>,
    /// Its searches.
    pub searches: Searches,
}

/// An agent's score against one other agent.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreAgainst {
    /// The other agent.
    pub agent: AgentKey,
    /// Points per game, from 0 to 1; see [`score()`](petteia_statistics::score()).
    pub score: Estimate,
}

/// Two agents on one variant.
#[derive(Debug, Clone, PartialEq)]
pub struct PairingSummary {
    /// The hash of its cell.
    pub cell: String,
    /// The variant of the rules.
    pub variant: VariantKey,
    /// Both agents.
    pub agents: [AgentKey; 2],
    /// Their results.
    pub tally: ContestTally,
    /// The searches of each agent.
    pub searches: [Searches; 2],
}

impl PairingSummary {
    /// Counts the results of a contest.
    #[must_use]
    pub fn of(contest: &Contest) -> Self {
        Self {
            cell: contest.cell.clone(),
            variant: contest.variant.clone(),
            agents: contest.agents.clone(),
            tally: ContestTally::of(contest),
            searches: contest.searches(),
        }
    }
}
