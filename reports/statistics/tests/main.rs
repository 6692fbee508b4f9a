//! Tests of the statistics.

#[path = "../../../engine/tests/all_cases.rs"]
mod all_cases;
mod balance;
mod identification;
mod importance;
mod ratings;
mod statistics;
