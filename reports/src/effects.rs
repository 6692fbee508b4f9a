//! What each rule of a factorial does to the share of draws, alone and together with another.
//!
//! For each pairing of agents a logistic regression of "drawn" on all factors and all pairs of them. Its coefficients are
//! differences of log-odds, which nobody has a feeling for; what is told is what they mean for the share of draws, on average
//! over the variants that were played (average marginal effects).

use petteia_statistics::{Estimate, LogisticFit, Observations, Z, holm, holm_widths, logistic, p_of_z};

use crate::labels;
use crate::summary::{CellSummary, pairings};

/// What a level of a factor, or two together, does to the share of draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Effect {
    /// The agents that played, as in the figures.
    pub agents: String,
    /// What is affected: `draw`.
    pub outcome: &'static str,
    /// Such as `vagi` or `vagi:edge`.
    pub term: String,
    /// Factor and level: one for a main effect, two for an interaction.
    pub factors: Vec<(String, String)>,
    /// The levels that these are compared with, `off` for none.
    pub against: Vec<String>,
    /// The coefficient: a difference of log-odds at the first levels of the other factors, or for an interaction the
    /// difference of two such.
    pub log_odds: Estimate,
    /// The same as a ratio of odds.
    pub odds_ratio: Estimate,
    /// By how much the share of draws changes with the level, on average over the variants played, from -1 to 1; for an
    /// interaction, how much more it changes with one level where the other is too.
    pub marginal: Estimate,
    /// The same, with an interval at the level that Holm's procedure has for it among all effects of these agents: it excludes
    /// zero just when that rejects.
    pub corrected: Estimate,
    /// The p-value of `marginal`, against none (Wald).
    pub p: f64,
    /// The same, corrected for the number of effects of these agents (Holm).
    pub p_holm: f64,
    /// Whether half a game was added to both outcomes of each cell, since in some cell all games or none were drawn.
    pub smoothed: bool,
}

impl Effect {
    /// What a sentence calls each of its levels: `vagi`, `die=4`, `-edge`, `die=6 instead of die=4`.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let name = |((factor, level), against): (&(String, String), &String)| {
            let level = if level.contains(factor.as_str()) { level.clone() } else { format!("{factor}: {level}") };
            if against == "off" { level } else { format!("{level} instead of {against}") }
        };
        self.factors.iter().zip(&self.against).map(name).collect()
    }

    /// Whether it is an effect of two levels together.
    #[must_use]
    pub fn is_interaction(&self) -> bool {
        self.factors.len() > 1
    }

    /// Whether the corrected interval excludes no effect.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.corrected.excludes_zero()
    }
}

/// The effects of all factors of a run, for each pairing of agents; none without factors, or where the variants played cannot
/// tell the effects apart.
pub(crate) fn of(cells: &[CellSummary]) -> Vec<Effect> {
    let of_pairing = |(white, black): (&str, &str)| {
        let cells = cells.iter().filter(|cell| cell.white == white && cell.black == black);
        Some(Model::of(cells.collect())?.effects(&labels::pairing(white, black)))
    };
    pairings(cells).into_iter().filter_map(of_pairing).flatten().collect()
}

/// A level of a factor, by number; level 0 is what it is compared with.
type LevelOf = (usize, usize);

/// The regression of one pairing of agents.
struct Model<'a> {
    cells: Vec<&'a CellSummary>,
    /// The levels of each factor, in the order of the plan.
    levels: Vec<Vec<&'a str>>,
    /// For each cell the base variant that its levels change.
    blocks: Vec<usize>,
    /// One level, or two of different factors.
    terms: Vec<Vec<LevelOf>>,
    fit: LogisticFit,
    smoothed: bool,
}

impl<'a> Model<'a> {
    fn of(cells: Vec<&'a CellSummary>) -> Option<Self> {
        let names = &cells.first()?.factors;
        let levels: Vec<Vec<&str>> = (0..names.len()).map(|factor| levels_of(&cells, factor)).collect();
        let blocks = blocks_of(&cells);
        let mains = (0..levels.len()).flat_map(|factor| (1..levels[factor].len()).map(move |level| (factor, level)));
        let mains: Vec<LevelOf> = mains.collect();
        let pairs = mains.iter().flat_map(|&a| mains.iter().filter(move |b| a.0 < b.0).map(move |&b| vec![a, b]));
        let terms: Vec<Vec<LevelOf>> = mains.iter().map(|&main| vec![main]).chain(pairs).collect();
        // Of a run in progress all cells must be there, or levels and base variants could be taken for others.
        let combinations: usize = levels.iter().map(Vec::len).product();
        if terms.is_empty() || cells.len() != combinations * (1 + blocks.iter().max()?) {
            return None;
        }
        let draws = |cell: &CellSummary| (cell.outcomes.drawn() as f64, (cell.games - cell.outcomes.drawn()) as f64);
        let smoothed = cells.iter().map(|cell| draws(cell)).any(|(drawn, others)| drawn == 0.0 || others == 0.0);
        // Without it the odds of such a cell would be 0 or infinite (J. B. S. Haldane 1956; F. J. Anscombe 1956).
        let more = if smoothed { 0.5 } else { 0.0 };
        let width = 1 + blocks.iter().max()? + terms.len();
        let mut seen = Observations::new(width);
        let mut model = Self {
            cells,
            levels,
            blocks,
            terms,
            fit: LogisticFit {
                coefficients: Vec::new(),
                errors: Vec::new(),
                covariance: Vec::new(),
                log_likelihood: 0.0,
            },
            smoothed,
        };
        for (index, cell) in model.cells.iter().enumerate() {
            let (drawn, others) = draws(cell);
            let row = model.row(index, &[]);
            seen.add(&row, 1.0, drawn + more);
            seen.add(&row, 0.0, others + more);
        }
        model.fit = logistic(&seen, 0.0)?;
        Some(model)
    }

