//! The comparisons of a run: each variant with the one it modifies, White's score with one half, the strongest agent with the
//! weakest. A difference is significant if it survives Holm's correction over all comparisons of its kind; corrected intervals
//! exclude zero in exactly these cases, but do not hold 95 % simultaneously. Text, titles, tables and `petteia compare` all
//! follow this rule.

use petteia_engine::Side;
use petteia_statistics::{
    Counts, Estimate, Z, difference, holm, holm_widths, newcombe_at, p_of_intervals, tango_at, welch_at, welch_p,
};
use petteia_tables::AgentKey;

use crate::ladder::{Ladder, Strongest};
use crate::summary::CellSummary;

/// The quantity in which two cells are compared, or one cell with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// The share of draws of a variant, less that of the variant it modifies (Newcombe).
    Draws,
    /// The share of draws with the largest budget of an agent, less that with the smallest (Newcombe).
    DrawsByStrength,
    /// The share of draws with the largest budget of an agent, less that with the next smaller one (Newcombe).
    DrawsAtLastBudget,
    /// The share of games won on the board under a variant, less that under the variant it modifies (Newcombe).
    Decisive,
    /// White's mean score less one half, where the sides are equal (Tango).
    FirstMove,
    /// White's mean score less one half, where the sides differ (Tango).
    WhiteAdvantage,
    /// White's mean score in one cell, less that in another, where the sides of both are equal (Tango, Zou and Donner).
    FirstMoveDifference,
    /// The same, where the sides of one of them differ.
    WhiteAdvantageDifference,
    /// The mean length in plies, less that in another cell (Welch).
    Length,
}

impl Quantity {
    /// The difference of two cells, or of one from zero, with an interval of `z` standard errors.
    fn difference(self, z: f64, &(cell, base): &Pair) -> Option<Estimate> {
        let Some(base) = base else { return white_advantage(z, cell) };
        match self {
            Quantity::Draws | Quantity::DrawsByStrength | Quantity::DrawsAtLastBudget => {
                newcombe_at(z, draws(cell), draws(base))
            }
            Quantity::Decisive => newcombe_at(z, decisive(cell), decisive(base)),
            Quantity::FirstMove
            | Quantity::WhiteAdvantage
            | Quantity::FirstMoveDifference
            | Quantity::WhiteAdvantageDifference => {
                Some(difference(white_advantage(z, cell)?, white_advantage(z, base)?))
            }
            Quantity::Length => welch_at(z, &cell.plies, &base.plies),
        }
    }

    /// The p-value of the difference, by the method of its interval.
    fn p_value(self, pair: &Pair) -> Option<f64> {
        match (self, pair) {
            (Quantity::Length, (cell, Some(base))) => {
                let enough = cell.games.min(base.games) >= FEWEST_FOR_A_MEAN;
                enough.then(|| welch_p(&cell.plies, &base.plies)).flatten()
            }
            (Quantity::FirstMoveDifference | Quantity::WhiteAdvantageDifference, (cell, Some(base))) => {
                // Of two different agents the stronger one wins more, whoever moves first.
                let is_of_agents = !(cell.plays_itself() && base.plays_itself());
                let are_equal = cell.sides_are_equal && base.sides_are_equal;
                // With swap a score is that of the player who begins; without it, White's.
                let is_of_one = cell.may_swap() == base.may_swap() || cell.begins.or(base.begins) == Some(Side::White);
                let fits = !is_of_agents && is_of_one && are_equal == (self == Quantity::FirstMoveDifference);
                fits.then(|| p_of_intervals(|z| self.difference(z, pair))).flatten()
            }
            _ => p_of_intervals(|z| self.difference(z, pair)),
        }
    }
}

fn draws(cell: &CellSummary) -> Counts {
    Counts { successes: cell.outcomes.drawn(), n: cell.games }
}

fn decisive(cell: &CellSummary) -> Counts {
    Counts { successes: cell.outcomes.decisive(), n: cell.games }
}

fn white_advantage(z: f64, cell: &CellSummary) -> Option<Estimate> {
    Some(tango_at(z, cell.credited.white, cell.credited.black, cell.games)?.rescaled(0.5, 0.0))
}

/// Lengths are skewed: means of fewer games than this are not compared.
const FEWEST_FOR_A_MEAN: u64 = 30;

