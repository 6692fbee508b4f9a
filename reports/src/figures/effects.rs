//! The forest plot of a factorial run: the effect of each factor on the draws, alone and together with another.

use super::axis::Axis;
use super::chart::Panel;
use super::estimates::{dot, dot_plot};
use super::picture::{Picture, Words};
use super::study::{Study, spread};
use super::theme;
use crate::effects::Effect;
use crate::labels::{self, ShortLabels};
use crate::number_format::points_with_interval;
use crate::sentences::{Run, titles};

const LEVEL: f64 = 0.05;

/// The plot; none without effects. The title tells of the strongest agent.
pub(crate) fn draw(effects: &[Effect], run: &Run) -> Vec<Picture> {
    if effects.is_empty() {
        return Vec::new();
    }
    let agents = labels::pairings(&effects.iter().map(Effect::agents).collect::<Vec<_>>());
    let two_agents = effects.iter().any(|effect| effect.white != effect.black);
    let games: Vec<u64> = effects.iter().map(|effect| effect.marginal.n).collect();
    let study = Study::of_rows(ShortLabels::of(effects.iter().map(label)), agents, labels::pairing_heading(two_agents));
    let study = study.with_sizes(&games);
    let reach = |end: fn(&Effect) -> f64| effects.iter().map(move |effect| 100.0 * end(effect));
    let low = reach(|effect| effect.marginal.low).fold(0.0, f64::min);
    let high = reach(|effect| effect.marginal.high).fold(0.0, f64::max);
    let numbers = effects.iter().map(|effect| {
        let star = if effect.p_holm <= LEVEL { "* " } else { "" };
        format!("{star}{}", points_with_interval(Some(effect.marginal)))
    });
    let panel = Panel::of(Axis::signed("Change in the share of draws (percentage points)", low, high), Some(0.0));
    let chart = dot_plot(&study, words(effects, &study, run), vec![panel], Some(("points [95 %]", numbers.collect())));
    chart.draw(&study, |picture, row| dot(picture, row, effects[row.cell].marginal.rescaled(100.0, 0.0)))
}

/// The levels: `vagi`, or `vagi × die=4` of an interaction.
fn label(effect: &Effect) -> String {
    effect.names().join(" × ")
}

fn words(effects: &[Effect], study: &Study, run: &Run) -> Words {
    let games = spread(effects.iter().map(|effect| effect.marginal.n), "per pairing of agents");
    let agents = study.agents_in_caption("for each of ");
    let (caption, note) = if effects.iter().all(|effect| effect.is_comparison) {
        (
            format!(
                "Effects of one factor on the share of draws, {agents}, as differences of two variants in percentage points; \
                 {games}. Bars: 95 % intervals of Newcombe (1998b), of one difference each. Stars and title: p ≤ {LEVEL} after \
                 Holm’s (1979) correction over all comparisons of a variant with the one it modifies."
            ),
            "Differences of two variants. Bars: 95 % Newcombe intervals. *: p ≤ 0.05 after Holm’s correction over all comparisons.",
        )
    } else {
        (
            format!(
                "Effects on the share of draws in a factorial run, {agents}, as observed contrasts of the cells in percentage \
                 points, without a model; {games}. A single level is a main effect: the change of the share, averaged over the \
                 other factors. Two levels with × are an interaction: the change of one effect with the other level. Bars: 95 % \
                 intervals of one effect each. Stars and title: p ≤ {LEVEL} after Holm’s (1979) correction for all effects of the \
                 same agents."
            ),
            "Observed contrasts, averaged over the other factors; with ×: interactions. Bars: 95 % intervals. *: p ≤ 0.05 after \
             Holm’s correction for all effects of the same agents.",
        )
    };
    Words { title: titles::effects(run, effects).within(theme::WIDTH), note: note.to_owned(), caption }
}
