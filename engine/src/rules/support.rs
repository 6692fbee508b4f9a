//! Which methods are right for which rules. Playing one decision at a time and searching are right for all rules; every
//! other method is right only for those that this table lists for it, and refuses all others, also those that are yet
//! to come.

use std::sync::LazyLock;

use Method::{Endgames, Explanation, Flags, ForcedFortress, Fortress, Lanes};
use Values::{All, Numbers, Words};

use super::Rules;
use super::fields::{FIELDS, Field, Takes};
use super::leader::Leader;

/// A method that is right only for some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The flags of rules that make moves and captures faster (§3 and §4). Other rules take the longer way.
    Flags,
    /// The sentences of [`explain`](fn@super::explain). A flag without them is explained by that of its row.
    Explanation,
    /// Random games in the lanes of a vector.
    Lanes,
    /// The proof that a side has a fortress.
    Fortress,
    /// Tables of small endings.
    Endgames,
    /// The search for a fortress that a side can force from the start.
    ForcedFortress,
}

/// What a method does not support, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Unsupported {
    /// The rule, position or request.
    pub what: String,
    /// The reason, as a sentence without a full stop that also names it.
    pub why: String,
}

impl Unsupported {
    /// Says that something is not supported.
    pub fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        Unsupported { what: what.into(), why: why.into() }
    }
}

/// All methods.
const EACH: &[Method] = &[Flags, Explanation, Lanes, Fortress, Endgames, ForcedFortress];
/// All methods but lanes.
const NOT_LANES: &[Method] = &[Flags, Explanation, Fortress, Endgames, ForcedFortress];

/// The values of a field to which a row applies.
#[derive(Clone, Copy, Debug)]
enum Values {
    All,
    Numbers,
    Words(&'static [&'static str]),
}

