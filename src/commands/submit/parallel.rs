//! GNU parallel: a line for each task, for one machine or several that it reaches by SSH.

use super::jobs::{Jobs, Script};
use super::line;

const TASKS: &str = "tasks.txt";
pub const FILES: [&str; 1] = [TASKS];

pub fn scripts(jobs: &Jobs) -> Vec<Script> {
    vec![(TASKS, (1..=jobs.tasks).map(|number| jobs.task(&number.to_string(), "1") + "\n").collect())]
}

pub fn commands(jobs: &Jobs, folder: &str, options: &[String]) -> Vec<String> {
    // Other machines play in the same folder as this one: files that an experiment names are relative to it.
    let own = ["parallel".into(), "--workdir".into(), ".".into()];
    let words = [&own[..], options, &["--arg-file".into(), format!("{folder}/{TASKS}")]].concat();
    vec![line(&words), jobs.report("1")]
}
