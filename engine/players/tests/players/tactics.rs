//! Tests search agents on the positions in `tactics/*.txt`. Each position has a solution, which is first proved here.
//!
//! A position is a [block](crate::blocks) of lines.
//!
//! ```text
//! tactic  a name
//! why     the idea
//! game    a game with its switches
//! before  a position text
//! depth   how many decisions ahead the solution can be proved, including the first
//! value   `win`, `hold` (every other decision loses), or with a die, the expected score
//! best    the decisions that reach this value; no others do
//! beyond  agents that are not tested, by the first word of their text, because they miss it or win more slowly (optional)
//! ```

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

use petteia_engine::{AnyGame, AnyPosition, AnyState, Rules};
use petteia_players::agents::{AgentError, AgentSpec};
use petteia_players::record::History;
use rayon::prelude::*;

use crate::all_cases::all_cases;
use crate::blocks::{Block, blocks};
use crate::prover;

/// The agents that must find the solutions.
const AGENTS: [&str; 3] = ["mcts:playouts=50000", "mcts:playouts=50000,policy=none", "alphabeta:nodes=50000"];

/// A block.
struct Tactic {
    place: String,
    game: String,
    before: String,
    depth: u32,
    value: f64,
    best: Vec<String>,
    beyond: Vec<String>,
}

fn read_tactic((place, words): Block) -> Tactic {
    let [
        ("tactic", name),
        ("why", _),
        ("game", game),
        ("before", before),
        ("depth", depth),
        ("value", value),
        ("best", best),
        rest @ ..,
    ] = words.as_slice()
    else {
        panic!("{place}: a tactic is `tactic`, `why`, `game`, `before`, `depth`, `value`, `best`, in this order");
    };
    let beyond = match rest {
        [] => "",
        [("beyond", agents)] => agents,
        _ => panic!("{place}: only `beyond` can follow `best`"),
    };
    let list = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    Tactic {
        place: format!("{place}: {name}"),
        game: (*game).to_owned(),
        before: (*before).to_owned(),
        depth: depth.parse().unwrap_or_else(|error| panic!("{place}: depth {depth}: {error}")),
        value: read_value(value).unwrap_or_else(|| panic!("{place}: `{value}` is not a value")),
        best: list(best),
        beyond: list(beyond),
    }
}

fn read_value(text: &str) -> Option<f64> {
    match text {
        "win" => Some(1.0),
        "hold" => Some(0.5),
        share => share.parse().ok().filter(|share| (0.0..1.0).contains(share)),
    }
}

/// Checks one position: that the solution is correct, and that the agents find it.
fn check(tactic: &Tactic) -> Result<(), String> {
    let game = AnyGame::of(Rules::parse(&tactic.game).map_err(|error| error.to_string())?);
    let position = game.parse(&tactic.before).map_err(|error| error.to_string())?;
    let state = game.resume(position);
    if let Some(outcome) = state.outcome() {
        return Err(format!("the game is over: {}", outcome.reason.name()));
    }
    prove(tactic, &game, &state)?;
    let lets_try = |text: &&&str| !tactic.beyond.iter().any(|name| text.split(':').next() == Some(name.as_str()));
    AGENTS.iter().filter(lets_try).try_for_each(|text| try_agent(tactic, &game, &position, text))
}

/// Checks that every best decision is worth `value`, and every other decision less.
fn prove(tactic: &Tactic, game: &AnyGame, state: &AnyState) -> Result<(), String> {
    let moves = game.moves(state.position());
    let best: HashSet<&str> = tactic.best.iter().map(String::as_str).collect();
    let legal: HashSet<String> = moves.iter().map(|&decision| game.move_text(decision)).collect();
    if let Some(illegal) = best.iter().find(|text| !legal.contains(**text)) {
        return Err(format!("{illegal} is not legal"));
    }
    if best.len() == moves.len() {
        return Err("all decisions are equally good, so there is nothing to find".to_owned());
    }
    let wrong: Vec<String> = moves
        .par_iter()
        .filter_map(|&decision| {
            let text = game.move_text(decision);
            let right = if best.contains(text.as_str()) { Ordering::Equal } else { Ordering::Less };
            let found = prover::compare(game, state, decision, tactic.depth, tactic.value);
            (found != right).then(|| format!("{text} ({found:?})"))
        })
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("these decisions do not compare with {} as stated: {}", tactic.value, wrong.join(", ")))
    }
}

fn try_agent(tactic: &Tactic, game: &AnyGame, position: &AnyPosition, text: &str) -> Result<(), String> {
    let agent: AgentSpec = text.parse().map_err(|error: AgentError| error.to_string())?;
    let (chosen, _) = agent.think(&History::new(game.clone(), Some(*position)), 1, 1, &()).expect("it cannot fail");
    let chosen = game.move_text(chosen);
    if tactic.best.contains(&chosen) { Ok(()) } else { Err(format!("{text} plays {chosen}")) }
}

#[test]
fn agents_find_every_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/players/tactics");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    files.sort();
    let mut tactics = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        tactics.extend(blocks(&name, &text).into_iter().map(read_tactic));
    }
    assert!(tactics.len() >= 30, "the positions are in engine/players/tests/players/tactics");
    let fault = |tactic: &Tactic| Some(format!("{}: {}", tactic.place, check(tactic).err()?));
    let one_in = if all_cases() { 1 } else { 3 };
    let wrong: Vec<String> = tactics.par_iter().step_by(one_in).filter_map(fault).collect();
    assert!(wrong.is_empty(), "{} of {} positions:\n{}", wrong.len(), tactics.len(), wrong.join("\n"));
}
