//! The progress of a run, without changing anything in its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use petteia_statistics::{Estimate, wilson};
use petteia_tables::{Part, Parts, RunParts};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::RunError;
use super::folder::{Shard, at_work, label, survey};
use super::ledger::{Entry, Reader};
use super::manifest::Manifest;
use super::part_table::PartTable;
use super::parts::provenance_of;
use super::schedule::Standing;
use super::units::Units;
use crate::experiment::{Cell, Plan, Unit};

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct Status {
    /// Its manifest.
    pub manifest: Manifest,
    /// Its plan.
    pub plan: Plan,
    /// The complete units, in the order of the plan, except those beyond the unit at which a rule stopped their cell.
    pub units: Vec<Unit>,
    /// Their parts.
    pub parts: RunParts,
    /// Its cells, in order.
    pub cells: Vec<CellStatus>,
    /// The shards that have worked on the run, and how many units each has still to play.
    pub shards: Vec<(Shard, u64)>,
    /// The processes that are working on the run: the shard, or `None` for the whole run, and how many seconds it still
    /// needs at the pace of the second half of its units; this is an upper limit if a rule or a budget may end it
    /// earlier.
    pub at_work: Vec<(Option<Shard>, Option<f64>)>,
    /// The number of units that are still to be played, as far as is known.
    pub open_units: u64,
    /// Whether nothing is left to play.
    pub is_complete: bool,
    /// Seconds that all processes together have played.
    pub seconds: f64,
}

/// Returns the seconds per unit of each process, by its label, measured on the second half of its units, since cheap
/// cells are finished in the first half.
fn paces(run: &Path, plan_sha256: &str) -> Result<BTreeMap<String, f64>, RunError> {
    let mut ends: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    Reader::new(run, plan_sha256).read(|label, entry| {
        if let Entry::Unit(entry) = entry {
            ends.entry(label.to_owned()).or_default().push(entry.seconds);
        }
    })?;
    let pace = |(label, mut ends): (String, Vec<f64>)| {
        ends.insert(0, 0.0);
        let last = ends.len() - 1;
        let from = last.div_euclid(2);
        (last > 0).then(|| (label, (ends[last] - ends[from]) / (last - from) as f64))
    };
    Ok(ends.into_iter().filter_map(pace).collect())
}

impl Status {
    /// Returns whether a rule may stop cells before they have all planned games.
    pub fn may_end_early(&self) -> bool {
        self.cells.iter().any(|cell| cell.has_rule && !cell.is_stopped)
    }
}

