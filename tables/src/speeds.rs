//! The table of the speeds of a tournament's agents, one row for each game and agent.

use crate::frame::{Builder, Frame};
use crate::keys::{AgentKey, VariantKey};
use crate::schema::speeds::*;

/// The speed of an agent that plays a game against itself.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct AgentSpeed {
    /// The game with its switches.
    pub variant: VariantKey,
    /// The agent.
    pub agent: AgentKey,
    /// Games played.
    pub games: u64,
    /// Plies of these games in total.
    pub plies: u64,
    /// Seconds of computing time on one core.
    pub seconds: f64,
}

impl AgentSpeed {
    /// Returns the number of games per second and core.
    #[must_use]
    pub fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }
}

/// Returns the table of some speeds.
#[must_use]
pub fn speeds_frame(speeds: &[AgentSpeed]) -> Frame {
    let mut table = Builder::of(speeds);
    table.variant(VARIANT, |row| &row.variant);
    table.agent(AGENT, |row| &row.agent);
    table.column(GAMES, |row| row.games);
    table.column(PLIES, |row| row.plies);
    table.column(SECONDS, |row| row.seconds);
    table.column(GAMES_PER_SECOND, AgentSpeed::games_per_second);
    table.finish()
}
