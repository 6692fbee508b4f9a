//! What makes a game even: handicaps, and White's first decisions.
//!
//! [`report_handicap`] and [`report_openings`] write a table and a figure each; [`handicap_text`] and [`openings_text`] format
//! them for a terminal.

use std::path::{Path, PathBuf};

use petteia_statistics::Compared;
use petteia_tables::fair::{FirstDecision, FirstDecisions, Handicap};
use petteia_tables::{Builder, Frame, OutcomeCounts, Provenance};

use crate::error::ReportError;
use crate::figures::{HANDICAP, MATCHES, OPENINGS, openings, scores, write_with_tables};
use crate::number_format::{percent_with_interval, written};
use crate::phrases::magnitude;
use crate::terminal::{Layout, TableStyle, explained, table};

/// Writes `matches` as Parquet and CSV and `figures/handicap` as PDF, SVG and PNG into a folder, all with their provenance, and
/// returns the files written.
pub fn report_handicap(folder: &Path, of: &Handicap, provenance: &Provenance) -> Result<Vec<PathBuf>, ReportError> {
    let figures = vec![(HANDICAP, scores::handicap(of, &even_sentence(of)))];
    write_with_tables(folder, [(MATCHES, handicap_frame(of))], figures, provenance)
}

/// Writes `matches` and `figures/openings` in the same way.
pub fn report_openings(
    folder: &Path,
    of: &FirstDecisions,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let figures = vec![(OPENINGS, openings::draw(of))];
    write_with_tables(folder, [(MATCHES, openings_frame(of))], figures, provenance)
}

/// Returns the table `matches` of handicaps.
#[must_use]
pub fn handicap_frame(handicap: &Handicap) -> Frame {
    use petteia_tables::schema::matches::*;
    let even = handicap.even();
    let rows: Vec<(&String, &(i32, OutcomeCounts))> = handicap.cells.iter().zip(&handicap.scores).collect();
    let mut table = Builder::of(&rows);
    table.column(CELL_ID, |(cell, _)| cell.as_str());
    table.text(VARIANT, &handicap.variant.name);
    table.text(FIRST, &handicap.agent.text);
    table.text(SECOND, &handicap.agent.text);
    table.column(OPENING, |_| handicap.opening);
    table.column(WHITE_STONES_FEWER, |(_, (stones, _))| *stones);
    outcome_columns(&mut table, |(_, (_, outcomes))| outcomes);
    table.interval(FAIR_HANDICAP, |_| even);
    table.finish()
}

/// Returns the table `matches` of first decisions.
#[must_use]
pub fn openings_frame(first: &FirstDecisions) -> Frame {
    use petteia_tables::schema::matches::*;
    let rows = first.compared();
    let mut table = Builder::of(&rows);
    table.column(CELL_ID, |(first, _)| first.cell.as_str());
    table.text(VARIANT, &first.variant.name);
    table.text(FIRST, &first.agent.text);
    table.text(SECOND, &first.agent.text);
    table.column(OPENING, |_| first.opening);
    table.column(DECISION, |(first, _)| first.decision.as_str());
    table.column(EQUIVALENT_MOVES, |(first, _)| first.alike);
    outcome_columns(&mut table, |(first, _)| &first.outcomes);
    table.interval(CORRECTED, |(_, compared)| Some(compared.corrected));
    table.column(P_HOLM, |(_, compared)| compared.p_holm);
    table.finish()
}

/// Adds the columns that say how games of an agent against itself ended, of which White is the first.
fn outcome_columns<Row>(table: &mut Builder<Row>, of: impl Fn(&Row) -> &OutcomeCounts) {
    use petteia_tables::schema::matches::*;
    table.column(GAMES, |row| of(row).games());
    table.column(FIRST_WINS, |row| of(row).white());
    table.column(DRAWS, |row| of(row).drawn());
    table.column(SECOND_WINS, |row| of(row).black());
    table.column(UNFINISHED, |row| of(row).unfinished);
    table.interval(SCORE, |row| of(row).score());
}

/// Returns a line for each handicap, and the handicap at which both sides are even.
#[must_use]
pub fn handicap_text(handicap: &Handicap, style: TableStyle) -> String {
    let headings = ["handicap", "games", "White won", "drawn", "Black won", "White's score % [95 %]"];
    let rows = handicap.scores.iter().map(|(stones, outcomes)| {
        let [white, none, black] = outcomes.results();
        let mut row = vec![stones.to_string().replace('-', "−")];
        row.extend([outcomes.games(), white, none, black].map(|count| count.to_string()));
        row.push(percent_with_interval(outcomes.score()));
        row
    });
    let layout = Layout { headings: 1, left: |_| false, cut: 0 };
    let note = "Handicap: stones that White starts without; if negative, stones that Black starts without. Unfinished games count \
                as drawn.";
    explained(table(&headings, rows, layout, style), &[even_sentence(handicap)], note, style)
}

