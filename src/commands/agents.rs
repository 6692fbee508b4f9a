//! `petteia agents`: the agents and their options.

use std::io::{Write, stdout};

use petteia_players::agents::catalogue::{AGENTS, AgentAbout, PRESETS, Preset};
use serde::Serialize;

use super::json::print_json;
use super::{Failure, hanging};
use crate::cli::AgentsArgs;

pub fn agents(args: &AgentsArgs) -> Result<(), Failure> {
    if args.format.json {
        return print_json(&AgentsJson { agents: &AGENTS, presets: &PRESETS });
    }
    let mut output = stdout().lock();
    for agent in &AGENTS {
        writeln!(output, "{}", hanging(&format!("{:11}", agent.name), agent.about))?;
        for option in agent.options {
            let about = format!("{} ({})", option.about, option.values);
            writeln!(output, "{}", hanging(&format!("  {:13}", option.name), &about))?;
        }
    }
    writeln!(output, "\nPresets:")?;
    for preset in &PRESETS {
        writeln!(output, "{:11}{}", preset.name, preset.agent)?;
    }
    let note = "An agent is named with its options: greedy, mcts:playouts=2000,exploration=0.7, alphabeta:nodes=20000.";
    writeln!(output, "\n{}", hanging("", note))?;
    let note = "A program of your own is named by its command, wherever an agent is: { command = [\"python3\", \
                \"my_agent.py\"] }. docs/protocol.md explains what it reads and writes.";
    Ok(writeln!(output, "\n{}", hanging("", note))?)
}

#[derive(Serialize)]
struct AgentsJson {
    agents: &'static [AgentAbout],
    presets: &'static [Preset],
}
