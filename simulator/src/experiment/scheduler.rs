//! The question of an experiment: a fixed number of games of each cell, or as many as a stopping rule needs, or as many
//! as a time budget allows.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use petteia_statistics::{Estimate, wilson};
use petteia_tables::OutcomeCounts;

use super::plan::{CellPlan, Comparison, Plan, comparisons};
use super::stop::StopRule;
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind, ChunkSize, next_look};
use crate::scheduler::{Job, Scheduler, cut, missing};
use crate::store::RunError;

/// The question of an experiment.
#[derive(Debug)]
pub struct ExperimentScheduler<'a> {
    /// The plan.
    pub plan: &'a Plan,
    cells: Vec<Cell>,
    /// How far the stopping rule of each cell has looked. It follows from the catalog, but looking takes time.
    looked: Vec<Mutex<InterimAnalysis>>,
    /// The differences between cells that stopping rules look at.
    comparisons: Vec<Comparison>,
}

/// How far a stopping rule has looked.
#[derive(Debug, Default)]
pub struct InterimAnalysis {
    /// The games that it has seen.
    pub(super) games: u64,
    /// How they ended.
    pub outcomes: OutcomeCounts,
    /// How many games are to be played before it is known how many more are needed.
    pub(super) ordered: u64,
    /// The number of games after which the rule stopped the cell.
    pub stopped: Option<u64>,
    /// How as many games of the cell ended that it is compared with.
    pub base: Option<OutcomeCounts>,
}

impl<'a> ExperimentScheduler<'a> {
    /// Returns the question of a plan.
    #[must_use]
    pub fn new(plan: &'a Plan) -> Self {
        let cells = plan.cells.iter().map(|planned| planned.cell.clone()).collect();
        ExperimentScheduler {
            plan,
            cells,
            looked: plan.cells.iter().map(|_| Mutex::default()).collect(),
            comparisons: comparisons(plan).collect(),
        }
    }

    /// Returns how many games of a cell the answer has at most: those up to the place where a rule stopped it, else all
    /// that are planned.
    #[must_use]
    pub fn most_games(&self, index: usize) -> u64 {
        self.lock(index).stopped.unwrap_or(self.plan.cells[index].games)
    }

    /// Returns how far the stopping rule of a cell has looked.
    pub(crate) fn lock(&self, index: usize) -> MutexGuard<'_, InterimAnalysis> {
        self.looked[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the games of a cell that its stopping rule needs next.
    fn ruled(&self, catalog: &Catalog, index: usize, rule: &StopRule) -> Result<Vec<Job>, RunError> {
        let mut looked = self.lock(index);
        looked.look(&self.plan.cells[index], catalog, rule)?;
        Ok(missing(catalog, index, looked.ordered, ChunkSize::Looks))
    }
}

impl InterimAnalysis {
    /// Looks at all games that are there, in order. After a series of games it stops, or orders another one.
    ///
    /// A series is always played to its end, so which games are played depends on nothing but their results.
    fn look(&mut self, planned: &CellPlan, catalog: &Catalog, rule: &StopRule) -> Result<(), RunError> {
        let (index, chunk) = (planned.index as usize, planned.cell.chunk());
        let known = catalog.cell(index).in_order();
        let next = |from: u64| next_look(from, chunk).min(rule.max_games);
        while self.stopped.is_none() {
            if self.games == self.ordered {
                if self.games >= rule.max_games {
                    break;
                }
                self.ordered = next(self.expected(rule, self.games + 1, 2 * self.games) - 1);
            }
            let look = next(self.games);
            if look > known {
                break;
            }
            self.outcomes += catalog.outcomes(&planned.cell, index, &(self.games..look))?;
            self.games = look;
            self.stopped = rule.is_met(&self.outcomes).then_some(look);
        }
        Ok(())
    }

    /// Estimates how many games a rule needs, between two numbers unless the rule has others: the interval narrows with
    /// the square root of their number.
    fn expected(&self, rule: &StopRule, least: u64, most: u64) -> u64 {
        let needed = rule.estimate(&self.outcomes).map_or(0, |estimate| {
            let ratio = (estimate.high - estimate.low) / (2.0 * rule.half_width);
            (estimate.n as f64 * ratio * ratio).ceil() as u64
        });
        needed.clamp(least, most.max(least)).clamp(rule.min_games.max(1), rule.max_games)
    }
}

impl Scheduler for ExperimentScheduler<'_> {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn next(&self, catalog: &Catalog) -> Result<Vec<Job>, RunError> {
        let (mut jobs, mut compared) = (Vec::new(), Vec::new());
        for comparison in &self.comparisons {
            compared.extend(self.compare(catalog, comparison)?);
        }
        let chunk_size = if self.plan.budget.is_some() { ChunkSize::Growing } else { ChunkSize::Full };
        for (index, planned) in self.plan.cells.iter().enumerate() {
            let more = match &planned.stop {
                Some(_) if planned.compared_with.is_some() => {
                    compared.extract_if(.., |job: &mut Job| job.cell == index).collect()
                }
                Some(rule) => self.ruled(catalog, index, rule)?,
                None => missing(catalog, index, planned.games, chunk_size),
            };
            let has_squares = planned.cell.kind == CellKind::Games;
            let is_cut = more.is_empty() && has_squares;
            jobs.extend(if is_cut { cut(catalog, index, self.most_games(index)) } else { more });
        }
        if self.plan.budget.is_some() {
            // Cheap cells come first, so that one expensive game does not leave them without any.
            jobs.sort_by_key(|job| self.cells[job.cell].positions_per_decision());
        }
        Ok(jobs)
    }

    fn expected(&self, _: &Catalog, index: usize) -> u64 {
        let planned = &self.plan.cells[index];
        let Some(rule) = &planned.stop else { return planned.games };
        let looked = self.lock(index);
        if planned.compared_with.is_some() {
            return looked.ordered;
        }
        looked.stopped.map_or_else(|| looked.expected(rule, 1, rule.max_games), |_| looked.ordered)
    }

    fn progress(&self, catalog: &Catalog, index: usize) -> String {
        let planned = &self.plan.cells[index];
        match &planned.stop {
            Some(rule) => {
                let text = self.known(index).map_or_else(|| "–".into(), percent);
                format!("{} {text} until ±{} %", planned.metric(), 100.0 * rule.half_width)
            }
            None => {
                let known = catalog.cell(index).outcomes();
                format!("draws {}", wilson(known.drawn(), known.games()).map_or_else(|| "–".into(), percent))
            }
        }
    }

    fn forget(&self) {
        (0..self.cells.len()).for_each(|index| *self.lock(index) = InterimAnalysis::default());
    }

    fn budget(&self) -> Option<Duration> {
        self.plan.budget
    }
}

/// Formats an estimate as `12.3 % [11.0, 13.6]`.
fn percent(estimate: Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|share| 100.0 * share);
    format!("{value:.1} % [{low:.1}, {high:.1}]")
}
