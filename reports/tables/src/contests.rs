//! Contests of two agents in pairs of games, and tournaments of such contests.
//!
//! Both games of a pair start from the same opening with colours swapped, so that neither the opening nor the first
//! move favours either agent.

use std::collections::HashSet;

use petteia_engine::{EndReason, Outcome, Side};
use petteia_statistics::{Estimate, Pentanomial, elo_difference_among, score_among, wilson_among};

use crate::keys::{AgentKey, VariantKey};
use crate::results::GameResult;
use crate::searches::{SearchSums, Searches};

/// The games of two agents on one variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    /// The hash of its cell.
    pub cell: String,
    /// The variant of the rules.
    pub variant: VariantKey,
    /// Both agents.
    pub agents: [AgentKey; 2],
    /// The pairs in order. Agent 0 has White in game 0 of a pair, agent 1 in game 1.
    pub pairs: Vec<[GameResult; 2]>,
}

impl Contest {
    /// Adds the searches of each agent in all games.
    pub fn add_searches(&self, sums: [&mut SearchSums; 2]) {
        for (agent, sums) in sums.into_iter().enumerate() {
            let games = self.pairs.iter().flat_map(|pair| pair.iter().enumerate());
            games.for_each(|(number, game)| {
                sums.add(game.searches[if number == agent { Side::White } else { Side::Black }])
            });
        }
    }

    /// Returns the searches of each agent on average over the games.
    #[must_use]
    pub fn searches(&self) -> [Searches; 2] {
        let [mut first, mut second] = [SearchSums::default(), SearchSums::default()];
        self.add_searches([&mut first, &mut second]);
        [first.mean(), second.mean()]
    }
}

/// The counted results of two agents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct ContestTally {
    /// Games that each agent won.
    pub wins: [u64; 2],
    /// Games drawn.
    pub draws: u64,
    /// Games stopped at the turn cap; each agent scores half a point, as for a draw.
    pub unfinished: u64,
    /// Games that each agent forfeited because it failed; the other agent won them.
    pub forfeits: [u64; 2],
    /// Pairs by the number of points that agent 0 scored.
    pub pairs: Pentanomial,
    /// Games that are, move for move, the same as an earlier one, whoever had White.
    pub repeats: u64,
}

impl ContestTally {
    /// Counts the results of a contest.
    #[must_use]
    pub fn of(contest: &Contest) -> Self {
        let mut tally = Self::default();
        let mut seen = HashSet::new();
        for pair in &contest.pairs {
            tally.add(pair.map(|game| (game.outcome, game.is_swapped)));
            let hashes = pair.iter().filter_map(|game| game.moves_hash);
            tally.repeats += hashes.filter(|&hash| !seen.insert(hash)).count() as u64;
        }
        tally
    }

    /// Counts a pair, both games of which are new: their outcomes, and whether the second agent had White at the end.
    pub fn add(&mut self, pair: [(Outcome, bool); 2]) {
        let mut half_points = 0;
        for (outcome, is_swapped) in pair {
            let white = usize::from(is_swapped);
            let winner = outcome.winner.map(|side| if side == Side::White { white } else { 1 - white });
            match winner {
                Some(agent) => {
                    self.wins[agent] += 1;
                    self.forfeits[1 - agent] += u64::from(outcome.reason.is_forfeit());
                }
                None if outcome.reason == EndReason::TurnCap => self.unfinished += 1,
                None => self.draws += 1,
            }
            half_points += winner.map_or(1, |agent| 2 * (1 - agent));
        }
        self.pairs.add(half_points);
    }

