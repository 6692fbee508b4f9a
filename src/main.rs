//! `petteia`: a rules-balance laboratory for ancient board games.

use std::process::ExitCode;

fn main() -> ExitCode {
    petteia::main()
}
