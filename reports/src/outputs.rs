//! The names of all files that reports write into the folder of a run. In that folder, these names belong to petteia.

use std::path::Path;

use crate::figures::is_figure;
use crate::html::{PAGE, PLAY};
use crate::paper::latex;

/// The tables, each written as `NAME.parquet` and `NAME.csv`.
const TABLES: [&str; 7] = ["summary", "squares", "comparisons", "effects", "importance", "metrics", "verdicts"];

/// Returns whether reports write a file with this path in the folder of a run.
#[must_use]
pub fn is_output(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    match path.parent().and_then(Path::to_str) {
        Some("") => is_table(name, &TABLES) || ["report.md", "verdicts.md", PAGE, PLAY].contains(&name),
        Some("figures" | "endings/figures") => is_figure(path),
        Some("latex") => name == "verdicts.tex" || latex::FILES.contains(&name),
        Some("endings") => is_table(name, &["endgames"]),
        _ => false,
    }
}

fn is_table(name: &str, names: &[&str]) -> bool {
    let ending = name.split_once('.').filter(|(name, _)| names.contains(name)).map(|(_, ending)| ending);
    matches!(ending, Some("parquet" | "csv" | "csv-metadata.json"))
}
