//! The agents through their texts: what every player that looks ahead must see, and that games repeat.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use petteia_engine::{
    BySide, EndReason, Fixed, Game, GameRng, Geometry, OnBoard, Outcome, Rules, Side, SquareCounts, with_geometry,
};
use petteia_proofs::endgame::{Ending, Setting, SolveOptions, Tables, Watch, solve};
use petteia_simulator::agents::AgentSpec;
use petteia_simulator::play::play_game;

/// Players that look at least two decisions ahead.
const SEARCHERS: [&str; 5] = [
    "mcts:playouts=1000",
    "mcts:playouts=32000,leaf=16",
    "mcts:playouts=1000,policy=capture,cutoff=10",
    "alphabeta:nodes=2000",
    "alphabeta:depth=3",
];

fn spec(agent: &str) -> AgentSpec {
    agent.parse().unwrap_or_else(|error| panic!("{agent}: {error}"))
}

/// The move that an agent chooses in a position, by seed.
struct Choose<'a> {
    agent: &'a str,
    rules: &'a str,
    fen: &'a str,
    seed: u64,
}

impl OnBoard for Choose<'_> {
    type Output = String;

    fn run<G: Geometry>(self, geometry: G) -> String {
        let game = Game::new(Rules::parse(self.rules).expect(self.rules), geometry);
        let state = game.resume(game.parse(self.fen).expect(self.fen));
        let mut agent = spec(self.agent).make();
        game.move_text(agent.choose(&game, &state, &mut GameRng::from_seed(self.seed)))
    }
}

fn choose(agent: &str, rules: &str, fen: &str, seed: u64) -> String {
    let board = Rules::parse(rules).expect(rules).board;
    with_geometry(board, Choose { agent, rules, fen, seed })
}

/// Black's last stone on c4 falls to a stone that comes to b4.
const WIN_IN_ONE: &str = "8/8/8/8/2sS4/8/8/1S6 w 0,0 7,0 0 20";

#[test]
fn everybody_takes_the_win_in_one() {
    for agent in SEARCHERS.into_iter().chain(["greedy"]) {
        for seed in 0..5 {
            assert_eq!(choose(agent, "city-8", WIN_IN_ONE, seed), "b1-b4", "{agent}");
            let rolled = format!("{WIN_IN_ONE} d3");
            assert_eq!(choose(agent, "city-8+die=4", &rolled, seed), "b1-b4", "{agent}");
        }
    }
}

/// Whether Black wins at once after White's `decision`.
struct LosesAtOnce<'a>(&'a str);

const THREAT: &str = "4s3/8/8/8/2sS4/8/8/S7 w 0,0 0,6 0 20";

impl OnBoard for LosesAtOnce<'_> {
    type Output = bool;

    fn run<G: Geometry>(self, geometry: G) -> bool {
        let game = Game::new(Rules::parse("city-8+bare=1").expect("the game exists"), geometry);
        let before = game.parse(THREAT).expect(THREAT);
        let decision = game.parse_move(&before, self.0).expect(self.0);
        let (after, _) = game.outcome_after(&before, decision);
        let wins = |reply| game.outcome_after(&after, reply).1.is_some_and(|end| end.winner == Some(Side::Black));
        game.moves(&after).into_iter().any(wins)
    }
}

#[test]
fn who_looks_ahead_leaves_no_win_in_one() {
    let board = Rules::parse("city-8").expect("the game exists").board;
    assert!(with_geometry(board, LosesAtOnce("a1-a2")), "Black threatens e8-e4");
    for agent in SEARCHERS {
        for seed in 0..5 {
            let chosen = choose(agent, "city-8+bare=1", THREAT, seed);
            assert!(!with_geometry(board, LosesAtOnce(&chosen)), "{agent}: {chosen}");
        }
    }
}

#[test]
fn a_budget_of_time_ends() {
    for agent in ["mcts:ms=5", "mcts:ms=5,leaf=16", "mcts:ms=5,cutoff=8", "alphabeta:ms=5"] {
        let start = "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0";
        assert!(choose(agent, "city-8", start, 1).contains('-'), "{agent}");
    }
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let start = "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0";
    for agent in ["random", "greedy", "mcts:playouts=50", "mcts:playouts=64,leaf=16", "alphabeta:nodes=300"] {
        assert_eq!(choose(agent, "city-8", start, 9), choose(agent, "city-8", start, 9), "{agent}");
        let others = (10..20).filter(|&seed| choose(agent, "city-8", start, seed) != choose(agent, "city-8", start, 9));
        assert!(others.count() > 0, "{agent} always chooses the same");
    }
}

/// Points of the first agent in games of a variant, both colours.
struct Match<'a> {
    rules: &'a str,
    agents: [&'a str; 2],
    pairs: u64,
}

