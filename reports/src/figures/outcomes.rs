//! Stacked bars: who won, and how the games ended.

use petteia_engine::EndReason;
use petteia_tables::OutcomeCounts;

use super::axis::Axis;
use super::chart::{Chart, Panel, Row};
use super::legend::{Legend, Sign};
use super::picture::{Area, Fill, Picture, Slant, Words};
use super::study::Study;
use super::theme::{self, Colour, mm};
use crate::phrases::ending;
use crate::sentences::{Run, titles};
use crate::summary::CellSummary;

/// One part of a bar: its name, its look, and its number of games of each cell.
struct Segment {
    name: &'static str,
    fill: Fill,
    counts: Vec<u64>,
}

const ORANGE: Colour = Colour(230, 159, 0);
const LIGHT_ORANGE: Colour = Colour(250, 218, 145);
const BLUE: Colour = Colour(0, 84, 147);
const LIGHT_BLUE: Colour = Colour(140, 190, 226);
/// Distinct from all other colours of the figure in every kind of colour vision.
const WINE: Colour = Colour(140, 30, 20);
const PURPLE: Colour = Colour(204, 121, 167);
const LIGHT_PURPLE: Colour = Colour(244, 220, 234);
const GREY: Colour = Colour(170, 170, 170);
const DARK_GREY: Colour = Colour(115, 115, 115);
const LIGHT_GREY: Colour = Colour(224, 224, 224);

/// Who won: White from the left, Black from the right, games without a winner between them. Adjudicated
/// games are lighter and striped.
fn winners(cells: &[CellSummary]) -> Vec<Segment> {
    let part = |name, fill, count: fn(&OutcomeCounts) -> u64| Segment {
        name,
        fill,
        counts: cells.iter().map(|cell| count(&cell.outcomes)).collect(),
    };
    let white_adjudicated = Fill::striped(LIGHT_ORANGE, ORANGE, Slant::Rising);
    let at_a_limit = Fill::striped(LIGHT_GREY, DARK_GREY, Slant::Falling);
    let black_adjudicated = Fill::striped(LIGHT_BLUE, BLUE, Slant::Rising);
    vec![
        part("White, on the board", Fill::solid(ORANGE), |o| o.white_on_board),
        part("White, adjudicated", white_adjudicated, |o| o.white_adjudicated),
        part("drawn, on the board", Fill::solid(GREY), |o| o.draw_on_board),
        part("drawn at a limit", at_a_limit, |o| o.draw_adjudicated),
        part("unfinished", Fill::solid(theme::WHITE), |o| o.unfinished),
        part("Black, adjudicated", black_adjudicated, |o| o.black_adjudicated),
        part("Black, on the board", Fill::solid(BLUE), |o| o.black_on_board),
    ]
}

/// How the games ended: on the board in plain colours, at a deadlock or limit striped.
fn endings(cells: &[CellSummary]) -> Vec<Segment> {
    let look = |reason: EndReason| match reason {
        EndReason::LeaderCaptured => Fill::solid(Colour(0, 0, 0)),
        EndReason::LeaderSurrounded => Fill::solid(WINE),
        EndReason::Crossing => Fill::solid(BLUE),
        EndReason::Escape => Fill::solid(Colour(170, 210, 240)),
        EndReason::EdgeFort => Fill::solid(Colour(0, 60, 60)),
        EndReason::Encircled => Fill::solid(Colour(255, 190, 140)),
        EndReason::CaptureTarget => Fill::solid(Colour(86, 180, 233)),
        EndReason::Bare => Fill::solid(Colour(0, 158, 115)),
        EndReason::NoMoves => Fill::solid(Colour(240, 228, 66)),
        EndReason::DeadPosition => Fill::striped(Colour(213, 94, 0), Colour(255, 190, 140), Slant::Rising),
        EndReason::Repetition => Fill::striped(DARK_GREY, LIGHT_GREY, Slant::Falling),
        EndReason::NoProgress => Fill::striped(LIGHT_GREY, GREY, Slant::Rising),
        EndReason::MoveCap => Fill::striped(Colour(150, 110, 70), Colour(228, 208, 184), Slant::Rising),
        EndReason::TurnCap => Fill::solid(theme::WHITE),
        EndReason::Fortress => Fill::striped(Colour(0, 114, 178), Colour(190, 220, 240), Slant::Falling),
        EndReason::IllegalMove => Fill::striped(PURPLE, LIGHT_PURPLE, Slant::Rising),
        EndReason::Timeout => Fill::striped(PURPLE, LIGHT_PURPLE, Slant::Falling),
        EndReason::Crash => Fill::striped(WINE, LIGHT_PURPLE, Slant::Rising),
    };
    let segment = |reason: EndReason| Segment {
        name: ending(reason),
        fill: look(reason),
        counts: cells.iter().map(|cell| cell.ended(reason)).collect(),
    };
    EndReason::ALL.map(segment).into()
}

pub(crate) fn draw(study: &Study, run: &Run) -> Vec<Picture> {
    let stacks = [present(winners(study.cells)), present(endings(study.cells))];
    let legend = |heading: &str, segments: &[Segment]| Legend {
        heading: heading.to_owned(),
        entries: segments.iter().map(|segment| (Sign::Area(segment.fill), segment.name.to_owned())).collect(),
    };
    let panel = |heading| Panel { heading: Some(heading), axis: Axis::percent("% of games", 100.0), reference: None };
    let finding = titles::compared(run, &titles::DECISIVE);
    let words = Words {
        title: finding.within(theme::WIDTH),
        note: "Striped: decided at a deadlock or limit rather than on the board.".to_owned(),
        caption: "Outcomes of the games: who won (left) and how the games ended (right), as shares of all games of a cell. \
                  Striped parts were decided at a deadlock or limit rather than on the board. Observed shares without intervals."
            .to_owned(),
    };
    let chart = Chart {
        legends: vec![legend("Winner", &stacks[0]), legend("Ending", &stacks[1])],
        pitch: mm(4.4),
        ..Chart::of(words, vec![panel("Who won"), panel("How it ended")])
    };
    chart.draw(study, |picture, row| bar(picture, row, study.cells[row.cell].games, &stacks[row.panel]))
}

/// The segments that occur; the others are left out of the legend.
fn present(segments: Vec<Segment>) -> Vec<Segment> {
    segments.into_iter().filter(|segment| segment.counts.iter().any(|&count| count > 0)).collect()
}

/// Draws the bar of a cell, and returns its parts as text.
fn bar(picture: &mut Picture, row: &Row, games: u64, segments: &[Segment]) -> String {
    let percent = |count: u64| 100.0 * count as f64 / games as f64;
    let x = |count: u64| row.field.at(percent(count), 0.5).0;
    let (_, middle) = row.field.at(0.0, 0.5);
    let whole = Area { left: x(0), top: middle - mm(1.7), right: x(games), bottom: middle + mm(1.7) };
    let (mut before, mut parts) = (0, Vec::new());
    for segment in segments {
        let count = segment.counts[row.cell];
        let area = Area { left: x(before), right: x(before + count), ..whole };
        before += count;
        if count > 0 {
            parts.push(format!("{} {:.1}", segment.name, percent(count)));
            picture.fill(area, segment.fill);
            let edge = [(area.right, area.top), (area.right, area.bottom)];
            picture.line(&edge, theme::THIN, theme::WHITE);
        }
    }
    picture.frame(whole, theme::HAIRLINE, theme::QUIET);
    parts.join("; ")
}
