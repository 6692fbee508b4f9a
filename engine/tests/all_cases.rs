//! How many cases random tests take.

/// Whether the random tests take all the cases that they know: `PETTEIA_TESTS=all`, as `make test-all` does.
pub fn all_cases() -> bool {
    std::env::var("PETTEIA_TESTS").is_ok_and(|cases| cases == "all")
}
