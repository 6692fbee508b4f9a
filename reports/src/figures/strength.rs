//! Strength curves: how draws, first-move advantage and length change with what a searching agent may spend.

use petteia_statistics::Estimate;

use super::axis::Axis;
use super::chart::heading;
use super::estimates::furthest;
use super::legend::{self, Legend, Sign};
use super::picture::{Align, Area, Picture, Words};
use super::study::Study;
use super::theme::{self, LABEL, SMALL, Weight, mm};
use crate::labels::Ladder;
use crate::summary::CellSummary;

/// A quantity against strength.
pub(crate) struct Curve {
    title: &'static str,
    note: &'static str,
    /// What the caption says of the marks and the method.
    method: &'static str,
    of: fn(&CellSummary) -> Option<Estimate>,
    axis: fn(&Study) -> Axis,
    /// A value marked by a strong line.
    reference: Option<f64>,
}

/// The share of draws.
pub(crate) const DRAWS: Curve = Curve {
    title: "Share of draws against strength",
    note: "Bars: 95 % Wilson intervals. Games stopped at the turn cap count as games, not as draws.",
    method: "Bars: 95 % intervals of Wilson (1927), of one cell each. Games stopped at the turn cap count as games, not \
             as draws.",
    of: |cell| cell.draw_rate.map(|rate| rate.rescaled(100.0, 0.0)),
    axis: |study| Axis::percent("Draws (% of games)", 100.0 * furthest(study, |cell| cell.draw_rate, |e| e.high)),
    reference: None,
};

/// What moving first is worth.
pub(crate) const FIRST_MOVE: Curve = Curve {
    title: "First-move advantage against strength",
    note: "White’s mean score less one half; above zero White, who moves first, does better. Bars: 95 % Tango score \
           intervals.",
    method: "Shown is White’s mean score (win 1, draw or unfinished game ½, loss 0) less one half. Bars: 95 % score \
             intervals of Tango (1998), of one cell each.",
    of: |cell| cell.first_move_advantage.map(|advantage| advantage.rescaled(100.0, 0.0)),
    axis: |study| {
        let reach = furthest(study, |cell| cell.first_move_advantage, Estimate::reach);
        Axis::points("First-move advantage (percentage points)", 100.0 * reach)
    },
    reference: Some(0.0),
};

/// The same where the sides of a cell differ.
pub(crate) const WHITE_ADVANTAGE: Curve = Curve {
    title: "White’s advantage against strength",
    note: "White’s mean score less one half; above zero White does better. Where the sides have different pieces or rules, this \
           is not what the first move is worth. Bars: 95 % Tango score intervals.",
    axis: |study| {
        let reach = furthest(study, |cell| cell.first_move_advantage, Estimate::reach);
        Axis::points("White’s advantage (percentage points)", 100.0 * reach)
    },
    ..FIRST_MOVE
};

/// The length of the games.
pub(crate) const LENGTH: Curve = Curve {
    title: "Length against strength",
    note: "Mean length of the games. Bars: 95 % intervals by Student’s t.",
    method: "Shown is the mean number of plies played, unfinished games included, on a logarithmic axis. Bars: 95 % \
             intervals by Student’s t, of one cell each.",
    of: |cell| cell.plies_mean,
    axis: |study| {
        let means = || study.cells.iter().filter_map(|cell| cell.plies_mean);
        let low = means().map(|mean| mean.low).fold(f64::INFINITY, f64::min);
        let high = means().map(|mean| mean.high).fold(0.0, f64::max);
        Axis::lengths("Plies", low, high, true)
    },
    reference: None,
};

const PLOT_HEIGHT: f64 = mm(75.0);
const AXIS_HEIGHT: f64 = mm(13.0);
const AXIS_WIDTH: f64 = mm(16.0);

/// A page for each ladder of agents in the study; none for a study without one.
pub(crate) fn draw(study: &Study, curve: &Curve) -> Vec<Picture> {
    let ladders = Ladder::all(study.cells.iter().filter(|cell| cell.plays_itself()).map(|cell| &*cell.white));
    ladders.iter().map(|ladder| page(study, curve, ladder)).collect()
}

