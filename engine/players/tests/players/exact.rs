//! Compares search agents with the truth: on small boards, where every game can be searched to its end, their moves
//! must be among the best.

use std::cmp::Ordering;
use std::collections::HashSet;

use petteia_engine::rules::{Setup, TurnLimit};
use petteia_engine::{AnyGame, BoardSize, BySide, CheckedRules, GameRng, Limits, Rules};
use petteia_players::agents::AgentSpec;
use petteia_players::record::{History, Step};
use rayon::prelude::*;

use crate::all_cases::all_cases;
use crate::prover;
use crate::solver::Solver;

/// The agents that must not make mistakes.
const AGENTS: [&str; 2] = ["mcts:playouts=50000", "alphabeta:nodes=50000"];

/// Returns the number of positions of each game; in each, some legal decision is worth less than another.
fn positions_of_a_game() -> usize {
    if all_cases() { 20 } else { 6 }
}

/// A game of the catalogue on a small board. It ends at `turn_cap` at the latest, and the positions are from its last
/// turns.
#[derive(Clone)]
struct SmallGame {
    name: &'static str,
    files: u8,
    ranks: u8,
    setup: Setup,
    turn_cap: u32,
}

const GAMES: [SmallGame; 19] = [
    rows("city-8", 4, 4),
    rows("city-8-step", 4, 3),
    rows("city-8+vagi", 4, 4),
    rows("city-8+edge", 4, 4),
    rows("city-8+corner", 4, 4),
    rows("city-8+surround", 4, 4),
    rows("city-8+die=2", 4, 4),
    rows("city-8+inciti", 4, 4),
    rows("city-8+edge+inciti+hopeless=idle", 4, 4),
    rows("city-8+compulsory=strict", 4, 4),
    rows("city-8+edge+compulsory=huff", 4, 4),
    rows("callen-simple-petteia+capture_target=2", 4, 4),
    rows("callen-simple-capture-leader+edge", 4, 4),
    rows("callen-simple-passing-leader", 4, 5),
    rows("lemery-ultra-compact", 4, 4),
    rows("lemery-ultra-compact+edge+compulsory=huff+die=3", 4, 4),
    placement("poleis", 4, 3, 2),
    placement("lemery-latrunculi", 4, 3, 2),
    placement("lemery-latrunculi+bound=one-turn", 4, 4, 3),
];

const fn rows(name: &'static str, files: u8, ranks: u8) -> SmallGame {
    SmallGame { name, files, ranks, setup: Setup::Rows(BySide::both(1)), turn_cap: 16 }
}

const fn placement(name: &'static str, files: u8, ranks: u8, stones: u8) -> SmallGame {
    let turn_cap = 2 * stones as u32 + LAST_TURNS;
    SmallGame { name, files, ranks, setup: Setup::Placement(stones), turn_cap }
}

/// The distance in turns of the earliest positions from the cap.
const LAST_TURNS: u32 = 5;

