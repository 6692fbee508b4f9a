//! Metrics of game quality: what a game is like to play, in numbers.
//!
//! They follow the metrics that Browne (2009) proposed and that the Ludii system evaluates, as far as these make sense for these
//! games. The values may differ: here a draw is a draw by the rules, not a game that was stopped; the lead is judged in the
//! position itself; and no share is rounded to whole numbers.
//!
//! C. Browne (2009), *Automatic generation and evaluation of recombination games*, PhD thesis, Queensland University of
//! Technology; L. V. Allis (1994), *Searching for solutions in games and artificial intelligence*, PhD thesis, University
//! of Limburg (game-tree complexity).

use std::collections::BTreeMap;

use petteia_statistics::{Estimate, GameMetrics, bounded_mean, difference, mean_interval, wilson};
use petteia_tables::{Builder, Frame};

use crate::summary::CellSummary;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Metric {
    pub(crate) cell: u32,
    /// Its name in the table.
    pub(crate) name: &'static str,
    /// The value, with a 95 % interval if the games determine one; its `n` is the number of games.
    pub(crate) value: Estimate,
    /// Whether it is based on a sample of the games, played again.
    pub(crate) is_sampled: bool,
}

/// What a metric is, for readers.
#[derive(Debug, Clone, Copy, serde::Serialize)]
pub(crate) struct About {
    /// Its name in the table.
    pub(crate) name: &'static str,
    /// One sentence. The table of metrics in `README.md` repeats it.
    pub(crate) meaning: &'static str,
    pub(crate) range: Range,
}

/// What values a metric can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Range {
    /// From 0 to 1.
    Share,
    /// From 0 upwards.
    Positive,
}

/// A metric and what gives it from a summary.
type OfCell = (About, fn(&CellSummary) -> Option<Estimate>);
/// A metric and what gives it from a game.
type OfGame = (About, fn(&GameMetrics) -> Option<f64>);

const fn share(name: &'static str, meaning: &'static str) -> About {
    About { name, meaning, range: Range::Share }
}

const fn positive(name: &'static str, meaning: &'static str) -> About {
    About { name, meaning, range: Range::Positive }
}

/// Metrics of all games.
const OF_CELLS: [OfCell; 5] = [
    (share("completion", "Share of games not stopped at the turn cap."), |cell| Some(opposite(cell.unfinished_rate?))),
    (share("decisiveness", "Share of completed games won on the board."), |cell| {
        wilson(cell.outcomes.decisive(), cell.games - cell.outcomes.unfinished)
    }),
    (share("drawishness", "Share of completed games drawn."), |cell| {
        wilson(cell.outcomes.drawn(), cell.games - cell.outcomes.unfinished)
    }),
    (
        share(
            "balance",
            "1 minus the difference between White's and Black's wins as a share of all wins: 1 if both win equally often, 0 if one \
             side has all wins.",
        ),
        balance,
    ),
    (positive("duration", "Median length in plies."), |cell| cell.plies_median),
];

/// Metrics of single games, to be averaged.
const OF_GAMES: [OfGame; 10] = [
    (positive("branching", "Mean number of legal decisions."), |game| game.branching),
    (share("decision_moves", "Share of decisions with more than one legal choice."), |game| game.decision_moves),
    (
        positive(
            "tree_complexity",
            "Decimal logarithm of the size of the game tree: the sum of log10(legal decisions) over a game.",
        ),
        |game| Some(game.tree_complexity),
    ),
    (share("board_coverage", "Share of squares on which a piece ever stood."), |game| Some(game.board_coverage)),
    (share("repetition", "Share of decisions that led to a position that had occurred before."), |game| {
        game.repetition
    }),
    (
        share(
            "drama",
            "In decided games, the loser's chance to win minus the winner's, averaged over the positions in which the winner was \
             behind; 0 if it never was.",
        ),
        |game| game.drama,
    ),
    (
        share(
            "drama_max",
            "In decided games, the furthest that the winner was ever behind, as a difference of chances to win.",
        ),
        |game| game.drama_max,
    ),
    (
        share("lead_changes", "Number of times the lead passed to the other side, divided by the number of decisions."),
        |game| game.lead_changes,
    ),
    (share("stability", "1 minus the mean change of White's chance to win from one decision to the next."), |game| {
        game.stability
    }),
    (
        share(
            "played_when_decided",
            "In decided games, the share of decisions still to be made once the winner's chance to win had passed ¾ for good.",
        ),
        |game| game.played_when_decided,
    ),
];

