//! `petteia`: a rules-balance laboratory for ancient board games.

use std::process::ExitCode;

use petteia::Call;

fn main() -> ExitCode {
    let arguments = std::env::args_os().collect();
    ExitCode::from(petteia::program(Call { arguments, ..Call::default() }))
}
