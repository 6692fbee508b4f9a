//! HTCondor: a cluster of tasks and a job after it, ordered by DAGMan.

use super::jobs::{Jobs, Script};
use super::line;
use crate::commands::quoted;

const TASKS: &str = "tasks.sub";
const REPORT: &str = "report.sub";
const GRAPH: &str = "petteia.dag";
pub const FILES: [&str; 5] = [TASKS, REPORT, GRAPH, "task.sh", "report.sh"];

/// The processors that HTCondor gives to a task.
const THREADS: &str = "\"${OMP_NUM_THREADS:-1}\"";

/// Whether a file is a log of a job or of DAGMan.
pub fn is_log(name: &str) -> bool {
    let is_output = [".out", ".err", ".log"].iter().any(|end| name.ends_with(end));
    name.starts_with("petteia.dag.") || (is_output && (name.starts_with("task") || name.starts_with("report")))
}

/// `here` is the folder in which the jobs run: files that an experiment names are relative to it.
pub fn scripts(jobs: &Jobs, folder: &str, here: &str) -> Vec<Script> {
    // Nothing in a path is a macro.
    let [folder, here] = [folder, here].map(|path| path.replace('$', "$(DOLLAR)"));
    let quoted = folder.replace('\'', "''").replace('"', "\"\"");
    // The description of jobs that a shell runs. All machines have the folder.
    let submission = |script: &str, log: &str, more: &str, argument: &str, jobs: u32| {
        format!(
            "universe = vanilla\nexecutable = /bin/sh\ntransfer_executable = false\nshould_transfer_files = NO\n\
             initialdir = {here}\n{more}arguments = \"'{quoted}/{script}.sh'{argument}\"\n\
             output = {folder}/{log}.out\nerror = {folder}/{log}.err\nlog = {folder}/{script}.log\n\
             request_cpus = 1\nmax_retries = 3\nqueue {jobs}\n"
        )
    };
    let task = jobs.task("\"$1\"", THREADS);
    vec![
        (TASKS, submission("task", "task-$(Process)", "shard = $(Process) + 1\n", " $INT(shard)", jobs.tasks)),
        (REPORT, submission("report", "report", "", "", 1)),
        (GRAPH, format!("JOB tasks {TASKS}\nJOB report {REPORT}\nPARENT tasks CHILD report\n")),
        ("task.sh", format!("exec {task}\n")),
        ("report.sh", format!("exec {}\n", jobs.report(THREADS))),
    ]
}

pub fn commands(folder: &str, options: &[String]) -> Vec<String> {
    let words = [&["condor_submit_dag".into(), "-f".into()], options, &[GRAPH.into()]].concat();
    vec![format!("cd {}", quoted(folder)), line(&words)]
}
