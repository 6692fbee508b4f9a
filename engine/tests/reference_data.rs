//! Compares the slow reference with counts and traces that were computed independently, and has it read texts.

use crate::data;
use crate::data::{PerftCase, Trace, TraceMove};
use crate::reference::{Outcome, Played, Position, Reference};
use petteia_engine::Rules;
use petteia_engine::rules::catalogue::GAMES;

fn reference(game: &str) -> Reference {
    Reference::new(&Rules::parse(game).unwrap_or_else(|error| panic!("{game}: {error}")))
}

fn read(reference: &Reference, game: &str, fen: &str) -> Position {
    let position = reference.parse(fen).unwrap_or_else(|error| panic!("{game}: {error}"));
    assert_eq!(position.text(), fen, "{game}: the text is reproduced exactly");
    position
}

#[test]
fn starts_agree() {
    let mut checked = 0;
    for (file, cases) in data::perft_files() {
        for case in cases.iter().filter(|case| case.id.ends_with("-start")) {
            assert_eq!(reference(&case.game).start().text(), case.fen, "{file}: {}", case.id);
            checked += 1;
        }
    }
    assert_eq!(checked, GAMES.len(), "each game has its start among the counts");
}

#[test]
fn counts_agree() {
    let mut wrong = Vec::new();
    for (file, cases) in data::perft_files() {
        for case in &cases {
            wrong.extend(wrong_counts(case).into_iter().map(|line| format!("{file}: {line}")));
        }
    }
    assert!(wrong.is_empty(), "{} counts differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn wrong_counts(case: &PerftCase) -> Vec<String> {
    let reference = reference(&case.game);
    let position = read(&reference, &case.game, &case.fen);
    let counted = case.counts.iter().map(|&(depth, count)| (depth, count, reference.perft(&position, depth)));
    let wrong = counted.filter(|(_, count, found)| count != found);
    wrong.map(|(depth, count, found)| format!("{}: perft {depth} is {count}, found {found}", case.id)).collect()
}

#[test]
fn traces_agree() {
    let mut wrong = Vec::new();
    for (place, trace) in data::traces() {
        let (expected, found) = (expected_lines(&trace), found_lines(&trace));
        let missing = expected.iter().filter(|text| !found.contains(text)).map(|text| format!("  missing {text}"));
        let extra = found.iter().filter(|text| !expected.contains(text)).map(|text| format!("  extra   {text}"));
        let differences: Vec<String> = missing.chain(extra).collect();
        if !differences.is_empty() || expected.len() != found.len() {
            wrong.push(format!("{place}: {} {}\n{}", trace.game, trace.fen, differences.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} traces differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn texts_are_read_and_refused() {
    for (_, game, text) in data::position_texts("good.txt") {
        read(&reference(&game), &game, &text);
    }
    for (place, game, line) in data::position_texts("bad.txt") {
        let (field, text) = line.split_once(" | ").unwrap_or_else(|| panic!("{place}: a field, ` | `, and a text"));
        // The reference counts captured stones without a limit.
        if field != "captured" {
            assert!(reference(&game).parse(text).is_err(), "{place}: {game}: `{text}` is accepted");
        }
    }
}

fn expected_lines(trace: &Trace) -> Vec<String> {
    let outcome_text = |TraceMove(_, _, outcome): &TraceMove| {
        outcome.as_ref().map(|outcome| format!("{} by {}", outcome.winner.as_deref().unwrap_or("nobody"), outcome.by))
    };
    let line = |played: &TraceMove| line(&played.0, played.1.clone(), outcome_text(played));
    trace.moves.iter().map(line).collect()
}

fn found_lines(trace: &Trace) -> Vec<String> {
    let reference = reference(&trace.game);
    let position = read(&reference, &trace.game, &trace.fen);
    if reference.outcome_of_text(&position).is_some() {
        return Vec::new();
    }
    let outcome_text = |outcome: Outcome| format!("{} by {}", outcome.winner.unwrap_or("nobody"), outcome.by);
    let line = |played: &Played| {
        let after = played.outcome.is_none().then(|| played.after.text());
        line(&played.text, after, played.outcome.map(outcome_text))
    };
    reference.moves(&position).iter().map(line).collect()
}

fn line(played: &str, after: Option<String>, outcome: Option<String>) -> String {
    format!("{played} -> {} {}", after.as_deref().unwrap_or("over"), outcome.as_deref().unwrap_or(""))
}
