//! `manifest.json`: the plan that a folder belongs to, and what plays it.

use std::fs;
use std::path::{Path, PathBuf};

use petteia_engine::{BySide, Rules};
use petteia_files::write_whole;
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::RunError;
use crate::experiment::{Cell, Experiment, Plan, StopRule};
use crate::program;

/// Raised when a column of the tables or the play of a game changes, so that runs do not mix.
pub const SCHEMA: u32 = 2;

/// All that decides which rows a run has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// See [`SCHEMA`].
    pub schema: u32,
    /// The version of the program that plays it.
    pub version: String,
    /// Its commit.
    pub commit: String,
    /// SHA-256 of the plan: the keys from `name` to `cells`, as JSON without spaces.
    pub plan_sha256: String,
    /// The plan.
    #[serde(flatten)]
    pub plan: PlanText,
    /// SHA-256 of the experiment file.
    pub experiment_sha256: String,
    /// The experiment file.
    pub experiment: String,
}

/// A plan as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanText {
    /// The experiment's name.
    pub name: String,
    /// The experiment's seed.
    pub seed: u64,
    /// What happens before the agents play.
    pub opening: OpeningText,
    /// See [`Plan::budget`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_seconds: Option<u64>,
    /// All cells.
    pub cells: Vec<CellText>,
}

/// What happens before the agents play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningText {
    /// Random decisions.
    pub random_plies: u32,
}

/// A cell as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellText {
    cell: u32,
    variant: String,
    factors: Vec<(String, String)>,
    white: String,
    black: String,
    pub(super) games: u64,
    unit_games: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop: Option<StopRule>,
    rules: Rules,
}

impl CellText {
    fn of(cell: &Cell) -> Self {
        CellText {
            cell: cell.index,
            variant: cell.variant.clone(),
            factors: cell.factors.clone(),
            white: cell.matchup.agents.white.to_string(),
            black: cell.matchup.agents.black.to_string(),
            games: cell.games,
            unit_games: cell.unit_games(),
            stop: cell.stop,
            rules: (*cell.matchup.rules).clone(),
        }
    }

    fn cell(&self, opening: u32) -> Result<Cell, String> {
        let agent = |text: &str| text.parse::<AgentSpec>().map_err(|error| error.to_string());
        Ok(Cell {
            index: self.cell,
            variant: self.variant.clone(),
            matchup: Matchup {
                rules: self.rules.clone().check().map_err(|error| error.to_string())?,
                agents: BySide { white: agent(&self.white)?, black: agent(&self.black)? },
                opening,
            },
            factors: self.factors.clone(),
            games: self.games,
            stop: self.stop,
        })
    }
}

/// The SHA-256 of some bytes, in hexadecimal digits as `sha256sum` prints it.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Manifest {
    /// The manifest of a plan that this program plays.
    pub fn of(experiment: &Experiment, plan: &Plan) -> Self {
        let text = PlanText {
            name: plan.name.clone(),
            seed: plan.seed,
            opening: OpeningText { random_plies: plan.opening() },
            budget_seconds: plan.budget.map(|budget| budget.as_secs()),
            cells: plan.cells.iter().map(CellText::of).collect(),
        };
        Manifest {
            schema: SCHEMA,
            version: program::VERSION.into(),
            commit: program::commit().into(),
            plan_sha256: text.sha256(),
            plan: text,
            experiment_sha256: sha256(experiment.text().as_bytes()),
            experiment: experiment.text().into(),
        }
    }

    /// Where a run keeps it.
    pub fn path_in(run: &Path) -> PathBuf {
        run.join("manifest.json")
    }

    /// The manifest of a run.
    ///
    /// # Errors
    /// The folder is no run, or its manifest is damaged.
    pub fn read(run: &Path) -> Result<Self, RunError> {
        let path = Self::path_in(run);
        let wrong = |problem: String| RunError::Manifest { path: path.clone(), problem };
        let text = fs::read_to_string(&path).map_err(|error| wrong(format!("this is no folder of a run: {error}")))?;
        let manifest: Manifest = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("it is damaged or of another version: {error}")))?;
        if manifest.plan_sha256 != manifest.plan.sha256() {
            return Err(wrong("it is damaged: its plan has not the SHA-256 that it says".into()));
        }
        Ok(manifest)
    }

    /// Writes it into a folder that has none.
    pub fn write(&self, run: &Path, label: &str) -> Result<(), RunError> {
        let text = serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n";
        Ok(write_whole(&Self::path_in(run), label, text.as_bytes())?)
    }

    /// The plan that can be played.
    ///
    /// # Errors
    /// It has rules or agents that this program does not know.
    pub fn plan(&self) -> Result<Plan, RunError> {
        let opening = self.plan.opening.random_plies;
        let cells = self.plan.cells.iter().map(|cell| cell.cell(opening)).collect::<Result<_, _>>();
        let cells = cells.map_err(|problem| RunError::Manifest { path: "manifest.json".into(), problem })?;
        Ok(Plan {
            name: self.plan.name.clone(),
            seed: self.plan.seed,
            budget: self.plan.budget_seconds.map(std::time::Duration::from_secs),
            cells,
        })
    }

    /// The first thing that differs between this manifest and one that is to go on with the same parts. Comments in the
    /// experiment file may differ.
    pub fn difference(&self, now: &Manifest) -> Option<String> {
        let value = |manifest: &Manifest| serde_json::to_value(manifest).expect("a manifest is plain data");
        difference(&value(self), &value(now))
    }
}

impl PlanText {
    fn sha256(&self) -> String {
        sha256(serde_json::to_string(self).expect("a plan is plain data").as_bytes())
    }
}

fn difference(old: &Value, new: &Value) -> Option<String> {
    let keys = ["schema", "version", "commit", "name", "seed", "opening", "budget_seconds"];
    let differing = keys.into_iter().find(|key| old.get(key) != new.get(key));
    let text = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), Value::to_string);
    if let Some(key) = differing {
        return Some(format!("its {key} is {}, now it would be {}", text(old.get(key)), text(new.get(key))));
    }
    let cells = |manifest: &Value| manifest["cells"].as_array().cloned().unwrap_or_default();
    let (old_cells, new_cells) = (cells(old), cells(new));
    if old_cells.len() != new_cells.len() {
        return Some(format!("it has {} cells, now it would have {}", old_cells.len(), new_cells.len()));
    }
    let (before, now) = old_cells.iter().zip(&new_cells).find(|(before, now)| before != now)?;
    let fields = ["variant", "factors", "white", "black", "games", "stop", "unit_games", "rules"];
    let field = fields.into_iter().find(|field| before.get(field) != now.get(field))?;
    let (before, after) = (text(before.get(field)), text(now.get(field)));
    Some(format!("the {field} of cell {} is {before}, now it would be {after}", now["cell"]))
}
