//! `petteia submit`: a run as a Slurm job array, and a job after it that reports what the tasks have played.

use std::ffi::OsStr;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::Command;

use petteia_files::{make_folder, write_whole};
use petteia_reports::is_output;
use petteia_simulator::experiment::{Experiment, Plan};
use petteia_simulator::run::manifest;
use petteia_simulator::search::RuleSearch;
use petteia_simulator::store::{Manifest, Store};
use petteia_simulator::{FileKind, file_kind};

use super::Failure;
use super::failure;
use super::quoted::quoted;
use super::refuse_proofs;
use crate::cli::SubmitArgs;
use crate::host::program_path;

/// The names of the files that the jobs are made of.
const COPY: &str = "experiment.toml";
const ARRAY: &str = "array.sh";
const MERGE: &str = "merge.sh";

/// What the jobs play.
struct Work {
    name: String,
    text: String,
    manifest: Manifest,
    is_search: bool,
    /// The arguments of a command without shards that are not in the file.
    more: String,
}

impl Work {
    fn of(args: &SubmitArgs) -> Result<Self, Failure> {
        let given = [("games", args.games), ("seed", args.seed)];
        let given = given.into_iter().filter_map(|(name, value)| value.map(|value| format!(" --{name} {value}")));
        let more: String = given.collect();
        if file_kind(&args.file) == FileKind::Search {
            let asked = RuleSearch::read(&args.file).map_err(Failure::input)?;
            if !more.is_empty() {
                let why =
                    format!("{} is for experiments; a search has its own in its file: change it there", more.trim());
                return Err(Failure::input(why));
            }
            refuse_proofs(&asked)?;
            let manifest = asked.manifest();
            return Ok(Work { name: asked.name, text: asked.text, manifest, is_search: true, more });
        }
        let experiment = Experiment::read(&args.file).map_err(Failure::input)?;
        let plan = Plan::new(&experiment, args.games, args.seed).map_err(Failure::input)?;
        let manifest = manifest(&experiment, &plan, args.games, args.seed);
        Ok(Work { name: plan.name, text: experiment.text().to_owned(), manifest, is_search: false, more })
    }
}

pub fn submit(args: &SubmitArgs) -> Result<(), Failure> {
    let work = Work::of(args)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&work.name));
    plain("--out", out.as_os_str())?;
    args.options.iter().try_for_each(|option| plain("an option for sbatch", option.as_ref()).map(drop))?;
    let program = program()?;
    Store::open(&out, work.manifest.clone(), None, &is_output).map_err(failure)?;
    let out = absolute(&out)?;
    let folder = out.join("slurm");
    make_folder(&folder).map_err(Failure::failed)?;
    // The tasks must play what was submitted, even if the file changes later.
    let copy = folder.join(COPY);
    let (array, merge) = (folder.join(ARRAY), folder.join(MERGE));
    let text = |path: &Path| plain("a file of the run", path.as_os_str());
    let (run, copy_text, array_text, merge_text) = (text(&out)?, text(&copy)?, text(&array)?, text(&merge)?);
    for (path, text) in [
        (&copy, work.text.clone()),
        (&array, array_script(&work, args.array, &program, &copy_text, &run)),
        (&merge, merge_script(&work, &program, &copy_text, &run)),
    ] {
        write_whole(path, "submit", text.as_bytes()).map_err(Failure::failed)?;
    }
    let mut output = stdout().lock();
    let options = &args.options;
    // An argument is not read as a line of a script is. `%` begins a pattern there.
    let log = |name: &str| format!("--output={}/slurm/{name}", run.replace('%', "%%"));
    let array_words = {
        let own = ["--parsable".into(), format!("--array=1-{}", args.array), log("task-%A_%a.log")];
        [&own[..], &options[..], &[array_text]].concat()
    };
    let merge_words = |job: &str| {
        let own = ["--parsable".into(), format!("--dependency=afterany:{job}"), log("merge-%j.log")];
        [&own[..], &options[..], std::slice::from_ref(&merge_text)].concat()
    };
    if args.dry_run {
        writeln!(output, "{}\n{}", command_line(&array_words), command_line(&merge_words("JOB")))?;
        return Ok(());
    }
    let job = sbatch(&array_words)?;
    let last = sbatch(&merge_words(&job))?;
    writeln!(output, "job {job}: {} tasks; job {last}: reports when they have ended", args.array)?;
    writeln!(output, "logs: {}", folder.display())?;
    writeln!(output, "progress: petteia status {}", quoted(&run))?;
    Ok(writeln!(output, "if tasks are lost, submit again: only missing games are played")?)
}

