//! The depth of a game: the gain of each doubling of a budget.
//!
//! [`report_depth`] writes a table and a figure; [`depth_text`] formats it for a terminal.

use std::path::{Path, PathBuf};

use petteia_statistics::Gain;
use petteia_tables::depths::{Doubling, Doublings, STEP};
use petteia_tables::{Builder, Frame, Provenance};

use crate::contest::tally_columns;
use crate::error::ReportError;
use crate::figures::scores::{self, budget};
use crate::figures::{DEPTH, MATCHES, write_with_tables};
use crate::frames::name_of;
use crate::number_format::{elo_with_interval, percent_alone, percent_with_interval};
use crate::terminal::{Layout, TableStyle, explained, table};

/// Writes `matches` as Parquet and CSV and `figures/depth` as PDF, SVG and PNG into a folder, all with their provenance, and
/// returns the files written.
pub fn report_depth(folder: &Path, played: &Doublings, provenance: &Provenance) -> Result<Vec<PathBuf>, ReportError> {
    let figures = vec![(DEPTH, scores::depth(played, &depth_sentence(played)))];
    write_with_tables(folder, [(MATCHES, depth_frame(played))], figures, provenance)
}

/// Returns the table `matches` of doublings.
#[must_use]
pub fn depth_frame(played: &Doublings) -> Frame {
    use petteia_tables::schema::matches::*;
    let rows: Vec<(&Doubling, Gain)> = played.doublings.iter().zip(played.gains()).collect();
    let mut table = Builder::of(&rows);
    table.column(CELL_ID, |(row, _)| row.cell.as_str());
    table.text(VARIANT, &played.variant.name);
    table.column(FIRST, |(row, _)| row.doubled.text.as_str());
    table.column(SECOND, |(row, _)| row.agent.text.as_str());
    table.column(OPENING, |_| played.opening);
    tally_columns(&mut table, |(row, _)| &row.tally);
    table.interval(DECIDED, |(row, _)| row.decided());
    table.interval(DECIDED_WON, |(row, _)| row.decided_won());
    table.column(GAIN, |(_, gain)| name_of(gain));
    table.finish()
}

const HEADINGS: [&str; 7] = ["budget", "twice", "games", "score % [95 %]", "Elo gained", "decided %", "won of them %"];

/// Returns a line for each doubling, and the depth.
#[must_use]
pub fn depth_text(played: &Doublings, style: TableStyle) -> String {
    let rows = played.doublings.iter().map(|row| {
        [
            budget(row).to_string(),
            (2 * budget(row)).to_string(),
            row.tally.games().to_string(),
            percent_with_interval(row.tally.score()),
            elo_with_interval(row.tally.elo()),
            percent_alone(row.decided()),
            percent_alone(row.decided_won()),
        ]
    });
    let lines = table(&HEADINGS, rows, Layout { headings: 1, left: |_| false, cut: 0 }, style);
    let note = "Score: twice the budget against the budget, in pairs of games. Decided: games with a winner. The depth is based on \
                intervals corrected for all doublings.";
    explained(lines, &[depth_sentence(played)], note, style)
}

/// The number of consecutive doublings that gain enough, and why it may not be known.
pub(crate) fn depth_sentence(played: &Doublings) -> String {
    let (depth, step) = (played.depth(), 100.0 * STEP);
    let first = played.doublings.first().map_or(0, budget);
    let count = match depth.at_most {
        most if most == depth.at_least => format!("exactly {most}"),
        most => format!("at least {} and at most {most}", depth.at_least),
    };
    let more = if depth.goes_on { "; larger budgets may add to this number" } else { "" };
    let played_all = played.doublings.len();
    let said =
        format!("Of {played_all} doublings from {first} on, {count} consecutive ones score {step:.0} % or more{more}.");
    // A player who wins every decided game has half a point of each other game.
    let needed = 2.0 * STEP - 1.0;
    let decided = played.decided().filter(|decided| decided.high < needed);
    decided.map_or(said.clone(), |decided| {
        format!(
            "{said} But only {} % of the games were decided. With less than {:.0} %, no doubling can score {step:.0} %, so this \
             method does not measure depth.",
            percent_with_interval(Some(decided)),
            100.0 * needed
        )
    })
}

#[cfg(test)]
mod tests {
    use petteia_statistics::Pentanomial;
    use petteia_tables::ContestTally;

    use super::*;
    use crate::fixtures::{agent, variant};

    fn played(rows: &[([u64; 2], u64, [u64; 5])]) -> Doublings {
        let doubling = |(place, &(wins, draws, pairs)): (usize, &([u64; 2], u64, [u64; 5]))| Doubling {
            cell: format!("{place:016x}"),
            agent: agent(&format!("alphabeta:nodes={}", 10 << place)),
            doubled: agent(&format!("alphabeta:nodes={}", 20 << place)),
            tally: ContestTally { wins, draws, unfinished: 0, forfeits: [0, 0], pairs: Pentanomial(pairs), repeats: 0 },
        };
        let doublings = rows.iter().enumerate().map(doubling).collect();
        Doublings { variant: variant("city-8"), opening: 4, doublings }
    }

    #[test]
    fn the_sentence_counts_doublings_and_warns_of_draws() {
        let steep = ([160, 20], 20, [2, 3, 5, 25, 65]);
        let flat = ([90, 90], 20, [20, 20, 20, 20, 20]);
        let ended = depth_sentence(&played(&[flat, steep, steep, flat]));
        let goes_on = depth_sentence(&played(&[steep, steep]));
        assert!(
            ended.starts_with("Of 4 doublings from 10 on, exactly 2 consecutive ones score 60 % or more."),
            "{ended}"
        );
        assert!(
            goes_on.contains("exactly 2") && goes_on.contains("larger budgets may add to this number"),
            "{goes_on}"
        );
        let drawn = depth_sentence(&played(&[([6, 0], 194, [0, 0, 94, 6, 0])]));
        assert!(drawn.contains("exactly 0") && drawn.contains("less than 20 %"), "{drawn}");
    }
}
