//! The tree of a search, with all nodes in one array and all edges in another.

use petteia_engine::GameRng;

use crate::agents::ties::random_best;

/// Nodes and their edges; index 0 is the root.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// A point at which a decision or a roll of the die comes next.
struct Node {
    first_edge: usize,
    edge_count: u32,
    visits: u32,
    is_roll: bool,
}

/// A choice, or a face of the die.
#[derive(Clone, Copy, Default)]
pub struct Edge {
    visits: u32,
    /// The expected reward of the choice according to the evaluation.
    expected: f32,
    /// The share of the search that the evaluation assigns to it; the shares of a node sum to 1.
    share: f32,
    /// The proven result of the choice, for the side that makes it.
    proven: Option<Proven>,
    /// The total reward of the side that made the choice: 1 for a win, one half for a draw.
    reward: f64,
    /// The node that it leads to; 0 if that does not exist yet.
    node: usize,
}

/// The result of a choice against every reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    Win,
    Loss,
}

pub type NodeId = usize;
pub type EdgeId = usize;

/// The maximum number of edges in a tree, about 600 MB. A full tree stops growing, and simulations continue from its
/// leaves.
const MOST_EDGES: usize = 1 << 24;

/// How little the search trusts the evaluation of moves: the share of each move is proportional to its odds of winning
/// raised to the inverse of this power.
const TEMPERATURE: f32 = 0.3;

impl Tree {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Adds a node; returns `None` if the tree is full.
    pub fn add(&mut self, edge_count: u32, is_roll: bool) -> Option<NodeId> {
        let first_edge = self.edges.len();
        if first_edge + edge_count as usize > MOST_EDGES {
            return None;
        }
        self.edges.resize(first_edge + edge_count as usize, Edge::default());
        self.nodes.push(Node { first_edge, edge_count, visits: 0, is_roll });
        Some(self.nodes.len() - 1)
    }

    /// Returns the edge of a choice.
    pub fn edge(&self, node: NodeId, choice: u32) -> EdgeId {
        self.nodes[node].first_edge + choice as usize
    }

    /// Returns the node to which an edge leads, if it exists.
    pub fn child(&self, edge: EdgeId) -> Option<NodeId> {
        let node = self.edges[edge].node;
        (node > 0).then_some(node)
    }

    /// Connects an edge to a node.
    pub fn link(&mut self, edge: EdgeId, node: NodeId) {
        self.edges[edge].node = node;
    }

    /// Records the expected reward of a choice.
    pub fn expect(&mut self, node: NodeId, choice: u32, reward: f64) {
        let edge = self.edge(node, choice);
        self.edges[edge].expected = reward as f32;
    }

    /// Divides the search at a node among its choices by their expected rewards; returns the largest expectation.
    pub fn share(&mut self, node: NodeId) -> f64 {
        let Node { first_edge, edge_count, .. } = self.nodes[node];
        let edges = &mut self.edges[first_edge..first_edge + edge_count as usize];
        let best = edges.iter().map(|edge| edge.expected).fold(0.0, f32::max);
        let logit = |share: f32| (share.clamp(1e-4, 1.0 - 1e-4) / (1.0 - share.clamp(1e-4, 1.0 - 1e-4))).ln();
        let (top, scale) = (logit(best), 1.0 / TEMPERATURE);
        let mut sum = 0.0;
        for edge in &mut *edges {
            edge.share = ((logit(edge.expected) - top) * scale).exp();
            sum += edge.share;
        }
        edges.iter_mut().for_each(|edge| edge.share /= sum);
        f64::from(best)
    }

    /// Returns the move to try next if the evaluation divides the search (Rosin, "Multi-armed bandits with episode
    /// context", Annals of Mathematics and Artificial Intelligence 61, 2011). The expected reward of a move counts as
    /// its first result.
    pub fn select_by_share(&self, node: NodeId, exploration: f64, rng: &mut GameRng) -> u32 {
        let root_of_visits = f64::from(self.nodes[node].visits).sqrt();
        let bound = |edge: &Edge| {
            let visits = f64::from(edge.visits) + 1.0;
            (edge.reward + f64::from(edge.expected)) / visits
                + exploration * f64::from(edge.share) * (root_of_visits + 1.0) / visits
        };
        self.select_by(node, bound, rng)
    }

