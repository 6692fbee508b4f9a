//! The figures, each as SVG, PNG and PDF.
//!
//! [`theme`] has sizes, fonts and colours; a [`picture`] is a list of shapes that [`svg`] turns into a document, and
//! [`render`] that document into the other files; [`chart`] is the frame of all charts by cell, for which [`study`] groups and names the
//! cells; the rest is one module per kind of figure. A [`board`] with pieces belongs to no run.

mod axis;
pub mod board;
mod calibration;
mod captions;
mod chart;
mod curves;
mod effects;
mod endings;
mod estimates;
mod exams;
mod fields;
mod frontier;
mod heatmap;
mod importance;
mod legend;
mod lengths;
mod limits;
mod openings;
mod outcomes;
mod picture;
mod pieces;
mod ratings;
mod render;
mod scores;
mod strength;
mod study;
mod survival;
mod svg;
mod theme;
mod title;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use curves::Curve;
use petteia_files::{make_folder, write_whole};
use petteia_statistics::GameMetrics;
use petteia_tables::AgentSpeed;
use petteia_tables::CellSquares;
use petteia_tables::Provenance;
use petteia_tables::depths::Doublings;
use petteia_tables::endgames::EndingSummary;
use petteia_tables::exams::Mark;
use petteia_tables::fair::{FirstDecisions, Handicap};
use picture::{Align, Picture, wrap_styled};
pub(crate) use pieces::mean_curve;
use study::Study;
use theme::Weight;

use crate::calibration::Case;
use crate::contest::AgentRating;
use crate::error::LABEL;
use crate::error::ReportError;
use crate::importance as divisions;
use crate::limits::LimitQuantity;
use crate::selected::Selected;
pub use captions::FigureFile;

/// Names of the figures, which are those of their first pages.
const NAMES: [&str; 9] = [
    "draw-rate",
    "draw-rate-narrow",
    "outcomes",
    "lengths",
    "survival",
    "first-move-advantage",
    "first-move-advantage-narrow",
    "squares-arrivals",
    "squares-losses",
];

/// Names of the further figures of a run in which an agent plays with growing budgets.
const STRENGTH: [&str; 3] = ["strength-draws", "strength-first-move", "strength-lengths"];

/// Names of the figures of a run with a ladder of budgets.
const LIMITS: [(&str, LimitQuantity); 3] = [
    ("limit-draws", LimitQuantity::Draws),
    ("limit-score", LimitQuantity::WhiteScore),
    ("limit-length", LimitQuantity::Length),
];

/// Name of the figure of a run with factors.
const EFFECTS: &str = "effects";

/// Name of the figure of a run with at least two factors.
const IMPORTANCE: &str = "importance";

/// Name of the figure of a run of which games were sampled.
const PIECES: &str = "pieces";

/// Name of the figure of a tournament.
const RATINGS: &str = "ratings";

/// Name of the figure of a tournament that measures speed.
const FRONTIER: &str = "frontier";

/// Name of the figure of endgame tables.
const ENDGAMES: &str = "endgames";

/// The name of the figure of examinations.
const EXAMS: &str = "exams";

/// The name of the figure of calibrations.
const CALIBRATION: &str = "calibration";
/// The name of the figure of handicaps.
const HANDICAP: &str = "handicap";

/// The name of the figure of first decisions.
const OPENINGS: &str = "openings";

/// The name of the figure of doubled budgets.
const DEPTH: &str = "depth";

/// The content of the figures of a run.
pub(crate) struct Shown<'a> {
    /// The cells, and what was found about them.
    pub(crate) selected: &'a Selected,
    pub(crate) squares: &'a BTreeMap<u32, CellSquares>,
    /// Measured games, by cell; may be empty.
    pub(crate) samples: &'a BTreeMap<u32, Vec<GameMetrics>>,
    /// Variants that are proven draws.
    pub(crate) proved_draws: &'a BTreeSet<String>,
    /// What every figure says of a run that is not complete or has cells without games.
    pub(crate) remark: Option<&'a str>,
    /// Whether figures are drawn without titles.
    pub(crate) untitled: bool,
}