/// For each field, the methods that are right if it has one of these values. Combinations of rules that a method does
/// not support are refused where it is implemented.
const SUPPORT: &[(&str, Values, &[Method])] = &[
    ("adjudication", All, EACH),
    ("bare", All, EACH),
    ("bound", Words(&["trapped", "one-turn"]), &[Explanation, Lanes, Fortress]),
    ("bound", Words(&["held"]), &[Explanation, Fortress]),
    ("bound", Words(&["lasting", "chain"]), &[Explanation]),
    ("capture_again", All, &[Flags, Explanation, Fortress]),
    ("capture_run", All, &[Explanation, Fortress, Endgames]),
    ("capture_target", All, EACH),
    ("compulsory", All, EACH),
    ("corner", All, EACH),
    ("count_leader", All, EACH),
    ("dead_position", All, EACH),
    ("die", All, EACH),
    ("edge", All, EACH),
    ("entry", Words(&["free"]), &[Explanation, Fortress]),
    ("entry", Words(&["traps", "safe"]), &[Explanation]),
    ("hole", All, EACH),
    ("hopeless", Words(&["captured"]), &[Explanation, Lanes, Fortress, ForcedFortress]),
    ("hopeless", Words(&["idle"]), &[Explanation, Fortress, ForcedFortress]),
    ("captured", All, &[Explanation]),
    ("corner_size", All, &[Explanation, Lanes]),
    ("corner_stop", All, &[Explanation, Lanes]),
    ("edge_fort", All, &[Flags, Explanation]),
    ("encirclement", All, &[Flags, Explanation, Lanes]),
    ("first", All, &[Flags, Explanation, Lanes]),
    ("hostile_corner", Words(&["off", "all"]), &[Explanation, Lanes, Fortress, Endgames]),
    ("hostile_corner", Words(&["stones", "leader", "white", "black"]), &[Explanation, Lanes]),
    ("hostile_throne", All, &[Explanation, Lanes]),
    ("inciti", All, &[Explanation, Lanes, Fortress, ForcedFortress]),
    ("intervention", All, &[Lanes]),
    ("komi", All, EACH),
    ("leader.capture", Words(&["custodial", "four-sided", "never"]), EACH),
    ("leader.capture", Words(&["by-throne"]), &[Explanation, Lanes]),
    ("leader.captures", Words(&["on", "off"]), EACH),
    ("leader.captures", Words(&["anvil", "hammer"]), &[Explanation, Lanes]),
    ("leader.crossing", All, &[Explanation, Lanes, Fortress, Endgames]),
    ("leader.edge", All, &[Explanation, Lanes]),
    ("leader.goal", All, &[Flags, Explanation, Lanes]),
    ("leader.jump", All, &[Flags, Explanation, Lanes, Fortress, Endgames]),
    ("leader.lose", All, EACH),
    ("leader.movement", Words(&["slide", "step"]), &[Flags, Explanation, Lanes, Fortress]),
    ("leader.movement", Words(&["hop"]), &[Flags, Explanation, Fortress]),
    ("leader.owner", All, EACH),
    ("leader.reach", All, &[Explanation, Lanes]),
    ("leader.start", All, EACH),
    ("leader.surrounded", Words(&["off", "on"]), &[Explanation, Lanes, Fortress, Endgames]),
    ("leader.surrounded", Words(&["open"]), &[Flags, Explanation, Lanes]),
    ("limits.fortress", All, NOT_LANES),
    ("limits.move_cap", All, EACH),
    ("limits.no_progress", All, EACH),
    ("limits.progress", Words(&["captures"]), EACH),
    ("limits.progress", Words(&["binds"]), NOT_LANES),
    ("limits.repetition", Numbers, EACH),
    ("limits.repetition", Words(&["forbidden", "forbidden-board"]), &[Flags, Explanation]),
    ("limits.turn_cap", All, EACH),
    ("linnaean", All, &[Lanes]),
    ("movement", Words(&["slide", "step"]), EACH),
    ("movement", Words(&["forward"]), &[Flags, Explanation, Lanes, Fortress, Endgames]),
    ("movement", Words(&["leap"]), &[Flags, Explanation, Lanes, Fortress]),
    ("movement", Words(&["hop"]), &[Flags, Explanation, Fortress]),
    ("no_moves", All, EACH),
    ("over", All, &[Flags, Explanation, Fortress]),
    ("per_turn", All, EACH),
    ("placing", All, EACH),
    ("removal", Words(&["instead", "before-move"]), &[Explanation, Fortress]),
    ("removal", Words(&["joined", "all"]), &[Explanation]),
    ("repeats", Words(&["adjudicated", "mover-loses", "white-loses", "black-loses"]), &[Flags, Explanation, Lanes]),
    ("repeats", Words(&["illegal"]), &[Flags, Explanation]),
    ("stakes", All, EACH),
    ("surround", All, &[Flags, Explanation, Lanes, Fortress, Endgames]),
    ("swap", All, &[Flags, Explanation]),
    ("throne_pass", All, &[Explanation, Lanes]),
    ("throne_stop", All, &[Explanation, Lanes]),
    ("undo", All, &[Flags, Explanation, Fortress]),
    ("vagi", All, &[Explanation, Lanes, Fortress, Endgames]),
];

impl Values {
    /// Returns whether a value is among them; some fields that are off have no text.
    fn contain(self, value: Option<&str>) -> bool {
        match self {
            All => true,
            Numbers => value.is_none_or(|value| value.parse::<u32>().is_ok()),
            Words(words) => value.is_some_and(|value| words.contains(&value)),
        }
    }
}

impl Method {
    fn supports(self, field: &Field, value: Option<&str>) -> bool {
        let mut rows = SUPPORT.iter().filter(|(path, ..)| *path == field.path);
        rows.any(|(_, values, methods)| methods.contains(&self) && values.contain(value))
    }

    fn supports_all_values_of(self, field: &Field) -> bool {
        let mut rows = SUPPORT.iter().filter(|(path, ..)| *path == field.path);
        rows.any(|(_, values, methods)| methods.contains(&self) && matches!(values, All))
    }

    /// Returns the fields that have values with which it may be wrong.
    fn limited_fields(self) -> &'static [&'static Field] {
        static LIMITED: LazyLock<Vec<Vec<&Field>>> = LazyLock::new(|| {
            let limited =
                |method: &Method| FIELDS.iter().filter(|field| !method.supports_all_values_of(field)).collect();
            EACH.iter().map(limited).collect()
        });
        &LIMITED[self as usize]
    }
}

impl Rules {
    /// Returns the first rule with which a method may be wrong, as a switch if it can be written as one.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// use petteia_engine::rules::Method;
    /// let unsupported = |game| Rules::parse(game).unwrap().unsupported_field(Method::Endgames);
    /// assert_eq!(unsupported("city-8+edge+vagi+surround"), None);
    /// assert_eq!(unsupported("city-8+edge+inciti").as_deref(), Some("inciti"));
    /// assert_eq!(unsupported("city-8+move=hop").as_deref(), Some("move=hop"));
    /// ```
    pub fn unsupported_field(&self, method: Method) -> Option<String> {
        let field = self.unsupported_fields(method).next()?;
        let mut rules = self.clone();
        Some(written(field, value_of(field, &mut rules)))
    }

