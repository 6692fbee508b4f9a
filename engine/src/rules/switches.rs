//! The switches that can be applied to every game (RULES §9): `+name`, `+name=value`, `-name`. They follow from the
//! [fields](super::fields) of the rules.

use std::sync::LazyLock;

pub use super::errors::MOST_BYTES;
use super::fields::{FIELDS, Field, SwitchRow, Takes, either};
use super::slot::{Slot, number};
use super::{Movement, Rules, RulesError, RulesErrors, nearest};

/// A switch.
#[derive(Clone, Debug)]
pub struct Switch {
    /// Its name.
    pub name: &'static str,
    /// The path of its field.
    pub path: &'static str,
    /// The values it takes, in words; empty for a switch without values.
    pub values: String,
    /// An example with a value; empty for a switch without values.
    pub example: String,
    /// What it does, in one line.
    pub about: &'static str,
    /// The words it takes; none if it takes no value, or also numbers.
    pub choices: &'static [&'static str],
    takes: Takes,
    stays: bool,
    alone: Option<&'static str>,
    slot: fn(&mut Rules) -> Option<&mut dyn Slot>,
}

/// All switches, in the order of the fields.
pub static SWITCHES: LazyLock<Vec<Switch>> = LazyLock::new(|| FIELDS.iter().filter_map(Switch::of).collect());

impl Switch {
    fn of(field: &'static Field) -> Option<Self> {
        let SwitchRow { name, about, words, number, stays, alone } = field.switch?;
        let name = name.or(field.path.rsplit('.').next())?;
        let choices = match (words, field.takes) {
            (Some(words), _) | (None, Takes::Choice(words)) => words,
            _ => &[],
        };
        let example = choices.get(1).copied().or(number.map(|(_, example)| example));
        let what = number.map_or("", |(what, _)| what);
        let values = match field.takes {
            _ if !choices.is_empty() => either(choices.iter().map(|word| format!("`{word}`")).collect()),
            Takes::Whole { most: u32::MAX, .. } => format!("a number of {what}, 0 for off"),
            Takes::Whole { least, most } => format!("a number of {what}, {least} to {most}"),
            Takes::WholeOr { words, .. } => {
                let words = words.iter().map(|word| format!("`{word}`")).collect();
                format!("a number of {what}, 0 for off, or {}", either(words))
            }
            Takes::Halves => format!("a number of {what}, 0 or a multiple of 0.5"),
            _ => String::new(),
        };
        Some(Switch {
            name,
            path: field.path,
            values,
            example: example.map_or_else(String::new, |value| format!("+{name}={value}")),
            about,
            choices,
            takes: field.takes,
            stays,
            alone,
            slot: field.slot?,
        })
    }

    /// Returns the value with which a game has this switch: empty for a switch without values, and `None` if the game
    /// does not have it.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// use petteia_engine::rules::switches::SWITCHES;
    /// let value = |name: &str, game: &str| {
    ///     SWITCHES.iter().find(|switch| switch.name == name).unwrap().value_in(&Rules::parse(game).unwrap())
    /// };
    /// assert_eq!(value("die", "city-8+die=4").as_deref(), Some("4"));
    /// assert_eq!(value("move", "city-8").as_deref(), Some("slide"));
    /// assert_eq!((value("edge", "city-8"), value("edge", "city-8+edge")), (None, Some(String::new())));
    /// ```
    pub fn value_in(&self, rules: &Rules) -> Option<String> {
        let mut rules = rules.clone();
        let value = self.slot(&mut rules).ok()?;
        if self.is_flag() {
            return value.is_on().then(String::new);
        }
        value.text().filter(|text| self.choices.is_empty() || self.choices.contains(&text.as_str()))
    }

    fn is_flag(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the words among its values.
    fn words(&self) -> &'static [&'static str] {
        if let Takes::WholeOr { words, .. } = self.takes { words } else { self.choices }
    }

    /// Returns whether it takes a value.
    fn takes(&self, value: &str) -> bool {
        match self.takes {
            Takes::Whole { least, .. } => number(value).is_some_and(|n| n >= least),
            _ => self.choices.is_empty() || self.choices.contains(&value),
        }
    }

