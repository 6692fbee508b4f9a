//! Recognises the kind of a TOML file by its keys, so that a wrong command can name the right one, and an experiment by the
//! keys that choose what it plays.

use std::path::Path;

use toml::Table;
use toml::de::DeTable;

use super::source::{ExperimentError, Source};

/// What a TOML file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A game.
    Game,
    /// An experiment.
    Experiment,
    /// A fit of the evaluation.
    Fit,
    /// A search for rules.
    Search,
}

/// What an experiment plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Games of the pairings in its file.
    Games,
    /// Pairs of games of every two of its agents, with colours swapped: a tournament.
    Pairs,
    /// Games from random placements of endings with a known value: an endgame test.
    Placements,
}

/// The keys that choose a form; without any of them, an experiment plays games.
const CHOOSING: [(&str, Form); 7] = [
    ("placements", Form::Placements),
    ("endings", Form::Placements),
    ("tables_smaller", Form::Placements),
    ("unequal", Form::Placements),
    ("agents", Form::Pairs),
    ("pairs", Form::Pairs),
    ("speed_seconds", Form::Pairs),
];

/// The keys of every experiment.
const COMMON: [&str; 3] = ["name", "seed", "variants"];

impl Form {
    const ALL: [Form; 3] = [Form::Games, Form::Pairs, Form::Placements];

    /// Returns the form of an experiment with this text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let chosen = toml::from_str::<Table>(text).ok().and_then(|table| choice(|key| table.contains_key(key)));
        chosen.map_or(Form::Games, |(_, form)| form)
    }

    /// Returns the keys that not every experiment has.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Form::Games => {
                &["games", "stop", "budget", "pairings", "ladder", "factors", "refused", "limits", "opening", "proofs"]
            }
            Form::Pairs => &["agents", "pairs", "games", "factors", "refused", "limits", "opening", "speed_seconds"],
            Form::Placements => &["placements", "endings", "agents", "tables_smaller", "unequal"],
        }
    }

    /// Returns the word for an experiment of this form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Games => "experiment",
            Form::Pairs => "tournament",
            Form::Placements => "endgame test",
        }
    }
}

/// Returns the first of the given keys that chooses a form.
fn choice(is_given: impl Fn(&str) -> bool) -> Option<(&'static str, Form)> {
    CHOOSING.into_iter().find(|(key, _)| is_given(key))
}

impl FileKind {
    const ALL: [FileKind; 4] = [FileKind::Experiment, FileKind::Game, FileKind::Fit, FileKind::Search];

    /// Returns how many keys of such a file a table has.
    fn keys_in(self, table: &Table) -> usize {
        let is_key = |key: &&String| match self {
            FileKind::Experiment => {
                COMMON.contains(&key.as_str()) || Form::ALL.iter().any(|form| form.keys().contains(&key.as_str()))
            }
            FileKind::Game => ["name", "base", "switches", "rules"].contains(&key.as_str()),
            FileKind::Fit => ["seed", "games", "each", "rounds", "agent", "opening"].contains(&key.as_str()),
            FileKind::Search => {
                ["name", "seed", "base", "space", "goal", "players", "distance", "opening", "limits", "proofs"]
                    .contains(&key.as_str())
            }
        };
        table.keys().filter(is_key).count()
    }

    /// Returns what such a file is and what can be done with it.
    fn advice(self, path: &str) -> String {
        match self {
            FileKind::Game => format!(
                "this file is a game; explain it with `petteia games {path}`, or name it in the `variants` of an experiment"
            ),
            FileKind::Experiment => format!("this file is an experiment; play it with `petteia run {path}`"),
            FileKind::Fit => format!("this file is a fit; run it with `petteia fit {path}`"),
            FileKind::Search => format!("this file is a search for rules; run it with `petteia search {path}`"),
        }
    }
}

/// Returns the kind of which a text has the most keys, unless it has as many of the `wanted` kind.
fn better_kind(text: &str, wanted: FileKind) -> Option<FileKind> {
    let table: Table = toml::from_str(text).ok()?;
    let best = FileKind::ALL.into_iter().max_by_key(|kind| kind.keys_in(&table))?;
    (best.keys_in(&table) > wanted.keys_in(&table)).then_some(best)
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

    /// Returns the form of an experiment whose keys are known.
    ///
    /// # Errors
    /// Keys that do not go together.
    pub fn form(&self) -> Result<Form, ExperimentError> {
        let Ok(document) = DeTable::parse(&self.text) else { return Ok(Form::Games) };
        let keys = || document.get_ref().keys();
        let Some((choosing, form)) = choice(|wanted| keys().any(|key| key.get_ref() == wanted)) else {
            return Ok(Form::Games);
        };
        let fits = |key: &str| COMMON.contains(&key) || form.keys().contains(&key);
        let Some(key) = keys().find(|key| !fits(key.get_ref())) else { return Ok(form) };
        let others: Vec<String> = form.keys().iter().chain(&COMMON).map(|key| format!("`{key}`")).collect();
        let message = format!(
            "`{}` and `{choosing}` do not go together; the keys of this form of experiment are {}",
            key.get_ref(),
            others.join(", ")
        );
        Err(self.wrong(key.span(), message))
    }

    /// Returns the error that a key is missing.
    #[must_use]
    pub fn missing(&self, key: &'static str) -> ExperimentError {
        self.wrong(0..0, super::reader::Fault::MissingKey(key).words(None))
    }
}
