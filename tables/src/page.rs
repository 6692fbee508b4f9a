//! The page and the JSON document that describe every table, generated from the schema.

use serde_json::{Value, json};
use textwrap::fill;

use crate::column::{AGENT_PARTS, About, Holds, VARIANT_PARTS, agent_names, variant_names};
use crate::keys::{AgentKey, VariantKey};
use crate::schema::*;
use crate::units::unit;

/// All tables, in reading order.
pub const TABLES: [TableAbout; 25] = [
    games::TABLE,
    cells::TABLE,
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
    placements::TABLE,
    calibration::TABLE,
    handicap::TABLE,
    openings::TABLE,
    depth::TABLE,
    verdicts::TABLE,
    rulesets::TABLE,
    confirmations::TABLE,
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
        let columns: Vec<Value> = table.columns.iter().flat_map(|about| described(table, about)).collect();
        json!({ "name": table.name, "about": joined(table.about), "columns": columns })
    };
    let tables: Vec<Value> = TABLES.iter().map(table).collect();
    serde_json::to_string_pretty(&tables).expect("a schema is plain data") + "\n"
}

/// Returns the description of a column as JSON; of an agent or a variant, those of all its columns.
fn described(table: &TableAbout, column: &About) -> Vec<Value> {
    let means = joined(column.means);
    let describe = |name: &str, holds: &str, means: &str| json!({ "name": name, "holds": holds, "unit": unit(table.name, name), "means": means });
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

Every table is written both as Parquet and as CSV. A missing value is an empty cell, never 0 or NaN.
A column marked \"with `_low` and `_high`\" is followed by two more, which hold the ends of its 95 %
interval; the method is given in parentheses. If a run repeats a column for several items, `NAME`
stands for the item.

A column marked \"variant\" holds the name of a variant. Three more follow it: `variant_label`, the
name that figures and texts show instead, if one is given; `base`, the game that the switches of the
variant change; and `switches`, the changed switches, joined with `+`, or with `-` if a switch is
turned off. A word before `variant` stands before these names too: `first_variant` has
`first_variant_label`, `first_base` and `first_switches`.

A column marked \"agent\" holds the text of an agent. Five more follow it, such as for `white`:
`white_label`, the name to show instead, if one is given; `white_kind`, such as `alphabeta`, or the
name of a program; `white_budget_kind`, what the budget counts (`nodes`, `playouts`, `depth` or
`ms`); `white_budget`, the budget of a decision; and `white_tables`, the endgame tables that it
uses. For `agent` they are called `agent_label`, `agent_kind`, `budget_kind`, `budget` and `tables`.

The metadata of a Parquet file record which program made it and from which data; for a CSV file, the
same metadata are in `NAME.csv-metadata.json` beside it.

This page is generated from `tables/src/schema.rs`, the schema that the program itself uses.
";
