//! Tests of the statistics.

mod balance;
mod identification;
mod importance;
mod ratings;
mod statistics;

/// Whether the random tests take all the cases that they know: `PETTEIA_TESTS=all`, as `make test-all` does.
fn all_cases() -> bool {
    std::env::var("PETTEIA_TESTS").is_ok_and(|cases| cases == "all")
}
