//! `petteia verdicts`: play an experiment, prove what can be proved about its variants, and show both side by side.

use std::io::{Write, stdout};
use std::path::Path;

use petteia_files::check_folder;
use petteia_reports::verdicts::{Findings, answers, report_verdicts, verdicts_text};

use petteia_reports::{limits_of, summaries};
use petteia_simulator::SolveProgress;
use petteia_simulator::experiment::{Experiment, Plan, Proofs};
use petteia_simulator::run::status as look;
use petteia_simulator::verdicts::Inquiry;

use super::report::lock_report;
use super::solve::bytes;
use super::{Failure, WIDTH, failure, folded, run, table_style, wrapped};
use crate::cli::VerdictsArgs;
use crate::report::known;

pub fn verdicts(args: &VerdictsArgs) -> Result<(), Failure> {
    let experiment = Experiment::read(&args.run.file).map_err(Failure::input)?;
    let proofs = experiment.proofs().map_err(Failure::input)?.ok_or_else(|| no_proofs(&args.run.file))?;
    if args.run.shard.is_some() {
        return Err(Failure::input(
            "verdicts are about a whole run: play its shards with `petteia run --shard`, merge them, and leave out --shard here",
        ));
    }
    if !proofs.endings.is_empty() {
        check_folder(&args.tables, "verdicts").map_err(Failure::failed)?;
    }
    let plan = run::plan(&args.run, &experiment)?;
    run::play_and_report(&args.run, &experiment, &plan)?;
    prove(args, &plan, &proofs)
}

fn no_proofs(file: &Path) -> Failure {
    Failure::input(format!(
        "{}: the table `[proofs]` is missing; add one, such as `[proofs]` with `endings = [\"2v2\", \"3v1\"]`",
        file.display()
    ))
}

fn prove(args: &VerdictsArgs, plan: &Plan, proofs: &Proofs) -> Result<(), Failure> {
    let out = run::folder(&args.run, plan);
    let progress = SolveProgress::new(args.run.effort.quiet);
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.run.effort.threads());
    let pool = threads.build().map_err(Failure::failed)?;
    let status = look(&out).map_err(failure)?;
    let known = known(&status);
    let parts = status.parts;
    let inquiry = Inquiry {
        run: &out,
        plan,
        parts: &parts,
        proofs,
        tables: &args.tables,
        memory: bytes(args.memory),
        watch: &progress,
        begin: &|stage| progress.say(stage),
    };
    let verdicts = pool.install(|| inquiry.verdicts()).map_err(Failure::failed)?;
    progress.finish();
    let _lock = lock_report(&out)?;
    let cells = summaries(&parts, &known).map_err(Failure::failed)?;
    let limits = limits_of(&cells, &known.proved_draws);
    let findings = Findings { verdicts: &verdicts, limits: &limits };
    report_verdicts(&out, findings, &parts.provenance).map_err(Failure::failed)?;
    let mut output = stdout().lock();
    for answer in answers(findings) {
        writeln!(output, "{}\n", wrapped(&answer, WIDTH, ""))?;
    }
    writeln!(output, "{}", folded(&verdicts_text(&verdicts, table_style())))?;
    let [text, table, latex] = ["verdicts.md", "verdicts.csv", "latex/verdicts.tex"].map(|name| out.join(name));
    Ok(writeln!(output, "verdicts: {}  table: {}  LaTeX: {}", text.display(), table.display(), latex.display())?)
}