impl SmallGame {
    fn rules(&self) -> CheckedRules {
        let (board, setup) = (BoardSize { files: self.files, ranks: self.ranks }, self.setup.clone());
        let limits =
            Limits { no_progress: TurnLimit::Turns(6), turn_cap: TurnLimit::Turns(self.turn_cap), ..Limits::NONE };
        let rules = Rules { board, setup, limits, ..Rules::read(self.name).expect(self.name) };
        rules.check().unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

/// Returns a position of a random game, after its roll, with 2 to `LAST_TURNS` turns left; `None` if the game ends
/// first.
fn late_position(rules: &CheckedRules, rng: &mut GameRng) -> Option<History> {
    let mut history = History::of(rules);
    let until = rules.turn_cap() - 2 - rng.below(LAST_TURNS - 1);
    loop {
        if let Some(faces) = history.game().awaits_roll(history.state().position()) {
            history.take(Step::Roll(1 + rng.below(u32::from(faces)) as u8));
        }
        if history.state().position().turn() >= until {
            return Some(history);
        }
        let decision = history.game().random_move(history.state(), rng);
        history.take(Step::Decision(decision));
        if history.state().outcome().is_some() {
            return None;
        }
    }
}

/// Returns distinct late positions in which the choice matters, with the value of the best decision.
fn positions(game: &AnyGame, solver: &mut Solver) -> Vec<(History, f64)> {
    let mut rng = GameRng::from_seed(1);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for history in (0..100_000).filter_map(|_| late_position(game.rules(), &mut rng)) {
        let values = solver.move_values(history.state());
        let best = values.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        let matters = values.iter().any(|&(_, value)| value < best - 1e-9);
        if matters && seen.insert(game.text(history.state().position())) {
            found.push((history, best));
        }
        if found.len() == positions_of_a_game() {
            return found;
        }
    }
    panic!("only {} positions of {:?} in which the decision matters", found.len(), game.rules())
}

/// Returns the mistakes of the agents in a game.
fn errors(small: &SmallGame) -> Vec<String> {
    let game = AnyGame::of(small.rules());
    let mut solver = Solver::new(&game);
    let positions = positions(&game, &mut solver);
    let mut errors = Vec::new();
    for text in AGENTS {
        let agent: AgentSpec = text.parse().expect(text);
        for (history, best) in &positions {
            let (chosen, _) = agent.think(history, 1, 1, &()).expect("it cannot fail");
            let values = solver.move_values(history.state());
            let &(_, value) = values.iter().find(|(decision, _)| *decision == chosen).expect("the choice is legal");
            if value < best - 1e-9 {
                let (position, chosen) = (game.text(history.state().position()), game.move_text(chosen));
                let name = small.name;
                errors.push(format!("{text} in {name} {position}: {chosen} is worth {value}, not {best}"));
            }
        }
    }
    errors
}

#[test]
fn agents_play_the_best_moves() {
    let errors: Vec<String> = GAMES.par_iter().flat_map(errors).collect();
    assert!(
        errors.is_empty(),
        "{} mistakes in {} positions:\n{}",
        errors.len(),
        positions_of_a_game() * GAMES.len(),
        errors.join("\n")
    );
}

/// Returns the solver's answer for a position: its value and the best decisions.
fn solve(small: &SmallGame, position: &str) -> (f64, Vec<String>) {
    let game = AnyGame::of(small.rules());
    let state = game.resume(game.parse(position).expect(position));
    let mut solver = Solver::new(&game);
    let value = solver.value(&state);
    let best = solver.move_values(&state).into_iter().filter(|(_, each)| *each == value);
    (value, best.map(|(decision, _)| game.move_text(decision)).collect())
}

#[test]
fn the_solver_knows_what_is_obvious() {
    let city = &rows("city-8", 4, 4);
    let dice = &rows("city-8+die=2", 4, 4);
    assert_eq!(solve(city, "4/1Ss1/4/3S w 0,0 3,2 0 13"), (1.0, vec!["d1-d3".to_owned()]));
    assert_eq!(solve(city, "4/1Ss1/3S/4 b 0,0 3,2 0 15").0, 0.5, "the cap comes before White's capture");
    assert_eq!(
        solve(city, "4/1Ss1/2s1/3S b 0,0 2,2 0 14").0,
        0.5,
        "Black captures nothing, and White only one of two stones"
    );
    assert_eq!(solve(dice, "4/1Ss1/4/3S w 0,0 3,2 0 15").0, 0.75, "a roll of 2 wins, a roll of 1 draws");
}

/// Checks that the bounded search agrees with the solver on late positions of a game.
fn assert_agreement(small: &SmallGame) {
    let game = AnyGame::of(small.rules());
    let mut solver = Solver::new(&game);
    // A huff is a decision that does not end the turn.
    let depth = 2 * LAST_TURNS;
    for (history, best) in positions(&game, &mut solver).iter().take(5) {
        let state = history.state();
        for (decision, value) in solver.move_values(state) {
            let order = value.total_cmp(best);
            assert_eq!(prover::compare(&game, state, decision, depth, value), Ordering::Equal);
            assert_eq!(prover::compare(&game, state, decision, depth, *best), order);
        }
    }
}

#[test]
#[ignore = "long: make test-all"]
fn bounded_search_agrees_with_the_solver() {
    GAMES.par_iter().for_each(assert_agreement);
}
