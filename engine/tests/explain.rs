//! Tests the explanations of rules: their texts for known games, and that they are complete.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::random;
use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::switches::{SWITCHES, Switch};
use petteia_engine::rules::{
    Adjudication, Bound, DeadPosition, Entry, Hopeless, Hostile, Komi, LeaderCapture, NoMoves, Over, Placing, Progress,
    Removal,
};
use petteia_engine::{CheckedRules, GameRng, Rules, Side, explain};
use serde_json::{Map, Value};

use crate::all_cases::all_cases;

fn explanation(rules: &CheckedRules) -> String {
    let sections: Vec<String> = explain(rules).iter().map(ToString::to_string).collect();
    sections.join("\n")
}

fn parse(game: &str) -> CheckedRules {
    Rules::parse(game).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Compares texts that were reviewed word by word against the rules. After a change of wording, `PETTEIA_WRITE=1 cargo test`
/// rewrites them; review them again.
#[test]
fn known_games_are_explained_as_reviewed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explained");
    for game in [
        "city-8",
        "poleis",
        "lemery-petteia-advanced",
        "lemery-latrunculi",
        "callen-proto-tafl",
        "callen-double-latrunculi+inciti+die=4+edge+surround",
        "callen-simple-passing-leader+inciti+hopeless=idle+leader_captures=off+stakes=4",
        "seneca",
        "schaedler-2001",
        "bell-8x8",
        "kowalski-10x11",
        "kharebga-7",
        "hasami",
        "pessoi-8x8",
        "irrgo-8x10",
        "irrgo-8x8-prose",
        "brandubh",
        "tablut",
        "copenhagen",
        "mak-yek",
    ] {
        let found = explanation(&parse(game));
        let path = folder.join(format!("{game}.txt"));
        if std::env::var_os("PETTEIA_WRITE").is_some() {
            fs::write(&path, &found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        let reviewed = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(found, reviewed, "{game}: the explanation is not the one that was reviewed");
    }
}

/// Changes of every kind, each with a suitable game. Each example of a switch is tried besides, with a game that can have it.
const CHANGES: [(&str, &str); 46] = [
    ("city-8+die=4", "+die=6"),
    ("city-8+inciti", "+hopeless=idle"),
    ("lemery-latrunculi", "+inciti"),
    ("lemery-latrunculi", "+bound=one-turn"),
    ("city-8", "+move=forward"),
    ("city-8", "+move=hop"),
    ("city-8+move=hop", "+over=own"),
    ("schaedler-1994", "+over=own"),
    ("schaedler-1994", "+over=own-or-bound"),
    ("schaedler-1994", "+removal=before-move"),
    ("schaedler-1994", "+entry=traps"),
    ("schaedler-1994", "+corner"),
    ("city-8", "+bound=held"),
    ("city-8+vagi+edge", "+capture_run"),
    ("city-8+capture_again=any", "+capture_again=capturing"),
    ("bell-8x8", "+leader_move=step"),
    ("callen-simple-latrunculi", "+leader_move=hop"),
    ("poleis", "+dead_position=on"),
    ("city-8", "+no_moves=passes"),
    ("city-8", "+no_moves=adjudicate"),
    ("city-8", "+compulsory=huff"),
    ("callen-proto-tafl", "-compulsory"),
    ("lemery-petteia", "+leader_captures=off"),
    ("callen-proto-tafl", "-bare"),
    ("city-8", "+repetition=4"),
    ("city-8", "+repetition=forbidden"),
    ("city-8", "+no_progress=0"),
    ("city-8", "+turn_cap=100"),
    ("poleis", "-vagi"),
    ("poleis", "+placing=safe"),
    ("poleis+corner", "+placing=quiet"),
    ("poleis", "+komi=1.5"),
    ("poleis+komi=0.5", "+komi=1.5"),
    ("poleis", "+adjudication=captures"),
    ("schaedler-1994", "+adjudication=free"),
    ("lemery-latrunculi", "+progress=binds"),
    ("schaedler-1994", "+bound=lasting"),
    ("schaedler-1994", "+bound=chain"),
    ("seneca", "+removal=joined"),
    ("schaedler-1994", "+removal=all"),
    ("schaedler-2001", "+entry=safe"),
    ("lemery-latrunculi", "+undo=forbidden"),
    ("city-8", "+undo=forbidden"),
    ("city-8", "+move_cap=160"),
    ("piso", "+repetition=forbidden-board"),
    ("piso", "+undo=forbidden"),
];

/// Each switch as the list of switches shows it.
fn examples() -> Vec<String> {
    let text =
        |switch: &Switch| if switch.example.is_empty() { format!("+{}", switch.name) } else { switch.example.clone() };
    SWITCHES.iter().map(text).collect()
}

#[test]
fn every_switch_changes_the_explanation() {
    let examples = examples();
    let changes = |game: &&str, example: &str| {
        let after = Rules::parse(&format!("{game}{example}"));
        after.is_ok_and(|after| meaning(&after) != meaning(&parse(game)))
    };
    let usual = examples.iter().filter_map(|example| {
        let mut games = ["city-8"].into_iter().chain(GAMES.iter().map(|game| game.id));
        games.find(|game| changes(game, example)).map(|game| (game, example.as_str()))
    });
    let mut explained = BTreeSet::new();
    for (game, change) in CHANGES.into_iter().chain(usual) {
        let Ok(after) = Rules::parse(&format!("{game}{change}")) else { continue };
        assert_ne!(
            explanation(&parse(game)),
            explanation(&after),
            "{change} leaves the explanation of {game} as it was"
        );
        explained.insert(change[1..].split('=').next().expect("a name").to_owned());
    }
    for switch in SWITCHES.iter() {
        assert!(
            explained.contains(switch.name),
            "name a game among the changes to which `{}` can be added",
            switch.name
        );
    }
}

/// Returns rules in the canonical form of their meaning, in which everything without effect has its default.
fn meaning(rules: &CheckedRules) -> Rules {
    let mut meaning = Rules::clone(rules);
    meaning.hopeless = rules.hopeless.filter(|&hopeless| hopeless != Hopeless::Captured);
    meaning.bound = rules.bound.filter(|&bound| bound != Bound::Trapped);
    meaning.over = rules.over.filter(|&over| over != Over::Any);
    meaning.removal = rules.removal.filter(|&removal| removal != Removal::Instead);
    meaning.placing = rules.placing.filter(|&placing| placing != Placing::Free);
    meaning.limits.progress =
        rules.limits.progress.filter(|&progress| progress != Progress::Captures && rules.no_progress() > 0);
    meaning.entry = rules.entry.filter(|&entry| entry != Entry::Free);
    let leader_capture = rules.leader.map_or(LeaderCapture::Never, |leader| leader.capture);
    if matches!(leader_capture, LeaderCapture::FourSided | LeaderCapture::Never) {
        meaning.hostile_corner = but_for_leaders(rules.hostile_corner);
    }
    if leader_capture == LeaderCapture::Never {
        meaning.hostile_throne = rules.hostile_throne.map(but_for_leaders).filter(|hostile| hostile.captures());
    }
    meaning.dead_position = if rules.tests_dead_position() { DeadPosition::On } else { DeadPosition::Off };
    let counts_a_leader = Side::BOTH.into_iter().any(|side| rules.has_leader(side) && rules.bare[side].is_some());
    meaning.count_leader |= !counts_a_leader;
    let limits = rules.limits;
    let at_limits = limits.repetition.limit() > 0 || rules.no_progress() > 0 || limits.move_cap > 0 || limits.fortress;
    let without_moves = matches!(rules.no_moves, NoMoves::Passes | NoMoves::Adjudicate);
    let at_limits = at_limits && rules.adjudication != Adjudication::LastMoverLoses;
    let decides = rules.tests_dead_position() || without_moves || at_limits;
    if !decides {
        meaning.adjudication = Adjudication::Draw;
        meaning.komi = Komi::default();
    }
    meaning
}

/// Returns to whom a square is hostile where no leader is captured beside it.
fn but_for_leaders(hostile: Hostile) -> Hostile {
    match hostile {
        Hostile::All => Hostile::Stones,
        Hostile::Leader => Hostile::Off,
        hostile => hostile,
    }
}

/// Returns `rules` with one rule, or one rule about the leader, taken from `other`; `None` if the result is invalid.
fn exchange_one_rule(rng: &mut GameRng, rules: &Rules, other: &Rules) -> Option<CheckedRules> {
    let table = |rules: &Rules| match serde_json::to_value(rules) {
        Ok(Value::Object(table)) => table,
        _ => panic!("rules are a table"),
    };
    let (mut mixed, other) = (table(rules), table(other));
    let key = any_key(rng, &mixed, &other);
    match (mixed.get_mut(&key), other.get(&key)) {
        (Some(Value::Object(leader)), Some(Value::Object(other))) if key == "leader" => {
            let key = any_key(rng, leader, other);
            take_over(leader, other, &key);
        }
        _ => take_over(&mut mixed, &other, &key),
    }
    let mixed: Rules = serde_json::from_value(Value::Object(mixed)).expect("each rule is right by itself");
    mixed.check().ok()
}

/// Returns a key of one of two tables.
fn any_key(rng: &mut GameRng, one: &Map<String, Value>, other: &Map<String, Value>) -> String {
    let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    random::pick(rng, &Vec::from_iter(keys)).clone()
}

/// Sets a rule as in another table. A missing rule has its default.
fn take_over(table: &mut Map<String, Value>, other: &Map<String, Value>, key: &str) {
    match other.get(key) {
        Some(rule) => table.insert(key.to_owned(), rule.clone()),
        None => table.remove(key),
    };
}

/// Checks that the explanation mentions everything that a rule changes.
#[test]
fn rules_that_differ_are_explained_differently() {
    let mut rng = GameRng::from_seed(11);
    let mut different = 0;
    let pairs = if all_cases() { 20_000 } else { 5_000 };
    for _ in 0..pairs {
        let (rules, other) = (random::random_rules(&mut rng), random::random_rules(&mut rng));
        let Some(mixed) = exchange_one_rule(&mut rng, &rules.rules, &other.rules) else { continue };
        if meaning(&mixed) != meaning(&rules.rules) {
            different += 1;
            let text = explanation(&mixed);
            assert_ne!(
                explanation(&rules.rules),
                text,
                "two games that differ, explained alike:\n{mixed:?}\n{rules:?}"
            );
        }
    }
    assert!(different > pairs / 4, "only {different} pairs were compared");
}

#[test]
fn all_games_are_explained_differently() {
    let mut seen = BTreeMap::new();
    // The museum's rules are those of city-8-double.
    for game in GAMES.iter().filter(|game| game.id != "quintana") {
        let rules = parse(game.id);
        let text = explanation(&rules);
        let start = format!("\nBoard and setup\n- The board has {} ranks", rules.board.ranks);
        assert!(text.starts_with("In short\n- ") && text.contains(&start), "{}: {text}", game.id);
        if let Some(other) = seen.insert(text, game.id) {
            panic!("{} and {other} are explained alike", game.id);
        }
    }
    assert_eq!(explanation(&parse("quintana")), explanation(&parse("city-8-double")));
}
