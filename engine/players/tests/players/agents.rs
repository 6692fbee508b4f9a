//! Tests agents through their text forms: what every player that looks ahead must see, and that games are reproducible.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use petteia_engine::{AnyGame, BySide, EndReason, GameRng, Outcome, Rules, Side, Simd, SquareCounts, game_seed};
use petteia_players::agents::{AgentSpec, Weights, cache};
use petteia_players::record::{History, Step};
use petteia_players::{GameBatch, Matchup};
use petteia_proofs::endgame::{Chances, Endgames, SolveOptions, TablebaseBudget};
use rayon::prelude::*;

use crate::all_cases::all_cases;

/// Players that look ahead at least two decisions.
const SEARCHERS: [&str; 5] = [
    "mcts:playouts=1000",
    "mcts:playouts=1000,policy=capture",
    "mcts:playouts=1000,policy=none",
    "alphabeta:nodes=2000",
    "alphabeta:depth=3",
];

fn spec(agent: &str) -> AgentSpec {
    agent.parse().unwrap_or_else(|error| panic!("{agent}: {error}"))
}

/// Returns the move that an agent chooses in a position with a seed.
fn choose(agent: &str, rules: &str, fen: &str, seed: u64) -> String {
    let history = History::starting_at(&Rules::parse(rules).expect(rules), Some(fen)).expect(fen);
    history.game().move_text(spec(agent).think(&history, seed, 1, &()).expect("it cannot fail").0)
}

/// Black's last stone on c4 is captured by a stone that moves to b4.
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

const THREAT: &str = "4s3/8/8/8/2sS4/8/8/S7 w 0,0 0,6 0 20";

/// Returns whether Black wins at once after White's `decision`.
fn loses_at_once(decision: &str) -> bool {
    let game = AnyGame::of(Rules::parse("city-8+bare=1").expect("the game exists"));
    let before = game.parse(THREAT).expect(THREAT);
    let decision = game.parse_move(&before, decision).expect(decision);
    let (after, _) = game.outcome_after(&before, decision);
    let wins = |reply| game.outcome_after(&after, reply).1.is_some_and(|end| end.winner == Some(Side::Black));
    game.moves(&after).into_iter().any(wins)
}

#[test]
fn who_looks_ahead_leaves_no_win_in_one() {
    assert!(loses_at_once("a1-a2"), "Black threatens e8-e4");
    for agent in SEARCHERS {
        for seed in 0..5 {
            let chosen = choose(agent, "city-8+bare=1", THREAT, seed);
            assert!(!loses_at_once(&chosen), "{agent}: {chosen}");
        }
    }
}

#[test]
fn a_budget_of_time_ends() {
    for agent in ["mcts:ms=5", "mcts:ms=5,policy=none", "alphabeta:ms=5"] {
        let start = "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0";
        assert!(choose(agent, "city-8", start, 1).contains('-'), "{agent}");
    }
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let start = "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0";
    let searchers = ["mcts:playouts=50", "mcts:playouts=50,policy=capture", "mcts:playouts=6,policy=none"];
    for agent in ["random", "greedy", "alphabeta:nodes=300"].into_iter().chain(searchers) {
        assert_eq!(choose(agent, "city-8", start, 9), choose(agent, "city-8", start, 9), "{agent}");
        let others = (10..20).filter(|&seed| choose(agent, "city-8", start, seed) != choose(agent, "city-8", start, 9));
        assert!(others.count() > 0, "{agent} always makes the same choice");
    }
}

#[test]
fn the_first_depth_is_cheap_at_every_start() {
    let start = |rules: &str| {
        let rules = Rules::parse(rules).expect(rules);
        let mut history = History::of(&rules);
        rules.die.into_iter().for_each(|_| history.take(Step::Roll(1)));
        let (_, thoughts) = spec("alphabeta:depth=1").think(&history, 1, 1, &()).expect("it cannot fail");
        thoughts[0].nodes.expect("it searches")
    };
    let games = petteia_engine::rules::catalogue::GAMES.iter().map(|game| game.id);
    // In these crowds, captures beyond the horizon go on for millions of positions.
    for game in games.chain(["city-8+vagi+edge", "hasami+edge"]) {
        assert!(start(game) < 1000, "{game}: {} positions", start(game));
    }
}

