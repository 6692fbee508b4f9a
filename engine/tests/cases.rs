//! Tests the cases in `cases/*.txt`: examples from the source texts, as positions that anyone can read and add to.
//!
//! A case is a block of lines, separated from the next by an empty line; comment lines start with `#`.
//!
//! ```text
//! case    a name
//! shows   the sentence that it illustrates, and its source
//! game    a game with its switches, or `table` and TOML on one line
//! before  a position text
//! move    a move that is made
//! illegal a move that is not legal now
//! after   the position text after the moves so far
//! result  `none`, or the winner and the reason: `white by bare`, `draw by no_moves`
//! ```
//!
//! `case`, `shows`, `game` and `before` come first, in this order. The others follow in the order in which they apply,
//! and `result` comes last.

use std::fs;
use std::path::Path;

use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Outcome, Rules, Side, State, with_geometry};

/// A block, with the number of its first line.
struct Case {
    place: String,
    name: String,
    game: String,
    before: String,
    steps: Vec<Step>,
}

enum Step {
    Move(String),
    Illegal(String),
    After(String),
    Result(String),
}

/// Reads the blocks of one file. Anything unexpected fails the test, so that no typo makes it skip a case.
fn read_cases(file: &str, text: &str) -> Vec<Case> {
    let mut blocks: Vec<Vec<(usize, &str)>> = vec![Vec::new()];
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() {
            blocks.push(Vec::new());
        } else if !line.starts_with('#') {
            blocks.last_mut().expect("there is always a block").push((number + 1, line));
        }
    }
    blocks.iter().filter(|block| !block.is_empty()).map(|block| read_case(file, block)).collect()
}

fn read_case(file: &str, block: &[(usize, &str)]) -> Case {
    let place = format!("{file}:{}", block[0].0);
    let words: Vec<(&str, &str)> = block
        .iter()
        .map(|(number, line)| match line.split_once(' ') {
            Some((word, rest)) if !rest.trim().is_empty() => (word, rest.trim()),
            _ => panic!("{file}:{number}: `{line}` should be a keyword and its value"),
        })
        .collect();
    let [("case", name), ("shows", _), ("game", game), ("before", before), steps @ ..] = words.as_slice() else {
        panic!("{place}: a case begins with `case`, `shows`, `game`, `before`, in this order");
    };
    assert!(matches!(steps.last(), Some(("result", _))), "{place}: a case ends with its `result`");
    let step = |&(word, rest): &(&str, &str)| match word {
        "move" => Step::Move(rest.to_owned()),
        "illegal" => Step::Illegal(rest.to_owned()),
        "after" => Step::After(rest.to_owned()),
        "result" => Step::Result(rest.to_owned()),
        _ => panic!("{place}: `{word}` is not a keyword of a case"),
    };
    let steps = steps.iter().map(step).collect();
    Case { place, name: (*name).to_owned(), game: (*game).to_owned(), before: (*before).to_owned(), steps }
}

impl Case {
    fn rules(&self) -> CheckedRules {
        let rules = match self.game.strip_prefix("table ") {
            Some(table) => toml::from_str::<Rules>(table).map_err(|error| error.to_string()),
            None => Rules::read(&self.game).map_err(|error| error.to_string()),
        };
        let checked = rules.and_then(|rules| rules.check().map_err(|error| error.to_string()));
        checked.unwrap_or_else(|error| panic!("{}: {error}", self.place))
    }
}

impl OnBoard for &Case {
    type Output = Result<(), String>;

    fn run<G: Geometry>(self, geometry: G) -> Result<(), String> {
        let game = Game::new(self.rules(), geometry);
        let position = game.parse(&self.before).map_err(|error| error.to_string())?;
        let mut state = game.resume(position);
        self.steps.iter().try_for_each(|step| take(&game, &mut state, step))
    }
}

/// Takes a step, or returns what is wrong with it.
fn take<G: Geometry>(game: &Game<G>, state: &mut State<G>, step: &Step) -> Result<(), String> {
    match step {
        Step::Move(text) | Step::Illegal(text) if state.outcome().is_some() => {
            Err(format!("the game is over before `{text}`: {}", describe(state.outcome())))
        }
        Step::Move(text) => {
            let decision = game.parse_move_in(state, text).map_err(|error| error.to_string())?;
            game.play(state, decision);
            Ok(())
        }
        Step::Illegal(text) => match game.parse_move_in(state, text) {
            Ok(_) => Err(format!("`{text}` is legal")),
            Err(petteia_engine::MoveTextError::Illegal { .. }) => Ok(()),
            Err(error) => Err(error.to_string()),
        },
        Step::After(text) => expect("position", &game.text(state.position()), text),
        Step::Result(text) => expect("result", &describe(state.outcome()), text),
    }
}

fn expect(what: &str, found: &str, right: &str) -> Result<(), String> {
    if found == right { Ok(()) } else { Err(format!("the {what} should be\n    {right}\n  but is\n    {found}")) }
}

fn describe(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(
        || "none".to_owned(),
        |outcome| format!("{} by {}", outcome.winner.map_or("draw", Side::name), outcome.reason.name()),
    )
}

#[test]
fn every_case_is_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        cases.extend(read_cases(&name, &text));
    }
    assert!(cases.len() >= 40, "the cases are in engine/tests/cases");
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let error = with_geometry(case.rules().board, case).err()?;
            Some(format!("{}: {}: {error}", case.place, case.name))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
