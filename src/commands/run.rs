//! `petteia run`: plays what a file asks, and reports it.

use std::path::Path;

use indicatif::HumanDuration;
use petteia_simulator::experiment::{ExperimentConfig, ExperimentScheduler, Plan, Proofs};
use petteia_simulator::run::{Status, Survey, manifest};
use petteia_simulator::runner::{RunEnd, RunResult};
use petteia_simulator::store::Manifest;
use petteia_simulator::{Form, Source};
use petteia_tables::RunStats;

use super::dry_run::{CellGames, dry_run};
use super::run_report::{ReportOptions, write_report};
use super::session::{Session, folder, session, shard_done};
use super::status::print_status_json;
use super::{Failure, exam, tournament, verdicts, warn};
use crate::cli::RunArgs;

/// Plays an experiment of any form.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let experiment = Source::read(&args.file).and_then(ExperimentConfig::read).map_err(Failure::input)?;
    let plan = Plan::new(&experiment, args.games, args.seed).map_err(Failure::input)?;
    plan.check_programs(&experiment).map_err(Failure::input)?;
    let proofs = experiment.proofs().map_err(Failure::input)?.filter(|_| !args.no_proofs);
    let (session, out) = (session(&args.playing, args.shard)?, folder(&args.playing, &plan.name));
    for (variant, earlier) in plan.same_games() {
        warn(&format!("`{variant}` is the same game as `{earlier}`; its results repeat under another name"));
    }
    let manifest = manifest(&experiment, &plan, args.games, args.seed);
    if args.playing.dry_run {
        let wanted: Vec<CellGames> = plan.cells.iter().map(|planned| (&planned.cell, planned.games)).collect();
        return dry_run(&wanted, &manifest, &out, &args.playing, &notes(&plan));
    }
    match plan.form {
        Form::Games => games(args, &plan, proofs, &session, manifest, &out),
        Form::Pairs => tournament::run(args, &plan, &session, manifest, &out),
        Form::Placements => exam::run(args, &plan, &session, manifest, &out),
    }
}

/// Plays the games of an experiment, reports them when nothing is left to play, and proves what its file asks.
fn games(
    args: &RunArgs,
    plan: &Plan,
    proofs: Option<Proofs>,
    session: &Session,
    manifest: Manifest,
    out: &Path,
) -> Result<(), Failure> {
    if let Some(proofs) = &proofs
        && session.shard.is_none()
    {
        verdicts::check(args, proofs)?;
    }
    let Some((status, stats)) = play(session, plan, manifest, out)? else { return shard_done(out) };
    session.show("summary and figures …");
    let options = ReportOptions { is_printed: !args.playing.format.json, ..ReportOptions::new(args.playing.effort) };
    write_report(out, &status, &stats, &options)?;
    if let Some(proofs) = proofs {
        verdicts::prove(args, out, &status, &stats, &proofs)?;
    }
    if args.playing.format.json { print_status_json(out, &status) } else { Ok(()) }
}

/// What a list of the cells of a plan does not say.
fn notes(plan: &Plan) -> Vec<String> {
    let rules = plan.cells.iter().filter(|planned| planned.stop.is_some()).count();
    let mut notes = Vec::new();
    if rules > 0 {
        notes.push(format!("A stopping rule may end {rules} of the cells earlier."));
    }
    notes.extend(plan.budget.map(|budget| format!("The run ends after {} at the latest.", HumanDuration(budget))));
    notes.extend(plan.left_out.iter().map(|left_out| format!("Left out: {} ({})", left_out.name, left_out.reason)));
    notes
}

/// Plays what is left of a plan, and returns what the run has then and the counts of its games; `None` for a shard.
fn play(session: &Session, plan: &Plan, manifest: Manifest, out: &Path) -> Result<Option<(Status, RunStats)>, Failure> {
    session.show(&format!("{}: {} cells, {} games -> {}", plan.name, plan.cells.len(), plan.games(), out.display()));
    let scheduler = ExperimentScheduler::new(plan);
    let store = session.open(out, manifest.clone())?;
    let mut survey = Survey::new(&scheduler);
    let RunResult { end, catalog, index, .. } =
        session.play_checked(&scheduler, &store, &session.options()?, &mut survey)?;
    if end == RunEnd::ShardDone {
        return Ok(None);
    }
    if end == RunEnd::OutOfTime {
        session.say("the time budget is used up before all games are played; to play more, raise `budget`");
    }
    // Nobody is at work here any more.
    drop(store);
    let status = Status::of(out, manifest, &scheduler, &index, &catalog)?;
    Ok(Some((status, survey.into_stats())))
}