    /// Returns the move with the highest bound, with ties broken at random; a proven win comes before all others, a
    /// proven loss after them.
    fn select_by(&self, node: NodeId, bound: impl Fn(&Edge) -> f64, rng: &mut GameRng) -> u32 {
        let edges = self.edges_of(node);
        let rank = |k: u32| {
            let edge = &edges[k as usize];
            match edge.proven {
                Some(Proven::Win) => f64::INFINITY,
                Some(Proven::Loss) => f64::NEG_INFINITY,
                None => bound(edge),
            }
        };
        random_best(0..edges.len() as u32, rank, rng)
    }

    /// Counts a visit of a node.
    pub fn visit(&mut self, node: NodeId) {
        self.nodes[node].visits += 1;
    }

    /// Adds a result of a choice.
    pub fn reward(&mut self, edge: EdgeId, reward: f64) {
        let edge = &mut self.edges[edge];
        edge.visits += 1;
        edge.reward += reward;
    }

    fn edges_of(&self, node: NodeId) -> &[Edge] {
        let node = &self.nodes[node];
        &self.edges[node.first_edge..node.first_edge + node.edge_count as usize]
    }

    /// Returns the move to try next: an untried one, or the one with the highest upper confidence bound. A proven loss
    /// is chosen only if all moves lose. The expected reward counts as `prior` results; with a prior, untried moves
    /// have no precedence.
    pub fn select(&self, node: NodeId, exploration: f64, prior: f64, rng: &mut GameRng) -> u32 {
        let log_visits = f64::from(self.nodes[node].visits.max(1)).ln();
        let bound = |edge: &Edge| {
            if edge.visits == 0 && prior == 0.0 {
                return f64::MAX;
            }
            let visits = f64::from(edge.visits) + prior;
            (edge.reward + prior * f64::from(edge.expected)) / visits + exploration * (log_visits / visits).sqrt()
        };
        self.select_by(node, bound, rng)
    }

    /// Returns the most visited move of the root, or among equals one with the highest mean. A proven win comes before
    /// all others, a proven loss after them; if all moves lose, the one that took longest to refute is chosen.
    pub fn best(&self, rng: &mut GameRng) -> u32 {
        let edges = self.edges_of(0);
        let merit = |k: u32| {
            let edge = &edges[k as usize];
            match edge.proven {
                Some(Proven::Win) => f64::INFINITY,
                Some(Proven::Loss) => f64::from(edge.visits) - f64::from(u32::MAX),
                None => {
                    f64::from(edge.visits)
                        + (edge.reward + f64::from(edge.expected)) / (f64::from(edge.visits) + 1.0) / 2.0
                }
            }
        };
        random_best(0..edges.len() as u32, merit, rng)
    }

    /// Returns the number of results at the root.
    pub fn visits(&self) -> u32 {
        self.nodes.first().map_or(0, |root| root.visits)
    }

    /// Returns the mean reward of a choice for the side that makes it, which is certain if it is proven; `None` if it
    /// was never tried.
    pub fn mean(&self, edge: EdgeId) -> Option<f64> {
        let Edge { proven, visits, reward, .. } = self.edges[edge];
        match proven {
            Some(Proven::Win) => Some(1.0),
            Some(Proven::Loss) => Some(0.0),
            None => (visits > 0).then(|| reward / f64::from(visits)),
        }
    }

    /// Returns the choice at a node that was tried most often, if any was tried.
    pub fn most_tried(&self, node: NodeId) -> Option<u32> {
        let (choice, edge) = (0..).zip(self.edges_of(node)).max_by_key(|(_, edge)| edge.visits)?;
        (edge.visits > 0).then_some(choice)
    }

    /// Returns whether the root is decided.
    pub fn is_decided(&self) -> bool {
        self.verdict(0).is_some()
    }

    /// Records the proven result of a choice.
    pub fn prove(&mut self, edge: EdgeId, proven: Proven) {
        self.edges[edge].proven = Some(proven);
    }

    /// Returns the proven result of a node for the side that chooses there: one winning choice suffices for a win, and
    /// all choices must lose for a loss. At a roll, all faces must agree.
    pub fn verdict(&self, node: NodeId) -> Option<Proven> {
        let edges = self.edges_of(node);
        let all = |proven| edges.iter().all(|edge| edge.proven == Some(proven));
        let some_win = || edges.iter().any(|edge| edge.proven == Some(Proven::Win));
        if if self.nodes[node].is_roll { all(Proven::Win) } else { some_win() } {
            Some(Proven::Win)
        } else if all(Proven::Loss) {
            Some(Proven::Loss)
        } else {
            None
        }
    }
}
