//! The page that documents every table, made from the schema.

use crate::schema::*;

/// All tables, in the order in which a reader meets them.
pub const TABLES: [TableAbout; 21] = [
    games::TABLE,
    summary::TABLE,
    squares::TABLE,
    stopping::TABLE,
    comparisons::TABLE,
    comparison::TABLE,
    limits::TABLE,
    effects::TABLE,
    importance::TABLE,
    metrics::TABLE,
    contests::TABLE,
    ratings::TABLE,
    pairings::TABLE,
    speeds::TABLE,
    endgames::TABLE,
    exams::TABLE,
    calibration::TABLE,
    handicap::TABLE,
    openings::TABLE,
    depth::TABLE,
    verdicts::TABLE,
];

/// Returns the page `docs/tables.md`: every column of every table.
#[must_use]
pub fn page() -> String {
    let mut text = String::from(INTRODUCTION);
    for table in TABLES {
        text += &format!(
            "\n## `{}`\n\n{}\n\n| column | holds | meaning |\n| --- | --- | --- |\n",
            table.name,
            joined(table.about)
        );
        for column in table.columns {
            let name = column.name.replace("{}", "NAME");
            text += &format!("| `{name}` | {} | {} |\n", column.holds, joined(column.means).replace('|', "\\|"));
        }
    }
    text
}

/// The lines of a doc comment as one.
fn joined(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}

const INTRODUCTION: &str = "\
# The tables

Every table is written as Parquet and as CSV. A missing value is an empty cell, never 0 or NaN. A column that holds an
interval comes with two more: `_low` and `_high` are the ends of the 95 % interval. Where a run repeats a column for several
things, `NAME` stands for each of them. Parquet files say in their metadata which program made them and from what; beside
a CSV file, `NAME.csv-metadata.json` says the same.

This page is made from `tables/src/schema.rs`, which the program itself reads and writes by.
";
