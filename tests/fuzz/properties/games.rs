//! Games with every family and switch, from which the targets choose.

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::{CheckedRules, Rules};

const OVERLAYS: [&str; 20] = [
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
    "+repetition=forbidden",
    "+capture_run+corner",
    "+hostile_corner+surround",
    "+capture_again=any+no_moves=passes",
    "+capture_again=capturing+edge",
    "+move=hop+no_moves=adjudicate",
    "+bound=held+corner",
    "+move=hop+bound=held+removal=before-move+entry=traps",
    "+leader_move=hop+die=3",
    "+compulsory=strict+capture_run+vagi",
];

/// Returns the game chosen by a byte, or the plain game if the switches do not suit it.
pub fn game(byte: u8) -> CheckedRules {
    let byte = usize::from(byte);
    let row = &GAMES[byte % GAMES.len()];
    // A byte has room for about four of the overlays of each game: different ones for neighbours in the list.
    let overlay = OVERLAYS[(byte / GAMES.len() + 4 * (byte % GAMES.len())) % OVERLAYS.len()];
    let rules = Rules::parse(&format!("{}{overlay}", row.id)).or_else(|_| Rules::parse(row.id));
    rules.expect("the games of the catalogue are valid")
}
