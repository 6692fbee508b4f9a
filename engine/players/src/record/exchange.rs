//! Games in the form of PGN, which other programs exchange: several moves a line, comments, and results as numbers.
//!
//! ```text
//! [Event "petteia"]
//! [Game "city-8"]
//! [White "human"]
//! [Black "greedy"]
//! [Result "*"]
//! [FEN "8/8/8/8/8/8/s7/S7 w 0,0 7,7 0 0"]
//!
//! 1. a1-b1 {a comment} a2-a3 2. b1-b2 *
//! ```
//!
//! `FEN` is the text of a position that replaces the game's own start. `Rules` and `Seed` are those of a record, and
//! `Termination` is its result, which says why a game ended. Other tags, move numbers, comments in braces or after `;`, and
//! signs such as `$1` are skipped when a game is read.

use std::fmt::Write;

use petteia_engine::{Outcome, Rules, Side};
use textwrap::fill_inplace;

use super::read::{RecordError, Tag, read_tag, rules_of, wrong};
use super::write::escape;
use super::{Header, History, Record, parse_result, result_text};

/// The tags that are read; all others are skipped.
const TAGS: [&str; 8] = ["Game", "White", "Black", "Result", "FEN", "Rules", "Seed", "Termination"];

/// The most letters of a line of moves.
const WIDTH: usize = 80;

/// Returns whether a text has the form of PGN, and not that of a record.
pub(super) fn is_exchange(text: &str) -> bool {
    let starts = ["[Event ", "[FEN ", "[Result \"1-0\"", "[Result \"0-1\"", "[Result \"1/2-1/2\""];
    text.lines()
        .take_while(|line| line.trim().is_empty() || line.starts_with('['))
        .any(|line| starts.iter().any(|start| line.starts_with(start)))
}

/// Returns a result as a number of points.
fn points(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "*",
        Some(Some(Side::White)) => "1-0",
        Some(Some(Side::Black)) => "0-1",
        Some(None) => "1/2-1/2",
    }
}

impl Record {
    /// Returns the game in the form of PGN, which [`Record::read`] reads, too.
    ///
    /// ```
    /// use petteia_players::record::Record;
    /// let text = "[Event \"club\"]\n[Game \"city-8+turn_cap=2\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n\
    ///             1. a1-a5 {bold} h8-h4 1/2-1/2\n";
    /// let record = Record::read(text).unwrap();
    /// assert!(record.exchange().ends_with("\n\n1. a1-a5 h8-h4 1/2-1/2\n"));
    /// assert_eq!(Record::read(&record.exchange()).unwrap(), record);
    /// ```
    #[must_use]
    pub fn exchange(&self) -> String {
        let Record { header, history } = self;
        let (rules, outcome) = (history.game().rules(), history.outcome());
        let mut text = String::from("[Event \"petteia\"]\n");
        let mut tag = |name: &str, value: &str| {
            let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
        };
        tag("Game", &header.game);
        tag("White", &header.players.white);
        tag("Black", &header.players.black);
        tag("Result", points(outcome));
        if Rules::parse(&header.game).as_ref() != Ok(rules) {
            tag("Rules", &serde_json::to_string(&**rules).expect("rules are plain data"));
        }
        if let Some(seed) = header.seed {
            tag("Seed", &seed.to_string());
        }
        if let Some(start) = history.own_start() {
            tag("FEN", &history.game().text(start));
        }
        if outcome.is_some() {
            tag("Termination", &result_text(outcome));
        }
        let mut moves = words(history).chain([points(outcome).to_owned()]).collect::<Vec<_>>().join(" ");
        fill_inplace(&mut moves, WIDTH);
        text + "\n" + &moves + "\n"
    }
}

