//! `petteia`: a rules-balance laboratory for ancient board games.

use std::process::ExitCode;

use petteia::Call;

fn main() -> ExitCode {
    ExitCode::from(petteia::program(Call::new(std::env::args_os().collect())))
}
