//! Monte Carlo tree search: plain UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006).
//!
//! Each simulation walks down the tree, adds one node, plays on at random to the end of the game and counts
//! the result on its way. A decision node takes the untried moves first, in random order, then the move with
//! the highest upper confidence bound. A chance node follows the die. The limits, repetition among them, end
//! a simulation as they end a game. In the end the most visited move is played.

use std::fmt;
use std::str::FromStr;

use petteia_engine::{Game, GameRng, Geometry, Move, Outcome, Side, State};

use super::options::Options;
use super::{Agent, AgentError, random_best};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsConfig {
    /// Simulations for each decision, at least 1.
    pub playouts: u32,
    /// Weight of the exploration term, at least 0.
    pub exploration: f64,
}

impl Default for MctsConfig {
    fn default() -> Self {
        MctsConfig { playouts: 1000, exploration: DEFAULT_EXPLORATION }
    }
}

/// The square root of 2, for rewards from 0 to 1 (Auer, Cesa-Bianchi and Fischer, Machine Learning 47, 2002).
const DEFAULT_EXPLORATION: f64 = std::f64::consts::SQRT_2;

impl fmt::Display for MctsConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "playouts={}", self.playouts)?;
        if self.exploration != DEFAULT_EXPLORATION {
            write!(f, ",exploration={}", self.exploration)?;
        }
        Ok(())
    }
}

impl FromStr for MctsConfig {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let options = Options::read("mcts", text, &["playouts", "exploration"])?;
        let weight = |value: &str| value.parse().ok().filter(|&c: &f64| c >= 0.0 && c.is_finite());
        let default = MctsConfig::default();
        Ok(MctsConfig {
            playouts: options.count("playouts", "a number of simulations, at least 1")?.unwrap_or(default.playouts),
            exploration: options
                .get("exploration", "a weight such as 1.4, at least 0", weight)?
                .unwrap_or(default.exploration),
        })
    }
}

/// The searching player.
pub struct Mcts<G: Geometry> {
    config: MctsConfig,
    tree: Tree,
    line: Option<State<G>>,
    path: Vec<(EdgeId, Side)>,
}

/// Nodes and their edges in one place; index 0 is the root.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// A decision, or a roll of the die: what comes next.
struct Node {
    first_edge: usize,
    edge_count: u32,
    visits: u32,
}

/// One choice or one face of the die.
#[derive(Clone, Copy, Default)]
struct Edge {
    visits: u32,
    /// The rewards of the side that made the choice: 1 a win, one half a draw.
    reward: f64,
    /// The node it leads to; 0 where there is none yet.
    node: usize,
}

type NodeId = usize;
type EdgeId = usize;

impl Tree {
    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    fn add(&mut self, edge_count: u32) -> NodeId {
        let first_edge = self.edges.len();
        self.edges.resize(first_edge + edge_count as usize, Edge::default());
        self.nodes.push(Node { first_edge, edge_count, visits: 0 });
        self.nodes.len() - 1
    }

    fn edges_of(&self, node: NodeId) -> &[Edge] {
        let node = &self.nodes[node];
        &self.edges[node.first_edge..node.first_edge + node.edge_count as usize]
    }

    /// The move to try next: an untried one, or the one with the highest upper confidence bound.
    fn select(&self, node: NodeId, exploration: f64, rng: &mut GameRng) -> u32 {
        let log_visits = f64::from(self.nodes[node].visits).ln();
        let bound = |edge: &Edge| {
            if edge.visits == 0 {
                return f64::INFINITY;
            }
            let visits = f64::from(edge.visits);
            edge.reward / visits + exploration * (log_visits / visits).sqrt()
        };
        let edges = self.edges_of(node);
        random_best(0..edges.len() as u32, |k| bound(&edges[k as usize]), rng)
    }

    /// The most visited move of the root; among equals one with the highest mean.
    fn most_visited(&self, rng: &mut GameRng) -> u32 {
        let visits_then_mean = |edge: &Edge| f64::from(edge.visits) + edge.reward / f64::from(edge.visits.max(1)) / 2.0;
        let edges = self.edges_of(0);
        random_best(0..edges.len() as u32, |k| visits_then_mean(&edges[k as usize]), rng)
    }
}

impl<G: Geometry> Mcts<G> {
    /// A player with an empty tree.
    pub fn new(config: MctsConfig) -> Self {
        Mcts { config, tree: Tree::default(), line: None, path: Vec::new() }
    }