impl OnBoard for Match<'_> {
    type Output = f64;

    fn run<G: Geometry>(self, geometry: G) -> f64 {
        let game = Game::new(Rules::parse(self.rules).expect(self.rules), geometry);
        let mut points = 0.0;
        for (number, first) in (0..self.pairs).flat_map(|number| [(number, Side::White), (number, Side::Black)]) {
            let of = |side| spec(self.agents[usize::from(side != first)]).make();
            let mut players = BySide { white: of(Side::White), black: of(Side::Black) };
            let (mut squares, never) = (SquareCounts::default(), AtomicBool::new(false));
            let row = play_game(&game, &mut players, 2, number, number, &mut squares, &never).expect("nobody stops it");
            points += row.outcome.winner.map_or(0.5, |winner| if winner == first { 1.0 } else { 0.0 });
        }
        points
    }
}

#[test]
fn every_game_can_be_played_and_looking_ahead_wins() {
    for game in &petteia_engine::rules::catalogue::GAMES {
        let rules = Rules::parse(game.id).expect(game.id);
        let board = rules.board;
        let agents = ["alphabeta:nodes=300", "random"];
        let points = with_geometry(board, Match { rules: game.id, agents, pairs: 8 });
        // Chance decides much of city-8-forward, where looking ahead wins five games of six; elsewhere it wins nearly all.
        assert!(points >= 11.0, "{}: {points} of 16 against random", game.id);
    }
}

/// A folder of its own with the tables of `city-8` up to three stones against one.
fn tables_of_city(name: &str) -> String {
    struct Silent;

    impl Watch for Silent {
        fn begin(&self, _: Ending, _: &str, _: u64) {}
        fn advance(&self, _: u64) {}
    }

    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let setting = Setting::new(&Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default()).unwrap();
    let options = SolveOptions { folder: folder.join("city-8"), memory: 1 << 30, save_every: Duration::from_secs(600) };
    solve(&mut Tables::new(setting), "3v1".parse().unwrap(), &options, &Silent).unwrap();
    folder.to_string_lossy().into_owned()
}

/// How a game goes on from a position.
struct PlayOn<'a> {
    agents: [&'a str; 2],
    fen: &'a str,
    plies: u32,
}

impl OnBoard for PlayOn<'_> {
    type Output = (u32, Option<Outcome>);

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let game = Game::new(Rules::parse("city-8").unwrap(), geometry);
        let mut state = game.resume(game.parse(self.fen).unwrap());
        let mut agents = self.agents.map(|agent| spec(agent).make());
        let mut rng = GameRng::from_seed(4);
        for ply in 0..self.plies {
            if state.outcome().is_some() {
                return (ply, state.outcome());
            }
            let decision = agents[usize::from(state.position().side() == Side::Black)].choose(&game, &state, &mut rng);
            game.advance(&mut state, decision);
        }
        (self.plies, state.outcome())
    }
}

#[test]
fn tables_win_what_can_be_won_and_hold_what_can_be_held() {
    let agent = format!("alphabeta:nodes=20,tables={}", tables_of_city("best-play"));
    let agent = agent.as_str();
    let play = |agents, fen, plies| with_geometry(Rules::parse("city-8").unwrap().board, PlayOn { agents, fen, plies });
    // The longest win of three against one: 17 plies against the best defence.
    let longest = "8/8/8/8/S7/S7/4S2s/8 w 0,0 7,5 0 0";
    let won = Some(Outcome::win(Side::White, EndReason::Bare));
    assert_eq!(play([agent, agent], longest, 40), (17, won));
    assert_eq!(play(["alphabeta:nodes=20", agent], longest, 40).1, None, "without tables the win is too far away");
    let drawn = "8/8/8/3s4/8/2S5/8/S6S w 0,0 7,5 0 0";
    assert_eq!(play(["alphabeta:nodes=2000", agent], drawn, 150).1, None, "a drawn position is held");
}

#[test]
fn tables_that_cannot_serve_are_told() {
    let folder = tables_of_city("checked-tables");
    let message = |agent: &str, game: &str| {
        let checked = spec(agent).check(&Rules::parse(game).unwrap());
        checked.expect_err(agent).to_string()
    };
    let with = |folder: &str| format!("alphabeta:nodes=100,tables={folder}");
    assert_eq!(spec(&with(&folder)).check(&Rules::parse("city-8").unwrap()), Ok(()));
    assert_eq!(spec(&with(&folder)).to_string(), with(&folder));
    assert!(message(&with(&folder), "city-8+edge").contains("there are no endgame tables of this game"));
    assert!(message(&with(&folder), "city-8+die=4").contains("without a die"));
    assert!(message(&with("nowhere"), "city-8").contains("nowhere"));
    let damaged = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("damaged-tables");
    fs::create_dir_all(&damaged).unwrap();
    let good = fs::read(PathBuf::from(&folder).join("city-8/2v1.endgame")).unwrap();
    fs::write(damaged.join("2v1.endgame"), &good[..good.len() - 9]).unwrap();
    assert!(message(&with(&damaged.to_string_lossy()), "city-8").contains("2v1.endgame: it is cut short"));
}
