//! Tests of proofs, in one program, so that code that is generic over the shape of the board is compiled only once.

#[path = "../../tests/all_cases.rs"]
mod all_cases;
mod chances;
mod endgame;
mod forced;
mod fortresses;
mod leaders;
#[path = "../../tests/random/mod.rs"]
mod random;
mod smallest;
mod support;
mod swarm;