/// A difference between two cells, or of a cell from zero. Shares, from -1 to 1; of lengths, plies.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The quantity.
    pub quantity: Quantity,
    /// The cell.
    pub cell: u32,
    /// The cell it is compared with; none for zero.
    pub base: Option<u32>,
    /// The difference with a 95 % interval.
    pub difference: Estimate,
    /// The difference with an interval at the level of Holm's procedure: it excludes zero exactly if the procedure rejects zero.
    pub corrected: Estimate,
    /// The p-value of the difference, by the same method as its interval.
    pub p: f64,
    /// The same, corrected for the number of comparisons.
    pub p_holm: f64,
}

impl Comparison {
    /// Whether the difference is significant: the corrected interval excludes zero.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.corrected.excludes_zero()
    }

    /// The base less the cell.
    fn reversed(self) -> Option<Self> {
        let reversed = |e: Estimate| Estimate { value: -e.value, low: -e.high, high: -e.low, n: e.n };
        let (difference, corrected) = (reversed(self.difference), reversed(self.corrected));
        Some(Comparison { cell: self.base?, base: Some(self.cell), difference, corrected, ..self })
    }
}

/// The difference in draws of a cell and another one, if they are compared.
pub(crate) fn draws_between(comparisons: &[Comparison], cell: u32, base: u32) -> Option<Comparison> {
    between(comparisons.iter().filter(|found| found.quantity == Quantity::Draws), cell, base)
}

/// The comparison of a cell with another one, in either direction.
fn between<'a>(comparisons: impl Iterator<Item = &'a Comparison> + Clone, cell: u32, base: u32) -> Option<Comparison> {
    let find = |cell: u32, base: u32| {
        comparisons.clone().find(|found| found.cell == cell && found.base == Some(base)).cloned()
    };
    find(cell, base).or_else(|| find(base, cell)?.reversed())
}

/// All comparisons of a run, by quantity and in the order of the plan.
pub(crate) fn of(cells: &[CellSummary]) -> Vec<Comparison> {
    let families = QUANTITIES.into_iter().map(|quantity| (quantity, pairs(quantity, cells)));
    families.flat_map(|(quantity, pairs)| family(quantity, &pairs)).flatten().collect()
}

/// The quantities that every run is tested for, in the order of its table.
const QUANTITIES: [Quantity; 9] = [
    Quantity::Draws,
    Quantity::DrawsByStrength,
    Quantity::DrawsAtLastBudget,
    Quantity::FirstMove,
    Quantity::WhiteAdvantage,
    Quantity::FirstMoveDifference,
    Quantity::WhiteAdvantageDifference,
    Quantity::Decisive,
    Quantity::Length,
];

/// The cells of a run that are compared in a quantity.
fn pairs(quantity: Quantity, cells: &[CellSummary]) -> Vec<Pair<'_>> {
    // Of two different agents the stronger one wins more, whoever moves first.
    let alone = |are_equal: bool| {
        let fits = move |cell: &&CellSummary| cell.plays_itself() && cell.sides_are_equal == are_equal;
        cells.iter().filter(fits).map(|cell| (cell, None)).collect()
    };
    match quantity {
        Quantity::Draws
        | Quantity::FirstMoveDifference
        | Quantity::WhiteAdvantageDifference
        | Quantity::Decisive
        | Quantity::Length => variants(cells),
        Quantity::DrawsByStrength => strengths(cells),
        Quantity::DrawsAtLastBudget => last_budget(cells),
        Quantity::FirstMove => alone(true),
        Quantity::WhiteAdvantage => alone(false),
    }
}

/// Compares pairs of cells in draws, White's advantage and length: the second cell less the first. Returns for each pair the
/// comparisons that its games allow. Comparisons that the run itself makes, given all its `cells`, are taken from it; all others
/// are corrected for all pairs together with the comparisons of the run. Without `cells` the pairs are of several runs.
pub(crate) fn side_by_side(asked: &[(&CellSummary, &CellSummary)], cells: &[CellSummary]) -> Vec<Vec<Comparison>> {
    let asked: Vec<Pair> = asked.iter().map(|&(first, second)| (second, Some(first))).collect();
    let quantities =
        [Quantity::Draws, Quantity::FirstMoveDifference, Quantity::WhiteAdvantageDifference, Quantity::Length];
    let families = quantities.map(|quantity| with_those_of_run(quantity, &asked, cells));
    (0..asked.len()).map(|pair| families.iter().filter_map(|family| family[pair].clone()).collect()).collect()
}

