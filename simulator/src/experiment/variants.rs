//! The variants of an experiment: its games with every combination of levels that makes sense.

use std::collections::HashSet;
use std::ops::Range;

use petteia_engine::rules::switches::MOST_BYTES;
use petteia_engine::{CheckedRules, Rules};
use petteia_players::config::{ExperimentError, GameText, LimitsText, Source, Variant, VariantText, check_end};
use toml::Spanned;

use super::factors::{Factor, Level, combinations};
use super::file::{ExperimentConfig, Refused};
use super::labels::Labels;
use super::shared::{named_twice, no_games};

/// A combination of factors that is not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The name that the variant would have.
    pub name: String,
    /// Why its rules make no sense together.
    pub reason: String,
}

/// A variant with one level of each factor.
pub(super) struct VariantPlan {
    pub name: String,
    pub rules: CheckedRules,
    /// Each factor's name and level.
    pub levels: Vec<(String, String)>,
}

/// A combination of levels of the factors, tried on a game of the file.
struct Attempt<'a> {
    entry: &'a Spanned<VariantText>,
    /// The rules of the game itself.
    base: &'a Rules,
    levels: Vec<&'a Level>,
    name: String,
    result: Result<CheckedRules, String>,
}

/// Returns the variants, gives them their labels, and lists the combinations that are left out.
pub(super) fn read_variants(
    experiment: &ExperimentConfig,
    factors: &[Factor],
    labels: &mut Labels,
) -> Result<(Vec<VariantPlan>, Vec<LeftOut>), ExperimentError> {
    let entries = experiment.file.variants();
    let games = entries.iter().map(|entry| read_game(&experiment.source, entry)).collect::<Result<Vec<_>, _>>()?;
    let combinations = combinations(factors);
    let tries = entries.iter().zip(&games).flat_map(|game| combinations.iter().map(move |levels| (game, levels)));
    let limits = &experiment.file.limits;
    let attempts: Vec<Attempt> =
        tries.map(|((entry, (name, base)), levels)| Attempt::new(entry, name, base, levels, limits)).collect();
    check_attempts(experiment, factors, &attempts)?;
    check_names(experiment, &attempts)?;
    let (mut variants, mut left_out) = (Vec::new(), Vec::new());
    for Attempt { entry, levels, name, result, .. } in attempts {
        match result {
            Ok(rules) => {
                if let Some(label) = &entry.get_ref().label {
                    let addition = addition(&levels);
                    labels.add(&experiment.source, |labels| &mut labels.variants, name.clone(), label, &addition)?;
                }
                let levels =
                    factors.iter().zip(levels).map(|(factor, level)| (factor.name.clone(), level.text.clone()));
                variants.push(VariantPlan { name, rules, levels: levels.collect() });
            }
            Err(reason) => left_out.push(LeftOut { name, reason }),
        }
    }
    Ok((variants, left_out))
}

/// Returns what levels add to the name of a variant.
fn addition(levels: &[&Level]) -> String {
    levels.iter().map(|level| level.addition.as_str()).collect()
}

/// Rejects two variants with one name, and a name that belongs to another game.
fn check_names(experiment: &ExperimentConfig, attempts: &[Attempt]) -> Result<(), ExperimentError> {
    let mut names = HashSet::new();
    for Attempt { entry, name, result, .. } in attempts {
        let Ok(rules) = result else { continue };
        if !names.insert(name) {
            return Err(named_twice(&experiment.source, entry.span(), name));
        }
        // Apart from its limits.
        if Rules::read(name).is_ok_and(|named| Rules { limits: rules.limits, ..named } != **rules) {
            let message =
                format!("`{name}` is the name of a game with other rules; write the factor with other switches");
            return Err(experiment.source.wrong(entry.span(), message));
        }
    }
    Ok(())
}

