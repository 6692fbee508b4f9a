//! All rule sets of a search, and how far each is from the game from which it starts.

use std::collections::{BTreeMap, HashSet};

use petteia_engine::{CheckedRules, Rules};
use petteia_players::config::{ExperimentError, LimitsText, Source};
use petteia_proofs::theorems::proved_draw;
use toml::Spanned;

use crate::experiment::{Factor, Level, MOST_CELLS, combinations, with_levels};

/// One of the rule sets.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// The name of the game, with what is changed.
    pub name: String,
    pub rules: CheckedRules,
    /// The number of its level of each factor.
    pub levels: Vec<u16>,
    /// The text of its level of each factor.
    pub level_texts: Vec<String>,
    /// What is changed, as in the name.
    pub changes: Vec<String>,
    /// The sum of the weights of the factors that are changed.
    pub distance: f64,
}

/// All rule sets.
#[derive(Clone, Debug)]
pub struct RuleSpace {
    /// Each once, the nearest first.
    pub rule_sets: Vec<RuleSet>,
    /// The combinations that make no sense, each with the reason.
    pub left_out: Vec<String>,
    /// The combinations that are the same game as a nearer one.
    pub repeated: Vec<RuleSet>,
    /// Those that a theorem proves to be draws with best play.
    pub proved: Vec<RuleSet>,
}

impl RuleSpace {
    /// Combines all levels of the factors of a game.
    pub(super) fn new((base, rules): (&str, &Rules), factors: &[Factor], weights: &[f64], limits: &LimitsText) -> Self {
        let mut space =
            RuleSpace { rule_sets: Vec::new(), left_out: Vec::new(), repeated: Vec::new(), proved: Vec::new() };
        for levels in combinations(factors) {
            let is_change = |(level, _): &(&&Level, &f64)| level.apply(rules.clone()).as_ref() != Ok(rules);
            let changed: Vec<(&&Level, &f64)> = levels.iter().zip(weights).filter(is_change).collect();
            let changes: Vec<String> = changed.iter().map(|(level, _)| level.addition.clone()).collect();
            let name = format!("{base}{}", changes.concat());
            let place = |(level, factor): (&&Level, &Factor)| {
                factor.levels.iter().position(|other| std::ptr::eq(other, *level)).unwrap_or(0) as u16
            };
            match with_levels(rules, &levels, limits) {
                Ok(rules) => space.rule_sets.push(RuleSet {
                    name,
                    rules,
                    levels: levels.iter().zip(factors).map(place).collect(),
                    level_texts: levels.iter().map(|level| level.text.clone()).collect(),
                    changes,
                    distance: changed.iter().map(|(_, weight)| **weight).fold(0.0, |sum, weight| sum + weight),
                }),
                Err(reason) => space.left_out.push(format!("{name}: {reason}")),
            }
        }
        space.rule_sets.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        let mut seen: HashSet<String> = HashSet::new();
        let is_first = |set: &RuleSet| seen.insert(serde_json::to_string(&*set.rules).expect("rules are plain data"));
        (space.rule_sets, space.repeated) = space.rule_sets.into_iter().partition(is_first);
        space
    }

    /// Leaves out the rule sets that a theorem proves to be draws with best play: no game is needed to reject them.
    pub(super) fn leave_out_draws(&mut self) {
        let all = std::mem::take(&mut self.rule_sets);
        (self.proved, self.rule_sets) = all.into_iter().partition(|set| proved_draw(&set.rules).is_some());
    }
}

/// Rejects a level that fits no combination.
pub(super) fn check_levels(
    source: &Source,
    rules: &Rules,
    factors: &[Factor],
    limits: &LimitsText,
    space: &RuleSpace,
) -> Result<(), ExperimentError> {
    for (place, factor) in factors.iter().enumerate() {
        for (number, level) in (0..).zip(&factor.levels) {
            if space.rule_sets.iter().chain(&space.repeated).all(|set| set.levels[place] != number) {
                let reason = with_levels(rules, &[level], limits).err();
                let reason = reason.unwrap_or_else(|| "it makes no sense with any of the other rules".to_owned());
                let text = format!("`{}`: {reason}", if level.is_off() { &factor.name } else { &level.text });
                return Err(source.wrong(level.span.clone(), text));
            }
        }
    }
    Ok(())
}

/// Rejects more combinations than can be searched, before any is made.
pub(super) fn check_size(source: &Source, factors: &[Factor]) -> Result<(), ExperimentError> {
    let combinations = factors.iter().fold(1_usize, |all, factor| all.saturating_mul(factor.levels.len()));
    if combinations <= MOST_CELLS {
        return Ok(());
    }
    let message =
        format!("`space` has {combinations} combinations; a search has at most {MOST_CELLS}: leave out some values");
    Err(source.wrong(factors.first().map_or(0..0, |factor| factor.span.clone()), message))
}

/// Returns the weight of each factor: 1 unless the file says otherwise.
pub(super) fn weights(
    source: &Source,
    factors: &[Factor],
    given: &BTreeMap<Spanned<String>, Spanned<f64>>,
) -> Result<Vec<f64>, ExperimentError> {
    for (name, weight) in given {
        if factors.iter().all(|factor| factor.name != *name.get_ref()) {
            let message = format!("`{}` is not in `space`", name.get_ref());
            return Err(source.wrong(name.span(), message));
        }
        if !(0.0..=1000.0).contains(weight.get_ref()) {
            let message = format!("`{}` is {}; a weight is from 0 to 1000", name.get_ref(), weight.get_ref());
            return Err(source.wrong(weight.span(), message));
        }
    }
    let weight = |factor: &Factor| {
        given.iter().find(|(name, _)| *name.get_ref() == factor.name).map_or(1.0, |(_, weight)| *weight.get_ref())
    };
    Ok(factors.iter().map(weight).collect())
}
