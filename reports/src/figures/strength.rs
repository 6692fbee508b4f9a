//! Strength curves: draws, first-move advantage and length against the budget of a searching agent.

use std::collections::BTreeSet;

use petteia_engine::EndReason;
use petteia_statistics::{Estimate, wilson};
use petteia_tables::AgentKey;

use super::axis::Axis;
use super::estimates::furthest;
use super::fields::{Field, only};
use super::legend::{self, Legend};
use super::pages::heading;
use super::picture::{Align, Picture, Words, wrap};
use super::study::Study;
use super::theme::{self, Colour, LABEL, LEADING, SMALL, Weight, mm, text_width};
use crate::advantage::Advantage;
use crate::ladder::{Ladder, LadderStep};
use crate::number_format::with_interval;
use crate::summary::CellSummary;

/// A quantity against strength.
pub(crate) struct Curve {
    title: &'static str,
    note: &'static str,
    /// Of the figure.
    width: f64,
    /// What it shows, for the caption; may be empty.
    content: &'static str,
    of: fn(&CellSummary) -> Option<Estimate>,
    axis: fn(&Study) -> Axis,
    /// A value marked by a strong line.
    reference: Option<f64>,
    /// The value of a game that is a proven draw.
    proved: Option<f64>,
}

pub(crate) const DRAWS: Curve = Curve {
    title: "Share of draws against strength",
    note: "Bars: 95 % Wilson intervals. Unfinished games count as games, not as draws.",
    width: theme::WIDTH,
    content: "",
    of: |cell| cell.draw_rate.map(|rate| rate.rescaled(100.0, 0.0)),
    axis: |_| Axis::percent("Draws (% of games)", 100.0),
    reference: None,
    proved: Some(100.0),
};

/// The same for a column of a page, or a phone.
pub(crate) const NARROW_DRAWS: Curve = Curve { width: theme::NARROW, ..DRAWS };

/// The share of games that a side wins on the board.
pub(crate) const DECIDED: Curve = Curve {
    title: "Games won on the board against strength",
    note: "Games won by adjudication are not included. Bars: 95 % Wilson intervals.",
    content: " Games won by adjudication are not included.",
    of: |cell| cell.decisive_rate.map(|rate| rate.rescaled(100.0, 0.0)),
    axis: |_| Axis::percent("Won on the board (% of games)", 100.0),
    proved: None,
    ..DRAWS
};

/// The share of games that end because a side cannot move.
const BLOCKED: Curve = Curve {
    title: "Blockades against strength",
    note: "Games that end because a side cannot move. Bars: 95 % Wilson intervals.",
    content: " Games that end because a side cannot move.",
    of: blockades,
    axis: |study| {
        let highest = study.cells.iter().filter_map(blockades).map(|rate| rate.high).fold(0.0, f64::max);
        Axis::percent("Blockades (% of games)", highest)
    },
    proved: None,
    ..DRAWS
};

fn blockades(cell: &CellSummary) -> Option<Estimate> {
    wilson(cell.ended(EndReason::NoMoves), cell.games).map(|rate| rate.rescaled(100.0, 0.0))
}

/// Draws the blockades of a study that has any.
pub(crate) fn draw_blockades(study: &Study, proved_draws: &BTreeSet<String>) -> Vec<Picture> {
    let has_one = study.cells.iter().any(|cell| cell.ended(EndReason::NoMoves) > 0);
    if has_one { draw(study, &BLOCKED, proved_draws) } else { Vec::new() }
}

/// The value of moving first.
const FIRST_MOVE: Curve = Curve {
    title: "First-move advantage against strength",
    note: "The first player’s average score minus 50 %. Above zero, moving first is better. Bars: 95 % Tango score intervals.",
    width: theme::WIDTH,
    content: " The average score (win 1, draw or unfinished game ½, loss 0) minus one half.",
    of: |cell| cell.first_move_advantage.map(|advantage| advantage.rescaled(100.0, 0.0)),
    axis: |study| {
        let reach = furthest(study, |cell| cell.first_move_advantage, Estimate::reach);
        Axis::points(&format!("{} (percentage points)", Advantage::of(study.cells).name), 100.0 * reach)
    },
    reference: Some(0.0),
    proved: None,
};