/// Places two stones of each side at random on 5×5 squares.
fn two_against_two(rng: &mut GameRng) -> String {
    let mut squares = ["1"; 25];
    for stone in ["S", "S", "s", "s"] {
        let free: Vec<usize> = (0..25).filter(|&square| squares[square] == "1").collect();
        squares[free[rng.below(free.len() as u32) as usize]] = stone;
    }
    let ranks: Vec<String> = squares.chunks(5).map(|rank| rank.concat()).collect();
    let runs = |rank: &String| (2..=5).rev().fold(rank.clone(), |rank, n| rank.replace(&"1".repeat(n), &n.to_string()));
    format!("{} w 0,0 4,4 0 60", ranks.iter().map(runs).collect::<Vec<_>>().join("/"))
}

/// Where both sides may lose their last stones and positions may recur without limit, no line ends by itself.
#[test]
fn the_first_depth_is_cheap_where_both_sides_are_about_to_lose() {
    let rules = Rules::parse("pessoi-5x5").expect("a game");
    let game = AnyGame::of(rules.clone());
    let mut rng = GameRng::from_seed(4);
    for _ in 0..200 {
        let text = two_against_two(&mut rng);
        let position = game.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if game.outcome(&position).is_some() {
            continue;
        }
        let history = History::new(game.clone(), Some(position));
        let (_, thoughts) = spec("alphabeta:depth=1").think(&history, 1, 1, &()).expect("it cannot fail");
        let nodes = thoughts.first().and_then(|thought| thought.nodes).unwrap_or(0);
        assert!(nodes < 20_000, "{text}: {nodes} positions");
    }
}

#[test]
fn games_say_how_deep_their_players_searched() {
    let agents = BySide { white: spec("alphabeta:depth=2"), black: spec("random") };
    let matchup = Matchup { rules: Rules::parse("city-8+turn_cap=20").expect("a game"), agents, opening: 0.into() };
    let (mut squares, never) = (SquareCounts::default(), AtomicBool::new(false));
    let batch =
        GameBatch { games: 0..3, seed: &|number| number, simd: Simd::best(), stop: &never, games_played: &|_| () };
    for row in matchup.play(batch, &mut squares).expect("no player is external").expect("no game is stopped") {
        let mean = row.depths.white.mean().expect("White searches");
        assert!((1.5..=2.0).contains(&mean), "{mean}");
        assert_eq!((row.depths.white.blind_share(), row.depths.black.mean()), (Some(0.0), None));
    }
}

#[test]
fn early_placements_follow_the_random_opening() {
    let early = |agent: &str| {
        let agents = BySide::from_fn(|_| spec(agent));
        let matchup = Matchup { rules: Rules::parse("pessoi-5x5").expect("a game"), agents, opening: 2.into() };
        let (mut squares, never) = (SquareCounts::default(), AtomicBool::new(false));
        let batch =
            GameBatch { games: 0..5, seed: &|number| number, simd: Simd::best(), stop: &never, games_played: &|_| () };
        matchup.play(batch, &mut squares).expect("no player is external").expect("no game is stopped");
        squares.placed_early.iter().sum::<u64>()
    };
    // Of 12 stones the players place 10, of which 3 are the first quarter.
    assert_eq!((early("greedy"), early("random")), (15, 0));
}

/// Returns the points of the first agent in games of a variant, with both colours.
fn points(rules: &str, agents: [&str; 2], pairs: u64) -> f64 {
    let (mut squares, never) = (SquareCounts::default(), AtomicBool::new(false));
    let of_colour = |first: Side| {
        let agents = BySide::from_fn(|side| spec(agents[usize::from(side != first)]));
        let matchup = Matchup { rules: Rules::parse(rules).expect(rules), agents, opening: 2.into() };
        let (seed, simd) = (&|number| number, Simd::best());
        let batch = GameBatch { games: 0..pairs, seed, simd, stop: &never, games_played: &|_| () };
        let rows = matchup.play(batch, &mut squares).expect("no player is external").expect("no game is stopped");
        let of_game = |winner: Side| if winner == first { 1.0 } else { 0.0 };
        rows.iter().map(|row| row.outcome.winner.map_or(0.5, of_game)).sum::<f64>()
    };
    Side::BOTH.map(of_colour).into_iter().sum()
}

#[test]
fn every_game_can_be_played_and_looking_ahead_wins() {
    let (pairs, one_in) = if all_cases() { (4, 1) } else { (2, 3) };
    petteia_engine::rules::catalogue::GAMES.par_iter().step_by(one_in).for_each(|game| {
        let points = points(game.id, ["alphabeta:nodes=300", "random"], pairs);
        // Chance decides many games of city-8-forward, in which looking ahead wins five games of six; elsewhere it wins
        // nearly all.
        assert!(points >= 1.375 * pairs as f64, "{}: {points} against random in {pairs} pairs", game.id);
    });
}

