//! Proofs beside play: what can be proved about the variants of an experiment that has a table `[proofs]`.

use std::io::Write;
use std::path::Path;

use petteia_engine::files::check_folder;
use petteia_reports::verdicts::{Findings, answers, report_verdicts, verdicts_text};
use petteia_reports::{limits_of, summaries};
use petteia_simulator::SolveProgress;
use petteia_simulator::experiment::Proofs;
use petteia_simulator::run::Status;
use petteia_simulator::verdicts::Inquiry;
use petteia_tables::RunStats;

use super::session::lock_for_report;
use super::{Failure, bytes, folded, hanging, pool, table_style};
use crate::cli::RunArgs;
use crate::host::{Host, HostProgress, output};
use crate::report::run_context;

/// The most memory for a table or a search by default, in GiB.
const MEMORY: f64 = 12.0;

/// Checks before any game is played that the tables can be written.
pub fn check(args: &RunArgs, proofs: &Proofs) -> Result<(), Failure> {
    if proofs.endings.is_empty() { Ok(()) } else { check_folder(&args.tables, "verdicts").map_err(Failure::failed) }
}

/// Proves what the file asks, and reports it.
pub fn prove(args: &RunArgs, out: &Path, status: &Status, stats: &RunStats, proofs: &Proofs) -> Result<(), Failure> {
    let progress = SolveProgress::new(args.playing.effort.quiet);
    let pool = pool(args.playing.effort.threads())?;
    let context = run_context(status);
    let chunks = &status.chunks;
    let inquiry = Inquiry {
        run: out,
        plan: &status.plan,
        chunks,
        stats,
        proofs,
        tables: &args.tables,
        memory: bytes(args.memory.unwrap_or(MEMORY)),
        watch: &HostProgress { progress: &progress, stop: &Host::stop_of_current() },
        begin: &|stage| progress.say(stage),
    };
    let verdicts = pool.install(|| inquiry.verdicts()).map_err(Failure::failed)?;
    progress.finish();
    let _lock = lock_for_report(out)?;
    let cells = summaries(&stats.cells, &context);
    let limits = limits_of(&cells, &context.proved_as_played);
    let findings = Findings { verdicts: &verdicts, limits: &limits };
    report_verdicts(out, findings, &chunks.provenance).map_err(Failure::failed)?;
    if args.playing.format.json {
        return Ok(());
    }
    let mut output = output();
    for answer in answers(findings) {
        writeln!(output, "{}\n", hanging("", &answer))?;
    }
    writeln!(output, "{}", folded(&verdicts_text(&verdicts, table_style())))?;
    let [text, table, latex] = ["verdicts.md", "verdicts.csv", "latex/verdicts.tex"].map(|name| out.join(name));
    Ok(writeln!(output, "verdicts: {}  table: {}  LaTeX: {}", text.display(), table.display(), latex.display())?)
}