/// The handicap at which both sides are even, or why it is not identified.
pub(crate) fn even_sentence(handicap: &Handicap) -> String {
    let agent = handicap.agent.display_name();
    if let Some(even) = handicap.even().filter(|even| even.low.is_finite() && even.high.is_finite()) {
        let holds_none = even.low <= 0.0 && even.high >= 0.0;
        let side = if even.value < 0.0 { "Black" } else { "White" };
        let stones = written(magnitude(even), two_digits);
        let none = if holds_none { "; the interval includes a game without handicap" } else { "" };
        return format!("With {agent}, White and Black are even at {stones} stones fewer for {side}{none}.");
    }
    let mut scores = handicap.scores.iter().filter_map(|(_, outcomes)| outcomes.score());
    let is_ahead = scores.clone().any(|score| score.low > 0.5);
    let is_behind = scores.any(|score| score.high < 0.5);
    let end = |score: Option<&(i32, OutcomeCounts)>| given(score.map_or(0, |(stones, _)| *stones));
    let [least, most] = [handicap.scores.first(), handicap.scores.last()].map(end);
    let why = match (is_ahead, is_behind) {
        (true, true) => "White's score does not fall with the handicap".to_owned(),
        (false, false) => format!("no score differs significantly from 50 %, from {least} to {most}"),
        (true, false) => format!("Black is not significantly ahead even with {most}"),
        (false, true) => format!("White is not significantly ahead even with {least}"),
    };
    let games: u64 = handicap.scores.iter().map(|(_, outcomes)| outcomes.games()).sum();
    let without: u64 = handicap.scores.iter().map(|(_, outcomes)| outcomes.results()[1]).sum();
    let share = 100.0 * without as f64 / games.max(1) as f64;
    format!("With {agent}, the even handicap is not identified: {why}. {share:.1} % of {games} games had no winner.")
}

fn two_digits(stones: f64) -> String {
    let text = format!("{stones:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text.replace('-', "−") }
}

/// `Black 3 stones fewer`.
fn given(stones: i32) -> String {
    match stones {
        0 => "no handicap".to_owned(),
        _ => {
            let (side, plural) = (if stones > 0 { "White" } else { "Black" }, if stones.abs() == 1 { "" } else { "s" });
            format!("{side} {} stone{plural} fewer", stones.abs())
        }
    }
}

/// Returns a line for each first decision, the most even one first.
#[must_use]
pub fn openings_text(first: &FirstDecisions, style: TableStyle) -> String {
    let headings =
        ["first", "alike", "games", "White won", "drawn", "Black won", "White's score % [corrected]", "p (Holm)"];
    let compared = first.compared();
    let rows = compared.iter().map(|(first, compared)| {
        let [white, none, black] = first.outcomes.results();
        let mut row = vec![first.decision.clone(), first.alike.to_string()];
        row.extend([first.outcomes.games(), white, none, black].map(|count| count.to_string()));
        row.push(percent_with_interval(Some(compared.corrected)));
        row.push(format!("{:.3}", compared.p_holm));
        row
    });
    let layout = Layout { headings: 1, left: |column| column == 0, cut: 0 };
    let note = "Alike: decisions that are equivalent by a symmetry of the board. Intervals are corrected for all first decisions \
                (Holm). Unfinished games count as drawn.";
    explained(table(&headings, rows, layout, style), &[openings_sentence(first)], note, style)
}

/// The first decisions that are even.
fn openings_sentence(first: &FirstDecisions) -> String {
    let compared = first.compared();
    let Some((closest, _)) = compared.first() else { return "White has no first decision.".to_owned() };
    let uneven = |(_, compared): &&(&FirstDecision, Compared)| compared.p_holm <= 0.05;
    let [white, black] = [true, false].map(|ahead| {
        compared.iter().filter(uneven).filter(|(_, compared)| (compared.corrected.value > 0.5) == ahead).count()
    });
    format!(
        "With {}, {} is closest to even ({} %). Of {} first decisions, {white} significantly favour White and {black} Black.",
        first.agent.display_name(),
        closest.decision,
        percent_with_interval(closest.outcomes.score()),
        compared.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{agent, variant};

    fn handicap(scores: &[(i32, [u64; 3])]) -> Handicap {
        let outcomes = |[white, drawn, black]: [u64; 3]| OutcomeCounts {
            white_on_board: white,
            draw_on_board: drawn,
            black_on_board: black,
            ..OutcomeCounts::default()
        };
        let cells = scores.iter().map(|(stones, _)| stones.to_string()).collect();
        let scores = scores.iter().map(|&(stones, results)| (stones, outcomes(results))).collect();
        Handicap { variant: variant("city-8"), agent: agent("greedy"), opening: 4, cells, scores }
    }

    #[test]
    fn the_sentence_says_who_gives_and_why_nothing_is_known() {
        let told = |scores: &[(i32, [u64; 3])]| even_sentence(&handicap(scores));
        let white = told(&[(0, [60, 10, 30]), (1, [30, 10, 60])]);
        assert_eq!(white, "With greedy, White and Black are even at 0.50 [0.25, 0.75] stones fewer for White.");
        let black = told(&[(-1, [60, 10, 30]), (0, [30, 10, 60])]);
        assert_eq!(black, "With greedy, White and Black are even at 0.50 [0.25, 0.75] stones fewer for Black.");
        let none = told(&[(-1, [70, 10, 20]), (0, [45, 10, 45]), (1, [30, 5, 65])]);
        assert!(none.contains("0.00 [−0.27, 0.38]") && none.contains("includes a game without handicap"), "{none}");
        let drawn = told(&[(-2, [1, 98, 1]), (0, [0, 100, 0]), (1, [0, 100, 0])]);
        assert!(drawn.contains("not identified: no score differs significantly"), "{drawn}");
        assert!(drawn.contains("from Black 2 stones fewer to White 1 stone fewer"), "{drawn}");
        assert!(drawn.contains("99.3 % of 300 games had no winner"), "{drawn}");
        let ahead = told(&[(0, [60, 10, 30]), (2, [58, 10, 32])]);
        assert!(ahead.contains("Black is not significantly ahead even with White 2 stones fewer"), "{ahead}");
    }
}
