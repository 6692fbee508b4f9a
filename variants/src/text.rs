//! How a file names a game: by a text or by a table, with limits that replace those of the game.

use std::fmt;
use std::ops::Range;

use petteia_engine::rules::Repetition;
use petteia_engine::{Limits, Rules};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::own::OwnVariant;

/// A variant: a game with switches, the file of a game, or a table.
#[derive(Clone, Debug)]
pub enum VariantText {
    /// Such as `city-8+vagi`, or `mine.toml:nine`.
    Id(String),
    /// A game of its own.
    Own(OwnVariant),
}

/// Returns the variants that are named by a text, each with its place.
pub fn named(entries: &[Spanned<VariantText>]) -> Vec<(Range<usize>, String)> {
    let text = |entry: &Spanned<VariantText>| match entry.get_ref() {
        VariantText::Id(id) => Some((entry.span(), id.clone())),
        VariantText::Own(_) => None,
    };
    entries.iter().filter_map(text).collect()
}

impl VariantText {
    /// Returns its name, without factors.
    pub fn name(&self) -> &str {
        match self {
            VariantText::Id(id) => id,
            VariantText::Own(own) => &own.name,
        }
    }
}

impl<'de> Deserialize<'de> for VariantText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTable;

        impl<'de> Visitor<'de> for TextOrTable {
            type Value = VariantText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a game with switches such as \"city-8+vagi\", a file such as \"mine.toml\", or a table with `name`, `base` and `rules`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<VariantText, E> {
                Ok(VariantText::Id(text.to_owned()))
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<VariantText, M::Error> {
                OwnVariant::deserialize(MapAccessDeserializer::new(map)).map(VariantText::Own)
            }
        }

        deserializer.deserialize_any(TextOrTable)
    }
}

/// Limits that replace those of the variants.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsText {
    /// See [`petteia_engine::Limits`].
    pub repetition: Option<Repetition>,
    /// See [`petteia_engine::Limits`].
    pub no_progress: Option<u32>,
    /// See [`petteia_engine::Limits`].
    pub turn_cap: Option<u32>,
    /// See [`petteia_engine::Limits`].
    pub fortress: Option<bool>,
}

impl LimitsText {
    /// Returns the rules with the limits that are given in the place of their own.
    #[must_use]
    pub fn apply(&self, rules: &Rules) -> Rules {
        let limits = Limits {
            repetition: self.repetition.unwrap_or(rules.limits.repetition),
            no_progress: self.no_progress.unwrap_or(rules.limits.no_progress),
            turn_cap: self.turn_cap.unwrap_or(rules.limits.turn_cap),
            fortress: self.fortress.unwrap_or(rules.limits.fortress),
        };
        Rules { limits, ..rules.clone() }
    }
}

/// The most bytes of a name that becomes part of file names.
const MOST_NAME: usize = 100;

/// Checks a name that is used in tables, figures and folders.
pub fn check_name(what: &str, name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.len() > MOST_NAME {
        return Err(format!("{what} has {} bytes; use at most {MOST_NAME}", name.len()));
    }
    let fits = !name.is_empty() && name.chars().all(is_plain);
    if fits { Ok(()) } else { Err(format!("{what} is `{name}`; use letters, digits, `-` and `_`")) }
}

/// Checks the limits of a variant.
pub fn check_limits(variant: &str, limits: Limits) -> Result<(), String> {
    if (limits.repetition.limit(), limits.no_progress, limits.turn_cap) == (0, 0, 0) {
        return Err(format!("`{variant}` has no limits, so a game might never end; set `turn_cap`"));
    }
    Ok(())
}
