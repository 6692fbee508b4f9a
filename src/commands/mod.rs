//! The commands of the program.

pub mod agents;
pub mod bench;
mod boards;
mod claims;
pub mod compare;
pub mod dry_run;
pub mod engine;
pub mod exam;
pub mod fit;
pub mod games;
pub mod json;
mod layout;
pub mod match_cmd;
pub mod merge;
pub mod new;
mod pareto_front;
pub mod perft;
pub mod play;
pub mod prove;
pub mod query;
pub mod replay;
pub mod report;
pub mod run;
mod run_report;
pub mod runs;
pub mod search;
pub mod session;
pub mod shell;
pub mod show;
pub mod status;
pub mod submit;
pub mod tournament;
pub mod verdicts;
mod verify;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, ErrorKind, IsTerminal, Read, Write, stdout};
use std::path::Path;

use petteia_engine::files::check_writable;
use petteia_engine::{AnyGame, AnyPosition, CheckedRules, Simd, escaped};
use petteia_players::agents::AgentSpec;
use petteia_proofs::endgame::SolveError;
use petteia_reports::{TableStyle, wrapped};
use petteia_simulator::Variant;
use petteia_simulator::search::RuleSearch;
use petteia_simulator::store::{Manifest, RunError};
use rayon::{ThreadPool, ThreadPoolBuilder};
use terminal_size::{Width, terminal_size_of};

use crate::cli::SimdArg;
use crate::host::keep_message;
use petteia_engine::terminal::BoardStyle;

/// The exit status of a program that Ctrl-C ended, as shells have it.
pub const STOPPED: u8 = 130;

/// Why a command ended without success.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input was wrong: exit status 2.
    #[error("{0}")]
    Input(String),
    /// Something failed: exit status 1.
    #[error("{0}")]
    Failed(String),
    /// It was stopped: exit status `STOPPED`.
    #[error("{0}")]
    Stopped(String),
    /// The reader of the output has closed it: exit status 0, as for `petteia perft … | head`.
    #[error("the output was closed")]
    OutputClosed,
}

impl Failure {
    /// What the user gave is wrong.
    pub fn input(error: impl fmt::Display) -> Self {
        Failure::Input(error.to_string())
    }

    /// The command did not succeed.
    pub fn failed(error: impl fmt::Display) -> Self {
        Failure::Failed(error.to_string())
    }

    /// Writes the message to standard error, whose reader may have closed it, and returns the exit status that scripts rely on.
    #[must_use]
    pub fn tell(&self) -> u8 {
        if !matches!(self, Failure::OutputClosed) {
            warn(&self.to_string());
        }
        match self {
            Failure::Input(_) => 2,
            Failure::Failed(_) => 1,
            Failure::Stopped(_) => STOPPED,
            Failure::OutputClosed => 0,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::BrokenPipe { Failure::OutputClosed } else { Failure::failed(error) }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        if error.is_input() { Failure::input(error) } else { Failure::failed(error) }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        RunError::from(error).into()
    }
}

/// Makes sure, before anything takes time, that a file can be written, if one is asked for.
fn check_output(file: Option<&Path>, label: &str) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| check_writable(file, label)).map_err(Failure::failed)
}

/// Returns the bytes in a number of GiB.
fn bytes(gibibytes: f64) -> u64 {
    (gibibytes * (1_u64 << 30) as f64) as u64
}

/// The game that is named on the command line, by its id or its file.
fn variant(game: &str) -> Result<Variant, Failure> {
    Variant::find(game).map_err(Failure::input)
}

/// The rules of the game that is named on the command line.
fn rules(game: &str) -> Result<CheckedRules, Failure> {
    variant(game).map(|variant| variant.rules)
}

/// The position that is named on the command line, or else the start.
fn position(game: &AnyGame, fen: Option<&str>) -> Result<AnyPosition, Failure> {
    fen.map_or_else(|| Ok(game.start()), |text| game.parse(text).map_err(Failure::input))
}

/// Returns the requested way to play random games, if this processor supports it.
fn simd(arg: SimdArg) -> Result<Simd, Failure> {
    let wanted = match arg {
        SimdArg::Auto => Simd::best(),
        SimdArg::Avx512 => Simd::Avx512,
        SimdArg::Avx2 => Simd::Avx2,
        SimdArg::Portable => Simd::Portable,
        SimdArg::Scalar => Simd::Scalar,
    };
    if wanted.is_supported() {
        return Ok(wanted);
    }
    let able = Simd::ALL.into_iter().filter(|simd| simd.is_supported()).map(Simd::name).collect::<Vec<_>>().join(", ");
    Err(Failure::input(format!("--simd is {}; this processor supports {able}; `auto` is the fastest", wanted.name())))
}

/// Whether to colour standard output: only on a terminal that has colours, and not where `NO_COLOR` asks for none
/// (no-color.org).
fn colour() -> bool {
    stdout().is_terminal() && allows_colour(|name| std::env::var_os(name))
}

