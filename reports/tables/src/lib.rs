#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::integer_division)]

mod cell;
mod cell_stats;
mod cells;
mod chunk_rows;
mod chunks;
mod column;
mod contests;
mod database;
pub mod depths;
mod digest;
pub mod endgames;
mod error;
mod examples;
pub mod exams;
pub mod fair;
mod footer;
mod frame;
mod keys;
mod outcome_columns;
mod outcomes;
mod page;
mod provenance;
mod results;
mod rulesets;
mod run_stats;
pub mod schema;
pub mod searches;
mod speeds;
mod squares;
mod sum;
mod thrift;
pub mod verdicts;
mod zstd_frame;

pub use cell_stats::{CellStats, DUPLICATES_AMONG, LIMITS, STOPPED_KEPT};
pub use cells::{CellRow, Stopping, cells_frame};
pub use chunks::{Chunk, RunChunks};
pub use column::{About, Column, Family, Holds, Interval, Value};
pub use contests::{Contest, ContestTally};
pub use database::{Columns, Database, QueryError};
pub use digest::{Digest, Sha256};
pub use error::TableError;
pub use examples::{Example, Firsts};
pub use frame::{Builder, Frame, Row};
pub use keys::{AgentKey, CellKey, VariantKey, overlay};
pub use outcome_columns::check_outcomes;
pub use outcomes::OutcomeCounts;
pub use page::{TABLES, json, page};
pub use provenance::{LABEL, Provenance, comments};
pub use results::{GameResult, results};
pub use rulesets::{Confirmation, FoundRuleSet, QuantityAbout, RuleSearchResult};
pub use run_stats::{DamagedChunk, RunStats};
pub use speeds::{AgentSpeed, Speed};
pub use squares::{CellSquares, SquareCount};
pub use sum::Sum;
