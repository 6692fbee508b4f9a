//! Files for the shell and for `man`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What is printed for the shell instead of running a command.
#[derive(Debug, Args)]
pub struct ShellOptions {
    /// Print the completions for a shell, which ask petteia and so offer games, switches, agents and runs too
    #[arg(long, value_enum, value_name = "SHELL")]
    pub completions: Option<Shell>,
    /// Print the manual page of the program, or write the pages of all commands to FOLDER
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, conflicts_with = "completions")]
    pub man: Option<Option<PathBuf>>,
}

/// A shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// Completions for bash
    Bash,
    /// Completions for elvish
    Elvish,
    /// Completions for fish
    Fish,
    /// Completions for PowerShell
    Powershell,
    /// Completions for zsh
    Zsh,
}
