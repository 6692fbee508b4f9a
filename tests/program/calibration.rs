//! The endings of `experiments/calibration.toml` are drawn by a rule that was fixed before any of them was played.
//!
//! 1. Draw a board: 4 to 8 files, and 3 ranks up to as many as files. Draw rules: those of `city-8`, with each of eight
//!    switches with probability ¼. Draw White's and Black's stones: 1 to 4 each.
//! 2. Draw again if the rules do not allow it, if the game would be over, if the endgame tables would have more than
//!    [`MOST_ENTRIES`], or if the ending was drawn before or is one of `calibration-shaping.toml`.
//! 3. Solve the ending. It is of the middle if best play draws 20 to 80 % of its placements with White to move.
//! 4. The first [`EACH`] of the middle and the first [`EACH`] others, in the order of their drawing and in turn, are the
//!    endings.

use std::fs;
use std::time::Duration;

use petteia_engine::{GameRng, Side};
use petteia_proofs::endgame::{Endgames, Ending, Seat, SolveOptions};
use petteia_simulator::cell::CellKind;
use petteia_simulator::experiment::{CellPlan, ExperimentConfig, ExperimentError, Plan};
use petteia_simulator::{Source, Variant};

use crate::support::{folder, root};

const SEED: u64 = 2026;
/// The endings of the middle, and those elsewhere.
const EACH: usize = 50;
const MOST_ENTRIES: u64 = 400_000;
const SWITCHES: [&str; 8] =
    ["move=step", "edge", "corner", "hostile_corner", "surround", "capture_run", "compulsory=strict", "vagi"];

/// A game with its board, and an ending of it.
struct Drawn {
    files: u32,
    ranks: u32,
    switches: String,
    pieces: String,
}

impl Drawn {
    fn draw(rng: &mut GameRng) -> Self {
        let files = 4 + rng.below(5);
        let ranks = 3 + rng.below(files - 2);
        let switches = SWITCHES.iter().filter(|_| rng.below(4) == 0).map(|switch| format!("+{switch}")).collect();
        let [white, black] = [0; 2].map(|_| 1 + rng.below(4));
        Drawn { files, ranks, switches, pieces: format!("{white}v{black}") }
    }

    fn board(&self) -> String {
        let Drawn { files, ranks, .. } = self;
        format!(
            "[[variants]]\nname = \"city-{files}x{ranks}\"\nrules = {{ board = {{ files = {files}, ranks = {ranks} }} }}\n"
        )
    }

    fn ending(&self) -> String {
        let Drawn { files, ranks, switches, pieces } = self;
        format!("\"city-{files}x{ranks}{switches} {pieces}\"")
    }

    /// The ending, if the rules allow it.
    fn read(&self) -> Option<(Variant, Ending)> {
        let plan = planned(Source::of("drawn.toml", text_of(std::slice::from_ref(self)))).ok()?;
        plan.endings().next().map(ending_of)
    }
}

/// The text of an endgame test of these endings.
fn text_of(drawn: &[Drawn]) -> String {
    let mut boards: Vec<&Drawn> = drawn.iter().collect();
    boards.sort_by_key(|drawn| (drawn.files, drawn.ranks));
    boards.dedup_by_key(|drawn| (drawn.files, drawn.ranks));
    let boards: Vec<String> = boards.into_iter().map(Drawn::board).collect();
    let endings: String = drawn.iter().map(|drawn| format!("    {},\n", drawn.ending())).collect();
    format!("{HEAD}endings = [\n{endings}]\n\n{}", boards.join("\n"))
}

const HEAD: &str = r#"# Does the limit estimated from unequal budgets agree with the truth?
#
# This is an endgame test, for `petteia run`. Each agent plays the agent with a quarter of its budget from
# random placements of endings whose exact value is known from endgame tables. The agents' own tables
# cover only endings with two pieces fewer, so they must search. The endings are drawn by the rule of
# `tests/program/calibration.rs`, which was fixed before any of them was played.

