//! Examinations of agents in endings whose value is known: whether they draw what is drawn, and how often a decision throws
//! a value away.
//!
//! An agent plays both sides from random placements of an ending, to the end of the game under its limits. Endgame tables
//! say what each placement is worth with best play, and what each decision on the way kept of it.

mod file;
mod placements;

use std::ops::ControlFlow;

use petteia_engine::{BySide, CheckedRules, game_seed};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_proofs::endgame::{Endgames, Ending, SolveError, SolveOptions, Value, Watch};
use petteia_tables::exams::Mark;

use crate::contest::{in_order, progress_bar};
use crate::experiment::fnv1a;
pub use file::Examination;
use placements::Placements;

/// An ending of a game, with all tables that say what is best in it.
#[derive(Debug)]
pub struct Paper {
    variant: String,
    rules: CheckedRules,
    ending: Ending,
    endgames: Endgames,
}

/// What happened in one game.
#[derive(Default)]
struct Played {
    drawn_by_tables: bool,
    drawn: bool,
    decisions: u64,
    critical: u64,
    kept: u64,
    half_points_lost: u64,
}

impl Played {
    fn add_to(&self, mark: &mut Mark) {
        mark.games += 1;
        mark.drawn_by_tables += u64::from(self.drawn_by_tables);
        mark.drawn += u64::from(self.drawn);
        mark.decisions += self.decisions;
        mark.critical += self.critical;
        mark.kept += self.kept;
        mark.half_points_lost += self.half_points_lost;
    }
}

/// Decisions that are looked at in one game: a drawn ending may go on for hundreds, which repeat each other.
const MOST_DECISIONS: u64 = 200;

impl Paper {
    /// Makes or reads the tables of an ending.
    ///
    /// # Errors
    /// The game has a rule that tables cannot hold, or the ending is not of the game.
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

    /// Examines an agent on so many placements. They depend on the seed alone, so that all agents get the same.
    #[must_use]
    pub fn examine(&self, agent: &AgentSpec, placements: u64, seed: u64, quiet: bool) -> Mark {
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
            0,
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
        let mut before = start;
        let mut played = Played { drawn_by_tables: self.value(&start) == Some(Value::Draw), ..Played::default() };
        let game = game_seed(seed, fnv1a(format!("{stream} {}", matchup.agents.white).as_bytes()), number);
        let outcome = matchup.watch_from(&start, game, &mut |seen| {
            if played.decisions < MOST_DECISIONS
                && let Ok(probed) = self.endgames.probe(&before)
                && let Some(&(_, value)) = probed.moves.iter().find(|&&(decision, _)| decision == seen.decision)
            {
                let worst = probed.moves.iter().map(|&(_, value)| half_points(value)).min();
                let lost = half_points(probed.value).saturating_sub(half_points(value));
                played.decisions += 1;
                played.critical += u64::from(worst < Some(half_points(probed.value)));
                played.kept += u64::from(worst < Some(half_points(probed.value)) && lost == 0);
                played.half_points_lost += lost;
            }
            before = seen.after;
        });
        played.drawn = outcome.winner.is_none();
        played
    }

    fn value(&self, position: &petteia_engine::AnyPosition) -> Option<Value> {
        self.endgames.probe(position).ok().map(|probed| probed.value)
    }
}

/// What a value is worth to the side to move: 2 for a win, 1 for a draw.
fn half_points(value: Value) -> u64 {
    match value {
        Value::Win(_) => 2,
        Value::Draw => 1,
        Value::Loss(_) => 0,
    }
}
