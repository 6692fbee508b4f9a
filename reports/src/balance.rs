//! Writes the tables and figures of doublings, handicaps and first moves.

use std::path::{Path, PathBuf};

use petteia_files::make_folder;
use petteia_tables::Provenance;
use petteia_tables::depths::Doublings;
use petteia_tables::fair::{FirstDecisions, Handicap};

use crate::depth::depth_frame;
use crate::error::ReportError;
use crate::fair::{handicap_frame, openings_frame};
use crate::figures;

/// Writes `depth` as Parquet and CSV and `figures/depth` as PDF, SVG and PNG into a folder, all with their provenance, and
/// returns the files written.
///
/// # Errors
/// A file cannot be written; the error names it.
pub fn report_depth(folder: &Path, played: &Doublings, provenance: &Provenance) -> Result<Vec<PathBuf>, ReportError> {
    make_folder(folder)?;
    let mut files = depth_frame(played).write(folder, "depth", provenance)?;
    files.extend(figures::write_depth(&folder.join("figures"), played, provenance)?);
    Ok(files)
}

/// Writes `handicap` as Parquet and CSV and `figures/handicap` as PDF, SVG and PNG into a folder, all with their provenance, and
/// returns the files written.
///
/// # Errors
/// A file cannot be written; the error names it.
pub fn report_handicap(
    folder: &Path,
    handicap: &Handicap,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    make_folder(folder)?;
    let mut files = handicap_frame(handicap).write(folder, "handicap", provenance)?;
    files.extend(figures::write_handicap(&folder.join("figures"), handicap, provenance)?);
    Ok(files)
}

/// Writes `openings` as Parquet and CSV and `figures/openings` as PDF, SVG and PNG into a folder, all with their provenance, and
/// returns the files written.
///
/// # Errors
/// A file cannot be written; the error names it.
pub fn report_openings(
    folder: &Path,
    first: &FirstDecisions,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    make_folder(folder)?;
    let mut files = openings_frame(first).write(folder, "openings", provenance)?;
    files.extend(figures::write_openings(&folder.join("figures"), first, provenance)?);
    Ok(files)
}
