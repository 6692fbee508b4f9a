//! A match: pairs of one duel, either a fixed number or until a sequential test decides.

use std::ops::ControlFlow;

use petteia_players::Clock;
use petteia_statistics::{Sprt, SprtDecision};
use petteia_tables::{Contest, ContestTally};

use super::duel::{Duel, DuelError};
use super::in_order::in_order;
use super::progress_bar;

/// When a match ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// After this many pairs,
    pub pairs: u64,
    /// or earlier, when a test decides.
    pub sprt: Option<Sprt>,
}

/// Options of a match.
#[derive(Clone, Copy, Debug)]
pub struct SeriesOptions {
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
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

/// Plays a match. The test is applied after every pair, in order; pairs that other threads have played beyond its
/// decision do not count.
///
/// # Errors
/// The opening is too long for the game.
pub fn play_series(duel: &Duel, end: End, options: SeriesOptions) -> Result<Series, DuelError> {
    duel.get_ready(options.quiet)?;
    let contest = Contest { variant: duel.variant().to_owned(), agents: duel.agents(), pairs: Vec::new() };
    let mut series = Series { contest, tally: ContestTally::default(), clocks: Default::default() };
    let mut failure = None;
    let bar = progress_bar(2 * end.pairs, options.quiet);
    in_order(
        options.threads,
        end.pairs,
        |pair| duel.play(pair),
        |played| {
            let played = match played {
                Ok(played) => played,
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            };
            series.tally.add(&played.games);
            series.contest.pairs.push(played.games);
            series.clocks.iter_mut().zip(played.clocks).for_each(|(clock, time)| clock.add(time));
            bar.inc(2);
            let Some(sprt) = end.sprt else { return ControlFlow::Continue(()) };
            bar.set_message(format!("LLR {:+.2}", sprt.log_likelihood_ratio(series.tally.pairs)));
            match sprt.verdict(series.tally.pairs) {
                SprtDecision::Undecided => ControlFlow::Continue(()),
                SprtDecision::Accept | SprtDecision::Reject => ControlFlow::Break(()),
            }
        },
    );
    bar.finish_and_clear();
    failure.map_or(Ok(series), Err)
}
