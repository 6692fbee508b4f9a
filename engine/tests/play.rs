//! Games in progress: repetition, keys by the order of moves, and the fairness of random choices.

use std::collections::HashMap;

use petteia_engine::fortress::settled;
use petteia_engine::{
    CheckedRules, EndReason, Events, Game, GameRng, Geometry, History, Limits, Move, OnBoard, Outcome, Position,
    RandomGames, Recorder, Rules, Simd, State, with_geometry,
};

/// A position that has occurred so often.
struct Known(u32);

impl History for Known {
    fn count(&mut self, _: u64, _: bool) -> u32 {
        self.0
    }

    fn times(&self, _: u64) -> u32 {
        0
    }
}

fn rules(text: &str) -> CheckedRules {
    Rules::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn on_board<W: OnBoard>(game: &str, work: W) -> W::Output {
    with_geometry(rules(game).board, work)
}

/// Makes moves given as text; the game must not be over before any of them.
fn play<G: Geometry>(game: &Game<G>, state: &mut State<G>, moves: &[&str]) {
    for text in moves {
        assert_eq!(state.outcome(), None, "before {text}");
        let decision = game.parse_move(state.position(), text).unwrap_or_else(|error| panic!("{error}"));
        game.play(state, decision);
    }
}

/// Computes the key after some moves.
struct KeyAfter<'a>(&'a [&'a str]);

impl OnBoard for KeyAfter<'_> {
    type Output = u64;

    fn run<G: Geometry>(self, geometry: G) -> u64 {
        let game = Game::new(rules("city-8"), geometry);
        let mut state = game.begin();
        play(&game, &mut state, self.0);
        state.position().key()
    }
}

#[test]
fn the_order_of_moves_does_not_change_the_key() {
    let key = |moves: &[&str]| on_board("city-8", KeyAfter(moves));
    let one = key(&["a1-a3", "h8-h6", "b1-b4", "g8-g5"]);
    assert_eq!(one, key(&["b1-b4", "g8-g5", "a1-a3", "h8-h6"]));
    assert_eq!(one, key(&["a1-a4", "g8-g5", "b1-b4", "h8-h7", "a4-a3", "h7-h6", "c1-c2", "g5-g6", "c2-c1", "g6-g5"]));
    assert_ne!(one, key(&["a1-a3", "h8-h6", "b1-b4"]));
    assert_ne!(one, key(&["a1-a3", "h8-h6", "b1-b4", "g8-g4"]));
}

/// Two stones moving to and fro: the position at the start recurs after every four turns.
const TO_AND_FRO: [&str; 4] = ["a1-a2", "h8-h7", "a2-a1", "h7-h8"];

struct ThirdTime(&'static str);

impl OnBoard for ThirdTime {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let repeated = Some(Outcome::draw(EndReason::Repetition));
        let game = Game::new(rules(self.0), geometry);
        let mut state = game.begin();
        play(&game, &mut state, &TO_AND_FRO);
        assert_eq!(state.outcome(), None, "the second time");
        let second_time = *state.position();
        play(&game, &mut state, &TO_AND_FRO);
        assert_eq!(state.outcome(), repeated, "the third time");
        assert_eq!(state.position().turn(), 8);

        let mut resumed = game.resume(second_time);
        play(&game, &mut resumed, &TO_AND_FRO);
        assert_eq!(resumed.outcome(), None, "a resumed position is the first time");
        play(&game, &mut resumed, &TO_AND_FRO);
        assert_eq!(resumed.outcome(), repeated);
    }
}

#[test]
fn the_third_time_ends_the_game_and_the_second_does_not() {
    for game in ["city-8", "city-8-step", "city-8+inciti", "city-12+compulsory=huff"] {
        on_board(game, ThirdTime(game));
    }
}

/// Tests that the position at the start of the movement phase counts as the first occurrence, and that placements do
/// not count.
struct AfterPlacement;

impl OnBoard for AfterPlacement {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let table = "board = { files = 4, ranks = 4 }\nsetup = { placement = 2 }\nlimits = { repetition = 2 }";
        let rules: Rules = toml::from_str(table).expect("a table of rules");
        let game = Game::new(rules.check().expect("these rules make sense"), geometry);
        let mut state = game.begin();
        play(&game, &mut state, &["@a1", "@d4", "@b1", "@c4"]);
        play(&game, &mut state, &["a1-a2", "d4-d3", "a2-a1"]);
        assert_eq!(state.outcome(), None);
        play(&game, &mut state, &["d3-d4"]);
        assert_eq!(state.outcome(), Some(Outcome::draw(EndReason::Repetition)));
    }
}

