#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod check;
pub mod endgame;
pub mod force;
pub mod fortress;
pub mod theorems;