/// Comparisons of the pairs in `asked`, one for each whose games allow it, corrected together with those of a run with these cells.
fn with_those_of_run(quantity: Quantity, asked: &[Pair], cells: &[CellSummary]) -> Vec<Option<Comparison>> {
    let of_run = pairs(quantity, cells);
    let told = family(quantity, &of_run);
    let known = |&(cell, base): &Pair| between(told.iter().flatten(), cell.cell, base?.cell);
    let known: Vec<Option<Comparison>> = asked.iter().map(known).collect();
    let new = asked.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(pair, _)| *pair);
    let all: Vec<Pair> = of_run.iter().copied().chain(new).collect();
    let mut new = family(quantity, &all).into_iter().skip(of_run.len());
    known.into_iter().map(|known| known.or_else(|| new.next().flatten())).collect()
}

/// A cell and what it is compared with.
type Pair<'a> = (&'a CellSummary, Option<&'a CellSummary>);

/// Comparisons that are corrected for each other, one for each pair whose games allow it.
fn family(quantity: Quantity, pairs: &[Pair]) -> Vec<Option<Comparison>> {
    let known: Vec<Option<f64>> = pairs.iter().map(|pair| quantity.p_value(pair)).collect();
    let p_values: Vec<f64> = known.iter().flatten().copied().collect();
    let mut corrections = holm(&p_values).into_iter().zip(holm_widths(&p_values));
    let compared = pairs.iter().zip(known).map(|(pair, p)| {
        let p = p?;
        let (p_holm, width) = corrections.next()?;
        Some(Comparison {
            quantity,
            cell: pair.0.cell,
            base: pair.1.map(|base| base.cell),
            difference: quantity.difference(Z, pair)?,
            corrected: quantity.difference(width, pair)?,
            p,
            p_holm,
        })
    });
    compared.collect()
}

/// Each cell with the one of the same agents whose variant it modifies.
fn variants(cells: &[CellSummary]) -> Vec<Pair<'_>> {
    let has_bases = cells.iter().any(|cell| cells.iter().any(|other| cell.variant.changes(&other.variant)));
    let pair = |cell| {
        let agents = CellSummary::agents(cell);
        let same = |other: &&CellSummary| other.agents() == agents;
        let base = if has_bases {
            cells
                .iter()
                .filter(same)
                .filter(|other| cell.variant.changes(&other.variant))
                .min_by_key(|other| other.variant.switches.len())
        } else {
            cells.iter().find(same).filter(|first| first.variant != cell.variant)
        };
        base.map(|base| (cell, Some(base)))
    };
    cells.iter().filter_map(pair).collect()
}

/// Each variant played with the largest budget of an agent, and the same with the smallest of at least three.
fn strengths(cells: &[CellSummary]) -> Vec<Pair<'_>> {
    let ladders = Ladder::all(cells.iter().filter(|cell| cell.plays_itself()).map(|cell| &cell.white));
    let of_ladder = |ladder: &Ladder| {
        let (least, most) = (&ladder.steps[ladder.first_budget()].agent, &ladder.steps.last()?.agent);
        Some(stronger_and_weaker(cells, most, least))
    };
    ladders.iter().filter_map(of_ladder).flatten().collect()
}

/// Each variant played by the strongest agent, and the same with the next smaller budget of it.
fn last_budget(cells: &[CellSummary]) -> Vec<Pair<'_>> {
    match Strongest::of(cells) {
        Some(Strongest::Known { agent, below: Some(below) }) => stronger_and_weaker(cells, agent, below),
        _ => Vec::new(),
    }
}

/// Each variant that both agents play against themselves.
fn stronger_and_weaker<'a>(cells: &'a [CellSummary], most: &AgentKey, least: &AgentKey) -> Vec<Pair<'a>> {
    let by = |agent: &AgentKey, cell: &CellSummary| cell.plays_itself() && cell.white == *agent;
    let weaker = |cell: &CellSummary| {
        let mut weaker = cells.iter().filter(|base| by(least, base));
        weaker.find(|base| base.variant == cell.variant)
    };
    let stronger = cells.iter().filter(|cell| by(most, cell));
    stronger.filter_map(|cell| Some((cell, Some(weaker(cell)?)))).collect()
}

#[cfg(test)]
mod tests {
    use petteia_engine::{EndReason, Side};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoroshiro128PlusPlus as Random;

    use super::*;
    use crate::fixtures::cell;
    use crate::summary::summarise;
    use petteia_tables::CellStats;