fn page(study: &Study, curve: &Curve, ladder: &Ladder) -> Picture {
    let words = Words {
        title: curve.title.to_owned(),
        note: curve.note.to_owned(),
        caption: format!(
            "{}: both sides are played by one agent, which may spend more and more ({}). {} {}",
            curve.title,
            ladder.heading,
            study.caption(),
            curve.method
        ),
    };
    let head = |picture: &mut Picture| {
        let y = heading(picture, &words.title, &[&words.note, &study.note()]);
        legend::draw(picture, &variant_legend(study), y + mm(0.8)) + mm(6.0)
    };
    let top = head(&mut Picture::sized(theme::WIDTH, 0.0));
    let mut picture = Picture::figure(theme::WIDTH, top + PLOT_HEIGHT + AXIS_HEIGHT, words.clone());
    head(&mut picture);
    let (left, right) = (theme::MARGIN + AXIS_WIDTH, picture.width - theme::MARGIN - mm(2.0));
    let plot = Plot {
        field: Area { left, top, right, bottom: top + PLOT_HEIGHT },
        axis: (curve.axis)(study),
        steps: ladder.steps.len(),
    };
    plot.frame(&mut picture, ladder, curve.reference);
    for (variant, group) in study.groups.iter().enumerate() {
        let cell_of = |agent: &String| {
            let plays = |&&cell: &&usize| study.cells[cell].white == *agent && study.cells[cell].black == *agent;
            group.cells.iter().find(plays).and_then(|&cell| (curve.of)(&study.cells[cell]))
        };
        let estimates: Vec<Option<Estimate>> = ladder.steps.iter().map(|step| cell_of(&step.agent)).collect();
        plot.line(&mut picture, variant, study.groups.len(), &estimates, ladder.first_budget());
    }
    picture
}

fn variant_legend(study: &Study) -> Legend {
    let entries = study.groups.iter().enumerate();
    Legend {
        heading: "Variant".to_owned(),
        entries: entries.map(|(index, group)| (Sign::Marker(index), group.label.clone())).collect(),
    }
}

/// A field with the steps of a ladder across and a quantity upwards.
struct Plot {
    field: Area,
    axis: Axis,
    steps: usize,
}

impl Plot {
    /// The middle of a step.
    fn x(&self, step: usize) -> f64 {
        self.field.left + (step as f64 + 0.5) * self.step_width()
    }

    fn step_width(&self) -> f64 {
        self.field.width() / self.steps as f64
    }

    fn y(&self, value: f64) -> f64 {
        self.field.bottom - self.axis.place(value) * self.field.height()
    }

    /// Grid, axes and what they are called.
    fn frame(&self, picture: &mut Picture, ladder: &Ladder, reference: Option<f64>) {
        let Area { left, right, bottom, .. } = self.field;
        for (value, text) in &self.axis.ticks {
            let y = self.y(*value);
            picture.line(&[(left, y), (right, y)], theme::HAIRLINE, theme::GRID);
            picture.text(text, (left - mm(1.2), y + 0.35 * SMALL), Align::Right, SMALL);
        }
        if let Some(value) = reference {
            picture.line(&[(left, self.y(value)), (right, self.y(value))], theme::THIN, theme::INK);
        }
        picture.line(&[(left, bottom), (right, bottom)], theme::THIN, theme::INK);
        for (index, step) in ladder.steps.iter().enumerate() {
            picture.text(&step.label, (self.x(index), bottom + mm(3.6)), Align::Centre, SMALL);
        }
        let below = (f64::midpoint(left, right), bottom + mm(8.6));
        picture.text(&ladder.heading, below, Align::Centre, LABEL);
        let above = (theme::MARGIN, self.field.top - mm(2.2));
        picture.styled(&self.axis.label, above, Align::Left, LABEL, Weight::Medium, theme::INK);
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
        let aside = (variant as f64 + 0.5) / variants as f64 - 0.5;
        let x = |step: usize| self.x(step) + aside * self.step_width() * 0.5;
        let colour = legend::colour_of(variant);
        let known = || estimates.iter().enumerate().filter_map(|(step, estimate)| Some((step, (*estimate)?)));
        let joined: Vec<(f64, f64)> = known()
            .filter(|&(step, _)| step >= first_budget)
            .map(|(step, estimate)| (x(step), self.y(estimate.value)))
            .collect();
        picture.line(&joined, theme::THIN, colour);
        for (step, estimate) in known() {
            picture.line(&[(x(step), self.y(estimate.low)), (x(step), self.y(estimate.high))], theme::STRONG, colour);
            legend::marker(picture, variant, (x(step), self.y(estimate.value)));
        }
    }
}
