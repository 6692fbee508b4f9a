//! Proofs about games beside the games that were played: one verdict for each variant.
//!
//! [`report_verdicts`] writes the table, its LaTeX and a page of text into the folder of a run. Proven results have no
//! interval; observed ones do.

mod latex;
mod phrases;
mod table;
mod text;

use std::path::{Path, PathBuf};

use petteia_engine::files::{make_folder, write_whole};
use petteia_tables::endgames::EndingSummary;
use petteia_tables::verdicts::Verdict;
use petteia_tables::{Provenance, comments};

use crate::endings::report_endings;
use crate::error::{LABEL, ReportError};
use crate::strong_play::StrongPlayEstimate;
pub use text::{answers, verdicts_text};

/// Proofs about games, and the limits of the same run.
#[derive(Debug, Clone, Copy)]
pub struct Findings<'a> {
    /// A verdict for each variant.
    pub verdicts: &'a [Verdict],
    /// The limits of the ladders; none without a ladder.
    pub limits: &'a [StrongPlayEstimate],
}

/// Writes `verdicts` as Parquet and CSV, `verdicts.md`, `latex/verdicts.tex` and, into the folder `endings`, what
/// [`report_endings`] writes of the endings into the folder of a run, all with its provenance, and returns
/// the files written.
pub fn report_verdicts(run: &Path, findings: Findings, provenance: &Provenance) -> Result<Vec<PathBuf>, ReportError> {
    let Findings { verdicts, limits } = findings;
    let mut files = table::frame(verdicts).write(run, "verdicts", provenance)?;
    let endings: Vec<EndingSummary> = verdicts.iter().flat_map(|verdict| verdict.endings.clone()).collect();
    if !endings.is_empty() {
        files.extend(report_endings(&run.join("endings"), &endings, provenance)?);
    }
    let latex = run.join("latex");
    make_folder(&latex)?;
    let notes = provenance.notes();
    let texts = [
        (run.join("verdicts.md"), text::page(verdicts, limits) + &comments(&notes, "\n<!-- ", " -->")),
        (latex.join("verdicts.tex"), comments(&notes, "% ", "") + &latex::tables(verdicts)),
    ];
    for (path, text) in texts {
        write_whole(&path, LABEL, text.as_bytes())?;
        files.push(path);
    }
    Ok(files)
}
