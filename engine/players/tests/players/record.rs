//! Tests records: random games survive conversion to text and back, and every mistake is reported with its line.

use petteia_engine::rules::TurnLimit;
use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::{BySide, GameRng, Rules};
use petteia_players::record::{Header, History, Record, Step};

use crate::all_cases::all_cases;

/// Returns a random game, cut off after `steps` steps if that is given.
fn random_game(name: &str, seed: u64, steps: Option<usize>) -> Record {
    let rules = Rules::parse(name).expect(name);
    let mut history = History::of(&rules);
    let mut rng = GameRng::from_seed(seed);
    while history.state().outcome().is_none() && steps.is_none_or(|steps| history.moments().len() < steps) {
        let (game, state) = (history.game(), history.state());
        let step = match game.awaits_roll(state.position()) {
            Some(faces) => Step::Roll(1 + rng.below(u32::from(faces)) as u8),
            None => Step::Decision(game.random_move(state, &mut rng)),
        };
        history.take(step);
    }
    let players = BySide { white: "random".into(), black: r#"a "quoted" \ name"#.into() };
    Record { header: Header { game: name.into(), players, seed: Some(seed) }, history }
}

fn assert_round_trip(record: &Record) {
    let text = record.to_string();
    let read = Record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&read, record);
    assert_eq!(read.to_string(), text);
    let exchange = record.exchange();
    let read = Record::read(&exchange).unwrap_or_else(|error| panic!("{error}\n{exchange}"));
    assert_eq!(&read, record);
    assert_eq!(read.exchange(), exchange);
}

#[test]
fn a_game_of_another_program_is_read() {
    let text = "[Event \"Club\"]\n[Site \"Athens\"]\n[Game \"city-8+turn_cap=4\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
                1.a1-a5 {a comment\nover lines} h8-h4 $1 2. b1-b2 ; to the end 9.\n *\n";
    let record = Record::read(text).expect("it is right");
    assert_eq!((record.history.steps().len(), record.header.players.white.as_str()), (3, "A"));
    for (from, to, problem) in [
        ("h8-h4", "h8-h1", "line 9: `h8-h1` is not legal here"),
        (" *\n", " 1-0\n", "after these moves it is `*`"),
        ("[Game \"city-8+turn_cap=4\"]\n", "", "the tag `Game` is missing"),
        ("city-8+turn_cap=4", "city-9", "line 3: "),
    ] {
        let error = Record::read(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(problem), "{problem}: {error}");
    }
}

const COMBINATIONS: [&str; 12] = [
    "city-8+die=4",
    "city-8+vagi+edge+die=2",
    "city-8+compulsory=huff",
    "city-8+compulsory=huff+die=3+inciti",
    "city-8+inciti+hopeless=idle",
    "poleis+die=1",
    "lemery-petteia-advanced+inciti+die=6",
    "lemery-compact+surround+compulsory=strict",
    "lemery-latrunculi+die=3",
    "lemery-latrunculi+bound=one-turn+inciti",
    "callen-double-latrunculi+inciti+die=4",
    "callen-proto-tafl+compulsory=huff+stakes=4",
];

#[test]
fn random_games_survive_the_round_trip() {
    for name in GAMES.iter().map(|game| game.id).chain(COMBINATIONS) {
        for seed in 0..if all_cases() { 8 } else { 1 } {
            let record = random_game(name, seed, None);
            assert!(record.history.outcome().is_some());
            assert_round_trip(&record);
        }
    }
}

#[test]
fn games_that_go_on_survive_at_every_step() {
    for name in ["city-8+compulsory=huff+die=3", "lemery-latrunculi+die=2", "poleis"] {
        for steps in 0..90 {
            assert_round_trip(&random_game(name, 5, Some(steps)));
        }
    }
}

#[test]
fn own_rules_and_own_starts_are_kept() {
    let mut rules = (*Rules::parse("city-8").expect("city-8")).clone();
    rules.limits.turn_cap = TurnLimit::Turns(30);
    let rules = rules.check().expect("the rules make sense");
    let header = Header { game: "short city".into(), players: BySide::from_fn(|_| "human".into()), seed: None };
    let history = History::starting_at(&rules, Some("5sS1/8/4S3/8/8/8/8/S7 b 0,0 7,5 5 66"));
    let record = Record { header, history: history.expect("the position is right") };
    assert!(record.to_string().contains("[Rules \"{"));
    assert_round_trip(&record);
}

const GOOD: &str = r#"[Game "city-8+die=4+turn_cap=2"]
[White "human"]
[Black "random"]
[Seed "3"]
[Result "unfinished by turn_cap"]

