//! Checks that `docs/tables.md` and `python/petteia/schema.json` agree with the schema; `PETTEIA_WRITE=1 cargo test
//! --release -p petteia-tables --test page` regenerates them.

use std::fs;
use std::path::Path;

use petteia_tables::{TABLES, json, page};

fn is_made_from_the_schema(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if std::env::var_os("PETTEIA_WRITE").is_some() {
        fs::write(&path, text).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "{file} differs from reports/tables/src/schema.rs. Run `PETTEIA_WRITE=1 cargo test --release -p petteia-tables \
         --test page` to write it, and commit it"
    );
}

#[test]
fn the_page_of_the_tables_is_made_from_the_schema() {
    is_made_from_the_schema("docs/tables.md", &page());
}

/// Few tables, each of which says a thing once, are found and joined more easily than many.
#[test]
fn the_tables_stay_few_and_narrow() {
    let tables: serde_json::Value = serde_json::from_str(&json()).expect("a document");
    let columns = |table: &serde_json::Value| table["columns"].as_array().expect("a list").len();
    let tables = tables.as_array().expect("a list");
    let columns: usize = tables.iter().map(columns).sum();
    assert!(tables.len() <= 14 && columns <= 300, "{} tables with {columns} columns", tables.len());
}

#[test]
fn a_column_with_an_interval_has_a_unit_unless_it_depends_on_the_row() {
    let varies =
        ["estimate_{}", "difference", "limit", "lower_side", "upper_side", "variance", "log_odds", "odds_ratio"];
    for table in TABLES {
        for about in table.columns.iter().filter(|about| about.holds.contains("_low")) {
            assert_eq!(about.unit.is_empty(), varies.contains(&about.name), "{}: {}", table.name, about.name);
        }
    }
}

#[test]
fn the_schema_of_the_python_package_is_made_from_the_schema() {
    is_made_from_the_schema("python/petteia/schema.json", &json());
}
