//! The progress of a run, without changing anything in its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use petteia_statistics::{Estimate, wilson};
use petteia_tables::{Chunk, Provenance, RunChunks};

use super::plan_of;
use crate::catalog::Catalog;
use crate::experiment::{CellPlan, ExperimentScheduler, Form, Plan, cell_key};
use crate::scheduler::{Job, Scheduler};
use crate::store::{
    ChunkEntry, FORMAT, Manifest, Process, RunError, Shard, StoreIndex, TableProgress, at_work, check_all, cover,
    files, label, shard_of, sum,
};

/// The progress of a run.
#[derive(Debug)]
pub struct Status {
    /// Its manifest.
    pub manifest: Manifest,
    /// Its plan.
    pub plan: Plan,
    /// The chunks that count.
    pub chunks: RunChunks,
    /// What the ledgers say about them.
    pub(super) entries: Vec<ChunkEntry>,
    /// Its cells, in order.
    pub cells: Vec<CellProgress>,
    /// The shards that have worked on the run.
    pub shards: Vec<Shard>,
    /// The processes that are working on the run: the shard, or `None` for all of it, and how many seconds are left at the
    /// pace of the second half of its chunks; this is an upper limit if a rule or a budget may end it earlier.
    pub at_work: Vec<(Option<Shard>, Option<f64>)>,
    /// The endgame tables that a process at work is making.
    pub making: Option<TableProgress>,
    /// The number of games that are still to be played, as far as is known.
    pub open_games: u64,
    /// Whether the time budget was used up before all games were played.
    pub is_out_of_time: bool,
    /// Seconds that all processes together have played for the present question.
    pub seconds: f64,
    /// The commits of the programs that played the games that count.
    pub commits: BTreeSet<String>,
    /// Games in the folder that the present question does not need.
    pub unused_games: u64,
}

/// The progress of a cell.
#[derive(Clone, Debug)]
pub struct CellProgress {
    /// The variant of the rules.
    pub variant: String,
    /// White's agent.
    pub white: String,
    /// Black's agent.
    pub black: String,
    /// Games that count.
    pub games: u64,
    /// The planned games, an upper limit if a rule may stop the cell.
    pub planned: u64,
    /// Whether a rule may stop it.
    pub has_rule: bool,
    /// Whether the rule has stopped it.
    pub is_stopped: bool,
    /// The quantity of `estimate`.
    pub metric: &'static str,
    /// The rate of the stopping rule, with its confidence sequence; without a rule, the share of draws with Wilson's
    /// interval.
    pub estimate: Option<Estimate>,
}

impl CellProgress {
    /// Returns whether all its games are played, or a rule has stopped it.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.games >= self.planned
    }
}

/// Determines the progress of a run, while other processes may be working on it. Checks that chunks exist and have the
/// right length, but does not read them, unless a stopping rule has to look into one.
///
/// # Errors
/// The folder is not a run folder or cannot be read, or has a chunk that is in no ledger.
pub fn status(run: &Path) -> Result<Status, RunError> {
    let manifest = Manifest::read(run)?;
    if manifest.request.form() != Some(Form::Games) {
        let title = manifest.title();
        // Where a search has its front played again.
        let again = Some(run.join("front/study")).filter(|again| again.is_dir());
        let again = again.map_or_else(String::new, |again| format!("; the games of its front: {}", again.display()));
        let problem = format!("this is not the folder of an experiment with `pairings`, but of {title}{again}");
        return Err(RunError::Manifest { path: Manifest::path_in(run), problem });
    }
    let plan = plan_of(run, &manifest)?;
    let index = StoreIndex::read(run)?;
    index.refuse_unexpected_files()?;
    let scheduler = ExperimentScheduler::new(&plan);
    let catalog = Catalog::new(run, &index, scheduler.cells());
    let status = Status::of(run, manifest, &scheduler, &index, &catalog)?;
    for (path, digest) in status.entries.iter().flat_map(|entry| files(run, entry)) {
        digest.check_length(&path)?;
    }
    Ok(status)
}

