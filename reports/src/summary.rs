//! One row per cell: rates with intervals, lengths, means and counts of endings.

use std::collections::HashMap;

use petteia_engine::{BySide, EndReason, Side};
use petteia_statistics::{Estimate, Histogram, mean_interval, tango, wilson};
use petteia_tables::searches::Searches;
use petteia_tables::{AgentKey, CellStats, Example, OutcomeCounts, VariantKey};

use crate::labels::{Pairing, distinct};

/// The summary of one cell. Shares are from 0 to 1; intervals are 95 % intervals; `None` is a value that
/// the games played do not determine.
#[derive(Debug, Clone, PartialEq)]
pub struct CellSummary {
    /// Number of the cell in the plan.
    pub cell: u32,
    /// The hash of its content.
    pub cell_id: String,
    /// The variant of the rules.
    pub variant: VariantKey,
    /// Name and level of each factor.
    pub factors: Vec<(String, String)>,
    /// White's agent.
    pub white: AgentKey,
    /// Black's agent.
    pub black: AgentKey,
    /// Games played, unfinished ones included.
    pub games: u64,
    /// The games by winner and by who decided.
    pub outcomes: OutcomeCounts,
    /// Share of games White won (Wilson).
    pub white_rate: Option<Estimate>,
    /// Share of games Black won (Wilson).
    pub black_rate: Option<Estimate>,
    /// Share of games drawn (Wilson).
    pub draw_rate: Option<Estimate>,
    /// Share of games drawn if all that were adjudicated count as draws (Wilson).
    pub draw_rate_adjudicated_drawn: Option<Estimate>,
    /// Share of games stopped at the turn cap (Wilson).
    pub unfinished_rate: Option<Estimate>,
    /// Share of games won on the board, not by adjudication (Wilson).
    pub decisive_rate: Option<Estimate>,
    /// Whether the players differ only in who moves first.
    pub sides_are_equal: bool,
    /// Who begins, where the players may change sides.
    pub begins: Option<Side>,
    /// The games that White and Black won; where the players may change sides, those who moved first and second.
    pub credited: BySide<u64>,
    /// White's mean score (win 1, draw or unfinished ½, loss 0) less ½, from -½ to ½ (Tango); where the players may change
    /// sides, that of the player who moves first. It is the value of the first move only if `sides_are_equal`.
    pub first_move_advantage: Option<Estimate>,
    /// (White's wins - Black's) / wins, from -1 to 1 (Wilson of White's share of the wins).
    pub decisive_advantage: Option<Estimate>,
    /// Lengths of the games in plies.
    pub plies: Histogram,
    /// Lengths of the unfinished games among them.
    pub unfinished_plies: Histogram,
    /// Median length in plies, with the interval of the order statistics.
    pub plies_median: Option<Estimate>,
    /// Mean length in plies, with Student's t interval; needs two games.
    pub plies_mean: Option<Estimate>,
    /// Mean ply of the first capture, over the games that have one.
    pub first_capture_mean: Option<f64>,
    /// Mean over games of the mean number of legal moves.
    pub mean_branching: Option<f64>,
    /// Mean number of stones White captured in a game.
    pub captures_white_mean: Option<f64>,
    /// Mean number of stones Black captured in a game.
    pub captures_black_mean: Option<f64>,
    /// Mean of White's coins, in games played for coins.
    pub coins_white_mean: Option<f64>,
    /// Mean of Black's coins, in games played for coins.
    pub coins_black_mean: Option<f64>,
    /// The searches of each side, on average over the games.
    pub searches: BySide<Searches>,
    /// Games, among the first 10,000, that repeat an earlier game in every recorded column.
    pub duplicates: u64,
    /// Games by how they ended and who won.
    pub(crate) ends: HashMap<(EndReason, Option<Side>), u64>,
    /// Stones captured in a game.
    pub(crate) captures: Histogram,
    /// Games that illustrate the cell.
    pub examples: Vec<Example>,
}

impl CellSummary {
    /// Returns whether the players may change sides.
    pub(crate) fn may_swap(&self) -> bool {
        self.begins.is_some()
    }

    /// Whether the same agent plays both sides.
    #[must_use]
    pub fn plays_itself(&self) -> bool {
        self.white == self.black
    }

    /// Returns the number of games that ended for a reason.
    #[must_use]
    pub fn ended(&self, reason: EndReason) -> u64 {
        [None, Some(Side::White), Some(Side::Black)].into_iter().map(|winner| self.ended_with(reason, winner)).sum()
    }

    /// Returns the number of games that ended for a reason with a winner, or with none.
    pub(crate) fn ended_with(&self, reason: EndReason, winner: Option<Side>) -> u64 {
        self.ends.get(&(reason, winner)).copied().unwrap_or(0)
    }

