//! `petteia games`: the catalogue and the switches.

use std::io::{Write, stdout};

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::switches::SWITCHES;

use super::Failure;

pub fn games() -> Result<(), Failure> {
    let mut output = stdout().lock();
    let width = GAMES.iter().map(|game| game.id.len()).max().unwrap_or(0);
    writeln!(output, "{:width$}  source  board  what is special", "game")?;
    for game in &GAMES {
        let board = game.rules().board.to_string();
        writeln!(output, "{:width$}  {:6}  {board:5}  {}", game.id, game.source.name(), game.about)?;
    }
    writeln!(output, "\nSwitches, laid over a game with `+`, most taken off with `-`:")?;
    for switch in &SWITCHES {
        let values = if switch.values.is_empty() { String::new() } else { format!("; {}", switch.values) };
        writeln!(output, "{:width$}  {}{values}", switch.name, switch.about)?;
    }
    Ok(())
}
