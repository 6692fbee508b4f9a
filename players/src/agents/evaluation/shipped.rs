//! The weights that the program has of single games, and those in files.

use std::sync::{Arc, Mutex, PoisonError};

use petteia_engine::{CheckedRules, Rules};
use petteia_files::read_text;

use super::weights::Weights;

/// The weights of the program: the game that each file is of, and the file.
const SHIPPED: &[(&str, &str)] = &[];

/// The most bytes of a file.
const MOST_BYTES: u64 = 1 << 16;

/// Whose weights are known.
#[derive(PartialEq)]
enum Place {
    Rules(Box<Rules>),
    File(String),
}

/// All weights that were looked for: every game has new agents.
static KNOWN: Mutex<Vec<(Place, Arc<Weights>)>> = Mutex::new(Vec::new());

/// The weights that the program has of a game, or those that all games share.
pub fn of(rules: &CheckedRules) -> Arc<Weights> {
    let rules = rules.unlimited();
    let find = || {
        let is_of = |game: &str| Rules::parse(game).is_ok_and(|game| game.unlimited() == rules);
        let text = SHIPPED.iter().find(|(game, _)| is_of(game)).map(|(_, text)| text);
        let read = |text: &&str| toml::from_str(text).expect("the weights of the program are right");
        Ok::<_, std::convert::Infallible>(text.map_or_else(|| Weights::shared().clone(), read))
    };
    match remembered(Place::Rules(Box::new(rules.clone())), find) {
        Ok(weights) => weights,
        Err(never) => match never {},
    }
}

/// The weights in a file.
///
/// # Errors
/// It cannot be read, or has something else.
pub fn read(file: &str) -> Result<Arc<Weights>, String> {
    remembered(Place::File(file.to_owned()), || {
        let text = read_text(file.as_ref(), MOST_BYTES).map_err(|error| error.to_string())?;
        toml::from_str(&text).map_err(|error| format!("{file}: {}", error.to_string().trim_end()))
    })
}

fn remembered<E>(place: Place, find: impl FnOnce() -> Result<Weights, E>) -> Result<Arc<Weights>, E> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, weights)) = known.iter().find(|(known, _)| *known == place) {
        return Ok(weights.clone());
    }
    let weights = Arc::new(find()?);
    known.push((place, weights.clone()));
    Ok(weights)
}
