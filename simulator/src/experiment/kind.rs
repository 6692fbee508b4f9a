//! Recognises the kind of a TOML file by its keys, so that a wrong command can name the right one.

use std::path::Path;

use toml::Table;

use super::errors::{ExperimentError, Source};

/// What a TOML file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    Game,
    Experiment,
    Tournament,
    Exam,
    Fit,
}

impl FileKind {
    /// Returns the kind of file to which the keys belong, if they belong to any.
    fn of(table: &Table) -> Option<Self> {
        let has = |keys: &[&str]| keys.iter().all(|&key| table.contains_key(key));
        let kinds = [
            (FileKind::Exam, has(&["endings", "agents"])),
            (FileKind::Tournament, has(&["pairs", "agents"])),
            (FileKind::Fit, has(&["each"]) || has(&["rounds"])),
            (FileKind::Experiment, has(&["variants"]) || has(&["pairings"])),
            (FileKind::Game, has(&["rules"]) || has(&["base"])),
        ];
        kinds.into_iter().find(|&(_, fits)| fits).map(|(kind, _)| kind)
    }

    /// Returns what such a file is and what can be done with it.
    fn advice(self, path: &str) -> String {
        match self {
            FileKind::Game => format!(
                "this file is a game; explain it with `petteia rules {path}`, or name it in the `variants` of an experiment"
            ),
            FileKind::Experiment => format!("this file is an experiment; play it with `petteia run {path}`"),
            FileKind::Tournament => format!("this file is a tournament; play it with `petteia tournament {path}`"),
            FileKind::Exam => format!("this file is an examination; run it with `petteia exam {path}`"),
            FileKind::Fit => format!("this file is a fit; run it with `petteia fit {path}`"),
        }
    }
}

/// Returns whether a file is a fit of several games.
pub fn is_fit(path: &Path) -> bool {
    let source = Source::read(path).ok();
    source.and_then(|source| toml::from_str(&source.text).ok()).and_then(|table| FileKind::of(&table))
        == Some(FileKind::Fit)
}

impl Source {
    /// Rejects a file whose keys belong to another kind.
    pub(crate) fn check_kind(&self, wanted: FileKind) -> Result<(), ExperimentError> {
        let kind = toml::from_str(&self.text).ok().and_then(|table: Table| FileKind::of(&table));
        match kind {
            Some(other) if other != wanted => Err(self.wrong(0..0, other.advice(&self.path.display().to_string()))),
            _ => Ok(()),
        }
    }
}
