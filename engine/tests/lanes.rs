//! Compares games in lanes with games played one at a time: they must be the same, move for move, with every
//! instruction set of this processor.

use std::collections::HashMap;

use crate::all_cases::all_cases;
use crate::random;
use crate::random::{names_of_relaxed, random_rules, random_text, relaxed};
use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::{
    Access, Bound, CaptureAgain, First, Hopeless, LeaderCaptures, LeaderMove, Movement, NoMoves, Progress, Repeats,
    Repetition, Setup, TurnLimit, Undo,
};
use petteia_engine::{
    AnySet, BoardSize, BySide, CheckedRules, Game, GameRng, Geometry, OnBoard, PlayedGame, Position, RandomGames,
    Rules, Simd, SquareCounts, SquareSet, State, divide, game_seed, perft, play_random_games, with_geometry,
};

/// Everything that a path records of games 0 to `n - 1` from a position.
type Told<S> = (Vec<PlayedGame<S>>, SquareCounts);

fn tell<G: Geometry>(game: &Game<G>, start: &State<G>, n: u64, simd: Simd) -> Told<G::Set> {
    let mut squares = SquareCounts::default();
    let mut played = Vec::new();
    let seed = |number| game_seed(77, 5, number);
    let games = RandomGames { game, start, numbers: 0..n, seed: &seed, simd };
    games.play(Some(&mut squares), |game| played.push(game));
    played.sort_by_key(|game| game.number);
    (played, squares)
}

/// Returns the paths in lanes that this processor and these rules allow.
fn lane_paths<G: Geometry>(game: &Game<G>) -> Vec<Simd> {
    Simd::ALL.into_iter().filter(|&simd| simd != Simd::Scalar && game.path(simd) == simd).collect()
}

/// Compares games from the start and from a number of positions.
struct Compare<'a> {
    name: &'a str,
    rules: CheckedRules,
    games: u64,
    texts: &'a [String],
    /// The same rules with one of them at its default, by the name of this one.
    relaxed: &'a [(&'static str, CheckedRules)],
}

/// What a comparison was about.
struct Compared {
    /// The number of paths in lanes.
    paths: usize,
    /// The rules without which some of the games would have been others.
    telling: Vec<&'static str>,
}

impl OnBoard for Compare<'_> {
    type Output = Compared;

    fn run<G: Geometry>(self, geometry: G) -> Compared {
        let game = Game::new(self.rules, geometry);
        let paths = lane_paths(&game);
        let mut starts = vec![("start", game.begin())];
        for text in self.texts {
            let position = game.parse(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", self.name));
            starts.push((text, game.resume(position)));
        }
        let on_the_way: Vec<_> = starts.iter().map(|(text, start)| (*text, played_on(&game, start))).collect();
        for (text, start) in starts.into_iter().chain(on_the_way) {
            let alone = tell(&game, &start, self.games, Simd::Scalar);
            assert_eq!(alone.0.len() as u64, self.games);
            for &simd in &paths {
                let side_by_side = tell(&game, &start, self.games, simd);
                for (one, other) in alone.0.iter().zip(&side_by_side.0) {
                    assert_eq!(one, other, "{} from {text} on {}", self.name, simd.name());
                }
                assert!(alone == side_by_side, "{} from {text} on {}: squares differ", self.name, simd.name());
            }
        }
        let plays_otherwise = |rules: &CheckedRules| {
            let other = Game::new(rules.clone(), geometry);
            self.texts.iter().any(|text| {
                let [here, there] = [&game, &other].map(|game| game.parse(text).map(|position| game.resume(position)));
                let (Ok(here), Ok(there)) = (here, there) else { return false };
                tell(&game, &here, self.games, Simd::Scalar).0 != tell(&other, &there, self.games, Simd::Scalar).0
            })
        };
        let telling = self.relaxed.iter().filter(|(_, rules)| plays_otherwise(rules)).map(|(name, _)| *name).collect();
        Compared { paths: paths.len(), telling }
    }
}