/// Creates a folder with the tables of `city-8` up to three stones against one.
fn tables_of_city(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut endgames = Endgames::new(&Rules::parse("city-8").unwrap()).unwrap();
    let options = SolveOptions { folder: folder.join("city-8"), memory: 1 << 30, save_every: Duration::from_secs(600) };
    endgames.solve("3v1".parse().unwrap(), &options, &()).unwrap();
    folder.to_string_lossy().into_owned()
}

/// Returns how a game continues from a position: the number of decisions until it is over, at most `plies`, and its
/// result.
fn play_on(agents: [&str; 2], fen: &str, plies: u32) -> (u32, Option<Outcome>) {
    let mut history = History::starting_at(&Rules::parse("city-8").unwrap(), Some(fen)).unwrap();
    let agents = agents.map(spec);
    for ply in 0..plies {
        if history.outcome().is_some() {
            return (ply, history.outcome());
        }
        let agent = &agents[usize::from(history.state().position().side() == Side::Black)];
        let (decision, _) = agent.think(&history, game_seed(4, 0, ply.into()), 1, &()).expect("it cannot fail");
        history.take(Step::Decision(decision));
    }
    (plies, history.outcome())
}

#[test]
fn tables_win_what_can_be_won_and_hold_what_can_be_held() {
    let folder = tables_of_city("best-play");
    for search in ["alphabeta:nodes=20", "mcts:playouts=20", "mcts:playouts=2,policy=none"] {
        let agent = format!("{search},tables={folder}");
        let agent = agent.as_str();
        // The longest win of three against one: 17 plies against the best defence.
        let longest = "8/8/8/8/S7/S7/4S2s/8 w 0,0 7,5 0 0";
        let won = Some(Outcome::win(Side::White, EndReason::Bare));
        assert_eq!(play_on([agent, agent], longest, 40), (17, won), "{search}");
        let alone = play_on([search, agent], longest, 40).1;
        assert_eq!(alone.and_then(|outcome| outcome.winner), None, "{search}: without tables the win is too far away");
        let drawn = "8/8/8/3s4/8/2S5/8/S6S w 0,0 7,5 0 0";
        let held = play_on(["alphabeta:nodes=2000", agent], drawn, 150).1;
        assert_eq!(held, None, "{search} holds a drawn position");
    }
}

