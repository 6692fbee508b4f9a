//! Kubernetes: an Indexed Job, and a job after it. They bring the file with them and play on a volume of the cluster.

use serde_json::{Value, json};

use super::files::{REPORT, TASKS};
use super::jobs::{Jobs, Script, Work};
use super::line;
use crate::cli::SubmitArgs;

/// Where the containers have the file and the runs.
const FILE: &str = "/petteia/experiment.toml";
const RUNS: &str = "/runs";

/// The most characters of the name of a job that leave room for those of its pods.
const MOST_NAME: usize = 30;

/// How often a task may fail.
const RETRIES: u32 = 6;

pub fn scripts(work: &Work, args: &SubmitArgs) -> Vec<Script> {
    let tasks = args.array;
    let (name, run) = (job_name(work), format!("{RUNS}/{}", work.name));
    let jobs = Jobs { work, tasks, program: "petteia", file: FILE, run: &run };
    let file = json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": { "name": name },
        "data": { "experiment.toml": work.text },
    });
    let task = jobs.task("$((JOB_COMPLETION_INDEX + 1))", "1");
    let spec = json!({
        "completionMode": "Indexed",
        "completions": tasks,
        "parallelism": tasks,
        "backoffLimit": RETRIES.saturating_mul(tasks),
        "template": pod(&name, &task, args),
    });
    let report_name = format!("{name}-report");
    let report = json!({ "backoffLimit": RETRIES, "template": pod(&name, &jobs.report("1"), args) });
    let list = json!({ "apiVersion": "v1", "kind": "List", "items": [file, job(&name, &spec)] });
    [(TASKS, list), (REPORT, job(&report_name, &report))].map(|(file, value)| (file, format!("{value:#}\n"))).into()
}

pub fn commands(work: &Work, folder: &str, options: &[String]) -> Vec<String> {
    let name = format!("job/{}", job_name(work));
    let kubectl = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        line(&[&["kubectl".into()], options, &words].concat())
    };
    vec![
        // A job that has ended cannot be changed or run again.
        kubectl(&["delete", "--ignore-not-found", &name, &format!("{name}-report")]),
        kubectl(&["apply", "--filename", &format!("{folder}/{TASKS}")]),
        kubectl(&["wait", "--for=condition=complete", "--timeout=-1s", &name]),
        kubectl(&["apply", "--filename", &format!("{folder}/{REPORT}")]),
    ]
}

fn job(name: &str, spec: &Value) -> Value {
    json!({ "apiVersion": "batch/v1", "kind": "Job", "metadata": { "name": name }, "spec": spec })
}

/// A pod that runs a command of the shell.
fn pod(file: &str, command: &str, args: &SubmitArgs) -> Value {
    json!({ "spec": {
        "restartPolicy": "OnFailure",
        "containers": [{
            "name": "petteia",
            "image": args.image,
            "command": ["sh", "-c", format!("exec {command}")],
            "resources": { "requests": { "cpu": "1" } },
            "volumeMounts": [{ "name": "file", "mountPath": "/petteia" }, { "name": "runs", "mountPath": RUNS }],
        }],
        "volumes": [
            { "name": "file", "configMap": { "name": file } },
            { "name": "runs", "persistentVolumeClaim": { "claimName": args.claim } },
        ],
    } })
}

/// A name as Kubernetes allows it: lower-case letters, digits and hyphens. It ends with the beginning of the SHA-256 of the
/// question, since different runs may have names that are alike.
fn job_name(work: &Work) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = work.name.chars().map(plain).take(MOST_NAME).collect();
    format!("petteia-{}-{}", name.trim_matches('-'), &work.manifest.question_sha256[..8])
}
