//! Files for the shell and for `man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Print a script that completes commands and options in a shell
///
/// Write the script to the place where your shell looks for completions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia completions bash > ~/.local/share/bash-completion/completions/petteia
  petteia completions zsh > ~/.zfunc/_petteia
  petteia completions fish > ~/.config/fish/completions/petteia.fish")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Print the manual page, or write all manual pages to a folder
///
/// There is one page for the program and one for each command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia man > petteia.1
  petteia man --out ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write all pages to this folder: petteia.1, petteia-run.1 and so on
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}
