//! Tests of the rules, in one program, so that code that is generic over the shape of the board is compiled only once.

mod against_reference;
mod blocks;
mod cases;
mod counted_positions;
mod data;
mod explain;
mod lanes;
mod play;
mod position_texts;
mod properties;
mod random;
mod reference;
mod reference_data;
mod rules;
mod tafl;

/// Whether the random tests take all the cases that they know: `PETTEIA_TESTS=all`, as `make test-all` does.
fn all_cases() -> bool {
    std::env::var("PETTEIA_TESTS").is_ok_and(|cases| cases == "all")
}
