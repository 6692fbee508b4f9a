#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::integer_division)]

mod cell;
mod cells;
mod column;
mod contests;
mod database;
pub mod depths;
pub mod endgames;
mod error;
mod examples;
pub mod exams;
pub mod fair;
mod footer;
mod frame;
mod games;
mod keys;
mod outcome_columns;
mod outcomes;
mod page;
mod parts;
mod provenance;
mod results;
mod rulesets;
mod run_parts;
pub mod schema;
mod seal;
pub mod searches;
mod speeds;
mod squares;
mod sum;
mod thrift;
pub mod verdicts;
mod zstd_frame;

pub use cells::{CellRow, Stopping, cells_frame};
pub use column::{About, Column, Family, Holds, Interval, Value};
pub use contests::{Contest, ContestTally};
pub use database::{Columns, Database, QueryError};
pub use error::TableError;
pub use examples::{Example, Firsts};
pub use frame::{Builder, Frame, Row};
pub use games::{DUPLICATES_AMONG, Tally, tally_games};
pub use keys::{AgentKey, CellKey, VariantKey, overlay};
pub use outcome_columns::check_outcomes;
pub use outcomes::Outcomes;
pub use page::{TABLES, json, page};
pub use provenance::{LABEL, Provenance, comments};
pub use results::{GameResult, results};
pub use rulesets::{Confirmation, FoundRuleSet, QuantityAbout, RuleSearchResult};
pub use run_parts::{Part, RunParts};
pub use seal::{Seal, Sha256};
pub use speeds::{AgentSpeed, Speed};
pub use squares::{CellSquares, SquareCount, tally_squares};
pub use sum::Sum;
