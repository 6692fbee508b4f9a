//! Games of every family and switch for the targets to choose from.

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::{CheckedRules, Rules};

const OVERLAYS: [&str; 10] = [
    "",
    "+vagi+edge",
    "+inciti",
    "+inciti+hopeless=idle+surround",
    "+die=3",
    "+compulsory=huff+corner",
    "+compulsory=strict+edge",
    "+bound=one-turn+inciti",
    "+leader_captures=off+surround",
    "+move=step+inciti+vagi",
];

/// The game that a byte names, or the plain game where the switches do not fit it.
pub fn game(byte: u8) -> CheckedRules {
    let row = &GAMES[usize::from(byte) % GAMES.len()];
    let overlay = OVERLAYS[usize::from(byte) / GAMES.len() % OVERLAYS.len()];
    let rules = Rules::parse(&format!("{}{overlay}", row.id)).or_else(|_| Rules::parse(row.id));
    rules.expect("the games of the catalogue make sense")
}
