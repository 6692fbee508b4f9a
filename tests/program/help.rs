//! The help, the manual pages, the completions and the page of the commands: all are made from the command line.

use std::fs;

use clap::{Command, CommandFactory, Parser};
use petteia::cli::{Cli, GROUPS};

use crate::commands_page as page;
use crate::support::{folder, refused, root, succeeds};

/// The widest a line of help may be.
const WIDEST: usize = 80;

/// All commands but `help`, with the program itself first.
fn commands() -> Vec<Command> {
    let program = Cli::command();
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    assert_eq!(commands.len(), 20);
    [vec![program], commands].concat()
}

fn help(command: &Command) -> String {
    let name = command.get_name();
    if name == "petteia" { succeeds(&["--help"], "") } else { succeeds(&[name, "--help"], "") }
}

#[test]
fn help_has_examples_and_fits_a_terminal() {
    for command in commands() {
        let help = help(&command);
        assert!(help.contains("\nExample"), "{} has no examples", command.get_name());
        for line in help.lines() {
            assert!(line.chars().count() <= WIDEST, "{}: {line}", command.get_name());
        }
        for line in command.get_after_help().expect("it has examples").to_string().lines() {
            assert!(help.contains(line), "{}: the help breaks `{line}`", command.get_name());
        }
    }
}

#[test]
fn all_examples_are_right() {
    let mut count = 0;
    for command in commands() {
        let (lines, _) = page::examples(&command);
        for example in lines.join("\n").replace("\\\n", " ").lines() {
            let words = words(example);
            let start = words.iter().rposition(|word| word == "petteia").expect(example);
            let end = words.iter().position(|word| word == ">").unwrap_or(words.len());
            if let Err(error) = Cli::try_parse_from(&words[start..end]) {
                panic!("{example}: {error}");
            }
            count += 1;
        }
    }
    assert!(count > 60, "there are {count} examples");
}

/// A program that was installed has no folder of experiments.
#[test]
fn no_example_needs_the_repository() {
    for command in commands() {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(!help.contains("experiments/"), "{}: {help}", command.get_name());
    }
}

#[test]
fn every_command_is_in_one_group_of_the_help() {
    let program = Cli::command();
    let mut commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|group| group.commands).copied().collect();
    commands.sort_unstable();
    grouped.sort_unstable();
    assert_eq!(grouped, commands);
    let help = succeeds(&["--help"], "");
    let titles = GROUPS.iter().map(|group| help.find(&format!("\n{}:\n  ", group.title)).expect(group.title));
    assert!(titles.is_sorted(), "{help}");
    assert!(help.contains("\n  merge        Join folders of games, and report what they have together\n"), "{help}");
}

#[test]
fn commands_of_earlier_versions_are_answered_with_their_place() {
    let places = [
        ("rules", "games GAME"),
        ("moves", "show GAME --moves"),
        ("force", "prove GAME --force both"),
        ("fortress", "prove GAME"),
        ("solve", "prove GAME --pieces PIECES"),
        ("probe", "prove GAME --fen FEN"),
        ("claims", "compare RUN --expect FILE"),
        ("handicap", "match AGENT --game GAME --handicap"),
        ("depth", "match AGENT --game GAME --doublings"),
        ("verify", "status RUN --verify"),
        ("completions", "--completions SHELL"),
        ("man", "--man"),
    ];
    for (old, now) in places {
        let answer = refused(&[old, "city-8"], "");
        assert_eq!(answer, format!("petteia: `petteia {old}` is now `petteia {now}`\n"));
    }
    let unknown = refused(&["provee", "city-8"], "");
    assert!(unknown.contains("'prove'"), "{unknown}");
}

#[test]
fn files_for_the_shell_are_no_options_of_commands() {
    for arguments in [&["--completions", "bash", "games"][..], &["--man", "--completions", "bash"]] {
        assert!(refused(arguments, "").contains("cannot be used with"), "{arguments:?}");
    }
}

