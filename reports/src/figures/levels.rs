//! The games won on the board against the levels of a factor that are numbers.

use petteia_statistics::Estimate;

use super::axis::Axis;
use super::estimates::pairing_legend;
use super::fields::{Field, pages};
use super::legend;
use super::picture::{Picture, Words};
use super::study::{Group, Study, groups};
use super::theme;
use crate::labels::distinct;
use crate::number_format::{grouped, with_interval};
use crate::summary::CellSummary;

/// Fewer levels make no curve.
const LEAST_LEVELS: usize = 3;

/// Pages for each factor whose levels are numbers, with a field for each variant and a curve for each pairing of agents.
pub(crate) fn draw(study: &Study) -> Vec<Picture> {
    let factors = study.cells.first().into_iter().flat_map(|cell| cell.factors.iter().map(|(name, _)| name.as_str()));
    let of_numbers = factors.filter_map(|factor| Some((factor, levels(study, factor)?)));
    of_numbers.flat_map(|(factor, levels)| of_factor(study, factor, &levels)).collect()
}

/// The levels of a factor in ascending order, if all are numbers.
fn levels(study: &Study, factor: &str) -> Option<Vec<f64>> {
    // Start positions have only the numbers of a list.
    let is_list = factor.ends_with("setup.position") || factor == "position";
    let all: Option<Vec<f64>> = study.cells.iter().map(|cell| level_of(cell, factor)).collect();
    let mut levels = distinct(all?.into_iter());
    levels.sort_by(f64::total_cmp);
    (!is_list && levels.len() >= LEAST_LEVELS).then_some(levels)
}

fn level_of(cell: &CellSummary, factor: &str) -> Option<f64> {
    cell.factors.iter().find(|(name, _)| name == factor)?.1.parse().ok()
}

fn of_factor(study: &Study, factor: &str, levels: &[f64]) -> Vec<Picture> {
    let variants = study.cells.iter().map(|cell| {
        let level = cell.factors.iter().find(|(name, _)| name == factor).map_or("", |(_, level)| level);
        cell.variant.display_name().replacen(&format!("+{factor}={level}"), "", 1)
    });
    // The cells of a group differ in the level and in the agents.
    let curves = groups(variants);
    let title = format!("Games won on the board, by {factor}");
    let words = Words {
        note: format!("Vertical: games won on the board (%). Bars: 95 % Wilson intervals. {}", study.note(true)),
        caption: format!(
            "{title}: the share of the games that a side won on the board, not by adjudication, against the levels of the \
             factor {factor}, with a panel for each variant."
        ),
        title,
    };
    pages(&words, pairing_legend(study).first(), &curves, |picture, area, curves| {
        let field = Field { area, across: across(factor, levels), up: Axis::percent(&curves.label, 100.0) };
        field.frame(picture);
        for pairing in 0..study.pairings.len() {
            picture.mark(None, Some(area), |picture| one(picture, &field, study, (factor, curves, pairing)));
        }
    })
}

/// Draws the curve of a pairing of agents, and returns its text.
fn one(
    picture: &mut Picture,
    field: &Field,
    study: &Study,
    (factor, curves, pairing): (&str, &Group, usize),
) -> String {
    let of_pairing = curves.cells.iter().filter(|&&index| study.pairing_of[index] == pairing);
    let point = |&index: &usize| {
        let cell = &study.cells[index];
        Some((level_of(cell, factor)?, cell.decisive_rate?.rescaled(100.0, 0.0)))
    };
    let mut points: Vec<(f64, Estimate)> = of_pairing.filter_map(point).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let line = points.iter().map(|(level, rate)| (*level, rate.value)).collect();
    field.line(picture, line, theme::THIN, legend::colour_of(pairing));
    field.estimates(picture, pairing, &points);
    let lines = points.iter().map(|(level, rate)| format!("\n{factor} {}: {}", grouped(*level), with_interval(*rate)));
    format!("{}, {}{}", curves.label, study.pairings[pairing], lines.collect::<String>())
}

/// The levels across, on a logarithmic axis if they grow tenfold.
fn across(factor: &str, levels: &[f64]) -> Axis {
    let (low, high) = levels.first().zip(levels.last()).map_or((0.0, 1.0), |(low, high)| (*low, *high));
    let axis = if low > 0.0 && high >= 10.0 * low {
        Axis::logarithmic(factor, low / 1.1, high * 1.1)
    } else {
        Axis::lengths(factor, low, high, false)
    };
    axis.with_ticks(levels.iter().copied())
}
