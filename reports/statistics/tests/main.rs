//! Tests of the statistics.

mod balance;
mod identification;
mod importance;
mod ratings;
mod statistics;