/// The same if the sides of a cell differ.
const WHITE_ADVANTAGE: Curve = Curve {
    title: "White’s advantage against strength",
    note: "White’s average score minus 50 %. Above zero, White does better. If the sides have different pieces or rules, this is not \
           the value of the first move. Bars: 95 % Tango score intervals.",
    ..FIRST_MOVE
};

/// The advantage of White, which is that of moving first where the sides are equal.
pub(crate) fn advantage(study: &Study) -> Curve {
    if study.cells.iter().all(|cell| cell.sides_are_equal) { FIRST_MOVE } else { WHITE_ADVANTAGE }
}

pub(crate) const LENGTH: Curve = Curve {
    title: "Length against strength",
    note: "Mean length of the games. Bars: 95 % intervals by Student’s t.",
    width: theme::WIDTH,
    content: " The mean number of plies played, unfinished games included.",
    of: |cell| cell.plies_mean,
    axis: |study| {
        let means = || study.cells.iter().filter_map(|cell| cell.plies_mean);
        let low = means().map(|mean| mean.low).fold(f64::INFINITY, f64::min);
        let high = means().map(|mean| mean.high).fold(0.0, f64::max);
        Axis::lengths("Plies", low, high, true)
    },
    reference: None,
    proved: None,
};

const PLOT_HEIGHT: f64 = mm(75.0);
/// Below the names of the agents, for what their budgets count.
const AXIS_HEIGHT: f64 = mm(9.4);

/// A page for each ladder of agents in the study; none for a study without one. Of the variants those in `proved_draws` are
/// marked as such.
pub(crate) fn draw(study: &Study, curve: &Curve, proved_draws: &BTreeSet<String>) -> Vec<Picture> {
    let ladders = Ladder::all(study.cells.iter().filter(|cell| cell.plays_itself()).map(|cell| &cell.white));
    let is_proved = |group: &usize| proved_draws.contains(&study.cells[study.groups[*group].cells[0]].variant.name);
    let proved: Vec<usize> = (0..study.groups.len()).filter(is_proved).collect();
    ladders.iter().map(|ladder| page(study, curve, ladder, &proved)).collect()
}

fn page(study: &Study, curve: &Curve, ladder: &Ladder, proved: &[usize]) -> Picture {
    let proof = curve.proved.filter(|_| !proved.is_empty()).map(|value| {
        let names: Vec<&str> = proved.iter().map(|&group| study.groups[group].label.as_str()).collect();
        Proof {
            value,
            text: format!("proven draw from the start: {}", names.join(", ")),
            colour: if let [only] = proved { legend::colour_of(*only) } else { theme::INK },
        }
    });
    let line = proof.as_ref().map_or_else(String::new, |proof| {
        format!(
            " Line at {} %: {} (a theorem about best play from the start position, not an observation).",
            proof.value, proof.text
        )
    });
    let words = Words {
        title: curve.title.to_owned(),
        note: curve.note.to_owned(),
        caption: format!(
            "{}: the same agent plays both sides, with growing budgets ({}).{}{line}",
            curve.title, ladder.heading, curve.content
        ),
    };
    let mut picture = Picture::figure(curve.width, words);
    let y = heading(&mut picture, &study.note(true));
    let variants = Legend::of_markers("Variant", study.groups.iter().map(|group| group.label.clone()));
    let area = only(curve.width, legend::draw(&mut picture, &variants, y + mm(0.8)), PLOT_HEIGHT);
    let steps = ladder.steps.len();
    let room = area.width() / steps as f64 - mm(1.0);
    let agents: Vec<Vec<String>> = ladder.steps.iter().map(|step| step_lines(step, room)).collect();
    let lines = agents.iter().map(Vec::len).max().unwrap_or(1);
    picture.height = area.bottom + AXIS_HEIGHT + lines as f64 * SMALL * LEADING;
    let across = Axis::steps(steps);
    let plot = Plot(Field { area, across, up: (curve.axis)(study) });
    plot.0.frame(&mut picture);
    if let Some(value) = curve.reference {
        plot.0.level(&mut picture, value, theme::THIN, theme::INK);
    }
    plot.agents(&mut picture, ladder, &agents);
    if let Some(proof) = proof {
        plot.proof(&mut picture, &proof);
    }
    for (variant, group) in study.groups.iter().enumerate() {
        let cell_of = |agent: &AgentKey| {
            let plays = |&&cell: &&usize| study.cells[cell].white == *agent && study.cells[cell].black == *agent;
            group.cells.iter().find(plays).and_then(|&cell| (curve.of)(&study.cells[cell]))
        };
        let estimates: Vec<Option<Estimate>> = ladder.steps.iter().map(|step| cell_of(&step.agent)).collect();
        picture.mark(None, None, |picture| {
            plot.line(picture, variant, study.groups.len(), &estimates, ladder.first_budget());
            let known = ladder.steps.iter().zip(&estimates).filter_map(|(step, found)| Some((&step.label, (*found)?)));
            let lines = known.map(|(label, found)| format!("\n{label}: {}", with_interval(found)));
            group.label.clone() + &lines.collect::<String>()
        });
    }
    picture
}

