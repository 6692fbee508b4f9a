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
mod matches;
mod numbers;
mod play;
mod proofs;
mod rules;
mod runs;
mod statistics;
mod svg;
mod whole;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::agents::agents;
    #[pymodule_export]
    use super::batches::Batched;
    #[pymodule_export]
    use super::errors::{AgentError, Error, MoveError, PositionError, ProofError, RulesError, RunError};
    #[pymodule_export]
    use super::game::{Game, Outcome};
    #[pymodule_export]
    use super::matches::{Match, play_match};
    #[pymodule_export]
    use super::play::{Games, play};
    #[pymodule_export]
    use super::proofs::{Endgame, endgame, fortress, proved_draw, smallest_fortress};
    #[pymodule_export]
    use super::rules::{Rules, games, switches};
    #[pymodule_export]
    use super::runs::{answers_errand, checked_parts, execute, main, manifest, play_errand};
    #[pymodule_export]
    use super::statistics::{Counts, compare, elo, mean, median, tango, wilson};
}
