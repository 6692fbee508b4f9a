//! `manifest.json`: the plan that a folder belongs to, and the program that plays it.

use std::path::{Path, PathBuf};

use super::RunError;
use crate::experiment::{Cell, Experiment, Plan, StopRule, check_games};
use crate::program;
use petteia_engine::{BySide, Rules};
use petteia_files::{read_regular, write_whole};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_tables::Sha256;
use petteia_variants::{check_limits, check_name};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Raised when a column of the tables or the play of a game changes, so that runs do not mix.
pub const SCHEMA: u32 = 2;

/// Raised when the files of a folder change: the manifest, the ledgers, or the names of the parts.
pub const FORMAT: u32 = 2;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// Everything that determines the rows of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// See [`FORMAT`].
    pub format: u32,
    /// Whether the folder may still contain files of its previous run: see [`start_over`](super::start_over).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub starting_over: bool,
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

/// The written form of a plan.
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
    /// See [`Plan::left_out`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// All cells.
    pub cells: Vec<CellText>,
}

/// What happens before the agents play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningText {
    /// Random decisions.
    pub random_plies: u32,
}

/// The written form of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellText {
    cell: u32,
    variant: String,
    factors: Vec<(String, String)>,
    white: String,
    black: String,
    /// The endings for which the agents use tables computed on demand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    endgames: Vec<String>,
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
            endgames: cell.matchup.endings_on_demand().iter().map(ToString::to_string).collect(),
            games: cell.games,
            unit_games: cell.unit_games(),
            stop: cell.stop,
            rules: (*cell.matchup.rules).clone(),
        }
    }

    /// Returns the playable cell at a place in the plan.
    fn cell(&self, index: usize, opening: u32) -> Result<Cell, String> {
        let agent = |text: &str| text.parse::<AgentSpec>().map_err(|error| error.to_string());
        if self.cell as usize != index {
            return Err(format!("its cell {index} is called `cell` {}", self.cell));
        }
        check_games(self.games)?;
        check_limits(&self.variant, self.rules.limits)?;
        if let Some(stop) = &self.stop {
            check_games(stop.max_games).and_then(|()| stop.check())?;
        }
        let cell = Cell {
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
        };
        if cell.unit_games() != self.unit_games {
            let (found, right) = (self.unit_games, cell.unit_games());
            return Err(format!("`unit_games` of cell {index} is {found}, this program's units have {right}"));
        }
        Ok(cell)
    }
}

impl Manifest {
    /// Returns the manifest of a plan that this program plays.
    pub fn of(experiment: &Experiment, plan: &Plan) -> Self {
        let text = PlanText {
            name: plan.name.clone(),
            seed: plan.seed,
            opening: OpeningText { random_plies: plan.opening() },
            budget_seconds: plan.budget.map(|budget| budget.as_secs()),
            left_out: plan.left_out.clone(),
            cells: plan.cells.iter().map(CellText::of).collect(),
        };
        Manifest {
            format: FORMAT,
            starting_over: false,
            schema: SCHEMA,
            version: program::VERSION.into(),
            commit: program::commit().into(),
            plan_sha256: text.sha256(),
            plan: text,
            experiment_sha256: Sha256::of(experiment.text().as_bytes()).to_string(),
            experiment: experiment.text().into(),
        }
    }

    /// Returns its path in a run folder.
    pub fn path_in(run: &Path) -> PathBuf {
        run.join(MANIFEST)
    }

    /// Reads the manifest of a run and makes sure that its plan can be played.
    ///
    /// # Errors
    /// The folder is not a run folder or is being started over, or its manifest is damaged or of another version.
    pub fn read(run: &Path) -> Result<Self, RunError> {
        let manifest = Self::read_any(run)?;
        let wrong = |problem: String| RunError::Manifest { path: Self::path_in(run), problem };
        if manifest.starting_over {
            return Err(wrong("starting this run over was interrupted; repeat its `petteia run` command".into()));
        }
        let by = |problem| format!("{problem} (written by petteia {}, {})", manifest.version, manifest.commit);
        manifest.playable().map_err(by).map_err(wrong)?;
        Ok(manifest)
    }