/// Returns whether the environment allows colours.
fn allows_colour(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_dumb = variable("TERM").is_some_and(|terminal| terminal == "dumb");
    !is_dumb && variable("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A text with its sentences in lines of at most [`WIDTH`] columns. Rows of tables, whose columns are two spaces apart, and
/// rules are left as they are.
fn folded(text: &str) -> String {
    let is_prose = |line: &str| !line.contains("  ") && !line.contains('─');
    let fold = |line: &str| if is_prose(line) { hanging("", line) } else { line.to_owned() };
    text.lines().map(|line| fold(line) + "\n").collect()
}

/// A head, which may be empty, and a text, all lines of which begin where the head ends.
fn hanging(head: &str, text: &str) -> String {
    let indent = " ".repeat(head.chars().count());
    wrapped(&format!("{head}{text}"), WIDTH, &indent)
}

/// Writes a warning to standard error, also with --quiet.
pub fn warn(text: &str) {
    if keep_message(text) {
        return;
    }
    let lines: String = text.lines().map(|line| format!("petteia: {}\n", shown(line))).collect();
    let _ = write!(io::stderr(), "{lines}");
}

/// What some programs write before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns the next line of the input with its end and without a byte order mark, or `None` after the last. A line of `most`
/// bytes or more is an error, which says what is wrong with it.
fn next_line(input: &mut impl BufRead, most: u64, too_long: &str) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.by_ref().take(most).read_until(b'\n', &mut line)?;
    if line.len() as u64 == most {
        return Err(io::Error::other(too_long));
    }
    let is_last = line.is_empty();
    if line.starts_with(BYTE_ORDER_MARK) {
        line.drain(..BYTE_ORDER_MARK.len());
    }
    Ok((!is_last).then_some(line))
}

/// Reports what players that are programs of their own complained about when they failed last.
fn warn_of_failures<'a>(agents: impl Iterator<Item = &'a AgentSpec>) {
    let errors: BTreeSet<String> = agents.filter_map(AgentSpec::last_error).collect();
    errors.iter().for_each(|error| warn(&format!("{error}; it forfeits a game in which it fails")));
}

/// The most characters of a message that are shown.
const MOST_SHOWN: usize = 4000;

/// A text as a terminal may show it. Names and contents of files can hold what moves the cursor, changes colours or turns the
/// direction of writing; that is shown as an escape such as `\u{1b}`. The middle of a very long text is left out.
pub fn shown(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= MOST_SHOWN {
        return escaped(text);
    }
    let part = |letters: &[char]| escaped(&letters.iter().collect::<String>());
    format!("{} … {}", part(&letters[..MOST_SHOWN / 2]), part(&letters[letters.len() - MOST_SHOWN / 2..]))
}

/// Starts threads for work on all cores, or on some of them.
fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    Ok(ThreadPoolBuilder::new().num_threads(threads).build().map_err(RunError::from)?)
}

/// A number of things, such as `1 game` or `2 games`.
fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The columns of text and of tables that wrap or shorten.
const WIDTH: usize = 80;

/// The widest that tables are on a terminal: names are shortened to fit.
const WIDEST: usize = 120;

/// How tables are set on standard output: as wide as the terminal, if that is neither too narrow nor too wide.
fn table_style() -> TableStyle {
    let columns = terminal_size_of(stdout()).map(|(Width(columns), _)| usize::from(columns));
    TableStyle { width: columns.unwrap_or(WIDTH).clamp(WIDTH, WIDEST), colour: colour() }
}

/// Refuses a search that cannot be played in shards.
fn refuse_proofs(asked: &RuleSearch) -> Result<(), Failure> {
    if asked.has_proofs() {
        return Err(Failure::input(
            "shards prove nothing, and [proofs] decide what this search plays; leave out one of them",
        ));
    }
    Ok(())
}

/// Refuses what is not the folder of a run.
fn check_run(folder: &Path) -> Result<(), Failure> {
    let place = folder.display();
    match folder.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(Failure::input(format!("{place} does not exist; `petteia status` lists the runs")));
        }
        Ok(found) if !found.is_dir() => return Err(Failure::input(format!("{place} is a file, not a run folder"))),
        _ => {}
    }
    match Manifest::path_in(folder).try_exists() {
        Ok(false) => Err(Failure::input(format!("{place} is not a run folder: it has no manifest.json"))),
        _ => Ok(()),
    }
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// How boards are set on standard output.
fn style(ascii: bool) -> BoardStyle {
    BoardStyle { ascii, colour: colour() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_that_have_them() {
        let allows = |name: &'static str, value: &'static str| {
            allows_colour(move |asked| (asked == name).then(|| OsString::from(value)))
        };
        assert!(allows("TERM", "xterm") && allows("NO_COLOR", "") && allows("SHELL", "sh"));
        assert!(!allows("TERM", "dumb") && !allows("NO_COLOR", "1"));
    }
}
