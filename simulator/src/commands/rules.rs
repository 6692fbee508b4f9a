//! `petteia rules`: the rules of a game in plain words, with its start.

use std::io::{Write, stdout};

use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, explain, with_geometry};
use petteia_simulator::board::on_terminal;

use super::{Failure, show::style};
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
            writeln!(output, "{}", item(sentence))?;
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

/// A sentence as an item of a list, broken into lines.
fn item(sentence: &str) -> String {
    let mut lines = vec![String::from("-")];
    for word in sentence.split(' ') {
        let line = lines.last_mut().expect("starts with one line and only grows");
        if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("  {word}"));
        }
    }
    lines.join("\n")
}
