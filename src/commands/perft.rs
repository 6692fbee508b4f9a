//! `petteia perft`: counts move sequences.

use std::io::{Write, stdout};

use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, with_geometry};

use super::{Failure, rules};
use crate::cli::PerftArgs;

pub fn perft(args: &PerftArgs) -> Result<(), Failure> {
    let rules = rules(&args.game)?;
    with_geometry(rules.board, Perft { rules, args })
}

struct Perft<'a> {
    rules: CheckedRules,
    args: &'a PerftArgs,
}

impl OnBoard for Perft<'_> {
    type Output = Result<(), Failure>;

    fn run<G: Geometry>(self, geometry: G) -> Result<(), Failure> {
        let game = Game::new(self.rules, geometry);
        let position = match &self.args.fen {
            Some(text) => game.parse(text).map_err(Failure::input)?,
            None => game.start(),
        };
        let mut output = stdout().lock();
        if !self.args.divide {
            return Ok(writeln!(output, "{}", game.perft(&position, self.args.depth))?);
        }
        let mut parts: Vec<(Option<u8>, String, u64)> = game
            .divide(&position, self.args.depth)
            .into_iter()
            .map(|(roll, decision, count)| (roll, game.move_text(decision), count))
            .collect();
        parts.sort();
        for (roll, decision, count) in &parts {
            let roll = roll.map_or_else(String::new, |roll| format!("d{roll} "));
            writeln!(output, "{roll}{decision}: {count}")?;
        }
        let total = if self.args.depth == 0 { 1 } else { parts.iter().map(|(_, _, count)| count).sum::<u64>() };
        Ok(writeln!(output, "{total}")?)
    }
}