/// The label of a step, and below a label of an agent its budget.
fn step_lines(step: &LadderStep, room: f64) -> Vec<String> {
    wrap(&step.label, room, SMALL).into_iter().chain(step.budget_below_label()).collect()
}

/// How far a variant's marks stand from the place of their agent, in steps of the axis: beside each other, but close.
fn aside(variant: usize, variants: usize) -> f64 {
    const FURTHEST: f64 = 0.04;
    let last = variants.saturating_sub(1).max(1) as f64;
    FURTHEST * (2.0 * variant as f64 - variants.saturating_sub(1) as f64) / last
}

/// A value that is proved, and of what.
struct Proof {
    value: f64,
    text: String,
    colour: Colour,
}

/// A field with the steps of a ladder across and a quantity upwards.
struct Plot(Field);

impl Plot {
    /// The agents across, and what their budgets count.
    fn agents(&self, picture: &mut Picture, ladder: &Ladder, names: &[Vec<String>]) {
        let bottom = self.0.area.bottom;
        let x = |step: f64| self.0.at(step, 0.0).0;
        for (step, lines) in names.iter().enumerate() {
            for (index, line) in lines.iter().enumerate() {
                let y = bottom + mm(3.6) + index as f64 * SMALL * LEADING;
                picture.text(line, (x(step as f64), y), Align::Centre, SMALL);
            }
        }
        let budgets = f64::midpoint(ladder.first_budget() as f64, ladder.steps.len() as f64 - 1.0);
        let lines = names.iter().map(Vec::len).max().unwrap_or(1).max(2);
        let y = bottom + mm(4.2) + lines as f64 * SMALL * LEADING;
        let most = picture.width - theme::MARGIN - text_width(&ladder.heading, LABEL, Weight::Regular) / 2.0;
        picture.text(&ladder.heading, (x(budgets).min(most), y), Align::Centre, LABEL);
    }

    /// A line at what is proved, with its words above.
    fn proof(&self, picture: &mut Picture, proof: &Proof) {
        self.0.level(picture, proof.value, theme::STRONG, proof.colour);
        let y = self.0.at(0.0, proof.value).1;
        picture.text(&proof.text, (self.0.area.right, y - mm(1.2)), Align::Right, SMALL);
    }

    /// The values of one of several variants, beside each other so that their bars do not hide each other. Budgets are
    /// joined by a line, other agents stand alone.
    fn line(
        &self,
        picture: &mut Picture,
        variant: usize,
        variants: usize,
        estimates: &[Option<Estimate>],
        first_budget: usize,
    ) {
        let aside = aside(variant, variants);
        let known = estimates.iter().enumerate().filter_map(|(step, estimate)| Some((step, (*estimate)?)));
        let place = |(step, estimate): (usize, Estimate)| (step as f64 + aside, estimate);
        let budgets = known.clone().filter(|&(step, _)| step >= first_budget).map(place);
        let joined = budgets.map(|(x, estimate)| (x, estimate.value)).collect();
        self.0.line(picture, joined, theme::THIN, legend::colour_of(variant));
        self.0.estimates(picture, variant, &known.map(place).collect::<Vec<_>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_close_to_their_agent() {
        assert_eq!(aside(0, 1), 0.0);
        assert_eq!([0, 1, 2].map(|variant| aside(variant, 3)), [-0.04, 0.0, 0.04]);
    }
}
