//! The names of all files that reports write into the folder of a run. In that folder, these names belong to petteia.

use std::path::Path;

use petteia_tables::TABLES;

use crate::figures::is_figure;
use crate::html::{PAGE, PLAY};
use crate::paper::latex;
use crate::rulesets;

/// Returns whether reports write a file with this path in the folder of a run.
#[must_use]
pub fn is_output(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    match path.parent().and_then(Path::to_str) {
        Some("") => {
            is_table(name) || ["report.md", "verdicts.md", rulesets::TEXT, rulesets::PAGE, PAGE, PLAY].contains(&name)
        }
        Some("figures" | "endings/figures") => is_figure(path),
        Some("latex") => name == "verdicts.tex" || latex::FILES.contains(&name),
        Some("endings") => is_table(name),
        Some(rulesets::FOLDER) => {
            let member = name.strip_suffix(".toml");
            member.is_some_and(|member| member == rulesets::STUDY || member.parse::<u32>().is_ok())
        }
        _ => false,
    }
}

/// Returns whether a name is that of a table, which is written as `NAME.parquet` and `NAME.csv`.
fn is_table(name: &str) -> bool {
    let is_known = |name: &str| TABLES.iter().any(|table| table.name == name);
    let ending = name.split_once('.').filter(|(name, _)| is_known(name)).map(|(_, ending)| ending);
    matches!(ending, Some("parquet" | "csv" | "csv-metadata.json"))
}
