//! The results of a tournament: the rating of each agent, the score of each pairing.

use petteia_statistics::Estimate;
use petteia_tables::{Contest, ContestTally};

/// The results of an agent on one variant, against all others.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AgentRating {
    /// The variant of the rules, as text.
    pub variant: String,
    /// The agent, as text.
    pub agent: String,
    /// Its rating on this variant; the agents of the tournament have the mean 0; see [`bradley_terry`].
    pub elo: Estimate,
    /// Its games.
    pub games: u64,
    /// Its points.
    pub points: f64,
    /// Its share of games drawn (Wilson).
    pub draw_rate: Option<Estimate>,
}

/// Two agents on one variant.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PairingSummary {
    /// The variant of the rules, as text.
    pub variant: String,
    /// Both agents, as text.
    pub agents: [String; 2],
    /// Their results.
    pub tally: ContestTally,
}

impl PairingSummary {
    /// Counts the results of a contest.
    #[must_use]
    pub fn of(contest: &Contest) -> Self {
        Self { variant: contest.variant.clone(), agents: contest.agents.clone(), tally: ContestTally::of(contest) }
    }
}

/// The distinct names, in order of appearance.
pub(super) fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
