//! How long the games last: the distribution, its quartiles, median and mean.

use std::collections::BTreeMap;

use petteia_statistics::Histogram;
use plotters::series::AreaSeries;

use super::axis::Axis;
use super::backend::{Marker, stroke};
use super::chart::{Chart, Panel, Row};
use super::fields::Field;
use super::legend;
use super::picture::{Area, Picture, Words};
use super::study::Study;
use super::theme::{self, mm};
use crate::number_format::grouped;
use crate::sentences::{Run, titles};

/// Lengths spread further than this factor are shown on a logarithmic axis.
const WIDE_SPREAD: f64 = 12.0;

/// Across the axis the games are counted in this many bins.
const BINS: usize = 110;

/// Fewer games than this do not determine the shape of a distribution, and are drawn one by one.
const FEWEST_FOR_A_SHAPE: u64 = 100;

/// The height of the base of a distribution, and of its quartiles, as shares of a row.
const BASE: f64 = 0.31;
const QUARTILES: f64 = 0.17;

/// An axis for the plies of all cells.
pub(crate) fn axis(study: &Study) -> Axis {
    let all = || study.cells.iter().map(|cell| &cell.plies);
    let extreme = |share: f64| all().filter_map(move |plies| plies.quantile(share));
    let least = f64::from(all().filter_map(Histogram::min).min().unwrap_or(0));
    let most = f64::from(all().filter_map(Histogram::max).max().unwrap_or(1));
    let low = extreme(0.01).fold(f64::INFINITY, f64::min).max(1.0);
    let logarithmic = extreme(0.99).fold(0.0, f64::max) > WIDE_SPREAD * low;
    Axis::lengths("Length (plies)", least, most, logarithmic)
}

/// The distribution of plies in each cell.
pub(crate) fn draw(study: &Study, run: &Run) -> Vec<Picture> {
    let means = study.cells.iter().map(|cell| cell.plies.mean().map_or_else(String::new, grouped));
    let finding = titles::compared(run, &titles::LENGTH);
    let words = Words {
        title: finding.within(theme::WIDTH),
        note: "Shape: distribution of the plies played, scaled to its own peak, or a dot for each game. Bar: middle half; tick: \
               median; mark: mean. Unfinished games count with the plies played."
            .to_owned(),
        caption: format!(
            "Length of the games in plies. Shape: distribution, smoothed and scaled to its own peak, of cells with at \
             least {FEWEST_FOR_A_SHAPE} games; in other cells, each dot is a game. Bar: quartiles (Hyndman and Fan 1996, type \
             7); tick: median; mark: mean, also in the column. Games stopped at the turn cap count with the plies played; if \
             there are many, the true lengths are longer."
        ),
    };
    let numbers = Some(("mean plies", means.collect()));
    let chart = Chart { pitch: mm(6.4), numbers, ..Chart::of(words, vec![Panel::of(axis(study), None)]) };
    chart.draw(study, |picture, row| ridge(picture, row, &study.cells[row.cell].plies))
}

/// Draws the distribution of a cell, and returns its quantiles as text.
fn ridge(picture: &mut Picture, row: &Row, plies: &Histogram) -> String {
    let (Some(q1), Some(median), Some(q3)) = (plies.quantile(0.25), plies.quantile(0.5), plies.quantile(0.75)) else {
        return String::new();
    };
    if plies.n() >= FEWEST_FOR_A_SHAPE {
        shape(picture, row, plies);
    } else {
        dots(picture, row, plies);
    }
    let colour = legend::colour_of(row.pairing);
    row.field.line(picture, vec![(q1, QUARTILES), (q3, QUARTILES)], 2.0 * theme::STRONG, colour);
    row.field.line(picture, vec![(median, 0.0), (median, 2.0 * QUARTILES)], theme::STRONG, theme::INK);
    let mean = plies.mean().map(|mean| Marker { at: (mean, QUARTILES), series: row.pairing });
    row.field.plot(picture, |plot| plot.draw_series(mean).map(|_| ()));
    let mean = plies.mean().unwrap_or(median);
    let (shortest, longest) = (plies.min().unwrap_or(0), plies.max().unwrap_or(0));
    format!(
        "median {median:.0}, middle half {q1:.0} to {q3:.0}, mean {mean:.1}\nshortest {shortest}, longest {longest}"
    )
}

