//! The question of a search.

use std::sync::{Mutex, MutexGuard, PoisonError};

use petteia_statistics::Moments;
use petteia_statistics::identification::{Search, Space, Status};

use super::file::RuleSearch;
use super::quantity::Quantity;
use crate::catalog::Catalog;
use crate::cell::{Cell, ChunkSize};
use crate::experiment::Plan;
use crate::scheduler::{Job, Scheduler, missing};
use crate::store::RunError;

/// The question of a search.
#[derive(Debug)]
pub struct SearchScheduler<'a> {
    /// The search.
    pub asked: &'a RuleSearch,
    /// How far the search has got with the games that are known. It follows from the catalog.
    state: Mutex<Search>,
}

impl<'a> SearchScheduler<'a> {
    /// Asks for the games of a search.
    #[must_use]
    pub fn new(asked: &'a RuleSearch) -> Self {
        let sets = &asked.space.rule_sets;
        let cost = |distance: f64| if asked.goal.is_near { distance } else { 0.0 };
        let space = Space {
            levels: sets.iter().map(|set| set.levels.clone()).collect(),
            costs: sets.iter().map(|set| cost(set.distance)).collect(),
        };
        let search = Search::new(asked.goal.scaled(asked.cap), space, asked.settings.clone());
        SearchScheduler { asked, state: Mutex::new(search) }
    }

    /// Returns the cells with which the search begins, each with its number of games.
    pub fn first_games(&self) -> impl Iterator<Item = (&Cell, u64)> {
        let wanted = self.state().wanted().to_vec();
        wanted.into_iter().map(|(set, count)| (&self.asked.cells[set], count))
    }

    /// Returns the places of the rule sets in the front, as far as the search has got, in the order in which they joined it.
    #[must_use]
    pub fn front(&self) -> Vec<usize> {
        self.state().front()
    }

    /// Withdraws the members of the front that do not stand when they are played again: what only they beat is asked for again.
    /// Returns whether there were any, and no more than the file allows.
    pub fn withdraw(&self, again: &(Plan, Catalog)) -> Result<bool, RunError> {
        let (plan, catalog) = again;
        let is_complete = plan.cells.iter().all(|it| catalog.cell(it.index as usize).in_order() >= it.games);
        let fallen = self.answer(Some(again))?.fallen();
        let is_allowed = fallen.len() as u64 <= self.asked.front.most_refuted;
        Ok(is_complete && is_allowed && self.state().withdraw(&fallen))
    }

    pub(super) fn state(&self) -> MutexGuard<'_, Search> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the sums of all quantities over the first games of a cell.
    pub(super) fn moments(
        &self,
        catalog: &Catalog,
        (index, cell): (usize, &Cell),
        count: u64,
    ) -> Result<Vec<Moments>, RunError> {
        let (numbers, quantities, rules) = (0..count, &self.asked.goal.quantities, &cell.matchup.rules);
        let outcomes = catalog.outcomes(cell, index, &numbers)?;
        if let Some(moments) = quantities.iter().map(|quantity| quantity.of_outcomes(rules, &outcomes)).collect() {
            return Ok(moments);
        }
        let games = catalog.results(cell, index, &numbers)?;
        let moments = |quantity: &Quantity| quantity.of_games(rules, &games, self.asked.cap);
        Ok(quantities.iter().map(moments).collect())
    }
}

impl Scheduler for SearchScheduler<'_> {
    fn cells(&self) -> &[Cell] {
        &self.asked.cells
    }

    fn next(&self, catalog: &Catalog) -> Result<Vec<Job>, RunError> {
        let mut search = self.state();
        while !search.wanted().is_empty() {
            let wanted = search.wanted().iter();
            let jobs: Vec<Job> =
                wanted.flat_map(|&(set, count)| missing(catalog, set, count, ChunkSize::Full)).collect();
            if !jobs.is_empty() {
                return Ok(jobs);
            }
            search.tell(|set, count| self.moments(catalog, (set, &self.asked.cells[set]), count))?;
        }
        Ok(Vec::new())
    }

    fn is_adaptive(&self) -> bool {
        true
    }

    fn expected(&self, _: &Catalog, index: usize) -> u64 {
        self.state().asked(index)
    }

    fn overview(&self) -> Option<String> {
        let search = self.state();
        let count = |is: fn(&Status) -> bool| search.statuses().iter().flatten().filter(|status| is(status)).count();
        let (found, open) =
            (count(|status| *status == Status::In), count(|status| matches!(status, Status::Undecided(_))));
        Some(format!("{found} in the front, {open} in doubt, {} out", count(|status| matches!(status, Status::Out(_)))))
    }
}
