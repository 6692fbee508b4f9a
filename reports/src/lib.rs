#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::integer_division)]

mod advantage;
mod calibration;
mod cell_table;
pub mod claims;
pub mod compare;
mod comparisons;
pub mod contest;
pub mod depth;
mod effects;
pub mod endings;
mod error;
pub mod exam;
pub mod fair;
mod figures;
mod findings;
mod found;
mod frames;
pub mod html;
mod importance;
mod known;
mod labels;
mod ladders;
mod limits;
#[cfg(test)]
mod made_up;
mod metrics;
mod numbers;
mod outputs;
mod paper;
mod report;
pub mod rulesets;
mod selection;
mod strength;
mod strongest;
mod summary;
mod terminal;
pub mod verdicts;
mod words;

pub use comparisons::{Comparison, Quantity};
pub use depth::report_depth;
pub use effects::Effect;
pub use error::{LABEL, ReportError};
pub use fair::{report_handicap, report_openings};
pub use figures::{FigureFile, board};
pub use found::Found;
pub use frames::summary_frame;
pub use importance::{Division, Varying};
pub use known::{Known, Open, empty_cells, remark};
pub use ladders::AgentFamily;
pub use limits::{Evidence, Limit, Step, limits_of};
pub use outputs::is_output;
pub use paper::{Methods, RulesInWords, write_paper};
pub use report::{Report, report, summaries};
pub use selection::Selection;
pub use summary::CellSummary;
pub use terminal::{TableStyle, wrapped};
