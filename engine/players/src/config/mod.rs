//! Files that people write: games by name, in a file of their own or in an experiment, and errors that name the line.

mod checks;
mod defect;
mod document;
mod kind;
mod own;
mod reader;
mod reference;
mod source;
mod stones;
mod table;
mod template;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::path::Path;

use petteia_engine::{CheckedRules, Rules, RulesError, RulesErrors};

pub use checks::{check_end, check_limits, check_name};
pub use defect::{Defect, Defects};
pub use kind::{FileKind, Form, file_kind, is_fit};
pub use own::OwnVariant;
pub use reference::read_with_games;
pub use source::{ExperimentError, Source};
pub use table::{field_named, with_field};
pub use template::{template, template_named};
pub use text::{GameText, LimitsText, VariantText, named};

/// A game and its name in tables and figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name, with its switches.
    pub name: String,
    /// The rules.
    pub rules: CheckedRules,
}

/// Returns the error for an invalid name, and suggests a file if only its extension is missing.
fn catalogue_error(text: &str, error: &RulesErrors) -> String {
    let (name, switches) = text.split_at(text.find('+').unwrap_or(text.len()));
    let file = format!("{name}.toml");
    if matches!(error.0[..], [RulesError::UnknownGame { .. }]) && Path::new(&file).is_file() {
        return format!("there is no game `{name}`, but a file {file}; name it as `{file}{switches}`");
    }
    error.to_string()
}

/// Why a text does not name a game.
#[derive(Debug, thiserror::Error)]
pub enum VariantError {
    /// The catalogue has no such game, or the rules make no sense.
    #[error("{0}")]
    Rules(String),
    /// Its file is invalid.
    #[error(transparent)]
    File(#[from] ExperimentError),
}

impl Variant {
    /// Returns a text that defines the game without its file: the name, followed by the rules as JSON if the name alone does not define
    /// them.
    pub fn text(&self) -> String {
        let Variant { name, rules } = self;
        if Rules::parse(name).as_ref() == Ok(rules) {
            return name.clone();
        }
        format!("{name} {}", serde_json::to_string(&**rules).expect("rules are plain data"))
    }

    /// Finds a game by an id of the catalogue, a file, or a file and one of its variants, each with optional switches.
    ///
    /// ```
    /// use petteia_players::config::Variant;
    /// assert_eq!(Variant::find("city-8+vagi")?.name, "city-8+vagi");
    /// let error = Variant::find("city-9").unwrap_err();
    /// assert!(error.to_string().contains("did you mean `city-8`"));
    /// # Ok::<(), petteia_players::config::VariantError>(())
    /// ```
    ///
    /// # Errors
    /// There is no such game, or its file is invalid.
    pub fn find(text: &str) -> Result<Self, VariantError> {
        match reference::FileReference::of(text) {
            Some(reference) => Ok(reference.game()?),
            None => {
                let rules = Rules::parse(text).map_err(|error| VariantError::Rules(catalogue_error(text, &error)))?;
                Ok(Variant { name: text.to_owned(), rules })
            }
        }
    }
}
