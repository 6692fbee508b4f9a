//! `petteia handicap`: what makes a game even.

use std::io::{Write, stdout};

use petteia_reports::fair::{handicap_frame, handicap_text, openings_frame, openings_text};
use petteia_reports::{report_handicap, report_openings};
use petteia_simulator::fair::{HandicapScheduler, Openings, SelfPlay};
use petteia_simulator::program::origin;
use petteia_simulator::scheduler::cells_frame;
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
    let (text, matches, files) = if args.openings {
        let plan = Openings::new(play, args.games).map_err(Failure::input)?;
        let answer = |tallies: &_| Ok((plan.answer(tallies)?, cells_frame(&plan.scheduler(), tallies)));
        let (first, cells) = session.ask(&plan.scheduler(), plan.manifest(), out, answer)?;
        let _lock = lock()?;
        let write = |folder| {
            cells.write(folder, "cells", &origin)?;
            report_openings(folder, &first, &origin)
        };
        (openings_text(&first, table_style()), openings_frame(&first), out.map(write).transpose())
    } else {
        let question = HandicapScheduler::new(play, args.games, args.most).map_err(Failure::input)?;
        let answer = |tallies: &_| Ok((question.answer(tallies)?, cells_frame(&question, tallies)));
        let (handicap, cells) = session.ask(&question, question.manifest(), out, answer)?;
        let _lock = lock()?;
        let write = |folder| {
            cells.write(folder, "cells", &origin)?;
            report_handicap(folder, &handicap, &origin)
        };
        (handicap_text(&handicap, table_style()), handicap_frame(&handicap), out.map(write).transpose())
    };
    let files = files.map_err(Failure::failed)?.unwrap_or_default();
    if args.format.json {
        return print_json(&HandicapJson { matches, files: file_names(&files) });
    }
    let mut output = stdout().lock();
    write!(output, "{}", folded(&text))?;
    files.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

#[derive(Serialize)]
struct HandicapJson {
    matches: Frame,
    files: Vec<String>,
}