/// The words of a shell command, without its comment.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in line.chars() {
        let word = words.last_mut().expect("there is always a word");
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.push(letter),
            (None, '\'' | '"') => quote = Some(letter),
            (None, '#') if word.is_empty() => break,
            (None, ' ') => words.push(String::new()),
            (None, _) => word.push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_page_of_the_commands_is_current() {
    let path = root().join("docs/commands.md");
    if std::env::var_os("PETTEIA_WRITE").is_some() {
        fs::write(&path, page::page()).expect("the page can be written");
    }
    assert!(
        fs::read_to_string(&path).expect("the page is there") == page::page(),
        "docs/commands.md differs from src/cli. Run `PETTEIA_WRITE=1 cargo test --release -p petteia --test program help::`"
    );
}

#[test]
fn the_page_has_every_command_and_option() {
    let page = page::page();
    for command in Cli::command().get_subcommands() {
        let name = command.get_name();
        let (_, section) = page.split_once(&format!("\n## petteia {name}\n")).expect(name);
        let section = section.split("\n## ").next().expect("the section begins");
        for argument in command.get_arguments() {
            let long =
                argument.get_long().map_or_else(|| argument.get_id().as_str().to_uppercase(), |l| format!("--{l}"));
            assert!(section.contains(&long) || argument.get_value_names().is_some(), "{name}: {long}");
        }
    }
    assert!(page.contains(
        "| `--games N` | Number of games, two per pair; the most at each handicap, or those of each first move or doubling | 100 of a match, 400 of the others |"
    ));
    assert!(page.contains("| `--out FOLDER` | The output folder | runs/NAME |"));
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = succeeds(&["--completions", shell], "");
        assert!(script.contains("PETTEIA_COMPLETE") && script.contains("petteia"), "{shell}: {script}");
    }
}

#[test]
fn completions_know_commands_games_switches_agents_and_runs() {
    let folder = folder("completions");
    fs::create_dir_all(folder.join("runs/mine")).expect("the folder can be made");
    fs::write(folder.join("runs/mine/manifest.json"), "{}").expect("the file can be written");
    fs::write(folder.join("nine.toml"), "").expect("the file can be written");
    let offered = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_petteia"));
        command.current_dir(&folder).env("PETTEIA_COMPLETE", "fish").args(["--", "petteia"]).args(words);
        let output = command.output().expect("petteia can be started");
        String::from_utf8(output.stdout).expect("a text")
    };
    for (words, value) in [
        (&["pro"][..], "prove"),
        (&["match", "quick", "--hand"], "--handicap"),
        (&["--completions", "fi"], "fish"),
        (&["show", "cit"], "city-8\t"),
        (&["show", "ni"], "nine.toml"),
        (&["show", "city-8+ed"], "city-8+edge\t"),
        (&["new", "mine.toml", "--vary", "va"], "vagi\t"),
        (&["match", "qu"], "quick\t"),
        (&["match", "alphabeta:no"], "alphabeta:nodes=\t"),
        (&["play", "poleis", "--white", "gr"], "greedy\t"),
        (&["report", "runs/m"], "runs/mine\t"),
    ] {
        let text = offered(words);
        assert!(text.lines().any(|line| line.starts_with(value)), "{words:?}: {text}");
    }
    assert!(!offered(&["show", "cit"]).contains("poleis"));
}

#[test]
fn manual_pages_have_every_command() {
    let main = succeeds(&["--man"], "");
    assert!(main.contains(".TH petteia 1") && main.contains("petteia\\-match"), "{main}");
    let out = folder("man").join("man1");
    succeeds(&["--man", &out.to_string_lossy()], "");
    let page = fs::read_to_string(out.join("petteia-prove.1")).expect("each command has a page");
    assert!(page.contains("certificate") && page.contains("petteia prove city"), "{page}");
    assert!(page.contains(".SH EXAMPLES\n.nf\n  petteia prove city"), "examples keep their lines: {page}");
    let pages = fs::read_dir(&out).expect("the folder was made").count();
    assert_eq!(pages, 1 + Cli::command().get_subcommands().count());
}
