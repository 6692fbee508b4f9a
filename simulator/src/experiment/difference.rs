//! The looks of a stopping rule at the differences of variants from one of them.

use petteia_statistics::Estimate;

use super::plan::Comparison;
use super::scheduler::ExperimentScheduler;
use crate::catalog::Catalog;
use crate::cell::{ChunkSize, next_look};
use crate::scheduler::{Job, missing};
use crate::store::RunError;

impl ExperimentScheduler<'_> {
    /// Looks at the differences, after equally many games of all cells that are not decided, and returns the games that are
    /// needed for the next look. Which games are played depends on nothing but their results.
    pub(super) fn compare(&self, catalog: &Catalog, comparison: &Comparison) -> Result<Vec<Job>, RunError> {
        let Comparison { base, others, rule } = comparison;
        loop {
            let is_open = |index: &usize| self.lock(*index).stopped.is_none();
            let open: Vec<usize> = [*base].iter().chain(others).copied().filter(is_open).collect();
            if !open.contains(base) {
                return Ok(Vec::new());
            }
            let look = self.lock(*base).ordered;
            if open.iter().any(|&index| catalog.cell(index).in_order() < look) {
                return Ok(open.iter().flat_map(|&index| missing(catalog, index, look, ChunkSize::Looks)).collect());
            }
            self.look_at_differences(catalog, comparison, &open, look)?;
            if look >= rule.max_games || self.lock(*base).stopped.is_some() {
                return Ok(Vec::new());
            }
            let chunk = self.plan.cells[*base].cell.chunk();
            let next = next_look(look, chunk).max(rule.min_games).min(rule.max_games);
            open.iter().for_each(|&index| self.lock(index).ordered = next);
        }
    }

    /// Ends the cells whose difference is settled after this many games, and with the last of them the base.
    fn look_at_differences(
        &self,
        catalog: &Catalog,
        Comparison { base, others, rule }: &Comparison,
        open: &[usize],
        look: u64,
    ) -> Result<(), RunError> {
        for &index in open {
            let mut looked = self.lock(index);
            let more = looked.games..look;
            looked.outcomes += catalog.outcomes(&self.plan.cells[index].cell, index, &more)?;
            looked.games = look;
        }
        let of_base = self.lock(*base).outcomes;
        for &index in open.iter().filter(|index| *index != base) {
            let mut looked = self.lock(index);
            looked.stopped = rule.settles(&looked.outcomes, &of_base).then_some(look);
            looked.base = Some(of_base);
        }
        if look > 0 && others.iter().all(|&index| self.lock(index).stopped.is_some()) {
            self.lock(*base).stopped = Some(look);
        }
        Ok(())
    }

    /// Returns what the stopping rule of a cell knows: its metric, or the difference from the cell it is compared with.
    #[must_use]
    pub fn known(&self, index: usize) -> Option<Estimate> {
        let (rule, looked) = (self.plan.cells[index].stop.as_ref()?, self.lock(index));
        match looked.base {
            Some(base) => rule.difference(&looked.outcomes, &base),
            None => rule.estimate(&looked.outcomes),
        }
    }
}
