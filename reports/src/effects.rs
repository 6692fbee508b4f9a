//! The effect of each rule of a factorial on the share of draws, alone and together with another rule.
//!
//! Every effect is an observed contrast: a weighted sum of the shares of the cells, or of their log-odds, with weights that
//! follow from the plan alone. A factorial plays every combination of levels, so no model is needed, and none can be wrong: a
//! rule whose effect depends on two others is described as faithfully as one that acts alone.
//!
//! The effect of a single factor on a single base variant is the difference of two cells. It is taken from the
//! [`comparisons`](crate::comparisons), so that one difference has one interval.

use petteia_statistics::{Estimate, Z, holm, holm_widths, p_of_z};
use petteia_tables::AgentKey;

use crate::comparisons::{self, Comparison};
use crate::labels::{Pairing, distinct};
use crate::summary::{CellSummary, pairings};

/// The effect of a level of a factor, or of two levels together, on the share of draws.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// White's agent.
    pub white: AgentKey,
    /// Black's agent.
    pub black: AgentKey,
    /// Such as `vagi` or `vagi:edge`.
    pub term: String,
    /// Factor and level: one for a main effect, two for an interaction.
    pub factors: Vec<(String, String)>,
    /// The levels that these are compared with, `off` for none.
    pub against: Vec<String>,
    /// The observed difference of log-odds at the first levels of the other factors, or for an interaction the difference
    /// of two such; averaged over the base variants.
    pub log_odds: Estimate,
    /// The same as a ratio of odds.
    pub odds_ratio: Estimate,
    /// The change of the observed share of draws with the level, averaged over the variants played, from -1 to 1; for an
    /// interaction, the additional change with one level if the other is present too.
    pub marginal: Estimate,
    /// The same change for each level of an interaction alone, with the other factor at its first level; empty for a main
    /// effect.
    pub alone: Vec<f64>,
    /// `marginal` with an interval at the level of Holm's procedure over all effects of these agents: it excludes zero exactly
    /// if the procedure rejects zero.
    pub corrected: Estimate,
    /// The p-value of `marginal`, against zero (Wald).
    pub p: f64,
    /// The same, corrected for the number of effects of these agents (Holm).
    pub p_holm: f64,
    /// Whether `marginal` is the difference of two cells: then it, its intervals and its p-values are those of the comparison of
    /// the two (Newcombe), corrected over the comparisons of the run.
    pub is_comparison: bool,
    /// Whether half a game was added to both outcomes of each cell for the log-odds and Wald's intervals, because in some cell
    /// all games or none were drawn. The value of `marginal` does not include it.
    pub smoothed: bool,
}

impl Effect {
    /// Returns the name of each level in a sentence: `vagi`, `die=4`, `-edge`, `die=6 instead of die=4`.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let name = |((factor, level), against): (&(String, String), &String)| {
            let level = if level.contains(factor.as_str()) { level.clone() } else { format!("{factor}: {level}") };
            if against == "off" { level } else { format!("{level} instead of {against}") }
        };
        self.factors.iter().zip(&self.against).map(name).collect()
    }

    pub(crate) fn agents(&self) -> Pairing<'_> {
        (&self.white, &self.black)
    }

    /// Whether it is an interaction of two levels.
    #[must_use]
    pub fn is_interaction(&self) -> bool {
        self.factors.len() > 1
    }

    /// The effect with the numbers of the comparison that it is.
    fn replaced(self, Comparison { difference, corrected, p, p_holm, .. }: Comparison) -> Self {
        let marginal = Estimate { n: self.marginal.n, ..difference };
        Effect { marginal, corrected, p, p_holm, is_comparison: true, ..self }
    }

    /// Whether the effect is significant: the corrected interval excludes zero.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.corrected.excludes_zero()
    }
}

/// Returns the effects of all factors of a run with these comparisons for each pairing of agents; none without factors, or before
/// all cells have games.
pub(crate) fn of(cells: &[CellSummary], comparisons: &[Comparison]) -> Vec<Effect> {
    let of_pairing = |agents: Pairing| {
        let cells = cells.iter().filter(|cell| cell.agents() == agents);
        let factorial = Factorial::of(cells.collect())?;
        let effects = factorial.effects(agents);
        Some(match factorial.as_comparisons(comparisons) {
            Some(compared) => effects.into_iter().zip(compared).map(|(effect, found)| effect.replaced(found)).collect(),
            None => effects,
        })
    };
    pairings(cells).into_iter().filter_map(of_pairing).flatten().collect()
}

/// A level of a factor, by number; level 0 is what it is compared with.
type LevelOf = (usize, usize);

