//! `petteia new`: a first experiment for a game.

mod factors;
mod pace;
mod search;

use std::io::{Write, stdout};
use std::path::Path;

use petteia_engine::files::{check_writable, write_whole};
use petteia_engine::terminal::on_terminal;
use petteia_engine::{AnyGame, BoardSize};
use petteia_players::agents::AgentSpec;
use petteia_simulator::experiment::{ExperimentConfig, Plan};
use petteia_simulator::{Source, Variant};

use super::{Failure, hanging, quoted, style, variant};
use crate::cli::{AgentList, NewArgs};
use factors::Factor;
use pace::Pairing;
pub use search::lacking;

/// The agents that play by default, from weak to strong.
const USUAL_AGENTS: &str = "random,alphabeta:nodes=300,endgames=auto,alphabeta:nodes=1000,endgames=auto";

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
    check(&args.file, &text(&name, [&game, &variant.name], &factors, &pairings))?;
    check_writable(&args.file, "new").map_err(Failure::failed)?;
    let variants = factors.iter().map(|factor| factor.levels.len() as u64).product();
    pace::measure(&mut pairings, &variant.rules, variants)?;
    let text = text(&name, [&game, &variant.name], &factors, &pairings);
    let plan = check(&args.file, &text)?;
    let (cells, time) = (pairings.len(), pace::time(&pairings, variants));
    let summary = format!("{variants} × {cells} cells, {} games, {time}", plan.games());
    write(&args.file, &text, &summary, "run", &variant)
}

/// Writes the file, and shows the start of the game, what the file holds, and the command that plays it.
fn write(file: &Path, text: &str, summary: &str, command: &str, variant: &Variant) -> Result<(), Failure> {
    write_whole(file, "new", text.as_bytes()).map_err(Failure::failed)?;
    let file = file.to_string_lossy();
    let mut output = stdout().lock();
    let (game, BoardSize { files, ranks }) = (AnyGame::of(variant.rules.clone()), variant.rules.board);
    let board = on_terminal(&game, game.begin().position(), style(false));
    writeln!(output, "{}: {ranks} ranks × {files} files\n{board}\n", variant.name)?;
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
    search::check(&args.file, &search::text(name, &game, &factors, &agents, 1000, ""))?;
    let games = search::games(variant, &agents[0])?;
    let confirming = search::confirming(variant, &agents[1..])?;
    let text = search::text(name, &game, &factors, &agents, games, &confirming);
    let rule_sets = search::check(&args.file, &text)?;
    let summary = format!("rule sets: {rule_sets}; at most {games} games before the front is played again");
    write(&args.file, &text, &summary, "search", variant)
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

/// Returns the text of the experiment; the game is given as the file names it, and by its own name.
fn text(name: &str, game: [&str; 2], factors: &[Factor], pairings: &[Pairing]) -> String {
    let lines: String = pairings.iter().map(|pairing| format!("    {},\n", pairing.text())).collect();
    let (variants, factors) = match factors {
        // Each level is a variant of its own, so that it has a label.
        [only] => (only.levels.iter().map(|level| labelled(game, level)).collect(), &[][..]),
        _ => (vec![labelled(game, "")], factors),
    };
    let mut text = format!(
        "# Written by `petteia new`. Change what you like; docs/runs.md explains every key. The results are
# written to runs/{name}.

name = {name:?}
seed = 1  # the same seed gives the same games, on any machine

# The rules that are compared, each with the name that tables and figures show.
variants = [
{}]

# Who plays both sides, and the games of each variant. `petteia agents` lists more agents. Four times as
# many games halve the intervals.
pairings = [
{lines}]

# Random moves at the start, so that games differ; after an even number the side that begins chooses first.
opening = 4
",
        variants.concat()
    );
    if !factors.is_empty() {
        text += "\n# Rules that are varied, in all combinations; \"\" is the game as it is.\n[factors]\n";
        factors.iter().for_each(|factor| text += &factor.text());
    }
    text
}

/// Returns the entry of a variant: the game with a change such as `+vagi`, and its label.
fn labelled([game, name]: [&str; 2], change: &str) -> String {
    let label = match change.split_at_checked(1) {
        Some(("-", switch)) => format!("{name} without {switch}"),
        Some((_, switch)) => format!("{name} with {switch}"),
        None => name.to_owned(),
    };
    let game = format!("{game}{change}");
    // A label has at most 40 characters; a longer one says nothing that the name does not say.
    if label.chars().count() > 40 {
        format!("    {game:?},\n")
    } else {
        format!("    {{ game = {game:?}, label = {label:?} }},\n")
    }
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
