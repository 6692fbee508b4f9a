//! Errors in rules, and suggestions of the closest valid name.

/// The most bytes of a game's name with its switches; all switches with their longest values take about half of it.
pub const MOST_BYTES: usize = 1200;

/// One defect of a rules text or table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No game has this id.
    #[error("there is no game `{found}`{}", suggestion(*nearest, "`petteia games` lists the games, and a file of your own ends in `.toml`"))]
    UnknownGame {
        /// The id as typed.
        found: String,
        /// The most similar id.
        nearest: Option<&'static str>,
    },
    /// No switch has this name.
    #[error("there is no switch `{found}`{}", suggestion(*nearest, "`petteia games` lists the switches"))]
    UnknownSwitch {
        /// The switch as typed.
        found: String,
        /// The most similar switch.
        nearest: Option<&'static str>,
    },
    /// The text is longer than the name of any game.
    #[error("a game's name has at most {most} bytes; this one has {length}", most = MOST_BYTES)]
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// A switch has an invalid value.
    #[error("{}", bad_value(switch, found, right, example))]
    BadValue {
        /// The switch's name.
        switch: &'static str,
        /// The value as typed.
        found: String,
        /// What it takes.
        right: &'static str,
        /// The switch with a good value; empty where it takes none.
        example: &'static str,
    },
    /// A switch is removed from a game that does not have it.
    #[error("`-{switch}`: this game does not have `{switch}`; leave it out")]
    NotOn {
        /// The switch's name.
        switch: &'static str,
    },
    /// A switch that every game has is removed.
    #[error("`-{switch}`: every game has `{switch}`; set another value with `+{switch}=…`")]
    CannotTakeOff {
        /// The switch's name.
        switch: &'static str,
    },
    /// A combination that makes no sense, or a number out of its range.
    #[error("{0}")]
    Senseless(String),
}

/// Returns the end of a message: the closest name, or where to find all names.
fn suggestion(nearest: Option<&str>, otherwise: &str) -> String {
    if nearest.is_some() { did_you_mean(nearest) } else { format!("; {otherwise}") }
}

fn bad_value(switch: &str, found: &str, right: &str, example: &str) -> String {
    match (found, example) {
        ("", _) => format!("`+{switch}` needs a value, such as `{example}`: {right}"),
        (_, "") => format!(
            "`+{switch}={found}`: `{switch}` takes no value; `+{switch}` puts it on and `-{switch}` takes it off"
        ),
        _ => format!("`+{switch}={found}` is not valid; give {right}, such as `{example}`"),
    }
}

/// All defects found, at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct RulesErrors(pub Vec<RulesError>);

impl From<RulesError> for RulesErrors {
    fn from(error: RulesError) -> Self {
        RulesErrors(vec![error])
    }
}

/// A word has at most one typing error per this many letters; a beginning or an end of as many letters is enough to suggest a name.
const LETTERS: usize = 3;

/// Returns the candidate closest to `word` by edit distance, if one is close enough to be a typing error.
///
/// ```
/// use petteia_engine::nearest;
/// assert_eq!(nearest("inctii", ["vagi", "inciti"]), Some("inciti"));
/// assert_eq!(nearest("game", ["name", "games"]), Some("games"));
/// assert_eq!(nearest("draw", ["draw_rate", "white_rate"]), Some("draw_rate"));
/// assert_eq!(nearest("surrounded", ["surround", "leader_surrounded"]), Some("leader_surrounded"));
/// assert_eq!(nearest("zebra", ["vagi", "inciti"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(LETTERS);
    let is_part = |name: &str| word.len() >= LETTERS && (name.starts_with(word) || name.ends_with(word));
    let distance = |name: &str| if is_part(name) { 1 } else { strsim::osa_distance(word, name) };
    let slips = candidates.into_iter().map(|name| (distance(name), name));
    // Of names as near, people mean the one that begins alike: `game` is `games`, not `name`.
    let alike = |name: &str| strsim::jaro_winkler(word, name);
    let nearer = |a: &(usize, &str), b: &(usize, &str)| a.0.cmp(&b.0).then(alike(b.1).total_cmp(&alike(a.1)));
    slips.filter(|&(distance, _)| distance <= limit.max(1)).min_by(nearer).map(|(_, name)| name)
}

/// Returns the end of an error message that suggests the closest valid name, or an empty text.
///
/// ```
/// use petteia_engine::{did_you_mean, nearest};
/// assert_eq!(did_you_mean(nearest("vagy", ["vagi", "edge"])), "; did you mean `vagi`?");
/// ```
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
