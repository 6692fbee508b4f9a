//! Example games of a cell: the shortest, a typical and the longest one, and the first of each kind without a winner.

use std::collections::BTreeMap;

use petteia_engine::{EndReason, Outcome};
use petteia_statistics::Histogram;

/// A game worth looking at.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Example {
    /// Its number in the cell.
    pub game: u64,
    /// How it ended.
    #[serde(skip)]
    pub outcome: Outcome,
    /// Its completed turns.
    #[serde(skip)]
    pub plies: u32,
    /// What it is an example of, such as `shortest` or `first draw by repetition`.
    pub why: Vec<String>,
}

/// The first game of each length, and the first game without a winner for each reason. Their number is bounded by the
/// turn cap, not by the number of games.
#[derive(Clone, Debug, Default)]
pub struct Firsts {
    lengths: BTreeMap<u32, Ended>,
    without_winner: BTreeMap<EndReason, Ended>,
}

/// The number of a game, how it ended, and its completed turns.
type Ended = (u64, Outcome, u32);

impl Firsts {
    /// Remembers a game if it is the first of its kind. Games must be added in order.
    pub fn add(&mut self, game: u64, plies: u32, outcome: Outcome) {
        let ended = (game, outcome, plies);
        self.lengths.entry(plies).or_insert(ended);
        if outcome.winner.is_none() {
            self.without_winner.entry(outcome.reason).or_insert(ended);
        }
    }

    /// Returns the examples, each game once. `plies` holds the lengths of all games.
    #[must_use]
    pub fn examples(&self, plies: &Histogram) -> Vec<Example> {
        let mut examples: Vec<Example> = Vec::new();
        let mut show =
            |(game, outcome, plies): Ended, why: String| match examples.iter_mut().find(|known| known.game == game) {
                Some(known) => known.why.push(why),
                None => examples.push(Example { game, outcome, plies, why: vec![why] }),
            };
        // With an even number of games, take the lower of the middle two, because no game need be as long as their
        // mean.
        let median = plies.quantile(0.5).map_or(0, |median| median.floor() as u32);
        let lengths = [
            ("shortest", self.lengths.iter().next()),
            ("of median length", self.lengths.range(..=median).next_back()),
            ("longest", self.lengths.iter().next_back()),
        ];
        for (why, length) in lengths {
            length.into_iter().for_each(|(_, &game)| show(game, why.to_owned()));
        }
        for (reason, &game) in &self.without_winner {
            let by = reason.name().replace('_', " ");
            let what = if *reason == EndReason::TurnCap { "first unfinished game" } else { "first draw" };
            show(game, format!("{what} by {by}"));
        }
        examples
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::Side;

    use super::*;

    #[test]
    fn each_game_is_shown_once_for_all_its_reasons() {
        let mut firsts = Firsts::default();
        let games = [
            (10, Some(Side::White), EndReason::Bare),
            (40, None, EndReason::Repetition),
            (30, None, EndReason::Repetition),
            (50, None, EndReason::TurnCap),
            (10, None, EndReason::NoProgress),
            (45, Some(Side::Black), EndReason::NoMoves),
        ];
        for (game, (plies, winner, reason)) in (0..).zip(games) {
            firsts.add(game, plies, Outcome { winner, reason });
        }
        // The two middle values of 10, 10, 30, 40, 45, 50 are 30 and 40.
        let examples = firsts.examples(&games.iter().map(|&(plies, _, _)| plies).collect());
        let texts: Vec<(u64, String)> = examples.iter().map(|example| (example.game, example.why.join(", "))).collect();
        let expected = [
            (0, "shortest"),
            (2, "of median length"),
            (3, "longest, first unfinished game by turn cap"),
            (1, "first draw by repetition"),
            (4, "first draw by no progress"),
        ];
        assert_eq!(texts, expected.map(|(game, why)| (game, why.to_owned())));
    }
}
