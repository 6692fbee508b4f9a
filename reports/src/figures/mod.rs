//! The figures, each as SVG, PNG and PDF.
//!
//! [`theme`] has sizes, fonts and colours; a [`picture`] is a list of shapes that [`svg`], [`raster`] and [`pdf`] turn into files. It
//! is a [`backend`] of plotters, which draws the charts: [`fields`] with one quantity across and another upwards, and the rows of a
//! [`chart`] by cell, for which [`study`] groups and names the cells. The rest is one module per kind of figure. A [`board`] with
//! pieces belongs to no run.

mod axis;
mod backend;
pub mod board;
pub(crate) mod calibration;
mod captions;
mod chart;
mod curves;
mod effects;
pub(crate) mod endgame_tests;
pub(crate) mod endings;
mod estimates;
mod fields;
mod fonts;
pub(crate) mod frontier;
mod heatmap;
mod importance;
mod legend;
mod lengths;
mod levels;
pub(crate) mod openings;
mod outcomes;
mod pages;
pub(crate) mod pareto_front;
mod pdf;
mod picture;
mod pieces;
mod raster;
pub(crate) mod ratings;
pub(crate) mod scores;
mod strength;
mod strong_play;
mod study;
mod survival;
mod svg;
mod theme;
mod title;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use petteia_engine::files::{make_folder, write_whole};
use petteia_statistics::GameMetrics;
use petteia_statistics::limit::Quantity;
use petteia_tables::{CellSquares, Frame, Provenance};
use picture::{Align, Picture, wrap_styled};
use study::Study;
use theme::Weight;

use crate::analysis::Analysis;
use crate::error::{LABEL, ReportError};
use crate::importance as divisions;
use crate::sentences::Run;
pub use captions::FigureFile;
pub(crate) use captions::common;
pub(crate) use svg::escaped;

/// Draws the pages of a figure of a run; none if the run has nothing to show in it.
type Draw = fn(&FigureInput, &Study) -> Vec<Picture>;

/// The figures of a run by the names of their first pages, in their order.
const FIGURES: [(&str, Draw); 22] = [
    ("draw-rate", |input, study| estimates::draw_rate(study, input.run, theme::WIDTH)),
    ("draw-rate-narrow", |input, study| estimates::draw_rate(study, input.run, theme::NARROW)),
    ("outcomes", |input, study| outcomes::draw(study, input.run)),
    ("lengths", |input, study| lengths::draw(study, input.run)),
    ("survival", |_, study| survival::draw(study)),
    ("first-move-advantage", |input, study| estimates::advantage(study, input.run, theme::WIDTH)),
    ("first-move-advantage-narrow", |input, study| estimates::advantage(study, input.run, theme::NARROW)),
    ("squares-arrivals", |input, study| heatmap::draw(study, input.squares, &heatmap::ARRIVALS)),
    ("squares-losses", |input, study| heatmap::draw(study, input.squares, &heatmap::LOSSES)),
    ("squares-placements", |input, study| heatmap::draw_placements(study, input.squares)),
    ("strength-draws", |input, study| strength::draw(study, &strength::DRAWS, &input.analysis.proved_draws)),
    ("strength-draws-narrow", |input, study| {
        strength::draw(study, &strength::NARROW_DRAWS, &input.analysis.proved_draws)
    }),
    ("strength-decided", |input, study| strength::draw(study, &strength::DECIDED, &input.analysis.proved_draws)),
    ("strength-blockades", |input, study| strength::draw_blockades(study, &input.analysis.proved_draws)),
    ("strength-first-move", |input, study| {
        strength::draw(study, &strength::advantage(study), &input.analysis.proved_draws)
    }),
    ("strength-lengths", |input, study| strength::draw(study, &strength::LENGTH, &input.analysis.proved_draws)),
    ("limit-draws", |input, _| strong_play::draw(&input.analysis.limits, Quantity::Draws)),
    ("limit-score", |input, _| strong_play::draw(&input.analysis.limits, Quantity::WhiteScore)),
    ("effects", |input, _| effects::draw(&input.analysis.effects, input.run)),
    ("levels", |_, study| levels::draw(study)),
    ("importance", |FigureInput { analysis, .. }, _| {
        importance::draw(&analysis.importance, divisions::leading(&analysis.importance, &analysis.cells))
    }),
    ("pieces", |input, study| pieces::draw(study, input.samples)),
];

