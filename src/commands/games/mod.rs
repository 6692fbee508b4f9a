//! `petteia games`: the catalogue and the switches, or the rules of one game.

mod rules;

use std::io::{Write, stdout};

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::switches::SWITCHES;
use serde::Serialize;

use super::json::print_json;
use super::{Failure, hanging};
use crate::cli::GamesArgs;

pub fn games(args: &GamesArgs) -> Result<(), Failure> {
    match &args.game {
        Some(game) => rules::rules(game, args),
        None => list(args),
    }
}

/// Lists the games and the switches.
fn list(args: &GamesArgs) -> Result<(), Failure> {
    if args.format.json {
        return print_json(&GamesJson::all());
    }
    let mut output = stdout().lock();
    let width = GAMES.iter().map(|game| game.id.len()).max().unwrap_or(0);
    writeln!(output, "{:width$}  source  board  special rules", "game")?;
    for game in &GAMES {
        let head = format!("{:width$}  {:6}  {:5}  ", game.id, game.source.name(), game.rules().board.to_string());
        writeln!(output, "{}", hanging(&head, game.about))?;
    }
    writeln!(output, "\nSwitches, added to a game with `+`; most can be removed with `-`:")?;
    let width = SWITCHES.iter().map(|switch| switch.name.len()).max().unwrap_or(0);
    for switch in SWITCHES.iter() {
        let values = if switch.values.is_empty() { String::new() } else { format!("; {}", switch.values) };
        writeln!(output, "{}", hanging(&format!("{:width$}  ", switch.name), &format!("{}{values}", switch.about)))?;
    }
    Ok(())
}

/// The catalogue and the switches.
#[derive(Serialize)]
pub struct GamesJson {
    games: Vec<GameJson>,
    switches: Vec<SwitchJson>,
}

impl GamesJson {
    /// Returns all of them.
    pub fn all() -> Self {
        let games = GAMES.iter().map(|game| {
            let board = game.rules().board;
            let source = game.source.name();
            GameJson { id: game.id, source, files: board.files, ranks: board.ranks, about: game.about }
        });
        let switches =
            SWITCHES.iter().map(|switch| SwitchJson { name: switch.name, values: &switch.values, about: switch.about });
        GamesJson { games: games.collect(), switches: switches.collect() }
    }
}

#[derive(Serialize)]
struct GameJson {
    id: &'static str,
    source: &'static str,
    files: u8,
    ranks: u8,
    about: &'static str,
}

#[derive(Serialize)]
struct SwitchJson {
    name: &'static str,
    values: &'static str,
    about: &'static str,
}
