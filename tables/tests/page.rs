//! Checks that `docs/tables.md` and `python/petteia/schema.json` agree with the schema; `PETTEIA_WRITE=1 cargo test
//! --release -p petteia-tables --test page` regenerates them.

use std::fs;
use std::path::Path;

use petteia_tables::{json, page};

fn is_made_from_the_schema(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    if std::env::var_os("PETTEIA_WRITE").is_some() {
        fs::write(&path, text).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "{file} differs from tables/src/schema.rs. Run `PETTEIA_WRITE=1 cargo test --release -p petteia-tables \
         --test page` to write it, and commit it"
    );
}

#[test]
fn the_page_of_the_tables_is_made_from_the_schema() {
    is_made_from_the_schema("docs/tables.md", &page());
}

#[test]
fn the_schema_of_the_python_package_is_made_from_the_schema() {
    is_made_from_the_schema("python/petteia/schema.json", &json());
}
