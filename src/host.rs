//! Who runs a command: a user at a terminal, or another program in its own process. Then nothing is printed, messages are
//! kept, and the program can see the progress and stop the command.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Write, stdout};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use petteia_players::Onlooker;
use petteia_proofs::endgame::{Ending, Watch};
use petteia_simulator::runner::{GameCounter, RemoteExecutor};

/// A program that runs commands in its own process.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// When set, a command that plays ends soon; all finished games are kept.
    pub stop: Arc<AtomicBool>,
    /// The games of the command.
    pub games: Arc<GameCounter>,
    /// Who plays the games, if it is not this process.
    pub executor: Option<RemoteExecutor>,
    messages: Arc<Mutex<Vec<String>>>,
}

/// The arguments of this process, the first of which is the name of the program.
pub static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Returns the path of the program, which may be a script of Python.
pub fn program_path() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let script = ARGUMENTS.get().and_then(|arguments| arguments.first()).map(PathBuf::from);
    let is_script =
        |script: &PathBuf| script.is_file() && std::env::args_os().next().as_deref() != Some(script.as_os_str());
    Ok(script.filter(is_script).unwrap_or(program))
}

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

impl Host {
    /// Returns the warnings of the command so far, and forgets them.
    #[must_use]
    pub fn take_messages(&self) -> Vec<String> {
        std::mem::take(&mut *self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Does work on this thread whose commands belong to this host.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Leave(Option<Host>);
        impl Drop for Leave {
            fn drop(&mut self) {
                HOST.set(self.0.take());
            }
        }
        let _leave = Leave(HOST.replace(Some(self.clone())));
        work()
    }

    /// Returns the host of this thread; `None` for a user at a terminal.
    #[must_use]
    pub fn current() -> Option<Self> {
        HOST.with_borrow(Clone::clone)
    }

    /// Returns the flag that the host of this thread sets, if there is one, when it wants the command to stop.
    pub(crate) fn stop_of_current() -> Arc<AtomicBool> {
        Host::current().map(|host| host.stop).unwrap_or_default()
    }
}

/// Watches work that no signal can end in the process of a host: passes on its progress, and unwinds it when the host wants
/// it to stop. What it has completed is kept.
pub struct Heeding<'a> {
    /// Receives the progress.
    pub watch: &'a dyn Watch,
    /// Set when the work is to stop.
    pub stop: &'a AtomicBool,
}

impl Heeding<'_> {
    /// Unwinds the thread if its work is to stop.
    pub fn check(&self) {
        if self.stop.load(Ordering::Relaxed) {
            resume_unwind(Box::new("stopped by the host"));
        }
    }
}

/// A search ends soon after the flag is set.
impl Onlooker for Heeding<'_> {
    fn has_enough(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Watch for Heeding<'_> {
    fn begin(&self, ending: Ending, stage: &str, steps: u64) {
        self.watch.begin(ending, stage, steps);
        self.check();
    }

    fn advance(&self, steps: u64) {
        self.watch.advance(steps);
        self.check();
    }
}

/// Keeps a message for the host; returns whether there is one.
pub fn keep_message(text: &str) -> bool {
    let Some(host) = Host::current() else { return false };
    host.messages.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    true
}

/// Returns where the results of a command are printed.
pub fn output() -> Box<dyn Write> {
    if Host::current().is_some() { Box::new(io::sink()) } else { Box::new(stdout().lock()) }
}