impl<'a> Attempt<'a> {
    fn new(
        entry: &'a Spanned<VariantText>,
        name: &str,
        base: &'a Rules,
        levels: &[&'a Level],
        limits: &LimitsText,
    ) -> Self {
        let name = format!("{name}{}", addition(levels));
        let result = if name.len() > MOST_BYTES {
            Err(format!("a game's name has at most {MOST_BYTES} bytes; this one has {}", name.len()))
        } else {
            with_levels(base, levels, limits)
        };
        Attempt { entry, base, levels: levels.to_vec(), name, result }
    }

    /// Returns where its game begins in the file.
    fn place(&self) -> usize {
        self.entry.span().start
    }
}

/// Returns rules with levels of factors and with the limits of the file, or why they make no sense.
pub(crate) fn with_levels(base: &Rules, levels: &[&Level], limits: &LimitsText) -> Result<CheckedRules, String> {
    let rules = levels.iter().try_fold(base.clone(), |rules, level| level.apply(rules))?;
    let rules = limits.apply(&rules);
    check_end(rules.limits)?;
    rules.check().map_err(|error| error.to_string())
}

/// Rejects a game that no combination fits and a level that by itself fits no game; or any combination that makes no
/// sense, if the file says so.
fn check_attempts(
    experiment: &ExperimentConfig,
    factors: &[Factor],
    attempts: &[Attempt],
) -> Result<(), ExperimentError> {
    let mut failed = attempts.iter().filter(|attempt| attempt.result.is_err());
    if experiment.file.refused == Refused::Error {
        return failed.next().map_or(Ok(()), |attempt| Err(blame(experiment, attempt)));
    }
    let fitting = || attempts.iter().filter(|attempt| attempt.result.is_ok());
    let games: HashSet<usize> = fitting().map(Attempt::place).collect();
    if let Some(attempt) = failed.clone().find(|attempt| !games.contains(&attempt.place())) {
        return Err(blame(experiment, attempt));
    }
    let levels: HashSet<_> = fitting().flat_map(|attempt| levels_alone(factors, attempt)).collect();
    let fits_nowhere =
        |attempt: &&Attempt| levels_alone(factors, attempt).into_iter().any(|level| !levels.contains(&level));
    failed.find(fits_nowhere).map_or(Ok(()), |attempt| Err(blame(experiment, attempt)))
}

/// Returns the levels that are tried by themselves, each with the number of its factor: no other factor changes anything,
/// unless it always does.
fn levels_alone<'a>(factors: &[Factor], attempt: &Attempt<'a>) -> Vec<(usize, &'a str)> {
    let rests = |&(number, level): &(usize, &&Level)| level.is_off() || !factors[number].can_be_off();
    let (resting, changing): (Vec<_>, Vec<_>) = attempt.levels.iter().enumerate().partition(rests);
    let alone = match changing.len() {
        0 => resting,
        1 => changing,
        _ => Vec::new(),
    };
    alone.into_iter().map(|(number, level)| (number, level.text.as_str())).collect()
}

/// Returns the error of an attempt with its place: a level that fails alone, or the game.
fn blame(experiment: &ExperimentConfig, attempt: &Attempt) -> ExperimentError {
    let fails = |levels: &[&Level]| with_levels(attempt.base, levels, &experiment.file.limits).is_err();
    let level = attempt.levels.iter().find(|level| fails(&[level])).filter(|_| !fails(&[]));
    let place = level.map_or_else(|| attempt.entry.span(), |level| level.span.clone());
    let reason = attempt.result.as_ref().err().map_or("", String::as_str);
    experiment.source.wrong(place, format!("`{}`: {reason}", attempt.name))
}

/// Returns the name and the unchecked rules of a game.
fn read_game(source: &Source, entry: &Spanned<VariantText>) -> Result<(String, Rules), ExperimentError> {
    match &entry.get_ref().game {
        GameText::Id(id) => {
            let rules = Rules::read(id).map_err(|error| source.wrong(entry.span(), format!("`{id}`: {error}")))?;
            Ok((id.clone(), rules))
        }
        GameText::Own(own) => {
            let rules = own.read().map_err(|defects| source.wrong_words(entry.span(), defects))?;
            Ok((own.full_name(), rules))
        }
    }
}

/// Reads the games of a list, which must be some and all different, each with its place in the file.
pub(crate) fn read_games(
    source: &Source,
    entries: &Spanned<Vec<Spanned<VariantText>>>,
) -> Result<Vec<(Variant, Range<usize>)>, ExperimentError> {
    if entries.get_ref().is_empty() {
        return Err(no_games(source, "games", entries.span()));
    }
    let mut seen = HashSet::new();
    let read = |entry: &Spanned<VariantText>| {
        let variant = read_one(source, entry, "")?;
        if !seen.insert(variant.name.clone()) {
            return Err(named_twice(source, entry.span(), &variant.name));
        }
        Ok((variant, entry.span()))
    };
    entries.get_ref().iter().map(read).collect()
}

/// Reads a variant, with an overlay such as `+vagi`, outside of an experiment.
pub(crate) fn read_one(
    source: &Source,
    entry: &Spanned<VariantText>,
    overlay: &str,
) -> Result<Variant, ExperimentError> {
    if let Some(label) = &entry.get_ref().label {
        return Err(source.wrong(label.span(), "only the variants of an experiment have a `label`; leave it out"));
    }
    let (name, rules) = read_game(source, entry)?;
    let name = format!("{name}{overlay}");
    let rules = rules.with_overlay(overlay).map_err(|error| error.to_string()).and_then(|rules| {
        check_end(rules.limits)?;
        rules.check().map_err(|error| error.to_string())
    });
    let rules = rules.map_err(|reason| source.wrong(entry.span(), format!("`{name}`: {reason}")))?;
    Ok(Variant { name, rules })
}
