//! Lists of games as players of tafl write them: one game per line, and nothing about the players.
//!
//! ```text
//! # Lines with a hash sign are comments.
//! d6-c6 e4-e1 f4-e4 d3-f3
//! d2-e2 c4-c5 f4-f5 d4-c4 e2-d2xd3,1,0,Ongoing
//! ```
//!
//! A line contains the moves, separated by spaces, each with the squares on which it captures (`e2-d2xd3`). A game that a
//! player lost on time ends with `timeout`. Three fields may follow: how many stones the side that moved first has
//! captured, how many the other side has, and the result (`White`, `Black`, `Draw`, or `Ongoing` or nothing if it is
//! unknown).

use std::str::FromStr;

use petteia_engine::{BySide, CheckedRules, EndReason, Rules, Side, SquareSet};

use super::read::wrong;
use super::{Header, History, Record, RecordError, Step, result_text};

/// The name of a player of whom nothing is known.
const UNKNOWN: &str = "?";

/// A game of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its line, from 1.
    pub line: usize,
    /// The game. Where players stopped before its end, it is a game in progress.
    pub record: Record,
    /// The result in the list, if it names one: the winner, or `None` for a draw.
    pub result: Option<Option<Side>>,
    /// How many moves follow after a limit has ended the game, such as a third repetition that the players did not claim.
    pub left_out: usize,
}

/// Reads a list of games and replays them.
///
/// ```
/// use petteia_players::record::read_list;
/// let games = read_list("city-8", "a1-a7 b8-b2\nd1-d4 d8-d5,0,0,Ongoing\n").unwrap();
/// assert_eq!(games[1].record.history.moments().len(), 2);
/// let error = read_list("city-8", "a1-a7\nd1-d4 d8-d4").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: move 2: `d8-d4` is not legal here"));
/// ```
///
/// # Errors
/// Describes the first line with an illegal move, wrong captures, or a result that contradicts the rules. An invalid name
/// of a game is reported as line 0.
pub fn read_list(game: &str, text: &str) -> Result<Vec<ListedGame>, RecordError> {
    let rules = Rules::parse(game).or_else(|error| wrong(0, error))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read_game(game, &rules, number, line)).collect()
}

fn read_game(game: &str, rules: &CheckedRules, line: usize, text: &str) -> Result<ListedGame, RecordError> {
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let [moves, rest @ ..] = &fields[..] else { unreachable!("a text has at least one part") };
    let mut history = History::of(rules);
    let words: Vec<&str> = moves.split_whitespace().collect();
    let mut read = 0;
    while read < words.len() && !is_over_by_limit(&history) {
        read_move(&mut history, words[read]).or_else(|problem| wrong(line, format!("move {}: {problem}", read + 1)))?;
        read += 1;
    }
    let left_out = words.len() - read;
    let result = match rest {
        [] => None,
        [first, second, result] => {
            if left_out == 0 {
                check_captures(&history, [first, second]).or_else(|problem| wrong(line, problem))?;
            }
            read_result(result).or_else(|problem| wrong(line, problem))?
        }
        _ => return wrong(line, "after the moves come two numbers of captures and the result, or nothing"),
    };
    if left_out == 0 {
        check_result(&history, result).or_else(|problem| wrong(line, problem))?;
    }
    let players = BySide::from_fn(|_| UNKNOWN.to_owned());
    let record = Record { header: Header { game: game.to_owned(), players, seed: None }, history };
    Ok(ListedGame { line, record, result, left_out })
}

/// Returns whether the game has ended by a limit, which players may not have counted.
fn is_over_by_limit(history: &History) -> bool {
    use EndReason::{MoveCap, NoProgress, Repetition, TurnCap};
    let reason = history.outcome().map(|outcome| outcome.reason);
    matches!(reason, Some(MoveCap | NoProgress | Repetition | TurnCap))
}

/// Reads a move and makes it, or ends the game if the side to move ran out of time.
fn read_move(history: &mut History, word: &str) -> Result<(), String> {
    if let Some(outcome) = history.outcome() {
        return Err(format!("`{word}` comes after the end of the game: {}", result_text(Some(outcome))));
    }
    if word == "timeout" {
        history.forfeit(EndReason::Timeout);
        return Ok(());
    }
    let (step, captured) = step_and_captures(history, word)?;
    history.take(step);
    let found = captured_by_last(history);
    if captured.is_empty() || captured == found {
        return Ok(());
    }
    Err(format!("`{word}` captures {}", if found.is_empty() { "nothing".to_owned() } else { found.join(", ") }))
}

/// Splits a move from the squares on which it captures, in order. A chain of leaps has none.
fn step_and_captures(history: &History, word: &str) -> Result<(Step, Vec<String>), String> {
    let whole = history.read_step(word);
    let Some((from, rest)) = word.split_once('-').filter(|_| whole.is_err()) else { return Ok((whole?, Vec::new())) };
    // A file may be called x.
    let start = rest.char_indices().skip(1).find(|&(_, letter)| letter == 'x').map(|(start, _)| start);
    let Some(start) = start else { return Ok((whole?, Vec::new())) };
    let (to, marks) = rest.split_at(start);
    let step = history.read_step(&format!("{from}-{to}"))?;
    let mut captured: Vec<String> = marks[1..].split('x').map(str::to_owned).collect();
    captured.sort();
    Ok((step, captured))
}

/// Returns the squares on which the last step captured stones, in order. That a leader is captured is not marked.
fn captured_by_last(history: &History) -> Vec<String> {
    let board = history.game().rules().board;
    let (Some(last), before) = (history.moments().last(), history.position_after(history.moments().len() - 1)) else {
        return Vec::new();
    };
    let lost = (last.events.lost.white | last.events.lost.black) & !before.leaders();
    let mut names: Vec<String> = lost.squares().map(|square| board.name(square)).collect();
    names.sort();
    names
}

/// Checks how many stones the side that moved first has captured, and the other side.
fn check_captures(history: &History, stated: [&str; 2]) -> Result<(), String> {
    let first = history.moments().first().map_or_else(|| history.state().position().side(), |moment| moment.side);
    for (side, text) in [first, !first].into_iter().zip(stated) {
        let captured = u32::from(history.state().position().captured()[side]);
        if u32::from_str(text) != Ok(captured) {
            return Err(format!("{} has captured {captured}, not `{text}`", side.title()));
        }
    }
    Ok(())
}

fn read_result(text: &str) -> Result<Option<Option<Side>>, String> {
    match text {
        "White" => Ok(Some(Some(Side::White))),
        "Black" => Ok(Some(Some(Side::Black))),
        "Draw" => Ok(Some(None)),
        "Ongoing" | "" => Ok(None),
        _ => Err(format!("`{text}` is not a result; write White, Black, Draw or Ongoing")),
    }
}

/// Checks that the result is that of the rules, if they end the game.
fn check_result(history: &History, stated: Option<Option<Side>>) -> Result<(), String> {
    match (history.outcome(), stated) {
        (Some(outcome), Some(winner)) if outcome.winner != winner => {
            let stated = winner.map_or("a draw".to_owned(), |side| format!("a win for {}", side.title()));
            Err(format!("the result is {}, but the list has {stated}", result_text(Some(outcome))))
        }
        _ => Ok(()),
    }
}