    /// Returns the number of all games.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.pairs.pairs()
    }

    /// Returns the points of agent 0: 1 for a win, ½ for a draw or an unfinished game.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins[0] as f64 + (self.draws + self.unfinished) as f64 / 2.0
    }

    /// Returns the number of games that do not repeat an earlier one.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.games() - self.repeats
    }

    /// Returns the number of pairs on which intervals are based: half the distinct games.
    #[must_use]
    pub fn independent(&self) -> u64 {
        self.distinct().div_euclid(2).max(self.pairs.pairs().min(1))
    }

    /// Returns agent 0's mean score per game; see [`score_among`].
    #[must_use]
    pub fn score(&self) -> Option<Estimate> {
        score_among(self.pairs, self.independent())
    }

    /// Returns the Elo advantage of agent 0; see [`elo_difference_among`].
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        elo_difference_among(self.pairs, self.independent())
    }

    /// Returns the share of games drawn; see [`wilson_among`].
    #[must_use]
    pub fn draw_rate(&self) -> Option<Estimate> {
        wilson_among(self.draws, self.games(), self.distinct())
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::BySide;

    use super::*;

    /// A pair in whose second game the second agent has White.
    fn in_turn([first, second]: [GameResult; 2]) -> [GameResult; 2] {
        [first, GameResult { is_swapped: true, ..second }]
    }

    #[test]
    fn players_who_changed_sides_are_counted_with_their_last() {
        let white_won = Outcome { winner: Some(Side::White), reason: EndReason::Bare };
        let mut tally = ContestTally::default();
        // In both games the second agent had White at the end, in the first of them by a change of sides.
        tally.add([(white_won, true), (white_won, true)]);
        assert_eq!((tally.wins, tally.pairs), ([0, 2], Pentanomial([1, 0, 0, 0, 0])));
    }

    #[test]
    fn games_are_counted_for_the_agent_that_has_the_colour() {
        let game = |winner, reason| {
            let outcome = Outcome { winner, reason };
            let searches = BySide::default();
            GameResult { game: 0, is_swapped: false, outcome, plies: 9, searches, moves_hash: None }
        };
        let won = |side| game(Some(side), EndReason::Bare);
        let contest = Contest {
            cell: String::new(),
            variant: VariantKey::default(),
            agents: Default::default(),
            pairs: [
                [won(Side::White), won(Side::Black)],
                [won(Side::White), won(Side::White)],
                [won(Side::Black), game(None, EndReason::Repetition)],
                [game(None, EndReason::TurnCap), won(Side::Black)],
                [game(Some(Side::White), EndReason::Crash), game(Some(Side::White), EndReason::Timeout)],
            ]
            .map(in_turn)
            .to_vec(),
        };
        let tally = ContestTally::of(&contest);
        assert_eq!((tally.wins, tally.draws, tally.unfinished, tally.forfeits), ([5, 3], 1, 1, [1, 1]));
        assert_eq!(tally.pairs, Pentanomial([0, 1, 2, 1, 1]));
        assert_eq!((tally.games(), tally.points()), (10, 6.0));
        assert_eq!((tally.repeats, tally.distinct(), tally.independent()), (0, 10, 5));
    }

    #[test]
    fn repeated_games_do_not_make_intervals_narrower() {
        let game = |winner, moves_hash| {
            let outcome = Outcome { winner: Some(winner), reason: EndReason::Bare };
            let searches = BySide::default();
            GameResult { game: 0, is_swapped: false, outcome, plies: 9, searches, moves_hash: Some(moves_hash) }
        };
        let contest = |pairs| {
            let (cell, variant, agents) = Default::default();
            Contest { cell, variant, agents, pairs }
        };
        let of = |first| in_turn([game(Side::White, first), game(Side::White, 7)]);
        let once = ContestTally::of(&contest(vec![of(6), of(8), of(9)]));
        assert_eq!((once.repeats, once.distinct()), (2, 4));
        let often = ContestTally::of(&contest([of(6), of(8), of(9)].repeat(20)));
        assert_eq!((often.repeats, often.distinct(), often.independent()), (116, 4, 2));
        let ends = |tally: ContestTally| tally.score().map(|score| (score.value, score.low, score.high));
        assert_eq!(
            ends(often),
            petteia_statistics::score(Pentanomial([0, 0, 2, 0, 0])).map(|s| (s.value, s.low, s.high))
        );
        let draws = often.draw_rate().expect("there are games");
        assert_eq!(draws.high, petteia_statistics::wilson(0, 4).expect("four games").high);
    }
}
