//! `petteia rules`: the rules of a game in plain words, with its start.

use std::io::{Write, stdout};

use petteia_engine::{AnyGame, explain};
use petteia_reports::wrapped;
use petteia_simulator::{Variant, template};

use super::{Failure, style, variant};
use crate::board::on_terminal;
use crate::cli::RulesArgs;

/// Columns of text.
const WIDTH: usize = 96;

pub fn rules(args: &RulesArgs) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    let mut output = stdout().lock();
    if args.toml {
        return Ok(write!(output, "{}", template(&variant))?);
    }
    let Variant { name, rules } = variant;
    writeln!(output, "{name}\n")?;
    let game = AnyGame::of(rules);
    writeln!(output, "{}", on_terminal(&game, &game.start(), style(args.ascii)).trim_end())?;
    for section in explain(game.rules()) {
        writeln!(output, "\n{}", section.title)?;
        for sentence in &section.sentences {
            writeln!(output, "{}", wrapped(&format!("- {sentence}"), WIDTH, "  "))?;
        }
    }
    Ok(())
}
