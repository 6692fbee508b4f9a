//! The module `petteia._native`: the engine, the players, the proofs and the program for Python.
//!
//! Python code in `petteia/` adds what is easier there: tables and progress bars. `petteia/_native.pyi` has the types
//! of everything here.

mod agents;
mod arrow;
mod background;
mod batches;
mod errors;
mod game;
mod numbers;
mod play;
mod proofs;
mod rules;
mod runs;
mod statistics;
mod whole;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        agents::agents,
        batches::Batched,
        errors::{AgentError, Error, MoveError, PositionError, ProofError, RulesError, RunError},
        game::{Game, Outcome},
        play::{Games, play},
        proofs::{Endgame, endgame, fortress, proved_draw, smallest_fortress},
        rules::{Rules, games},
        runs::{checked_parts, execute, main, manifest, play_remote_job},
        statistics::{compare, elo, mean, median, tango, wilson},
    };
}
