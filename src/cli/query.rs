//! Questions to the tables of a run.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Format;

/// What separates the columns of a CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CsvForm {
    /// Commas, and points in numbers
    Comma,
    /// Semicolons, and commas in numbers
    Semicolon,
}

/// Ask the tables of a run a question in SQL
///
/// The games of the run are the table `games`; the other tables are those that the report wrote, such as `cells`, which says
/// what the games of a cell have in common. Without a question, lists the tables and their columns; docs/tables.md has their
/// meaning, and docs/runs.md ten questions that people ask. Only the columns that a question names are read.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia query runs/mine            # the tables and their columns
  petteia query runs/mine \"SELECT * FROM games ORDER BY plies DESC LIMIT 5\"
  petteia query runs/mine \"SELECT reason, avg(plies) FROM games GROUP BY reason\"
  petteia query runs/mine \"SELECT * FROM games\" --csv > games.csv
  petteia query runs/mine \"SELECT * FROM games\" --csv semicolon > games.csv
  petteia query runs/mine \"SELECT * FROM games\" --parquet games.parquet")]
pub struct QueryArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// The question, a SELECT
    pub sql: Option<String>,
    /// Print the answer as CSV; `semicolon` is for spreadsheets with decimal commas
    #[arg(
        long,
        value_enum,
        value_name = "FORM",
        requires = "sql",
        conflicts_with = "json",
        num_args = 0..=1,
        default_missing_value = "comma"
    )]
    pub csv: Option<CsvForm>,
    /// Write the answer to this file as Parquet
    #[arg(long, value_name = "FILE", requires = "sql", conflicts_with_all = ["csv", "json"])]
    pub parquet: Option<PathBuf>,
    /// The most rows that are shown on a terminal; the other forms have all
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub rows: usize,
    #[command(flatten)]
    pub format: Format,
}
