//! Replays a game of a run: it is a function of the plan and its number, and must end as recorded in the tables.

use petteia_engine::{BySide, game_seed};
use petteia_players::agents::AgentError;
use petteia_players::record::{Record, result_text};
use petteia_tables::{Example, GameResult, TableError, results};

use super::status::Status;
use crate::experiment::CellPlan;

/// Why a game of a run cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// There is no such game, or an agent would play differently or must not be started.
    #[error("{0}")]
    Refused(String),
    /// An agent lacks something that it played with.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The game does not end as recorded in the run.
    #[error("replayed, the game is {again}, but the table of the run has {recorded}: it was played by another version")]
    Differs {
        /// How it ends now.
        again: String,
        /// How it ended.
        recorded: String,
    },
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Status {
    /// Replays a game of the run, and makes sure that it ends as recorded in the run's table, if it was played there.
    ///
    /// # Errors
    /// The run has no such game, or the game ends differently.
    pub fn replay(&self, cell: usize, game: u64) -> Result<Record, ReplayError> {
        let record = self.play_again(cell, game)?;
        match self.recorded_result(&self.plan.cells[cell], game)? {
            Some(recorded) => compared(record, recorded),
            None => Ok(record),
        }
    }

    /// Replays an example of a cell, and makes sure that it ends as it was counted.
    ///
    /// # Errors
    /// As [`Status::replay`].
    pub fn replay_example(&self, cell: usize, example: &Example) -> Result<Record, ReplayError> {
        as_counted(self.play_again(cell, example.game)?, example)
    }

    /// Plays a game again.
    fn play_again(&self, cell: usize, game: u64) -> Result<Record, ReplayError> {
        let (plan, refused) = (&self.plan, |problem: String| Err(ReplayError::Refused(problem)));
        let Some(planned) = plan.cells.get(cell) else {
            let last = plan.cells.len().saturating_sub(1);
            return refused(format!("there is no cell {cell} in this run; its cells are 0 to {last}"));
        };
        if game >= planned.games {
            let last = planned.games.saturating_sub(1);
            return refused(format!("there is no game {game} in cell {cell}; its games are 0 to {last}"));
        }
        let matchup = &planned.cell.matchup;
        if !matchup.is_replayable() {
            let BySide { white, black } = &matchup.agents;
            let agent = if white.traits().is_repeatable() && !white.is_program() { black } else { white };
            let why = if agent.is_program() {
                "is a program of its own, which no run folder may start"
            } else {
                "has a time budget, so it plays differently each time"
            };
            return refused(format!("the games of cell {cell} cannot be replayed: {agent} {why}"));
        }
        matchup.prepare(&())?;
        Ok(matchup.record(&planned.cell.variant, game_seed(plan.seed, planned.cell.stream(), game))?)
    }

    /// Returns the result of a game in the run's table; `None` if its chunk is not written yet.
    fn recorded_result(&self, planned: &CellPlan, game: u64) -> Result<Option<String>, TableError> {
        let mut chunks = self.chunks.games.iter();
        let Some(chunk) = chunks.find(|chunk| chunk.cell == planned.index && chunk.games.contains(&game)) else {
            return Ok(None);
        };
        let played = results(chunk)?.into_iter().find(|result| result.game == game);
        Ok(played.map(|GameResult { outcome, plies, .. }| summary(&result_text(Some(outcome)), plies)))
    }
}

/// Makes sure that a game that was played again ends as it was counted.
///
/// # Errors
/// It ends otherwise.
pub fn as_counted(record: Record, example: &Example) -> Result<Record, ReplayError> {
    compared(record, summary(&result_text(Some(example.outcome)), example.plies))
}

fn compared(record: Record, recorded: String) -> Result<Record, ReplayError> {
    let again = summary(&result_text(record.history.outcome()), record.history.state().position().turn());
    if recorded == again { Ok(record) } else { Err(ReplayError::Differs { again, recorded }) }
}

/// Describes how a game ended, for comparison.
fn summary(result: &str, plies: u32) -> String {
    format!("{result} after {plies} turns")
}