/// A dot for each game, stacked on the base.
fn dots(picture: &mut Picture, row: &Row, plies: &Histogram) {
    const RADIUS: f64 = mm(0.32);
    let Area { left, top, .. } = row.field.area;
    let width = row.field.area.width() / BINS as f64;
    let (_, base) = row.field.at(1.0, BASE);
    let mut stacks: BTreeMap<u64, u64> = BTreeMap::new();
    for (length, count) in plies.iter() {
        let bin = (row.field.at(length.into(), BASE).0 - left).div_euclid(width);
        *stacks.entry(bin as u64).or_default() += count;
    }
    let highest = stacks.values().copied().max().unwrap_or(1) as f64;
    let step = ((base - top - mm(1.0)) / highest).min(2.0 * RADIUS);
    for (bin, count) in stacks {
        let x = left + (bin as f64 + 0.5) * width;
        for game in 0..count {
            picture.disc((x, base - mm(0.5) - game as f64 * step), RADIUS, legend::colour_of(row.pairing));
        }
    }
}

/// The distribution as a hill on the base.
fn shape(picture: &mut Picture, row: &Row, plies: &Histogram) {
    let shares = density(row, plies);
    let filled = |share: &f64| *share > 0.002;
    let (Some(first), Some(last)) = (shares.iter().position(filled), shares.iter().rposition(filled)) else {
        return;
    };
    let height = |bin: usize| BASE + (0.94 - BASE) * shares[bin];
    let middle = |bin: usize| (bin as f64 + 0.5) / BINS as f64;
    let hill = (first..=last).map(|bin| (middle(bin), height(bin)));
    let outline = [(middle(first) - 0.5 / BINS as f64, BASE)].into_iter().chain(hill);
    let outline = outline.chain([(middle(last) + 0.5 / BINS as f64, BASE)]);
    let colour = legend::colour_of(row.pairing);
    let area = AreaSeries::new(outline, BASE, theme::tint(colour, 0.45)).border_style(stroke(colour, theme::HAIRLINE));
    // Bins are equally wide in the picture, not in plies.
    let bins = Field { area: row.field.area, across: Axis::plain(""), up: Axis::plain("") };
    bins.plot(picture, |plot| plot.draw_series(area).map(|_| ()));
}

/// The share of the games in each bin across the axis, smoothed, with a peak of 1.
///
/// A length of n plies is spread evenly from n - ½ to n + ½, so that short lengths leave no gaps
/// on a logarithmic axis.
fn density(row: &Row, plies: &Histogram) -> Vec<f64> {
    let place = |value: f64| row.field.across.place(value) * BINS as f64;
    let mut bins = vec![0.0; BINS];
    for (value, count) in plies.iter() {
        let (from, to) = (place(f64::from(value) - 0.5), place(f64::from(value) + 0.5));
        let width = (to - from).max(1e-9);
        let last = (to.floor() as usize).min(BINS - 1);
        for (bin, share) in bins.iter_mut().enumerate().take(last + 1).skip(from as usize) {
            let covered = to.min(bin as f64 + 1.0) - from.max(bin as f64);
            *share += count as f64 * covered.max(0.0) / width;
        }
    }
    for _ in 0..4 {
        bins = smoothed(&bins);
    }
    let peak = bins.iter().copied().fold(0.0, f64::max);
    bins.iter().map(|share| share / peak.max(f64::MIN_POSITIVE)).collect()
}

/// Each bin averaged with its neighbours, in the ratio 1 : 2 : 1; nothing is lost at the ends.
fn smoothed(bins: &[f64]) -> Vec<f64> {
    let at = |index: usize| bins[index.min(bins.len() - 1)];
    (0..bins.len()).map(|bin| (at(bin.saturating_sub(1)) + 2.0 * at(bin) + at(bin + 1)) / 4.0).collect()
}
