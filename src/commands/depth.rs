//! `petteia depth`: how many doublings of a budget still gain points.

use std::io::{Write, stdout};

use petteia_reports::depth::{depth_frame, depth_text};
use petteia_reports::report_depth;
use petteia_simulator::contest::DoublingPlan;
use petteia_simulator::program::origin;
use petteia_simulator::scheduler::cells_frame;
use petteia_tables::Frame;
use serde::Serialize;

use super::json::{files as file_names, print_json};
use super::session::{Session, lock_for_report};
use super::{Failure, folded, table_style, variant};
use crate::cli::DepthArgs;

pub fn depth(args: &DepthArgs) -> Result<(), Failure> {
    let agent = &args.agent;
    let variant = variant(&args.game)?;
    let start = (args.start.seed, args.start.opening);
    let plan = DoublingPlan::new(&variant, agent, args.doublings, args.pairs, start).map_err(Failure::input)?;
    let (session, out) = (Session::new(args.effort), args.out.as_deref());
    let answer = |tallies: &_| Ok((plan.answer(tallies)?, cells_frame(&plan.scheduler(), tallies)));
    let (played, cells) = session.ask(&plan.scheduler(), plan.manifest(), out, answer)?;
    let files = out.map(|folder| {
        let _lock = lock_for_report(folder)?;
        let what = format!(
            "{agent} doubled {} times, {}, {} pairs, openings of {}",
            args.doublings,
            variant.text(),
            args.pairs,
            args.start.opening
        );
        let origin = origin([("doublings", what), ("seed", args.start.seed.to_string())]);
        cells.write(folder, "cells", &origin).map_err(Failure::failed)?;
        report_depth(folder, &played, &origin).map_err(Failure::failed)
    });
    let files = files.transpose()?.unwrap_or_default();
    if args.format.json {
        let depth = played.depth();
        return print_json(&DepthJson {
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
struct DepthJson {
    at_least: usize,
    at_most: usize,
    goes_on: bool,
    matches: Frame,
    files: Vec<String>,
}
