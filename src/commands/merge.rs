//! `petteia merge`: the tables and figures of a run whose shards are played.

use petteia_simulator::run::{SAMPLE, merge as merge_run};

use super::report::{ReportOptions, write_report};
use super::{Failure, check_run, failure, warn};
use crate::cli::MergeArgs;

pub fn merge(args: &MergeArgs) -> Result<(), Failure> {
    check_run(&args.run)?;
    let threads = args.effort.threads();
    merge_run(&args.run, threads, &warn).map_err(failure)?;
    write_report(
        &args.run,
        &ReportOptions { sample: SAMPLE, page: true, play: None, untitled: false, quiet: args.effort.quiet, threads },
    )
}