#[test]
fn the_movement_phase_starts_with_a_first_time() {
    with_geometry(petteia_engine::BoardSize { files: 4, ranks: 4 }, AfterPlacement);
}

/// Returns the outcome after moving to and fro twice.
struct EndAfterEight(&'static str);

impl OnBoard for EndAfterEight {
    type Output = Option<Outcome>;

    fn run<G: Geometry>(self, geometry: G) -> Option<Outcome> {
        let game = Game::new(rules(self.0), geometry);
        let mut state = game.begin();
        play(&game, &mut state, &TO_AND_FRO);
        play(&game, &mut state, &TO_AND_FRO);
        state.outcome()
    }
}

#[test]
fn limits_are_tested_in_their_order() {
    let end = |game| on_board(game, EndAfterEight(game));
    let draw = |reason| Some(Outcome::draw(reason));
    assert_eq!(end("city-8+no_progress=8+turn_cap=8"), draw(EndReason::Repetition));
    assert_eq!(end("city-8+no_progress=8+turn_cap=8+repetition=4"), draw(EndReason::NoProgress));
    assert_eq!(end("city-8+no_progress=9+turn_cap=8-repetition"), draw(EndReason::TurnCap));
    assert_eq!(end("city-8-no_progress-turn_cap-repetition"), None);
}

/// Counts how often each decision is drawn, by its text.
struct Draws {
    game: &'static str,
    fen: &'static str,
    draws: u32,
}

impl OnBoard for Draws {
    type Output = (u32, HashMap<String, u32>);

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let game = Game::new(rules(self.game), geometry);
        let state = game.resume(game.parse(self.fen).unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(state.outcome(), None, "{}", self.fen);
        let mut rng = GameRng::from_seed(11);
        let mut counts = HashMap::new();
        for _ in 0..self.draws {
            *counts.entry(game.move_text(game.random_move(&state, &mut rng))).or_default() += 1;
        }
        (state.decisions().count(), counts)
    }
}

/// Returns the value below which 99.9 % of chi-square samples are (Wilson and Hilferty's approximation).
fn chi_square_limit(freedom: f64) -> f64 {
    let ninth = 2.0 / (9.0 * freedom);
    freedom * (1.0 - ninth + 3.09 * ninth.sqrt()).powi(3)
}

#[test]
fn every_decision_is_as_likely() {
    let positions = [
        ("city-8", "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0"),
        ("lemery-petteia", "2s1s7/3L8/5s6/12/2s1l7/4S7/3S8/12 w 0,0 0,0 0 0"),
        ("lemery-latrunculi", "8/1s1s1s2/8/1s1s1s2/S7/1s1S4/2a5/3S4 w 0,0 0,0 0 40"),
        ("lemery-petteia-advanced", "12/2s9/12/4l7/12/3S8/3L8/12 w 0,0 0,0 1 9 huff=c7,e5"),
        ("poleis", "8/2s5/8/8/4S3/8/8/8 w 5,5 0,0 0 22"),
        ("city-8+vagi+compulsory=strict", "8/1s6/S2s2S1/8/2V3s1/3S4/6V1/8 w 0,0 0,0 3 9"),
    ];
    for (game, fen) in positions {
        let draws = 60_000;
        let (choices, counts) = on_board(game, Draws { game, fen, draws });
        assert_eq!(counts.len(), choices as usize, "{game}: each decision is drawn");
        let expected = f64::from(draws) / f64::from(choices);
        let chi_square: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        let limit = chi_square_limit(f64::from(choices) - 1.0);
        assert!(
            choices > 1 && chi_square < limit,
            "{game}: chi-square {chi_square} of {choices} decisions, limit {limit}"
        );
    }
}

/// Records the first turn after which the game is settled.
struct FirstSettled<'a, G: Geometry> {
    game: &'a Game<G>,
    turn: Option<u32>,
}

