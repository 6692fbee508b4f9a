//! Which rules code knows. Lanes and proofs are right only for some.

use std::sync::LazyLock;

use super::Rules;
use super::fields::{FIELDS, Field};
use super::leader::Leader;

/// The tables and fields that all code knows.
const USUAL: [&str; 29] = [
    "adjudication",
    "bare",
    "board",
    "capture_target",
    "compulsory",
    "corner",
    "count_leader",
    "dead_position",
    "die",
    "edge",
    "hole",
    "komi",
    "leader.capture",
    "leader.captures",
    "leader.lose",
    "leader.owner",
    "leader.start",
    "limits.fortress",
    "limits.move_cap",
    "limits.no_progress",
    "limits.progress",
    "limits.repetition",
    "limits.turn_cap",
    "movement",
    "no_moves",
    "per_turn",
    "placing",
    "setup",
    "stakes",
];

impl Rules {
    /// Returns the first field in which the rules differ from the default, apart from those that all code knows and
    /// `more`. Code that is right only for some rules refuses all others in this way, also those that are yet to come.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let beyond = |game| Rules::parse(game).unwrap().beyond(&["vagi"]);
    /// assert_eq!(beyond("city-8+edge+vagi"), None);
    /// assert_eq!(beyond("city-8+edge+vagi+surround"), Some("surround"));
    /// ```
    pub fn beyond(&self, more: &[&str]) -> Option<&'static str> {
        self.fields_beyond(more).next().map(|field| field.path)
    }

    /// Returns all fields of which [`Rules::beyond`] returns the first.
    pub(crate) fn fields_beyond(&self, more: &[&str]) -> impl Iterator<Item = &'static Field> {
        let mut rules = self.clone();
        let mut usual = Rules { leader: self.leader.map(|_| Leader::default()), ..Rules::default() };
        UNUSUAL.iter().copied().filter(move |field| {
            let text = |rules| field.slot.and_then(|slot| slot(rules)).and_then(|slot| slot.text());
            !is_among(field.path, more) && text(&mut rules) != text(&mut usual)
        })
    }
}

/// All other fields.
static UNUSUAL: LazyLock<Vec<&Field>> =
    LazyLock::new(|| FIELDS.iter().filter(|field| !is_among(field.path, &USUAL)).collect());

/// Returns whether names contain that of a field or of its table.
fn is_among(path: &str, names: &[&str]) -> bool {
    let is_named = |name: &&str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    names.iter().any(is_named)
}