/// Whether a file, by its path in the folder of a run, is a script or log of its jobs.
pub fn is_of_submit(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let log = name.strip_suffix(".log").unwrap_or_default();
    let is_task = log.strip_prefix("task-").and_then(|task| task.split_once('_'));
    let is_log = is_task.is_some_and(|(job, task)| number(job) && number(task))
        || log.strip_prefix("merge-").is_some_and(number);
    path.parent() == Some(Path::new("slurm")) && (is_log || [COPY, ARRAY, MERGE].contains(&name))
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    fs::canonicalize(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// Returns a text if scripts and command lines can hold it.
fn plain(what: &str, text: &OsStr) -> Result<String, Failure> {
    let whole = text.to_str().filter(|text| !text.contains(char::is_control));
    let problem = || format!("{what} is `{}`; use no control characters, and only UTF-8", text.to_string_lossy());
    whole.map(str::to_owned).ok_or_else(|| Failure::input(problem()))
}

fn command_line(words: &[String]) -> String {
    format!("sbatch {}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
}

/// Returns the path of this program, for the machines that will run it.
fn program() -> Result<String, Failure> {
    let path = program_path().map_err(|error| Failure::failed(format!("cannot find the path of petteia: {error}")))?;
    Ok(quoted(&plain("the path of petteia", path.as_os_str())?))
}

/// One task plays one shard. A task that is run again resumes its shard.
fn array_script(work: &Work, tasks: u32, program: &str, file: &str, out: &str) -> String {
    let (file, folder, more) = (quoted(file), quoted(out), &work.more);
    let command = if work.is_search { "search" } else { "run" };
    format!(
        "#!/bin/sh\n#SBATCH --job-name=petteia\n#SBATCH --requeue\n\
         exec {program} {command} {file} --out {folder} --shard \"$SLURM_ARRAY_TASK_ID/{tasks}\" \
         --threads \"${{SLURM_CPUS_PER_TASK:-1}}\" --quiet{more}\n"
    )
}

/// The job after the array. Games of a search that its tasks have lost are played there.
fn merge_script(work: &Work, program: &str, file: &str, out: &str) -> String {
    let (name, folder) = (&work.name, quoted(out));
    let last = if work.is_search {
        format!("search {} --out {folder} --quiet", quoted(file))
    } else {
        format!("merge {folder}")
    };
    format!(
        "#!/bin/sh\n#SBATCH --job-name=petteia-{name}-merge\n\
         exec {program} {last} --threads \"${{SLURM_CPUS_PER_TASK:-1}}\"\n"
    )
}

/// Submits a job and returns its number.
fn sbatch(words: &[String]) -> Result<String, Failure> {
    let output = Command::new("sbatch").args(words).output().map_err(|error| {
        Failure::failed(format!(
            "cannot start `sbatch` ({error}); is this a machine of a Slurm cluster? --dry-run shows the jobs"
        ))
    })?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::failed(format!("`{}` failed: {}", command_line(words), why.trim())));
    }
    // `12` or, where there are several clusters, `12;cluster`.
    let printed = String::from_utf8_lossy(&output.stdout);
    let job = printed.trim().split(';').next().unwrap_or_default();
    if job.is_empty() || !job.chars().all(|c| c.is_ascii_digit()) {
        return Err(Failure::failed(format!("`sbatch` printed `{}` instead of a job number", printed.trim())));
    }
    Ok(job.to_owned())
}
