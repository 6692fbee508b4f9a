//! `manifest.json`: the question that a folder answers, and the program that asked it.

use std::path::{Path, PathBuf};

use petteia_engine::files::{read_regular, write_whole};
use petteia_players::config::Form;
use petteia_tables::Sha256;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::RunError;
use crate::cell::{Cell, CellId};
use crate::program;

/// Raised when the files of a folder change: the manifest, the ledgers, the names of the chunks or their columns.
pub const FORMAT: u32 = 6;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// The kind of a question; the other words are those of format 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// An experiment, of any [`Form`].
    #[serde(alias = "tournament", alias = "exam")]
    Experiment,
    /// A match of two agents, or of an agent and itself: with growing budgets, at several handicaps, or after each first
    /// move.
    #[serde(alias = "depth", alias = "handicap", alias = "openings")]
    Match,
    /// A search for rules.
    Search,
}

impl QuestionKind {
    /// Returns whether a file asks it; other questions are asked by the options of a command.
    #[must_use]
    pub fn has_file(self) -> bool {
        matches!(self, QuestionKind::Experiment | QuestionKind::Search)
    }
}

/// A question in the form in which a folder keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Its kind.
    pub kind: QuestionKind,
    /// Its name. A folder belongs to one kind, form and name; everything else may change.
    pub name: String,
    /// Its file, or its parameters in words.
    pub text: String,
    /// Games of each cell, instead of those in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The seed, instead of that in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Request {
    /// Returns what its cells consist of if it is an experiment.
    #[must_use]
    pub fn form(&self) -> Option<Form> {
        (self.kind == QuestionKind::Experiment).then(|| Form::of(&self.text))
    }
}

/// What a folder is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// See [`FORMAT`].
    pub format: u32,
    /// Whether the folder may still contain files of its previous question: see [`reset`](super::reset).
    #[serde(rename = "starting_over", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_resetting: bool,
    /// The version of the program that asked last.
    pub version: String,
    /// Its commit.
    pub commit: String,
    /// SHA-256 of the question and its cells, as JSON without spaces.
    pub question_sha256: String,
    /// The question.
    #[serde(flatten)]
    pub request: Request,
    /// Its cells, in order.
    pub cells: Vec<CellId>,
}

