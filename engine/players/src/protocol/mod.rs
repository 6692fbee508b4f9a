//! The protocol between petteia and players that are programs of their own: lines of plain text, in the spirit of UCI
//! and UGI. `docs/protocol.md` describes it. This module has the forms that both directions share; [`Engine`] answers
//! as a player, [`serve`] lets it do so while lines come in, and [`crate::external`] asks.

mod engine;
mod serve;
mod thinking;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::budget::{Budget, MOST_DEPTH, MOST_MILLISECONDS, MOST_NODES};
use crate::record::History;

pub use engine::{Engine, Reply};
pub use serve::serve;
pub use thinking::Thinking;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The most decisions that a player compares in its lines `info`.
const MOST_LINES: u32 = 255;

/// The request for a move, and what the player may spend on it.
///
/// ```
/// use petteia_players::protocol::Go;
/// for text in ["go seed 7 nodes 100 clock 60000 increment 50", "go infinite multipv 3"] {
///     assert_eq!(text.parse::<Go>().unwrap().to_string(), text);
/// }
/// assert_eq!("go depht 3".parse::<Go>().unwrap_err(), "there is no `go depht`; it takes `infinite`, and `seed`, `nodes`, \
///     `depth`, `ms`, `clock`, `increment` and `multipv`, each followed by a whole number");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Go {
    /// The seed of all random choices.
    pub seed: Option<u64>,
    /// The budget for this decision.
    pub budget: Option<Budget>,
    /// The time left for the game, and what each decision adds to it.
    pub clock: Option<(Duration, Duration)>,
    /// Whether the player searches until `stop`.
    pub is_infinite: bool,
    /// How many of the best decisions it tells, if not only the best.
    pub lines: Option<u32>,
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        self.seed.map_or(Ok(()), |seed| write!(f, " seed {seed}"))?;
        if let Some((unit, number)) = self.budget.map(Budget::named) {
            write!(f, " {unit} {number}")?;
        }
        if let Some((left, increment)) = self.clock {
            write!(f, " clock {} increment {}", left.as_millis(), increment.as_millis())?;
        }
        f.write_str(if self.is_infinite { " infinite" } else { "" })?;
        self.lines.map_or(Ok(()), |lines| write!(f, " multipv {lines}"))
    }
}

impl FromStr for Go {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace().skip(1);
        let (mut go, mut increment) = (Go::default(), Duration::ZERO);
        while let Some(key) = words.next() {
            if key == "infinite" {
                go.is_infinite = true;
                continue;
            }
            let value = words.next().unwrap_or_default();
            match key {
                "seed" => go.seed = Some(value.parse().map_err(|_| wrong(key, value, 0, u64::MAX))?),
                "nodes" => go.budget = Some(Budget::Nodes(number(key, value, 1, MOST_NODES)?)),
                "depth" => go.budget = Some(Budget::Depth(number(key, value, 1, MOST_DEPTH)?)),
                "ms" => go.budget = Some(Budget::Milliseconds(number(key, value, 1, MOST_MILLISECONDS)?)),
                "clock" => go.clock = Some((milliseconds(number(key, value, 0, u32::MAX)?), Duration::ZERO)),
                "increment" => increment = milliseconds(number(key, value, 0, u32::MAX)?),
                "multipv" => go.lines = Some(number(key, value, 1, MOST_LINES)?),
                _ => {
                    return Err(format!(
                        "there is no `go {key}`; it takes `infinite`, and `seed`, `nodes`, `depth`, `ms`, `clock`, \
                         `increment` and `multipv`, each followed by a whole number"
                    ));
                }
            }
        }
        go.clock = go.clock.map(|(left, _)| (left, increment));
        Ok(go)
    }
}

fn milliseconds(number: u32) -> Duration {
    Duration::from_millis(number.into())
}

/// Reads a number from `least` to `most`.
fn number(key: &str, value: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| wrong(key, value, least.into(), most.into()))
}

fn wrong(key: &str, value: &str, least: u64, most: u64) -> String {
    format!("`{key}` needs a whole number from {least} to {most}, not `{value}`")
}

/// Returns the lines that tell a player where a game stands: its steps from the start, the present position, and the
/// legal moves.
#[cfg(feature = "programs")]
pub(crate) fn position_lines(game: &History) -> String {
    let start = game.own_start().map_or_else(|| "start".to_owned(), |start| game.game().text(start));
    let steps: String = game.moments().iter().map(|moment| format!(" {}", game.step_text(moment.step))).collect();
    let moves = if steps.is_empty() { String::new() } else { format!(" moves{steps}") };
    format!("position {start}{moves}\n{}\n{}", board_line(game), legal_line(game))
}

/// Returns the line with the present position.
pub(crate) fn board_line(game: &History) -> String {
    format!("board {}", game.game().text(game.state().position()))
}

/// Returns the line with the legal moves.
fn legal_line(game: &History) -> String {
    let moves = game.game().legal_moves(game.state()).into_iter();
    moves.fold("legal".to_owned(), |line, decision| line + " " + &game.game().move_text(decision))
}
