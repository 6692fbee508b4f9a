//! Game records: a game as a short text that people and programs can read.
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
//! The tags come first, in any order. Inside a value, `"` and `\` are written `\"` and `\\`. `Game`, `White`, `Black`
//! and `Result` are required. `Seed` identifies the random stream that produced the rolls, `Start` is the text of a
//! position that replaces the game's own start, and `Rules` contains the rules as JSON if the name in `Game` does not
//! define them completely.
//!
//! Each turn has one line: its number (the number of completed turns plus one), and what happened in it, in the move
//! forms of the engine: a roll `d3`, a huff `!a3` or `--` if it is declined, and the move itself (`a1-a5`, `a1xa3xc3`,
//! `@d4`, `xd4`, `pass`). The last line repeats the result: `white by bare`, `draw by repetition`, `unfinished by
//! turn_cap`, or `*` for a game in progress, whose last turn may be incomplete. A game may also end at any point by a
//! forfeit of a player that failed: `white by illegal_move`, `white by timeout` or `white by crash`.
//!
//! Reading a record replays the game: every step must be legal, and the result must agree with the rules.
//! [`read_list`] reads many games at once, one per line, as players of tafl write them.

mod exchange;
mod history;
mod list;
mod read;
mod write;

use petteia_engine::{BySide, EndReason, Outcome, Side};

pub use history::{History, Moment, Step};
pub use list::{ListedGame, read_list};
pub use read::RecordError;
pub(crate) use read::read_rules;

/// The information that precedes the moves of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game with its switches, or the name of a user-defined variant.
    pub game: String,
    /// The players.
    pub players: BySide<String>,
    /// The seed of the rolls and of the players.
    pub seed: Option<u64>,
}

/// A finished game or a game in progress, as it is recorded; its [`Display`](std::fmt::Display) form is the text that
/// [`Record::read`] reads.
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
    /// What precedes the moves.
    pub header: Header,
    /// The game.
    pub history: History,
}

impl Record {
    /// Reads a record, or a game in the form of PGN, and replays it.
    ///
    /// # Errors
    /// Describes the first line that is not a tag, turn or result, or that the rules do not allow.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        // Some editors write a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if exchange::is_exchange(text) { exchange::read(text) } else { read::read(text) }
    }
}

/// Formats a result as in records; `*` if there is none.
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

/// Parses the text of [`result_text`].
fn parse_result(text: &str) -> Option<Option<Outcome>> {
    let winners = [Some(Side::White), Some(Side::Black), None];
    let outcomes = EndReason::ALL.into_iter().flat_map(|reason| winners.map(|winner| Some(Outcome { winner, reason })));
    outcomes.chain([None]).find(|&result| result_text(result) == text)
}
