//! Endgame tables that a player looks positions up in.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use petteia_engine::{CheckedRules, Rules};
use petteia_proofs::endgame::Endgames;

/// Tables that were read, with their folder and rules.
struct Entry {
    folder: String,
    rules: Rules,
    endgames: Arc<Endgames>,
}

/// All tables that were read: they are large, and every game has new agents.
static READ: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// The tables of a game in a folder, or in those in it; the first time they are read.
///
/// # Errors
/// What is wrong, in words.
pub fn endgames(folder: &str, rules: &CheckedRules) -> Result<Arc<Endgames>, String> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = read.iter().find(|entry| entry.folder == folder && entry.rules == **rules) {
        return Ok(known.endgames.clone());
    }
    let mut endgames = Endgames::new(rules).map_err(|refusal| refusal.to_string())?;
    endgames.read_all(Path::new(folder)).map_err(|error| error.to_string())?;
    if endgames.held().is_empty() {
        return Err(format!("there are no endgame tables of this game in `{folder}`; `petteia solve` makes them"));
    }
    let endgames = Arc::new(endgames);
    read.push(Entry { folder: folder.to_owned(), rules: Rules::clone(rules), endgames: endgames.clone() });
    Ok(endgames)
}