/// Returns the steps of a game, with a number before each turn of White and before the first.
fn words(history: &History) -> impl Iterator<Item = String> {
    let (mut last_turn, mut number) = (None, 1);
    history.moments().iter().flat_map(move |moment| {
        let mut words = Vec::new();
        if last_turn != Some(moment.turn) {
            match (moment.side, last_turn) {
                (Side::White, _) => words.push(format!("{number}.")),
                (Side::Black, None) => words.push(format!("{number}...")),
                (Side::Black, Some(_)) => {}
            }
            number += u32::from(moment.side == Side::Black);
            last_turn = Some(moment.turn);
        }
        words.push(history.step_text(moment.step));
        words
    })
}

/// Reads a game in the form of PGN.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let is_tag = |line: &&(usize, &str)| line.1.trim().is_empty() || line.1.starts_with('[');
    let (tags, body) = lines.split_at(lines.iter().take_while(is_tag).count());
    let is_known = |line: &&(usize, &str)| TAGS.iter().any(|tag| line.1.starts_with(&format!("[{tag} ")));
    let tags: Vec<Tag> = tags.iter().filter(is_known).map(|&line| read_tag(line, &TAGS)).collect::<Result<_, _>>()?;
    let optional = |name: &str| tags.iter().find(|tag| tag.name == name);
    let game = optional("Game").map_or_else(|| wrong(1, "the tag `Game` is missing; add `[Game \"city-8\"]`"), Ok)?;
    let player = |name: &str| optional(name).map_or_else(|| "?".to_owned(), |tag| tag.value.clone());
    let players = petteia_engine::BySide { white: player("White"), black: player("Black") };
    let header = Header { game: game.value.clone(), players, seed: optional("Seed").map(Tag::number).transpose()? };
    let start = optional("FEN");
    let history = History::starting_at(&rules_of(game, optional("Rules"))?, start.map(|tag| tag.value.as_str()));
    let mut history = history.or_else(|error| wrong(start.map_or(0, |tag| tag.line), error))?;
    let result = read_moves(&mut history, body)?;
    check_end(&mut history, optional("Termination"), result, optional("Result"))?;
    Ok(Record { header, history })
}

/// Plays the moves, and returns the result that follows them, with its line.
fn read_moves(history: &mut History, body: &[(usize, &str)]) -> Result<Option<(usize, String)>, RecordError> {
    let mut is_comment = false;
    for &(line, text) in body {
        for word in plain(text, &mut is_comment).split_whitespace() {
            if ["*", "1-0", "0-1", "1/2-1/2"].contains(&word) {
                return Ok(Some((line, word.to_owned())));
            }
            let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let word = if word.starts_with('.') { word.trim_start_matches('.') } else { word };
            if word.is_empty() || word.starts_with('$') {
                continue;
            }
            if history.state().outcome().is_some() {
                return wrong(
                    line,
                    format!("`{word}` comes after the end of the game: {}", result_text(history.outcome())),
                );
            }
            let step = history.read_step(word).or_else(|problem| wrong(line, problem))?;
            history.take(step);
        }
    }
    Ok(None)
}

/// Returns a line without its comments; one in braces may go on in the next line.
fn plain(text: &str, is_comment: &mut bool) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '}' if *is_comment => {
                *is_comment = false;
                plain.push(' ');
            }
            _ if *is_comment => {}
            '{' => {
                *is_comment = true;
                plain.push(' ');
            }
            ';' => break,
            letter => plain.push(letter),
        }
    }
    plain
}

/// Checks how the game ended. A game that is not over on the board may have been forfeited.
fn check_end(
    history: &mut History,
    termination: Option<&Tag>,
    result: Option<(usize, String)>,
    tag: Option<&Tag>,
) -> Result<(), RecordError> {
    let told = termination.and_then(|tag| parse_result(&tag.value)).flatten();
    if let Some(told) = told.filter(|told| told.reason.is_forfeit() && history.outcome().is_none()) {
        history.forfeit(told.reason);
    }
    let truth = points(history.outcome());
    for (line, text) in result.into_iter().chain(tag.map(|tag| (tag.line, tag.value.clone()))) {
        if text != truth {
            let why = result_text(history.outcome());
            return wrong(line, format!("the result is not `{text}`; after these moves it is `{truth}` ({why})"));
        }
    }
    Ok(())
}
