//! Checks that `docs/tables.md` agrees with the schema; `PETTEIA_WRITE=1 cargo test --release -p petteia-tables --test
//! page` regenerates it.

use std::fs;
use std::path::Path;

use petteia_tables::page;

#[test]
fn the_page_of_the_tables_is_made_from_the_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tables.md");
    if std::env::var_os("PETTEIA_WRITE").is_some() {
        fs::write(&path, page()).expect("the page can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == page(),
        "docs/tables.md differs from tables/src/schema.rs. Run `PETTEIA_WRITE=1 cargo test --release -p petteia-tables \
         --test page` to write it, and commit it"
    );
}
