//! `petteia completions` and `petteia man`: files for the shell and for `man`.

use std::fs;
use std::io::{Write, stdout};

use clap::CommandFactory;
use clap_mangen::Man;

use super::Failure;
use crate::cli::{Cli, CompletionsArgs, ManArgs};

pub fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "petteia", &mut script);
    Ok(stdout().lock().write_all(&script)?)
}

pub fn man(args: &ManArgs) -> Result<(), Failure> {
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        Man::new(Cli::command()).render(&mut page)?;
        return Ok(stdout().lock().write_all(&page)?);
    };
    let failed = |error: std::io::Error| Failure::failed(format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(failed)?;
    Ok(writeln!(stdout().lock(), "manual pages: {}", folder.display())?)
}
