//! A game of one's own: a base game, a table of rules that replace those of the base, and switches.

use petteia_engine::{CheckedRules, Rules};
use serde::{Deserialize, Serialize};

use super::checks::check_name;
use super::defect::{Defect, Defects};
use super::table::lay_over;

/// A game that the catalogue does not have.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OwnVariant {
    /// The name in tables and figures.
    pub name: String,
    /// The game, with switches, that the table changes.
    #[serde(default = "default_base")]
    pub base: String,
    /// Switches that are applied after the table.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub switches: String,
    /// The rules that differ from the base: keys and values of [`petteia_engine::Rules`].
    #[serde(default)]
    pub rules: toml::Table,
}

/// The game that a table changes by default.
pub(super) fn default_base() -> String {
    "city-8".into()
}

impl OwnVariant {
    /// Returns its name with its switches.
    pub fn full_name(&self) -> String {
        format!("{}{}", self.name, self.switches)
    }

    /// Returns its rules before they are checked.
    ///
    /// # Errors
    /// The table is invalid.
    pub fn read(&self) -> Result<Rules, Defects> {
        check_name("`name`", &self.name)?;
        let base = Rules::read(&self.base).map_err(|error| Defect {
            word: "base".into(),
            message: format!("`base` is not a game of the catalogue: {error}"),
        })?;
        let rules = lay_over(&base, &self.rules)?;
        let rules = rules.with_overlay(&self.switches).map_err(|error| format!("`{}`: {error}", self.full_name()))?;
        self.check_own_name(&rules)?;
        Ok(rules)
    }

    /// Returns its rules, checked.
    ///
    /// # Errors
    /// The table is invalid.
    pub fn checked(&self) -> Result<CheckedRules, Defects> {
        self.read()?.check().map_err(|error| {
            let message = error.to_string();
            let word = key_in(&self.rules, &message).unwrap_or_default().to_owned();
            Defect { word, message: format!("`{}`: {message}", self.full_name()) }.into()
        })
    }

    /// Rejects a name that belongs to another game.
    fn check_own_name(&self, rules: &Rules) -> Result<(), Defect> {
        let named = Rules::read(&self.full_name());
        if named.is_ok_and(|named| Rules { limits: rules.limits, ..named } != *rules) {
            let message =
                format!("`{}` is a game of the catalogue with other rules; give yours another `name`", self.name);
            return Err(Defect { word: "name".into(), message });
        }
        Ok(())
    }
}

/// Returns the first key of a table that a message mentions.
fn key_in<'a>(table: &'a toml::Table, message: &str) -> Option<&'a str> {
    table.iter().find_map(|(key, value)| {
        let inside = || key_in(value.as_table()?, message);
        message.contains(key).then_some(key.as_str()).or_else(inside)
    })
}
