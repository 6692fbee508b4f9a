//! `petteia rules`: the rules of a game in plain words, with its start.

use std::io::{Write, stdout};

use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, explain, with_geometry};
use petteia_simulator::board::on_terminal;

use super::{Failure, show::style, wrapped};
use crate::cli::RulesArgs;

/// Columns of text.
const WIDTH: usize = 96;

pub fn rules(args: &RulesArgs) -> Result<(), Failure> {
    let rules = super::rules(&args.game)?;
    let mut output = stdout().lock();
    writeln!(output, "{}\n", args.game)?;
    let start = with_geometry(rules.board, Start { rules: rules.clone(), ascii: args.ascii });
    writeln!(output, "{}", start.trim_end())?;
    for section in explain(&rules) {
        writeln!(output, "\n{}", section.title)?;
        for sentence in &section.sentences {
            writeln!(output, "{}", wrapped(&format!("- {sentence}"), WIDTH, "  "))?;
        }
    }
    Ok(())
}

/// Draws the start.
struct Start {
    rules: CheckedRules,
    ascii: bool,
}

impl OnBoard for Start {
    type Output = String;

    fn run<G: Geometry>(self, geometry: G) -> String {
        let game = Game::new(self.rules, geometry);
        on_terminal(&game, &game.start(), style(self.ascii))
    }
}
