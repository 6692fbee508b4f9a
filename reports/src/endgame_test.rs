//! Examinations: how well agents play endings whose value is known.
//!
//! [`report_exams`] writes the marks as a table and a figure; [`exams_text`] formats them for a terminal.

use std::path::{Path, PathBuf};

use petteia_statistics::limit::Quantity;
use petteia_tables::exams::EndgameScore;
use petteia_tables::{Builder, Frame, Provenance};

use crate::calibration;
use crate::error::ReportError;
use crate::figures::{self, CALIBRATION, EXAMS, write_with_tables};
use crate::number_format::percent_with_interval;
use crate::terminal::{Layout, TableStyle, painted, table, wrapped};

/// Writes `exams` as Parquet and CSV and `figures/exams` as PDF, SVG and PNG into a folder; if agents with unequal
/// budgets played, also `limits` and `figures/calibration`. All carry their provenance. Returns the files written.
pub fn report_exams(
    folder: &Path,
    marks: &[EndgameScore],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let cases = calibration::cases(marks);
    let mut tables = vec![(EXAMS, exams_frame(marks))];
    if !cases.is_empty() {
        tables.push(("limits", calibration::frame(&cases)));
    }
    let figures = vec![(EXAMS, figures::endgame_tests::draw(marks)), (CALIBRATION, figures::calibration::draw(&cases))];
    write_with_tables(folder, tables, figures, provenance)
}

/// Returns the table `exams`.
#[must_use]
pub fn exams_frame(marks: &[EndgameScore]) -> Frame {
    use petteia_tables::schema::exams::*;
    let mut table = Builder::of(marks);
    table.column(CELL_ID, |mark| mark.cell.as_str());
    table.column(VARIANT, |mark| mark.variant.name.as_str());
    table.column(ENDING, |mark| mark.ending.clone());
    table.column(AGENT, |mark| mark.agent.text.as_str());
    table.column(OPPONENT, |mark| mark.opponent.as_ref().map(|opponent| opponent.text.clone()));
    table.column(GAMES, |mark| mark.games);
    table.column(DRAWN_BY_TABLES, |mark| mark.drawn_by_tables);
    table.column(WON_BY_TABLES, |mark| mark.won_by_tables);
    table.column(DRAWN, |mark| mark.drawn);
    table.interval(DRAW_RATE, EndgameScore::draw_rate);
    table.column(WON, |mark| mark.won);
    table.column(DECISIONS, |mark| mark.decisions);
    table.column(CONTESTED, |mark| mark.critical);
    table.column(BEST_MOVES, |mark| mark.kept);
    table.interval(BEST_MOVES_RATE, EndgameScore::kept);
    table.column(MEAN_LOSS, EndgameScore::mean_loss);
    table.column(DEPTH, |mark| mark.searches.mean().depth);
    table.column(SHARE_NO_DEPTH, |mark| mark.searches.mean().blind);
    table.finish()
}

/// Returns the table `limits`, which has a row for each ending, agent with unequal budgets, and quantity.
#[must_use]
pub fn calibration_frame(marks: &[EndgameScore]) -> Frame {
    calibration::frame(&calibration::cases(marks))
}

const HEADINGS: [&str; 8] =
    ["ending", "agent", "games", "drawn %: best play", "in play", "critical", "kept %", "points lost"];

/// Returns a line for each mark, and the results of the calibration, if agents with unequal budgets played.
#[must_use]
pub fn exams_text(marks: &[EndgameScore], style: TableStyle) -> String {
    let layout = Layout { headings: 1, left: |column| column < 2, cut: 2 };
    let mut lines = table(&HEADINGS, marks.iter().map(row), layout, style);
    let note = "Best play: the share of these placements that are drawn by the endgame tables. A decision is critical if some \
                legal alternative loses half a point or a whole one. Kept: the share of critical decisions that keep the \
                value. Points lost: per critical decision.";
    lines.extend(painted(note, "2", style));
    let cases = calibration::cases(marks);
    if !cases.is_empty() {
        let sentences = Quantity::ALL.map(|quantity| calibration::sentence(&cases, quantity));
        lines.extend(sentences.map(|sentence| wrapped(&sentence, style.prose_width(), "")));
    }
    lines.join("\n") + "\n"
}

fn row(mark: &EndgameScore) -> [String; 8] {
    [
        format!("{} {}", mark.variant.display_name(), mark.ending),
        match &mark.opponent {
            Some(opponent) => format!("{} v {}", mark.agent.display_name(), opponent.display_name()),
            None => mark.agent.display_name().to_owned(),
        },
        mark.games.to_string(),
        format!("{:.1}", 100.0 * mark.drawn_by_tables as f64 / mark.games.max(1) as f64),
        percent_with_interval(mark.draw_rate()),
        mark.critical.to_string(),
        percent_with_interval(mark.kept()),
        mark.mean_loss().map_or_else(String::new, |loss| format!("{loss:.4}")),
    ]
}