/// Returns the state some random decisions later; it may be over, or directly follow the last placement.
fn played_on<G: Geometry>(game: &Game<G>, start: &State<G>) -> State<G> {
    let mut state = start.clone();
    let hands = start.position().hands();
    let mut rng = GameRng::from_seed(u64::from(start.decisions().count()));
    let decisions = if hands.white > 0 { u32::from(hands.white) + u32::from(hands.black) } else { rng.below(40) };
    for _ in 0..decisions {
        if state.outcome().is_some() {
            break;
        }
        game.roll_if_needed(&mut state, &mut rng);
        let decision = game.random_move(&state, &mut rng);
        game.play(&mut state, decision);
    }
    state
}

fn compare(name: &str, rules: CheckedRules, games: u64, texts: &[String]) -> usize {
    with_geometry(rules.board, Compare { name, rules, games, texts, relaxed: &[] }).paths
}

fn compare_named(name: &str, games: u64) -> usize {
    compare(name, Rules::parse(name).expect(name), games, &[])
}

#[test]
fn every_game_goes_as_it_goes_alone() {
    for game in &GAMES {
        let paths = compare_named(game.id, if all_cases() { 100 } else { 10 });
        assert_eq!(paths == 0, are_for_one_game_at_a_time(&game.rules()), "{}", game.id);
    }
    assert!(
        GAMES[..26].iter().all(|game| !are_for_one_game_at_a_time(&game.rules())),
        "the first sources are in lanes"
    );
}

/// Each switch is tested alone on every game of the catalogue that accepts it.
const SWITCHES: [&str; 63] = [
    "+first=black",
    "+throne_stop=leader",
    "+throne_stop=none+throne_pass=none",
    "+throne_pass=leader",
    "+corner_stop=none",
    "+corner_stop=leader+corner_size=2",
    "+hostile_throne=all",
    "+hostile_throne=leader",
    "+hostile_corner=stones",
    "+hostile_corner=black",
    "+linnaean",
    "+intervention",
    "+leader_capture=by-throne",
    "+leader_captures=anvil",
    "+leader_captures=hammer",
    "+leader_edge=captor",
    "+leader_edge=safe",
    "+leader_move=step",
    "+leader_reach=2",
    "+leader_surrounded=open",
    "+goal=edge",
    "+goal=corners+encirclement",
    "+repeats=mover-loses",
    "+shieldwall",
    "+move_cap=30",
    "+komi=1.5",
    "+adjudication=pieces+komi=0.5+move_cap=25",
    "-undo",
    "+vagi",
    "+edge",
    "-edge",
    "+corner",
    "+surround",
    "+die=1",
    "+die=4",
    "+die=20",
    "+inciti",
    "+inciti+hopeless=idle",
    "+bound=one-turn",
    "+move=step",
    "+move=forward",
    "+dead_position=on",
    "+dead_position=off",
    "+no_moves=draw",
    "+no_moves=adjudicate",
    "+no_moves=passes",
    "+placing=safe",
    "+placing=quiet",
    "+placing=quiet+no_moves=draw",
    "+compulsory=strict",
    "+compulsory=huff",
    "+leader_captures=off",
    "+stakes=4",
    "+capture_target=3",
    "+bare=3",
    "+repetition=0",
    "+repetition=2",
    "+repetition=5",
    "+no_progress=0",
    "+no_progress=1",
    "+turn_cap=0",
    "+turn_cap=1",
    "+turn_cap=20",
];

/// Returns whether lanes do not support the rules.
fn are_for_one_game_at_a_time(rules: &Rules) -> bool {
    let must_capture = rules.compulsory != BySide::default();
    let does_not_strike = |captures| matches!(captures, LeaderCaptures::Off | LeaderCaptures::Anvil);
    let leader_is_no_captor = rules.leader.is_some_and(|leader| does_not_strike(leader.captures));
    let is_too_hard = rules.surround || rules.linnaean || leader_is_no_captor;
    let by_older_rules = rules.hopeless == Some(Hopeless::Idle) || (must_capture && is_too_hard);
    let is_large = rules.board.squares() > 128 || rules.board.files > 16;
    by_older_rules || is_large || has_newer_rules(rules) || has_rules_of_tafl(rules)
}

/// Returns whether the game has a rule of tafl or its kin that lanes do not know.
fn has_rules_of_tafl(rules: &Rules) -> bool {
    rules.shieldwall || rules.edge_fort || rules.converts() || rules.swap || rules.repeats == Repeats::Illegal
}

