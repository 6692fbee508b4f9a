//! Factors: what changes in every variant, in all combinations.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::Range;

use petteia_engine::rules::fields::FIELDS;
use petteia_engine::{Rules, did_you_mean, nearest};
use petteia_players::config::{ExperimentError, LimitsText, Source, check_name, field_named, with_field};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::{Spanned, Value};

/// The table `factors` of an experiment file, or a table in it.
pub type FactorTable = BTreeMap<Spanned<String>, FactorText>;

/// The value of a key of the table `factors`.
#[derive(Clone, Debug)]
pub enum FactorText {
    /// A single overlay, which means "without" and "with".
    Overlay(String),
    /// The levels.
    Levels(Vec<Spanned<Value>>),
    /// Factors whose names begin with the key and a dot.
    Inner(FactorTable),
}

impl<'de> Deserialize<'de> for FactorText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyForm;

        impl<'de> Visitor<'de> for AnyForm {
            type Value = FactorText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "an overlay such as \"+vagi\", a list of overlays with \"\" for none, or a list of values such as [6, 7, 8]",
                )
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<FactorText, E> {
                Ok(FactorText::Overlay(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, levels: A) -> Result<FactorText, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(levels)).map(FactorText::Levels)
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<FactorText, M::Error> {
                BTreeMap::deserialize(MapAccessDeserializer::new(map)).map(FactorText::Inner)
            }
        }

        deserializer.deserialize_any(AnyForm)
    }
}

/// A factor and its levels.
pub(crate) struct Factor {
    pub name: String,
    pub span: Range<usize>,
    pub levels: Vec<Level>,
    /// The field of the rules that it sets, unless its levels are overlays.
    field: Option<&'static str>,
}

/// A level of a factor.
pub(crate) struct Level {
    /// Its text in the results.
    pub text: String,
    /// What it adds to the name of a variant.
    pub addition: String,
    pub span: Range<usize>,
    change: Change,
}

/// What a level does to the rules.
enum Change {
    Overlay(String),
    Field { path: &'static str, value: Value },
}

/// The text of a level that changes nothing.
const OFF: &str = "off";

impl Level {
    fn overlay(text: &str, span: Range<usize>) -> Self {
        let name = text.strip_prefix('+').unwrap_or(text);
        Level {
            text: if name.is_empty() { OFF } else { name }.to_owned(),
            addition: text.to_owned(),
            span,
            change: Change::Overlay(text.to_owned()),
        }
    }

    /// Returns whether it changes nothing.
    pub fn is_off(&self) -> bool {
        self.addition.is_empty()
    }

    /// Returns rules with this level, before they are checked, or why they cannot have it.
    pub fn apply(&self, rules: Rules) -> Result<Rules, String> {
        match &self.change {
            Change::Overlay(overlay) => rules.with_overlay(overlay).map_err(|error| error.to_string()),
            Change::Field { path, value } => with_field(&rules, path, value).map_err(|defects| defects.to_string()),
        }
    }
}

/// Returns the factors in the order of the file.
pub(crate) fn read_factors(
    source: &Source,
    table: &FactorTable,
    limits: &LimitsText,
) -> Result<Vec<Factor>, ExperimentError> {
    let mut named = Vec::new();
    collect("", table, &mut named);
    named.sort_by_key(|(_, span, _)| span.start);
    let mut factors: Vec<Factor> = Vec::new();
    for (name, span, text) in named {
        let wrong = |place, message| source.wrong(place, format!("factor `{name}`: {message}"));
        let factor = Factor::read(&name, span.clone(), text).map_err(|(place, message)| wrong(place, message))?;
        if let Some(other) = factors.iter().find(|other| other.sets_field_of(&factor)) {
            return Err(wrong(span, format!("factor `{}` sets the same rule; leave one out", other.name)));
        }
        if let Some(limit) = factor.field.filter(|field| is_given(limits, field)) {
            return Err(wrong(span, format!("`{limit}` is also given in `[limits]`; leave one out")));
        }
        factors.push(factor);
    }
    Ok(factors)
}

/// Collects the factors of a table whose names begin with `prefix`.
fn collect<'a>(prefix: &str, table: &'a FactorTable, into: &mut Vec<(String, Range<usize>, &'a FactorText)>) {
    for (key, text) in table {
        let name = format!("{prefix}{}", key.get_ref());
        match text {
            FactorText::Inner(inner) => collect(&format!("{name}."), inner, into),
            _ => into.push((name, key.span(), text)),
        }
    }
}

/// Returns whether a limit of all variants is given.
fn is_given(limits: &LimitsText, field: &str) -> bool {
    let LimitsText { repetition, no_progress, progress, move_cap, turn_cap, fortress } = limits;
    let given = [
        ("limits.repetition", repetition.is_some()),
        ("limits.no_progress", no_progress.is_some()),
        ("limits.progress", progress.is_some()),
        ("limits.move_cap", move_cap.is_some()),
        ("limits.turn_cap", turn_cap.is_some()),
        ("limits.fortress", fortress.is_some()),
    ];
    given.contains(&(field, true))
}

/// What is wrong with a factor, and where.
type Fault = (Range<usize>, String);

impl Factor {
    fn read(name: &str, span: Range<usize>, text: &FactorText) -> Result<Self, Fault> {
        let field = field_named(name);
        if field.is_none() {
            check_name("its name", name).map_err(|message| (span.clone(), message))?;
        }
        let values = match text {
            FactorText::Overlay(overlay) => {
                ["", overlay].map(|overlay| Spanned::new(span.clone(), overlay.into())).to_vec()
            }
            FactorText::Levels(values) => values.clone(),
            FactorText::Inner(_) => Vec::new(),
        };
        let is_of_overlays = values.iter().any(|value| overlay(value.get_ref()).is_some());
        let levels: Vec<Level> = if is_of_overlays {
            values.iter().map(overlay_level).collect::<Result<_, _>>()?
        } else {
            let path = field.ok_or_else(|| (span.clone(), no_field(name)))?;
            let level = |(index, value)| value_level(name, path, index, value);
            values.iter().enumerate().map(level).collect::<Result<_, _>>()?
        };
        let texts: HashSet<&str> = levels.iter().map(|level| level.text.as_str()).collect();
        if texts.len() < levels.len().max(2) {
            return Err((span, "it needs at least two levels, all different".to_owned()));
        }
        Ok(Factor { name: name.to_owned(), span, levels, field: field.filter(|_| !is_of_overlays) })
    }

