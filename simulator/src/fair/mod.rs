//! What makes a game even: fewer stones for one side, or a prescribed first decision.
//!
//! One agent plays both sides, so the result reflects the game and not a difference between players. Random decisions
//! before the agent plays make the games differ. A game is a function of the seed, the agent, the game, the start and
//! its number, so the results are the same for any number of threads.

mod handicap;
mod openings;

use std::ops::{ControlFlow, Range};

use indicatif::ProgressBar;
use petteia_engine::{AnyGame, AnyPosition, BySide, GameRng, game_seed};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_players::seeds::fnv1a;
use petteia_tables::Outcomes;
use petteia_variants::check_limits;

use crate::SolveProgress;
use crate::Variant;
use crate::contest::{in_order, progress_bar};

/// Why a game cannot be examined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FairError {
    /// There is no such game, it might never end, or the agent cannot play it.
    #[error("{0}")]
    Rules(String),
    /// A side is asked to give more stones than it can.
    #[error("`{variant}`: {side} can give at most {most} stones; `--most` is {asked}")]
    TooMany {
        /// The game.
        variant: String,
        /// The side that cannot give this many.
        side: &'static str,
        /// The most that it can give.
        most: u8,
        /// The number that was requested.
        asked: u8,
    },
    /// The first decision depends on a roll.
    #[error("`{0}`: White's first decision depends on a roll of the die; leave out the die")]
    Rolls(String),
}

/// Options for an agent that plays against itself.
#[derive(Clone, Copy, Debug)]
pub struct FairOptions {
    /// Random decisions before the agent plays; a prescribed first decision replaces the first of them.
    pub opening: u32,
    /// The seed of all games.
    pub seed: u64,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
}

/// An agent that plays a game against itself, from any start.
#[derive(Debug)]
pub struct SelfPlay {
    variant: String,
    game: AnyGame,
    matchup: Matchup,
    options: FairOptions,
}

/// A start of games: a name that distinguishes it from others, and the position for a random stream.
type Start<'a> = (String, &'a (dyn Fn(&mut GameRng) -> AnyPosition + Sync));

impl SelfPlay {
    /// Creates the self-play of an agent on a game with its switches.
    ///
    /// # Errors
    /// The game has no limits at all, or the agent does not find what it needs for it.
    pub fn new(variant: &Variant, agent: &AgentSpec, options: FairOptions) -> Result<Self, FairError> {
        let Variant { name, rules } = variant.clone();
        check_limits(&name, rules.limits).map_err(FairError::Rules)?;
        agent.check(&rules).map_err(|error| FairError::Rules(error.to_string()))?;
        let agents = BySide { white: agent.clone(), black: agent.clone() };
        let matchup = Matchup { rules: rules.clone(), agents, opening: options.opening };
        Ok(SelfPlay { variant: name, game: AnyGame::of(rules), matchup, options })
    }

    /// Prepares the endgame tables that the agent uses.
    fn get_ready(&self) -> Result<(), FairError> {
        let progress = SolveProgress::new(self.options.quiet);
        let prepared = self.matchup.prepare(&progress);
        progress.finish();
        prepared.map_err(|error| FairError::Rules(error.to_string()))
    }

    fn bar(&self, games: u64) -> ProgressBar {
        progress_bar(games, self.options.quiet)
    }

    /// Plays the games with the given numbers.
    fn play(&self, matchup: &Matchup, (place, start): Start, numbers: Range<u64>, bar: &ProgressBar) -> Outcomes {
        let FairOptions { seed, threads, .. } = self.options;
        let stream = fnv1a(format!("fair {} {} {place}", self.variant, matchup.agents.white).as_bytes());
        let mut outcomes = Outcomes::default();
        let play = |number: u64| {
            let seed = game_seed(seed, stream, numbers.start + number);
            let mut rng = GameRng::from_seed(seed);
            matchup.watch_from(&start(&mut rng), rng.next_u64(), &mut |_| ())
        };
        in_order(threads, numbers.end - numbers.start, play, |outcome| {
            outcomes.add(outcome.winner, outcome.reason, matchup.rules.adjudicates(outcome.reason));
            bar.inc(1);
            ControlFlow::Continue(())
        });
        outcomes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(variant: &str) -> SelfPlay {
        let options = FairOptions { opening: 2, seed: 3, threads: 2, quiet: true };
        SelfPlay::new(&Variant::find(variant).expect(variant), &"random".parse().expect("an agent"), options)
            .expect(variant)
    }

    #[test]
    fn a_side_without_its_stones_loses() {
        let handicap = game("city-8+vagi").handicap(100, Some(6)).expect("it can give 6");
        let score = |stones: i32| {
            let (_, outcomes) = handicap.scores.iter().find(|(played, _)| *played == stones)?;
            outcomes.score()
        };
        let even = handicap.even().expect("the scores cross one half");
        assert!(even.low > -3.0 && even.high < 3.0, "{even:?}");
        let ends = handicap.scores.first().zip(handicap.scores.last()).expect("something was played");
        let (least, most) = (score(ends.0.0), score(ends.1.0));
        assert!(
            least.is_some_and(|score| score.value > 0.5) && most.is_some_and(|score| score.value < 0.5),
            "{handicap:?}"
        );
    }

    #[test]
    fn first_decisions_are_all_played_once_up_to_symmetry() {
        for (variant, kinds, decisions) in [("city-8", 24, 48), ("poleis", 10, 64)] {
            let first = game(variant).first_decisions(2).expect("there is no die");
            assert_eq!(first.decisions.len(), kinds, "{variant}");
            assert_eq!(first.decisions.iter().map(|first| first.alike).sum::<u32>(), decisions, "{variant}");
            assert!(first.decisions.iter().all(|first| first.outcomes.games() == 2), "{variant}");
        }
        assert!(matches!(game("city-8+die=4").first_decisions(2), Err(FairError::Rolls(_))));
    }

    #[test]
    fn nobody_gives_more_than_it_has() {
        let error = game("callen-simple-petteia").handicap(10, Some(6)).expect_err("White has to capture 7 of 12");
        assert!(error.to_string().contains("at most 5 stones"), "{error}");
    }
}
