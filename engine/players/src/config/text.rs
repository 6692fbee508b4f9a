//! How a file names a game: by a text or by a table, with limits that replace those of the game.

use std::fmt;
use std::ops::Range;

use petteia_engine::rules::{Progress, Repetition, TurnLimit};
use petteia_engine::{Limits, Rules};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::config::own::{OwnVariant, default_base};

/// A variant as people write it: a game, and the label with which readers see it.
#[derive(Clone, Debug)]
pub struct VariantText {
    /// The game.
    pub game: GameText,
    /// The label.
    pub label: Option<Spanned<String>>,
    /// The place of the game in a table with a label.
    place: Option<Range<usize>>,
}

/// A game with switches, the file of a game, or a table.
#[derive(Clone, Debug)]
pub enum GameText {
    /// Such as `city-8+vagi`, or `mine.toml:nine`.
    Id(String),
    /// A game of its own.
    Own(OwnVariant),
}

/// Returns the variants that are named by a text, each with the place of the text.
pub fn named(entries: &[Spanned<VariantText>]) -> Vec<(Range<usize>, String)> {
    let text = |entry: &Spanned<VariantText>| match &entry.get_ref().game {
        GameText::Id(id) => Some((entry.get_ref().place.clone().unwrap_or(entry.span()), id.clone())),
        GameText::Own(_) => None,
    };
    entries.iter().filter_map(text).collect()
}

impl VariantText {
    /// Returns its name, without factors.
    pub fn name(&self) -> &str {
        match &self.game {
            GameText::Id(id) => id,
            GameText::Own(own) => &own.name,
        }
    }
}

/// The keys of a variant's table: those of [`OwnVariant`], or `game`; and a label.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantTable {
    name: Option<String>,
    base: Option<String>,
    switches: Option<String>,
    rules: Option<toml::Table>,
    game: Option<Spanned<GameText>>,
    label: Option<Spanned<String>>,
}

impl VariantTable {
    fn read<E: Error>(self) -> Result<VariantText, E> {
        let VariantTable { name, base, switches, rules, game, label } = self;
        if let Some(game) = game {
            if name.is_some() || base.is_some() || switches.is_some() || rules.is_some() {
                let message = "`game` stands for a whole game; leave it out, or `name`, `base`, `switches` and `rules`";
                return Err(E::custom(message));
            }
            let place = Some(game.span());
            return Ok(VariantText { game: game.into_inner(), label, place });
        }
        let own = OwnVariant {
            name: name.ok_or_else(|| E::missing_field("name"))?,
            base: base.unwrap_or_else(default_base),
            switches: switches.unwrap_or_default(),
            rules: rules.unwrap_or_default(),
        };
        Ok(VariantText { game: GameText::Own(own), label, place: None })
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

            fn visit_str<E: Error>(self, text: &str) -> Result<VariantText, E> {
                Ok(VariantText { game: GameText::Id(text.to_owned()), label: None, place: None })
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<VariantText, M::Error> {
                VariantTable::deserialize(MapAccessDeserializer::new(map))?.read()
            }
        }

        deserializer.deserialize_any(TextOrTable)
    }
}

impl<'de> Deserialize<'de> for GameText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = VariantText::deserialize(deserializer)?;
        match text.label {
            None => Ok(text.game),
            Some(_) => Err(D::Error::custom("the `label` belongs beside `game`, outside of its table")),
        }
    }
}

/// Limits that replace those of the variants.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsText {
    /// See [`petteia_engine::Limits`].
    pub repetition: Option<Repetition>,
    /// See [`petteia_engine::Limits`].
    pub no_progress: Option<TurnLimit>,
    /// See [`petteia_engine::Limits`].
    pub progress: Option<Progress>,
    /// See [`petteia_engine::Limits`].
    pub move_cap: Option<u32>,
    /// See [`petteia_engine::Limits`].
    pub turn_cap: Option<TurnLimit>,
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
            progress: self.progress.or(rules.limits.progress),
            move_cap: self.move_cap.unwrap_or(rules.limits.move_cap),
            turn_cap: self.turn_cap.unwrap_or(rules.limits.turn_cap),
            fortress: self.fortress.unwrap_or(rules.limits.fortress),
        };
        Rules { limits, ..rules.clone() }
    }
}
