//! Snakemake: a rule for the tasks, and one for the report.

use std::ffi::OsStr;
use std::path::Path;
use std::{fs, io};

use super::jobs::{Jobs, Script};
use super::line;
use crate::commands::Failure;

const SNAKEFILE: &str = "Snakefile";
pub const FILES: [&str; 1] = [SNAKEFILE];

/// Whether a file says that a job is done.
pub fn is_mark(name: &str) -> bool {
    name == "report.done" || name.strip_prefix("shard-").is_some_and(|rest| rest.ends_with(".done"))
}

/// Refuses paths that rules cannot hold.
pub fn check(jobs: &Jobs) -> Result<(), Failure> {
    match [jobs.run, jobs.program].into_iter().find(|path| path.contains(['{', '}'])) {
        Some(path) => Err(Failure::input(format!(
            "Snakemake reads braces as wildcards, and `{path}` has some; choose another --out"
        ))),
        None => Ok(()),
    }
}

/// Deletes the marks, which would keep Snakemake from playing what is missing.
pub fn forget_marks(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().and_then(OsStr::to_str).is_some_and(is_mark) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// The marks of jobs that are done are empty files, since Snakemake deletes what a failed job says it writes: a run must keep
/// its games.
pub fn scripts(jobs: &Jobs, folder: &str) -> Vec<Script> {
    let task = string(&jobs.task("{wildcards.k}", "{threads}"));
    let report = string(&jobs.report("{threads}"));
    let [shard_done, report_done] = ["shard-{k}.done", "report.done"].map(|name| string(&format!("{folder}/{name}")));
    let text = format!(
        "rule report:\n    input: expand({shard_done}, k=range(1, {tasks} + 1))\n    output: touch({report_done})\n    \
         shell: {report}\n\n\
         rule shard:\n    output: touch({shard_done})\n    shell: {task}\n",
        tasks = jobs.tasks,
    );
    vec![(SNAKEFILE, text)]
}

pub fn commands(folder: &str, options: &[String]) -> Vec<String> {
    let own = ["snakemake".into(), "--snakefile".into(), format!("{folder}/{SNAKEFILE}")];
    let cores = if options.is_empty() { vec!["--cores".into(), "all".into()] } else { options.to_vec() };
    vec![line(&[&own[..], &cores].concat())]
}

/// Returns a text as Python reads it.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
