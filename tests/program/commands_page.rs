//! The page docs/commands.md, which is made from the command line itself.

use std::fmt::Write;

use clap::builder::StyledStr;
use clap::{Arg, Command};

use petteia::cli::{GROUPS, command};

const INTRODUCTION: &str = "\
# The commands

Every command with its options, their defaults and examples. `petteia COMMAND --help` gives more
details. Results go to standard output; progress and warnings go to standard error.
[json.md](json.md) describes the output of `--json`.

This page is generated from `src/cli`, which defines the arguments of the program.
";

/// Returns the text of the page.
#[must_use]
pub fn page() -> String {
    let mut program = command();
    program.build();
    let mut text = INTRODUCTION.to_owned();
    let mut sections = String::new();
    for group in &GROUPS {
        let _ = write!(text, "\n**{}**\n\n| command | does |\n| --- | --- |\n", group.title);
        for command in group.commands.iter().filter_map(|name| program.find_subcommand(name)) {
            let name = command.get_name();
            let _ = writeln!(text, "| [`{name}`](#petteia-{name}) | {} |", sentence(command));
            sections += &section(command);
        }
    }
    let _ = write!(text, "\n**Without a command**\n{}", tables(&arguments(&program)));
    text + &sections
}

fn plain(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// What a command does.
fn sentence(command: &Command) -> String {
    let about = plain(command.get_about());
    if about.ends_with('?') { about } else { about + "." }
}

/// What a command does, its usage, its arguments and its examples.
fn section(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let name = command.get_name();
    let mut text = format!("\n## petteia {name}\n\n{}\n\n```text\n{usage}\n```\n", sentence(command));
    let arguments = arguments(command);
    text += &tables(&arguments);
    let (examples, notes) = examples(command);
    if !examples.is_empty() {
        let _ = write!(text, "\n```sh\n{}\n```\n", examples.join("\n"));
    }
    if !notes.is_empty() {
        let _ = write!(text, "\n{notes}");
    }
    text
}

/// The arguments of a command that other commands do not have too.
fn arguments(command: &Command) -> Vec<&Arg> {
    let is_own = |argument: &&Arg| !["help", "version"].contains(&argument.get_id().as_str());
    command.get_arguments().filter(is_own).filter(|argument| !argument.is_hide_set()).collect()
}

/// The tables of arguments: one for those without a heading, and one for each heading of the help.
fn tables(arguments: &[&Arg]) -> String {
    let mut headings = vec![None];
    for argument in arguments {
        if !headings.contains(&argument.get_help_heading()) {
            headings.push(argument.get_help_heading());
        }
    }
    let mut text = String::new();
    for heading in headings {
        let rows: String =
            arguments.iter().filter(|arg| arg.get_help_heading() == heading).map(|arg| row(arg)).collect();
        if !rows.is_empty() {
            let title = heading.map_or_else(String::new, |heading| format!("\n{heading}:\n"));
            let _ = write!(text, "{title}\n| argument | means | default |\n| --- | --- | --- |\n{rows}");
        }
    }
    text
}

/// The row of an argument in the table of a command.
fn row(argument: &Arg) -> String {
    let id = argument.get_id().as_str().to_uppercase();
    let names = argument.get_value_names().filter(|_| argument.get_action().takes_values());
    let value = names.map_or(id, |names| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" "));
    let name = match argument.get_long() {
        Some(long) if argument.get_action().takes_values() => format!("--{long} {value}"),
        Some(long) => format!("--{long}"),
        None => value,
    };
    let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let mut default = defaults.filter(|_| argument.get_action().takes_values()).collect::<Vec<_>>().join(", ");
    let mut means = plain(argument.get_help());
    // A default that depends on other arguments is stated in the help.
    let stated = means.split_once(" [default: ").map(|(before, after)| (before.to_owned(), after.to_owned()));
    if let Some((before, after)) = stated {
        default = after.trim_end_matches(']').to_owned();
        means = before;
    }
    let possible: Vec<String> =
        argument.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if argument.get_action().takes_values() && !possible.is_empty() {
        let _ = write!(means, ": {}", possible.join(", "));
    }
    let default = if default.is_empty() { default } else { format!(" {default}") };
    format!("| `{}` | {} |{} |\n", name.replace('|', "\\|"), means.replace('|', "\\|"), default.replace('|', "\\|"))
}

/// The examples in the help of a command, a line each as it is typed, and the paragraphs after them.
pub fn examples(command: &Command) -> (Vec<String>, String) {
    let help = plain(command.get_after_help());
    let Some((_, rest)) = help.split_once('\n').filter(|(head, _)| head.starts_with("Example")) else {
        return (Vec::new(), help);
    };
    let (examples, notes) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let examples = examples.lines().map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned());
    (examples.collect(), note(notes))
}

/// Notes as Markdown: an indented block is a block of code.
fn note(notes: &str) -> String {
    let language = if notes.contains("SELECT") { "sql" } else { "toml" };
    let mut text = String::new();
    let mut in_block = false;
    for line in notes.lines() {
        let code = line.strip_prefix("  ");
        if code.is_some() != in_block {
            text += &if in_block { "```\n".to_owned() } else { format!("\n```{language}\n") };
            in_block = !in_block;
        }
        text += code.unwrap_or(line);
        text.push('\n');
    }
    text + if in_block { "```\n" } else { "" }
}
