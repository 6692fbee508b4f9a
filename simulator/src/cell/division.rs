//! How the games of a cell are divided into units, each of which is one part of the store.

use std::ops::Range;

use super::{Cell, Kind};

/// Games per unit of random players: enough that each sync of the disk comes with at least a tenth of a second of play.
const RANDOM_UNIT: u64 = 50_000;
/// Games per unit if an agent looks one move ahead, or random games are played one at a time.
const GREEDY_UNIT: u64 = 2_000;
/// Games per unit if an agent searches, with seconds of play per game.
const SEARCH_UNIT: u64 = 10;
/// Games per unit if the agents search a few hundred positions per decision.
const QUICK_UNIT: u64 = 250;
/// Games per unit if the searches share lanes: several per lane, so that few lanes are idle at the end.
const SHARED_UNIT: u64 = 128;
/// Games up to the first looks of a stopping rule.
const FIRST_LOOK: u64 = 250;
/// A later look of a stopping rule comes after one game per this many earlier games: a cell plays at most a quarter more
/// than it needs, and the distance reaches the size of a unit after a few dozen looks.
const GROWTH: u64 = 4;

/// Numbers per unit of a small order, so that several threads share it.
pub const FINE_UNIT: u64 = 25;

/// How large the units are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As large as the agents allow.
    Full,
    /// Up to the next look of a stopping rule.
    Looks,
    /// At most [`FINE_UNIT`], for orders that are small because the next ones depend on them.
    Fine,
    /// Small at first, and then twice as large each time, so that all cells of a budget advance evenly from the start.
    Growing,
}

impl Cell {
    /// Returns the most numbers of a unit.
    #[must_use]
    pub fn unit(&self) -> u64 {
        let matchup = &self.matchup;
        let is_quick = matchup.is_quick();
        let is_in_lanes = self.kind == Kind::Games && matchup.plays_in_lanes();
        let games = match (matchup.is_random(), matchup.searches()) {
            // A proof at every turn makes even random games slow.
            (true, _) if self.kind == Kind::Games && !matchup.rules.limits.fortress => RANDOM_UNIT,
            (_, false) => GREEDY_UNIT,
            (_, true) if is_in_lanes => SHARED_UNIT,
            (_, true) if is_quick => QUICK_UNIT,
            (_, true) => SEARCH_UNIT,
        };
        games.div_euclid(self.games_each())
    }

    /// Returns where the unit that begins with the number `from` ends. Units of full size end at its multiples, whatever
    /// was played before.
    #[must_use]
    pub fn unit_end(&self, from: u64, pace: Pace) -> u64 {
        let unit = self.unit();
        let full = |unit: u64| (from.div_euclid(unit) + 1) * unit;
        match pace {
            Pace::Full => full(unit),
            Pace::Fine => full(unit.min(FINE_UNIT)),
            Pace::Looks => next_look(from, unit),
            Pace::Growing => full(unit).min((2 * from).max(1)),
        }
    }

    /// Returns the unit with which a range of numbers begins.
    #[must_use]
    pub fn first_unit(&self, numbers: &Range<u64>, pace: Pace) -> Range<u64> {
        numbers.start..numbers.end.min(self.unit_end(numbers.start, pace))
    }
}

/// Returns the first look of a stopping rule after `from` games, in a cell with this many games per unit.
#[must_use]
pub fn next_look(from: u64, unit: u64) -> u64 {
    let mut look = 0;
    while look <= from {
        let step = (look.div_euclid(GROWTH)).clamp(FIRST_LOOK.min(unit), unit);
        // From here on, all steps are equal.
        look += if step == unit { ((from - look).div_euclid(unit) + 1) * unit } else { step };
    }
    look
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_looks_early_and_then_less_and_less_often() {
        let looks: Vec<u64> = std::iter::successors(Some(0), |&from| Some(next_look(from, 50_000))).take(60).collect();
        assert_eq!(looks[..7], [0, 250, 500, 750, 1000, 1250, 1562]);
        for pair in looks.windows(2).filter(|pair| pair[0] >= 1000) {
            assert!(pair[1] <= pair[0] + pair[0].div_euclid(4), "{pair:?}");
        }
        assert!(looks[59] > 1_000_000);
        for unit in [10, 128, 250, 2000, 50_000] {
            for from in [0, 1, 9, 10, 249, 250, 251, 5000, 123_456] {
                let next = next_look(from, unit);
                assert!(next > from && next_look(next - 1, unit) == next, "{from} {unit}");
            }
        }
    }
}