    /// Returns the slot that it changes. A leader switch has none in a game without leaders, and there is one way to move
    /// where stones leap.
    fn slot<'a>(&self, rules: &'a mut Rules) -> Result<&'a mut dyn Slot, RulesError> {
        if self.name == "move" && rules.movement == Movement::Leap {
            return Err(RulesError::Senseless("`move` is not for games that leap; leave it out".to_owned()));
        }
        if let Some(leader) = rules.leader.as_mut().filter(|_| self.name == "goal") {
            leader.keep_goal(false);
        }
        let none = || RulesError::Senseless(format!("`{}` is for games with a leader; this one has none", self.name));
        (self.slot)(rules).ok_or_else(none)
    }

    fn put(&'static self, rules: &mut Rules, value: Option<&str>) -> Result<(), RulesError> {
        let slot = self.slot(rules)?;
        let is_put = match value {
            None => self.alone.or(self.is_flag().then_some("on")).is_some_and(|value| slot.put(value)),
            Some(value) => !self.is_flag() && self.takes(value) && slot.put(value),
        };
        let bad = || RulesError::BadValue {
            switch: self.name,
            found: value.unwrap_or_default().to_owned(),
            right: &self.values,
            example: &self.example,
        };
        if is_put { Ok(()) } else { Err(bad()) }
    }

    fn take_off(&self, rules: &mut Rules) -> Result<(), RulesError> {
        let (holds, tests_dead_position) = (rules.holds(), rules.tests_dead_position());
        let slot = self.slot(rules)?;
        if self.stays {
            return Err(RulesError::CannotTakeOff { switch: self.name });
        }
        if self.name == "bound" && holds {
            return Err(RulesError::Senseless("`-bound`: in this game moves bind stones; leave it out".to_owned()));
        }
        // Its default depends on other rules.
        let was_on =
            if self.name == "dead_position" { slot.put("off") && tests_dead_position } else { slot.take_off() };
        if was_on { Ok(()) } else { Err(RulesError::NotOn { switch: self.name }) }
    }
}

/// Rejects a text that is too long for a game's name.
pub(super) fn check_length(text: &str) -> Result<(), RulesErrors> {
    let length = text.len();
    if length <= MOST_BYTES { Ok(()) } else { Err(RulesError::TooLong { length }.into()) }
}

/// Applies an overlay such as `+vagi-edge+die=4` from left to right.
pub(super) fn apply(rules: &mut Rules, overlay: &str) -> Result<(), RulesErrors> {
    check_length(overlay)?;
    let mut rest = overlay;
    while let Some(sign) = rest.chars().next() {
        if !matches!(sign, '+' | '-') {
            return Err(RulesError::Senseless(format!("a switch begins with `+` or `-`: `{rest}`")).into());
        }
        let (item, after) = rest[1..].split_at(item_length(&rest[1..]));
        if sign == '+' {
            let (name, value) = item.split_once('=').map_or((item, None), |(name, value)| (name, Some(value)));
            find(name)?.put(rules, value)?;
        } else {
            find(item)?.take_off(rules)?;
        }
        rest = after;
    }
    Ok(())
}

/// Splits an overlay such as `+vagi-edge+die=4` into its switches, without `+`: `vagi`, `-edge`, `die=4`.
pub(super) fn split(overlay: &str) -> Vec<&str> {
    let mut switches = Vec::new();
    let mut rest = overlay;
    while rest.len() > 1 {
        let (switch, after) = rest.split_at(1 + item_length(&rest[1..]));
        switches.push(switch.strip_prefix('+').unwrap_or(switch));
        rest = after;
    }
    switches
}

/// Returns the length of the first switch, up to the next sign. Some values contain a `-`.
fn item_length(text: &str) -> usize {
    let value = text.split_once('=').and_then(|(name, value)| Some((find(name).ok()?, value)));
    let dashed = value.and_then(|(switch, value)| {
        switch.words().iter().find(|word| word.contains('-') && value.starts_with(**word)).map(|word| (switch, word))
    });
    let own = dashed.map_or(0, |(switch, word)| switch.name.len() + 1 + word.len());
    text[own..].find(['+', '-']).map_or(text.len(), |sign| own + sign)
}

fn find(name: &str) -> Result<&'static Switch, RulesError> {
    SWITCHES.iter().find(|switch| switch.name == name).ok_or_else(|| {
        let known = SWITCHES.iter().map(|switch| switch.name);
        RulesError::UnknownSwitch { found: name.to_owned(), nearest: nearest(name, known) }
    })
}
