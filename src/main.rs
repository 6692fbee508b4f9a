//! `petteia`: a rules-balance laboratory for ancient board games.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(petteia::program(std::env::args_os().collect()))
}
