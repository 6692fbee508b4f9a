//! Games with every family and switch, from which the targets choose.

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

/// Returns the game chosen by a byte, or the plain game if the switches do not suit it.
pub fn game(byte: u8) -> CheckedRules {
    let row = &GAMES[usize::from(byte) % GAMES.len()];
    let overlay = OVERLAYS[usize::from(byte) / GAMES.len() % OVERLAYS.len()];
    let rules = Rules::parse(&format!("{}{overlay}", row.id)).or_else(|_| Rules::parse(row.id));
    rules.expect("the games of the catalogue are valid")
}
