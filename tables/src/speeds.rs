//! The table of the speeds of a tournament's agents, one row for each game and agent.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::frame::{Builder, Frame};
use crate::keys::{AgentKey, VariantKey};
use crate::schema::speeds::*;

/// The number of games and their time on one core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// The number of games.
    pub games: u64,
    /// The number of their plies.
    pub plies: u64,
    /// The time, summed over all threads.
    pub seconds: f64,
}

impl Speed {
    /// Returns the plies per second and core.
    #[must_use]
    pub fn plies_per_second(&self) -> f64 {
        self.plies as f64 / self.seconds
    }

    /// Returns the games per second and core.
    #[must_use]
    pub fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }
}

impl AddAssign for Speed {
    fn add_assign(&mut self, more: Self) {
        self.games += more.games;
        self.plies += more.plies;
        self.seconds += more.seconds;
    }
}

/// The speed of an agent that plays a game against itself.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpeed {
    /// The game with its switches.
    pub variant: VariantKey,
    /// The agent.
    pub agent: AgentKey,
    /// Its speed.
    pub speed: Speed,
}

/// Returns the table of some speeds.
#[must_use]
pub fn speeds_frame(speeds: &[AgentSpeed]) -> Frame {
    let mut table = Builder::of(speeds);
    table.variant(VARIANT, |row| &row.variant);
    table.agent(AGENT, |row| &row.agent);
    table.column(GAMES, |row| row.speed.games);
    table.column(PLIES, |row| row.speed.plies);
    table.column(SECONDS, |row| row.speed.seconds);
    table.column(GAMES_PER_SECOND, |row| row.speed.games_per_second());
    table.finish()
}
