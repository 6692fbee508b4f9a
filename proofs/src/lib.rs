#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod check;
pub mod endgame;
pub mod force;
pub mod fortress;
pub mod theorems;
