//! The page and the JSON document that describe every table, generated from the schema.

use serde_json::{Value, json};
use textwrap::fill;

use crate::schema::*;
use crate::units::unit;

/// All tables, in reading order.
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

/// Returns the text of `docs/tables.md`, which describes every column of every table.
#[must_use]
pub fn page() -> String {
    let mut text = String::from(INTRODUCTION);
    for table in TABLES {
        text += &format!(
            "\n## `{}`\n\n{}\n\n| column | holds | meaning |\n| --- | --- | --- |\n",
            table.name,
            fill(&joined(table.about), WIDTH)
        );
        for column in table.columns {
            let name = column.name.replace("{}", "NAME");
            text += &format!("| `{name}` | {} | {} |\n", column.holds, joined(column.means).replace('|', "\\|"));
        }
    }
    text
}

/// Returns the same as a JSON document, for programs: by table its columns with their types, meanings and units. It is kept
/// in `python/petteia/schema.json`.
#[must_use]
pub fn json() -> String {
    let column = |table: &TableAbout, column: &crate::About| {
        json!({
            "name": column.name,
            "holds": column.holds,
            "unit": unit(table.name, column.name),
            "means": joined(column.means),
        })
    };
    let table = |table: &TableAbout| {
        let columns: Vec<Value> = table.columns.iter().map(|about| column(table, about)).collect();
        json!({ "name": table.name, "about": joined(table.about), "columns": columns })
    };
    let tables: Vec<Value> = TABLES.iter().map(table).collect();
    serde_json::to_string_pretty(&tables).expect("a schema is plain data") + "\n"
}

/// Joins the lines of a doc comment into one.
fn joined(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The longest lines of the page, tables aside.
const WIDTH: usize = 100;

const INTRODUCTION: &str = "\
# The tables

Every table is written both as Parquet and as CSV. A missing value is an empty cell, never 0 or NaN.
A column marked \"with `_low` and `_high`\" is followed by two more, which hold the ends of its 95 %
interval; the method is given in parentheses. If a run repeats a column for several items, `NAME`
stands for the item. The metadata of a Parquet file record which program made it and from which
data; for a CSV file, the same metadata are in `NAME.csv-metadata.json` beside it.

This page is generated from `tables/src/schema.rs`, the schema that the program itself uses.
";
