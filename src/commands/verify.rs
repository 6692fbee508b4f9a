//! `petteia status --verify`: games of a run, played again.

use std::io::{Write, stdout};

use petteia_simulator::run::verify as verify_run;

use super::{Failure, shown};
use crate::cli::StatusArgs;

/// Plays a sample of the games of a run again, and compares.
pub fn verify(args: &StatusArgs) -> Result<(), Failure> {
    let found = verify_run(&args.folder, args.games, args.seed)?;
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
