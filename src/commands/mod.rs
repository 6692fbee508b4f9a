//! The commands of the program.

pub mod agents;
pub mod bench;
pub mod compare;
pub mod depth;
pub mod duel;
pub mod exam;
pub mod fit;
pub mod force;
pub mod fortress;
pub mod games;
pub mod handicap;
pub mod merge;
pub mod moves;
pub mod perft;
pub mod play;
pub mod probe;
pub mod replay;
pub mod report;
pub mod rules;
pub mod run;
pub mod runs;
pub mod show;
pub mod solve;
pub mod status;
pub mod submit;
pub mod tournament;
pub mod verdicts;
pub mod verify;

use std::fmt;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use petteia_engine::{CheckedRules, Simd};
use petteia_simulator::Variant;
use petteia_simulator::run::RunError;

use crate::board::BoardStyle;
use crate::cli::SimdArg;

/// The exit status of a program that Ctrl-C ended, as shells have it.
pub const STOPPED: u8 = 130;

/// Why a command ended without success.
pub enum Failure {
    /// The input was wrong: exit status 2.
    Input(String),
    /// Something failed: exit status 1.
    Failed(String),
    /// Somebody stopped it: exit status [`STOPPED`].
    Stopped(String),
    /// Nobody reads the output any more: exit status 0, as for `petteia moves … | head`.
    OutputClosed,
}

impl Failure {
    /// What the user gave is wrong.
    pub fn input(error: impl fmt::Display) -> Self {
        Failure::Input(error.to_string())
    }

    /// What the user asked for did not succeed.
    pub fn failed(error: impl fmt::Display) -> Self {
        Failure::Failed(error.to_string())
    }

    /// Writes the message to standard error, where somebody may have stopped reading.
    pub fn tell(&self) {
        if let Failure::Input(message) | Failure::Failed(message) | Failure::Stopped(message) = self {
            warn(message);
        }
    }

    /// The exit status that scripts rely on.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Input(_) => ExitCode::from(2),
            Failure::Failed(_) => ExitCode::FAILURE,
            Failure::Stopped(_) => ExitCode::from(STOPPED),
            Failure::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Failure::OutputClosed } else { Failure::failed(error) }
    }
}

/// The game that is named on the command line, by its id or its file.
fn variant(game: &str) -> Result<Variant, Failure> {
    Variant::find(game).map_err(Failure::input)
}

/// The rules of the game that is named on the command line.
fn rules(game: &str) -> Result<CheckedRules, Failure> {
    variant(game).map(|variant| variant.rules)
}

/// The way to play random games that was asked for, if this processor can do it.
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
    Err(Failure::input(format!("--simd is {}; this processor can do {able}, and `auto` is the fastest", wanted.name())))
}

/// Whether to colour standard output: only on a terminal, and not where `NO_COLOR` asks for none (no-color.org).
fn colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Says something that matters also where nobody watches.
fn warn(text: &str) {
    let _ = writeln!(std::io::stderr(), "petteia: {}", shown(text));
}

/// The most characters of a message that are shown.
const MOST_SHOWN: usize = 4000;

/// A text as a terminal may show it. Names and contents of files can hold what moves the cursor, changes colours or turns the
/// direction of writing; that is shown as an escape such as `\u{1b}`. The middle of a very long text is left out.
pub fn shown(text: &str) -> String {
    let is_control = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let escape = |c: char| if is_control(c) { c.escape_default().to_string() } else { c.to_string() };
    let escaped = |part: &[char]| part.iter().copied().map(escape).collect::<String>();
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= MOST_SHOWN {
        return escaped(&letters);
    }
    let (head, tail) = (&letters[..MOST_SHOWN / 2], &letters[letters.len() - MOST_SHOWN / 2..]);
    format!("{} … {}", escaped(head), escaped(tail))
}

/// A failure of a run with the exit status that it has.
fn failure(error: RunError) -> Failure {
    if error.is_input() { Failure::input(error) } else { Failure::failed(error) }
}

/// How boards are set on standard output.
fn style(ascii: bool) -> BoardStyle {
    BoardStyle { ascii, colour: colour() }
}
