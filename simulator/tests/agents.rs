//! The agents through their texts: what every player that looks ahead must see, and that games repeat.

use std::sync::atomic::AtomicBool;

use petteia_engine::{BySide, Game, GameRng, Geometry, OnBoard, Rules, Side, SquareCounts, with_geometry};
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
