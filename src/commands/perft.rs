//! `petteia perft`: counts move sequences.

use std::io::{Write, stdout};

use petteia_engine::{AnyGame, divide, perft as count};

use super::{Failure, position, rules};
use crate::cli::PerftArgs;

pub fn perft(args: &PerftArgs) -> Result<(), Failure> {
    let game = AnyGame::of(rules(&args.game)?);
    let position = position(&game, args.fen.as_deref())?;
    let mut output = stdout().lock();
    if !args.divide {
        return Ok(writeln!(output, "{}", count(game.rules(), &position, args.depth))?);
    }
    let parts = divide(game.rules(), &position, args.depth).into_iter();
    let mut parts: Vec<(Option<u8>, String, u64)> =
        parts.map(|(roll, decision, count)| (roll, game.move_text(decision), count)).collect();
    parts.sort();
    for (roll, decision, count) in &parts {
        let roll = roll.map_or_else(String::new, |roll| format!("d{roll} "));
        writeln!(output, "{roll}{decision}: {count}")?;
    }
    let total = if args.depth == 0 { 1 } else { parts.iter().map(|(_, _, count)| count).sum::<u64>() };
    Ok(writeln!(output, "{total}")?)
}
