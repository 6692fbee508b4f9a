//! The forest plot of a factorial run: the effect of each factor on an outcome, alone and together with another.

use super::axis::Axis;
use super::chart::{Chart, Panel};
use super::estimates::{dot, pairing_legend};
use super::picture::{Picture, Words};
use super::study::{Study, spread};
use super::theme::{self, mm};
use super::title::fitting;
use crate::effects::Effect;
use crate::labels;
use crate::numbers::{points_with_interval, signed};

/// The significance level of effects.
const LEVEL: f64 = 0.05;

/// A plot for each outcome, in order of appearance.
pub(crate) fn draw(effects: &[Effect]) -> Vec<Picture> {
    let mut outcomes: Vec<&str> = Vec::new();
    for effect in effects {
        if !outcomes.contains(&effect.outcome) {
            outcomes.push(effect.outcome);
        }
    }
    let of = |outcome: &&str| effects.iter().filter(|effect| effect.outcome == *outcome).collect::<Vec<_>>();
    outcomes.iter().flat_map(|outcome| forest(&of(outcome), &noun(outcome))).collect()
}

/// The name of an outcome in a sentence.
fn noun(outcome: &str) -> String {
    match outcome {
        "draw" => "draws".to_owned(),
        other => format!("games with the outcome “{}”", other.replace('_', " ")),
    }
}

fn forest(effects: &[&Effect], noun: &str) -> Vec<Picture> {
    let agents = labels::pairings(&effects.iter().map(|effect| effect.agents()).collect::<Vec<_>>());
    let rows = effects.iter().map(|effect| label(effect)).zip(agents.labels).collect();
    let two_agents = effects.iter().any(|effect| effect.white != effect.black);
    let study = Study::of_rows(rows, String::new(), labels::pairing_heading(two_agents));
    let games: Vec<u64> = effects.iter().map(|effect| effect.marginal.n).collect();
    let study = Study { common_agents: agents.common, ..study }.with_sizes(&games);
    let reach = |end: fn(&Effect) -> f64| effects.iter().map(move |effect| 100.0 * end(effect));
    let low = reach(|effect| effect.marginal.low).fold(0.0, f64::min);
    let high = reach(|effect| effect.marginal.high).fold(0.0, f64::max);
    let numbers = effects.iter().map(|effect| {
        let star = if effect.p_holm <= LEVEL { "* " } else { "" };
        format!("{star}{}", points_with_interval(Some(effect.marginal)))
    });
    let chart = Chart {
        words: words(effects, &study, noun),
        width: theme::WIDTH,
        legends: pairing_legend(&study),
        panels: vec![Panel {
            heading: None,
            axis: Axis::signed(&format!("Change in the share of {noun} (percentage points)"), low, high),
            reference: Some(0.0),
        }],
        pitch: if study.several_pairings() { mm(3.2) } else { mm(4.2) },
        name_agents: false,
        numbers: Some(("points [95 %]", numbers.collect())),
    };
    chart.draw(&study, |picture, row| dot(picture, row, effects[row.cell].marginal.rescaled(100.0, 0.0)))
}

/// The agents of an effect, as in the legend.
fn agents_of<'a>(effect: &Effect, study: &'a Study, effects: &[&Effect]) -> &'a str {
    let row = effects.iter().position(|other| std::ptr::eq(*other, effect));
    row.map_or("", |row| &study.pairings[study.pairing_of[row]])
}

/// The levels: `vagi`, or `vagi × die=4` of an interaction.
fn label(effect: &Effect) -> String {
    effect.names().join(" × ")
}

fn words(effects: &[&Effect], study: &Study, noun: &str) -> Words {
    let games = || effects.iter().map(|effect| effect.marginal.n);
    let games = spread(games().min().unwrap_or(0), games().max().unwrap_or(0), "per pairing of agents");
    let caption = format!(
        "Effects on the share of {noun} in a factorial run, {}, as observed contrasts of the cells in percentage points, \
         without a model; {games}. A single level is a main effect: the change of the share, averaged over the other \
         factors. Two levels with × are an interaction: the change of one effect with the other level. Bars: 95 % intervals of \
         one effect each. Stars and title: p ≤ {LEVEL} after Holm’s (1979) correction for all effects of the same agents.",
        match study.pairings.as_slice() {
            [only] => format!("{}: {only}", study.pairing_heading.to_lowercase()),
            several => format!("for each of {} pairings of agents", several.len()),
        }
    );
    Words {
        title: title(effects, study, noun),
        note: "Observed contrasts, averaged over the other factors; with ×: interactions. Bars: 95 % intervals. *: p ≤ 0.05 after \
               Holm’s correction for all effects of the same agents."
            .to_owned(),
        caption,
    }
}

/// The number of significant effects, and the largest of them.
fn title(effects: &[&Effect], study: &Study, noun: &str) -> String {
    let neutral = format!("Effects on {noun}");
    let shown = || effects.iter().filter(|effect| effect.p_holm <= LEVEL);
    let size = |effect: &Effect| effect.marginal.value.abs();
    let Some(largest) = shown().max_by(|a, b| size(a).total_cmp(&size(b))) else {
        return fitting([format!("No significant effect on {noun}")], &neutral, theme::WIDTH);
    };
    let count = format!("{neutral}: {} of {} are significant", shown().count(), effects.len());
    let points = signed(100.0 * largest.marginal.value);
    let example = format!("{count}; the largest is {points} percentage points ({})", label(largest));
    let titles = if study.several_pairings() {
        vec![format!("{example} with {}", agents_of(largest, study, effects)), example, count]
    } else {
        vec![example, count]
    };
    fitting(titles, &neutral, theme::WIDTH)
}