/// Returns whether the game has a rule of the published latrunculi that lanes do not know.
fn has_newer_rules(rules: &Rules) -> bool {
    let is_closed = |access: Option<Access>| access.is_some_and(|access| access != Access::All);
    let closes_squares = is_closed(rules.throne_stop) || is_closed(Some(rules.corner_stop));
    let bars_squares = rules.placing.is_some() || (closes_squares && matches!(rules.setup, Setup::Placement(_)));
    let places = rules.per_turn > 2 || (bars_squares && rules.no_moves == NoMoves::Passes);
    let moves = rules.movement == Movement::Hop
        || rules.undo == Undo::Forbidden
        || matches!(rules.bound, Some(Bound::Held | Bound::Lasting | Bound::Chain))
        || rules.leader.is_some_and(|leader| leader.movement == LeaderMove::Hop);
    let captures = rules.capture_run || rules.capture_again != CaptureAgain::Off;
    let ends = rules.limits.progress == Some(Progress::Binds)
        || matches!(rules.limits.repetition, Repetition::Forbidden | Repetition::ForbiddenBoard);
    places || moves || captures || ends
}

/// A short run takes one in so many switches of each game, the next game the next ones.
const ONE_SWITCH_IN: usize = 20;

#[test]
fn every_switch_goes_as_it_goes_alone() {
    let one_in = if all_cases() { 1 } else { ONE_SWITCH_IN };
    let mut compared = 0;
    for (number, game) in GAMES.iter().enumerate() {
        for switch in SWITCHES.into_iter().skip(number % one_in).step_by(one_in) {
            let name = format!("{}{switch}", game.id);
            let Ok(rules) = Rules::parse(&name) else { continue };
            let alone = are_for_one_game_at_a_time(&rules);
            assert_eq!(compare(&name, rules, 12, &[]) == 0, alone, "{name}");
            compared += usize::from(!alone);
        }
    }
    assert!(compared > 2400 / one_in, "only {compared} rule sets");
}

#[test]
fn switches_together_go_as_they_go_alone() {
    let names = [
        "city-8+vagi+edge+corner+surround",
        "poleis+komi=1.5+move_cap=40+die=4",
        "lemery-latrunculi+adjudication=free+komi=0.5+move_cap=20",
        "lemery-petteia-advanced+move_cap=24+adjudication=pieces",
        "pessoi-6x6-undo+inciti",
        "pessoi-6x6-undo+placing=quiet",
        "kharebga-5+no_moves=adjudicate+placing=safe+corner",
        "seega-6x7+inciti+vagi",
        "kharebga-6x6+compulsory=huff+edge",
        "city-8+vagi+die=3+compulsory=strict",
        "city-8-step+repetition=2+no_progress=0+turn_cap=3000",
        "city-12+die=4+edge+inciti",
        "poleis+compulsory=strict+corner",
        "poleis+die=2+surround+stakes=6",
        "poleis+turn_cap=10",
        "callen-double-latrunculi+edge+inciti+die=5",
        "callen-simple-passing-leader+move=step+vagi+leader_captures=off",
        "callen-double-latrunculi+move=forward+capture_target=2",
        "callen-proto-tafl+compulsory=huff+repetition=2+die=6",
        "city-8+compulsory=huff+repetition=2+no_progress=30",
        "city-8+compulsory=huff+inciti+vagi+stakes=4",
        "poleis+compulsory=huff+edge+die=2",
        "lemery-petteia+die=4+inciti+repetition=2",
        "lemery-petteia-advanced+vagi+die=3+capture_target=5",
        "lemery-ultra-compact+compulsory=strict+surround-compulsory+repetition=5",
        "lemery-compact+compulsory=strict+die=5+vagi",
        "lemery-compact+move=step+compulsory=huff-corner+bare=4",
        "lemery-crossing+compulsory=huff+edge+stakes=4+dead_position=on",
        "lemery-latrunculi+die=3+inciti+repetition=2",
        "lemery-latrunculi-quick+bound=one-turn+inciti+stakes=2+capture_target=4",
    ];
    for name in names {
        assert!(compare_named(name, 150) > 0, "{name}");
    }
}

