//! The dot plots with 95 % intervals: share of draws and White's advantage.

use petteia_statistics::Estimate;
use plotters::element::ErrorBar;

use super::axis::Axis;
use super::backend::{Marker, parts, stroke};
use super::chart::{Chart, Panel, Row};
use super::legend::{self, Legend};
use super::picture::{Picture, Words};
use super::study::Study;
use super::theme::{self, mm};
use crate::advantage::Advantage;
use crate::number_format::{percent_with_interval, points_with_interval, with_interval};
use crate::sentences::{Run, titles};
use crate::summary::CellSummary;

/// The share of draws of each cell, in a figure of this width.
pub(crate) fn draw_rate(study: &Study, run: &Run, width: f64) -> Vec<Picture> {
    let highest = furthest(study, |cell| cell.draw_rate, |e| e.high);
    let panel = Panel::of(Axis::percent("Draws (% of games)", 100.0 * highest), None);
    let finding = titles::compared(run, &titles::DRAWS);
    dots(
        study,
        width,
        Words {
            title: finding.within(width),
            note: "Bars: 95 % Wilson intervals. Unfinished games count as games, not as draws.".to_owned(),
            caption: "The share of drawn games of each cell, in the order of the plan.".to_owned(),
        },
        panel,
        ("% [95 %]", percent_with_interval),
        |cell| cell.draw_rate,
    )
}

/// White's advantage in each cell, in a figure of this width.
pub(crate) fn advantage(study: &Study, run: &Run, width: f64) -> Vec<Picture> {
    let furthest = furthest(study, |cell| cell.first_move_advantage, Estimate::reach);
    let Advantage { name, score, caveat, .. } = Advantage::of(study.cells);
    let axis = Axis::points(&format!("{score} minus 50 % (percentage points)"), 100.0 * furthest);
    let panel = Panel::of(axis, Some(0.0));
    let finding = titles::advantage(run);
    dots(
        study,
        width,
        Words {
            title: finding.within(width),
            note: "Score: win 1, draw or unfinished ½, loss 0; right of zero it is above 50 %. Bars: 95 % Tango \
                   score intervals."
                .to_owned(),
            caption: format!(
                "{name}: {score} (win 1, draw or unfinished game ½, loss 0) minus one half, in percentage \
                 points. If most games are drawn, the advantage is near zero, however large it is in the other games.{caveat}"
            ),
        },
        panel,
        ("points [95 %]", points_with_interval),
        |cell| cell.first_move_advantage,
    )
}

/// The furthest reach of a quantity in any cell.
pub(crate) fn furthest(
    study: &Study,
    of: impl Fn(&CellSummary) -> Option<Estimate>,
    reach: impl Fn(Estimate) -> f64,
) -> f64 {
    let reaches = study.cells.iter().filter_map(of).map(reach);
    reaches.fold(0.0, f64::max)
}

fn dots(
    study: &Study,
    width: f64,
    words: Words,
    panel: Panel,
    (heading, as_text): (&'static str, fn(Option<Estimate>) -> String),
    of: impl Fn(&CellSummary) -> Option<Estimate>,
) -> Vec<Picture> {
    let numbers = study.cells.iter().map(|cell| as_text(of(cell))).collect();
    let chart = Chart { width, ..dot_plot(study, words, vec![panel], Some((heading, numbers))) };
    chart.draw(study, |picture, row| {
        of(&study.cells[row.cell]).map_or_else(String::new, |estimate| dot(picture, row, estimate.rescaled(100.0, 0.0)))
    })
}

/// A chart of dots, whose marks tell the agents.
pub(crate) fn dot_plot(
    study: &Study,
    words: Words,
    panels: Vec<Panel>,
    numbers: Option<(&'static str, Vec<String>)>,
) -> Chart {
    let pitch = if study.several_pairings() { mm(3.2) } else { mm(4.2) };
    Chart { legends: pairing_legend(study), pitch, numbers, ..Chart::of(words, panels) }
}

/// The markers of the pairings, if there are several.
pub(crate) fn pairing_legend(study: &Study) -> Vec<Legend> {
    if !study.several_pairings() {
        return Vec::new();
    }
    let names = (0..study.pairings.len()).map(|index| study.pairing_with_games(index));
    vec![Legend::of_markers(&study.legend_heading(), names)]
}

/// Draws a marker with its interval, and returns them as text.
pub(crate) fn dot(picture: &mut Picture, row: &Row, estimate: Estimate) -> String {
    // Higher than the marker, so that short intervals stay visible behind it.
    const HEIGHT: f64 = mm(2.4);
    let Estimate { value, low, high, .. } = estimate;
    let style = stroke(legend::colour_of(row.pairing), theme::STRONG);
    row.field.plot(picture, |plot| {
        plot.draw_series([ErrorBar::new_horizontal(0.5, low, value, high, style, parts(HEIGHT).unsigned_abs())])?;
        plot.draw_series([Marker { at: (value, 0.5), series: row.pairing }])?;
        Ok(())
    });
    with_interval(estimate)
}
