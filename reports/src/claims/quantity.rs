//! What a claim is about: a share or a mean of the games of a cell.

use petteia_engine::{EndReason, Side};
use petteia_statistics::{Estimate, mean_interval, wilson};
use serde::Deserialize;

use crate::number_format::{percent_with_interval, points_with_interval, signed};
use crate::summary::CellSummary;

/// What is observed in the games of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Quantity {
    /// The share of games without a winner that are finished.
    Draws,
    /// The share of games with a winner.
    Decided,
    /// The share of games won on the board.
    BoardWins,
    /// White's share of the games with a winner.
    White,
    /// White's mean score.
    Score,
    /// Captured stones per game.
    Captures,
    /// Turns per game.
    Plies,
    /// The share of all games that ended for a reason.
    Ends(EndReason),
    /// The share of the games with a winner that ended for a reason.
    Decides(EndReason),
    /// White's share of the games with a winner that ended for a reason.
    WhiteBy(EndReason),
}

/// The names of the quantities without a reason.
const PLAIN: [(&str, Quantity); 7] = [
    ("draws", Quantity::Draws),
    ("decided", Quantity::Decided),
    ("on-board", Quantity::BoardWins),
    ("white", Quantity::White),
    ("score", Quantity::Score),
    ("captures", Quantity::Captures),
    ("plies", Quantity::Plies),
];

type OfReason = fn(EndReason) -> Quantity;

/// The names of those with one.
const BY_REASON: [(&str, OfReason); 3] =
    [("ends", Quantity::Ends), ("decides", Quantity::Decides), ("white-by", Quantity::WhiteBy)];

impl TryFrom<String> for Quantity {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let plain = PLAIN.iter().find(|(name, _)| *name == text).map(|(_, quantity)| *quantity);
        let of_reason = |(name, reason): (&str, &str)| {
            let (_, make) = BY_REASON.iter().find(|(known, _)| *known == name)?;
            EndReason::from_name(reason).map(make)
        };
        plain.or_else(|| text.split_once(':').and_then(of_reason)).ok_or_else(|| {
            let known: Vec<&str> = PLAIN.iter().map(|(name, _)| *name).collect();
            format!(
                "`{text}` is no quantity; give {}, or `ends:REASON`, `decides:REASON` or `white-by:REASON` with a reason \
                 such as `no_moves`",
                known.join(", ")
            )
        })
    }
}

impl Quantity {
    /// Returns whether it is a share of games, which can be counted.
    pub(super) const fn is_share(self) -> bool {
        !matches!(self, Quantity::Score | Quantity::Captures | Quantity::Plies)
    }

    /// Returns what it is a share or a mean of.
    pub(super) const fn counted(self) -> &'static str {
        match self {
            Quantity::White | Quantity::Decides(_) | Quantity::WhiteBy(_) => "decided games",
            _ => "games",
        }
    }

    /// Returns how it is written; `is_difference` is whether two games are compared.
    pub(super) const fn unit(self, is_difference: bool) -> Unit {
        match self {
            Quantity::Captures | Quantity::Plies => Unit::Number,
            _ if is_difference => Unit::Points,
            _ => Unit::Percent,
        }
    }

    /// Returns its value in the games of a cell; `None` if they do not determine it.
    pub(super) fn of(self, cell: &CellSummary) -> Option<Estimate> {
        let outcomes = cell.outcomes;
        let (white, decided) = (outcomes.white(), outcomes.white() + outcomes.black());
        let won = |reason, side| cell.ended_with(reason, Some(side));
        let both_won = |reason| won(reason, Side::White) + won(reason, Side::Black);
        match self {
            Quantity::Draws => cell.draw_rate,
            Quantity::Decided => wilson(decided, cell.games),
            Quantity::BoardWins => cell.decisive_rate,
            Quantity::White => wilson(white, decided),
            Quantity::Score => cell.first_move_advantage.map(|advantage| advantage.rescaled(1.0, 0.5)),
            Quantity::Captures => mean_interval(cell.captures.n(), cell.captures.mean()?, cell.captures.variance()?),
            Quantity::Plies => cell.plies_mean,
            Quantity::Ends(reason) => wilson(cell.ended(reason), cell.games),
            Quantity::Decides(reason) => wilson(both_won(reason), decided),
            Quantity::WhiteBy(reason) => wilson(won(reason, Side::White), both_won(reason)),
        }
    }
}

/// How a quantity is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    Percent,
    Points,
    Number,
}

impl Unit {
    pub(super) fn text(self, estimate: Estimate) -> String {
        let Estimate { value, low, high, n } = estimate;
        match self {
            Unit::Percent if n == 0 => format!("{:.0}", 100.0 * value),
            Unit::Points if n == 0 => signed(100.0 * value),
            Unit::Number if n == 0 => format!("{value:.1}"),
            Unit::Percent => percent_with_interval(Some(estimate)),
            Unit::Points => points_with_interval(Some(estimate)),
            Unit::Number => format!("{value:.1} [{low:.1}, {high:.1}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read() {
        assert_eq!(Quantity::try_from("decides:no_moves".to_owned()), Ok(Quantity::Decides(EndReason::NoMoves)));
        assert_eq!(Quantity::try_from("white".to_owned()), Ok(Quantity::White));
        let error = Quantity::try_from("ends:blockade".to_owned()).expect_err("no reason");
        assert!(error.contains("`ends:blockade` is no quantity"), "{error}");
    }
}
