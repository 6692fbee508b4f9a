//! Endgame tables in numbers: for each material balance the shares won, drawn and lost with best play.
//!
//! [`report_endings`] writes them as a table and a figure; [`endings_text`] formats them for a terminal. These are exact counts
//! over all placements, not samples, so they have no intervals.

mod text;

use std::path::{Path, PathBuf};

use petteia_engine::Side;
use petteia_tables::endgames::EndingSummary;
use petteia_tables::{Builder, Frame, Provenance};

use crate::error::ReportError;
use crate::figures::{self, ENDGAMES, write_with_tables};
pub use text::endings_text;

/// Writes `endgames` as Parquet and CSV and `figures/endgames` as PDF, SVG and PNG into a folder, all with their provenance,
/// and returns the files written.
pub fn report_endings(
    folder: &Path,
    endings: &[EndingSummary],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let figures = vec![(ENDGAMES, figures::endings::draw(endings))];
    write_with_tables(folder, [(ENDGAMES, endings_frame(endings))], figures, provenance)
}

/// Returns the table `endgames`.
#[must_use]
pub fn endings_frame(endings: &[EndingSummary]) -> Frame {
    use petteia_tables::schema::endgames::*;
    let mut table = Builder::of(endings);
    table.column(VARIANT, |e| e.variant.name.as_str());
    table.column(OWN, |e| e.own.clone());
    table.column(OTHER, |e| e.other.clone());
    table.column(SIDE, |e| e.side.map(Side::name));
    table.column(ENTRIES, |e| e.entries);
    table.column(PLACEMENTS, |e| e.placements);
    table.column(TERMINAL, |e| e.over);
    table.column(WON, |e| e.won);
    table.column(DRAWN, |e| e.drawn);
    table.column(LOST, |e| e.lost);
    table.column(WON_AT_ONCE, |e| e.won_at_once);
    table.column(WON_IN_ONE, |e| e.won_in_one);
    table.column(WON_SHARE, |e| e.share(e.won));
    table.column(DRAWN_SHARE, |e| e.share(e.drawn));
    table.column(LOST_SHARE, |e| e.share(e.lost));
    table.column(LONGEST_WIN, |e| e.longest_win.as_ref().map(|line| u32::from(line.plies)));
    table.column(LONGEST_WIN_EXAMPLE, |e| e.longest_win.as_ref().map(|line| line.example.clone()));
    table.column(LONGEST_LOSS, |e| e.longest_loss.as_ref().map(|line| u32::from(line.plies)));
    table.column(LONGEST_LOSS_EXAMPLE, |e| e.longest_loss.as_ref().map(|line| line.example.clone()));
    table.column(DRAWN_EXAMPLE, |e| e.drawn_example.clone());
    table.finish()
}
