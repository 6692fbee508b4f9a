//! Recognises the kind of a TOML file by its keys, so that a wrong command can name the right one.

use std::path::Path;

use toml::Table;

use super::source::{ExperimentError, Source};

/// What a TOML file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A game.
    Game,
    /// An experiment.
    Experiment,
    /// A tournament.
    Tournament,
    /// An examination.
    Exam,
    /// A fit of the evaluation.
    Fit,
    /// A search for rules.
    Search,
}

const KEYS: [(FileKind, &[&str]); 6] = [
    (
        FileKind::Experiment,
        &[
            "name", "seed", "games", "stop", "variants", "pairings", "factors", "refused", "ladder", "limits",
            "opening", "proofs",
        ],
    ),
    (FileKind::Game, &["name", "base", "switches", "rules"]),
    (FileKind::Tournament, &["name", "seed", "games", "agents", "pairs", "opening", "speed_seconds"]),
    (FileKind::Exam, &["name", "seed", "placements", "endings", "agents", "tables_smaller", "variants"]),
    (FileKind::Fit, &["seed", "games", "each", "rounds", "agent", "opening"]),
    (
        FileKind::Search,
        &["name", "seed", "base", "space", "goal", "players", "distance", "opening", "limits", "proofs"],
    ),
];

/// Returns the kind of which a text has the most keys, unless it has as many of the `wanted` kind.
fn better_kind(text: &str, wanted: FileKind) -> Option<FileKind> {
    let table: Table = toml::from_str(text).ok()?;
    let found = |keys: &[&str]| keys.iter().filter(|&&key| table.contains_key(key)).count();
    let of_wanted = KEYS.iter().find(|(kind, _)| *kind == wanted).map_or(0, |(_, keys)| found(keys));
    let best = KEYS.iter().max_by_key(|(_, keys)| found(keys))?;
    (found(best.1) > of_wanted).then_some(best.0)
}

impl FileKind {
    /// Returns what such a file is and what can be done with it.
    fn advice(self, path: &str) -> String {
        match self {
            FileKind::Game => format!(
                "this file is a game; explain it with `petteia games {path}`, or name it in the `variants` of an experiment"
            ),
            FileKind::Experiment => format!("this file is an experiment; play it with `petteia run {path}`"),
            FileKind::Tournament => format!("this file is a tournament; play it with `petteia run {path}`"),
            FileKind::Exam => format!("this file is an examination; play it with `petteia run {path}`"),
            FileKind::Fit => format!("this file is a fit; run it with `petteia fit {path}`"),
            FileKind::Search => format!("this file is a search for rules; run it with `petteia search {path}`"),
        }
    }
}

/// Returns the kind of a file, an experiment if it cannot be read or has keys of none.
#[must_use]
pub fn file_kind(path: &Path) -> FileKind {
    let better = Source::read(path).ok().and_then(|source| better_kind(&source.text, FileKind::Experiment));
    better.unwrap_or(FileKind::Experiment)
}

/// Returns whether a file is a fit of several games, not a game.
pub fn is_fit(path: &Path) -> bool {
    Source::read(path).is_ok_and(|source| better_kind(&source.text, FileKind::Game) == Some(FileKind::Fit))
}

impl Source {
    /// Rejects a file whose keys belong to another kind.
    pub fn check_kind(&self, wanted: FileKind) -> Result<(), ExperimentError> {
        let advise = |kind: FileKind| Err(self.wrong(0..0, kind.advice(&self.path.display().to_string())));
        better_kind(&self.text, wanted).map_or(Ok(()), advise)
    }
}
