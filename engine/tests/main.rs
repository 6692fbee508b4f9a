//! Tests of the rules, in one program, so that code that is generic over the shape of the board is compiled only once.

mod against_reference;
mod all_cases;
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
