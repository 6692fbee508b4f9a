//! `petteia search`: which rule sets work.

use std::io::Write;
use std::path::Path;

use petteia_reports::rulesets::{FOLDER, PAGE, ParetoFrontDetails, TEXT, report_search, rulesets_frame, search_text};
use petteia_simulator::Source;
use petteia_simulator::catalog::Catalog;
use petteia_simulator::program::origin;
use petteia_simulator::scheduler::{Scheduler, cells_frame};
use petteia_simulator::search::{RuleSearch, SearchScheduler};
use petteia_simulator::store::StoreIndex;
use petteia_tables::Frame;
use serde::Serialize;

use super::dry_run::{CellGames, dry_run};
use super::json::{files as file_names, print_json};
use super::pareto_front::{Front, Playing, confirmed_front};
use super::session::{folder, lock_for_report, session};
use super::{Failure, bytes, folded, quoted, refuse_proofs, table_style};
use crate::cli::{Effort, SearchArgs};
use crate::host::{Host, HostProgress, output};

/// The most memory of a proof, in GiB.
const MEMORY: f64 = 4.0;

pub fn search(args: &SearchArgs) -> Result<(), Failure> {
    let mut asked = Source::read(&args.file).and_then(RuleSearch::read).map_err(Failure::input)?;
    let (mut session, out) = (session(&args.playing, args.shard)?, folder(&args.playing, &asked.name));
    asked.check_tolerance(&out)?;
    if session.shard.is_some() {
        refuse_proofs(&asked)?;
    }
    if asked.has_proofs() && !args.playing.dry_run {
        // The proofs are kept in the folder, which is made for the whole search.
        drop(session.open(&out, asked.manifest())?);
        session.reset = false;
        prove(&mut asked, &out, args.playing.effort.quiet)?;
    }
    let question = SearchScheduler::new(&asked);
    if args.playing.dry_run {
        let wanted: Vec<CellGames> = question.first_games().collect();
        return dry_run(&wanted, &asked.manifest(), &out, &args.playing, &asked.notes());
    }
    session.show(&format!("{}: {} rule sets -> {}", asked.name, asked.space.rule_sets.len(), out.display()));
    let options = session.options()?;
    if session.reset {
        drop(session.open(&out, asked.manifest())?);
        session.reset = false;
    }
    let playing = Playing { session: &session, options: &options };
    let front = confirmed_front(&question, &out, args.playing.effort, Some(playing), || {
        let store = session.open(&out, asked.manifest())?;
        session.play(&question, &store, &options)?;
        Ok(true)
    })?;
    if session.shard.is_some() {
        let [file, out] = [&args.file, &out].map(|path| quoted(&path.to_string_lossy()));
        let next = format!("this shard is done. When all are done: petteia search {file} --out {out}");
        return Ok(writeln!(output(), "{next}")?);
    }
    write(&question, &front, &out, args.playing.format.json)
}

/// Writes and prints the report of a search.
fn write(question: &SearchScheduler, front: &Front, out: &Path, json: bool) -> Result<(), Failure> {
    let found = question.answer(front.again.as_ref())?;
    let _lock = lock_for_report(out)?;
    let origin = origin([("search", question.asked.text.clone())]);
    let catalog = Catalog::new(out, &StoreIndex::read(out)?, question.cells());
    cells_frame(question, &catalog).write(out, "cells", &origin).map_err(Failure::failed)?;
    let files = report_search(out, &found, &front.details, &origin).map_err(Failure::failed)?;
    if json {
        return print_json(&SearchJson { rulesets: rulesets_frame(&found), files: file_names(&files) });
    }
    let mut output = output();
    // The files name no folder, so that equal searches have equal files.
    let here = ParetoFrontDetails { folder: quoted(&out.to_string_lossy()), ..front.details.clone() };
    write!(output, "{}", folded(&search_text(&found, &here, table_style())))?;
    let files = [("page", PAGE), ("text", TEXT), ("tables", "rulesets.csv"), ("front", FOLDER)];
    let has_front = found.front().next().is_some();
    for (what, name) in files.into_iter().filter(|(_, name)| has_front || *name != FOLDER) {
        writeln!(output, "{what:8}{}", out.join(name).display())?;
    }
    Ok(())
}

/// Returns the search that a folder answers, without what was proved before.
pub fn asked(file: &Path, text: &str, out: &Path) -> Result<RuleSearch, Failure> {
    let mut asked = RuleSearch::read(Source::of(file, text)).map_err(Failure::input)?;
    prove(&mut asked, out, true)?;
    Ok(asked)
}

/// Proves what the search asks, unless it is known.
fn prove(asked: &mut RuleSearch, out: &Path, quiet: bool) -> Result<(), Failure> {
    let watch = HostProgress { progress: &(), stop: &Host::stop_of_current() };
    asked.prove(out, bytes(MEMORY), quiet, &watch).map_err(Failure::failed)
}

/// Reports the search in a folder; returns how many games are still to be played.
pub fn report(asked: &RuleSearch, catalog: &Catalog, out: &Path, effort: Effort) -> Result<u64, Failure> {
    let question = SearchScheduler::new(asked);
    let mut jobs = Vec::new();
    let front = confirmed_front(&question, out, effort, None, || {
        jobs = question.next(catalog)?;
        Ok(jobs.is_empty())
    })?;
    write(&question, &front, out, false)?;
    Ok(jobs.iter().map(|job| job.numbers.end - job.numbers.start).sum())
}

#[derive(Serialize)]
struct SearchJson {
    rulesets: Frame,
    files: Vec<String>,
}