impl<G: Geometry> Recorder<G> for FirstSettled<'_, G> {
    fn record(&mut self, _: u32, _: Move, events: &Events<G::Set>, after: &Position<G::Set>) {
        if self.turn.is_none() && events.turn_over && settled(self.game, after) {
            self.turn = Some(after.turn());
        }
    }
}

/// Plays random games with the limit `fortress` and without it.
struct ByFortress<'a> {
    rules: &'a str,
    start: &'a str,
}

impl OnBoard for ByFortress<'_> {
    /// The numbers of games that ended by the limit and by other tests.
    type Output = [u32; 2];

    fn run<G: Geometry>(self, geometry: G) -> [u32; 2] {
        let limited = rules(&format!("{}+fortress", self.rules));
        assert_eq!(Simd::best().path(&limited), Simd::Scalar);
        let limits = Limits { fortress: false, ..limited.limits };
        let unlimited = Rules { limits, ..Rules::clone(&limited) }.check().expect("limits may be off");
        let (game, unlimited) = (Game::new(limited, geometry), Game::new(unlimited, geometry));
        let start = game.resume(game.parse(self.start).expect(self.start));
        let mut counts = [0, 0];
        let games =
            RandomGames { game: &game, start: &start, numbers: 0..200, seed: &|number| number, simd: Simd::best() };
        games.play(None, |played| {
            let seed = || GameRng::from_seed(played.seed);
            let mut state = start.clone();
            let mut first = FirstSettled { game: &unlimited, turn: None };
            let without_limit = unlimited.playout(&mut state, &mut seed(), &mut first);
            let by_fortress = played.outcome.reason == EndReason::Fortress;
            counts[usize::from(!by_fortress)] += 1;
            if by_fortress {
                assert_eq!((Some(played.position.turn()), played.outcome.winner), (first.turn, None));
            } else {
                assert_eq!((played.outcome, played.position), (without_limit, *state.position()));
                assert!(first.turn.is_none_or(|turn| turn == played.position.turn()));
            }
            let mut again = start.clone();
            assert_eq!(game.playout(&mut again, &mut seed(), &mut ()), played.outcome);
            let (mut snapshot, mut rng) = (*start.snapshot(), seed());
            let mut step = start.clone();
            while step.outcome().is_none() {
                game.roll_if_needed(&mut step, &mut rng);
                let decision = game.random_move(&step, &mut rng);
                game.play(&mut step, decision);
                let times = step.times_seen(step.position().key());
                game.play_snapshot(&mut snapshot, decision, &mut Known(times));
                assert_eq!(snapshot.outcome(), step.outcome());
            }
            assert_eq!((step.outcome(), *step.position()), (Some(played.outcome), played.position));
        });
        counts
    }
}

#[test]
fn the_limit_fortress_ends_games_however_they_are_played() {
    for (rules, start) in [
        ("city-8", "s1s5/ss6/8/8/8/8/SS6/S1S5 w 0,0 4,4 9 80"),
        ("city-8+edge", "8/ssss4/s1ss4/8/8/SSSS4/S1SS4/8 w 0,0 0,0 9 80"),
        ("city-8", "1ss5/ss6/8/8/3s4/3S4/SS6/1SS5 b 0,0 3,3 0 20"),
    ] {
        let [ended, others] = on_board(rules, ByFortress { rules, start });
        println!("{rules} {start}: {ended} games ended by it, {others} otherwise");
        assert!(ended > 0, "{rules} {start}: {ended}");
    }
}

#[test]
fn only_the_end_of_a_turn_is_adjudicated_by_the_limit_fortress() {
    let game = Game::of(rules("city-8+fortress"));
    let position = game.parse("s1s5/ss6/8/8/8/8/SS6/S1S5 w 0,0 4,4 9 80").expect("it is a position");
    assert_eq!(game.outcome(&position), None, "a limit is not seen from a text");
    let mut state = game.resume(position);
    play(&game, &mut state, &["a1-b1"]);
    assert_eq!(state.outcome(), Some(Outcome::draw(EndReason::Fortress)));
    let other = Game::of(rules("city-8"));
    let mut state = other.resume(position);
    play(&other, &mut state, &["a1-b1"]);
    assert_eq!(state.outcome(), None);
}