/// The cells of one pairing of agents.
struct Factorial<'a> {
    cells: Vec<&'a CellSummary>,
    /// The levels of each factor, in the order of the plan.
    levels: Vec<Vec<&'a str>>,
    /// For each cell the number of its base variant, and its level of each factor.
    places: Vec<(usize, Vec<usize>)>,
    /// One level, or two of different factors.
    terms: Vec<Vec<LevelOf>>,
}

impl<'a> Factorial<'a> {
    fn of(cells: Vec<&'a CellSummary>) -> Option<Self> {
        let names = &cells.first()?.factors;
        let levels_of = |factor: usize| distinct(cells.iter().map(|cell| cell.factors[factor].1.as_str()));
        let levels: Vec<Vec<&str>> = (0..names.len()).map(levels_of).collect();
        let blocks = blocks_of(&cells);
        let mains = (0..levels.len()).flat_map(|factor| (1..levels[factor].len()).map(move |level| (factor, level)));
        let mains: Vec<LevelOf> = mains.collect();
        let pairs = mains.iter().flat_map(|&a| mains.iter().filter(move |b| a.0 < b.0).map(move |&b| vec![a, b]));
        let terms: Vec<Vec<LevelOf>> = mains.iter().map(|&main| vec![main]).chain(pairs).collect();
        // Of a run in progress all cells must be there, or levels and base variants could be taken for others.
        let combinations: usize = levels.iter().map(Vec::len).product();
        let is_whole = cells.len() == combinations * (1 + blocks.iter().max()?);
        if terms.is_empty() || !is_whole || cells.iter().any(|cell| cell.games == 0) {
            return None;
        }
        let level =
            |(names, (_, present)): (&Vec<&str>, &(String, String))| names.iter().position(|name| name == present);
        let place = |(&block, cell): (&usize, &&CellSummary)| {
            Some((block, levels.iter().zip(&cell.factors).map(level).collect::<Option<Vec<usize>>>()?))
        };
        let places = blocks.iter().zip(&cells).map(place).collect::<Option<_>>()?;
        Some(Self { cells, levels, places, terms })
    }

    fn effects(&self, (white, black): Pairing) -> Vec<Effect> {
        let counts: Vec<(f64, f64)> =
            self.cells.iter().map(|cell| (cell.outcomes.drawn() as f64, cell.games as f64)).collect();
        let smoothed = counts.iter().any(|&(drawn, games)| drawn == 0.0 || drawn == games);
        let more = if smoothed { 0.5 } else { 0.0 };
        let shares: Vec<f64> = counts.iter().map(|(drawn, games)| drawn / games).collect();
        // Without it the odds of such a cell would be 0 or infinite (J. B. S. Haldane 1956; F. J. Anscombe 1956).
        let odds = counts.iter().map(|(drawn, games)| (drawn + more, games - drawn + more));
        let (log_odds, log_odds_variances): (Vec<f64>, Vec<f64>) =
            odds.clone().map(|(drawn, others)| ((drawn / others).ln(), 1.0 / drawn + 1.0 / others)).unzip();
        let share_variances: Vec<f64> = odds.map(|(drawn, others)| drawn * others / (drawn + others).powi(3)).collect();

        let weights: Vec<Vec<f64>> = self.terms.iter().map(|term| self.weights(term, |_, _| true)).collect();
        let errors: Vec<f64> = weights.iter().map(|weights| error(weights, &share_variances)).collect();
        let values: Vec<f64> = weights.iter().map(|weights| sum(weights, &shares)).collect();
        let p_values: Vec<f64> = values.iter().zip(&errors).map(|(value, error)| p_of_z(value / error)).collect();
        let (adjusted, widths) = (holm(&p_values), holm_widths(&p_values));
        let games = self.cells.iter().map(|cell| cell.games).sum();
        let around = |value: f64, half: f64| Estimate { value, low: value - half, high: value + half, n: games };
        let of = |(index, term): (usize, &Vec<LevelOf>)| {
            let first = self.weights(term, |_, level| level == 0);
            let log_odds = around(sum(&first, &log_odds), Z * error(&first, &log_odds_variances));
            Effect {
                white: white.clone(),
                black: black.clone(),
                term: self.name(term),
                factors: term.iter().map(|&(factor, level)| self.level_name(factor, level)).collect(),
                against: term.iter().map(|&(factor, _)| self.levels[factor][0].to_owned()).collect(),
                log_odds,
                odds_ratio: log_odds.mapped(f64::exp),
                marginal: around(values[index], Z * errors[index]),
                alone: self.alone(term, &shares),
                corrected: around(values[index], widths[index] * errors[index]),
                p: p_values[index],
                p_holm: adjusted[index],
                is_comparison: false,
                smoothed,
            }
        };
        self.terms.iter().enumerate().map(of).collect()
    }