    /// Reads the manifest of a run, even if this program cannot play it or it is being started over.
    ///
    /// # Errors
    /// The folder is not a run folder, or its manifest is damaged or of another format.
    pub fn read_any(run: &Path) -> Result<Self, RunError> {
        let path = Self::path_in(run);
        let wrong = |problem: String| RunError::Manifest { path: path.clone(), problem };
        let bytes =
            read_regular(&path).map_err(|error| wrong(format!("this is not a run folder: {}", error.source)))?;
        let damaged =
            |error: &dyn std::fmt::Display| wrong(format!("it is damaged or was written by another version: {error}"));
        let value: Value = serde_json::from_slice(&bytes).map_err(|error| damaged(&error))?;
        let format = value.get("format");
        if value.get("plan_sha256").is_some() && format != Some(&FORMAT.into()) {
            let found = format.map_or_else(|| "an older one".to_owned(), Value::to_string);
            return Err(wrong(format!(
                "the format of this folder is {found}, this program's is {FORMAT}; use the petteia that wrote it, or \
                 play its experiment again in another folder"
            )));
        }
        let manifest: Manifest = serde_json::from_value(value).map_err(|error| damaged(&error))?;
        if manifest.plan_sha256 != manifest.plan.sha256() {
            return Err(wrong("it is damaged: the SHA-256 of its plan does not match".into()));
        }
        if manifest.experiment_sha256 != Sha256::of(manifest.experiment.as_bytes()).to_string() {
            return Err(wrong("it is damaged: the SHA-256 of its experiment does not match".into()));
        }
        Ok(manifest)
    }

    /// Writes it to a folder that has none.
    pub fn write(&self, run: &Path, label: &str) -> Result<(), RunError> {
        let text = serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n";
        Ok(write_whole(&Self::path_in(run), label, text.as_bytes())?)
    }

    /// Returns the playable plan.
    ///
    /// # Errors
    /// It has rules or agents that this program does not know.
    pub fn plan(&self) -> Result<Plan, RunError> {
        self.playable().map_err(|problem| RunError::Manifest { path: MANIFEST.into(), problem })
    }

    /// Returns the playable plan, or what is wrong with it.
    fn playable(&self) -> Result<Plan, String> {
        check_name("its `name`", &self.plan.name)?;
        if self.plan.cells.is_empty() {
            return Err("its list of `cells` is empty".into());
        }
        let opening = self.plan.opening.random_plies;
        let cells = self.plan.cells.iter().enumerate().map(|(index, cell)| cell.cell(index, opening));
        Ok(Plan {
            name: self.plan.name.clone(),
            seed: self.plan.seed,
            budget: self.plan.budget_seconds.map(std::time::Duration::from_secs),
            cells: cells.collect::<Result<_, _>>()?,
            left_out: self.plan.left_out.clone(),
        })
    }

    /// Returns the first difference between this manifest and one that is to continue with the same parts. Comments in
    /// the experiment file may differ.
    pub fn difference(&self, now: &Manifest) -> Option<String> {
        let value = |manifest: &Manifest| serde_json::to_value(manifest).expect("a manifest is plain data");
        difference(&value(self), &value(now))
    }
}

impl PlanText {
    fn sha256(&self) -> String {
        Sha256::of(&serde_json::to_vec(self).expect("a plan is plain data")).to_string()
    }
}

fn difference(old: &Value, new: &Value) -> Option<String> {
    let keys = ["schema", "version", "commit", "name", "seed", "opening", "budget_seconds"];
    let differing = keys.into_iter().find(|key| old.get(key) != new.get(key));
    let text = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), Value::to_string);
    if let Some(key) = differing {
        return Some(format!("its {key} is {}, but would now be {}", text(old.get(key)), text(new.get(key))));
    }
    let cells = |manifest: &Value| manifest["cells"].as_array().cloned().unwrap_or_default();
    let (old_cells, new_cells) = (cells(old), cells(new));
    if old_cells.len() != new_cells.len() {
        return Some(format!("it has {} cells, but would now have {}", old_cells.len(), new_cells.len()));
    }
    let (before, now) = old_cells.iter().zip(&new_cells).find(|(before, now)| before != now)?;
    let fields = ["variant", "factors", "white", "black", "games", "stop", "unit_games", "rules"];
    let field = fields.into_iter().find(|field| before.get(field) != now.get(field))?;
    let (before, after) = (text(before.get(field)), text(now.get(field)));
    Some(format!("the {field} of cell {} is {before}, but would now be {after}", now["cell"]))
}
