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

/// Questions that people ask, and how to ask them; docs/runs.md has four more.
pub const QUESTIONS: [(&str, &str); 6] = [
    (
        "Which games were longest?",
        "SELECT cell, game, plies FROM games JOIN cells USING (cell_id)
    ORDER BY plies DESC, cell, game LIMIT 5",
    ),
    (
        "How long do games last?",
        "SELECT variant, count(*) AS games, avg(plies) AS plies
    FROM games JOIN cells USING (cell_id) GROUP BY variant ORDER BY variant",
    ),
    (
        "Who won with fewer captures?",
        "SELECT cell, game, winner, captures_white, captures_black
    FROM games JOIN cells USING (cell_id)
    WHERE winner = 'white' AND captures_white < captures_black
    OR winner = 'black' AND captures_black < captures_white ORDER BY cell, game",
    ),
    (
        "How often does White win, by players?",
        "SELECT white, black,
    avg(CASE WHEN winner = 'white' THEN 1.0 ELSE 0.0 END) AS white_wins
    FROM games JOIN cells USING (cell_id) GROUP BY white, black
    ORDER BY white, black",
    ),
    (
        "Are longer games decided less often?",
        "SELECT plies // 50 * 50 AS from_ply, count(*) AS games,
    avg(CASE WHEN winner IS NULL THEN 1.0 ELSE 0.0 END) AS without_winner
    FROM games GROUP BY from_ply ORDER BY from_ply",
    ),
    (
        "What is the shortest win of each side?",
        "SELECT winner, min(plies) AS plies FROM games WHERE winner IS NOT NULL
    GROUP BY winner ORDER BY winner",
    ),
];

const EXAMPLES: &str = "\
Examples:
  petteia query runs/mine            # the tables and their columns
  petteia query runs/mine \"SELECT * FROM games ORDER BY plies DESC LIMIT 5\"
  petteia query runs/mine \"SELECT reason, avg(plies) FROM games GROUP BY reason\"
  petteia query runs/mine \"SELECT * FROM games\" --csv > games.csv
  petteia query runs/mine \"SELECT * FROM games\" --csv semicolon > games.csv
  petteia query runs/mine \"SELECT * FROM games\" --parquet games.parquet";

fn help() -> String {
    let questions = QUESTIONS.map(|(question, sql)| format!("  -- {question}\n    {sql}\n"));
    format!("{EXAMPLES}\n\nQuestions that people ask:\n{}", questions.concat().trim_end())
}

/// Ask the tables of a run a question in SQL
///
/// The games of the run are the table `games`; the other tables are those that the report wrote, such as `cells`, which says
/// what the games of a cell have in common. Without a question, lists the tables and their columns; docs/tables.md has their
/// meaning, and docs/runs.md four more questions. Only the columns that a question names are read.
#[derive(Debug, Args)]
#[command(after_help = help())]
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
