//! The networks that the program has, and those in files.

use std::sync::{Arc, Mutex, PoisonError};

use petteia_engine::{CheckedRules, Rules};
use petteia_files::read_text;

use super::net::Net;

/// The networks of the program: the game that each was trained on, and its file.
const SHIPPED: &[(&str, &str)] = &[];

/// The most bytes of a file.
const MOST_BYTES: u64 = 1 << 24;

/// What was looked for, and what was found.
struct Entry {
    rules: Rules,
    file: Option<String>,
    net: Option<Arc<Net>>,
}

/// Everything that was looked for: a network is read once for all games that are played with it.
static KNOWN: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// The network that the program has of a game.
pub fn of(rules: &CheckedRules) -> Option<Arc<Net>> {
    let find = || {
        let is_of = |game: &str| Rules::parse(game).is_ok_and(|game| game.unlimited() == rules.unlimited());
        let text = SHIPPED.iter().find(|(game, _)| is_of(game)).map(|(_, text)| text);
        Ok(text.map(|text| toml::from_str(text).expect("the networks of the program are right")))
    };
    remembered(None, rules, find).ok().flatten()
}

/// The network in a file.
///
/// # Errors
/// It cannot be read, or is of another game.
pub fn read(file: &str, rules: &CheckedRules) -> Result<Arc<Net>, String> {
    let find = || {
        let text = read_text(file.as_ref(), MOST_BYTES).map_err(|error| error.to_string())?;
        let net: Net = toml::from_str(&text).map_err(|error| format!("{file}: {}", error.to_string().trim_end()))?;
        if net.is_of(rules) {
            return Ok(Some(net));
        }
        Err(format!("{file} is of `{}`, whose rules are others; `petteia fit` makes one of this game", net.game()))
    };
    remembered(Some(file), rules, find).map(|net| net.expect("a file has one or an error"))
}

fn remembered(
    file: Option<&str>,
    rules: &CheckedRules,
    find: impl FnOnce() -> Result<Option<Net>, String>,
) -> Result<Option<Arc<Net>>, String> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let rules = rules.unlimited();
    if let Some(entry) = known.iter().find(|entry| entry.file.as_deref() == file && entry.rules == rules) {
        return Ok(entry.net.clone());
    }
    let net = find()?.map(Arc::new);
    known.push(Entry { rules, file: file.map(str::to_owned), net: net.clone() });
    Ok(net)
}