/// Games that begin with a huff. The first position may recur without it; the huffed side may be left without the four
/// captors needed to capture a leader; the leader in the corner may move again although nothing can be captured; and
/// the leader of the huffing side may already have crossed, as in no real game.
#[test]
fn open_huffs_go_as_they_go_alone() {
    let starts = [
        ("city-8-step+compulsory=huff+repetition=2", "S6s/8/8/8/8/8/8/S6s b 0,0 0,0 0 50 huff=a1"),
        ("callen-simple-capture-leader+compulsory=huff", "12/12/12/12/6L5/12/2s2s2s2s/12 w 0,0 0,0 0 50 huff=c2"),
        ("callen-simple-passing-leader+compulsory=huff", "12/12/12/12/12/4ssss4/s11/Ls10 w 0,0 0,0 0 50 huff=a2"),
        ("lemery-crossing+compulsory=huff", "5L6/12/12/2s2s6/12/12/SSSS8/12 w 0,0 0,0 0 50 huff=c5"),
    ];
    for (name, text) in starts {
        assert!(compare(name, Rules::parse(name).expect(name), 500, &[text.to_owned()]) > 0, "{name}");
    }
}

#[test]
fn boards_of_every_shape_go_as_they_go_alone() {
    let mut seen = 0;
    for files in 1..=16_u8 {
        for ranks in (1..=128_u8).filter(|ranks| u32::from(files) * u32::from(*ranks) <= 128) {
            let texts = [
                "city-8",
                "city-8+vagi+edge+corner",
                "city-8+die=3+inciti",
                "lemery-ultra-compact+compulsory=huff",
                "lemery-latrunculi",
            ];
            for text in texts {
                let mut rules = Rules::read(text).expect(text);
                rules.board = BoardSize { files, ranks };
                if rules.movement == Movement::Leap {
                    rules.setup = Setup::Placement((files * ranks / 4).max(1));
                }
                rules.limits.turn_cap = TurnLimit::Turns(60);
                let Ok(rules) = rules.check() else { continue };
                // Sometimes fewer games than lanes.
                let games = 3 + u64::from(files) * 2;
                seen += usize::from(compare(&format!("{text} on {files}x{ranks}"), rules, games, &[]) > 0);
            }
        }
    }
    assert!(seen > 1_000, "only {seen} boards");
}

/// The rules of other games, and those that lanes do not support.
const NOT_IN_LANES: [&str; 20] = [
    "undo=forbidden",
    "move_cap",
    "komi",
    "adjudication=free",
    "placing=safe",
    "placing=quiet",
    "bound=lasting",
    "bound=chain",
    "removal=joined",
    "removal=all",
    "entry=safe",
    "progress=binds",
    "repetition=forbidden-board",
    "shieldwall",
    "captured=converted",
    "captured=cascading",
    "edge_fort",
    "repeats=illegal",
    "swap",
    "fortress",
];

/// Rules that few drawn rule sets have where they matter.
const RARE: [&str; 12] = [
    "+hostile_throne=white",
    "+hostile_throne=leader",
    "+hostile_throne=leader",
    "+hostile_throne=black",
    "+hostile_corner=leader",
    "+leader_edge=safe",
    "+leader_edge=captor",
    "+leader_captures=anvil",
    "+leader_captures=hammer",
    "+linnaean",
    "+linnaean",
    "+linnaean",
];

/// Draws rules with limits that lanes support, and often with a rare rule.
fn rules_with_limits(rng: &mut GameRng) -> CheckedRules {
    let sample = random_rules(rng);
    let mut rules: Rules = (*sample.rules).clone();
    let times = random::pick(rng, &[0, 2, 3]);
    rules.limits.repetition = Repetition::Times(times);
    let repeats = [Repeats::Adjudicated, Repeats::MoverLoses, Repeats::WhiteLoses, Repeats::BlackLoses];
    rules.repeats = if times == 0 { Repeats::default() } else { random::pick(rng, &repeats) };
    if rules.turn_cap() == 0 {
        rules.limits.turn_cap = TurnLimit::Turns(300);
    }
    let with = |rare: &str| rules.clone().with_overlay(rare).ok().filter(|with| with.clone().check().is_ok());
    let with_rare: Vec<Rules> = RARE.into_iter().filter_map(with).collect();
    let is_plain = with_rare.is_empty() || random::one_in(rng, 2);
    let rules = if is_plain { rules } else { with_rare[rng.below(with_rare.len() as u32) as usize].clone() };
    rules.check().expect("only limits and rare rules were changed")
}