impl Manifest {
    /// Returns the manifest of a question that this program asks.
    #[must_use]
    pub fn new<'a>(request: Request, cells: impl IntoIterator<Item = &'a Cell>) -> Self {
        let cells: Vec<CellId> = cells.into_iter().map(Cell::id).collect();
        Manifest {
            format: FORMAT,
            is_resetting: false,
            version: program::VERSION.into(),
            commit: program::commit().into(),
            question_sha256: sha256(&request, &cells),
            request,
            cells,
        }
    }

    /// Returns its path in a folder.
    #[must_use]
    pub fn path_in(folder: &Path) -> PathBuf {
        folder.join(MANIFEST)
    }

    /// Returns the SHA-256 of its file, or of its parameters.
    #[must_use]
    pub fn text_sha256(&self) -> String {
        Sha256::of(self.request.text.as_bytes()).to_string()
    }

    /// Returns the short name of the cells of the question, by which ledgers count its time.
    #[must_use]
    pub fn question(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(CellId::to_string).collect();
        Sha256::of(cells.join(" ").as_bytes()).to_string().chars().take(16).collect()
    }

    /// Returns what it is about, in words.
    #[must_use]
    pub fn title(&self) -> String {
        let what = match self.request.kind {
            QuestionKind::Experiment => Form::of(&self.request.text).name(),
            QuestionKind::Match => "match",
            QuestionKind::Search => "search",
        };
        format!("the {what} `{}`", self.request.name)
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// The folder is not a run folder or is being started over, or its manifest is damaged or of another format.
    pub fn read(folder: &Path) -> Result<Self, RunError> {
        let manifest = Self::read_any(folder)?;
        if manifest.is_resetting {
            let problem = "starting over was interrupted; repeat the command that made this folder".into();
            return Err(RunError::Manifest { path: Self::path_in(folder), problem });
        }
        Ok(manifest)
    }

    /// Reads the manifest of a folder, even if it is being started over.
    ///
    /// # Errors
    /// The folder is not a run folder, or its manifest is damaged or of another format.
    pub fn read_any(folder: &Path) -> Result<Self, RunError> {
        let value = Self::json(folder)?;
        let format = value.get("format");
        if value.get("version").is_some() && format != Some(&FORMAT.into()) {
            let found = format.map_or_else(|| "an older one".to_owned(), Value::to_string);
            let problem = format!(
                "the format of this folder is {found}, this program's is {FORMAT}; use the petteia that wrote it, or {}",
                played_again(folder, &value)
            );
            return Err(RunError::Manifest { path: Self::path_in(folder), problem });
        }
        let manifest: Manifest = serde_json::from_value(value).map_err(|error| damaged(folder, &error))?;
        if manifest.question_sha256 != sha256(&manifest.request, &manifest.cells) {
            return Err(damaged(folder, &"the SHA-256 of its question does not match"));
        }
        if !program::is_version(&manifest.version) {
            return Err(damaged(folder, &"its `version` is no version, such as `1.2.3`"));
        }
        if !program::is_commit(&manifest.commit) {
            return Err(damaged(folder, &"its `commit` is neither hexadecimal digits nor `unknown`"));
        }
        Ok(manifest)
    }

    /// Returns the file of the question of a folder, or its parameters in words, whatever the format of the folder is.
    ///
    /// # Errors
    /// The folder is not a run folder, or its manifest is damaged.
    pub fn text_in(folder: &Path) -> Result<String, RunError> {
        let value = Self::json(folder)?;
        let text = value.get("text").and_then(Value::as_str);
        text.map(str::to_owned).ok_or_else(|| damaged(folder, &"it has no question"))
    }

    fn json(folder: &Path) -> Result<Value, RunError> {
        let path = Self::path_in(folder);
        let bytes = read_regular(&path).map_err(|error| RunError::Manifest {
            problem: format!("this is not a run folder: {}", error.source),
            path: path.clone(),
        })?;
        serde_json::from_slice(&bytes).map_err(|error| damaged(folder, &error))
    }

    /// Writes it to a folder.
    pub(super) fn write(&self, folder: &Path, label: &str) -> Result<(), RunError> {
        let text = serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n";
        Ok(write_whole(&Self::path_in(folder), label, text.as_bytes())?)
    }

    /// Makes sure that a folder with this manifest may answer another question: one of the same kind, form and name.
    ///
    /// # Errors
    /// It is another question.
    pub fn check_same_name(&self, folder: &Path, now: &Manifest) -> Result<(), RunError> {
        let identity = |request: &Request| (request.kind, request.form(), request.name.clone());
        let same = identity(&self.request) == identity(&now.request);
        let other = || RunError::OtherQuestion { folder: folder.to_owned(), found: self.title(), asked: now.title() };
        if same { Ok(()) } else { Err(other()) }
    }
}

fn damaged(folder: &Path, error: &dyn std::fmt::Display) -> RunError {
    let problem = format!(
        "it is damaged or was written by another version: {error}. Delete it, and give the command that made the folder \
         again: its games are kept"
    );
    RunError::Manifest { path: Manifest::path_in(folder), problem }
}

/// Says how to play the question of a folder of another format again.
fn played_again(folder: &Path, manifest: &Value) -> String {
    let kind = manifest.get("kind").and_then(|kind| QuestionKind::deserialize(kind).ok());
    let Some(kind) = kind.filter(|kind| kind.has_file()) else {
        return "give the command that made it again, with another folder".into();
    };
    let command = if kind == QuestionKind::Search { "search" } else { "run" };
    format!(
        "play its question again in another folder: petteia status {} --experiment again.toml; petteia {command} again.toml \
         --out FOLDER",
        folder.display()
    )
}

fn sha256(request: &Request, cells: &[CellId]) -> String {
    Sha256::of(&serde_json::to_vec(&(request, cells)).expect("a question is plain data")).to_string()
}