#[test]
fn tables_are_made_on_demand_where_the_rules_allow_them() {
    let agent = "alphabeta:nodes=20,endgames=4";
    let rules = |game: &str| Rules::parse(game).unwrap();
    spec(agent).prepare(&rules("city-8"), &()).unwrap();
    let of = |agent: &str, game: &str| {
        spec(agent).endings_on_demand(&rules(game)).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let endings = |game: &str| of("alphabeta:nodes=20,endgames=auto", game);
    assert_eq!(endings("city-8"), ["1v1", "2v1", "2v2", "3v1", "3v2", "4v1"]);
    assert_eq!(of(agent, "city-8"), ["1v1", "2v1", "2v2", "3v1"]);
    assert!(of("alphabeta:nodes=20", "city-8").is_empty());
    let longest = "8/8/8/8/S7/S7/4S2s/8 w 0,0 7,5 0 0";
    assert_eq!(play_on([agent, agent], longest, 40), (17, Some(Outcome::win(Side::White, EndReason::Bare))));
    for refused in ["city-8+inciti", "lemery-latrunculi", "lemery-petteia-advanced"] {
        spec(agent).prepare(&rules(refused), &()).unwrap();
        assert!(endings(refused).is_empty(), "{refused}");
        assert!(points(refused, [agent, "random"], 2) > 0.0, "{refused} is played without tables");
    }
}

#[test]
fn with_a_die_tables_tell_the_best_expectation() {
    let agent = spec("alphabeta:depth=1,endgames=3");
    let rules = Rules::parse("city-8+die=4").unwrap();
    let endings = agent.endings_on_demand(&rules);
    assert_eq!(endings.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1v1", "2v1"]);
    agent.prepare(&rules, &()).unwrap();
    let chances = Chances::on_demand(&rules, TablebaseBudget::UpTo(3), cache("endgames").as_deref(), &()).unwrap();
    let think = |agent: &AgentSpec, fen: &str| {
        let position = chances.game().parse(fen).unwrap();
        let history = History::new(chances.game().clone(), Some(position));
        let (choice, thoughts) = agent.think(&history, 3, 1, &()).expect("it cannot fail");
        (position, choice, thoughts[0].score.expect("it looks ahead or knows"))
    };
    for fen in [
        "8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0 d3",
        "8/1S6/8/8/4s3/8/8/6S1 b 0,0 7,6 4 9 d4",
        "7s/8/8/2S5/8/8/8/S7 w 0,0 7,6 0 0 d1",
    ] {
        let (position, choice, score) = think(&agent, fen);
        let best = chances.probe(&position).unwrap().rolls[0].moves[0];
        assert_eq!((choice, score), best, "{fen}");
    }
    // A capture leads to two against one, which is hardly better than a draw; the evaluation thinks more of it.
    let fen = "7s/8/8/8/8/8/2S5/Ss6 w 0,0 6,6 0 0 d1";
    let [plain, told] = [&spec("alphabeta:depth=1"), &agent].map(|agent| think(agent, fen).2);
    assert!(told < plain - 0.05 && told > 0.4, "{told} instead of {plain}");
}

#[test]
fn stones_may_be_placed_at_random() {
    let chooses = |agent: &str, game: &str, seed: u64| {
        spec(agent).think(&History::of(&Rules::parse(game).unwrap()), seed, 1, &()).unwrap().0
    };
    for seed in 0..20 {
        let [at_random, searched] = ["alphabeta:nodes=50,placing=random", "alphabeta:nodes=50"];
        assert_eq!(chooses(at_random, "seega-5", seed), chooses("random", "seega-5", seed));
        assert_eq!(chooses(at_random, "city-8", seed), chooses(searched, "city-8", seed));
    }
}

#[test]
fn weights_are_read_from_a_file() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("weights.toml");
    let agent = format!("alphabeta:nodes=50,evaluation={}", file.display());
    let rules = Rules::parse("city-8+vagi").unwrap();
    let _ = fs::remove_file(&file);
    assert!(spec(&agent).check(&rules).unwrap_err().to_string().starts_with("`evaluation`: "));
    fs::write(&file, "scale = 1000.0\n[weights]\npiece = 1000\nthreats = 5\n").unwrap();
    assert!(
        spec(&agent)
            .check(&rules)
            .unwrap_err()
            .to_string()
            .ends_with("weights.toml:1: this is not a file of `petteia fit`")
    );
    // With the weights shared by all games it chooses as before; an agent that gives pieces away loses.
    fs::write(&file, Weights::shared().to_toml()).unwrap();
    assert_eq!(spec(&agent).check(&rules), Ok(()));
    let chooses = |agent: &str| spec(agent).think(&History::of(&rules), 5, 1, &()).unwrap().0;
    assert_eq!(chooses(&agent), chooses("alphabeta:nodes=50,evaluation=shared"));
    let away = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("away.toml");
    fs::write(&away, "scale = 1000.0\n[weights]\npiece = -1000\n").unwrap();
    let giver = format!("alphabeta:nodes=50,evaluation={}", away.display());
    assert!(points("city-8+vagi", [&giver, "alphabeta:nodes=50"], 8) < 2.0);
}

#[test]
fn tables_that_cannot_serve_are_told() {
    let folder = tables_of_city("checked-tables");
    let message = |agent: &str, game: &str| {
        let checked = spec(agent).check(&Rules::parse(game).unwrap());
        checked.expect_err(agent).to_string()
    };
    let with = |folder: &str| format!("alphabeta:nodes=100,endgames={folder}");
    assert_eq!(spec(&with(&folder)).check(&Rules::parse("city-8").unwrap()), Ok(()));
    assert_eq!(spec(&with(&folder)).to_string(), with(&folder));
    assert!(message(&with(&folder), "city-8+edge").contains("there are no endgame tables of this game"));
    assert!(message(&with(&folder), "city-8+die=4").contains("there are no endgame tables of this game"));
    assert!(message(&with(&folder), "city-8+inciti").contains("without `inciti`"));
    assert!(message(&with("nowhere"), "city-8").contains("nowhere"));
    let damaged = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("damaged-tables");
    fs::create_dir_all(&damaged).unwrap();
    let good = fs::read(PathBuf::from(&folder).join("city-8/2v1.endgame")).unwrap();
    fs::write(damaged.join("2v1.endgame"), &good[..good.len() - 9]).unwrap();
    assert!(message(&with(&damaged.to_string_lossy()), "city-8").contains("2v1.endgame: it is cut short"));
}
