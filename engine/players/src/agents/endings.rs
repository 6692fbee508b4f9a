//! Endgame tables in which a player looks up positions.

use std::fmt;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use petteia_engine::{CheckedRules, Progress, Rules};
use petteia_proofs::endgame::{Chances, Endgames, Ending, Seat, TablebaseBudget};

use super::about::OptionAbout;
use super::once::Once;
use super::options::{ENDGAMES, Options};

/// Which endgame tables a player uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// No tables.
    #[default]
    Off,
    /// The tables of all [small endings](TablebaseBudget::Small), computed on demand; none if the rules allow none.
    Auto,
    /// The same for endings with [at most this number of pieces](TablebaseBudget::UpTo).
    UpTo(u32),
    /// The tables in a folder and its subfolders.
    Folder(String),
}

/// The tables of a game.
#[derive(Clone, Debug)]
pub enum LoadedTables {
    /// Wins, draws and losses.
    Exact(Arc<Endgames>),
    /// Expectations, in a game with a die.
    Chances(Arc<Chances>),
}

impl LoadedTables {
    /// Returns the seats whose tables are loaded.
    pub(super) fn held(&self) -> Vec<Seat> {
        match self {
            LoadedTables::Exact(endgames) => endgames.held(),
            LoadedTables::Chances(chances) => chances.held(),
        }
    }
}

/// The option of every agent that looks up positions.
pub const ABOUT_ENDGAMES: OptionAbout = OptionAbout::new(
    ENDGAMES,
    "auto, off, a number or a folder",
    "endgame tables: computed on demand if the rules allow it, all small ones or up to a number of pieces; or those of \
     `petteia prove` in a folder; off by default",
);

impl Tables {
    /// Parses the option `endgames`.
    pub(super) fn option(options: &Options) -> Result<Tables, String> {
        let right = "`auto`, `off`, a number of pieces, or the path of a folder, without a comma";
        Ok(options.get(ENDGAMES, right, Tables::read)?.unwrap_or_default())
    }

    fn read(text: &str) -> Option<Tables> {
        match text {
            "" => None,
            "off" => Some(Tables::Off),
            "auto" => Some(Tables::Auto),
            other => Some(other.parse().map_or_else(|_| Tables::Folder(other.to_owned()), Tables::UpTo)),
        }
    }

    /// Returns the extent of the endings whose tables are computed on demand, or `None` if no tables are.
    pub(super) fn extent(&self) -> Option<TablebaseBudget> {
        match self {
            Tables::Auto => Some(TablebaseBudget::Small),
            Tables::UpTo(pieces) => Some(TablebaseBudget::UpTo(*pieces)),
            Tables::Off | Tables::Folder(_) => None,
        }
    }

    /// Returns the tables for a game, which are read or computed before it is played; `progress` receives the progress.
    /// Returns `None` if the rules allow no tables.
    pub(super) fn of(&self, rules: &CheckedRules, progress: &dyn Progress) -> Result<Option<LoadedTables>, String> {
        if *self == Tables::Off {
            return Ok(None);
        }
        if !cfg!(feature = "tables") {
            return Err("`endgames`: this program has no endgame tables; leave the option out".into());
        }
        // Tables do not depend on limits, and variants often differ only in their limits.
        let found = KNOWN.get((self.clone(), rules.unlimited()), |_| match self {
            Tables::Folder(folder) => in_folder(folder, rules).map(Some),
            _ => Ok(self.extent().and_then(|extent| on_demand(rules, extent, progress))),
        });
        found.map_err(|why| format!("`endgames`: {why}"))
    }

    /// Returns the tables of a game for which [`AgentSpec::prepare`](super::AgentSpec) has already checked that they
    /// are available.
    pub(super) fn found(&self, rules: &CheckedRules) -> Option<LoadedTables> {
        self.of(rules, &()).ok().flatten()
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

/// All tables requested so far. They are large.
static KNOWN: Once<(Tables, Rules), Option<LoadedTables>> = Once::new();

/// Returns the endings of an extent whose tables are computed on demand, smallest first.
pub(super) fn endings_on_demand(rules: &CheckedRules, extent: TablebaseBudget) -> Vec<Ending> {
    let endings = if rules.die.is_some() {
        Chances::new(rules).map(|chances| chances.endings_on_demand(extent))
    } else {
        Endgames::new(rules).map(|endgames| endgames.endings_on_demand(extent))
    };
    endings.unwrap_or_default()
}

/// Returns the tables of a game in a folder or one of its subfolders.
fn in_folder(folder: &str, rules: &CheckedRules) -> Result<LoadedTables, String> {
    let path = Path::new(folder);
    let found = if rules.die.is_some() {
        let mut chances = Chances::new(rules).map_err(|refusal| refusal.to_string())?;
        chances.read_all(path).map_err(|error| error.to_string())?;
        LoadedTables::Chances(Arc::new(chances))
    } else {
        let mut endgames = Endgames::new(rules).map_err(|refusal| refusal.to_string())?;
        endgames.read_all(path).map_err(|error| error.to_string())?;
        LoadedTables::Exact(Arc::new(endgames))
    };
    if found.held().is_empty() {
        return Err(format!(
            "there are no endgame tables of this game in `{folder}`; create them with `petteia prove --pieces`"
        ));
    }
    Ok(found)
}

fn on_demand(rules: &CheckedRules, extent: TablebaseBudget, progress: &dyn Progress) -> Option<LoadedTables> {
    let cache = cache("endgames");
    let folder = cache.as_deref();
    let make = || match rules.die {
        Some(_) => Chances::on_demand(rules, extent, folder, progress).map(Arc::new).map(LoadedTables::Chances),
        None => Endgames::on_demand(rules, extent, folder, progress).map(Arc::new).map(LoadedTables::Exact),
    };
    // The computation has its own thread, because a pool's worker that waits for others may begin another game, which
    // would request these tables too and wait forever.
    thread::scope(|scope| scope.spawn(make).join().unwrap_or_else(|panic| resume_unwind(panic)))
}

/// Returns the folder in which something is kept for later: in `PETTEIA_CACHE`, or in the user's cache; `None` if neither
/// exists. Tables computed on demand are `endgames`.
#[must_use]
pub fn cache(what: &str) -> Option<PathBuf> {
    let given = std::env::var_os("PETTEIA_CACHE").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    given.or_else(|| Some(dirs::cache_dir()?.join("petteia"))).map(|folder| folder.join(what))
}
