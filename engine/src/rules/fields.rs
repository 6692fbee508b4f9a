//! Every field of a table of rules: its values, its meaning, and what it needs and excludes. The [tables of the
//! rules](super::Rules) list them beside their types. The reader of files, the template of a game, the switches, the
//! refusals and docs/fields.md follow from this list.

use std::sync::LazyLock;

use super::Rules;
use super::links::{Link, Term};
use super::slot::Slot;
use super::values::Choice;

/// A field of a table of rules.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Its name with the tables around it, such as `board.files`.
    pub path: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Whether it also takes `"off"`.
    pub can_be_off: bool,
    /// Whether it also takes `true` and `false`, because it was a flag once.
    pub takes_flags: bool,
    /// Whether it takes one value for both sides or a table with `white` and `black`.
    pub by_side: bool,
    /// The section of docs/rules.md.
    pub section: u8,
    /// What it does.
    pub about: &'static str,
    /// What it needs or excludes, beyond its links.
    pub(super) note: &'static str,
    pub(super) links: Vec<Link>,
    pub(super) switch: Option<SwitchRow>,
    /// `None` if rules do not hold it as one value.
    pub(super) slot: Option<SlotOf>,
}

/// Returns the value of a field in some rules; `None` if they have no place for it.
pub(super) type SlotOf = fn(&mut Rules) -> Option<&mut dyn Slot>;

/// What the row of a field says of its switch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SwitchRow {
    /// The name, if it is not that of the field.
    pub name: Option<&'static str>,
    pub about: &'static str,
    /// The words that the switch takes, if not all of the field's.
    pub words: Option<&'static [&'static str]>,
    /// What a number counts, and an example of it.
    pub number: Option<(&'static str, &'static str)>,
    /// Whether every game has it, so that it cannot be taken off.
    pub stays: bool,
    /// The value of the switch written alone, if it takes values and may be written so.
    pub alone: Option<&'static str>,
}

/// The values of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Takes {
    /// `true` or `false`.
    #[default]
    Flag,
    /// A whole number in a range.
    Whole {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number in a range, or one of some words.
    WholeOr {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// The words.
        words: &'static [&'static str],
    },
    /// A number of halves, such as 0.5 or 1, at least 0.
    Halves,
    /// One of these places of a leader, or a square.
    Place(&'static [&'static str]),
    /// A position text.
    Position,
}

impl Takes {
    /// Returns the values in words.
    ///
    /// ```
    /// use petteia_engine::rules::fields::Takes;
    /// assert_eq!(Takes::Whole { least: 1, most: 16 }.words(), "a whole number from 1 to 16");
    /// assert_eq!(Takes::Choice(&["draw", "loses"]).words(), "`\"draw\"` or `\"loses\"`");
    /// ```
    pub fn words(self) -> String {
        match self {
            Takes::Flag => "`true` or `false`".to_owned(),
            Takes::Whole { least, most: u32::MAX } => format!("a whole number, at least {least}"),
            Takes::Whole { least, most } => format!("a whole number from {least} to {most}"),
            Takes::WholeOr { least, most, words } => {
                format!("{}, or {}", Takes::Whole { least, most }.words(), Takes::Choice(words).words())
            }
            Takes::Halves => "0 or a multiple of 0.5".to_owned(),
            Takes::Choice(words) => either(words.iter().map(|word| format!("`\"{word}\"`")).collect()),
            Takes::Place(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`\"{name}\"`")).collect();
                format!("{} or a square such as `\"e1\"`", names.join(", "))
            }
            Takes::Position => "a position text such as `\"3s/4/4/S3\"`".to_owned(),
        }
    }
}

/// Joins choices: `a, b or c`.
pub(super) fn either(words: Vec<String>) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl Field {
    /// Returns everything that the field takes, in words.
    ///
    /// ```
    /// use petteia_engine::rules::fields;
    /// let words = |path| fields::find(path).unwrap().words();
    /// assert_eq!(words("die"), "a whole number from 1 to 255, or `\"off\"`");
    /// ```
    pub fn words(&self) -> String {
        let flags = if self.takes_flags { ", or `true` or `false`" } else { "" };
        self.takes.words() + flags + if self.can_be_off { ", or `\"off\"`" } else { "" }
    }
}

/// Returns the field with a path.
pub fn find(path: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.path == path)
}

/// All fields, in the order of the rules.
pub static FIELDS: LazyLock<Vec<Field>> = LazyLock::new(Rules::fields);

/// The row of a field, with the section of docs/rules.md and what it does.
pub(super) fn field(takes: Takes, section: u8, about: &'static str) -> Field {
    Field { takes, section, about, ..Field::default() }
}

/// The row of a field that is on or off.
pub(super) fn flag(section: u8, about: &'static str) -> Field {
    field(Takes::Flag, section, about)
}

/// The row of a field that takes a whole number.
pub(super) fn whole(least: u32, most: u32, section: u8, about: &'static str) -> Field {
    field(Takes::Whole { least, most }, section, about)
}

/// The row of a field that takes one of some words.
pub(super) fn choice<C: Choice>(section: u8, about: &'static str) -> Field {
    field(Takes::Choice(C::WORDS), section, about)
}

/// What a row says besides.
impl Field {
    pub(super) fn at(self, path: &'static str) -> Self {
        Field { path, ..self }
    }

    pub(super) fn or_off(self) -> Self {
        Field { can_be_off: true, ..self }
    }

    pub(super) fn or_flag(self) -> Self {
        Field { takes_flags: true, ..self }
    }

    pub(super) fn by_side(self) -> Self {
        Field { by_side: true, ..self }
    }

    pub(super) fn note(self, note: &'static str) -> Self {
        Field { note, ..self }
    }

    /// With these values, or with any if none is named, the field needs one of the others.
    pub(super) fn needs<const N: usize>(mut self, values: &'static [&'static str], others: [Term; N]) -> Self {
        self.links.push(Link::Needs { values, others: others.into() });
        self
    }

    /// With these values, or with any if none is named, the field excludes others.
    pub(super) fn excludes<const N: usize>(mut self, values: &'static [&'static str], others: [Term; N]) -> Self {
        self.links.extend(others.map(|other| Link::Excludes { values, other }));
        self
    }

    /// The field is a switch too.
    pub(super) fn switch(self, about: &'static str) -> Self {
        Field { switch: Some(SwitchRow { about, ..SwitchRow::default() }), ..self }
    }

    /// Its switch has a name of its own.
    pub(super) fn named(self, name: &'static str) -> Self {
        self.with_switch(|row| SwitchRow { name: Some(name), ..row })
    }

    /// Its switch takes only some words.
    pub(super) fn only(self, words: &'static [&'static str]) -> Self {
        self.with_switch(|row| SwitchRow { words: Some(words), ..row })
    }

    /// Its switch takes a number, such as `example`, that counts these.
    pub(super) fn counts(self, what: &'static str, example: &'static str) -> Self {
        self.with_switch(|row| SwitchRow { number: Some((what, example)), ..row })
    }

    /// Every game has its switch.
    pub(super) fn stays(self) -> Self {
        self.with_switch(|row| SwitchRow { stays: true, ..row })
    }

    /// Its switch may be written alone, for this value.
    pub(super) fn alone(self, word: &'static str) -> Self {
        self.with_switch(|row| SwitchRow { alone: Some(word), ..row })
    }

    fn with_switch(self, change: impl FnOnce(SwitchRow) -> SwitchRow) -> Self {
        Field { switch: self.switch.map(change), ..self }
    }
}
