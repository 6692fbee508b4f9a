//! The run of an experiment: a folder whose question is an experiment, what it has, and what can be done with its games.

mod cells;
mod games;
mod provenance;
mod replay;
mod status;
mod survey;
mod traces;
mod verify;

use std::path::Path;

use petteia_players::config::Source;

use crate::experiment::{ExperimentConfig, Plan};
use crate::store::{Manifest, QuestionKind, Request, RunError};
pub use cells::cells_frame;
pub use games::counted_games;
pub use replay::{ReplayError, as_counted};
pub use status::{CellProgress, Status, status};
pub use survey::Survey;
pub use traces::{SAMPLE, WantedGames, measured};
pub use verify::{Verification, verify};

/// Returns the manifest of an experiment. `games` and `seed` replace those of its file.
#[must_use]
pub fn manifest(experiment: &ExperimentConfig, plan: &Plan, games: Option<u64>, seed: Option<u64>) -> Manifest {
    let text = experiment.text().to_owned();
    let request = Request { kind: QuestionKind::Experiment, name: plan.name.clone(), text, games, seed };
    Manifest::new(request, plan.cells.iter().map(|planned| &planned.cell))
}

/// Returns the plan of an experiment from the manifest of its folder.
///
/// # Errors
/// The folder is not that of an experiment, or this program would play other games.
pub fn plan_of(folder: &Path, manifest: &Manifest) -> Result<Plan, RunError> {
    let wrong = |problem: String| RunError::Manifest { path: Manifest::path_in(folder), problem };
    let Request { kind, name, text, games, seed } = &manifest.request;
    if *kind != QuestionKind::Experiment {
        return Err(wrong(format!("this is not the folder of an experiment, but of {}", manifest.title())));
    }
    let by =
        |problem: String| wrong(format!("{problem} (written by petteia {}, {})", manifest.version, manifest.commit));
    let source = Source::of(format!("{name}.toml"), text);
    let experiment = ExperimentConfig::read(source).map_err(|error| by(error.to_string()))?;
    let plan = Plan::new(&experiment, *games, *seed).map_err(|error| by(error.to_string()))?;
    if !plan.cells.iter().map(|planned| planned.cell.id()).eq(manifest.cells.iter().copied()) {
        let problem = "its games are not those that this program would play: its rules, its agents or the files they use \
                       have changed; give the command that made it again, which plays what is missing";
        return Err(by(problem.into()));
    }
    Ok(plan)
}
