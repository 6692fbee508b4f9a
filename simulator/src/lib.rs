#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod contest;
pub mod endings;
pub mod experiment;
pub mod fit;
pub mod fortress_drawing;
pub mod program;
pub mod run;
pub mod verdicts;