    /// Cells of 200 games each with this many draws, the others won equally often by both sides.
    fn cells(played: &[(&str, &str, u64)]) -> Vec<CellSummary> {
        let tally = |(number, &(variant, agent, draws)): (u32, &(&str, &str, u64))| {
            let mut tally = CellStats::of(cell(number, variant, agent));
            for game in 0..200 {
                let winner = (game >= draws).then_some(if game % 2 == 0 { Side::White } else { Side::Black });
                tally.outcomes.add(winner, EndReason::Bare, false);
            }
            tally
        };
        summarise((0..).zip(played).map(tally).collect(), true)
    }

    fn bases(comparisons: &[Comparison], quantity: Quantity) -> Vec<(u32, Option<u32>)> {
        let of_quantity = comparisons.iter().filter(|comparison| comparison.quantity == quantity);
        of_quantity.map(|comparison| (comparison.cell, comparison.base)).collect()
    }

    #[test]
    fn a_variant_is_compared_with_the_plain_form_of_the_same_agents() {
        let plan = [
            ("city-8", "random", 90),
            ("city-8", "greedy", 90),
            ("city-8+edge", "random", 90),
            ("city-8+edge", "greedy", 90),
            ("city-8+edge+vagi", "random", 90),
            ("poleis", "random", 90),
        ];
        let found = of(&cells(&plan));
        assert_eq!(bases(&found, Quantity::Draws), [(2, Some(0)), (3, Some(1)), (4, Some(0))]);
        let first_move: Vec<(u32, Option<u32>)> = (0..6).map(|cell| (cell, None)).collect();
        assert_eq!(bases(&found, Quantity::FirstMove), first_move);
    }

    #[test]
    fn games_that_change_none_are_compared_with_the_first() {
        let found = of(&cells(&[("poleis", "random", 0), ("city-8", "random", 0), ("city-12", "random", 0)]));
        assert_eq!(bases(&found, Quantity::Draws), [(1, Some(0)), (2, Some(0))]);
    }

    #[test]
    fn the_strongest_is_compared_with_the_weakest_of_an_agent() {
        let agents = ["random", "alphabeta:nodes=500", "alphabeta:nodes=1000", "alphabeta:nodes=2000"];
        let found = of(&cells(&agents.map(|agent| ("city-8", agent, 100))));
        assert_eq!(bases(&found, Quantity::DrawsByStrength), [(3, Some(1))]);
        assert_eq!(bases(&found, Quantity::DrawsAtLastBudget), [(3, Some(2))]);
    }

    #[test]
    fn a_difference_is_shown_just_when_holm_rejects() {
        let draws = [100, 101, 115, 120, 125, 130, 135, 160];
        let names: Vec<String> =
            (0..8).map(|n| if n == 0 { "city-8".into() } else { format!("city-8+die={n}") }).collect();
        let plan: Vec<(&str, &str, u64)> =
            names.iter().zip(draws).map(|(name, draws)| (&name[..], "random", draws)).collect();
        let found = of(&cells(&plan));
        let draws: Vec<&Comparison> = found.iter().filter(|found| found.quantity == Quantity::Draws).collect();
        assert!(draws.iter().any(|found| found.is_significant()) && draws.iter().any(|found| !found.is_significant()));
        for found in draws {
            assert_eq!(found.is_significant(), found.p_holm <= 0.05, "{found:?}");
        }
    }

    /// Eight variants that are all the same game: at most one report in twenty may report a difference.
    #[test]
    fn what_is_no_difference_is_seldom_called_one() {
        const REPORTS: u32 = 400;
        let mut random = Random::seed_from_u64(7);
        let names: Vec<String> =
            (0..8).map(|n| if n == 0 { "city-8".into() } else { format!("city-8+die={n}") }).collect();
        let mut wrong = 0;
        for _ in 0..REPORTS {
            let mut draws = || (0..200).map(|_| u64::from(random.random::<f64>() < 0.4)).sum();
            let plan: Vec<(&str, &str, u64)> = names.iter().map(|name| (&name[..], "random", draws())).collect();
            let found = of(&cells(&plan));
            wrong += u32::from(found.iter().any(|found| found.quantity == Quantity::Draws && found.is_significant()));
        }
        // 5 % of 400 are 20; three standard errors more are 33.
        assert!(wrong <= 33, "{wrong} of {REPORTS}");
    }
}