/// All metrics, in the order of the table.
pub(crate) fn all() -> impl Iterator<Item = About> {
    OF_CELLS.iter().map(|of| of.0).chain(OF_GAMES.iter().map(|of| of.0))
}

/// Fewer games than this determine no metric.
const FEWEST_GAMES: u64 = 20;

/// The metrics of all cells that enough games determine: of all their games from the summaries, and of a sample of games by number
/// of the cell.
pub(crate) fn of(cells: &[CellSummary], samples: &BTreeMap<u32, Vec<GameMetrics>>) -> Vec<Metric> {
    let mut metrics = of_any_games(cells, samples);
    metrics.retain(|metric| metric.value.n >= FEWEST_GAMES);
    metrics
}

fn of_any_games(cells: &[CellSummary], samples: &BTreeMap<u32, Vec<GameMetrics>>) -> Vec<Metric> {
    let of_cell = |cell: &CellSummary| {
        let all = OF_CELLS.iter().filter_map(|&(About { name, .. }, value)| {
            Some(Metric { cell: cell.cell, name, value: value(cell)?, is_sampled: false })
        });
        let games = samples.get(&cell.cell).map_or(&[][..], Vec::as_slice);
        let sampled = OF_GAMES.iter().filter_map(|&(About { name, range, .. }, value)| {
            let values: Vec<f64> = games.iter().filter_map(value).collect();
            // Intervals stay within the range.
            let mean = match range {
                Range::Share => bounded_mean(&values),
                Range::Positive => student(&values),
            };
            Some(Metric { cell: cell.cell, name, value: mean?, is_sampled: true })
        });
        all.chain(sampled).collect::<Vec<_>>()
    };
    cells.iter().flat_map(of_cell).collect()
}

/// 1 less the gap between the sides' shares of the decided games: 1 when both win as often, 0 when one wins all.
fn balance(cell: &CellSummary) -> Option<Estimate> {
    let advantage = cell.decisive_advantage?;
    let near = advantage.low.abs().min(advantage.high.abs());
    let gap = Estimate {
        value: advantage.value.abs(),
        low: if advantage.excludes_zero() { near } else { 0.0 },
        high: advantage.reach(),
        n: advantage.n,
    };
    Some(opposite(gap))
}

/// 1 less a share.
fn opposite(share: Estimate) -> Estimate {
    let whole = Estimate { value: 1.0, low: 1.0, high: 1.0, n: 0 };
    difference(whole, share)
}

/// The mean of positive values with Student's interval, which needs two different values; `None` without values.
fn student(values: &[f64]) -> Option<Estimate> {
    let n = values.len() as u64;
    if n == 0 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let alone = Estimate { value: mean, low: f64::NEG_INFINITY, high: f64::INFINITY, n };
    if squares == 0.0 {
        return Some(alone);
    }
    mean_interval(n, mean, squares / (n - 1) as f64).map(|found| Estimate { low: found.low.max(0.0), ..found })
}

/// The metrics as a data frame, by cell. An unknown interval is empty.
pub(crate) fn frame(metrics: &[Metric], cells: &[CellSummary]) -> Frame {
    use petteia_tables::schema::metrics::*;
    let summary = |number: u32| cells.iter().find(|cell| cell.cell == number);
    let mut table = Builder::of(metrics);
    table.column(CELL_ID, |metric| summary(metric.cell).map(|cell| cell.cell_id.as_str()));
    table.column(METRIC, |metric| metric.name);
    table.column(VALUE, |metric| metric.value.value);
    table.column(LOW, |metric| Some(metric.value.low).filter(|low| low.is_finite()));
    table.column(HIGH, |metric| Some(metric.value.high).filter(|high| high.is_finite()));
    table.column(GAMES, |metric| metric.value.n);
    table.column(IS_SAMPLED, |metric| metric.is_sampled);
    table.finish()
}

