//! What can be wrong with rules, and the nearest right name.

use std::fmt;

use super::switches::MOST_BYTES;

/// One defect of a rules text or table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No game has this id.
    #[error("there is no game `{found}`{}", did_you_mean(*nearest))]
    UnknownGame {
        /// The id as typed.
        found: String,
        /// The most similar id.
        nearest: Option<&'static str>,
    },
    /// No switch has this name.
    #[error("there is no switch `{found}`{}", did_you_mean(*nearest))]
    UnknownSwitch {
        /// The switch as typed.
        found: String,
        /// The most similar switch.
        nearest: Option<&'static str>,
    },
    /// The text is longer than any game needs.
    #[error("a game's name has at most {most} bytes; this one has {length}", most = MOST_BYTES)]
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// A switch has a value that it cannot take.
    #[error("`{switch}` cannot be `{found}`: {right}")]
    BadValue {
        /// The switch's name.
        switch: &'static str,
        /// The value as typed.
        found: String,
        /// What it takes.
        right: &'static str,
    },
    /// A switch is taken off that is not on.
    #[error("`-{switch}` takes off what is not on in this game; leave it out")]
    NotOn {
        /// The switch's name.
        switch: &'static str,
    },
    /// `-` before a switch that only `+` can set.
    #[error("`{switch}` cannot be taken off; set another value with `+{switch}=…`")]
    CannotTakeOff {
        /// The switch's name.
        switch: &'static str,
    },
    /// A combination that makes no sense, or a number out of its range.
    #[error("{0}")]
    Senseless(String),
}

/// All defects found, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesErrors(pub Vec<RulesError>);

impl From<RulesError> for RulesErrors {
    fn from(error: RulesError) -> Self {
        RulesErrors(vec![error])
    }
}

impl fmt::Display for RulesErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&messages.join("; "))
    }
}

impl std::error::Error for RulesErrors {}

/// The candidate with the smallest edit distance to `word`, if any is close enough to be a slip.
///
/// ```
/// use petteia_engine::nearest;
/// assert_eq!(nearest("inctii", ["vagi", "inciti"]), Some("inciti"));
/// assert_eq!(nearest("zebra", ["vagi", "inciti"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + word.chars().count() / 3;
    let with_distance = candidates.into_iter().map(|name| (strsim::osa_distance(word, name), name));
    with_distance.filter(|&(distance, _)| distance <= limit).min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

/// Returns the end of an error message that suggests the nearest valid name, or nothing where there is none.
///
/// ```
/// use petteia_engine::{did_you_mean, nearest};
/// assert_eq!(did_you_mean(nearest("vagy", ["vagi", "edge"])), "; did you mean `vagi`?");
/// ```
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