impl Status {
    /// Determines the progress of a run from what is known about it: its manifest and scheduler, what its folder has, and the
    /// chunks of its cells.
    ///
    /// # Errors
    /// The folder lacks chunks that its ledgers know, or a stopping rule has to look into a chunk that cannot be read.
    pub fn of(
        run: &Path,
        manifest: Manifest,
        scheduler: &ExperimentScheduler,
        index: &StoreIndex,
        catalog: &Catalog,
    ) -> Result<Self, RunError> {
        let plan = scheduler.plan;
        let jobs = scheduler.next(catalog)?;
        let open_games = jobs.iter().map(|job| job.numbers.end - job.numbers.start).sum();
        refuse_missing(run, index, scheduler, &jobs)?;
        let question = manifest.question();
        let processes = || index.processes.values();
        let workers = if jobs.is_empty() { Vec::new() } else { at_work(run)? };
        let seconds_left = |shard: Option<Shard>| {
            let finished = index.processes.get(&label(shard))?.finished.get(&question)?;
            Some(pace(finished)? * chunks_left(scheduler, &jobs, shard) as f64)
        };
        let counting = |index: usize| catalog.cell(index).chunks_among(&(0..scheduler.most_games(index)));
        let counted: u64 = (0..plan.cells.len())
            .map(|index| catalog.cell(index).known(&(0..scheduler.expected(catalog, index))))
            .sum();
        let stored: u64 = index.chunks.values().map(|chunks| sum(&cover(chunks)).games()).sum();
        let commits = (0..plan.cells.len()).flat_map(counting).map(|chunk| chunk.commit.clone()).collect();
        let (chunks, entries) = chunks_in(run, &manifest, scheduler, catalog);
        Ok(Status {
            making: processes().find_map(|process| process.making.clone()).filter(|_| !workers.is_empty()),
            at_work: workers.into_iter().map(|shard| (shard, seconds_left(shard))).collect(),
            chunks,
            entries,
            cells: plan.cells.iter().map(|cell| cell_progress(cell, scheduler, catalog)).collect::<Result<_, _>>()?,
            shards: index.processes.keys().filter_map(|label| shard_of(label)).collect(),
            is_out_of_time: open_games > 0 && is_out_of_time(&index.processes, &question, plan.budget, &jobs),
            open_games,
            seconds: processes().filter_map(|process| process.seconds.get(&question)).sum(),
            commits,
            unused_games: stored - counted.min(stored),
            plan: plan.clone(),
            manifest,
        })
    }

    /// Makes sure that the folder still answers this question.
    ///
    /// # Errors
    /// Another process has begun another question there.
    pub fn check_same_question(&self, run: &Path) -> Result<(), RunError> {
        let found = Manifest::read(run)?;
        if found.question_sha256 == self.manifest.question_sha256 {
            return Ok(());
        }
        let (found, asked) = (found.title(), self.manifest.title());
        Err(RunError::OtherQuestion { folder: run.to_owned(), found, asked })
    }

    /// Returns whether nothing is left to play.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.open_games == 0
    }

    /// Returns whether a rule may stop cells before they have all planned games.
    #[must_use]
    pub fn may_end_early(&self) -> bool {
        self.cells.iter().any(|cell| cell.has_rule && !cell.is_stopped)
    }

    /// Makes sure, on all cores, that all chunks are those that were written, with as many games of each outcome as the
    /// ledgers say.
    ///
    /// # Errors
    /// A chunk differs or cannot be read.
    pub fn check(&self) -> Result<(), RunError> {
        check_all(&self.chunks.folder, self.entries.iter())
    }
}

/// Returns whether all processes with open games have used up the time budget of a question, as it is now.
fn is_out_of_time(
    processes: &BTreeMap<String, Process>,
    question: &str,
    budget: Option<Duration>,
    open: &[Job],
) -> bool {
    let has_used_up = |process: &Process| {
        let seconds = process.seconds.get(question).copied().unwrap_or_default();
        process.used_up.contains(question) && budget.is_some_and(|budget| seconds >= budget.as_secs_f64())
    };
    let late: Vec<Option<Shard>> =
        processes.iter().filter(|(_, process)| has_used_up(process)).map(|(label, _)| shard_of(label)).collect();
    // A shard has whole cells where time decides.
    let is_late = |job: &Job| late.iter().any(|shard| shard.is_none_or(|shard| shard.has(job.cell, 0)));
    open.iter().all(is_late)
}

/// Returns the seconds per chunk, measured on the second half of the chunks, since cheap cells are finished in the first.
fn pace(finished: &[f64]) -> Option<f64> {
    let last = finished.last()?;
    let half = finished.len().div_euclid(2);
    let from = half.checked_sub(1).map_or(0.0, |index| finished[index]);
    Some((last - from) / (finished.len() - half) as f64)
}

