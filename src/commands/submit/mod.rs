//! `petteia submit`: a run on a cluster, as tasks that play a shard each and a job after them that reports.

pub mod files;
mod jobs;
mod kubernetes;
mod slurm;

use std::ffi::OsStr;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use files::COPY;
use jobs::{Jobs, Script, Work};
use petteia_engine::files::{make_folder, write_whole};
use petteia_simulator::store::Store;

use super::layout::written;
use super::{Failure, quoted};
use crate::cli::{BatchSystem, SubmitArgs, name_of};
use crate::host::program_path;

pub fn submit(args: &SubmitArgs) -> Result<(), Failure> {
    if args.scheduler != BatchSystem::Kubernetes && (args.image.is_some() || args.claim.is_some()) {
        return Err(Failure::input("--image and --claim are for --for kubernetes"));
    }
    let work = Work::of(args)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&work.name));
    plain("--out", out.as_os_str())?;
    args.options.iter().try_for_each(|option| plain("an option", option.as_ref()).map(drop))?;
    let program =
        program_path().map_err(|error| Failure::failed(format!("cannot find the path of petteia: {error}")))?;
    let program = plain("the path of petteia", program.as_os_str())?;
    Store::open(&out, work.manifest.clone(), None, &written)?;
    let run = fs::canonicalize(&out).map_err(|error| Failure::failed(format!("{}: {error}", out.display())))?;
    let run = plain("the folder of the run", run.as_os_str())?;
    let folder = format!("{run}/{}", name_of(&args.scheduler));
    let file = format!("{folder}/{COPY}");
    let jobs = Jobs { work: &work, tasks: args.array, program: &program, file: &file, run: &run };
    let (scripts, commands) = prepared(args, &jobs, &folder);
    make_folder(Path::new(&folder)).map_err(Failure::failed)?;
    for (name, text) in [(COPY, work.text.clone())].into_iter().chain(scripts) {
        write_whole(&Path::new(&folder).join(name), "submit", text.as_bytes()).map_err(Failure::failed)?;
    }
    if args.scheduler == BatchSystem::Slurm && !args.dry_run {
        return slurm::send(&jobs, &folder, &args.options);
    }
    let joined = if args.scheduler == BatchSystem::Slurm { "\n" } else { " &&\n" };
    Ok(writeln!(stdout(), "{}", commands.join(joined))?)
}

/// Returns the scripts of the jobs, and the commands that submit them.
fn prepared(args: &SubmitArgs, jobs: &Jobs, folder: &str) -> (Vec<Script>, Vec<String>) {
    let options = &args.options;
    match args.scheduler {
        BatchSystem::Slurm => (slurm::scripts(jobs), slurm::commands(jobs, folder, options)),
        BatchSystem::Kubernetes => {
            (kubernetes::scripts(jobs.work, args), kubernetes::commands(jobs.work, folder, options))
        }
    }
}

/// Returns a text if scripts and command lines can hold it.
fn plain(what: &str, text: &OsStr) -> Result<String, Failure> {
    let whole = text.to_str().filter(|text| !text.contains(char::is_control));
    let problem = || format!("{what} is `{}`; use no control characters, and only UTF-8", text.to_string_lossy());
    whole.map(str::to_owned).ok_or_else(|| Failure::input(problem()))
}

/// The line of a command.
fn line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}
