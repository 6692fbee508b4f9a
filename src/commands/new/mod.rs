//! `petteia new`: a first experiment for a game.

mod factors;
mod pace;
mod search;

use std::io::{Write, stdout};
use std::path::Path;

use petteia_engine::files::{check_writable, write_whole};
use petteia_players::agents::AgentSpec;
use petteia_simulator::experiment::{ExperimentConfig, Plan};
use petteia_simulator::{Source, Variant};

use super::{Failure, hanging, quoted, variant};
use crate::cli::{AgentList, NewArgs};
use factors::Factor;
use pace::Pairing;

/// The agents that play by default, from weak to strong.
const USUAL_AGENTS: &str = "random,greedy,alphabeta:nodes=100,endgames=auto,alphabeta:nodes=300,endgames=auto";

pub fn new(args: &NewArgs) -> Result<(), Failure> {
    let name = name(&args.file)?;
    let variant = variant(&args.game)?;
    if args.search {
        return new_search(args, &name, &variant);
    }
    let factors = factors::read(&variant, &args.vary)?;
    let game = seen_from(&args.file, &args.game)?;
    let mut pairings: Vec<Pairing> = agents(args, USUAL_AGENTS).into_iter().map(Pairing::new).collect();
    // What is wrong is found before the agents play.
    check(&args.file, &text(&name, &game, &factors, &pairings))?;
    check_writable(&args.file, "new").map_err(Failure::failed)?;
    let variants = factors.iter().map(|factor| factor.levels.len() as u64).product();
    pace::measure(&mut pairings, &variant.rules, variants)?;
    let text = text(&name, &game, &factors, &pairings);
    let plan = check(&args.file, &text)?;
    let (cells, time) = (pairings.len(), pace::time(&pairings, variants));
    let summary = format!("{variants} × {cells} cells, {} games, {time}", plan.games());
    write(&args.file, &text, &summary, "run")
}

/// Writes the file, and says what it holds and which command plays it.
fn write(file: &Path, text: &str, summary: &str, command: &str) -> Result<(), Failure> {
    write_whole(file, "new", text.as_bytes()).map_err(Failure::failed)?;
    let file = file.to_string_lossy();
    let mut output = stdout().lock();
    writeln!(output, "{}", hanging("written: ", &format!("{file}: {summary}")))?;
    Ok(writeln!(output, "to play it: petteia {command} {}", quoted(&file))?)
}

/// Writes a search for rules.
fn new_search(args: &NewArgs, name: &str, variant: &Variant) -> Result<(), Failure> {
    let factors = search::factors(variant, &args.vary)?;
    let game = seen_from(&args.file, &args.game)?;
    let agents = agents(args, search::USUAL_AGENTS);
    check_writable(&args.file, "new").map_err(Failure::failed)?;
    // What is wrong is found before the agent plays.
    search::check(&args.file, &search::text(name, &game, &factors, &agents, 1000))?;
    let games = search::games(variant, &agents[0])?;
    let text = search::text(name, &game, &factors, &agents, games);
    let rule_sets = search::check(&args.file, &text)?;
    let summary = format!("{rule_sets} rule sets, at most {games} games, about five minutes on two cores");
    write(&args.file, &text, &summary, "search")
}

/// Returns the agents that are named, or else the usual ones.
fn agents(args: &NewArgs, usual: &str) -> Vec<AgentSpec> {
    let AgentList(agents) = args.agents.clone().unwrap_or_else(|| usual.parse().expect("the agents are right"));
    agents
}

/// Returns the name of the experiment that a new file holds.
fn name(file: &Path) -> Result<String, Failure> {
    let place = file.display();
    if file.symlink_metadata().is_ok() {
        return Err(Failure::input(format!("{place} exists already and is not changed; give the name of a new file")));
    }
    if file.extension().is_none_or(|extension| extension != "toml") {
        return Err(Failure::input(format!("{place} does not end in `.toml`; name the file mine.toml, for example")));
    }
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(stem.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect())
}

/// Returns how a file names a game that the command line names: paths in a file start from its folder.
fn seen_from(file: &Path, game: &str) -> Result<String, Failure> {
    let (folder, game_path) = (file.parent().unwrap_or(Path::new("")), Path::new(game));
    if !game.contains(".toml") || game_path.is_absolute() || folder == Path::new("") {
        return Ok(game.to_owned());
    }
    match game_path.strip_prefix(folder) {
        Ok(inside) => Ok(inside.to_string_lossy().into_owned()),
        Err(_) => Ok(std::path::absolute(game_path)?.to_string_lossy().into_owned()),
    }
}

/// Returns the text of the experiment.
fn text(name: &str, game: &str, factors: &[Factor], pairings: &[Pairing]) -> String {
    let usual = pairings.iter().map(|pairing| pairing.games).max().unwrap_or_default();
    let lines: String = pairings.iter().map(|pairing| format!("    {},\n", pairing.text(usual))).collect();
    let mut text = format!(
        "# Written by `petteia new`. Change what you like; docs/runs.md explains every key. The results are
# written to runs/{name}.

name = {name:?}
seed = 1  # the same seed gives the same games, on any machine
variants = [{game:?}]

# Who plays both sides, and the games of each variant. `petteia agents` lists more agents.
# Slow agents play fewer games, so that the run takes at most about a minute; more games make the
# intervals narrower: four times as many halve them.
games = {usual}
pairings = [
{lines}]

# Each game begins with random moves, so that agents who search do not repeat one game.
opening = {}
",
        pace::OPENING
    );
    if !factors.is_empty() {
        text += "\n# Rules that are varied, in all combinations; \"\" is the game as it is.\n[factors]\n";
        factors.iter().for_each(|factor| text += &factor.text());
    }
    text
}

/// Reads the experiment as `petteia run` will, and returns its plan.
fn check(file: &Path, text: &str) -> Result<Plan, Failure> {
    let experiment = ExperimentConfig::read(Source::of(file, text)).map_err(Failure::input)?;
    let plan = Plan::new(&experiment, None, None).map_err(Failure::input)?;
    match plan.same_games().first() {
        None => Ok(plan),
        Some((variant, earlier)) => {
            Err(Failure::input(format!("`{variant}` is the same game as `{earlier}`; vary another switch or value")))
        }
    }
}
