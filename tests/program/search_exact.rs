//! `petteia search` over small games whose values endgame tables know exactly: perfect players, random openings.

use std::collections::{BTreeMap, BTreeSet};

use petteia_engine::{AnyGame, AnyPosition, Side};
use petteia_proofs::endgame::{Endgames, TablebaseBudget, Value};
use petteia_simulator::Source;
use petteia_simulator::cell::Cell;
use petteia_simulator::search::RuleSearch;

use crate::support::{folder, rows, succeeds, write};

/// Three stones a side on 4×4 squares. Wins take fewer turns than any limit, and a drawn game ends by repetition.
const ENDINGS: &str = r#"
name = "endings"
seed = SEED
opening = 3
limits = { no_progress = 0, repetition = 3, turn_cap = 1000 }
base = { name = "small", base = "city-8", rules = { board = { files = 4, ranks = 4 }, setup = { position = "ss1s/4/4/S1SS" } } }

[space]
edge = "+edge"
move = "+move=step"
corner = "+corner"
bare = ["", "+bare=1"]

[goal]
white_score = "0.35 .. 0.65"
minimise = ["draws", "distance"]
tolerance = 0.1

[players]
play = "alphabeta:nodes=1,endgames=6"
"#;

/// Random decisions of an opening.
const OPENING: u32 = 3;

/// What [`ENDINGS`] asks of White's score.
const LEAST: f64 = 0.35;
const MOST: f64 = 0.65;

const TOLERANCE: f64 = 0.1;

/// White's score and the share of draws.
#[derive(Clone, Copy, Debug, Default)]
struct Exact {
    score: f64,
    draws: f64,
}

/// Returns what perfect players score from a position after so many random decisions.
fn exact(game: &AnyGame, tables: &Endgames, position: &AnyPosition, random: u32) -> Exact {
    let of = |winner: Option<Side>| match winner {
        Some(Side::White) => Exact { score: 1.0, draws: 0.0 },
        Some(Side::Black) => Exact::default(),
        None => Exact { score: 0.5, draws: 1.0 },
    };
    if let Some(outcome) = game.outcome(position) {
        return of(outcome.winner);
    }
    if random == 0 {
        let mover = position.side();
        return of(match tables.exact_value(position).expect("its table is there") {
            Value::Win(_) => Some(mover),
            Value::Loss(_) => Some(!mover),
            Value::Draw => None,
        });
    }
    let moves = game.moves(position);
    let mut sum = Exact::default();
    for decision in &moves {
        let mut after = *position;
        game.play_unchecked(&mut after, *decision);
        let Exact { score, draws } = exact(game, tables, &after, random - 1);
        (sum.score, sum.draws) = (sum.score + score, sum.draws + draws);
    }
    let count = moves.len() as f64;
    Exact { score: sum.score / count, draws: sum.draws / count }
}

/// The exact values of all rule sets, by their names.
fn truth(search: &RuleSearch) -> BTreeMap<String, Exact> {
    let of = |cell: &Cell| {
        let rules = &cell.matchup.rules;
        let tables = Endgames::on_demand(rules, TablebaseBudget::UpTo(6), None, &()).expect("there are tables");
        let game = AnyGame::of(rules.clone());
        (cell.variant.clone(), exact(&game, &tables, &game.start(), OPENING))
    };
    search.cells.iter().map(of).collect()
}

/// Whether what a search guarantees does not hold for these members of its front.
fn is_wrong(search: &RuleSearch, truth: &BTreeMap<String, Exact>, front: &BTreeSet<String>) -> bool {
    let sets: Vec<(&String, f64, Exact)> =
        search.space.rule_sets.iter().map(|set| (&set.name, set.distance, truth[&set.name])).collect();
    let members = || sets.iter().filter(|(name, ..)| front.contains(*name));
    let keeps = |set: &Exact, slack: f64| (LEAST - slack..=MOST + slack).contains(&set.score);
    let sound = || sets.iter().filter(|(.., exact)| keeps(exact, 0.0));
    let breaks = members().any(|(.., exact)| !keeps(exact, TOLERANCE));
    let is_beaten = |&(_, distance, Exact { draws, .. }): &(&String, f64, Exact)| {
        sound().any(|(_, other, exact)| *other <= distance && exact.draws < draws - TOLERANCE)
    };
    let is_missed = |&(_, distance, Exact { draws, .. }): &(&String, f64, Exact)| {
        !members().any(|(_, member, exact)| *member <= distance && exact.draws <= draws + TOLERANCE)
    };
    breaks || members().any(is_beaten) || sound().any(is_missed)
}

/// The guarantee is tested on searches with different seeds; `PETTEIA_SEARCHES=200` tests whether one in twenty is wrong.
#[test]
fn the_front_is_right_where_tables_know_every_value() {
    let searches: u64 = std::env::var("PETTEIA_SEARCHES").map_or(3, |count| count.parse().expect("a number"));
    let folder = folder("search-exact");
    let text = |seed: u64| ENDINGS.replace("SEED", &seed.to_string());
    let search = RuleSearch::read(Source::of("endings.toml", text(1))).unwrap_or_else(|error| panic!("{error}"));
    let truth = truth(&search);
    assert!(
        truth.values().any(|exact| exact.draws > 0.9) && truth.values().any(|exact| exact.draws < 0.2),
        "{truth:?}"
    );
    assert!(is_wrong(&search, &truth, &BTreeSet::new()) && is_wrong(&search, &truth, &truth.keys().cloned().collect()));
    let (mut wrong, mut games) = (0, 0);
    for seed in 1..=searches {
        let out = folder.join(seed.to_string());
        succeeds(&["search", &write(&folder, &text(seed)), "--out", &out.to_string_lossy(), "--quiet"], "");
        let found = rows(&out.join("rulesets.csv")).into_iter().filter(|row| row["status"] != "played again");
        let found: Vec<_> = found.collect();
        assert!(found.iter().all(|row| row["status"] != "undecided"));
        let front = found.iter().filter(|row| row["status"] == "in").map(|row| row["variant"].clone()).collect();
        wrong += u64::from(is_wrong(&search, &truth, &front));
        games += found.iter().map(|row| row["games"].parse::<u64>().expect("a number")).sum::<u64>();
    }
    println!("{wrong} of {searches} searches are wrong; {} games each", games / searches);
    assert!(20 * wrong <= searches, "{wrong} of {searches}");
}
