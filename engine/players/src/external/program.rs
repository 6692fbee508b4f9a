//! A running program that speaks the protocol. Its standard error is kept for error messages.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::{CheckedRules, Progress, is_control};

use super::process::Process;
use crate::agents::AgentError;
use crate::fault::Fault;
use crate::protocol::{Go, VERSION};

/// The time that a program has to start and to read the rules.
const START: Duration = Duration::from_secs(60);

/// The time that a program has to end by itself.
pub const END: Duration = Duration::from_secs(1);

/// How often the wish to break off a game is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// The number of programs that have been started and have not ended.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Returns whether any program is running.
#[must_use]
pub fn are_running() -> bool {
    RUNNING.load(Ordering::Relaxed) > 0
}

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines that are read ahead. A program that writes more waits until they are needed.
const LINES_AHEAD: usize = 256;

/// The most characters of an answer that an error message quotes.
pub const MOST_QUOTED: usize = 80;

/// The bytes of the standard error that are kept.
const KEPT: usize = 2_000;

/// A running program.
#[derive(Debug)]
pub struct Program {
    /// Its command.
    pub name: String,
    process: Process,
    /// Text for the program, which a thread writes, since the program may not read it; `None` after it was told to quit.
    to: Option<Sender<String>>,
    from: Receiver<String>,
    errors: Arc<Mutex<Vec<u8>>>,
    error: Option<String>,
    /// Whether it says that it repeats its choices.
    pub is_reproducible: bool,
    /// When it was told to quit.
    quit_at: Instant,
    /// The rules that it plays by at present.
    rules: Option<CheckedRules>,
    /// Dropped after the process has ended.
    _running: Running,
}

impl Program {
    /// Starts a program and greets it.
    pub fn start(command: &[String]) -> Result<Self, AgentError> {
        let name = format!("`{}`", command.join(" "));
        let started = Self::running(command, name.clone());
        let mut program = started.map_err(|error| error.about(&format!("{name} cannot be started")))?;
        program.say(&format!("petteia {VERSION}"));
        let mut is_reproducible = false;
        program.wait_until_ready(|line| is_reproducible |= line == "reproducible")?;
        program.is_reproducible = is_reproducible;
        Ok(program)
    }

