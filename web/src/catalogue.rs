//! What can be chosen, and the rules of a game in words.

use std::collections::BTreeMap;

use petteia_engine::rules::catalogue::{GAMES, Game};
use petteia_engine::rules::switches::{SWITCHES, Switch};
use petteia_engine::{AnyGame, BoardSize, Rules, Section, Side, SquareSet, explain};
use petteia_players::agents::catalogue::{AGENTS, AgentAbout};
use serde::Serialize;
use serde_json::{Value, json};

use crate::choice::Choice;
use crate::view::numbers;

/// Returns everything that can be chosen.
pub fn all() -> Value {
    let game = |game: &Game| json!({ "id": game.id, "source": game.source.name(), "about": game.about });
    // The choices of a switch are the names of its values, if it takes only these.
    let switch = |switch: &Switch| {
        let Switch { name, values, about, choices, .. } = switch;
        json!({ "name": name, "values": values, "about": about, "choices": choices })
    };
    let agent = |agent: &AgentAbout| {
        // There are no tables here.
        let options = agent.options.iter().filter(|option| option.name != "endgames");
        json!({ "name": agent.name, "about": agent.about, "options": options.collect::<Vec<_>>() })
    };
    json!({
        "games": GAMES.iter().map(game).collect::<Vec<_>>(),
        "switches": SWITCHES.iter().map(switch).collect::<Vec<_>>(),
        "agents": AGENTS.iter().map(agent).collect::<Vec<_>>(),
    })
}

/// A game in words.
#[derive(Serialize)]
pub struct About {
    name: String,
    /// The game of the catalogue that the switches of the name change, if the name defines the rules.
    base: Option<String>,
    board: BoardSize,
    sections: Vec<Section>,
    /// The value of each switch that is on; empty for a switch without values.
    switches: BTreeMap<&'static str, String>,
    /// The letters of all that can stand on the board, as in texts of positions.
    pieces: String,
    /// The throne and the corner squares, where they have rules of their own.
    special: Vec<u16>,
    /// The rules as a table, if the name does not define them.
    rules: Option<Rules>,
}

/// Returns a game in words.
///
/// # Errors
/// See [`Choice::chosen`].
pub fn about(choice: &Choice) -> Result<About, String> {
    let chosen = choice.chosen()?;
    let rules = &chosen.rules;
    let is_named = Rules::parse(&chosen.name).as_ref() == Ok(rules);
    let switches = SWITCHES.iter().filter_map(|switch| Some((switch.name, switch.value_in(rules)?))).collect();
    Ok(About {
        base: is_named.then(|| Rules::parts_of_name(&chosen.name).0.to_owned()),
        name: chosen.name,
        board: rules.board,
        sections: explain(rules),
        switches,
        pieces: pieces(rules),
        special: numbers(AnyGame::of(rules.clone()).special_squares().squares()),
        rules: (!is_named).then(|| Rules::clone(rules)),
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
