//! What can be chosen, and the rules of a game in words.

use std::collections::BTreeMap;

use petteia_engine::rules::catalogue::{GAMES, Game};
use petteia_engine::rules::switches::{SWITCHES, Switch};
use petteia_engine::{BoardSize, Rules, Section, Side, explain};
use petteia_players::agents::catalogue::{AGENTS, AgentAbout, OptionAbout};
use serde::Serialize;

use crate::choice::Choice;

/// Everything that can be chosen.
#[derive(Serialize)]
pub struct Catalogue {
    games: Vec<GameEntry>,
    switches: Vec<SwitchEntry>,
    agents: Vec<AgentEntry>,
}

#[derive(Serialize)]
struct GameEntry {
    id: &'static str,
    source: &'static str,
    about: &'static str,
    board: BoardSize,
}

#[derive(Serialize)]
struct SwitchEntry {
    name: &'static str,
    values: &'static str,
    about: &'static str,
    /// The names of its values, if it takes only these.
    choices: &'static [&'static str],
}

#[derive(Serialize)]
struct AgentEntry {
    name: &'static str,
    about: &'static str,
    options: Vec<OptionEntry>,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    values: &'static str,
    about: &'static str,
}

impl From<&'static Game> for GameEntry {
    fn from(game: &'static Game) -> Self {
        GameEntry { id: game.id, source: game.source.name(), about: game.about, board: game.rules().board }
    }
}

impl From<&'static Switch> for SwitchEntry {
    fn from(switch: &'static Switch) -> Self {
        let Switch { name, values, about, choices, .. } = switch;
        SwitchEntry { name, values, about, choices }
    }
}

impl From<&'static AgentAbout> for AgentEntry {
    fn from(agent: &'static AgentAbout) -> Self {
        // There are no tables here.
        let options = agent.options.iter().filter(|option| option.name != "tables");
        let entry = |&OptionAbout { name, values, about }: &'static OptionAbout| OptionEntry { name, values, about };
        AgentEntry { name: agent.name, about: agent.about, options: options.map(entry).collect() }
    }
}

/// Returns everything that can be chosen.
pub fn all() -> Catalogue {
    Catalogue {
        games: GAMES.iter().map(GameEntry::from).collect(),
        switches: SWITCHES.iter().map(SwitchEntry::from).collect(),
        agents: AGENTS.iter().map(AgentEntry::from).collect(),
    }
}

/// A game in words.
#[derive(Serialize)]
pub struct About {
    name: String,
    board: BoardSize,
    sections: Vec<Section>,
    /// The value of each switch that is on; empty for a switch without values.
    switches: BTreeMap<&'static str, String>,
    /// The letters of all that can stand on the board, as in texts of positions.
    pieces: String,
    /// The rules as a table, if the name does not define them.
    rules: Option<Rules>,
}

/// Returns a game in words.
///
/// # Errors
/// See [`Choice::chosen`].
pub fn about(choice: &Choice) -> Result<About, String> {
    let chosen = choice.chosen()?;
    let named = Rules::parse(&chosen.name);
    let rules = &chosen.rules;
    let switches = SWITCHES.iter().filter_map(|switch| Some((switch.name, switch.value_in(rules)?))).collect();
    Ok(About {
        name: chosen.name,
        board: rules.board,
        sections: explain(rules),
        switches,
        pieces: pieces(rules),
        rules: (named.as_ref() != Ok(rules)).then(|| Rules::clone(rules)),
    })
}

/// Returns the letters of all that can stand on the board: stones, vagi, bound stones, leaders and inciti.
fn pieces(rules: &Rules) -> String {
    let sides = [(Side::White, "SVAL"), (Side::Black, "sval")];
    let has = |side, letter: &char| match letter.to_ascii_uppercase() {
        'V' => rules.vagi,
        'A' => rules.binds(),
        'L' => rules.has_leader(side),
        _ => true,
    };
    let of_side = |(side, letters): (Side, &'static str)| letters.chars().filter(move |letter| has(side, letter));
    sides.into_iter().flat_map(of_side).chain(rules.inciti.then_some('#')).collect()
}
