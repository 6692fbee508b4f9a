//! `petteia match` with --doublings: how many doublings of a budget still gain points.

use std::io::{Write, stdout};

use petteia_reports::depth::{depth_frame, depth_text};
use petteia_reports::report_depth;
use petteia_simulator::contest::ContestScheduler;
use petteia_simulator::program::origin;
use petteia_simulator::scheduler::cells_frame;
use petteia_tables::Frame;
use serde::Serialize;

use super::{GAMES_OF_EACH, pairs};
use crate::cli::MatchArgs;
use crate::commands::json::{files as file_names, print_json};
use crate::commands::session::{Session, lock_for_report};
use crate::commands::{Failure, folded, table_style, variant};

pub fn doublings(args: &MatchArgs, doublings: u32) -> Result<(), Failure> {
    let agent = &args.a;
    let variant = variant(&args.game)?;
    let (start, pairs) = ((args.start.seed, args.start.opening.into()), pairs(args, GAMES_OF_EACH)?);
    let plan = ContestScheduler::of_doublings(&variant, agent, doublings, pairs, start).map_err(Failure::input)?;
    let (session, out) = (Session::new(args.effort), args.out.as_deref());
    let answer = |tallies: &_| Ok((plan.doublings(tallies)?, cells_frame(&plan, tallies)));
    let (played, cells) = session.ask(&plan, plan.manifest(), out, answer)?;
    let files = out.map(|folder| {
        let _lock = lock_for_report(folder)?;
        let what = format!(
            "{agent} doubled {doublings} times, {}, {pairs} pairs, openings of {}",
            variant.text(),
            args.start.opening
        );
        let origin = origin([("doublings", what), ("seed", args.start.seed.to_string())]);
        cells.write(folder, "cells", &origin).map_err(Failure::failed)?;
        report_depth(folder, &played, &origin).map_err(Failure::failed)
    });
    let files = files.transpose()?.unwrap_or_default();
    if args.format.json {
        let depth = played.depth();
        return print_json(&DoublingsJson {
            at_least: depth.at_least,
            at_most: depth.at_most,
            goes_on: depth.goes_on,
            matches: depth_frame(&played),
            files: file_names(&files),
        });
    }
    let mut output = stdout().lock();
    write!(output, "{}", folded(&depth_text(&played, table_style())))?;
    files.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

#[derive(Serialize)]
struct DoublingsJson {
    at_least: usize,
    at_most: usize,
    goes_on: bool,
    matches: Frame,
    files: Vec<String>,
}
