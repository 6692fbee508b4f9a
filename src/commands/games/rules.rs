//! The rules of a game in plain words, with its start.

use std::io::{Write, stdout};

use petteia_engine::{AnyGame, Rules, Section, explain};
use petteia_simulator::{Variant, template};
use serde::Serialize;

use crate::cli::GamesArgs;
use crate::commands::json::print_json;
use crate::commands::{Failure, hanging, style, variant};
use petteia_engine::terminal::on_terminal;

/// Explains the rules of a game, or prints them as a file.
pub fn rules(game: &str, args: &GamesArgs) -> Result<(), Failure> {
    let variant = variant(game)?;
    if args.toml {
        return Ok(write!(stdout().lock(), "{}", template(&variant))?);
    }
    let Variant { name, rules } = variant;
    let game = AnyGame::of(rules);
    let sections = explain(game.rules());
    if args.format.json {
        let start = game.text(&game.start());
        return print_json(&RulesJson { game: &name, start, sections: &sections, rules: game.rules() });
    }
    let mut output = stdout().lock();
    writeln!(output, "{name}\n")?;
    writeln!(output, "{}", on_terminal(&game, &game.start(), style(args.ascii)).trim_end())?;
    for section in &sections {
        writeln!(output, "\n{}", section.title)?;
        for sentence in &section.sentences {
            writeln!(output, "{}", hanging("- ", sentence))?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct RulesJson<'a> {
    game: &'a str,
    start: String,
    sections: &'a [Section],
    rules: &'a Rules,
}