1. d3 a1-a4
2. d1 h8-h7
unfinished by turn_cap
"#;

#[test]
fn slips_are_named_with_their_line() {
    assert_eq!(Record::read(GOOD).expect("the record is right").to_string(), GOOD);
    let slips = [
        ("city-8", "city-9", "line 1: there is no game `city-9`; did you mean `city-8`?"),
        ("[White", "[Whit", "line 2: there is no tag `Whit`; did you mean `White`?"),
        ("[Black \"random\"]", "[Black random]", "line 3: `[Black random]` is not a tag; write it as"),
        ("[Black \"random\"]", "[White \"x\"]", "line 3: `White` already appears on line 2"),
        ("[Black \"random\"]\n", "", "line 5: the tag `Black` is missing"),
        ("\"3\"", "\"03\"", "line 4: `Seed` is `03`; it must be a number"),
        ("\"random\"", "\"ran\"dom\"", "line 3: in the value of `Black`, write"),
        ("[Seed \"3\"]", "[Start \"8 w\"]", "line 4: position text"),
        ("1. d3", "2. d3", "line 7: this line begins with `2.`; the next turn is `1.`"),
        ("1. d3 a1-a4", "1.", "line 7: turn 1 is empty"),
        ("1. d3 a1-a4", "1. d3", "line 8: turn 1 is not complete"),
        ("1. d3 a1", "1. a1", "line 7: turn 1: `a1-a4` is not a roll; a roll from `d1` to `d4` must come first"),
        ("d3", "d5", "line 7: turn 1: `d5` is not a roll"),
        ("a1-a4", "a1-a5", "line 7: turn 1: `a1-a5` is not legal here"),
        ("a1-a4", "a1+a4", "line 7: turn 1: `a1+a4` is not a move"),
        ("a1-a4", "a1-a4 d1", "line 7: turn 1: `d1` comes after the move"),
        ("2. d1 h8-h7\n", "2. d1 h8-h7\n3. d1 a4-a5\n", "line 9: turn 3: `d1` comes after the end of the game"),
        ("2. d1 h8-h7\n", "", "line 8: the result is not `unfinished by turn_cap`; after these moves it is `*`"),
        ("\nunfinished by turn_cap", "\nwhite by bare", "line 9: the result is not `white by bare`"),
        ("\nunfinished by turn_cap", "\nwhite by luck", "line 9: `white by luck` is not a result"),
        ("[Result \"unfinished", "[Result \"draw", "line 5: `draw by turn_cap` is not a result"),
        ("[Result \"unfinished by turn_cap\"]", "[Result \"*\"]", "line 5: the result is not `*`"),
    ];
    for (right, slip, message) in slips {
        let text = GOOD.replacen(right, slip, 1);
        let error = Record::read(&text).expect_err(slip).to_string();
        assert!(error.starts_with(message), "{slip}: {error}");
    }
    assert_eq!(
        Record::read("").expect_err("nothing").to_string(),
        "line 1: the tag `Game` is missing; add `[Game \"…\"]`"
    );
}

#[test]
fn nothing_follows_the_third_occurrence_of_a_position() {
    let shuttle = ["1. a1-a2", "2. a8-a7", "3. a2-a1", "4. a7-a8", "5. a1-a2", "6. a8-a7", "7. a2-a1", "8. a7-a8"];
    let tags = "[Game \"city-8\"]\n[White \"human\"]\n[Black \"human\"]\n[Result \"draw by repetition\"]\n";
    let record = |turns: &[&str]| format!("{tags}\n{}\ndraw by repetition\n", turns.join("\n"));
    let read = Record::read(&record(&shuttle)).expect("eight plies");
    assert_eq!(read.to_string(), record(&shuttle));
    let ninth = [&shuttle[..], &["9. a1-a2"]].concat();
    let error = Record::read(&record(&ninth)).expect_err("the game is over").to_string();
    assert_eq!(error, "line 14: turn 9: `a1-a2` comes after the end of the game: draw by repetition");
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut rng = GameRng::from_seed(11);
    let letters = ['[', '"', ']', '\\', '\n', ' ', 'd', '1', '.', 'x', '-', 'é', '*', '{'];
    for _ in 0..3000 {
        let mut text: Vec<char> = GOOD.chars().collect();
        for _ in 0..=rng.below(3) {
            let at = rng.below(text.len() as u32) as usize;
            text[at] = letters[rng.below(letters.len() as u32) as usize];
        }
        let text = String::from_iter(text);
        if let Ok(record) = Record::read(&text) {
            assert_round_trip(&record);
        }
    }
}
