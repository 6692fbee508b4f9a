//! Fortresses on the board that is played, and the smallest ones of a game.

use petteia_engine::fortress::{Answer, Fortress, Ground, Waiting, dangers, prove};
use petteia_engine::{AnyGame, AnySet, BoardSize, BySide, Side, SquareSet};
use petteia_proofs::fortress::{Example, army, smallest};
use serde::Serialize;

use crate::choice::Choice;
use crate::view::numbers;

/// A fortress, or why there is none.
#[derive(Serialize)]
pub struct Standing {
    fortress: Option<Drawn>,
    /// In which ways the side can lose all the same.
    dangers: Vec<String>,
    /// Why there is no fortress.
    reason: Option<String>,
}

/// The squares of a fortress.
#[derive(Serialize)]
struct Drawn {
    wall: Vec<u16>,
    /// The squares of the pieces that move.
    movers: Vec<u16>,
    /// The empty squares from, over or to which they move.
    room: Vec<u16>,
    /// Their moves, in words.
    moves: String,
    leader: Vec<u16>,
}

impl Drawn {
    fn of(fortress: &Fortress<AnySet>, waiting: &Waiting, leader: AnySet, board: BoardSize) -> Self {
        Drawn {
            wall: numbers(fortress.wall.squares()),
            movers: numbers(fortress.movers.squares()),
            room: numbers((fortress.room & !fortress.movers).squares()),
            moves: waiting.text(board),
            leader: numbers(leader.squares()),
        }
    }
}

impl Standing {
    /// Returns the fortress of each side in a position.
    ///
    /// # Errors
    /// The game or the position is invalid.
    pub fn of(choice: &Choice, position: &str) -> Result<BySide<Self>, String> {
        let game = AnyGame::of(choice.chosen()?.rules);
        let position = game.parse(position).map_err(|error| error.to_string())?;
        let standing = |side: Side| match prove(&game, &position, side) {
            Answer::Fortress(fortress) => Standing {
                dangers: dangers(&game, &position, side, &fortress).iter().map(ToString::to_string).collect(),
                fortress: Some({
                    let ground = Ground::of(&game, &position, side);
                    Drawn::of(&fortress, &fortress.waiting(&game, &ground, side), ground.own_leader, game.rules().board)
                }),
                reason: None,
            },
            Answer::Breach(breach) => Standing::none(breach.shuttle.text().to_owned()),
            Answer::Unsupported(reason) => Standing::none(reason.to_string()),
        };
        Ok(BySide::from_fn(standing))
    }

    fn none(reason: String) -> Self {
        Standing { fortress: None, dangers: Vec::new(), reason: Some(reason) }
    }
}

/// The smallest fortresses of a side.
#[derive(Serialize)]
pub struct Smallest {
    /// The number of pieces with which the side begins.
    army: u32,
    /// The number of pieces of the smallest fortresses; `None` if the side has none.
    pieces: Option<u32>,
    examples: Vec<ExampleEntry>,
}

#[derive(Serialize)]
struct ExampleEntry {
    fortress: Drawn,
    /// The squares that enemies can reach.
    open: Vec<u16>,
}

impl Smallest {
    /// Searches for the smallest fortresses, which can take seconds or, on large boards, much longer.
    ///
    /// # Errors
    /// The game is invalid, or the proof does not cover it.
    pub fn of(choice: &Choice, white: bool) -> Result<Self, String> {
        let game = AnyGame::of(choice.chosen()?.rules);
        let side = if white { Side::White } else { Side::Black };
        let army = army(&game, side);
        let found = smallest(&game, side, army, |_| ()).map_err(|reason| reason.to_string())?;
        let entry = |example: &Example| ExampleEntry {
            fortress: Drawn::of(&example.fortress, &example.waiting(&game, side), example.leader, game.rules().board),
            open: numbers(example.open.squares()),
        };
        let examples = found.iter().flat_map(|found| &found.examples).map(entry).collect();
        Ok(Smallest { army, pieces: found.map(|found| found.pieces), examples })
    }
}
