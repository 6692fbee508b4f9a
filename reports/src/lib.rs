#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::integer_division)]

pub mod contest;
mod effects;
pub mod endings;
mod error;
mod figures;
mod labels;
mod provenance;
mod report;
pub mod stats;
mod tables;
mod terminal;

pub use effects::Effect;
pub use error::ReportError;
pub use figures::{FigureFile, board};
pub use report::{Report, report, write_table};
pub use tables::outcome::Outcomes;
pub use tables::summary::CellSummary;
pub use terminal::TableStyle;
