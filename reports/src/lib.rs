#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::integer_division)]

mod advantage;
mod analysis;
pub mod balance;
mod calibration;
mod cell_table;
pub mod claims;
pub mod compare;
mod comparisons;
pub mod contest;
pub mod depth;
mod effects;
pub mod endgame_test;
pub mod endings;
mod error;
mod figures;
#[cfg(test)]
mod fixtures;
mod frames;
pub mod html;
mod importance;
mod labels;
mod ladder;
mod metrics;
mod number_format;
mod outputs;
mod paper;
mod phrases;
mod report;
pub mod rulesets;
mod run_context;
mod selection;
mod sentences;
mod strong_play;
mod summary;
mod terminal;
pub mod verdicts;

pub use analysis::Analysis;
pub use balance::{report_handicap, report_openings};
pub use comparisons::{Comparison, Quantity};
pub use depth::report_depth;
pub use effects::Effect;
pub use error::{LABEL, ReportError};
pub use figures::{FigureFile, board};
pub use frames::summary_frame;
pub use importance::{Division, Varying};
pub use labels::distinct;
pub use ladder::AgentFamily;
pub use outputs::is_output;
pub use paper::{Methods, RulesInWords, article, start_board, write_paper};
pub use report::{Report, report, summaries};
pub use run_context::{Incomplete, RunContext, empty_cells, remark};
pub use selection::Selection;
pub use sentences::limits_of_play;
pub use strong_play::{Evidence, Step, StrongPlayEstimate, limits_of};
pub use summary::CellSummary;
pub use terminal::{TableStyle, wrapped};
