//! The names of the scripts and logs of jobs.

use std::ffi::OsStr;
use std::path::Path;

use clap::ValueEnum;

use crate::cli::BatchSystem;

/// The copy of the file: the tasks must play what was submitted, even if the file changes later.
pub const COPY: &str = "experiment.toml";

/// The scripts of Slurm: the tasks, and the job after them.
pub const ARRAY: &str = "array.sh";
pub const MERGE: &str = "merge.sh";

/// The manifests of Kubernetes: the tasks, and the job after them.
pub const TASKS: &str = "tasks.json";
pub const REPORT: &str = "report.json";

/// Whether a file, by its path in the folder of a run, is a script or log of its jobs.
pub fn is_of_submit(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let folder = path.parent().and_then(Path::to_str).unwrap_or_default();
    match BatchSystem::from_str(folder, false) {
        Ok(BatchSystem::Slurm) => [COPY, ARRAY, MERGE].contains(&name) || is_slurm_log(name),
        Ok(BatchSystem::Kubernetes) => [COPY, TASKS, REPORT].contains(&name),
        Err(_) => false,
    }
}

fn is_slurm_log(name: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let log = name.strip_suffix(".log").unwrap_or_default();
    let is_task = log.strip_prefix("task-").and_then(|task| task.split_once('_'));
    is_task.is_some_and(|(job, task)| number(job) && number(task)) || log.strip_prefix("merge-").is_some_and(number)
}
