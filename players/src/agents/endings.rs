//! Endgame tables that a player looks positions up in.

use std::any::Any;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Rules, with_geometry};
use petteia_proofs::endgame::{Setting, Tables};

/// Tables that were read, with their folder and rules.
struct Entry {
    folder: String,
    rules: Rules,
    tables: Arc<dyn Any + Send + Sync>,
}

/// All tables that were read: they are large, and every game has new agents.
static READ: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// Makes sure that a folder, or one of those in it, holds tables of a game.
///
/// # Errors
/// What is wrong, in words.
pub fn check(folder: &str, rules: &CheckedRules) -> Result<(), String> {
    struct Read<'a>(&'a str, &'a CheckedRules);

    impl OnBoard for Read<'_> {
        type Output = Result<(), String>;

        fn run<G: Geometry>(self, geometry: G) -> Self::Output {
            tables(self.0, &Game::new(self.1.clone(), geometry)).map(drop)
        }
    }

    with_geometry(rules.board, Read(folder, rules))
}

/// The tables of a game below a folder; the first time they are read.
///
/// # Errors
/// As [`check`].
pub fn tables<G: Geometry>(folder: &str, game: &Game<G>) -> Result<Arc<Tables<G>>, String> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let known = read.iter().find_map(|entry| {
        let is_it = entry.folder == folder && entry.rules == **game.rules();
        Arc::downcast::<Tables<G>>(entry.tables.clone()).ok().filter(|_| is_it)
    });
    if let Some(tables) = known {
        return Ok(tables);
    }
    let setting = Setting::new(game.rules(), game.geometry()).map_err(|refusal| refusal.to_string())?;
    let mut tables = Tables::new(setting);
    tables.read_all(Path::new(folder)).map_err(|error| error.to_string())?;
    if tables.tables().is_empty() {
        return Err(format!("there are no endgame tables of this game in `{folder}`; `petteia solve` makes them"));
    }
    let tables = Arc::new(tables);
    read.push(Entry { folder: folder.to_owned(), rules: Rules::clone(game.rules()), tables: tables.clone() });
    Ok(tables)
}
