//! Compares agents that use endgame tables with the exact values of random placements.

use petteia_engine::{AnyGame, AnyPosition, BoardSize, CheckedRules, GameRng, Rules};
use petteia_players::agents::AgentSpec;
use petteia_players::record::History;
use petteia_proofs::endgame::{Endgames, TablebaseBudget, Value};

/// The search behind the tables is so small that it would go wrong alone.
const AGENTS: [&str; 3] = ["alphabeta:nodes=4", "mcts:playouts=4", "mcts:playouts=4,policy=none"];

/// Returns a game on a board on which all endings of four pieces are solved at once.
fn rules(switches: &str) -> CheckedRules {
    let board = BoardSize { files: 4, ranks: 5 };
    let rules = Rules { board, ..Rules::read(&format!("city-8{switches}")).expect(switches) };
    rules.check().expect("the pieces fit")
}

/// Returns a random placement of stones that is not over.
fn placement(game: &AnyGame, white: usize, black: usize, rng: &mut GameRng) -> AnyPosition {
    let BoardSize { files, ranks } = game.rules().board;
    loop {
        let mut squares = vec!['.'; usize::from(files) * usize::from(ranks)];
        for (count, letter) in [(white, 'S'), (black, 's')] {
            for _ in 0..count {
                let empty: Vec<usize> = (0..squares.len()).filter(|&at| squares[at] == '.').collect();
                squares[empty[rng.below(empty.len() as u32) as usize]] = letter;
            }
        }
        let rank = |rank: &[char]| {
            let stones = rank.iter().collect::<String>();
            (1..=files).rev().fold(stones, |text, run| text.replace(&".".repeat(run.into()), &run.to_string()))
        };
        let rows: Vec<String> = squares.chunks(files.into()).map(rank).collect();
        let text = format!("{} w 0,0 {},{} 0 20", rows.join("/"), 4 - black, 4 - white);
        let position = game.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if game.outcome(&position).is_none() {
            return position;
        }
    }
}

/// Returns the exact value of a position, and of what an agent chooses there.
fn values(endgames: &Endgames, agent: &str, position: &AnyPosition, seed: u64) -> (Value, Value) {
    let spec: AgentSpec = agent.parse().expect(agent);
    let history = History::new(endgames.game().clone(), Some(*position));
    let (chosen, _) = spec.think(&history, seed, 1, &()).expect("it cannot fail");
    let probed = endgames.probe(position).expect("the table is there");
    let of_chosen = probed.moves.iter().find(|(decision, _)| *decision == chosen);
    (probed.value, of_chosen.expect("the decision is legal").1)
}

fn is_won(value: Value) -> bool {
    matches!(value, Value::Win(_))
}

/// Returns whether two values are both wins, both draws or both losses.
fn are_alike(one: Value, other: Value) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

fn tables(switches: &str) -> Endgames {
    Endgames::on_demand(&rules(switches), TablebaseBudget::UpTo(4), None, &()).expect("there are tables")
}

#[test]
fn with_tables_no_agent_gives_up_a_won_or_drawn_ending() {
    for switches in ["", "+edge", "+vagi"] {
        let endgames = tables(switches);
        let mut rng = GameRng::from_seed(1);
        let mut given_up = 0;
        for seed in 0..60 {
            let (white, black) = [(3, 1), (1, 3), (2, 2)][seed as usize % 3];
            let position = placement(endgames.game(), white, black, &mut rng);
            for agent in AGENTS {
                let (value, kept) = values(&endgames, &format!("{agent},endgames=4"), &position, seed);
                assert!(are_alike(value, kept), "{switches}: {agent} from {value:?} to {kept:?}");
            }
            let (value, kept) = values(&endgames, "random", &position, seed);
            given_up += u32::from(!are_alike(value, kept));
        }
        assert!(given_up > 0, "city-8{switches}: there is something to give up");
    }
}

#[test]
fn the_tree_wins_where_a_capture_leads_to_a_won_ending() {
    let endgames = tables("+vagi");
    let mut rng = GameRng::from_seed(2);
    let mut won = 0;
    for seed in 0..200 {
        let position = placement(endgames.game(), 2, 2, &mut rng);
        let probed = endgames.probe(&position).expect("the table is there");
        let enters = |&(decision, value): &(_, Value)| is_won(value) && endgames.game().is_capture(&position, decision);
        if !probed.moves.iter().any(enters) {
            continue;
        }
        won += 1;
        for agent in ["mcts:playouts=100,endgames=3", "mcts:playouts=1,policy=none,endgames=3"] {
            let (_, kept) = values(&endgames, agent, &position, seed);
            assert!(is_won(kept), "{agent}: {kept:?}");
        }
    }
    assert!(won >= 10, "only {won} placements have such a capture");
}