    /// Returns all fields with which a method may be wrong.
    pub(crate) fn unsupported_fields(&self, method: Method) -> impl Iterator<Item = &'static Field> {
        self.unsupported_among(method.limited_fields().iter().copied(), method)
    }

    fn unsupported_among<'a>(
        &self,
        fields: impl Iterator<Item = &'a Field>,
        method: Method,
    ) -> impl Iterator<Item = &'a Field> {
        let mut rules = self.clone();
        let mut plain = Rules { leader: self.leader.map(|_| Leader::default()), ..Rules::default() };
        fields.filter(move |field| {
            let value = value_of(field, &mut rules);
            value != value_of(field, &mut plain) && !method.supports(field, value.as_deref())
        })
    }

    /// Returns the paths of all fields in which the rules differ from the default, apart from the board and the setup.
    pub fn changed_fields(&self) -> Vec<&'static str> {
        let mut rules = self.clone();
        let mut plain = Rules { leader: self.leader.map(|_| Leader::default()), ..Rules::default() };
        let changed = FIELDS.iter().filter(|field| value_of(field, &mut rules) != value_of(field, &mut plain));
        changed.map(|field| field.path).collect()
    }
}

/// Returns the text of a field's value, if it has one.
fn value_of(field: &Field, rules: &mut Rules) -> Option<String> {
    field.slot.and_then(|slot| slot(rules)).and_then(|slot| slot.text())
}

/// Returns a field with its value as people write it: `vagi`, `move=hop`, `leader.jump`.
fn written(field: &Field, value: Option<String>) -> String {
    let is_choice = matches!(field.takes, Takes::Choice(_) | Takes::WholeOr { .. });
    let value = value.filter(|_| is_choice);
    let last = field.path.rsplit('.').next().unwrap_or(field.path);
    let switch = field.switch.filter(|switch| {
        let words = switch.words.zip(value.as_deref());
        words.is_none_or(|(words, value)| words.contains(&value))
    });
    let name = switch.map_or(field.path, |switch| switch.name.unwrap_or(last));
    value.map_or_else(|| name.to_owned(), |value| format!("{name}={value}"))
}

#[cfg(test)]
mod tests {
    use super::super::fields;
    use super::*;

    #[test]
    fn a_field_without_a_row_is_refused_by_every_method() {
        let new =
            Field { slot: Some(|rules| Some(&mut rules.edge)), ..fields::flag(4, "a rule yet to come").at("new") };
        let rules = |game| Rules::parse(game).unwrap();
        let unsupported = |game, method| {
            let fields = FIELDS.iter().chain([&new]);
            rules(game).unsupported_among(fields, method).map(|field| field.path).collect::<Vec<_>>()
        };
        for &method in EACH {
            assert_eq!(unsupported("city-8+edge", method), ["new"], "{method:?}");
            assert!(unsupported("city-8", method).is_empty(), "{method:?}");
        }
    }

    #[test]
    fn rows_have_fields_and_their_values() {
        for (path, values, _) in SUPPORT {
            let field = fields::find(path).unwrap_or_else(|| panic!("there is no field `{path}`"));
            let known = match field.takes {
                Takes::Choice(words) | Takes::WholeOr { words, .. } => words,
                _ => &[],
            };
            if let Words(words) = values {
                assert!(words.iter().all(|word| known.contains(word)), "{path}: {words:?}");
            }
        }
    }

    #[test]
    fn values_of_choices_are_supported_one_by_one() {
        let unsupported = |game, method| Rules::parse(game).unwrap().unsupported_field(method);
        assert_eq!(unsupported("piso", Fortress).as_deref(), Some("repetition=forbidden"));
        assert_eq!(unsupported("city-8-repetition", Fortress), None);
        assert_eq!(unsupported("city-8+inciti+hopeless=captured", Lanes), None);
        assert_eq!(unsupported("city-8+inciti+hopeless=idle", Lanes).as_deref(), Some("hopeless=idle"));
        assert_eq!(unsupported("poleis", Endgames).as_deref(), None);
    }
}
