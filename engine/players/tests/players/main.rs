//! Tests of the players: agents against the truth, records, and the logic of sessions.

mod agents;
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

/// Whether the random tests take all the cases that they know: `PETTEIA_TESTS=all`, as `make test-all` does.
fn all_cases() -> bool {
    std::env::var("PETTEIA_TESTS").is_ok_and(|cases| cases == "all")
}