#[cfg(test)]
mod tests {
    use petteia_engine::{EndReason, Side};

    use super::*;
    use crate::fixtures;
    use crate::summary::summarise;
    use petteia_tables::CellStats;

    /// Ten games: White wins five, Black two (one by adjudication), two drawn, one stopped.
    fn ten_games() -> CellSummary {
        let mut tally = CellStats::of(fixtures::cell(3, "city-8", "random"));
        for game in 0..10 {
            let (winner, reason, adjudicated) = match game {
                0..5 => (Some(Side::White), EndReason::Bare, false),
                5 => (Some(Side::Black), EndReason::Bare, false),
                6 => (Some(Side::Black), EndReason::NoProgress, true),
                7..9 => (None, EndReason::Repetition, true),
                _ => (None, EndReason::TurnCap, true),
            };
            tally.outcomes.add(winner, reason, adjudicated);
            tally.plies.add(10 * (game + 1));
        }
        summarise(vec![tally], false).remove(0)
    }

    #[test]
    fn metrics_of_all_games_are_what_one_counts_by_hand() {
        let cell = ten_games();
        let found = of_any_games(&[cell], &BTreeMap::new());
        let expected = [
            ("completion", 0.9),
            ("decisiveness", 6.0 / 9.0),
            ("drawishness", 2.0 / 9.0),
            ("balance", 1.0 - 3.0 / 7.0),
            ("duration", 55.0),
        ];
        assert_eq!(found.len(), expected.len());
        for (metric, (name, value)) in found.iter().zip(expected) {
            assert_eq!(metric.name, name);
            assert!((metric.value.value - value).abs() < 1e-12, "{name}: {}", metric.value.value);
            assert!(metric.value.low <= value && value <= metric.value.high, "{name}");
            assert!(!metric.is_sampled);
        }
    }

    #[test]
    fn the_page_of_reports_defines_each_metric_in_the_same_words() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reports.md");
        let page = std::fs::read_to_string(page).expect("the page is there");
        for About { name, meaning, .. } in all() {
            let row = format!("| `{name}` | {} |", meaning.trim_end_matches('.'));
            assert!(page.contains(&row), "docs/reports.md lacks: {row}");
        }
    }

    #[test]
    fn a_sample_is_averaged_over_the_games_that_have_a_value() {
        let game = |drama, stability| GameMetrics { drama, stability: Some(stability), ..GameMetrics::default() };
        let samples = BTreeMap::from([(3, vec![game(Some(0.2), 0.5), game(None, 0.7), game(Some(0.4), 0.9)])]);
        assert!(of(&[ten_games()], &samples).is_empty(), "ten games are too few");
        let found = of_any_games(&[ten_games()], &samples);
        let value = |name| found.iter().find(|metric| metric.name == name).expect("it is there").value;
        assert!((value("drama").value - 0.3).abs() < 1e-12);
        assert_eq!(value("drama").n, 2);
        assert!((value("stability").value - 0.7).abs() < 1e-12);
        assert_eq!(value("stability").n, 3);
    }

    /// Five games that are all alike, and five of which one is quite different.
    #[test]
    fn intervals_stay_within_the_range_and_have_a_width() {
        let game = |drama, coverage, branching| GameMetrics {
            drama: Some(drama),
            board_coverage: coverage,
            branching: Some(branching),
            ..GameMetrics::default()
        };
        let alike = vec![game(0.0, 1.0, 20.0); 5];
        let mut different = alike.clone();
        different[0] = game(0.6, 0.98, 100.0);
        for games in [alike, different] {
            let found = of_any_games(&[ten_games()], &BTreeMap::from([(3, games)]));
            for name in ["drama", "board_coverage"] {
                let Estimate { value, low, high, .. } =
                    found.iter().find(|metric| metric.name == name).expect("it is there").value;
                assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{name}: {low} to {high}");
                assert!(high - low > 0.3, "{name}: {low} to {high}");
            }
            let branching = found.iter().find(|metric| metric.name == "branching").expect("it is there").value;
            assert!(branching.low == f64::NEG_INFINITY || branching.low == 0.0, "{branching:?}");
        }
    }
}
