//! The commands in groups, for the help and the page of the commands.

use std::fmt::Write;

use clap::{Command, CommandFactory};
use petteia_reports::wrapped;

use super::Cli;

/// Commands that belong together.
#[derive(Debug)]
pub struct Group {
    /// The heading.
    pub title: &'static str,
    /// The names of the commands, in the order of the help.
    pub commands: &'static [&'static str],
}

/// The groups; every command is in one of them.
pub const GROUPS: [Group; 3] = [
    Group {
        title: "Daily use",
        commands: &["new", "run", "status", "report", "query", "compare", "games", "show", "play", "replay"],
    },
    Group { title: "Studies", commands: &["search", "match", "prove", "fit", "submit", "merge"] },
    Group { title: "Tools", commands: &["agents", "engine", "perft", "bench"] },
];

/// The columns of the help.
const WIDTH: usize = 80;

/// The columns of the names, with the space around them.
const NAMES: usize = 15;

/// Returns the command line of the program, whose help lists the commands by group.
#[must_use]
pub fn command() -> Command {
    let program = Cli::command();
    let heading = program.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{}\n{heading}Options:{heading:#}\n{{options}}{{after-help}}",
        listing(&program)
    );
    program.help_template(template)
}

/// Returns each group with its commands and what they do.
fn listing(program: &Command) -> String {
    let heading = program.get_styles().get_header();
    let mut text = String::new();
    for Group { title, commands } in &GROUPS {
        let _ = writeln!(text, "\n{heading}{title}:{heading:#}");
        commands.iter().filter_map(|name| program.find_subcommand(name)).for_each(|command| text += &line(command));
    }
    text
}

/// Returns the name of a command and what it does.
fn line(command: &Command) -> String {
    let literal = command.get_styles().get_literal();
    let name = command.get_name();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let indent = " ".repeat(NAMES);
    let text = wrapped(&format!("{indent}{about}"), WIDTH, &indent);
    let space = " ".repeat(NAMES - 2 - name.len());
    format!("  {literal}{name}{literal:#}{space}{}\n", text.trim_start())
}