/// The progress of a cell.
#[derive(Clone, Debug)]
pub struct CellStatus {
    /// The variant of the rules.
    pub variant: String,
    /// White's agent.
    pub white: String,
    /// Black's agent.
    pub black: String,
    /// Games in complete parts, except those beyond the place where a rule stopped it.
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

impl CellStatus {
    /// Returns whether all its games are played, or a rule has stopped it.
    pub fn is_done(&self) -> bool {
        self.is_stopped || self.games >= self.planned
    }
}

/// Determines the progress of a run, while other processes may be working on it. Checks that parts exist and have the
/// right length, but does not read them.
///
/// # Errors
/// The folder is not a run folder or cannot be read, or contains something that does not belong to its plan.
pub fn status(run: &Path) -> Result<Status, RunError> {
    let manifest = Manifest::read(run)?;
    let plan = manifest.plan()?;
    let (units, strange) = survey(run, &manifest, &plan)?;
    strange.refuse()?;
    refuse_missing(run, &plan, &units)?;
    let labels: Vec<String> = units.labels().map(str::to_owned).collect();
    let standing = Standing::new(&plan, units);
    let parts: BTreeSet<u32> = labels.iter().filter_map(|label| label.rsplit_once("-of-")?.1.parse().ok()).collect();
    let shards = parts.into_iter().flat_map(|of| (1..=of).map(move |number| Shard { number, of }));
    let left = |shard: Shard| {
        let used_up = standing.units.has_used_up(&label(Some(shard)));
        (shard, if used_up { 0 } else { standing.open_units(Some(shard)) })
    };
    let is_complete = standing.is_complete();
    let paces = paces(run, &manifest.plan_sha256)?;
    let seconds_left = |shard| {
        let pace = paces.get(&label(shard))?;
        Some(pace * standing.open_units(shard) as f64)
    };
    let workers = if is_complete { Vec::new() } else { at_work(run)? };
    let (done, parts) = parts_in(run, &manifest, &standing)?;
    Ok(Status {
        at_work: workers.into_iter().map(|shard| (shard, seconds_left(shard))).collect(),
        units: done,
        parts,
        cells: plan.cells.iter().map(|cell| cell_status(cell, &standing)).collect(),
        shards: shards.map(left).collect(),
        open_units: if is_complete { 0 } else { standing.open_units(None) },
        is_complete,
        seconds: standing.units.all_seconds(),
        plan: plan.clone(),
        manifest,
    })
}

impl Status {
    /// Makes sure, on all cores, that all parts are those that the run wrote.
    ///
    /// # Errors
    /// A part differs or cannot be read.
    pub fn check(&self) -> Result<(), RunError> {
        let parts: Vec<Part> = self.parts.games.iter().chain(self.parts.squares.iter()).collect();
        Ok(parts.par_iter().try_for_each(|part| part.seal.read(part.path).map(drop))?)
    }
}

/// Rejects a run that is complete according to its ledgers but lacks parts.
fn refuse_missing(run: &Path, plan: &Plan, units: &Units) -> Result<(), RunError> {
    if units.lost().next().is_none() {
        return Ok(());
    }
    let noted = Standing::new(plan, units.with_lost());
    let is_needed = |&(cell, number): &(u32, u64)| number < noted.needed(&plan.cells[cell as usize]);
    match units.lost().filter(is_needed).count() as u64 {
        missing if missing > 0 && noted.is_complete() => {
            Err(RunError::Missing { folder: run.to_owned(), units: missing })
        }
        _ => Ok(()),
    }
}

/// Returns the units that count, and their parts, which exist.
fn parts_in(run: &Path, manifest: &Manifest, standing: &Standing) -> Result<(Vec<Unit>, RunParts), RunError> {
    let [mut games, mut squares] = PartTable::ALL.map(|table| Parts::of(table.folder_in(run)));
    let mut units = Vec::new();
    for cell in &standing.plan.cells {
        let needed = standing.needed(cell);
        for (number, done) in standing.units.of_cell(cell.index).take_while(|(number, _)| *number < needed) {
            let unit = cell.unit(number);
            for ((table, parts), seal) in PartTable::ALL.into_iter().zip([&mut games, &mut squares]).zip(done.seals) {
                let part = table.part(run, &unit);
                seal.check_length(&part)?;
                parts.add(part, seal);
            }
            units.push(unit);
        }
    }
    Ok((units, RunParts { games, squares, provenance: provenance_of(manifest) }))
}

fn cell_status(cell: &Cell, standing: &Standing) -> CellStatus {
    let far = &standing.cells[cell.index as usize];
    CellStatus {
        variant: cell.variant.clone(),
        white: cell.matchup.agents.white.to_string(),
        black: cell.matchup.agents.black.to_string(),
        games: if far.stopped.is_some() { far.in_order.games() } else { far.done.games() },
        planned: if far.stopped.is_some() { far.in_order.games() } else { cell.games },
        has_rule: cell.stop.is_some(),
        is_stopped: far.stopped.is_some(),
        metric: cell.stop.map_or("draw_rate", |rule| rule.metric.name()),
        estimate: match cell.stop {
            Some(rule) => rule.estimate(&far.in_order),
            None => wilson(far.done.drawn(), far.done.games()),
        },
    }
}
