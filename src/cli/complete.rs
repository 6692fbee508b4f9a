//! What the shell offers while a command is typed: games, switches, agents and runs.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use clap::Command;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::switches::SWITCHES;
use petteia_players::agents::catalogue::{AGENTS, PRESETS};
use petteia_simulator::store::Manifest;

use super::groups::command;

/// The variable of the environment by which the shell asks.
pub const COMPLETE: &str = "PETTEIA_COMPLETE";

/// The folder of the runs.
const RUNS: &str = "runs";

/// Returns the command line, whose arguments offer what they name.
#[must_use]
pub fn completing() -> Command {
    command().mut_subcommands(|command| {
        command.mut_args(|argument| match argument.get_id().as_str() {
            "game" => argument.add(ArgValueCompleter::new(games)),
            "games" if argument.is_positional() => argument.add(ArgValueCompleter::new(games)),
            "vary" => argument.add(ArgValueCompleter::new(switches)),
            "a" | "b" | "agent" | "agents" | "white" | "black" => argument.add(ArgValueCompleter::new(agents)),
            "run" | "runs" | "folder" | "source" | "sources" => argument.add(ArgValueCompleter::new(runs)),
            _ => argument,
        })
    })
}

/// Games and files of games; after a `+`, games with a further switch.
fn games(typed: &OsStr) -> Vec<CompletionCandidate> {
    let text = typed.to_string_lossy();
    if let Some((game, _)) = text.rsplit_once('+') {
        return offered(typed, SWITCHES.iter().map(|switch| (format!("{game}+{}", switch.name), switch.about)));
    }
    let known = offered(typed, GAMES.iter().map(|game| (game.id.to_owned(), game.about)));
    let is_game = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
    known.into_iter().chain(PathCompleter::file().filter(is_game).complete(typed)).collect()
}

fn switches(typed: &OsStr) -> Vec<CompletionCandidate> {
    offered(typed, SWITCHES.iter().map(|switch| (switch.name.to_owned(), switch.about)))
}

/// Agents and presets; after the name of an agent, its options.
fn agents(typed: &OsStr) -> Vec<CompletionCandidate> {
    let text = typed.to_string_lossy();
    let of_agent = |name: &str| AGENTS.iter().find(|agent| agent.name == name).map_or(&[][..], |agent| agent.options);
    if let Some((name, options)) = text.split_once(':') {
        let before = options.rfind(',').map_or("", |comma| &options[..=comma]);
        let option = |option: &str| format!("{name}:{before}{option}=");
        return offered(typed, of_agent(name).iter().map(|known| (option(known.name), known.about)));
    }
    let named = |name: &str| if of_agent(name).is_empty() { name.to_owned() } else { format!("{name}:") };
    let known = AGENTS.iter().map(|agent| (named(agent.name), agent.about));
    offered(typed, known.chain(PRESETS.iter().map(|preset| (preset.name.to_owned(), preset.agent))))
}

/// The runs in the usual folder, and other files.
fn runs(typed: &OsStr) -> Vec<CompletionCandidate> {
    let entries = fs::read_dir(RUNS).into_iter().flatten().flatten().map(|entry| entry.path());
    let runs = entries.filter(|path| Manifest::path_in(path).is_file());
    let known = offered(typed, runs.map(|path| (path.display().to_string(), "a run")));
    known.into_iter().chain(PathCompleter::any().complete(typed)).collect()
}

/// Those of some values, each with what it is, that begin with what is typed.
fn offered(typed: &OsStr, values: impl Iterator<Item = (String, &'static str)>) -> Vec<CompletionCandidate> {
    let fits = values.filter(|(value, _)| value.starts_with(&*typed.to_string_lossy()));
    fits.map(|(value, about)| CompletionCandidate::new(value).help(Some(about.into()))).collect()
}
