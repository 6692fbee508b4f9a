//! Units that this process plays for another one, perhaps on another machine.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use petteia_engine::{Progress, Simd};
use petteia_variants::{ExperimentError, Source};

use crate::cell::{Cell, How};
use crate::experiment::{Experiment, Plan};
use crate::search::RuleSearch;
use crate::store::{Asked, Errand, Parcel, QuestionKind, RunError};

/// Plays a unit, and returns its part; `None` if it was stopped.
///
/// # Errors
/// The question cannot be read by this program, does not have the cell, or the games cannot be played.
pub fn play(errand: &Errand, watch: &dyn Progress, stop: &AtomicBool) -> Result<Option<Parcel>, RunError> {
    let cells = cells_of(&errand.asked)?;
    let unknown =
        || RunError::Elsewhere(format!("the question has no cell {}; use one version of petteia", errand.cell));
    let cell = cells.iter().find(|cell| cell.id() == errand.cell).ok_or_else(unknown)?;
    cell.matchup.prepare(watch)?;
    let how = How { simd: Simd::best(), stop, games_played: &|_| (), tables: None };
    let played = cell.play(errand.numbers.clone(), how)?;
    played.map(|played| Parcel::of(cell, errand.numbers.clone(), &played)).transpose()
}

/// A question with its cells.
type Known = (Asked, Arc<Vec<Cell>>);

/// The last question: units of one question come one after the other, and large ones take long to read.
static LAST: Mutex<Option<Known>> = Mutex::new(None);

fn cells_of(asked: &Asked) -> Result<Arc<Vec<Cell>>, RunError> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, cells)) = &*last
        && known == asked
    {
        return Ok(cells.clone());
    }
    let read = read(asked).map_err(|error| RunError::Elsewhere(error.to_string()))?;
    let cells = Arc::new(read);
    *last = Some((asked.clone(), cells.clone()));
    Ok(cells)
}

fn read(Asked { kind, name, text, games, seed }: &Asked) -> Result<Vec<Cell>, ExperimentError> {
    let source = Source::of(format!("{name}.toml"), text);
    Ok(match kind {
        QuestionKind::Experiment => {
            let plan = Plan::new(&Experiment::read(source)?, *games, *seed)?;
            plan.cells.into_iter().map(|planned| planned.cell).collect()
        }
        QuestionKind::Search => RuleSearch::read(source)?.cells().to_vec(),
        // No file asks it.
        QuestionKind::Match => Vec::new(),
    })
}
