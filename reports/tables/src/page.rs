//! The page and the JSON document that describe every table, generated from the schema.

use serde_json::{Value, json};
use textwrap::fill;

use crate::column::{AGENT_PARTS, About, Holds, VARIANT_PARTS, agent_names, variant_names};
use crate::keys::{AgentKey, VariantKey};
use crate::schema::*;

/// All tables, in reading order.
pub const TABLES: [TableAbout; 14] = [
    games::TABLE,
    cells::TABLE,
    summary::TABLE,
    squares::TABLE,
    metrics::TABLE,
    comparisons::TABLE,
    effects::TABLE,
    limits::TABLE,
    matches::TABLE,
    ratings::TABLE,
    exams::TABLE,
    endgames::TABLE,
    verdicts::TABLE,
    rulesets::TABLE,
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
    let table = |table: &TableAbout| {
        let columns: Vec<Value> = table.columns.iter().flat_map(described).collect();
        json!({ "name": table.name, "about": joined(table.about), "columns": columns })
    };
    let tables: Vec<Value> = TABLES.iter().map(table).collect();
    serde_json::to_string_pretty(&tables).expect("a schema is plain data") + "\n"
}

/// Returns the description of a column as JSON; of an agent or a variant, those of all its columns.
fn described(column: &About) -> Vec<Value> {
    let means = joined(column.means);
    let describe = |name: &str, holds: &str, means: &str| json!({ "name": name, "holds": holds, "unit": column.unit, "means": means });
    let parts = |names: &[String], parts: &[(&str, &str)]| {
        let first = describe(&names[0], "str", &means);
        let rest = names[1..].iter().zip(parts).map(|(name, (holds, means))| describe(name, holds, means));
        std::iter::once(first).chain(rest).collect()
    };
    match column.holds {
        AgentKey::NAME => parts(&agent_names(column.name), &AGENT_PARTS),
        VariantKey::NAME => parts(&variant_names(column.name), &VARIANT_PARTS),
        holds => vec![describe(column.name, holds, &means)],
    }
}

/// Joins the lines of a doc comment into one.
fn joined(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The longest lines of the page, tables aside.
const WIDTH: usize = 100;

const INTRODUCTION: &str = "\
# The tables

Every table but `games` is written both as Parquet and as CSV; the parts of `games` are Parquet.
`petteia query` answers questions in SQL about all of them. `cells` says what a cell is: with
`cell_id`, the other tables are joined to it. A table has only the columns that its run fills. A
missing value is an empty cell, never 0 or NaN. A column marked \"with `_low` and `_high`\" is followed
by two more, which hold the ends of its 95 % interval; the method is given in parentheses. If a run
repeats a column for several items, `NAME` stands for the item.

A column marked \"variant\" holds the name of a variant. Three more follow it: `variant_label`, the
name that figures and texts show instead, if one is given; `base`, the game that the switches of the
variant change; and `switches`, the changed switches, joined with `+`, or with `-` if a switch is
turned off.

A column marked \"agent\" holds the text of an agent. Five more follow it, such as for `white`:
`white_label`, the name to show instead, if one is given; `white_kind`, such as `alphabeta`, or the
name of a program; `white_budget_kind`, what the budget counts (`nodes`, `playouts`, `depth` or
`ms`); `white_budget`, the budget of a decision; and `white_tables`, the endgame tables that it
uses.

The metadata of a Parquet file record which program made it and from which data; for a CSV file, the
same metadata are in `NAME.csv-metadata.json` beside it.

This page is generated from `reports/tables/src/schema.rs`, the schema that the program itself uses.
";
