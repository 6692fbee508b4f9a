//! Tests of proofs, in one program, so that code that is generic over the shape of the board is compiled only once.

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
