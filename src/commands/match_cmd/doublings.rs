//! `petteia match` with --doublings: how many doublings of a budget still gain points.

use petteia_reports::depth::{depth_frame, depth_text};
use petteia_reports::report_depth;
use petteia_simulator::contest::ContestScheduler;
use petteia_simulator::program::origin;
use petteia_statistics::Depth;
use petteia_tables::Frame;
use serde::Serialize;

use super::{GAMES_OF_EACH, pairs, played, show, start, written};
use crate::cli::MatchArgs;
use crate::commands::json::{files as file_names, print_json};
use crate::commands::{Failure, table_style, variant};

pub fn doublings(args: &MatchArgs, doublings: u32) -> Result<(), Failure> {
    let agent = &args.a;
    let variant = variant(&args.game)?;
    let pairs = pairs(args, GAMES_OF_EACH)?;
    let question = ContestScheduler::of_doublings(&variant, agent, doublings, pairs, start(args));
    let question = question.map_err(Failure::input)?;
    let (played, cells) = played(args, &question, |tallies| question.doublings(tallies))?;
    let game = variant.text();
    let what = format!("{agent} doubled {doublings} times, {game}, {pairs} pairs, openings of {}", args.start.opening);
    let origin = origin([("doublings", what), ("seed", args.start.seed.to_string())]);
    let files = written(args, &cells, &origin, |folder| report_depth(folder, &played, &origin))?;
    if args.format.json {
        let (depth, matches) = (played.depth(), depth_frame(&played));
        return print_json(&DoublingsJson { depth, matches, files: file_names(&files) });
    }
    show(&depth_text(&played, table_style()), &files)
}

#[derive(Serialize)]
struct DoublingsJson {
    #[serde(flatten)]
    depth: Depth,
    matches: Frame,
    files: Vec<String>,
}
