//! Checks that the engine agrees with every counted position and every trace.

use crate::data;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Rules, with_geometry};

fn rules(game: &str) -> CheckedRules {
    Rules::parse(game).unwrap_or_else(|error| panic!("{game}: {error}"))
}

struct Counts<'a>(&'a data::PerftCase);

impl OnBoard for Counts<'_> {
    type Output = Vec<String>;

    fn run<G: Geometry>(self, geometry: G) -> Vec<String> {
        let case = self.0;
        let game = Game::new(rules(&case.game), geometry);
        let position = match game.parse(&case.fen) {
            Ok(position) => position,
            Err(error) => return vec![format!("{}: {error}", case.id)],
        };
        let mut wrong = Vec::new();
        if game.text(&position) != case.fen {
            wrong.push(format!("{}: written as {}", case.id, game.text(&position)));
        }
        for &(depth, right) in &case.counts {
            let count = game.perft(&position, depth);
            if count != right {
                wrong.push(format!("{} {} {}: perft {depth} is {right}, not {count}", case.id, case.game, case.fen));
            }
        }
        wrong
    }
}

#[test]
fn perft_counts_agree() {
    let files = data::perft_files();
    assert!(files.len() >= 5, "the counted positions are in engine/tests/perft");
    let cases: Vec<_> = files.iter().flat_map(|(_, cases)| cases).collect();
    let wrong: Vec<String> =
        cases.iter().flat_map(|case| with_geometry(rules(&case.game).board, Counts(case))).collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

struct Successors<'a>(&'a data::Trace);

impl OnBoard for Successors<'_> {
    type Output = Vec<String>;

    fn run<G: Geometry>(self, geometry: G) -> Vec<String> {
        let trace = self.0;
        let game = Game::new(rules(&trace.game), geometry);
        let position = match game.parse(&trace.fen) {
            Ok(position) => position,
            Err(error) => return vec![error.to_string()],
        };
        let describe = |text: &str, after: &str, outcome: Option<(Option<&str>, &str)>| match outcome {
            None => format!("{text} {after}"),
            Some((winner, by)) => format!("{text} ends: {} by {by}", winner.unwrap_or("nobody")),
        };
        let mut ours = Vec::new();
        if game.outcome(&position).is_none() {
            for decision in game.moves(&position) {
                let (after, outcome) = game.outcome_after(&position, decision);
                let outcome = outcome.map(|o| (o.winner.map(|side| side.name()), o.reason.name()));
                ours.push(describe(&game.move_text(decision), &game.text(&after), outcome));
            }
        }
        let theirs = trace.moves.iter().map(|data::TraceMove(text, after, outcome)| {
            let outcome = outcome.as_ref().map(|o| (o.winner.as_deref(), o.by.as_str()));
            describe(text, after.as_deref().unwrap_or("-"), outcome)
        });
        let mut theirs: Vec<String> = theirs.collect();
        ours.sort();
        theirs.sort();
        let missing = theirs.iter().filter(|line| !ours.contains(line)).map(|line| format!("  missing {line}"));
        let extra = ours.iter().filter(|line| !theirs.contains(line)).map(|line| format!("  extra {line}"));
        missing.chain(extra).collect()
    }
}

#[test]
fn traces_agree() {
    let traces = data::traces();
    assert!(traces.len() > 700, "the traces are in engine/tests/traces.jsonl");
    let mut wrong = Vec::new();
    for (place, trace) in &traces {
        let differences = with_geometry(rules(&trace.game).board, Successors(trace));
        if !differences.is_empty() {
            wrong.push(format!("{place}: {} {}\n{}", trace.game, trace.fen, differences.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} traces:\n{}", wrong.len(), traces.len(), wrong.join("\n"));
}
