//! What the rules of a factorial do to the share of draws.

use super::run::Run;
use crate::effects::Effect;
use crate::labels::{Pairing, distinct};
use crate::number_format::signed;
use crate::phrases::{
    and_unfinished, by_points, by_size, capitalised, clauses, listed, not_excluded, percent, together, verb,
};

/// The effect of each rule on the share of draws between the leading agents; `None` without a factorial of several rules or base
/// variants: a single rule makes a comparison of two variants.
pub(super) fn answer(run: &Run, effects: &[Effect]) -> Option<String> {
    together(run.leaders().iter().filter_map(|agents| answer_of(run, effects, *agents)))
}

/// The combinations of two rules.
const FEW: usize = 4;

fn answer_of(run: &Run, effects: &[Effect], agents: Pairing) -> Option<String> {
    let is_main = |effect: &&Effect| effect.agents() == agents && !effect.is_interaction() && !effect.is_comparison;
    let mains = sorted(effects.iter().filter(is_main));
    let (shown, unshown): (Vec<&Effect>, Vec<&Effect>) = mains.iter().partition(|effect| effect.is_significant());
    let rules = distinct(mains.iter().map(|effect| effect.factors[0].0.as_str()));
    let variants = run.of_pairing(agents).count();
    // Each of so few is told by itself: no average hides what a rule does alone.
    if variants <= FEW {
        return None;
    }
    let averaged = match rules.len() {
        0 => return None,
        1 => " (averaged over the variants played)",
        _ => " (averaged over all combinations of the other rules)",
    };
    let told = shown.iter().enumerate().map(|(place, effect)| main_effect(effect, place == 0));
    let told =
        if shown.is_empty() { "no rule changes draws significantly".to_owned() } else { clauses(told, "effects") };
    let base = base(run, agents, &rules).unwrap_or_default();
    let names = unshown.iter().map(|effect| effect.names().join(""));
    let names = format!("of {}", listed(names));
    let others = not_excluded("effect", &names, unshown.iter().map(|effect| effect.corrected));
    let lead = run.lead(agents);
    Some(format!("{lead}{}{averaged}.{base}{others}", if lead.is_empty() { capitalised(&told) } else { told }))
}

/// The share of draws of the first cell, which has none of the rules.
fn base(run: &Run, agents: Pairing, rules: &[&str]) -> Option<String> {
    let first = run.of_pairing(agents).next()?;
    let has_none = first.factors.iter().all(|(_, level)| level == "off");
    has_none.then_some(())?;
    let rules = match rules {
        [only] => (*only).to_owned(),
        _ => "any of these rules".to_owned(),
    };
    Some(format!(
        " Without {rules}, {} of the games of {} are drawn{}.",
        percent(first.draw_rate?),
        run.name(first.cell),
        and_unfinished(first)
    ))
}

/// `draws fall by 71 points [70, 72] with vagi`.
fn main_effect(effect: &Effect, is_first: bool) -> String {
    let subject = if is_first { "draws" } else { "they" };
    let (verb, by) = (verb(effect.marginal, true), by_points(effect.corrected));
    format!("{subject} {verb} by {by} with {}", effect.names().join(""))
}

/// The largest interaction of two rules for the first of the leading agents that have one.
pub(super) fn interaction(effects: &[Effect], leaders: &[Pairing]) -> Option<String> {
    let of = |agents: &Pairing| {
        let is_one =
            |effect: &&Effect| effect.agents() == *agents && effect.is_interaction() && effect.is_significant();
        sorted(effects.iter().filter(is_one)).first().map(|effect| told(effect))
    };
    leaders.iter().find_map(of)
}

/// How two rules interact. Two rules overlap if both lower the share of draws, but together by less than the sum: a share cannot
/// fall below 0, so an overlap does not explain how the rules work.
fn told(effect: &Effect) -> String {
    let names = effect.names();
    let more = effect.marginal.value;
    let both = effect.alone.iter().sum::<f64>() + more;
    let agree = |sign: f64| effect.alone.iter().all(|alone| alone * sign > 0.0) && both * sign >= 0.0;
    let manner = match (agree(1.0), agree(-1.0)) {
        (true, _) if more < 0.0 => "overlap",
        (_, true) if more > 0.0 => "overlap",
        (false, false) => "depend on each other",
        _ => "reinforce each other",
    };
    let changes = names.iter().zip(&effect.alone).zip([" points", ""]);
    let changes = changes.map(|((name, alone), unit)| format!("{}{unit} with {name}", signed(100.0 * alone)));
    format!(
        "The largest interaction is between {}, whose effects {manner}: draws change by {} and {} with both, which is {} {} \
         the sum of the two.",
        names.join(" and "),
        changes.collect::<Vec<_>>().join(", "),
        signed(100.0 * both),
        by_points(effect.corrected),
        if more > 0.0 { "above" } else { "below" }
    )
}

/// The largest effects first.
fn sorted<'a>(effects: impl Iterator<Item = &'a Effect>) -> Vec<&'a Effect> {
    let mut sorted: Vec<&Effect> = effects.collect();
    sorted.sort_by(|a, b| by_size(&a.marginal, &b.marginal));
    sorted
}
