//! Proofs that make games superfluous: a game in which both sides force a fortress is drawn with best play.

use std::path::Path;

use petteia_engine::BySide;
use petteia_proofs::endgame::Watch;
use petteia_proofs::theorems::ends_without_winner;
use petteia_tables::verdicts::Forced;

use super::file::RuleSearch;
use crate::progress_style::progress_bar;
use crate::verdicts::{Reaches, VerdictError, both_forced};

impl RuleSearch {
    /// Returns whether there is something to prove before games are played.
    #[must_use]
    pub fn has_proofs(&self) -> bool {
        !self.camps.is_empty() && self.goal.forbids_draws()
    }

    /// Tries to prove in the camps of the file that rule sets are drawn with best play, and leaves out those for which it
    /// succeeds. Answers are kept in the folder of the search.
    pub fn prove(&mut self, out: &Path, memory: u64, quiet: bool, watch: &dyn Watch) -> Result<(), VerdictError> {
        if !self.has_proofs() {
            return Ok(());
        }
        let reach = Reaches { camps: &self.camps, complete: None };
        let bar = progress_bar(self.space.rule_sets.len() as u64, "rule sets", quiet);
        let mut is_drawn = Vec::new();
        for set in &self.space.rule_sets {
            bar.set_message(format!("proofs: {}", set.name));
            let BySide { white, black } = both_forced(out, &set.name, &set.rules, reach, memory, watch)?;
            let both_are_safe =
                [white, black].iter().all(|forced| matches!(forced, Forced::Within { is_safe: true, .. }));
            is_drawn.push(both_are_safe && ends_without_winner(&set.rules));
            bar.inc(1);
        }
        bar.finish_and_clear();
        let mut proved = is_drawn.iter();
        self.cells.retain(|_| proved.next() == Some(&false));
        let all = std::mem::take(&mut self.space.rule_sets).into_iter().zip(is_drawn);
        for (set, is_drawn) in all {
            if is_drawn { &mut self.space.proved } else { &mut self.space.rule_sets }.push(set);
        }
        Ok(())
    }
}