/// All figures of a run with their names, one name for each page.
fn all(shown: &Shown) -> Vec<(String, Picture)> {
    let &Shown { selected, squares, samples, proved_draws, remark, untitled } = shown;
    let Selected { cells, comparisons, limits, effects, importance } = selected;
    let study = Study::of(cells);
    let figures = [
        estimates::draw_rate(&study, comparisons, theme::WIDTH),
        estimates::draw_rate(&study, comparisons, theme::NARROW),
        outcomes::draw(&study, comparisons),
        lengths::draw(&study, comparisons),
        survival::draw(&study),
        estimates::advantage(&study, comparisons, theme::WIDTH),
        estimates::advantage(&study, comparisons, theme::NARROW),
        heatmap::draw(&study, squares, &heatmap::ARRIVALS),
        heatmap::draw(&study, squares, &heatmap::LOSSES),
    ];
    let are_equal = cells.iter().all(|cell| cell.sides_are_equal);
    let advantage = if are_equal { strength::FIRST_MOVE } else { strength::WHITE_ADVANTAGE };
    let curves = [strength::DRAWS, advantage, strength::LENGTH];
    let curves = curves.map(|curve| strength::draw(&study, &curve, proved_draws));
    let all = NAMES.into_iter().zip(figures).chain(STRENGTH.into_iter().zip(curves));
    let all = all.chain(LIMITS.map(|(name, quantity)| (name, limits::draw(limits, quantity))));
    let rules = importance::draw(importance, divisions::leading(importance, cells));
    let all =
        all.chain([(EFFECTS, effects::draw(effects)), (IMPORTANCE, rules), (PIECES, pieces::draw(&study, samples))]);
    let mut pictures: Vec<(String, Picture)> = all.flat_map(|(name, pages)| named(name, pages)).collect();
    if untitled {
        pictures = pictures.into_iter().map(|(name, picture)| (name, picture.without_title())).collect();
    }
    if let Some(remark) = remark {
        pictures.iter_mut().for_each(|(_, picture)| add_remark(picture, remark));
    }
    pictures
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

/// The files of a folder of figures.
pub(crate) struct Written {
    pub(crate) files: Vec<PathBuf>,
    /// The captions of the figures.
    pub(crate) figures: Vec<FigureFile>,
}

/// Draws all figures of a run into `folder`.
pub(crate) fn write(folder: &Path, shown: &Shown, provenance: &Provenance) -> Result<Written, ReportError> {
    let pictures = with_notes(all(shown), provenance);
    write_all(
        folder,
        &[&NAMES[..], &STRENGTH, &LIMITS.map(|(name, _)| name), &[EFFECTS, IMPORTANCE, PIECES]].concat(),
        pictures,
    )
}

/// Draws the pages of the only figure of a folder.
fn write_pages(
    folder: &Path,
    name: &str,
    pages: Vec<Picture>,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    Ok(write_all(folder, &[name], with_notes(named(name, pages).collect(), provenance))?.files)
}

/// Adds the origin of the numbers to pictures.
fn with_notes(mut pictures: Vec<(String, Picture)>, provenance: &Provenance) -> Vec<(String, Picture)> {
    pictures.iter_mut().for_each(|(_, picture)| picture.notes = provenance.notes());
    pictures
}

/// Draws the figures of a tournament into `folder`, and returns the files written.
pub(crate) fn write_ratings(
    folder: &Path,
    ratings: &[AgentRating],
    speeds: &[AgentSpeed],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let figures = [(RATINGS, ratings::draw(ratings)), (FRONTIER, frontier::draw(ratings, speeds))];
    let pictures = figures.into_iter().flat_map(|(name, pages)| named(name, pages)).collect();
    Ok(write_all(folder, &[RATINGS, FRONTIER], with_notes(pictures, provenance))?.files)
}

/// Draws the figure of endgame tables into `folder`, and returns the files written.
pub(crate) fn write_endings(
    folder: &Path,
    of: &[EndingSummary],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, ENDGAMES, endings::draw(of), provenance)
}

