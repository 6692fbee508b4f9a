//! The speeds of a tournament's agents.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::keys::{AgentKey, VariantKey};

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