    /// Returns whether the median length lies among the unfinished games, so that it is a lower bound.
    #[must_use]
    pub fn median_is_bound(&self) -> bool {
        let median = self.plies.quantile(0.5);
        self.unfinished_plies.min().zip(median).is_some_and(|(stopped, median)| median >= f64::from(stopped))
    }

    pub(crate) fn agents(&self) -> Pairing<'_> {
        (&self.white, &self.black)
    }
}

/// The different pairings of agents, White's first, in the order of the plan.
pub(crate) fn pairings(cells: &[CellSummary]) -> Vec<Pairing<'_>> {
    distinct(cells.iter().map(CellSummary::agents))
}

/// Returns the summary of a cell. `begins` says who begins where the players may change sides.
pub(crate) fn row(tally: CellStats, sides_are_equal: bool, begins: Option<Side>) -> CellSummary {
    let outcomes = tally.outcomes;
    let credited = credited(&tally, begins);
    let (games, wins) = (outcomes.games(), outcomes.white() + outcomes.black());
    CellSummary {
        cell: tally.key.cell,
        cell_id: tally.key.key,
        factors: tally.key.factors,
        games,
        white_rate: wilson(outcomes.white(), games),
        black_rate: wilson(outcomes.black(), games),
        draw_rate: wilson(outcomes.drawn(), games),
        draw_rate_adjudicated_drawn: wilson(outcomes.not_decided(), games),
        unfinished_rate: wilson(outcomes.unfinished, games),
        decisive_rate: wilson(outcomes.decisive(), games),
        sides_are_equal,
        first_move_advantage: tango(credited.white, credited.black, games)
            .map(|difference| difference.rescaled(0.5, 0.0)),
        begins,
        credited,
        decisive_advantage: wilson(outcomes.white(), wins).map(|share| share.rescaled(2.0, -1.0)),
        plies_median: tally.plies.quantile_interval(0.5),
        plies_mean: plies_mean(&tally.plies),
        first_capture_mean: tally.first_capture.mean(),
        mean_branching: tally.branching.mean(),
        captures_white_mean: tally.captured.white.mean(),
        captures_black_mean: tally.captured.black.mean(),
        coins_white_mean: tally.coins.white.mean(),
        coins_black_mean: tally.coins.black.mean(),
        searches: BySide::from_fn(|side| tally.searches[side].mean()),
        duplicates: tally.duplicates,
        ends: tally.ends,
        captures: tally.captures,
        examples: tally.firsts.examples(&tally.plies),
        outcomes,
        variant: tally.key.variant,
        white: tally.key.white,
        black: tally.key.black,
        plies: tally.plies,
        unfinished_plies: tally.unfinished_plies,
    }
}

/// Returns the summary of each cell; the players of all are equal, or of none.
#[cfg(test)]
pub(crate) fn summarise(cells: Vec<CellStats>, are_equal: bool) -> Vec<CellSummary> {
    cells.into_iter().map(|cell| row(cell, are_equal, None)).collect()
}

/// Returns the wins that count to White and to Black where fairness is measured; see [`Rules::credits`]. `begins` says who
/// begins where the players may change sides.
///
/// [`Rules::credits`]: petteia_engine::Rules::credits
fn credited(tally: &CellStats, begins: Option<Side>) -> BySide<u64> {
    let won = BySide { white: tally.outcomes.white(), black: tally.outcomes.black() };
    let Some(first) = begins else { return won };
    let of_player = |began: Side| won[began] - tally.swapped[began] + tally.swapped[!began];
    BySide { white: of_player(first), black: of_player(!first) }
}

fn plies_mean(plies: &Histogram) -> Option<Estimate> {
    mean_interval(plies.n(), plies.mean()?, plies.variance()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    /// Black begins: 6 of White's 10 wins and 1 of Black's 5 came after the players had changed sides.
    #[test]
    fn wins_are_credited_to_players_where_they_may_change_sides() {
        let mut tally = CellStats::of(fixtures::cell(0, "brandubh+swap", "random"));
        tally.outcomes = OutcomeCounts { white_on_board: 10, black_on_board: 5, ..OutcomeCounts::default() };
        tally.swapped = BySide { white: 6, black: 1 };
        assert_eq!(credited(&tally, None), BySide { white: 10, black: 5 });
        assert_eq!(credited(&tally, Some(Side::Black)), BySide { white: 4 + 6, black: 4 + 1 });
        assert_eq!(credited(&tally, Some(Side::White)), BySide { white: 4 + 1, black: 4 + 6 });
    }
}
