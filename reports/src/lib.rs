#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::integer_division)]

pub mod contest;
pub mod endings;
mod error;
mod figures;
pub mod html;
mod labels;
mod provenance;
mod report;
pub mod stats;
mod tables;
mod terminal;

pub use error::ReportError;
pub use figures::board;
pub use report::{Report, report, write_table};
pub use tables::examples::Example;
pub use tables::outcome::Outcomes;
pub use tables::summary::CellSummary;
pub use terminal::TableStyle;
