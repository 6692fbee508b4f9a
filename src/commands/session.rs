//! Plays a question in a folder: what all commands that play in bulk have in common.

use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use petteia_engine::Simd;
use petteia_engine::files::{check_folder, remove_temporaries};
use petteia_players::agents::cache;
use petteia_simulator::catalog::Catalog;
use petteia_simulator::runner::{CheckEachOnce, ChunkCheck, RunEnd, RunOptions, RunResult, run};
use petteia_simulator::scheduler::Scheduler;
use petteia_simulator::store::{
    FORMAT, Lock, LockError, Manifest, RunError, Shard, Store, lock_report, reset, resume_reset,
};
use petteia_simulator::verdicts;

use super::layout::{output_folders, written};
use super::{Failure, quoted, simd, warn, warn_of_failures};
use crate::cli::{Effort, PlayingArgs, ShardArgs};
use crate::host::{Host, output};
use crate::stop::{self, Kept};

/// Where the games of a question are kept.
struct Place {
    folder: PathBuf,
    /// Whether the folder is removed at the end.
    is_temporary: bool,
}

impl Place {
    /// The named folder; otherwise one in the cache, so that the same question goes on where it was. Games that would not
    /// be the same again are not kept.
    fn of(question: &dyn Scheduler, named: Option<&Path>) -> Self {
        match named.map(Path::to_owned).or_else(|| Place::in_cache(question)) {
            Some(folder) => Place { folder, is_temporary: false },
            None => Place::temporary(),
        }
    }

    fn in_cache(question: &dyn Scheduler) -> Option<PathBuf> {
        let is_kept = || question.cells().iter().all(|cell| cell.matchup.is_replayable());
        // Folders of another format stay there for the version that wrote them.
        let folder = cache("games").filter(|_| is_kept())?.join(format!("{FORMAT}-{}", question.cells()[0].id()));
        if let Err(error) = check_folder(&folder, "games") {
            let advice = "to keep them, give a folder with --out or a cache with PETTEIA_CACHE";
            warn(&format!("the games are not kept, because the cache cannot be written: {error}; {advice}"));
            return None;
        }
        Some(folder)
    }

    fn temporary() -> Self {
        Kept::OnlyInFolder.note();
        let folder = std::env::temp_dir().join(format!("petteia-games-{}", std::process::id()));
        Place { folder, is_temporary: true }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.is_temporary {
            // Nobody needs it any more, and the system empties its place for temporary files.
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// How a question is to be played.
#[derive(Clone, Copy)]
pub struct Session {
    pub effort: Effort,
    pub simd: Simd,
    pub shard: Option<Shard>,
    /// Whether to delete first what the folder has.
    pub reset: bool,
}

impl Session {
    /// Plays everything, as fast as this processor can.
    pub fn new(effort: Effort) -> Self {
        Session { effort, simd: Simd::best(), shard: None, reset: false }
    }

    /// Opens the store of a question.
    pub fn open(&self, place: &Path, manifest: Manifest) -> Result<Store, Failure> {
        let begin = if self.reset { reset } else { resume_reset };
        begin(place, &manifest, &written, &warn)?;
        Ok(Store::open(place, manifest, self.shard, &written)?)
    }

    /// Returns the options of the runner, with a flag that the signals to stop set.
    pub fn options(&self) -> Result<RunOptions, Failure> {
        let Session { effort, simd, .. } = *self;
        let (stop, games, executor) = match Host::current() {
            Some(host) => (host.stop, Some(host.games), host.executor),
            None => (stop::flag(), None, None),
        };
        Ok(RunOptions { threads: effort.threads(), quiet: effort.quiet, simd, stop, games, executor })
    }

    /// Plays what is missing of a question, says how many games there were before, and reports players that failed.
    pub fn play(&self, question: &dyn Scheduler, store: &Store, options: &RunOptions) -> Result<RunResult, Failure> {
        self.play_checked(question, store, options, &mut CheckEachOnce::default())
    }

    /// Does the same; `check` makes sure that all chunks are as they were written.
    pub fn play_checked(
        &self,
        question: &dyn Scheduler,
        store: &Store,
        options: &RunOptions,
        check: &mut dyn ChunkCheck,
    ) -> Result<RunResult, Failure> {
        let ended = run(question, store, options, check, &warn)?;
        warn_of_failures(question.cells().iter().flat_map(|cell| cell.agents()));
        if ended.end == RunEnd::Stopped {
            return Err(stop::stopped());
        }
        let reused = match ended.reused {
            0 => String::new(),
            games => format!("; {games} games were there already"),
        };
        self.say(&format!("played {} games{reused}", ended.played));
        Ok(ended)
    }

    /// Plays what is missing of a question, in a folder that is named or else in the cache, and returns what `answer` makes
    /// of the games. A store in the cache that another process uses is left alone.
    pub fn ask<T>(
        &self,
        question: &dyn Scheduler,
        manifest: Manifest,
        named: Option<&Path>,
        answer: impl FnOnce(&Catalog) -> Result<T, RunError>,
    ) -> Result<T, Failure> {
        let mut place = Place::of(question, named);
        let store = match Store::open(&place.folder, manifest.clone(), self.shard, &written) {
            Err(RunError::Lock(LockError::Busy { .. })) if named.is_none() => {
                place = Place::temporary();
                self.open(&place.folder, manifest)?
            }
            store => store?,
        };
        let ended = self.play(question, &store, &self.options()?)?;
        Ok(answer(&ended.catalog)?)
    }

    /// Writes a message to standard error, unless the user wants none.
    pub fn say(&self, text: &str) {
        if !self.effort.quiet {
            eprintln!("{}", super::shown(text));
        }
    }

    /// Writes a message to standard error if that is a terminal.
    pub fn show(&self, text: &str) {
        if stderr().is_terminal() {
            self.say(text);
        }
    }
}

/// Locks a folder for a report, as soon as no other process writes one, and removes what a killed one left behind.
pub fn lock_for_report(folder: &Path) -> Result<Lock, Failure> {
    let waiting = |owner: &str| warn(&format!("waiting for another petteia ({owner}), which is writing a report here"));
    let lock = lock_report(folder, waiting)?;
    remove_leftovers(folder, output_folders().chain(["proofs"]))?;
    Ok(lock)
}

/// Removes what a killed process has left of a report in some subfolders of a folder.
pub fn remove_leftovers<'a>(folder: &Path, names: impl IntoIterator<Item = &'a str>) -> Result<(), Failure> {
    let labels = [petteia_tables::LABEL, petteia_reports::LABEL, verdicts::LABEL];
    let is_left = |_: &str, label: &str| labels.contains(&label);
    let mut folders = names.into_iter().map(|name| folder.join(name));
    folders.try_for_each(|folder| remove_temporaries(&folder, is_left)).map_err(Failure::failed)
}

/// How the arguments want it played.
pub fn session(args: &PlayingArgs, shard: ShardArgs) -> Result<Session, Failure> {
    Ok(Session { effort: args.effort, simd: simd(args.simd)?, shard: shard.get(), reset: args.overwrite })
}

/// The output folder.
pub fn folder(args: &PlayingArgs, name: &str) -> PathBuf {
    args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(name))
}

/// Says what to do when the other shards are done too.
pub fn shard_done(out: &Path) -> Result<(), Failure> {
    let out = quoted(&out.to_string_lossy());
    let next = format!(
        "this shard is done. When all are done: petteia merge {out}, or, if each has a folder of its own: petteia merge OUT \
         {out} …"
    );
    Ok(writeln!(output(), "{next}")?)
}