/// Draws the figures of examinations into `folder`, and returns the files written.
pub(crate) fn write_exams(
    folder: &Path,
    marks: &[Mark],
    cases: &[Case],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let figures = [(EXAMS, exams::draw(marks)), (CALIBRATION, calibration::draw(cases))];
    let pictures = figures.into_iter().flat_map(|(name, pages)| named(name, pages)).collect();
    Ok(write_all(folder, &[EXAMS, CALIBRATION], with_notes(pictures, provenance))?.files)
}

/// Draws the figure of handicaps into `folder`, and returns the files written.
pub(crate) fn write_handicap(
    folder: &Path,
    of: &Handicap,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, HANDICAP, scores::handicap(of), provenance)
}

/// Draws the figure of first decisions into `folder`, and returns the files written.
pub(crate) fn write_openings(
    folder: &Path,
    of: &FirstDecisions,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, OPENINGS, openings::draw(of), provenance)
}

/// Draws the figure of doubled budgets into `folder`, and returns the files written.
pub(crate) fn write_depth(folder: &Path, of: &Doublings, provenance: &Provenance) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, DEPTH, scores::depth(of), provenance)
}

/// Draws `pictures`, the pages of the figures with these names, and writes their captions.
fn write_all(folder: &Path, names: &[&str], pictures: Vec<(String, Picture)>) -> Result<Written, ReportError> {
    make_folder(folder)?;
    let mut files = Vec::new();
    for (name, picture) in &pictures {
        files.push(save(folder.join(format!("{name}.svg")), || Ok(svg::svg(picture).into_bytes()))?);
        files.push(save(folder.join(format!("{name}.png")), || render::png(picture))?);
        files.push(save(folder.join(format!("{name}.pdf")), || render::pdf(picture))?);
    }
    remove_stale(folder, names, &files)?;
    let figures: Vec<FigureFile> = pictures.iter().map(|(name, picture)| FigureFile::of(name, picture)).collect();
    let notes = pictures.first().map_or(&[][..], |(_, picture)| &picture.notes);
    files.push(save(folder.join(captions::FILE), || Ok(captions::markdown(&figures, notes).into_bytes()))?);
    Ok(Written { files, figures })
}

/// Whether a file has the name of a page of one of these figures.
fn is_page_of(path: &Path, names: &[&str]) -> bool {
    let text =
        |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str().map(str::to_owned)).unwrap_or_default();
    let (stem, ending) = (text(path.file_stem()), text(path.extension()));
    let page = stem.rsplit_once('-').filter(|(_, number)| number.parse::<u32>().is_ok());
    let name = page.map_or(stem.as_str(), |(name, _)| name);
    ["svg", "png", "pdf"].contains(&&*ending) && names.contains(&name)
}

/// Whether reports give this name to a file in a folder of figures.
pub(crate) fn is_figure(path: &Path) -> bool {
    let names = [
        &NAMES[..],
        &STRENGTH,
        &LIMITS.map(|(name, _)| name),
        &[EFFECTS, IMPORTANCE, PIECES, RATINGS, FRONTIER, ENDGAMES, EXAMS, CALIBRATION, HANDICAP, OPENINGS, DEPTH],
    ]
    .concat();
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

/// The bytes of a picture; `path` names it in errors.
fn drawn(path: &Path, draw: impl FnOnce() -> Result<Vec<u8>, String>) -> Result<Vec<u8>, ReportError> {
    draw().map_err(|message| ReportError::Figure { path: path.to_owned(), message })
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod vision;
