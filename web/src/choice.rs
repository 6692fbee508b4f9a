//! The game that the page has chosen.

use petteia_engine::{CheckedRules, Rules};
use serde::Deserialize;

/// A game of the catalogue, or rules given as a whole, and switches that change it.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The name, with its own switches.
    game: String,
    /// The rules of a game that its name does not define.
    #[serde(default)]
    rules: Option<Rules>,
    /// Switches that are applied last.
    #[serde(default)]
    switches: String,
}

/// A game that can be played.
pub struct Chosen {
    /// The name with all switches.
    pub name: String,
    /// The rules.
    pub rules: CheckedRules,
}

impl Choice {
    /// Returns the chosen game.
    ///
    /// # Errors
    /// The game is unknown, or its rules make no sense.
    pub fn chosen(&self) -> Result<Chosen, String> {
        let rules = self.rules()?.check().map_err(|error| error.to_string())?;
        Ok(Chosen { name: format!("{}{}", self.game, self.switches), rules })
    }

    fn rules(&self) -> Result<Rules, String> {
        let base = self.rules.clone().map_or_else(|| Rules::read(&self.game), Ok);
        base.and_then(|rules| rules.with_overlay(&self.switches)).map_err(|error| error.to_string())
    }
}
