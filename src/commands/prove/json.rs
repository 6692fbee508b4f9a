//! What is known about fortresses, as documents.

use petteia_engine::{AnyGame, AnyPosition, AnySet, Side, SquareSet};
use petteia_proofs::fortress::{Answer, Example, Ground, Smallest, dangers, prove};
use serde::Serialize;

/// What is known about the fortress of a side; only the keys of its verdict have values.
#[derive(Default, Serialize)]
pub struct SideJson {
    side: &'static str,
    verdict: &'static str,
    wall: Option<Vec<String>>,
    waiting: Option<Vec<String>>,
    again: Option<usize>,
    dangers: Option<Vec<String>>,
    holding: Option<Vec<String>>,
    failing: Option<Vec<FailingJson>>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct FailingJson {
    square: String,
    reason: &'static str,
}

impl SideJson {
    /// Returns what is known in a position.
    pub fn of(game: &AnyGame, position: &AnyPosition, side: Side) -> Self {
        Self::about(game, position, side, &prove(game, position, side))
    }

    /// Returns what a proof says of a position.
    pub(super) fn about(game: &AnyGame, position: &AnyPosition, side: Side, answer: &Answer<AnySet>) -> Self {
        let board = game.rules().board;
        let none = SideJson { side: side.name(), verdict: "not_covered", ..SideJson::default() };
        match answer {
            Answer::Fortress(fortress) => {
                let waiting = fortress.waiting(game, &Ground::of(game, position, side), side);
                SideJson {
                    verdict: "fortress",
                    wall: Some(board.names(fortress.wall.squares())),
                    waiting: Some(waiting.names(board)),
                    again: Some(waiting.again),
                    dangers: Some(dangers(game, position, side, fortress).iter().map(ToString::to_string).collect()),
                    ..none
                }
            }
            Answer::Breach(breach) => {
                let failing = breach.failing.iter();
                let failing = failing
                    .map(|&(square, weakness)| FailingJson { square: board.name(square), reason: weakness.text() });
                SideJson {
                    verdict: "none",
                    holding: Some(board.names(breach.holding.squares())),
                    failing: Some(failing.collect()),
                    reason: Some(breach.shuttle.text().to_owned()),
                    ..none
                }
            }
            Answer::Unsupported(reason) => SideJson { reason: Some(reason.to_string()), ..none },
        }
    }
}

/// The smallest fortresses of a side.
#[derive(Serialize)]
pub struct SmallestJson {
    side: &'static str,
    most: u32,
    pieces: Option<u32>,
    examples: Vec<ExampleJson>,
}

#[derive(Serialize)]
struct ExampleJson {
    wall: Vec<String>,
    waiting: Vec<String>,
    again: usize,
    leader: Option<String>,
}

impl SmallestJson {
    /// Returns those that were found, of at most `most` pieces.
    pub fn of(game: &AnyGame, side: Side, most: u32, found: Option<&Smallest>) -> Self {
        let board = game.rules().board;
        let example = |example: &Example| {
            let waiting = example.waiting(game, side);
            ExampleJson {
                wall: board.names(example.fortress.wall.squares()),
                waiting: waiting.names(board),
                again: waiting.again,
                leader: board.names(example.leader.squares()).pop(),
            }
        };
        let examples = found.map_or_else(Vec::new, |found| found.examples.iter().map(example).collect());
        SmallestJson { side: side.name(), most, pieces: found.map(|found| found.pieces), examples }
    }
}