    /// Starts a program with the threads that write to it and read from it.
    fn running(command: &[String], name: String) -> Result<Self, AgentError> {
        let mut process = Process::start(command)?;
        let (mut stdin, stdout, stderr) = process.pipes().expect("they are taken for the first time");
        let (to, texts) = mpsc::channel::<String>();
        in_background(move || {
            for text in texts {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        })?;
        let (lines, from) = mpsc::sync_channel(LINES_AHEAD);
        in_background(move || read_lines(stdout, &lines))?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = errors.clone();
        in_background(move || keep_errors(stderr, kept))?;
        Ok(Program {
            name,
            process,
            to: Some(to),
            from,
            errors,
            error: None,
            is_reproducible: false,
            quit_at: Instant::now(),
            rules: None,
            _running: Running::count(),
        })
    }

    /// Tells the program the rules of the games that follow.
    pub fn use_rules(&mut self, rules: &CheckedRules) -> Result<(), String> {
        if self.rules.as_ref() == Some(rules) {
            return Ok(());
        }
        let json = serde_json::to_string(&**rules).map_err(|error| error.to_string())?;
        self.say(&format!("rules {json}"));
        self.wait_until_ready(|_| ())?;
        self.rules = Some(rules.clone());
        Ok(())
    }

    /// Tells the program that a game begins.
    pub fn new_game(&mut self) {
        self.say("newgame");
    }

    /// Asks for a move, for which the program has at most this time, or until it is cancelled; returns the text of
    /// the move.
    pub fn choose(
        &mut self,
        position: &str,
        go: &Go,
        most: Duration,
        progress: &dyn Progress,
    ) -> Result<String, Fault> {
        let unasked = self.from.try_iter().take(LINES_AHEAD).filter(|line| best_move(line).is_some()).last();
        if let Some(line) = unasked {
            let words: String = line.trim().chars().take(MOST_QUOTED).collect();
            self.set_error(format!("it wrote `{words}` without being asked, after its answer"));
            return Err(Fault::IllegalMove);
        }
        self.say(&format!("{position}\n{go}"));
        match self.wait(most, progress, |line| best_move(line).map(str::to_owned)) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) if progress.is_cancelled() => Err(Fault::Timeout),
            Err(RecvTimeoutError::Timeout) => {
                self.set_error(format!("it did not answer within {} ms", most.as_millis()));
                Err(Fault::Timeout)
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.set_error("it stopped working".to_owned());
                Err(Fault::Crash)
            }
        }
    }

    /// Notes what it did wrong.
    pub fn set_error(&mut self, what: String) {
        self.error = Some(what);
    }

    /// Ends it; returns what it did wrong, and the last lines that it wrote to its standard error.
    pub fn last_error(&mut self) -> Option<String> {
        let error = self.error.clone()?;
        let words = self.stderr_tail();
        Some(format!("{}: {error}{words}", self.name))
    }

    /// Ends it; returns the end of its standard error, on one line, without anything that would act on a terminal.
    fn stderr_tail(&mut self) -> String {
        self.process.end().ok();
        // The thread that keeps them gives its share up at the end of the standard error, which may be about to come.
        let started = Instant::now();
        while Arc::strong_count(&self.errors) > 1 && started.elapsed() < END {
            thread::sleep(Duration::from_millis(5));
        }
        let errors = self.errors.lock().map(|errors| errors.clone()).unwrap_or_default();
        let text = String::from_utf8_lossy(&errors);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(3)..];
        let words = last.join(" / ").replace(is_control, " ");
        if words.is_empty() { words } else { format!(" (it wrote: {words})") }
    }

    fn say(&mut self, line: &str) {
        // If it has ended, the next answer will be missing.
        self.to.as_ref().and_then(|to| to.send(format!("{line}\n")).ok());
    }

    /// Reads lines until one says `ready`, and passes the others to `see`.
    fn wait_until_ready(&mut self, mut see: impl FnMut(&str)) -> Result<(), String> {
        let found = self.wait(START, &(), |line| match line.split_once(' ').unwrap_or((line, "")) {
            ("ready", _) => Some(Ok(())),
            ("refuse", why) => Some(Err(why.to_owned())),
            _ => {
                see(line);
                None
            }
        });
        match found {
            Ok(answer) => answer.map_err(|why| format!("{} refuses these rules: {why}", self.name)),
            Err(RecvTimeoutError::Timeout) => {
                let (seconds, words) = (START.as_secs(), self.stderr_tail());
                Err(format!("{} did not answer `ready` within {seconds} s{words}", self.name))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let (name, words) = (self.name.clone(), self.stderr_tail());
                Err(match self.process.end() {
                    Ok(status) if matches!(status.code(), Some(126 | 127)) => {
                        format!("{name} cannot be started{words}")
                    }
                    Ok(status) => format!("{name} ended with {status} before it answered `ready`{words}"),
                    Err(_) => format!("{name} ended before it answered `ready`{words}"),
                })
            }
        }
    }

    /// Reads lines until `find` finds what it looks for, the time is up, or the game is cancelled.
    fn wait<T>(
        &mut self,
        most: Duration,
        progress: &dyn Progress,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, RecvTimeoutError> {
        let started = Instant::now();
        while !progress.is_cancelled() {
            let left = most.checked_sub(started.elapsed()).ok_or(RecvTimeoutError::Timeout)?;
            let line = match self.from.recv_timeout(left.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) => continue,
                line => line?,
            };
            if let Some(found) = find(line.trim()) {
                return Ok(found);
            }
        }
        Err(RecvTimeoutError::Timeout)
    }

    /// Asks it to end: says so, and closes its input.
    pub fn quit(&mut self) {
        if self.to.is_some() {
            self.say("quit");
            self.to = None;
            self.quit_at = Instant::now();
        }
    }
}

/// Returns the move that a line answers with, which may be empty.
fn best_move(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("bestmove")?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// Counts a program as running as long as it exists.
#[derive(Debug)]
struct Running;

impl Running {
    fn count() -> Self {
        RUNNING.fetch_add(1, Ordering::Relaxed);
        Running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Asks the program to end, waits until it closes its output, and ends it.
impl Drop for Program {
    fn drop(&mut self) {
        if self.error.is_none() {
            self.quit();
            let latest = self.quit_at + END;
            let left = || latest.saturating_duration_since(Instant::now());
            while !left().is_zero() && self.from.recv_timeout(left()).is_ok() {}
        }
    }
}

/// Does work in a thread of its own.
fn in_background(work: impl FnOnce() + Send + 'static) -> Result<(), AgentError> {
    let started = thread::Builder::new().spawn(work);
    started.map(drop).map_err(|error| AgentError::shortage(format!("there is no thread for its lines: {error}")))
}

/// Passes the lines of the program on until it ends, nobody listens, or a line is too long.
fn read_lines(pipe: impl Read, lines: &SyncSender<String>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = pipe.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let is_whole = read.is_ok_and(|length| length > 0) && line.ends_with(b"\n");
        if !is_whole || lines.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}

/// Keeps the last bytes that the program wrote to its standard error.
fn keep_errors(mut pipe: impl Read, kept: Arc<Mutex<Vec<u8>>>) {
    let mut some = [0; 1024];
    while let Ok(length @ 1..) = pipe.read(&mut some) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend_from_slice(&some[..length]);
        let excess = kept.len().saturating_sub(KEPT);
        kept.drain(..excess);
    }
}