    /// What the regression knows of a cell, with some factors at other levels than it has.
    fn row(&self, cell: usize, changes: &[LevelOf]) -> Vec<f64> {
        let level = |factor: usize| {
            let changed = changes.iter().find(|change| change.0 == factor).map(|change| change.1);
            let present = &self.cells[cell].factors[factor].1;
            changed.unwrap_or_else(|| self.levels[factor].iter().position(|level| level == present).unwrap_or(0))
        };
        let base = (1..=self.blocks.iter().copied().max().unwrap_or(0)).map(|block| self.blocks[cell] == block);
        let terms = self.terms.iter().map(|term| term.iter().all(|&(factor, at)| level(factor) == at));
        std::iter::once(true).chain(base).chain(terms).map(|is| f64::from(u8::from(is))).collect()
    }

    fn effects(&self, agents: &str) -> Vec<Effect> {
        let first = self.fit.coefficients.len() - self.terms.len();
        let marginals: Vec<(f64, f64)> = self.terms.iter().map(|term| self.marginal(term)).collect();
        let p_values: Vec<f64> = marginals.iter().map(|&(value, error)| p_of_z(value / error)).collect();
        let (adjusted, widths) = (holm(&p_values), holm_widths(&p_values));
        let games = self.cells.iter().map(|cell| cell.games).sum();
        let around = |value: f64, half: f64| Estimate { value, low: value - half, high: value + half, n: games };
        let of = |(index, term): (usize, &Vec<LevelOf>)| {
            let (coefficient, error) = (self.fit.coefficients[first + index], self.fit.errors[first + index]);
            let log_odds = around(coefficient, Z * error);
            let (value, error) = marginals[index];
            Effect {
                agents: agents.to_owned(),
                outcome: "draw",
                term: self.name(term),
                factors: term.iter().map(|&(factor, level)| self.level_name(factor, level)).collect(),
                against: term.iter().map(|&(factor, _)| self.levels[factor][0].to_owned()).collect(),
                log_odds,
                odds_ratio: Estimate {
                    value: log_odds.value.exp(),
                    low: log_odds.low.exp(),
                    high: log_odds.high.exp(),
                    n: games,
                },
                marginal: around(value, Z * error),
                corrected: around(value, widths[index] * error),
                p: p_values[index],
                p_holm: adjusted[index],
                smoothed: self.smoothed,
            }
        };
        self.terms.iter().enumerate().map(of).collect()
    }

    /// The average over all cells of the change that a term makes to the share of draws, and its standard error.
    fn marginal(&self, term: &[LevelOf]) -> (f64, f64) {
        let mut gradient = vec![0.0; self.fit.coefficients.len()];
        let mut value = 0.0;
        let share = 1.0 / self.cells.len() as f64;
        for cell in 0..self.cells.len() {
            for (sign, changes) in contrasts(term) {
                let row = self.row(cell, &changes);
                let chance = self.fit.chance(&row);
                value += share * sign * chance;
                let slope = share * sign * chance * (1.0 - chance);
                gradient.iter_mut().zip(&row).for_each(|(sum, x)| *sum += slope * x);
            }
        }
        (value, self.fit.error_of(&gradient))
    }

    fn level_name(&self, factor: usize, level: usize) -> (String, String) {
        (self.cells[0].factors[factor].0.clone(), self.levels[factor][level].to_owned())
    }

    /// The factors of a term, with the level where there are several.
    fn name(&self, term: &[LevelOf]) -> String {
        let name = |&(factor, level): &LevelOf| {
            let (name, text) = self.level_name(factor, level);
            match self.levels[factor].len() {
                0..=2 => name,
                _ if text.starts_with(&name) => text,
                _ => format!("{name}={text}"),
            }
        };
        term.iter().map(name).collect::<Vec<_>>().join(":")
    }
}

/// The levels that a term changes, with and without, and their signs: with less without, or the difference of two of these.
fn contrasts(term: &[LevelOf]) -> Vec<(f64, Vec<LevelOf>)> {
    let none = vec![(1.0, Vec::new())];
    term.iter().fold(none, |contrasts, &(factor, level)| {
        let both = |(sign, changes): &(f64, Vec<LevelOf>)| {
            [(1.0, level), (-1.0, 0)].map(|(other, at)| (sign * other, [&changes[..], &[(factor, at)]].concat()))
        };
        contrasts.iter().flat_map(both).collect()
    })
}

