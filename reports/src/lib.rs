#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::integer_division)]

pub mod compare;
mod comparisons;
pub mod contest;
mod effects;
pub mod endings;
mod error;
mod figures;
mod findings;
pub mod html;
mod labels;
pub mod metrics;
mod paper;
mod provenance;
mod report;
pub mod stats;
mod tables;
mod terminal;
pub mod verdicts;

pub use comparisons::{Comparison, Quantity, side_by_side};
pub use effects::Effect;
pub use error::ReportError;
pub use figures::{FigureFile, board};
pub use paper::{Methods, write_paper};
pub use provenance::Provenance;
pub use report::{Report, report, report_with, summaries, write_table};
pub use tables::examples::Example;
pub use tables::outcome::Outcomes;
pub use tables::summary::CellSummary;
pub use terminal::TableStyle;
