//! The game that the page has chosen.

use petteia_engine::{AnyGame, Rules};
use petteia_players::config::{OwnVariant, Source, Variant};
use serde::{Deserialize, Serialize};

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

impl Choice {
    /// Returns the chosen game.
    ///
    /// # Errors
    /// The game is unknown, or its rules make no sense.
    pub fn chosen(&self) -> Result<Variant, String> {
        let base = self.rules.clone().map_or_else(|| Rules::read(&self.game), Ok);
        let rules = base.and_then(|rules| rules.with_overlay(&self.switches)).map_err(|error| error.to_string())?;
        let rules = rules.check().map_err(|error| error.to_string())?;
        Ok(Variant { name: format!("{}{}", self.game, self.switches), rules })
    }

    /// Checks the text of a position.
    ///
    /// # Errors
    /// The game is invalid, or does not have this position.
    pub fn check_position(&self, text: &str) -> Result<(), String> {
        let game = AnyGame::of(self.chosen()?.rules);
        game.parse(text).map(|_| ()).map_err(|error| error.to_string())
    }
}

/// A game that the reader wrote.
#[derive(Serialize)]
pub struct Own {
    game: String,
    rules: Rules,
}

/// Reads a table of rules.
///
/// # Errors
/// What is wrong in it, and what would be right.
pub fn own(table: &str) -> Result<Own, String> {
    let source = Source { path: "table".into(), text: table.to_owned() };
    let own: OwnVariant = source.parse().map_err(|error| error.to_string())?;
    let whole = 0..table.len();
    let rules = own.checked().map_err(|defects| source.wrong_words(whole, defects).to_string())?;
    Ok(Own { game: own.full_name(), rules: Rules::clone(&rules) })
}