    /// The comparison of each level with the first one, if there is one factor and one base variant.
    fn as_comparisons(&self, comparisons: &[Comparison]) -> Option<Vec<Comparison>> {
        let [levels] = self.levels.as_slice() else { return None };
        let (first, others) = self.cells.split_first()?;
        let compared = others.iter().map(|cell| comparisons::draws_between(comparisons, cell.cell, first.cell));
        if self.cells.len() == levels.len() { compared.collect() } else { None }
    }

    /// The weight of each cell in the contrast of a term, averaged over the settings of the other factors for which `averaged`,
    /// given factor and level, is true.
    fn weights(&self, term: &[LevelOf], averaged: impl Fn(usize, usize) -> bool) -> Vec<f64> {
        let of_term = |factor: usize| term.iter().find(|at| at.0 == factor).map(|at| at.1);
        let weight = |(_, levels): &(usize, Vec<usize>)| {
            let signs = levels.iter().enumerate().map(|(factor, &present)| match of_term(factor) {
                Some(level) if present == level => 1.0,
                Some(_) if present == 0 => -1.0,
                Some(_) => 0.0,
                None => f64::from(u8::from(averaged(factor, present))),
            });
            signs.product()
        };
        let weights: Vec<f64> = self.places.iter().map(weight).collect();
        let settings = weights.iter().map(|weight: &f64| weight.abs()).sum::<f64>() / 2_f64.powi(term.len() as i32);
        weights.into_iter().map(|weight| weight / settings).collect()
    }

    /// The effect of each level of an interaction with its other factor at the first level.
    fn alone(&self, term: &[LevelOf], shares: &[f64]) -> Vec<f64> {
        let of = |&(factor, level): &LevelOf| {
            let is_other = |other: usize| term.iter().any(|at| at.0 == other);
            sum(&self.weights(&[(factor, level)], |other, level| level == 0 || !is_other(other)), shares)
        };
        if term.len() > 1 { term.iter().map(of).collect() } else { Vec::new() }
    }

    fn level_name(&self, factor: usize, level: usize) -> (String, String) {
        (self.cells[0].factors[factor].0.clone(), self.levels[factor][level].to_owned())
    }

    /// The factors of a term, with the level if a factor has several.
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

fn sum(weights: &[f64], values: &[f64]) -> f64 {
    weights.iter().zip(values).map(|(weight, value)| weight * value).sum()
}

/// The standard error of the sum of independent values.
fn error(weights: &[f64], variances: &[f64]) -> f64 {
    weights.iter().zip(variances).map(|(weight, variance)| weight * weight * variance).sum::<f64>().sqrt()
}

/// The base variant of each cell: the plan goes through all levels of one before the next.
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
    use crate::fixtures;
    use crate::summary::summarise;
    use petteia_tables::{CellKey, CellStats};

    /// A cell for each combination of levels, with the given draws and games.
    fn cells(names: &[&str], played: &[(&[&str], u64, u64)]) -> Vec<CellSummary> {
        let tally = |(number, &(levels, draws, games)): (u32, &(&[&str], u64, u64))| {
            let levels = names.iter().zip(levels).map(|(name, level)| (name.to_string(), level.to_string()));
            let key = CellKey { cell: number, factors: levels.collect(), ..CellKey::default() };
            let mut tally = CellStats::of(key);
            for game in 0..games {
                tally.outcomes.add((game >= draws).then_some(Side::White), EndReason::Bare, false);
            }
            tally
        };
        summarise((0..).zip(played).map(tally).collect(), false)
    }

