//! Examinations of agents in endings whose value is known: whether they draw drawn endings, and how often a decision
//! gives a value away.
//!
//! An agent plays both sides from random placements of an ending, to the end of the game under its limits. Endgame
//! tables give the value of each placement with best play, and of each decision on the way.

mod file;
mod placements;

use std::ops::ControlFlow;

use petteia_engine::{BySide, CheckedRules, Move, Side, game_seed};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_players::seeds::fnv1a;
use petteia_proofs::endgame::{Endgames, Ending, Probed, SolveError, SolveOptions, Value, Watch};
use petteia_tables::exams::Mark;

use crate::contest::{in_order, progress_bar};
pub use file::Examination;
use placements::Placements;

/// An ending of a game, with all tables that show its best play.
#[derive(Debug)]
pub struct Paper {
    variant: String,
    rules: CheckedRules,
    ending: Ending,
    endgames: Endgames,
}

/// Options of an examination.
#[derive(Clone, Copy, Debug)]
pub struct ExamOptions {
    /// The number of random placements.
    pub placements: u64,
    /// The seed of placements and games.
    pub seed: u64,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
}

/// The record of one game.
#[derive(Default)]
struct Played {
    drawn_by_tables: bool,
    won_by_tables: bool,
    drawn: bool,
    won: bool,
    decisions: u64,
    critical: u64,
    kept: u64,
    half_points_lost: u64,
}

impl Played {
    /// Counts a decision in a position that is in the tables.
    fn judge(&mut self, probed: &Probed, made: Move) {
        let best = half_points(probed.value);
        let values = || probed.moves.iter().map(|&(decision, value)| (decision, half_points(value)));
        let Some((_, kept)) = values().find(|&(decision, _)| decision == made) else { return };
        let is_critical = values().any(|(_, value)| value < best);
        self.decisions += 1;
        self.critical += u64::from(is_critical);
        self.kept += u64::from(is_critical && kept == best);
        self.half_points_lost += best - kept;
    }

    fn add_to(&self, mark: &mut Mark) {
        mark.games += 1;
        mark.drawn_by_tables += u64::from(self.drawn_by_tables);
        mark.won_by_tables += u64::from(self.won_by_tables);
        mark.drawn += u64::from(self.drawn);
        mark.won += u64::from(self.won);
        mark.decisions += self.decisions;
        mark.critical += self.critical;
        mark.kept += self.kept;
        mark.half_points_lost += self.half_points_lost;
    }
}

/// The most decisions to judge in one game: a drawn ending may go on for hundreds of decisions, which repeat each
/// other.
const MOST_DECISIONS: u64 = 200;

impl Paper {
    /// Computes or reads the tables of an ending.
    ///
    /// # Errors
    /// The game has a rule that tables cannot represent, or it does not have this ending.
    pub fn new(
        variant: &str,
        rules: &CheckedRules,
        ending: Ending,
        options: &SolveOptions,
        watch: &dyn Watch,
    ) -> Result<Self, SolveError> {
        let mut endgames = Endgames::new(rules)?;
        endgames.solve(ending, options, watch)?;
        Ok(Paper { variant: variant.to_owned(), rules: rules.clone(), ending, endgames })
    }

    /// Examines an agent. The placements depend on the seed only, so all agents get the same ones.
    #[must_use]
    pub fn examine(&self, agent: &AgentSpec, options: ExamOptions) -> Mark {
        let ExamOptions { placements, seed, threads, quiet } = options;
        let agents = BySide { white: agent.clone(), black: agent.clone() };
        let matchup = Matchup { rules: self.rules.clone(), agents, opening: 0 };
        let mut mark = Mark {
            variant: self.variant.clone(),
            ending: self.ending.to_string(),
            agent: agent.to_string(),
            ..Mark::default()
        };
        let bar = progress_bar(placements, quiet);
        bar.set_message(format!("{} {} {}", mark.variant, mark.ending, mark.agent));
        in_order(
            threads,
            placements,
            |number| self.play(&matchup, number, seed),
            |played| {
                played.add_to(&mut mark);
                bar.inc(1);
                ControlFlow::Continue(())
            },
        );
        bar.finish_and_clear();
        mark
    }

    /// Plays one game.
    fn play(&self, matchup: &Matchup, number: u64, seed: u64) -> Played {
        let stream = fnv1a(format!("exam {} {}", self.variant, self.ending).as_bytes());
        let start = Placements::of(self.endgames.game(), self.ending).draw(game_seed(seed, stream, number));
        let start = start.expect("an ending in which the game is always over was refused");
        let value = self.endgames.exact_value(&start);
        let mut played = Played {
            drawn_by_tables: value == Some(Value::Draw),
            won_by_tables: matches!(value, Some(Value::Win(_))),
            ..Played::default()
        };
        let game = fnv1a(format!("exam {} {} {}", self.variant, self.ending, matchup.agents.white).as_bytes());
        let mut before = start;
        let outcome = matchup.watch_from(&start, game_seed(seed, game, number), &mut |seen| {
            if played.decisions < MOST_DECISIONS
                && let Ok(probed) = self.endgames.probe(&before)
            {
                played.judge(&probed, seen.decision);
            }
            before = seen.after;
        });
        played.drawn = outcome.winner.is_none();
        played.won = outcome.winner == Some(Side::White);
        played
    }
}

/// Returns the value in half points for the side to move: 2 for a win, 1 for a draw.
fn half_points(value: Value) -> u64 {
    match value {
        Value::Win(_) => 2,
        Value::Draw => 1,
        Value::Loss(_) => 0,
    }
}
