//! Slurm: a job array, and a job after it.

use std::io::{Write, stdout};
use std::process::Command;

use super::files::{ARRAY, MERGE};
use super::jobs::{Jobs, Script};
use super::line;
use crate::commands::{Failure, quoted};

/// The processors that Slurm gives to a task.
const THREADS: &str = "\"${SLURM_CPUS_PER_TASK:-1}\"";

pub fn scripts(jobs: &Jobs) -> Vec<Script> {
    let task = jobs.task("\"$SLURM_ARRAY_TASK_ID\"", THREADS);
    let (name, report) = (&jobs.work.name, jobs.report(THREADS));
    vec![
        (ARRAY, format!("#!/bin/sh\n#SBATCH --job-name=petteia\n#SBATCH --requeue\nexec {task}\n")),
        (MERGE, format!("#!/bin/sh\n#SBATCH --job-name=petteia-{name}-merge\nexec {report}\n")),
    ]
}

/// The words of a command. `%` begins a pattern in the name of a log; an argument is not read as a line of a script is.
fn words(how: String, log: &str, script: &str, folder: &str, options: &[String]) -> Vec<String> {
    let log = format!("--output={}/{log}", folder.replace('%', "%%"));
    [&["sbatch".into(), "--parsable".into(), how, log], options, &[format!("{folder}/{script}")]].concat()
}

fn array(jobs: &Jobs, folder: &str, options: &[String]) -> Vec<String> {
    words(format!("--array=1-{}", jobs.tasks), "task-%A_%a.log", ARRAY, folder, options)
}

fn report(job: &str, folder: &str, options: &[String]) -> Vec<String> {
    words(format!("--dependency=afterany:{job}"), "merge-%j.log", MERGE, folder, options)
}

pub fn commands(jobs: &Jobs, folder: &str, options: &[String]) -> Vec<String> {
    vec![line(&array(jobs, folder, options)), line(&report("JOB", folder, options))]
}

/// Submits both jobs.
pub fn send(jobs: &Jobs, folder: &str, options: &[String]) -> Result<(), Failure> {
    let job = sbatch(&array(jobs, folder, options))?;
    let last = sbatch(&report(&job, folder, options))?;
    let mut output = stdout().lock();
    writeln!(output, "job {job}: {} tasks; job {last}: reports when they have ended", jobs.tasks)?;
    writeln!(output, "logs: {folder}")?;
    writeln!(output, "progress: petteia status {}", quoted(jobs.run))?;
    Ok(writeln!(output, "if tasks are lost, submit again: only missing games are played")?)
}

/// Submits a job and returns its number.
fn sbatch(words: &[String]) -> Result<String, Failure> {
    let output = Command::new("sbatch").args(&words[1..]).output().map_err(|error| {
        Failure::failed(format!(
            "cannot start `sbatch` ({error}); is this a machine of a Slurm cluster? --dry-run shows the jobs, and other \
             schedulers play shards by `petteia run FILE --shard K/N`"
        ))
    })?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::failed(format!("`{}` failed: {}", line(words), why.trim())));
    }
    // `12` or, where there are several clusters, `12;cluster`.
    let printed = String::from_utf8_lossy(&output.stdout);
    let job = printed.trim().split(';').next().unwrap_or_default();
    if job.is_empty() || !job.chars().all(|c| c.is_ascii_digit()) {
        return Err(Failure::failed(format!("`sbatch` printed `{}` instead of a job number", printed.trim())));
    }
    Ok(job.to_owned())
}