/// Returns how many chunks a process has left, at most.
fn chunks_left(scheduler: &ExperimentScheduler, jobs: &[Job], shard: Option<Shard>) -> u64 {
    let chunks = |job: &Job| {
        let games = job.numbers.end - job.numbers.start;
        games.div_ceil(scheduler.cells()[job.cell].chunk())
    };
    let all: u64 = jobs.iter().map(chunks).sum();
    shard.map_or(all, |shard| all.div_ceil(shard.total.into()))
}

/// Rejects a run that is complete according to its ledgers but lacks files.
fn refuse_missing(
    run: &Path,
    index: &StoreIndex,
    scheduler: &ExperimentScheduler,
    jobs: &[Job],
) -> Result<(), RunError> {
    let mut games = 0;
    for job in jobs {
        let lost = index.lost_of(scheduler.cells()[job.cell].id());
        let among = |lost: &Range<u64>| lost.end.min(job.numbers.end).saturating_sub(lost.start.max(job.numbers.start));
        let missing: u64 = lost.iter().map(among).sum();
        if missing < job.numbers.end - job.numbers.start {
            // It is not complete in any case.
            return Ok(());
        }
        games += missing;
    }
    if games == 0 { Ok(()) } else { Err(RunError::Missing { folder: run.to_owned(), games }) }
}

/// Returns the chunks that count, and what the ledgers say about them.
pub(super) fn chunks_in(
    run: &Path,
    manifest: &Manifest,
    scheduler: &ExperimentScheduler,
    catalog: &Catalog,
) -> (RunChunks, Vec<ChunkEntry>) {
    let plan = scheduler.plan;
    let (mut games, mut squares, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for planned in &plan.cells {
        let (cell, count) = (planned.index, 0..scheduler.most_games(planned.index as usize));
        let chunks = catalog.cell(cell as usize);
        let exact = chunks.exactly(&count);
        // A chunk with more games counts only until its first games are played again.
        let is_exact = exact.known(&count) == chunks.known(&count);
        for entry in if is_exact { exact.chunks() } else { chunks.chunks_among(&count) } {
            let numbers = entry.start..entry.end.min(count.end);
            // What happened on the squares is known for all games of a chunk together.
            if numbers == entry.numbers()
                && let Some((path, digest)) = files(run, entry).nth(1)
            {
                let rows = Some(planned.cell.matchup.rules.board.each_square().count() as u64);
                squares.push(Chunk { path, digest, rows, outcomes: None, cell, games: numbers.clone() });
            }
            games.push(Chunk { cell, games: numbers, ..entry.games_chunk(run) });
            entries.push(entry.clone());
        }
    }
    debug_assert!(games.is_sorted_by_key(|chunk: &Chunk| (chunk.cell, chunk.games.start)));
    let cells = plan.cells.iter().map(|planned| cell_key(planned, &plan.labels)).collect();
    let provenance = Provenance::of([
        ("version", manifest.version.clone()),
        ("commit", manifest.commit.clone()),
        ("format", FORMAT.to_string()),
        ("question_sha256", manifest.question_sha256.clone()),
        ("experiment_sha256", manifest.text_sha256()),
        ("experiment", manifest.request.text.clone()),
    ]);
    (RunChunks { cells, folder: run.to_owned(), games, squares, provenance }, entries)
}

fn cell_progress(
    planned: &CellPlan,
    scheduler: &ExperimentScheduler,
    catalog: &Catalog,
) -> Result<CellProgress, RunError> {
    let index = planned.index as usize;
    let is_stopped = scheduler.lock(index).stopped.is_some();
    let games = 0..scheduler.most_games(index);
    let outcomes = catalog.outcomes(&planned.cell, index, &games)?;
    Ok(CellProgress {
        variant: planned.cell.variant.clone(),
        white: planned.cell.matchup.agents.white.to_string(),
        black: planned.cell.matchup.agents.black.to_string(),
        games: catalog.cell(index).known(&games),
        planned: games.end,
        has_rule: planned.stop.is_some(),
        is_stopped,
        metric: planned.metric(),
        estimate: match planned.stop {
            Some(_) => scheduler.known(index),
            None => wilson(outcomes.drawn(), outcomes.games()),
        },
    })
}