    fn effects(names: &[&str], played: &[(&[&str], u64, u64)]) -> Vec<Effect> {
        let cells = cells(names, played);
        of(&cells, &comparisons::of(&cells))
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-8, "{found}, expected {expected}");
    }

    #[test]
    fn two_by_two_is_what_one_works_out_by_hand() {
        let played: [(&[&str], u64, u64); 4] =
            [(&["off", "off"], 80, 100), (&["off", "on"], 60, 200), (&["on", "off"], 30, 50), (&["on", "on"], 40, 400)];
        let effects = effects(&["vagi", "edge"], &played);
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

    /// Two rules that do nothing together unless a third is there: a model of the rules and their pairs finds −2.4 for the
    /// log-odds of the first two, where the cells without the third show none.
    #[test]
    fn an_effect_that_depends_on_two_others_is_what_the_cells_show() {
        let played: [(&[&str], u64, u64); 8] = [
            (&["off", "off", "off"], 500, 1000),
            (&["off", "off", "on"], 500, 1000),
            (&["off", "on", "off"], 500, 1000),
            (&["off", "on", "on"], 500, 1000),
            (&["on", "off", "off"], 500, 1000),
            (&["on", "off", "on"], 500, 1000),
            (&["on", "on", "off"], 500, 1000),
            (&["on", "on", "on"], 10, 1000),
        ];
        let effects = effects(&["vagi", "inciti", "die"], &played);
        let effect = |term: &str| effects.iter().find(|effect| effect.term == term).expect(term);
        near(effect("vagi").log_odds.value, 0.0);
        near(effect("vagi:inciti").log_odds.value, 0.0);
        near(effect("vagi:inciti").log_odds.high, Z * (16.0 / 1000.0_f64).sqrt());
        near(effect("vagi:inciti").marginal.value, -0.49 / 2.0);
        near(effect("vagi:inciti").alone[0], 0.0);
    }

    #[test]
    fn an_interaction_knows_what_each_level_does_alone() {
        let played: [(&[&str], u64, u64); 4] =
            [(&["off", "off"], 90, 100), (&["off", "on"], 20, 100), (&["on", "off"], 5, 100), (&["on", "on"], 3, 100)];
        let effects = effects(&["vagi", "edge"], &played);
        assert!(effects[0].alone.is_empty());
        near(effects[2].alone[0], -0.85);
        near(effects[2].alone[1], -0.7);
        near(effects[2].marginal.value, 0.03 - 0.9 + 0.85 + 0.7);
    }

    #[test]
    fn a_cell_without_draws_has_half_a_one() {
        let two_bases: [(&[&str], u64, u64); 4] =
            [(&["off"], 10, 19), (&["on"], 0, 19), (&["off"], 10, 19), (&["on"], 0, 19)];
        let effects = effects(&["vagi"], &two_bases);
        assert_eq!(effects.len(), 1);
        assert!(effects[0].smoothed && !effects[0].is_comparison);
        near(effects[0].marginal.value, -10.0 / 19.0);
        near(effects[0].odds_ratio.value, (0.5 / 19.5) / (10.5 / 9.5));
        let variance = |drawn: f64| drawn / 20.0 * (1.0 - drawn / 20.0) / 20.0;
        let error = ((variance(0.5) + variance(10.5)) / 2.0).sqrt();
        near(effects[0].marginal.high - effects[0].marginal.value, Z * error);
    }

    /// 25 games each: a factor has the interval of the two variants (Newcombe 1998b), whichever of them is its first level.
    #[test]
    fn the_effect_of_one_factor_on_one_game_is_the_comparison_of_two_variants() {
        let played = |order: [(&str, &str, u64); 2]| {
            let tally = |(number, (variant, level, drawn)): (u32, (&str, &str, u64))| {
                let mut key = fixtures::cell(number, variant, "random");
                key.factors = vec![("vagi".to_owned(), level.to_owned())];
                let mut tally = CellStats::of(key);
                for game in 0..25 {
                    tally.outcomes.add((game >= drawn).then_some(Side::White), EndReason::Bare, false);
                }
                tally
            };
            summarise((0..).zip(order).map(tally).collect(), false)
        };
        let (without, with) = (("city-8", "off", 17), ("city-8+vagi", "vagi", 0));
        for (order, sign) in [([without, with], -1.0), ([with, without], 1.0)] {
            let cells = played(order);
            let comparisons = comparisons::of(&cells);
            let effects = of(&cells, &comparisons);
            let [effect] = effects.as_slice() else { panic!("{effects:?}") };
            assert!(effect.is_comparison && effect.is_significant());
            near(effect.marginal.value, sign * 0.68);
            let ends = [sign * 0.443_111_987, sign * 0.827_948_097];
            near(effect.marginal.low, ends[0].min(ends[1]));
            near(effect.marginal.high, ends[0].max(ends[1]));
            // One comparison needs no correction.
            near(effect.corrected.low, effect.marginal.low);
            near(effect.corrected.high, effect.marginal.high);
        }
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
        let effects = effects(&["die"], &played);
        let terms: Vec<&str> = effects.iter().map(|effect| effect.term.as_str()).collect();
        assert_eq!(terms, ["die=4", "die=6"]);
        near(effects[0].marginal.value, (0.1 + 0.05) / 2.0);
        near(effects[1].marginal.value, (0.2 + 0.1) / 2.0);
        near(effects[1].log_odds.value, f64::midpoint((14.0 / 6.0_f64).ln(), (4.0 / 16.0 / (2.0 / 18.0_f64)).ln()));
    }

    #[test]
    fn without_factors_there_are_no_effects() {
        assert!(effects(&[], &[(&[], 1, 2)]).is_empty());
        assert!(of(&[], &[]).is_empty());
    }
}
