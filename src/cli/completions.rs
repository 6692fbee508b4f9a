//! Files for the shell and for `man`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Print completions for a shell, or the manual pages
///
/// Write the completions to the place where your shell looks for them. They ask petteia, which also offers games,
/// switches, agents and runs. There is one manual page for the program and one for each command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia completions bash > ~/.local/share/bash-completion/completions/petteia
  petteia completions zsh > ~/.zfunc/_petteia
  petteia completions fish > ~/.config/fish/completions/petteia.fish
  petteia completions man --out ~/.local/share/man/man1")]
pub struct CompletionsArgs {
    /// The shell, or `man` for manual pages
    #[arg(value_enum, value_name = "SHELL")]
    pub file: ShellFile,
    /// With man, write all pages to this folder, petteia.1, petteia-run.1 and so on [default: print the page of the
    /// program]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShellFile {
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
    /// The manual pages
    Man,
}
