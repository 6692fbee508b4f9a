//! Files for the shell and for `man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// What is printed for the shell instead of running a command.
#[derive(Debug, Args)]
pub struct ShellOptions {
    /// Print the completions for bash, elvish, fish, powershell or zsh, which offer games, agents and runs too
    #[arg(long, value_enum, value_name = "SHELL", hide_possible_values = true)]
    pub completions: Option<Shell>,
    /// Print the manual page of the program, or write the pages of all commands to FOLDER
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, conflicts_with = "completions")]
    pub man: Option<Option<PathBuf>>,
}
