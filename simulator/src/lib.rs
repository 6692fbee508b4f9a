//! # petteia-simulator
//!
//! Agents, experiments and runs: from an experiment file to Parquet tables. The program `petteia` is a thin
//! layer over this.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod agents;
pub mod board;
pub mod contest;
pub mod endings;
pub mod experiment;
pub mod fit;
pub mod fortress_drawing;
pub mod play;
pub mod record;
pub mod run;
pub mod screen;
pub mod session;
pub mod verdicts;
