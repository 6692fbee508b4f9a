//! Which differences a run shows: each variant against the one it changes, the first move against none, the strongest agent
//! against the weakest. Intervals are as wide as the number of comparisons asks for (Holm).

use crate::labels::{self, Ladder};
use crate::stats::{Counts, Estimate, Z, holm, holm_widths, newcombe_at, p_of_intervals, tango_at};
use crate::tables::summary::CellSummary;

/// What two cells are compared in, or one cell with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// The share of draws of a variant, less that of the variant it changes (Newcombe).
    Draws,
    /// The share of draws with the largest budget of an agent, less that with the smallest (Newcombe).
    DrawsByStrength,
    /// White's mean score less one half (Tango).
    FirstMove,
}

impl Quantity {
    /// All, in the order of the report.
    pub const ALL: [Quantity; 3] = [Quantity::Draws, Quantity::DrawsByStrength, Quantity::FirstMove];

    /// Its name in the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Draws => "draws",
            Quantity::DrawsByStrength => "draws_by_strength",
            Quantity::FirstMove => "first_move",
        }
    }
}

/// A difference between two cells, or of a cell from zero. Shares, from -1 to 1.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Comparison {
    /// What is compared.
    pub quantity: Quantity,
    /// The cell.
    pub cell: u32,
    /// The cell that it is compared with; none for zero.
    pub base: Option<u32>,
    /// The difference with a 95 % interval.
    pub difference: Estimate,
    /// The difference with an interval as wide as all comparisons of the quantity together ask for.
    pub corrected: Estimate,
    /// The p-value of the difference, by the same method as its interval.
    pub p: f64,
    /// The same, corrected for the number of comparisons.
    pub p_holm: f64,
}

impl Comparison {
    /// Whether a difference is shown: the corrected interval excludes zero.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.corrected.low > 0.0 || self.corrected.high < 0.0
    }

    /// How large the difference could be, either way.
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.corrected.low.abs().max(self.corrected.high.abs())
    }
}

/// All comparisons of a run, by quantity and in the order of the plan.
pub(crate) fn of(cells: &[CellSummary]) -> Vec<Comparison> {
    let draws = variants(cells);
    let strength = strengths(cells);
    let first_move = cells.iter().map(|cell| (cell, None)).collect();
    let families = [(Quantity::Draws, draws), (Quantity::DrawsByStrength, strength), (Quantity::FirstMove, first_move)];
    families.into_iter().flat_map(|(quantity, pairs)| family(quantity, &pairs)).collect()
}

/// A cell and what it is compared with.
pub(crate) type Pair<'a> = (&'a CellSummary, Option<&'a CellSummary>);

/// Comparisons that are corrected for each other.
pub(crate) fn family(quantity: Quantity, pairs: &[Pair]) -> Vec<Comparison> {
    let known: Vec<(&Pair, f64)> =
        pairs.iter().filter_map(|pair| Some((pair, p_of_intervals(|z| estimate(pair, z))?))).collect();
    let p_values: Vec<f64> = known.iter().map(|&(_, p)| p).collect();
    let corrections = holm(&p_values).into_iter().zip(holm_widths(&p_values));
    let compared = known.into_iter().zip(corrections).filter_map(|((pair, p), (p_holm, width))| {
        Some(Comparison {
            quantity,
            cell: pair.0.cell,
            base: pair.1.map(|base| base.cell),
            difference: estimate(pair, Z)?,
            corrected: estimate(pair, width)?,
            p,
            p_holm,
        })
    });
    compared.collect()
}

/// The difference with an interval of `z` standard errors.
fn estimate(&(cell, base): &Pair, z: f64) -> Option<Estimate> {
    let draws = |cell: &CellSummary| Counts { successes: cell.outcomes.drawn(), n: cell.games };
    match base {
        Some(base) => newcombe_at(z, draws(cell), draws(base)),
        None => tango_at(z, cell.outcomes.white(), cell.outcomes.black(), cell.games)
            .map(|difference| difference.rescaled(0.5, 0.0)),
    }
}

/// Each cell with the one of the same agents whose variant it changes.
fn variants(cells: &[CellSummary]) -> Vec<Pair<'_>> {
    let has_bases = cells.iter().any(|cell| cells.iter().any(|other| changes(&cell.variant, &other.variant)));
    let pair = |cell| {
        let same = |other: &&CellSummary| agents(other) == agents(cell);
        let base = if has_bases {
            cells.iter().filter(same).filter(|other| changes(&cell.variant, &other.variant)).min_by_key(parts)
        } else {
            cells.iter().find(same).filter(|first| first.variant != cell.variant)
        };
        base.map(|base| (cell, Some(base)))
    };
    cells.iter().filter_map(pair).collect()
}

fn agents(cell: &CellSummary) -> (&str, &str) {
    (&cell.white, &cell.black)
}

fn parts(cell: &&CellSummary) -> usize {
    cell.variant.split('+').count()
}

/// Whether a variant is another one with more changes.
fn changes(variant: &str, base: &str) -> bool {
    let (all, some): (Vec<&str>, Vec<&str>) = (variant.split('+').collect(), base.split('+').collect());
    all.len() > some.len() && all[0] == some[0] && some.iter().all(|part| all.contains(part))
}

/// Each variant played with the largest budget of an agent, and the same with the smallest.
fn strengths(cells: &[CellSummary]) -> Vec<Pair<'_>> {
    let selves: Vec<&CellSummary> = cells.iter().filter(|cell| cell.white == cell.black).collect();
    let ladders = Ladder::all(selves.iter().map(|cell| cell.white.as_str()));
    let mut pairs = Vec::new();
    for ladder in &ladders {
        let weakest = &ladder.steps[ladder.first_budget()].agent;
        let Some(strongest) = ladder.steps.last() else { continue };
        let played =
            |agent: &String| selves.iter().filter(move |cell| cell.white == *agent).copied().collect::<Vec<_>>();
        for cell in played(&strongest.agent) {
            let base = played(weakest).into_iter().find(|base| base.variant == cell.variant);
            pairs.extend(base.map(|base| (cell, Some(base))));
        }
    }
    pairs
}

/// What the cells of a run are called: variant, and agents where there are several pairings.
pub(crate) fn names(cells: &[CellSummary]) -> Vec<String> {
    let variants: Vec<&str> = cells.iter().map(|cell| cell.variant.as_str()).collect();
    labels::variants(&variants).labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_changes_another_when_it_has_more_of_the_same() {
        assert!(changes("city-8+vagi+edge", "city-8+edge"));
        assert!(changes("city-8+vagi", "city-8"));
        assert!(!changes("city-8", "city-8"));
        assert!(!changes("city-8+vagi", "city-8+edge"));
        assert!(!changes("poleis+vagi", "city-8"));
    }
}