    /// One simulation from `root`, whose node is 0.
    fn simulate(&mut self, game: &Game<G>, root: &State<G>, rng: &mut GameRng) {
        let mut line = self.line.take().unwrap_or_else(|| root.clone());
        line.copy_from(root);
        let outcome = self.descend(game, &mut line, rng).unwrap_or_else(|| game.playout(&mut line, rng, &mut ()));
        for &(edge, side) in &self.path {
            let edge = &mut self.tree.edges[edge];
            edge.visits += 1;
            edge.reward += reward(outcome, side);
        }
        self.line = Some(line);
    }

    /// Walks down to the end of the tree and adds one node there. Gives the outcome where the game ends before.
    fn descend(&mut self, game: &Game<G>, line: &mut State<G>, rng: &mut GameRng) -> Option<Outcome> {
        self.path.clear();
        let mut node = 0;
        loop {
            self.tree.nodes[node].visits += 1;
            let side = line.position().side();
            let choice = match game.awaits_roll(line.position()) {
                Some(faces) => {
                    let face = rng.below(u32::from(faces));
                    game.roll(line, 1 + face as u8);
                    face
                }
                None => {
                    let k = self.tree.select(node, self.config.exploration, rng);
                    game.advance(line, game.nth_move(line.position(), line.decisions(), k));
                    k
                }
            };
            let edge = self.tree.nodes[node].first_edge + choice as usize;
            self.path.push((edge, side));
            if line.outcome().is_some() {
                return line.outcome();
            }
            let next = self.tree.edges[edge].node;
            if next == 0 {
                self.tree.edges[edge].node = self.add_node(game, line);
                return None;
            }
            node = next;
        }
    }

    fn add_node(&mut self, game: &Game<G>, line: &State<G>) -> NodeId {
        let faces = game.awaits_roll(line.position()).map(u32::from);
        self.tree.add(faces.unwrap_or(line.decisions().count()))
    }
}

impl<G: Geometry> Agent<G> for Mcts<G> {
    fn choose(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Move {
        let choose = |k| game.nth_move(state.position(), state.decisions(), k);
        if state.decisions().count() == 1 {
            return choose(0);
        }
        self.tree.clear();
        self.add_node(game, state);
        for _ in 0..self.config.playouts {
            self.simulate(game, state, rng);
        }
        choose(self.tree.most_visited(rng))
    }
}

fn reward(outcome: Outcome, side: Side) -> f64 {
    match outcome.winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::{OnBoard, Rules, with_geometry};

    use super::*;

    /// The move that the search chooses in a position, by seed.
    struct Choose<'a> {
        rules: &'a str,
        fen: &'a str,
        playouts: u32,
        seed: u64,
    }

    impl OnBoard for Choose<'_> {
        type Output = String;

        fn run<G: Geometry>(self, geometry: G) -> String {
            let game = Game::new(Rules::parse(self.rules).expect(self.rules), geometry);
            let state = game.resume(game.parse(self.fen).expect(self.fen));
            let mut agent = Mcts::new(MctsConfig { playouts: self.playouts, ..MctsConfig::default() });
            game.move_text(agent.choose(&game, &state, &mut GameRng::from_seed(self.seed)))
        }
    }

    fn choose(rules: &str, fen: &str, playouts: u32, seed: u64) -> String {
        let board = Rules::parse(rules).expect(rules).board;
        with_geometry(board, Choose { rules, fen, playouts, seed })
    }

    /// Black's last stone on c4 falls to a stone that comes to b4.
    const WIN_IN_ONE: &str = "8/8/8/8/2sS4/8/8/1S6 w 0,0 7,0 0 20";

    #[test]
    fn takes_the_win_in_one() {
        for seed in 0..10 {
            assert_eq!(choose("city-8", WIN_IN_ONE, 300, seed), "b1-b4");
        }
    }

    #[test]
    fn takes_the_win_that_the_roll_allows() {
        let rolled = format!("{WIN_IN_ONE} d3");
        for seed in 0..10 {
            assert_eq!(choose("city-8+die=4", &rolled, 300, seed), "b1-b4");
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
    fn leaves_the_opponent_no_win_in_one() {
        let board = Rules::parse("city-8").expect("the game exists").board;
        assert!(with_geometry(board, LosesAtOnce("a1-a2")), "Black threatens e8-e4");
        for seed in 0..10 {
            let chosen = choose("city-8+bare=1", THREAT, 1000, seed);
            assert!(!with_geometry(board, LosesAtOnce(&chosen)), "{chosen}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_move() {
        let start = "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0";
        assert_eq!(choose("city-8", start, 50, 9), choose("city-8", start, 50, 9));
        assert_ne!(choose("city-8", start, 50, 9), choose("city-8", start, 50, 10));
    }
}