/// Tests `PETTEIA_RULES` rule sets (800 by default, 1200 with `PETTEIA_TESTS=all`) that are played in lanes, each from
/// its start and from random positions. Every rule of tafl and its kin that lanes support must make a difference in
/// some of them.
#[test]
fn random_rules_from_random_positions_go_as_they_go_alone() {
    let samples = std::env::var("PETTEIA_RULES")
        .map_or(if all_cases() { 1200 } else { 800 }, |text| text.parse().expect("a number"));
    let mut rng = GameRng::from_seed(20);
    let mut in_lanes = 0;
    let mut telling: HashMap<&str, u64> = HashMap::new();
    while in_lanes < samples {
        let rules = rules_with_limits(&mut rng);
        if Simd::Portable.path(&rules) == Simd::Scalar {
            continue;
        }
        let name = serde_json::to_string(&*rules).expect("rules are data");
        let texts: Vec<String> = (0..4).map(|_| random_text(&mut rng, &rules)).collect();
        let relaxed = relaxed(&rules).into_iter().filter_map(|(name, rules)| Some((name, rules.check().ok()?)));
        let relaxed: Vec<_> = relaxed.collect();
        let board = rules.board;
        *telling.entry("first").or_default() += u64::from(rules.first == Some(First::Black));
        let steps = rules.leader.is_some_and(|leader| leader.movement == LeaderMove::Step);
        *telling.entry("leader_move=step").or_default() += u64::from(steps);
        let compare = Compare { name: &name, rules, games: 10, texts: &texts, relaxed: &relaxed };
        let compared = with_geometry(board, compare);
        assert!(compared.paths > 0, "{name} is played in lanes");
        compared.telling.into_iter().for_each(|name| *telling.entry(name).or_default() += 1);
        in_lanes += 1;
    }
    for name in names_of_relaxed().chain(["first", "leader_move=step"]).filter(|name| !NOT_IN_LANES.contains(name)) {
        let times = telling.get(name).copied().unwrap_or(0);
        assert!(times >= samples / 240, "`{name}` has made a difference under only {times} rule sets: {telling:?}");
    }
}

/// Plays one decision of many games and compares how often each successor was chosen.
struct FirstChoices<'a> {
    rules: CheckedRules,
    text: &'a str,
    games: u64,
}

impl OnBoard for FirstChoices<'_> {
    type Output = Vec<(Simd, usize, f64)>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let game = Game::new(self.rules, geometry);
        let start = game.resume(game.parse(self.text).expect(self.text));
        let choices = start.decisions().count() as usize;
        let chi_square = |simd: Simd| {
            let mut counts: HashMap<[AnySet; 3], u64> = HashMap::new();
            for played in tell(&game, &start, self.games, simd).0 {
                *counts.entry(squares(&played.position)).or_default() += 1;
            }
            let expected = self.games as f64 / choices as f64;
            assert_eq!(counts.len(), choices, "{} on {}", self.text, simd.name());
            counts.values().map(|&n| (n as f64 - expected).powi(2) / expected).sum()
        };
        lane_paths(&game).into_iter().map(|simd| (simd, choices, chi_square(simd))).collect()
    }
}

fn squares<S: SquareSet>(position: &Position<S>) -> [AnySet; 3] {
    use petteia_engine::Side::{Black, White};
    [position.pieces(White).widen(), position.pieces(Black).widen(), position.turned().widen()]
}

/// Returns the value that chi-square with this number of degrees of freedom exceeds once in 10,000 times (Wilson and
/// Hilferty, 1931).
fn chi_square_limit(degrees: usize) -> f64 {
    let variance = 2.0 / (9.0 * degrees as f64);
    degrees as f64 * (1.0 - variance + 3.719 * variance.sqrt()).powi(3)
}

