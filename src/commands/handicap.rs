//! `petteia handicap`: what makes a game even.

use std::io::{Write, stdout};

use petteia_reports::fair::{handicap_frame, handicap_text, openings_frame, openings_text};
use petteia_reports::{report_handicap, report_openings};
use petteia_simulator::fair::{HandicapQuestion, Openings, SelfPlay};
use petteia_simulator::program::origin;
use petteia_tables::Frame;
use serde::Serialize;

use super::json::{files as file_names, print_json};
use super::session::{Session, lock_for_report};
use super::{Failure, folded, table_style, variant};
use crate::cli::HandicapArgs;

pub fn handicap(args: &HandicapArgs) -> Result<(), Failure> {
    let agent = &args.agent;
    let variant = variant(&args.game)?;
    let play = SelfPlay::new(&variant, agent, args.start.opening, args.start.seed).map_err(Failure::input)?;
    let (session, out) = (Session::new(args.effort), args.out.as_deref());
    let lock = || out.map(lock_for_report).transpose();
    let what = if args.openings { "after each first decision" } else { "at odds" };
    let what = format!(
        "{agent} against itself {what}, {}, {} games, openings of {}",
        variant.text(),
        args.games,
        args.start.opening
    );
    let origin = origin([("games", what), ("seed", args.start.seed.to_string())]);
    let (text, frames, files) = if args.openings {
        let plan = Openings::new(play, args.games).map_err(Failure::input)?;
        let first = session.ask(&plan.question(), plan.manifest(), out, |tallies| plan.answer(tallies))?;
        let _lock = lock()?;
        let write = |folder| report_openings(folder, &first, &origin);
        let text = openings_text(&first, table_style());
        (text, (None, Some(openings_frame(&first))), out.map(write).transpose())
    } else {
        let question = HandicapQuestion::new(play, args.games, args.most).map_err(Failure::input)?;
        let handicap = session.ask(&question, question.manifest(), out, |tallies| question.answer(tallies))?;
        let _lock = lock()?;
        let write = |folder| report_handicap(folder, &handicap, &origin);
        let text = handicap_text(&handicap, table_style());
        (text, (Some(handicap_frame(&handicap)), None), out.map(write).transpose())
    };
    let files = files.map_err(Failure::failed)?.unwrap_or_default();
    if args.format.json {
        let (handicap, openings) = frames;
        return print_json(&HandicapJson { handicap, openings, files: file_names(&files) });
    }
    let mut output = stdout().lock();
    write!(output, "{}", folded(&text))?;
    files.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

#[derive(Serialize)]
struct HandicapJson {
    handicap: Option<Frame>,
    openings: Option<Frame>,
    files: Vec<String>,
}