/// Names of the figures that do not belong to a run but to a tournament, endgame tables, an endgame test, handicaps, first
/// decisions, doubled budgets, or a search for rules.
pub(crate) const RATINGS: &str = "ratings";
pub(crate) const FRONTIER: &str = "frontier";
pub(crate) const ENDGAMES: &str = "endgames";
pub(crate) const EXAMS: &str = "exams";
pub(crate) const CALIBRATION: &str = "calibration";
pub(crate) const HANDICAP: &str = "handicap";
pub(crate) const OPENINGS: &str = "openings";
pub(crate) const DEPTH: &str = "depth";
/// The table that belongs to several of these figures.
pub(crate) const MATCHES: &str = "matches";
pub(crate) const PARETO_FRONT: &str = "front";
/// The start of the games.
pub(crate) const BOARD: &str = "board";
const OTHERS: [&str; 10] =
    [BOARD, RATINGS, FRONTIER, ENDGAMES, EXAMS, CALIBRATION, HANDICAP, OPENINGS, DEPTH, PARETO_FRONT];

/// The content of the figures of a run.
pub(crate) struct FigureInput<'a> {
    /// The cells that figures show, and what was found about them.
    pub(crate) analysis: &'a Analysis,
    /// The same as sentences name it.
    pub(crate) run: &'a Run<'a>,
    pub(crate) squares: &'a BTreeMap<u32, CellSquares>,
    /// Measured games, by cell; may be empty.
    pub(crate) samples: &'a BTreeMap<u32, Vec<GameMetrics>>,
    /// What every figure says of a run that is not complete or has cells without games.
    pub(crate) remark: Option<&'a str>,
    pub(crate) untitled: bool,
}

