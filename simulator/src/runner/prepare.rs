//! Makes the endgame tables that agents use, before any game is played.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use petteia_players::Matchup;

use super::RunOptions;
use crate::SolveProgress;
use crate::scheduler::{Job, Scheduler};
use crate::store::{Entry, RunError, Store, TableProgress};

/// How often the wish to stop is heeded.
const LOOK: Duration = Duration::from_millis(100);

/// Prepares the tables that the agents of some jobs use. Variants with the same rules of endings share them.
pub fn prepare(scheduler: &dyn Scheduler, jobs: &[Job], store: &Store, options: &RunOptions) -> Result<(), RunError> {
    let mut needed: Vec<(&str, &Matchup)> = Vec::new();
    for cell in jobs.iter().map(|job| &scheduler.cells()[job.cell]) {
        let has_tables = cell.agents().into_iter().any(|agent| agent.has_tables());
        let is_known = |(_, known): &(&str, &Matchup)| {
            known.rules.unlimited() == cell.matchup.rules.unlimited() && known.agents == cell.matchup.agents
        };
        if has_tables && !needed.iter().any(is_known) {
            needed.push((&cell.variant, &cell.matchup));
        }
    }
    let total = needed.len();
    let progress = Arc::new(SolveProgress::new(options.quiet));
    for (number, (variant, matchup)) in (1..).zip(needed) {
        if options.stop.load(Ordering::Relaxed) {
            break;
        }
        store.record(&Entry::Tables(TableProgress { variant: variant.to_owned(), number, total }))?;
        progress.name(&format!("{variant} ({number} of {total})"));
        make(matchup.clone(), &progress, options)?;
    }
    progress.finish();
    Ok(())
}

/// Prepares the tables of one matchup, in a thread that is left alone when the program is to stop: the tables in progress
/// are lost, the others are kept.
fn make(matchup: Matchup, progress: &Arc<SolveProgress>, options: &RunOptions) -> Result<(), RunError> {
    let (sender, receiver) = mpsc::channel();
    let watch = progress.clone();
    let started = thread::Builder::new().spawn(move || drop(sender.send(matchup.prepare(&*watch))));
    started.map_err(RunError::Thread)?;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(prepared) => return Ok(prepared?),
            Err(RecvTimeoutError::Timeout) if options.stop.load(Ordering::Relaxed) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(RunError::Fault),
        }
    }
}