fn levels_of<'a>(cells: &[&'a CellSummary], factor: usize) -> Vec<&'a str> {
    let mut levels: Vec<&str> = Vec::new();
    for cell in cells {
        let level = cell.factors[factor].1.as_str();
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    levels
}

/// Which base variant each cell belongs to: the plan goes through all levels of one before the next.
fn blocks_of(cells: &[&CellSummary]) -> Vec<usize> {
    let mut block = 0;
    let mut seen: Vec<&[(String, String)]> = Vec::new();
    cells
        .iter()
        .map(|cell| {
            if seen.contains(&&cell.factors[..]) {
                seen.clear();
                block += 1;
            }
            seen.push(&cell.factors);
            block
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use petteia_engine::{EndReason, Side};

    use super::*;
    use crate::known::Known;
    use crate::summary::summarise;
    use petteia_tables::{Games, Tally};

    /// A cell for each combination of levels, with so many draws among so many games.
    fn cells(names: &[&str], played: &[(&[&str], u64, u64)]) -> Vec<CellSummary> {
        let tally = |&(levels, draws, games): &(&[&str], u64, u64)| {
            let mut tally = Tally::default();
            tally.factors = levels.iter().map(ToString::to_string).collect();
            for game in 0..games {
                tally.outcomes.add((game >= draws).then_some(Side::White), EndReason::Bare, false);
            }
            tally
        };
        let cells = (0..).zip(played.iter().map(tally)).collect();
        summarise(
            Games { factors: names.iter().map(|name| format!("factor_{name}")).collect(), cells },
            &Known::default(),
        )
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-8, "{found}, expected {expected}");
    }

    /// With all four cells and their interaction the model fits exactly, so all is simple arithmetic with the shares.
    #[test]
    fn two_by_two_is_what_one_works_out_by_hand() {
        let played: [(&[&str], u64, u64); 4] =
            [(&["off", "off"], 80, 100), (&["off", "on"], 60, 200), (&["on", "off"], 30, 50), (&["on", "on"], 40, 400)];
        let effects = of(&cells(&["vagi", "edge"], &played));
        let terms: Vec<&str> = effects.iter().map(|effect| effect.term.as_str()).collect();
        assert_eq!(terms, ["vagi", "edge", "vagi:edge"]);
        let shares = played.map(|(_, draws, games)| draws as f64 / games as f64);
        let variance: f64 =
            played.iter().zip(shares).map(|((_, _, games), share)| share * (1.0 - share) / *games as f64).sum();
        let expected = [
            ((shares[2] - shares[0] + shares[3] - shares[1]) / 2.0, variance.sqrt() / 2.0),
            ((shares[1] - shares[0] + shares[3] - shares[2]) / 2.0, variance.sqrt() / 2.0),
            (shares[3] - shares[2] - shares[1] + shares[0], variance.sqrt()),
        ];
        for (effect, (value, error)) in effects.iter().zip(expected) {
            near(effect.marginal.value, value);
            near(effect.marginal.high - effect.marginal.value, Z * error);
            assert!(!effect.smoothed);
        }
        near(effects[0].odds_ratio.value, (30.0 / 20.0) / (80.0 / 20.0));
        near(effects[2].odds_ratio.value, (40.0 / 360.0) / (30.0 / 20.0) / ((60.0 / 140.0) / (80.0 / 20.0)));
        near(
            effects[1].log_odds.high - effects[1].log_odds.value,
            Z * (1.0 / 80.0_f64 + 1.0 / 20.0 + 1.0 / 60.0 + 1.0 / 140.0).sqrt(),
        );
    }

    #[test]
    fn a_cell_without_draws_has_half_a_one() {
        let effects = of(&cells(&["vagi"], &[(&["off"], 10, 19), (&["on"], 0, 19)]));
        assert_eq!(effects.len(), 1);
        assert!(effects[0].smoothed);
        near(effects[0].marginal.value, 0.5 / 20.0 - 10.5 / 20.0);
    }

    #[test]
    fn several_levels_are_named_and_several_variants_have_levels_of_their_own() {
        let played: [(&[&str], u64, u64); 6] = [
            (&["off"], 10, 20),
            (&["die=4"], 12, 20),
            (&["6"], 14, 20),
            (&["off"], 2, 20),
            (&["die=4"], 3, 20),
            (&["6"], 4, 20),
        ];
        let effects = of(&cells(&["die"], &played));
        let terms: Vec<&str> = effects.iter().map(|effect| effect.term.as_str()).collect();
        assert_eq!(terms, ["die=4", "die=6"]);
        assert!(effects[1].marginal.value > effects[0].marginal.value && effects[0].marginal.value > 0.0);
    }

    #[test]
    fn without_factors_there_are_no_effects() {
        assert!(of(&cells(&[], &[(&[], 1, 2)])).is_empty());
        assert!(of(&[]).is_empty());
    }
}
