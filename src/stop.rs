//! Ctrl-C, and the wish of a batch system to have its machine back, end every command within a second.
//!
//! Work that looks at a flag ends by itself. Whatever else a command does is ended with the program: what was finished is
//! saved by then, since files are complete or absent.

use std::io::{self, IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use petteia_players::external;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

use crate::commands::{Failure, STOPPED, quoted, warn};
use crate::host::ARGUMENTS;

/// How often the flag is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// How long work that looks at the flag may take to end by itself. The programs that play in it have their own time to end,
/// in addition.
const GRACE: Duration = Duration::from_millis(700);

/// Set by a signal.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the next signal ends the program at once.
static IS_IMPATIENT: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether some work looks at the flag.
static IS_HEEDED: AtomicBool = AtomicBool::new(false);

/// Whether the exit status is settled, by the command or by a signal.
static IS_SETTLED: AtomicBool = AtomicBool::new(false);

/// What the present command keeps.
static KEPT: Mutex<Kept> = Mutex::new(Kept::Nothing);

/// What a command that is stopped leaves for the next time.
#[derive(Clone, Copy)]
pub enum Kept {
    /// Nothing.
    Nothing,
    /// Nothing, because nobody has named a folder for games that would not be the same again.
    OnlyInFolder,
    Games,
    Tables,
}

impl Kept {
    /// Notes that this is what the present command keeps.
    pub fn note(self) {
        *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = self;
    }
}

/// Begins to watch for signals.
pub fn watch_signals() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, STOPPED.into(), IS_IMPATIENT.clone())?;
        flag::register(signal, STOP.clone())?;
    }
    if thread::Builder::new().name("signals".into()).spawn(watch).is_err() {
        // Without the thread a signal can only end the program.
        IS_IMPATIENT.store(true, Ordering::Relaxed);
    }
    Ok(())
}

/// Returns the flag that a signal sets, for work that looks at it.
pub fn flag() -> Arc<AtomicBool> {
    IS_HEEDED.store(true, Ordering::Relaxed);
    STOP.clone()
}

/// Waits for a signal, and ends the program if its command does not.
fn watch() {
    while !STOP.load(Ordering::Relaxed) {
        thread::sleep(LOOK);
    }
    // Some programs send a signal twice, to a process and to its group.
    thread::sleep(LOOK);
    IS_IMPATIENT.store(true, Ordering::Relaxed);
    if IS_HEEDED.load(Ordering::Relaxed) {
        thread::sleep(GRACE);
        let latest = Instant::now() + external::END;
        while external::are_running() && Instant::now() < latest {
            thread::sleep(LOOK);
        }
    }
    if IS_SETTLED.swap(true, Ordering::Relaxed) {
        return;
    }
    if stderr().is_terminal() {
        // Behind what the terminal shows of Ctrl-C, or a bar.
        eprintln!();
    }
    warn(&message());
    low_level::exit(STOPPED.into());
}

/// Settles that the command has ended by itself. From now on a signal ends the program at once.
pub fn settle() {
    IS_IMPATIENT.store(true, Ordering::Relaxed);
    if IS_SETTLED.swap(true, Ordering::Relaxed) {
        // A signal is about to end the program.
        loop {
            thread::park();
        }
    }
}

/// Returns the failure of a command that was told to stop.
pub fn stopped() -> Failure {
    Failure::Stopped(message())
}

/// Says what is kept, and how to go on.
fn message() -> String {
    let said = match *KEPT.lock().unwrap_or_else(PoisonError::into_inner) {
        Kept::Nothing => "stopped. To start again",
        Kept::OnlyInFolder => "stopped; with --out FOLDER, finished games are saved. To start again",
        Kept::Games => "stopped; all finished games are saved, and `petteia report` tells what they show. To resume",
        Kept::Tables => "stopped; all finished tables are saved. To resume",
    };
    format!("{said}: {}", again())
}

/// Returns the command line that resumes this one.
fn again() -> String {
    let arguments = ARGUMENTS
        .get()
        .into_iter()
        .flatten()
        .skip(1)
        .filter(|argument| !["--fresh", "--overwrite"].contains(&argument.to_str().unwrap_or_default()));
    let words =
        std::iter::once("petteia".to_owned()).chain(arguments.map(|argument| quoted(&argument.to_string_lossy())));
    words.collect::<Vec<_>>().join(" ")
}