#[test]
fn every_legal_decision_is_as_likely() {
    let positions = [
        ("city-8", "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0", 48),
        ("city-8", "8/2s5/8/1S3s2/8/6S1/8/3s4 b 0,0 0,0 0 50", 40),
        ("city-12", "ssssssssssss/12/12/12/12/12/12/SSSSSSSSSSSS w 0,0 0,0 0 0", 72),
        ("callen-simple-capture-leader", "ssssssssssss/6l5/12/12/12/12/5L6/SSSSSSSSSSSS w 0,0 0,0 0 0", 81),
        ("city-8+vagi", "8/2s5/8/1V3s2/8/6S1/8/3s4 w 0,0 0,0 0 50", 16),
        ("lemery-compact", "8/8/2s5/8/2s1l3/2L1s3/2S5/8 w 0,0 0,0 0 50", 13),
        ("lemery-latrunculi", "7s/8/8/8/8/2s4a/Ss6/7S w 0,0 0,0 0 50", 7),
    ];
    let games = 60_000;
    for (name, text, choices) in positions {
        let rules = Rules::parse(&format!("{name}+turn_cap=1")).expect(name);
        for (simd, found, chi_square) in with_geometry(rules.board, FirstChoices { rules: rules.clone(), text, games })
        {
            assert_eq!(found, choices, "{name} from {text}");
            assert!(chi_square < chi_square_limit(choices - 1), "{text} on {}: {chi_square}", simd.name());
        }
    }
}

#[test]
fn games_whose_squares_are_not_counted_are_the_same() {
    struct Uncounted;
    impl OnBoard for Uncounted {
        type Output = ();

        fn run<G: Geometry>(self, geometry: G) {
            let game = Game::new(Rules::parse("city-8+vagi").expect("rules"), geometry);
            let start = game.begin();
            let seed = |number| game_seed(77, 5, number);
            let (alone, _) = tell(&game, &start, 300, Simd::Scalar);
            assert_eq!(alone.len(), 300);
            assert!(alone.iter().all(|game| u64::from(game.position.turn()) == game.decisions));
            for simd in lane_paths(&game).into_iter().chain([Simd::Scalar]) {
                let mut played = Vec::new();
                let games = RandomGames { game: &game, start: &start, numbers: 0..300, seed: &seed, simd };
                games.play(None, |game| played.push(game));
                played.sort_by_key(|game| game.number);
                assert!(played == alone, "{}", simd.name());
            }
            let over = game.parse("8/8/8/8/8/8/8/S7 w 0,0 8,0 0 9").expect("a text");
            let over = game.resume(over);
            let (won, _) = tell(&game, &over, 7, Simd::best());
            let mut uncounted = Vec::new();
            let games = RandomGames { game: &game, start: &over, numbers: 0..7, seed: &seed, simd: Simd::best() };
            games.play(None, |game| uncounted.push(game));
            assert_eq!(uncounted.len(), 7);
            assert!(won.len() == 7 && won.iter().all(|game| game.outcome.winner == Some(petteia_engine::Side::White)));
        }
    }
    with_geometry(BoardSize { files: 8, ranks: 8 }, Uncounted);
}

/// Tests each of the four shapes.
#[test]
fn callers_that_know_no_shape_get_the_same_games() {
    struct OnShape<'a>(&'a CheckedRules);

    impl OnBoard for OnShape<'_> {
        type Output = (Vec<PlayedGame<AnySet>>, SquareCounts);

        fn run<G: Geometry>(self, geometry: G) -> Self::Output {
            let game = Game::new(self.0.clone(), geometry);
            let (played, squares) = tell(&game, &game.begin(), 40, Simd::best());
            (played.iter().map(PlayedGame::cast).collect(), squares)
        }
    }

    for (files, ranks) in [(8, 8), (12, 8), (7, 6), (10, 9)] {
        let rules = Rules { board: BoardSize { files, ranks }, ..Rules::default() }.check().expect("it fits");
        let mut squares = SquareCounts::default();
        let mut played = Vec::new();
        let seed = |number| game_seed(77, 5, number);
        play_random_games(&rules, 0..40, &seed, Simd::best(), Some(&mut squares), &mut |game| played.push(game));
        played.sort_by_key(|game| game.number);
        assert!(with_geometry(rules.board, OnShape(&rules)) == (played, squares), "{files}x{ranks}");
        let any = Game::of(rules);
        assert_eq!(perft(any.rules(), &any.start(), 2), any.perft(&any.start(), 2));
        assert_eq!(divide(any.rules(), &any.start(), 2), any.divide(&any.start(), 2));
    }
}
