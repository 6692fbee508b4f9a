//! The jobs of a run: tasks that play a shard each, and one that reports when they have ended.

use petteia_simulator::experiment::{ExperimentConfig, Plan};
use petteia_simulator::run::manifest;
use petteia_simulator::search::RuleSearch;
use petteia_simulator::store::Manifest;
use petteia_simulator::{FileKind, Source, file_kind};

use crate::cli::SubmitArgs;
use crate::commands::{Failure, quoted, refuse_proofs};

/// What is to be played.
pub struct Work {
    pub name: String,
    /// The text of the file.
    pub text: String,
    pub manifest: Manifest,
    is_search: bool,
    /// The arguments of a command without shards that are not in the file.
    more: String,
}

impl Work {
    pub fn of(args: &SubmitArgs) -> Result<Self, Failure> {
        let given = [("games", args.games), ("seed", args.seed)];
        let given = given.into_iter().filter_map(|(name, value)| value.map(|value| format!(" --{name} {value}")));
        let more: String = given.collect();
        if file_kind(&args.file) == FileKind::Search {
            let asked = Source::read(&args.file).and_then(RuleSearch::read).map_err(Failure::input)?;
            if !more.is_empty() {
                let why =
                    format!("{} is for experiments; a search has its own in its file: change it there", more.trim());
                return Err(Failure::input(why));
            }
            refuse_proofs(&asked)?;
            let manifest = asked.manifest();
            return Ok(Work { name: asked.name, text: asked.text, manifest, is_search: true, more });
        }
        let experiment = Source::read(&args.file).and_then(ExperimentConfig::read).map_err(Failure::input)?;
        let plan = Plan::new(&experiment, args.games, args.seed).map_err(Failure::input)?;
        let manifest = manifest(&experiment, &plan, args.games, args.seed);
        Ok(Work { name: plan.name, text: experiment.text().to_owned(), manifest, is_search: false, more })
    }
}

/// The jobs as commands for a shell, in which all paths are those of the machines that play.
pub struct Jobs<'a> {
    pub work: &'a Work,
    /// The number of tasks, each of which plays one shard.
    pub tasks: u32,
    /// The program, its file, and the folder of the run.
    pub program: &'a str,
    pub file: &'a str,
    pub run: &'a str,
}

impl Jobs<'_> {
    /// Returns the command of a task. `number` is how the shell writes that of the task, from 1 on, and `threads` that of its
    /// processors. A task that is run again resumes its shard.
    pub fn task(&self, number: &str, threads: &str) -> String {
        let [program, file, run] = [self.program, self.file, self.run].map(quoted);
        let (command, more) = (if self.work.is_search { "search" } else { "run" }, &self.work.more);
        let shard = format!("--shard {number}/{}", self.tasks);
        format!("{program} {command} {file} --out {run} {shard} --threads {threads} --quiet{more}")
    }

    /// Returns the command of the job after the tasks. Games of a search that its tasks have lost are played there.
    pub fn report(&self, threads: &str) -> String {
        let [program, file, run] = [self.program, self.file, self.run].map(quoted);
        let command =
            if self.work.is_search { format!("search {file} --out {run} --quiet") } else { format!("merge {run}") };
        format!("{program} {command} --threads {threads}")
    }
}

/// A file that the jobs are made of, and its text.
pub type Script = (&'static str, String);
