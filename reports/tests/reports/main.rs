//! Reports of made-up runs: tables, figures, text and page.

mod advantages;
#[path = "../../src/fixtures.rs"]
mod fixtures;
mod html;
mod report;
mod support;
mod text;
