//! Tests of the players: agents against the truth, records, and the logic of sessions.

mod agents;
#[path = "../../../tests/all_cases.rs"]
mod all_cases;
#[path = "../../../tests/blocks.rs"]
mod blocks;
mod endings;
mod exact;
mod external;
mod interleaved;
mod list;
mod matchup;
mod prover;
mod record;
mod session;
mod solver;
mod spec;
mod tactics;
