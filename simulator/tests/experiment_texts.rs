//! Experiment files with slips: planned or refused with file and line, never a panic.

use std::fs;
use std::path::Path;

use petteia_engine::GameRng;
use petteia_simulator::experiment::{Experiment, Plan};

/// What slips are made of: parts of the language and things that do not belong.
const SNIPPETS: [&str; 24] = [
    "=",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    "\n",
    "#",
    "-1",
    "0",
    "1e9",
    "99999999999999999999",
    "true",
    "+vagi",
    "-vagi",
    "+die=",
    "mcts:",
    "rules = {}",
    "[factors]",
    "games",
    "é",
    "\u{0}",
    "white",
];

/// The text with a few random deletions, doublings and insertions.
fn slip(text: &str, rng: &mut GameRng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(letters.len() as u32) as usize;
        let end = letters.len().min(at + 1 + rng.below(12) as usize);
        match rng.below(3) {
            0 => drop(letters.drain(at..end)),
            1 => {
                let doubled = letters[at..end].to_vec();
                letters.splice(at..at, doubled);
            }
            _ => {
                let snippet = SNIPPETS[rng.below(SNIPPETS.len() as u32) as usize];
                letters.splice(at..at, snippet.chars());
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn slips_are_refused_with_their_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments");
    let read = |entry: std::io::Result<fs::DirEntry>| fs::read_to_string(entry.expect("it can be listed").path());
    let entries = fs::read_dir(folder).expect("the experiments are there");
    let mut texts: Vec<String> = entries.map(|entry| read(entry).expect("it can be read")).collect();
    texts.sort();
    texts.push(
        "name = \"own\"\nseed = 1\ngames = 5\nvariants = [{ name = \"n\", base = \"city-8\", rules = { board = \
                { files = 9, ranks = 9 }, limits = { turn_cap = 50 } } }]\npairings = [\"random\"]\n"
            .into(),
    );
    let mut rng = GameRng::from_seed(11);
    let (mut planned, mut refused) = (0, 0);
    for round in 0..3000 {
        let text = slip(&texts[round % texts.len()], &mut rng);
        let result =
            Experiment::from_text(Path::new("slip.toml"), &text).and_then(|file| Plan::new(&file, Some(1), None));
        match result {
            Ok(plan) => {
                assert!(!plan.cells.is_empty());
                planned += 1;
            }
            Err(error) => {
                let message = error.to_string();
                let line =
                    message.strip_prefix("slip.toml:").and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
                assert!(line.is_some_and(|line| line <= text.lines().count() + 1), "{message}\n{text}");
                refused += 1;
            }
        }
    }
    assert!(planned > 300 && refused > 300, "{planned} planned, {refused} refused");
}
