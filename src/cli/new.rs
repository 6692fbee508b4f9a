//! The first experiment of a reader.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use petteia_players::agents::AgentSpec;

/// Write a first experiment for a game
///
/// Writes a file that `petteia run` plays in a few minutes on two cores: the game without and with each switch, in all
/// combinations, played by each agent against itself, at least 200 times. To choose the numbers of games, every agent plays for
/// half a second. The file explains itself, and can be changed like any other. With --search, the file asks instead which of these
/// combinations work, and `petteia search` looks for them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  petteia new mine.toml --game city-8 --vary vagi,edge
  petteia new poleis.toml --game poleis --vary die=4 --agents random,quick
  petteia games city-8+edge --toml > own.toml  # to change the rules in it
  petteia new own-study.toml --game own.toml
  petteia new mend.toml --game own.toml --search

A switch that the game has is varied by leaving it out. A switch with several
values is given with each: die=4,die=6.")]
pub struct NewArgs {
    /// The file to write; the experiment and the folder of its run have the same name
    pub file: PathBuf,
    /// The game with its switches, or the file of a game
    #[arg(long)]
    pub game: String,
    /// Switches to vary, separated by commas; `petteia games` lists them
    #[arg(long, value_name = "SWITCHES", value_delimiter = ',', allow_hyphen_values = true)]
    pub vary: Vec<String>,
    /// Agents, separated by commas; `petteia agents` lists them [default: random, and alphabeta with tables and
    /// with 300 and 1000 nodes; for a search alphabeta with 100 nodes, confirmed by 1000 nodes and by mcts]
    #[arg(long, value_name = "AGENTS")]
    pub agents: Option<AgentList>,
    /// Write a search for rules that work; without --vary, over the usual switches
    #[arg(long)]
    pub search: bool,
}

/// Agents that are separated by commas, as are the options of each.
#[derive(Clone, Debug)]
pub struct AgentList(pub Vec<AgentSpec>);

impl FromStr for AgentList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains('{') {
            return Err("name a program of your own in the file, in `pairings`".into());
        }
        let mut agents: Vec<String> = Vec::new();
        for part in text.split(',') {
            match agents.last_mut() {
                Some(last) if is_option(part) => *last += &format!(",{part}"),
                _ => agents.push(part.to_owned()),
            }
        }
        let agents = agents.iter().map(|agent| agent.parse::<AgentSpec>().map_err(|error| error.to_string()));
        agents.collect::<Result<_, _>>().map(AgentList)
    }
}

/// Returns whether a part of a list is an option, such as `endgames=auto`, of the agent before it.
fn is_option(part: &str) -> bool {
    part.split_once('=').is_some_and(|(name, _)| !name.contains(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stay_with_their_agent() {
        let AgentList(agents) = "random,alphabeta:nodes=300,endgames=auto,greedy".parse().expect("three agents");
        let names: Vec<String> = agents.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["random", "alphabeta:nodes=300,endgames=auto", "greedy"]);
        assert!("random,greddy".parse::<AgentList>().unwrap_err().contains("did you mean `greedy`"));
    }
}
