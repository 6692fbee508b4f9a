//! Stopping rules and time budgets.

use std::time::Duration;

use petteia_statistics::{Estimate, score_sequence, share_sequence};
use petteia_tables::OutcomeCounts;
use serde::{Deserialize, Serialize};

/// Ends a cell when a rate is known precisely enough. The interval is a confidence sequence, so it stays valid if it is tested after
/// every chunk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
}

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
        match self {
            Metric::DrawRate => "draw_rate",
            Metric::WhiteRate => "white_rate",
            Metric::BlackRate => "black_rate",
            Metric::DecisiveRate => "decisive_rate",
            Metric::UnfinishedRate => "unfinished_rate",
            Metric::FirstMoveAdvantage => "first_move_advantage",
        }
    }
}

impl StopRule {
    /// Checks the numbers.
    pub(crate) fn check(&self) -> Result<(), String> {
        let StopRule { half_width, min_games, max_games, .. } = *self;
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
        let share = |games: u64| share_sequence(games, outcomes.games(), self.half_width);
        match self.metric {
            Metric::DrawRate => share(outcomes.drawn()),
            Metric::WhiteRate => share(outcomes.white()),
            Metric::BlackRate => share(outcomes.black()),
            Metric::DecisiveRate => share(outcomes.decisive()),
            Metric::UnfinishedRate => share(outcomes.unfinished),
            Metric::FirstMoveAdvantage => {
                let level = outcomes.drawn() + outcomes.unfinished;
                let score = score_sequence([outcomes.white(), level, outcomes.black()], self.half_width);
                score.map(|score| score.rescaled(1.0, -0.5))
            }
        }
    }

    /// Returns whether these games of a cell are enough.
    pub fn is_met(&self, outcomes: &OutcomeCounts) -> bool {
        let narrow = |estimate: Estimate| estimate.high - estimate.low <= 2.0 * self.half_width;
        outcomes.games() >= self.min_games && self.estimate(outcomes).is_some_and(narrow)
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