name = "calibration"
seed = 2026
placements = 200                     # of each ending, White to move
tables_smaller = 2                   # the agents have tables of endings with two pieces fewer
unequal = true                       # each budget plays one four times smaller, with either colour
agents = [
    "alphabeta:nodes=20",
    "alphabeta:nodes=40",
    "alphabeta:nodes=80",
    "alphabeta:nodes=160",
    "alphabeta:nodes=320",
    "alphabeta:nodes=640",
    "alphabeta:nodes=1280",
]
"#;

/// Whether best play draws 20 to 80 % of the placements of an ending; `None` if its tables are too large.
fn is_middle(Variant { name, rules }: &Variant, ending: Ending) -> Option<bool> {
    let mut endgames = Endgames::new(rules).expect("the ending was read");
    if endgames.context().entries(ending) > MOST_ENTRIES {
        return None;
    }
    let folder = folder("calibration").join(name);
    let options = SolveOptions { folder, memory: 1 << 30, save_every: Duration::from_secs(3600) };
    endgames.solve(ending, &options, &()).expect("it is small");
    let seat = Seat { own: ending.white, other: ending.black, side: Side::White };
    let census = endgames.census(seat).expect("it was solved");
    Some((0.2..=0.8).contains(&(census.drawn as f64 / census.placements as f64)))
}

/// The endings in their order.
fn drawn() -> Vec<Drawn> {
    let (mut rng, mut seen) = (GameRng::from_seed(SEED), chosen_by_hand());
    let (mut middle, mut elsewhere) = (Vec::new(), Vec::new());
    while middle.len().min(elsewhere.len()) < EACH {
        let drawn = Drawn::draw(&mut rng);
        let Some((variant, ending)) = drawn.read() else { continue };
        if seen.iter().any(|(other, of)| (&other.rules, *of) == (&variant.rules, ending)) {
            continue;
        }
        match is_middle(&variant, ending) {
            Some(true) => middle.push(drawn),
            Some(false) => elsewhere.push(drawn),
            None => {}
        }
        seen.push((variant, ending));
    }
    middle.into_iter().zip(elsewhere).take(EACH).flat_map(|(middle, elsewhere)| [middle, elsewhere]).collect()
}

fn planned(source: Source) -> Result<Plan, ExperimentError> {
    Plan::new(&ExperimentConfig::read(source)?, None, None)
}

fn read(name: &str) -> Plan {
    Source::read(&root().join("experiments").join(name)).and_then(planned).expect("the file is right")
}

/// The ending of some cells of a plan.
fn ending_of(cells: &[CellPlan]) -> (Variant, Ending) {
    let cell = &cells[0].cell;
    let CellKind::Placements(ending) = &cell.kind else { panic!("an endgame test starts from placements") };
    let variant = Variant { name: cell.variant.clone(), rules: cell.matchup.rules.clone() };
    (variant, ending.parse().expect("an ending"))
}

fn chosen_by_hand() -> Vec<(Variant, Ending)> {
    read("calibration-shaping.toml").endings().map(ending_of).collect()
}

#[test]
fn no_ending_was_chosen_by_hand_and_budgets_are_unequal() {
    let (plan, seen) = (read("calibration.toml"), chosen_by_hand());
    assert_eq!(plan.endings().count(), 2 * EACH);
    for cells in plan.endings() {
        let (variant, ending) = ending_of(cells);
        let is_same = |(other, of): &(Variant, Ending)| (&other.rules, *of) == (&variant.rules, ending);
        assert!(!seen.iter().any(is_same), "{} {ending}", variant.name);
        let pairings = || cells.iter().map(|planned| &planned.cell.matchup.agents);
        assert!(pairings().count() == 10 && pairings().all(|agents| agents.white != agents.black));
    }
}

#[test]
#[ignore = "solves hundreds of endings"]
fn the_endings_are_drawn_by_the_rule() {
    let (path, text) = (root().join("experiments/calibration.toml"), text_of(&drawn()));
    if std::env::var_os("PETTEIA_WRITE").is_some() {
        fs::write(path, text).expect("it can be written");
    } else {
        assert_eq!(fs::read_to_string(path).expect("it can be read"), text);
    }
}
