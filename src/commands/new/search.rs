//! The first search for rules of a game.

use std::time::Duration;

use indicatif::HumanDuration;
use petteia_players::agents::AgentSpec;
use petteia_simulator::search::RuleSearch;
use petteia_simulator::speed::benchmark;
use petteia_simulator::{Source, Variant};

use super::factors::{self, Factor};
use super::pace::{CORES, TRIAL, rounded};
use crate::commands::Failure;

/// The agents by default: the first one plays the search, the others confirm the front.
pub const USUAL_AGENTS: &str = "alphabeta:nodes=100,alphabeta:nodes=1000,mcts:playouts=20,policy=none";

/// The switches that are tried if none are named, as far as the game can have them. None of them draws a game by itself.
const USUAL_SWITCHES: [&str; 5] = ["vagi", "edge", "surround", "capture_again=capturing", "swap"];

/// Switches that are proposed if nothing works, after the usual ones; the first that fit and are not tried yet.
const PROPOSED_SWITCHES: [&str; 7] =
    ["die=4", "goal=crossing", "repeats=mover-loses", "corner", "bare=1", "compulsory=strict", "inciti"];

/// How many are proposed.
const PROPOSED: usize = 3;

/// The time that the games of the search may take.
const SECONDS: f64 = 300.0;

/// The games of each other agent.
const CONFIRMING: u64 = 1000;

/// Returns the factors for the switches that are named, or for the usual ones that change the game.
pub fn factors(game: &Variant, named: &[String]) -> Result<Vec<Factor>, Failure> {
    if !named.is_empty() {
        return factors::read(game, named);
    }
    let factors: Vec<Factor> = fitting(game, &USUAL_SWITCHES).collect();
    if factors.is_empty() {
        let message = "none of the usual switches fits this game; name some with --vary, such as --vary die=4";
        return Err(Failure::input(message));
    }
    Ok(factors)
}

/// Returns the factors for those switches that fit a game and change it.
fn fitting(game: &Variant, switches: &[&str]) -> impl Iterator<Item = Factor> {
    let fitting = switches.iter().filter_map(|&switch| factors::read(game, &[switch.to_owned()]).ok());
    fitting.flatten().filter(|factor| factor.changes(game))
}

/// Returns some rules that a space for a game lacks, as lines of its table.
pub fn lacking(game: &Variant, names: &[String]) -> Vec<String> {
    // A game whose players lose earlier would last longer with it.
    let prolongs = |factor: &Factor| factor.name == "bare" && game.rules.bare.white > Some(0);
    let all = fitting(game, &USUAL_SWITCHES).chain(fitting(game, &PROPOSED_SWITCHES));
    let all = all.filter(|factor| !names.contains(&factor.name) && !prolongs(factor));
    all.take(PROPOSED).map(|factor| factor.text().trim_end().to_owned()).collect()
}

/// Returns how many games the search may take, by how fast its agent is.
pub fn games(game: &Variant, agent: &AgentSpec) -> Result<u64, Failure> {
    agent.check(&game.rules).map_err(Failure::input)?;
    let seconds = benchmark(&game.rules, agent, TRIAL).map_err(Failure::failed)?;
    Ok(rounded((SECONDS * CORES / seconds) as u64).max(1000))
}

/// Returns the time in which the other agents play a rule set of the front, in words.
pub fn confirming(game: &Variant, agents: &[AgentSpec]) -> Result<String, Failure> {
    let each = agents.iter().map(|agent| benchmark(&game.rules, agent, TRIAL).map_err(Failure::failed));
    let seconds = each.sum::<Result<f64, Failure>>()? * CONFIRMING as f64 / CORES;
    Ok(HumanDuration(Duration::from_secs_f64(seconds)).to_string())
}

/// Returns the text of the search; `confirming` is the time that the other agents need for a rule set.
pub fn text(name: &str, game: &str, factors: &[Factor], agents: &[AgentSpec], games: u64, confirming: &str) -> String {
    let play = agents[0].to_string();
    let confirm: Vec<String> = agents[1..].iter().map(|agent| format!("{:?}", agent.to_string())).collect();
    let space: String = factors.iter().map(Factor::text).collect();
    format!(
        "# Written by `petteia new`. Change what you like; docs/search.md explains every key. The results are
# written to runs/{name}.

name = {name:?}
seed = 1  # the same seed gives the same games, on any machine
base = {game:?}
opening = 4  # random moves, so that games differ; after an even number the side that begins is the first to choose

# Rules that may change; \"\" is the game as it is. Any field or switch can stand here, also with values:
# die = [\"\", \"+die=4\", \"+die=6\"]
[space]
{space}
# What is asked of the rules. Quantities: draws, on_board, white_score, plies, and how games end.
[goal]
draws = \"<= 0.2\"
white_score = \"0.45 .. 0.55\"
# plies = \"20 .. 120\"  # a limit of length, in completed turns
minimise = [\"draws\", \"distance\"]  # the distance is the number of changed rules
tolerance = 0.05  # smaller differences count as equal

# The first agent plays the search, the others play its front again; a rule set that the first one misjudges is lost.
# `petteia agents` lists more agents.
[players]
play = {play:?}
confirm = [{}]

# More games decide more. On two cores the first player needs about five minutes for these, and the others about
# {confirming} for each member of the front.
[games]
all = {games}
confirm = {CONFIRMING}  # of each agent, for each member of the front

# Growing budgets for the front: the limits of strong play, how deep each member is, and at which handicap it is even.
# [ladder]
# agent = \"alphabeta:nodes={{}}\"
# first = 100
# doublings = 5
",
        confirm.join(", ")
    )
}

/// Reads the search as `petteia search` will, and returns the number of its rule sets.
pub fn check(file: &std::path::Path, text: &str) -> Result<usize, Failure> {
    let search = RuleSearch::read(Source::of(file, text)).map_err(Failure::input)?;
    Ok(search.space.rule_sets.len())
}
