//! Examinations on a terminal.

use petteia_statistics::wilson;
use petteia_tables::exams::Mark;

use crate::terminal::{Layout, TableStyle, aligned, paint};

const HEADINGS: [&str; 9] = [
    "game", "ending", "agent", "games", "drawn % (best play)", "drawn % in play", "critical decisions", "kept %", "points lost",
];

/// A line for each mark.
#[must_use]
pub fn exam_text(marks: &[Mark], style: TableStyle) -> String {
    let headings = HEADINGS.map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(headings).chain(marks.iter().map(|mark| row(mark).to_vec())).collect();
    let layout = Layout { headings: 1, left: |column| column < 3, cut: 0 };
    let mut lines = aligned(&rows, layout, style);
    let note = "Best play: the share of these placements that endgame tables call drawn. A decision is critical where some \
                legal decision loses a half or a whole point; points lost: per critical decision.";
    lines.push(paint(note, "2", style.colour));
    lines.join("\n") + "\n"
}

fn row(mark: &Mark) -> [String; 9] {
    let percent = |part: u64, whole: u64| match wilson(part, whole).map(|share| share.value) {
        None => String::new(),
        Some(share) => format!("{:.1}", 100.0 * share),
    };
    [
        mark.variant.clone(),
        mark.ending.clone(),
        mark.agent.clone(),
        mark.games.to_string(),
        percent(mark.drawn_by_tables, mark.games),
        percent(mark.drawn, mark.games),
        mark.critical.to_string(),
        percent(mark.kept, mark.critical),
        mark.mean_loss().map_or_else(String::new, |loss| format!("{loss:.4}")),
    ]
}
