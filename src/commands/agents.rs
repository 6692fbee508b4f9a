//! `petteia agents`: the agents and their options.

use std::io::{Write, stdout};

use petteia_players::agents::catalogue::{AGENTS, PRESETS};

use super::Failure;

pub fn agents() -> Result<(), Failure> {
    let mut output = stdout().lock();
    for agent in &AGENTS {
        writeln!(output, "{:10} {}", agent.name, agent.about)?;
        for option in agent.options {
            writeln!(output, "  {:12} {} ({})", option.name, option.about, option.values)?;
        }
    }
    writeln!(output, "\nPresets:")?;
    for preset in &PRESETS {
        writeln!(output, "{:10} {}", preset.name, preset.agent)?;
    }
    writeln!(
        output,
        "\nAn agent is named with its options: greedy, mcts:playouts=2000,cutoff=20, alphabeta:nodes=20000."
    )?;
    Ok(())
}
