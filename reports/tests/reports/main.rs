//! Reports of made-up runs: tables, figures, text and page.

mod html;
mod report;
mod support;
mod text;
