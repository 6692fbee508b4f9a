//! `petteia verify`: games of a run, played again.

use std::io::{Write, stdout};

use petteia_simulator::run::verify as verify_run;

use super::{Failure, check_run, shown};
use crate::cli::VerifyArgs;

pub fn verify(args: &VerifyArgs) -> Result<(), Failure> {
    check_run(&args.run)?;
    let found = verify_run(&args.run, args.games, args.seed)?;
    let mut output = stdout().lock();
    for differs in &found.different {
        writeln!(output, "{}", shown(differs))?;
    }
    if found.not_repeatable > 0 {
        let why = "were skipped: an agent has a time budget and plays differently each time, or is a program, which no run folder may start";
        writeln!(output, "{} games {why}", found.not_repeatable)?;
    }
    writeln!(output, "{} games are the same; {} chunks are as they were written", found.same, found.chunks)?;
    match found.different.len() {
        0 if found.same + found.not_repeatable == 0 => Err(Failure::failed("the run has no games yet")),
        0 => Ok(()),
        different => Err(Failure::failed(format!("{different} differences, see above"))),
    }
}
