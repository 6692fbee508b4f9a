//! The setup of the pieces as data (RULES §2).

use serde::{Deserialize, Serialize};

use crate::vocab::{BySide, Side};

/// The setup of the pieces (§2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    /// Each side's stones fill this many ranks, from its back rank on.
    Rows(BySide<u8>),
    /// The board starts empty and each side places this many stones in turn.
    Placement(u8),
    /// The game starts from this position text (§10).
    Position(String),
}

impl Setup {
    /// Returns the side that is to move: Black in a position that says so.
    pub(super) fn begins(&self) -> Side {
        match self {
            Setup::Position(text) if text.split(' ').nth(1) == Some("b") => Side::Black,
            _ => Side::White,
        }
    }

    /// Returns how many stones each side has in hand at the start.
    ///
    /// ```
    /// use petteia_engine::{BySide, rules::Setup};
    /// assert_eq!(Setup::Placement(16).hands(), BySide::both(16));
    /// assert_eq!(Setup::Position("4/4/4/S2s b 2,3 0,0 0 1".into()).hands(), BySide { white: 2, black: 3 });
    /// ```
    pub fn hands(&self) -> BySide<u8> {
        match self {
            Setup::Rows(_) => BySide::both(0),
            Setup::Placement(stones) => BySide::both(*stones),
            Setup::Position(text) => {
                let hands = text.split(' ').nth(2).and_then(|hands| hands.split_once(','));
                let read = |(white, black): (&str, &str)| {
                    Some(BySide { white: white.parse().ok()?, black: black.parse().ok()? })
                };
                hands.and_then(read).unwrap_or_default()
            }
        }
    }
}

/// Returns whether White is to move in a position text and both sides have the same pieces: with the colours exchanged, the board is
/// its own mirror image or its own image turned by 180°.
pub(super) fn is_symmetric(position: &str) -> bool {
    let fields: Vec<&str> = position.split(' ').collect();
    let [board, "w", hands, captured, ..] = fields[..] else { return false };
    let are_equal = |pair: &str| pair.split_once(',').is_some_and(|(white, black)| white == black);
    let rows: Vec<String> = board.split('/').map(spelled_out).collect();
    let exchanged = |row: &String| -> String {
        row.chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let mirrored: Vec<String> = rows.iter().rev().map(exchanged).collect();
    let turned: Vec<String> = mirrored.iter().map(|row| row.chars().rev().collect()).collect();
    are_equal(hands) && are_equal(captured) && (rows == mirrored || rows == turned)
}

/// Returns a rank of a position text with a dot for each empty square.
fn spelled_out(rank: &str) -> String {
    let mut squares = String::new();
    let mut run = 0_usize;
    for c in rank.chars() {
        match c.to_digit(10) {
            Some(digit) => run = (10 * run + digit as usize).min(usize::from(u8::MAX)),
            None => {
                squares += &".".repeat(std::mem::take(&mut run));
                squares.push(c);
            }
        }
    }
    squares + &".".repeat(run)
}
