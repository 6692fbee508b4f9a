//! Reports of made-up runs: tables, figures, text and page.

mod html;
#[path = "../../src/made_up.rs"]
mod made_up;
mod report;
mod support;
mod text;
