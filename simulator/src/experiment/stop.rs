//! Stopping rules and time budgets.

use std::time::Duration;

use petteia_statistics::{Estimate, score_sequence, share_sequence};
use petteia_tables::OutcomeCounts;
use serde::{Deserialize, Serialize};

/// Ends a cell when a rate is known precisely enough, or its difference from that of another variant. The interval is a
/// confidence sequence, so it stays valid if it is tested after every chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StopRule {
    /// The rate.
    pub metric: Metric,
    /// Half the width of its 95 % interval, above 0 and below ½.
    pub half_width: f64,
    /// The fewest games of a cell.
    #[serde(default)]
    pub min_games: u64,
    /// The most games of a cell.
    pub max_games: u64,
    /// The variant, by its name or label, from which the others differ: then a cell ends when the difference is decided, or
    /// its interval is narrow enough.
    #[serde(default)]
    pub against: Option<String>,
}

/// The probability that an interval of a rule ever misses the truth.
const ALPHA: f64 = 0.05;

/// A rate that can stop a cell; the columns of the summary have the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Share of games drawn.
    DrawRate,
    /// Share of games White won.
    WhiteRate,
    /// Share of games Black won.
    BlackRate,
    /// Share of games that a side won on the board.
    DecisiveRate,
    /// Share of games stopped at the turn cap.
    UnfinishedRate,
    /// White's mean score minus one half.
    FirstMoveAdvantage,
}

impl Metric {
    /// As in an experiment file.
    pub fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Its difference between two variants, in tables.
    pub fn difference_name(self) -> &'static str {
        self.names()[1]
    }

    /// Its name, and that of its difference between two variants.
    fn names(self) -> [&'static str; 2] {
        match self {
            Metric::DrawRate => ["draw_rate", "draw_rate_difference"],
            Metric::WhiteRate => ["white_rate", "white_rate_difference"],
            Metric::BlackRate => ["black_rate", "black_rate_difference"],
            Metric::DecisiveRate => ["decisive_rate", "decisive_rate_difference"],
            Metric::UnfinishedRate => ["unfinished_rate", "unfinished_rate_difference"],
            Metric::FirstMoveAdvantage => ["first_move_advantage", "first_move_difference"],
        }
    }
}

impl StopRule {
    /// Checks the numbers.
    pub(crate) fn check(&self) -> Result<(), String> {
        let &StopRule { half_width, min_games, max_games, .. } = self;
        if !(half_width > 0.0 && half_width < 0.5) {
            return Err(format!("`half_width` is {half_width}; give a share above 0 and below 0.5, such as 0.01"));
        }
        if min_games > max_games {
            return Err(format!("`min_games` is {min_games}, more than `max_games`, which is {max_games}"));
        }
        Ok(())
    }

    /// Returns the metric with its confidence sequence; `None` without games.
    pub fn estimate(&self, outcomes: &OutcomeCounts) -> Option<Estimate> {
        self.estimate_at(outcomes, self.half_width, ALPHA)
    }

    /// Returns by how much the metric is larger than in the cell that it is compared with: with a probability of 95 %, the
    /// interval contains the truth at all times, because each of both confidence sequences misses it at most half as often as
    /// that of one cell may.
    pub fn difference(&self, outcomes: &OutcomeCounts, base: &OutcomeCounts) -> Option<Estimate> {
        let estimate = |outcomes| self.estimate_at(outcomes, self.half_width / 2.0, ALPHA / 2.0);
        let (own, other) = (estimate(outcomes)?, estimate(base)?);
        Some(Estimate {
            value: own.value - other.value,
            low: own.low - other.high,
            high: own.high - other.low,
            n: own.n + other.n,
        })
    }

    fn estimate_at(&self, outcomes: &OutcomeCounts, half_width: f64, alpha: f64) -> Option<Estimate> {
        let share = |games: u64| share_sequence(games, outcomes.games(), half_width, alpha);
        match self.metric {
            Metric::DrawRate => share(outcomes.drawn()),
            Metric::WhiteRate => share(outcomes.white()),
            Metric::BlackRate => share(outcomes.black()),
            Metric::DecisiveRate => share(outcomes.decisive()),
            Metric::UnfinishedRate => share(outcomes.unfinished),
            Metric::FirstMoveAdvantage => {
                let level = outcomes.drawn() + outcomes.unfinished;
                let score = score_sequence([outcomes.white(), level, outcomes.black()], half_width, alpha);
                score.map(|score| score.rescaled(1.0, -0.5))
            }
        }
    }

