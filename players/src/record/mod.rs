//! Game records: one game as a small text that people and programs can read.
//!
//! ```text
//! [Game "city-8+die=4"]
//! [White "human"]
//! [Black "mcts:playouts=5000"]
//! [Seed "7"]
//! [Result "*"]
//!
//! 1. d3 a1-a4
//! 2. d1 h8-h7
//! *
//! ```
//!
//! First come the tags, in any order, with `\"` and `\\` for these two letters inside a value. `Game`, `White`,
//! `Black` and `Result` are needed. `Seed` says which random stream gave the rolls, `Start` is the position text
//! that stands instead of the game's own start, and `Rules` holds the rules as JSON where the name in `Game` does not
//! say them all.
//!
//! Then one line for each turn: its number (completed turns and one), and what happened in it, in the move forms of the
//! engine: a roll `d3`, a huff `!a3` or its declining `--`, and the move itself (`a1-a5`, `a1xa3xc3`, `@d4`, `xd4`,
//! `pass`). The last line repeats the result: `white by bare`, `draw by repetition`, `unfinished by turn_cap`, or
//! `*` while the game goes on; then the last turn may be incomplete.
//!
//! Reading replays the game: every step must be legal, and the result must be what the rules say.

mod history;
mod read;
mod write;

use petteia_engine::{AnyGame, BySide, CheckedRules, EndReason, Outcome, Side};

pub use history::{History, Moment, Step};
pub use read::RecordError;

/// What a record says before its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game with its switches, or the name of an own variant.
    pub game: String,
    /// Its rules.
    pub rules: CheckedRules,
    /// Who plays.
    pub players: BySide<String>,
    /// The seed of the rolls and of the players.
    pub seed: Option<u64>,
}

/// A game that can be replayed: its steps are legal and its result is true. Made by [`Record::read`] and [`Record::of`];
/// its [`Display`](std::fmt::Display) form is the text.
///
/// ```
/// use petteia_players::record::Record;
/// let text = "\
/// [Game \"city-8+turn_cap=2\"]
/// [White \"human\"]
/// [Black \"random\"]
/// [Result \"unfinished by turn_cap\"]
///
/// 1. a1-a5
/// 2. h8-h4
/// unfinished by turn_cap
/// ";
/// assert_eq!(Record::read(text).unwrap().to_string(), text);
/// let error = Record::read(&text.replace("h8-h4", "h8-h1")).unwrap_err();
/// assert!(error.to_string().starts_with("line 7: turn 2: `h8-h1` is not legal here"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    header: Header,
    start: Option<String>,
    steps: Vec<Step>,
    result: Option<Outcome>,
    turns: u32,
}

impl Record {
    /// The record of a game that was played, or is being played.
    pub fn of(header: Header, history: &History) -> Self {
        Record {
            header,
            start: history.own_start().map(|start| history.game().text(start)),
            steps: history.steps(),
            result: history.state().outcome(),
            turns: history.state().position().turn(),
        }
    }

    /// The record of a game of which nothing is played yet, from its start or from a position text.
    ///
    /// # Errors
    /// What is wrong with the position text.
    pub fn new(header: Header, start: Option<&str>) -> Result<Self, petteia_engine::PositionTextError> {
        let game = AnyGame::of(header.rules.clone());
        let start = start.map(|text| game.parse(text)).transpose()?;
        Ok(Record::of(header, &History::new(game, start)))
    }

    /// What is said before the moves.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How the game ended; `None` while it goes on.
    pub fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// The completed turns.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Plays the game again.
    pub fn replay(&self) -> History {
        let game = AnyGame::of(self.header.rules.clone());
        let start = self.start.as_deref().map(|text| game.parse(text).expect("it was read or written by this game"));
        let mut history = History::new(game, start);
        self.steps.iter().for_each(|&step| history.take(step));
        history
    }
}

/// A result as records write it; `*` for none.
///
/// ```
/// use petteia_engine::{EndReason, Outcome, Side};
/// use petteia_players::record::result_text;
/// assert_eq!(result_text(Some(Outcome::win(Side::White, EndReason::Bare))), "white by bare");
/// assert_eq!(result_text(None), "*");
/// ```
pub fn result_text(result: Option<Outcome>) -> String {
    result.map_or_else(|| "*".into(), |outcome| outcome.to_string())
}

/// Reads what [`result_text`] writes.
fn parse_result(text: &str) -> Option<Option<Outcome>> {
    let winners = [Some(Side::White), Some(Side::Black), None];
    let outcomes = EndReason::ALL.into_iter().flat_map(|reason| winners.map(|winner| Some(Outcome { winner, reason })));
    outcomes.chain([None]).find(|&result| result_text(result) == text)
}
