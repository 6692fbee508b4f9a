//! Endgame tables that a player looks positions up in.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use petteia_engine::{CheckedRules, Rules};
use petteia_proofs::endgame::{Endgames, Silent, Watch};

use super::AgentError;

/// Which endgame tables a player uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// None.
    #[default]
    Off,
    /// Those of all [small endings](Endgames::small_endings), made when they are needed; none where the rules allow none.
    Auto,
    /// The same of endings with at most so many pieces.
    UpTo(u32),
    /// Those in a folder and in the folders in it.
    Folder(String),
}

impl Tables {
    /// Reads the value of the option `tables`.
    pub(super) fn read(text: &str) -> Option<Tables> {
        match text {
            "" => None,
            "off" => Some(Tables::Off),
            "auto" => Some(Tables::Auto),
            other => Some(other.parse().map_or_else(|_| Tables::Folder(other.to_owned()), Tables::UpTo)),
        }
    }

    /// Returns the most pieces of the endings whose tables are made on demand; nothing where none are.
    pub(super) fn most_pieces(&self) -> Option<u32> {
        match self {
            Tables::Auto => Some(u32::MAX),
            Tables::UpTo(pieces) => Some(*pieces),
            Tables::Off | Tables::Folder(_) => None,
        }
    }

    /// Returns the tables for a game, read or made before it is played; `watch` sees how that goes. Nothing where the rules
    /// allow none.
    ///
    /// # Errors
    /// A folder was named that has none, or tables that cannot be used.
    pub(super) fn of(&self, rules: &CheckedRules, watch: &dyn Watch) -> Result<Option<Arc<Endgames>>, AgentError> {
        match self {
            Tables::Off => Ok(None),
            Tables::Auto | Tables::UpTo(_) => {
                let most_pieces = self.most_pieces().unwrap_or(0);
                remembered(self, rules, || Ok(on_demand(rules, most_pieces, watch)))
            }
            Tables::Folder(folder) => {
                remembered(self, rules, || in_folder(folder, rules).map(Some)).map_err(AgentError::NoTables)
            }
        }
    }

    /// Returns what there is for a game where that was made sure of before: see [`AgentSpec::prepare`](super::AgentSpec).
    pub(super) fn found(&self, rules: &CheckedRules) -> Option<Arc<Endgames>> {
        self.of(rules, &Silent).ok().flatten()
    }
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tables::Off => f.write_str("off"),
            Tables::Auto => f.write_str("auto"),
            Tables::UpTo(pieces) => pieces.fmt(f),
            Tables::Folder(folder) => f.write_str(folder),
        }
    }
}

/// Tables that a player asked for, and what there was for it.
struct Entry {
    tables: Tables,
    rules: Rules,
    endgames: Option<Arc<Endgames>>,
}

/// All tables that were asked for: they are large, and every game has new agents.
static KNOWN: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// What was found the first time that somebody asked.
fn remembered<E>(
    tables: &Tables,
    rules: &CheckedRules,
    find: impl FnOnce() -> Result<Option<Endgames>, E>,
) -> Result<Option<Arc<Endgames>>, E> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    // Tables know no limits, and variants often differ in nothing else.
    let rules = rules.unlimited();
    if let Some(entry) = known.iter().find(|entry| entry.tables == *tables && entry.rules == rules) {
        return Ok(entry.endgames.clone());
    }
    let endgames = find()?.map(Arc::new);
    known.push(Entry { tables: tables.clone(), rules, endgames: endgames.clone() });
    Ok(endgames)
}

/// The tables of a game in a folder, or in those in it.
fn in_folder(folder: &str, rules: &CheckedRules) -> Result<Endgames, String> {
    let mut endgames = Endgames::new(rules).map_err(|refusal| refusal.to_string())?;
    endgames.read_all(Path::new(folder)).map_err(|error| error.to_string())?;
    if endgames.held().is_empty() {
        return Err(format!("there are no endgame tables of this game in `{folder}`; `petteia solve` makes them"));
    }
    Ok(endgames)
}

fn on_demand(rules: &CheckedRules, most_pieces: u32, watch: &dyn Watch) -> Option<Endgames> {
    // On a thread of its own: a worker of a pool that waits for others may begin another game, which would ask for these
    // tables too and wait for ever.
    thread::scope(|scope| {
        let making = scope.spawn(|| Endgames::on_demand(rules, most_pieces, cache().as_deref(), watch));
        making.join().expect("making tables does not panic")
    })
}

/// The folder in which tables made on demand are kept: `PETTEIA_CACHE`, or the user's cache; none where there is neither.
fn cache() -> Option<PathBuf> {
    let given = std::env::var_os("PETTEIA_CACHE").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    given.or_else(|| Some(dirs::cache_dir()?.join("petteia"))).map(|folder| folder.join("endgames"))
}
