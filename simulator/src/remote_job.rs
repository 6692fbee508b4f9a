//! Jobs that this process plays for another one, perhaps on another machine.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use petteia_engine::{Progress, Simd};
use petteia_players::config::{ExperimentError, Source};

use crate::cell::{Cell, PlayOptions};
use crate::experiment::{ExperimentConfig, Plan};
use crate::search::RuleSearch;
use crate::store::{NewChunk, QuestionKind, RemoteJob, Request, RunError};

/// Plays a job, and returns its chunk; `None` if it was stopped.
///
/// # Errors
/// The question cannot be read by this program, does not have the cell, or the games cannot be played.
pub fn play(job: &RemoteJob, watch: &dyn Progress, stop: &AtomicBool) -> Result<Option<NewChunk>, RunError> {
    let cells = cells_of(&job.request)?;
    let unknown = || RunError::Remote(format!("the question has no cell {}; use one version of petteia", job.cell));
    let cell = cells.iter().find(|cell| cell.id() == job.cell).ok_or_else(unknown)?;
    cell.matchup.prepare(watch)?;
    let options = PlayOptions { simd: Simd::best(), stop, games_played: &|_| (), tables: None };
    let played = cell.play(job.numbers.clone(), options)?;
    played.map(|played| NewChunk::of(cell, job.numbers.clone(), &played)).transpose()
}

/// A question with its cells.
type Known = (Request, Arc<Vec<Cell>>);

/// The last question: jobs of one question come one after the other, and large ones take long to read.
static LAST: Mutex<Option<Known>> = Mutex::new(None);

fn cells_of(request: &Request) -> Result<Arc<Vec<Cell>>, RunError> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, cells)) = &*last
        && known == request
    {
        return Ok(cells.clone());
    }
    let read = read(request).map_err(|error| RunError::Remote(error.to_string()))?;
    let cells = Arc::new(read);
    *last = Some((request.clone(), cells.clone()));
    Ok(cells)
}

fn read(Request { kind, name, text, games, seed }: &Request) -> Result<Vec<Cell>, ExperimentError> {
    let source = Source::of(format!("{name}.toml"), text);
    Ok(match kind {
        QuestionKind::Experiment => {
            let plan = Plan::new(&ExperimentConfig::read(source)?, *games, *seed)?;
            plan.cells.into_iter().map(|planned| planned.cell).collect()
        }
        QuestionKind::Search => RuleSearch::read(source)?.cells,
        // No file asks it.
        QuestionKind::Match => Vec::new(),
    })
}
