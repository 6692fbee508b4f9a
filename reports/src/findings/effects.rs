//! What the rules of a factorial do to the share of draws.

use super::run::Run;
use crate::effects::Effect;
use crate::labels::{Pairing, distinct};
use crate::number_format::signed;
use crate::phrases::{MOST_TOLD, and_unfinished, by_points, by_size, not_shown, percent, together};

/// The effect of each rule on the share of draws between the leading agents; `None` without a factorial of several rules or base
/// variants: a single rule makes a comparison of two variants.
pub(super) fn answer(run: &Run, effects: &[Effect]) -> Option<String> {
    together(run.leaders().iter().filter_map(|agents| answer_of(run, effects, *agents)))
}

fn answer_of(run: &Run, effects: &[Effect], agents: Pairing) -> Option<String> {
    let is_main = |effect: &&Effect| effect.agents() == agents && !effect.is_interaction() && !effect.is_comparison;
    let mains = sorted(effects.iter().filter(is_main));
    let (shown, unshown): (Vec<&Effect>, Vec<&Effect>) = mains.iter().partition(|effect| effect.is_significant());
    let over = match distinct(mains.iter().map(|effect| &effect.factors[0].0)).len() {
        0 => return None,
        1 => "over the variants played",
        _ => "over all combinations of the other rules",
    };
    let clauses: Vec<String> =
        shown.iter().take(MOST_TOLD).enumerate().map(|(place, effect)| main_effect(effect, place == 0)).collect();
    let told = if clauses.is_empty() {
        "no rule changes the share of draws significantly".to_owned()
    } else {
        clauses.join("; ")
    };
    let base = base(run, agents).unwrap_or_default();
    let unshown = unshown.iter().map(|effect| (effect.names().join(""), effect.corrected));
    let others = not_shown("effect of", "effects", unshown);
    Some(format!("When {}, {told} (averaged {over}).{base}{others}", run.players(agents)))
}

/// The share of draws of the first cell, which has none of the rules.
fn base(run: &Run, agents: Pairing) -> Option<String> {
    let first = run.of_pairing(agents).next()?;
    let has_none = first.factors.iter().all(|(_, level)| level == "off");
    has_none.then_some(())?;
    let name = first.variant.display_name();
    Some(format!(
        " Without any of these rules, {} of the games of {name} are drawn{}.",
        percent(first.draw_rate?),
        and_unfinished(first)
    ))
}

/// `vagi lowers the share of draws by 71.0 percentage points [69.5, 72.4]`.
fn main_effect(effect: &Effect, is_first: bool) -> String {
    let verb = if effect.marginal.value > 0.0 { "raises" } else { "lowers" };
    let object = if is_first { "the share of draws" } else { "it" };
    format!("{} {verb} {object} by {}", effect.names().join(""), by_points(effect.corrected))
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
    let changes = names.iter().zip(&effect.alone).zip([" percentage points", ""]);
    let changes = changes.map(|((name, alone), unit)| format!("{}{unit} with {name}", signed(100.0 * alone)));
    format!(
        "The largest interaction is between {}, whose effects {manner}: the share of draws changes by {} and {} with both, \
         which is {} {} the sum of the two.",
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