/// A figure by the name of its first page.
type Pages = (&'static str, Vec<Picture>);

/// All figures of a run.
pub(crate) fn all(input: &FigureInput) -> Vec<Pages> {
    let study = Study::of(&input.analysis.cells);
    let finished = |picture: Picture| {
        let mut picture = if input.untitled { picture.without_title() } else { picture };
        input.remark.iter().for_each(|remark| add_remark(&mut picture, remark));
        picture
    };
    let pages = |(name, draw): (&'static str, Draw)| (name, draw(input, &study).into_iter().map(finished).collect());
    FIGURES.into_iter().map(pages).collect()
}

/// Adds the remark on a run to a figure and to its caption.
fn add_remark(picture: &mut Picture, remark: &str) {
    let room = picture.width - 2.0 * theme::MARGIN;
    for line in wrap_styled(remark, room, theme::LABEL, Weight::Medium) {
        picture.height += theme::LABEL * theme::LEADING;
        let at = (theme::MARGIN, picture.height - theme::MARGIN);
        picture.styled(&line, at, Align::Left, theme::LABEL, Weight::Medium, theme::INK);
    }
    picture.words.caption = format!("{remark} {}", picture.words.caption);
}

/// The pages of a figure with their names: `NAME`, `NAME-2` and so on.
fn named(name: &str, pages: Vec<Picture>) -> impl Iterator<Item = (String, Picture)> {
    pages.into_iter().enumerate().map(move |(index, page)| match index {
        0 => (name.to_owned(), page),
        _ => (format!("{name}-{}", index + 1), page),
    })
}

/// The files that were written, and the figures among them.
pub(crate) struct OutputFiles {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) figures: Vec<FigureFile>,
}

/// Makes a folder and writes tables as Parquet and CSV and figures, below `figures`, as PDF, SVG and PNG into it, all with their
/// provenance. Returns the files written, the tables first.
pub(crate) fn write_with_tables(
    folder: &Path,
    tables: impl IntoIterator<Item = (&'static str, Frame)>,
    figures: Vec<Pages>,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    make_folder(folder)?;
    Ok(write_described(folder, tables, "", figures, provenance)?.files)
}

/// Writes the same into a folder that is there, with what is `common` to all captions.
pub(crate) fn write_described(
    folder: &Path,
    tables: impl IntoIterator<Item = (&'static str, Frame)>,
    common: &str,
    figures: Vec<Pages>,
    provenance: &Provenance,
) -> Result<OutputFiles, ReportError> {
    let mut files = Vec::new();
    for (name, table) in tables {
        files.extend(table.write(folder, name, provenance)?);
    }
    let drawn = write_figures(&folder.join("figures"), common, figures, provenance)?;
    files.extend(drawn.files);
    Ok(OutputFiles { files, ..drawn })
}

/// Draws figures into a folder, with the origin of their numbers, and writes their captions.
pub(crate) fn write_figures(
    folder: &Path,
    common: &str,
    figures: Vec<Pages>,
    provenance: &Provenance,
) -> Result<OutputFiles, ReportError> {
    make_folder(folder)?;
    let names: Vec<&str> = figures.iter().map(|(name, _)| *name).collect();
    let pictures = figures.into_iter().flat_map(|(name, pages)| named(name, pages));
    let (mut files, mut figures) = (Vec::new(), Vec::new());
    for (name, mut picture) in pictures {
        picture.notes = provenance.notes();
        let path = |ending| folder.join(format!("{name}.{ending}"));
        let svg = svg::svg(&picture);
        files.push(save(path("svg"), || Ok(svg.clone().into_bytes()))?);
        files.push(save(path("png"), || raster::png(&picture))?);
        files.push(save(path("pdf"), || pdf::pdf(&picture))?);
        figures.push(FigureFile::of(&name, &picture, svg));
    }
    remove_stale(folder, &names, &files)?;
    let notes = if figures.is_empty() { Vec::new() } else { provenance.notes() };
    files.push(save(folder.join(captions::FILE), || Ok(captions::markdown(common, &figures, &notes).into_bytes()))?);
    Ok(OutputFiles { files, figures })
}

/// Whether a file has the name of a page of one of these figures.
fn is_page_of(path: &Path, names: &[&str]) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.rsplit_once('.'));
    let Some((stem, ending)) = name else { return false };
    let page = stem.rsplit_once('-').filter(|(_, number)| number.parse::<u32>().is_ok());
    ["svg", "png", "pdf"].contains(&ending) && names.contains(&page.map_or(stem, |(name, _)| name))
}

/// Whether reports give this name to a file in a folder of figures.
pub(crate) fn is_figure(path: &Path) -> bool {
    let names = [&FIGURES.map(|(name, _)| name)[..], &OTHERS].concat();
    path.file_name() == Some(captions::FILE.as_ref()) || is_page_of(path, &names)
}

/// Removes figures with these names, and further pages of them, that an earlier report wrote and this one did not.
fn remove_stale(folder: &Path, names: &[&str], written: &[PathBuf]) -> Result<(), ReportError> {
    for entry in fs::read_dir(folder).map_err(ReportError::io(folder))? {
        let path = entry.map_err(ReportError::io(folder))?.path();
        if is_page_of(&path, names) && !written.contains(&path) {
            fs::remove_file(&path).map_err(ReportError::io(&path))?;
        }
    }
    Ok(())
}

fn save(path: PathBuf, draw: impl FnOnce() -> Result<Vec<u8>, String>) -> Result<PathBuf, ReportError> {
    write_whole(&path, LABEL, &drawn(&path, draw)?)?;
    Ok(path)
}

/// What is drawn; `path` names it in errors.
fn drawn<T>(path: &Path, draw: impl FnOnce() -> Result<T, String>) -> Result<T, ReportError> {
    draw().map_err(|message| ReportError::Figure { path: path.to_owned(), message })
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod vision;
