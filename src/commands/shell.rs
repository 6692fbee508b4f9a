//! `petteia --completions` and `petteia --man`: files for the shell and for `man`.

use std::io::{Write, stdout};
use std::path::Path;

use clap_complete::Shell;
use clap_complete::env::Shells;
use clap_mangen::Man;
use petteia_engine::files::{make_folder, write_whole};

use super::Failure;
use crate::cli::{COMPLETE, command, name_of};

/// Prints the completions for a shell.
pub fn completions(shell: Shell) -> Result<(), Failure> {
    let (shells, shell) = (Shells::builtins(), name_of(&shell));
    let completer = shells.completer(&shell).ok_or_else(|| Failure::failed(format!("no completions for {shell}")))?;
    Ok(completer.write_registration(COMPLETE, "petteia", "petteia", "petteia", &mut stdout().lock())?)
}

/// Prints the manual page of the program, or writes all pages to a folder.
pub fn manual(folder: Option<&Path>) -> Result<(), Failure> {
    let mut program = command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = folder else {
        return Ok(stdout().lock().write_all(page(&Man::new(program))?.as_bytes())?);
    };
    make_folder(folder).map_err(Failure::failed)?;
    for command in program.get_subcommands().chain([&program]) {
        let man = Man::new(command.clone());
        write_whole(&folder.join(man.get_filename()), "man", page(&man)?.as_bytes()).map_err(Failure::failed)?;
    }
    Ok(writeln!(stdout().lock(), "manual pages: {}", folder.display())?)
}

/// A manual page whose examples keep their lines.
fn page(man: &Man) -> Result<String, Failure> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8(page).map_err(Failure::failed)?;
    let Some((before, examples)) = page.split_once(".SH EXTRA\nExamples:\n") else { return Ok(page) };
    let (examples, after) = examples.split_once("\n.SH ").unwrap_or((examples.trim_end(), ""));
    let after = if after.is_empty() { String::new() } else { format!(".SH {after}") };
    Ok(format!("{before}.SH EXAMPLES\n.nf\n{examples}\n.fi\n{after}"))
}
