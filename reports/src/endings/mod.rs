//! Endgame tables in numbers: for each pieces against pieces the shares won, drawn and lost with best play.
//!
//! [`report_endings`] writes them as a table and a figure; [`endings_text`] sets them for a terminal. These are exact counts
//! of all placements, not samples, so they carry no interval.

mod text;

use std::fs;
use std::path::{Path, PathBuf};

use petteia_engine::Side;
use polars::prelude::{DataFrame, PolarsResult};

use crate::error::ReportError;
use crate::figures;
use crate::provenance::Provenance;
use crate::tables::write::{Table, table};
pub use text::endings_text;
pub(crate) use text::{percent, with_side};

/// All placements of some pieces with one side to move.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct EndingSummary {
    /// The game with its switches.
    pub variant: String,
    /// The pieces of the side to move, such as `3` or `L2`.
    pub own: String,
    /// The pieces of its opponent.
    pub other: String,
    /// The side to move; `None` where both sides play by the same rules, so that it does not matter.
    pub side: Option<Side>,
    /// Placements up to symmetry.
    pub entries: u64,
    /// All placements: `won`, `drawn` and `lost` together.
    pub placements: u64,
    /// Those in which the game is over already.
    pub over: u64,
    /// Those in which the side to move can force a win.
    pub won: u64,
    /// Those in which neither side can.
    pub drawn: u64,
    /// Those in which the opponent can.
    pub lost: u64,
    /// Those in which the side to move wins by its next move.
    pub won_at_once: u64,
    /// The win that takes longest.
    pub longest_win: Option<LongestLine>,
    /// The loss that takes longest.
    pub longest_loss: Option<LongestLine>,
    /// A drawn position that is not over.
    pub drawn_example: Option<String>,
}

/// How long a win or a loss takes, with an example.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LongestLine {
    /// Plies to the next capture, or to the end of the game.
    pub plies: u16,
    /// The text of such a position.
    pub example: String,
}

impl EndingSummary {
    /// A count as a share of all placements, from 0 to 1.
    pub(crate) fn share(&self, count: u64) -> f64 {
        count as f64 / self.placements as f64
    }
}

/// Writes `endgames` as Parquet and CSV and `figures/endgames` as PDF, SVG and PNG into a folder, all with their provenance,
/// and returns the files written.
///
/// # Errors
/// A file cannot be written; the error names it.
pub fn report_endings(
    folder: &Path,
    endings: &[EndingSummary],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    fs::create_dir_all(folder).map_err(ReportError::io(folder))?;
    let mut frame = frame(endings).map_err(ReportError::table(folder))?;
    let mut files = table(folder, "endgames", &mut frame, provenance)?;
    files.extend(figures::write_endings(&folder.join("figures"), endings, provenance)?);
    Ok(files)
}

fn frame(endings: &[EndingSummary]) -> PolarsResult<DataFrame> {
    let mut table = Table::of(endings);
    table.column("variant", |e| e.variant.clone());
    table.column("own", |e| e.own.clone());
    table.column("other", |e| e.other.clone());
    table.column("side", |e| e.side.map(Side::name));
    table.column("entries", |e| e.entries);
    table.column("placements", |e| e.placements);
    table.column("over", |e| e.over);
    table.column("won", |e| e.won);
    table.column("drawn", |e| e.drawn);
    table.column("lost", |e| e.lost);
    table.column("won_at_once", |e| e.won_at_once);
    table.column("won_share", |e| e.share(e.won));
    table.column("drawn_share", |e| e.share(e.drawn));
    table.column("lost_share", |e| e.share(e.lost));
    table.column("longest_win", |e| e.longest_win.as_ref().map(|line| u32::from(line.plies)));
    table.column("longest_win_example", |e| e.longest_win.as_ref().map(|line| line.example.clone()));
    table.column("longest_loss", |e| e.longest_loss.as_ref().map(|line| u32::from(line.plies)));
    table.column("longest_loss_example", |e| e.longest_loss.as_ref().map(|line| line.example.clone()));
    table.column("drawn_example", |e| e.drawn_example.clone());
    table.frame()
}