    /// Returns whether these games of a cell are enough.
    pub fn is_met(&self, outcomes: &OutcomeCounts) -> bool {
        outcomes.games() >= self.min_games && self.estimate(outcomes).is_some_and(|estimate| self.is_narrow(estimate))
    }

    /// Returns whether a difference is decided, or as narrow as is asked.
    pub fn settles(&self, outcomes: &OutcomeCounts, base: &OutcomeCounts) -> bool {
        let is_settled = |difference: Estimate| difference.excludes_zero() || self.is_narrow(difference);
        outcomes.games() >= self.min_games && self.difference(outcomes, base).is_some_and(is_settled)
    }

    fn is_narrow(&self, Estimate { low, high, .. }: Estimate) -> bool {
        high - low <= 2.0 * self.half_width
    }
}

/// Reads a time such as `90s`, `10m`, `1h30m` or `2d`, of at least a second.
pub(super) fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`budget` is \"{text}\"; give a time such as \"90s\", \"10m\", \"1h30m\" or \"2d\"");
    let (mut seconds, mut rest) = (0_u64, text.trim());
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let number: u64 = rest[..digits].parse().map_err(|_| wrong())?;
        let unit = rest[digits..].chars().next().ok_or_else(wrong)?;
        let factor = match unit {
            's' => 1,
            'm' => 60,
            'h' => 3600,
            'd' => 86400,
            _ => return Err(wrong()),
        };
        seconds = number.checked_mul(factor).and_then(|more| seconds.checked_add(more)).ok_or_else(wrong)?;
        rest = &rest[digits + unit.len_utf8()..];
    }
    // No run lasts a century.
    if (1..=100 * 366 * 86400).contains(&seconds) { Ok(Duration::from_secs(seconds)) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use petteia_engine::GameRng;

    use super::*;
    use crate::cell::next_look;

    fn rule() -> StopRule {
        let (metric, against) = (Metric::DrawRate, Some("a".to_owned()));
        StopRule { metric, half_width: 0.05, min_games: 0, max_games: 4000, against }
    }

    /// Plays games that are drawn with some probability until a rule ends them, and returns the difference at the end and
    /// whether any interval on the way missed the truth.
    fn played(rule: &StopRule, rng: &mut GameRng, [own, base]: [f64; 2]) -> (Estimate, bool) {
        let (mut counts, mut looked, mut has_missed) = ([OutcomeCounts::default(); 2], 0, false);
        loop {
            let look = next_look(looked, 1000).min(rule.max_games);
            for (counts, share) in counts.iter_mut().zip([own, base]) {
                for _ in looked..look {
                    let is_drawn = f64::from(rng.below(1_000_000)) < 1_000_000.0 * share;
                    *if is_drawn { &mut counts.draw_on_board } else { &mut counts.white_on_board } += 1;
                }
            }
            looked = look;
            let found = rule.difference(&counts[0], &counts[1]).expect("there are games");
            has_missed |= !(found.low..=found.high).contains(&(own - base));
            if rule.settles(&counts[0], &counts[1]) || looked == rule.max_games {
                return (found, has_missed);
            }
        }
    }

    #[test]
    fn a_difference_holds_at_all_looks() {
        let (rule, mut rng) = (rule(), GameRng::from_seed(7));
        for shares in [[0.3, 0.3], [0.5, 0.5], [0.97, 0.97], [0.35, 0.3], [0.02, 0.97]] {
            let runs = (0..200).map(|_| played(&rule, &mut rng, shares));
            let runs: Vec<(Estimate, bool)> = runs.collect();
            let misses = runs.iter().filter(|(_, has_missed)| *has_missed).count();
            assert!(misses <= 10, "{misses} of 200 runs miss {shares:?} at some look");
            let wrong = runs.iter().filter(|(found, _)| found.excludes_zero() && shares[0] == shares[1]).count();
            assert!(wrong <= 10, "{wrong} of 200 runs find a difference where there is none");
        }
    }

    #[test]
    fn a_large_difference_is_decided_early_and_none_is_narrow_in_the_end() {
        let (rule, mut rng) = (StopRule { max_games: 100_000, ..rule() }, GameRng::from_seed(8));
        let (large, _) = played(&rule, &mut rng, [0.02, 0.97]);
        assert!(large.n <= 500 && large.high < 0.0, "{large:?}");
        let (none, _) = played(&rule, &mut rng, [0.3, 0.3]);
        assert!(none.high - none.low <= 0.1 && none.n < 40_000, "{none:?}");
    }
}