    /// Returns whether another factor sets the same field of the rules, or one that excludes it.
    fn sets_field_of(&self, other: &Factor) -> bool {
        let inside = |a: &str, b: &str| a == b || a.strip_prefix(b).is_some_and(|rest| rest.starts_with('.'));
        let (Some(a), Some(b)) = (self.field, other.field) else { return false };
        inside(a, b) || inside(b, a) || (inside(a, "setup") && inside(b, "setup"))
    }

    /// Returns whether one of its levels changes nothing.
    pub fn can_be_off(&self) -> bool {
        self.levels.iter().any(Level::is_off)
    }
}

/// Returns the text of a value that is an overlay.
fn overlay(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| text.is_empty() || text.starts_with(['+', '-']))
}

fn overlay_level(value: &Spanned<Value>) -> Result<Level, Fault> {
    let wrong = || "a level is an overlay such as \"+vagi\" or \"-vagi\", or \"\" for none".to_owned();
    let text = overlay(value.get_ref()).ok_or_else(|| (value.span(), wrong()))?;
    Ok(Level::overlay(text, value.span()))
}

/// Returns the level that sets the field at `path`.
fn value_level(name: &str, path: &'static str, index: usize, value: &Spanned<Value>) -> Result<Level, Fault> {
    let text = match value.get_ref() {
        Value::String(text) if is_plain(text) => text.clone(),
        Value::String(_) => (index + 1).to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        _ => return Err((value.span(), "a level is a whole number, `true`, `false` or a text".to_owned())),
    };
    let addition = if text == "true" { format!("+{name}") } else { format!("+{name}={text}") };
    let change = Change::Field { path, value: value.get_ref().clone() };
    Ok(Level { text, addition, span: value.span(), change })
}

/// Returns whether a text can be part of a variant's name; positions cannot, and are numbered.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

/// Returns what is wrong with a factor of values that is not named after a field.
fn no_field(name: &str) -> String {
    let near = nearest(name, FIELDS.iter().flat_map(|field| [field.path, field.path.rsplit('.').next().unwrap_or("")]));
    format!(
        "the rules have no such field{}; to apply switches, write overlays such as \"+vagi\" or \"-vagi\", and \"\" for none",
        did_you_mean(near)
    )
}

/// Returns all combinations of levels; the last factor changes fastest.
pub(crate) fn combinations(factors: &[Factor]) -> Vec<Vec<&Level>> {
    factors.iter().fold(vec![Vec::new()], |combinations, factor| {
        let with_level = |combination: &Vec<_>, level| combination.iter().copied().chain([level]).collect();
        combinations.iter().flat_map(|c| factor.levels.iter().map(move |level| with_level(c, level))).collect()
    })
}
