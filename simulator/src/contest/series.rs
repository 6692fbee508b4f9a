//! A match: pairs of one duel, either a fixed number or until a sequential test decides.

use petteia_players::Clock;
use petteia_statistics::Sprt;
use petteia_tables::{Contest, ContestTally};

use super::duel::contest;
use super::scheduler::{ContestScheduler, Rule};
use super::sprt::SprtRule;
use crate::cell::{Cell, Pace};
use crate::store::{Manifest, QuestionKind, RunError};
use crate::tallies::Tallies;

/// The question which of two agents is stronger.
#[derive(Debug)]
pub struct Match {
    scheduler: ContestScheduler,
    /// The most pairs.
    pairs: u64,
}

/// A completed match.
#[derive(Clone, Debug)]
pub struct Series {
    /// The games.
    pub contest: Contest,
    /// The results.
    pub tally: ContestTally,
    /// The time of each agent.
    pub clocks: [Clock; 2],
}

impl Match {
    /// Asks about the agents of a duel: at most `pairs` pairs, or until the test decides.
    #[must_use]
    pub fn new(cell: Cell, pairs: u64, sprt: Option<Sprt>) -> Self {
        let [first, second] = cell.agents();
        let name = format!("{first} against {second} on {}", cell.variant);
        let parameters = format!(", openings of {}, seed {}", cell.matchup.opening, cell.seed);
        let rule = match sprt {
            Some(test) => Rule::Sprt(SprtRule::new(test, pairs)),
            None => Rule::Fixed(pairs, Pace::Fine),
        };
        Match { scheduler: ContestScheduler::new(QuestionKind::Match, name, &parameters, vec![cell], rule), pairs }
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        self.scheduler.manifest()
    }

    /// Returns the question for its games.
    #[must_use]
    pub fn question(&self) -> &ContestScheduler {
        &self.scheduler
    }

    /// Returns the result of the pairs up to the decision.
    pub fn series(&self, tallies: &Tallies) -> Result<Series, RunError> {
        let cell = &self.scheduler.cells[0];
        let decided = match &self.scheduler.rule {
            Rule::Sprt(rule) => rule.look(cell, tallies)?.decided(),
            Rule::Fixed(..) | Rule::Even(_) => None,
        };
        let pairs = decided.unwrap_or_else(|| tallies.cell(0).in_order().min(self.pairs));
        let contest = contest(cell, tallies, 0, pairs)?;
        let mut clocks = [Clock::default(); 2];
        for part in tallies.cell(0).parts_among(&(0..pairs)) {
            clocks.iter_mut().zip(part.clocks()).for_each(|(clock, time)| clock.add(time));
        }
        Ok(Series { tally: ContestTally::of(&contest), contest, clocks })
    }
}
