//! The players of a front: who plays it again, and how often.

use petteia_players::Opening;
use petteia_players::agents::AgentSpec;
use petteia_players::config::{ExperimentError, Source};
use toml::Spanned;

use crate::experiment::{LadderText, read_agent};

/// Who plays the front of a search again.
#[derive(Clone, Debug)]
pub(super) struct FrontPlayers {
    /// The agents that confirm it.
    pub confirming: Vec<AgentSpec>,
    pub ladder: Option<LadderText>,
    /// The agent of the ladder with each budget, ascending.
    pub rungs: Vec<AgentSpec>,
    /// Games of each member by each agent.
    pub games: u64,
    /// The search goes on without the members that they refute, if they are no more.
    pub most_refuted: u64,
    /// Random decisions of each opening.
    pub opening: Opening,
    pub seed: u64,
}

/// Reads the agent of a ladder with each budget, ascending.
pub(super) fn rungs(source: &Source, ladder: &LadderText) -> Result<Vec<AgentSpec>, ExperimentError> {
    ladder.check(source)?;
    let rung = |doublings: u32| read_agent(source, &Spanned::new(ladder.place(), ladder.agent(doublings)));
    (0..=ladder.doublings()).map(rung).collect()
}

impl FrontPlayers {
    /// Returns what is played after the search, in a sentence.
    pub fn note(&self) -> Option<String> {
        let agents: Vec<String> = self.confirming.iter().map(ToString::to_string).collect();
        let games = (!agents.is_empty()).then(|| format!("{} times by {}", self.games, agents.join(" and by ")));
        let ladder = self.ladder.as_ref().map(|_| "with the budgets of the ladder".to_owned());
        let how: Vec<String> = games.into_iter().chain(ladder).collect();
        (!how.is_empty()).then(|| {
            let how = how.join(", and ");
            format!("Each rule set of the front is then played {how}, and what only unconfirmed ones beat comes back. These games are not counted here.")
        })
    }
}
