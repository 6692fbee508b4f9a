//! The commands of the program.

pub mod bench;
pub mod games;
pub mod moves;
pub mod perft;
pub mod play;
pub mod replay;
pub mod rules;
pub mod run;
pub mod show;

use std::fmt;
use std::process::ExitCode;

use petteia_engine::{CheckedRules, Rules};

/// Why a command ended without success.
pub enum Failure {
    /// The input was wrong: exit status 2.
    Input(String),
    /// Something failed: exit status 1.
    Failed(String),
    /// Nobody reads the output any more: exit status 0, as for `petteia moves … | head`.
    OutputClosed,
}

impl Failure {
    pub fn input(error: impl fmt::Display) -> Self {
        Failure::Input(error.to_string())
    }

    pub fn failed(error: impl fmt::Display) -> Self {
        Failure::Failed(error.to_string())
    }

    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Input(_) => ExitCode::from(2),
            Failure::Failed(_) => ExitCode::FAILURE,
            Failure::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) | Failure::Failed(message) => f.write_str(message),
            Failure::OutputClosed => f.write_str("the output was closed"),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Failure::OutputClosed } else { Failure::failed(error) }
    }
}

/// The rules of a game named on the command line.
fn rules(game: &str) -> Result<CheckedRules, Failure> {
    Rules::parse(game).map_err(Failure::input)
}
