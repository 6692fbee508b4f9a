//! The tree of a search, with all nodes in one array and all edges in another.

use std::ops::Range;

use petteia_engine::{GameRng, Position, Side, SquareSet};

use crate::agents::ties::random_best;

/// Nodes and their edges; index 0 is the root.
pub struct Tree<S> {
    nodes: Vec<Node<S>>,
    edges: Vec<Edge>,
}

/// A point at which a decision or a roll of the die comes next.
#[derive(Clone, Copy)]
struct Node<S> {
    position: Position<S>,
    first_edge: usize,
    edge_count: u32,
    visits: u32,
    is_roll: bool,
}

impl<S> Node<S> {
    fn edges(&self) -> Range<usize> {
        self.first_edge..self.first_edge + self.edge_count as usize
    }
}

/// A choice, or a face of the die. All values are from 0 to 1, for the side that chooses or rolls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edge {
    /// Its exact value if it is proven; otherwise by minimax if the evaluation guides the search, and if not, the mean of
    /// its playouts.
    value: f32,
    /// The share of the search that the evaluation assigns to it; the shares of a node sum to 1.
    pub share: f32,
    /// Its result, if it is proven.
    proven: Option<Proven>,
    visits: u32,
    /// The node that it leads to; 0 if that does not exist yet.
    node: u32,
    /// The total reward of playouts: 1 for a win, one half for a draw.
    reward: f64,
}

impl Edge {
    /// Creates an edge of which this is known.
    pub fn new(value: f32, proven: Option<Proven>) -> Self {
        Edge { value, proven, ..Edge::default() }
    }

    /// Returns how good it looks after a search.
    fn merit(&self) -> f64 {
        let visits = f64::from(self.visits);
        match self.proven {
            Some(Proven::Win) => f64::INFINITY,
            Some(Proven::Loss) => visits - f64::from(u32::MAX),
            Some(Proven::Draw) | None => visits + f64::from(self.value) / 2.0,
        }
    }
}

/// The result of a choice with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    Win,
    Draw,
    Loss,
}

impl Proven {
    /// Returns the result for the other side.
    pub fn turned(self) -> Self {
        match self {
            Proven::Win => Proven::Loss,
            Proven::Draw => Proven::Draw,
            Proven::Loss => Proven::Win,
        }
    }
}

pub type NodeId = usize;
pub type EdgeId = usize;

/// The maximum number of edges in a tree, about 600 MB. A full tree stops growing, and simulations continue from its
/// leaves.
const MOST_EDGES: usize = 1 << 24;

/// The visits from which the weight of exploration grows.
const MANY_VISITS: f64 = 1000.0;

impl<S> Default for Tree<S> {
    fn default() -> Self {
        Tree { nodes: Vec::new(), edges: Vec::new() }
    }
}

impl<S: SquareSet> Tree<S> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Makes the node of a position with this number of choices the root, and keeps what follows it. Returns whether
    /// there is such a node; if not, the tree is empty now.
    pub fn keep(&mut self, position: &Position<S>, choices: u32) -> bool {
        let mut decisions = self.nodes.iter().filter(|node| node.edge_count == choices && !node.is_roll);
        let root = decisions.find(|node| node.position == *position).copied();
        let old = std::mem::take(self);
        self.nodes.extend(root);
        let mut at = 0;
        while let Some(node) = self.nodes.get_mut(at) {
            let edges = node.edges();
            node.first_edge = self.edges.len();
            self.edges.extend_from_slice(&old.edges[edges.clone()]);
            for edge in self.edges.iter_mut().rev().take(edges.len()).filter(|edge| edge.node > 0) {
                self.nodes.push(old.nodes[edge.node as usize]);
                edge.node = self.nodes.len() as u32 - 1;
            }
            at += 1;
        }
        root.is_some()
    }

    /// Adds a node; returns `None` if the tree is full.
    pub fn add(
        &mut self,
        position: &Position<S>,
        edges: impl ExactSizeIterator<Item = Edge>,
        is_roll: bool,
    ) -> Option<NodeId> {
        let (first_edge, edge_count) = (self.edges.len(), edges.len() as u32);
        if first_edge + edges.len() > MOST_EDGES {
            return None;
        }
        self.edges.extend(edges);
        self.nodes.push(Node { position: *position, first_edge, edge_count, visits: 0, is_roll });
        Some(self.nodes.len() - 1)
    }

    /// Returns the edge of a choice.
    pub fn edge(&self, node: NodeId, choice: u32) -> EdgeId {
        self.nodes[node].first_edge + choice as usize
    }

    /// Returns the node to which an edge leads, if it exists.
    pub fn child(&self, edge: EdgeId) -> Option<NodeId> {
        let node = self.edges[edge].node as usize;
        (node > 0).then_some(node)
    }

    /// Connects an edge to a node.
    pub fn link(&mut self, edge: EdgeId, node: NodeId) {
        self.edges[edge].node = node as u32;
    }

    /// Returns the player that chooses or rolls at a node.
    pub fn player(&self, node: NodeId) -> Side {
        self.nodes[node].position.player()
    }

    fn edges_of(&self, node: NodeId) -> &[Edge] {
        &self.edges[self.nodes[node].edges()]
    }

    /// Returns the move to try next: an untried one, or the one with the highest upper confidence bound.
    pub fn select(&self, node: NodeId, exploration: f64, rng: &mut GameRng) -> u32 {
        let log_visits = f64::from(self.nodes[node].visits.max(1)).ln();
        let bound = |edge: &Edge| {
            let visits = f64::from(edge.visits);
            if edge.visits == 0 { f64::MAX } else { edge.reward / visits + exploration * (log_visits / visits).sqrt() }
        };
        self.select_by(node, bound, rng)
    }

    /// Returns the move to try next if the evaluation divides the search (Rosin, "Multi-armed bandits with episode
    /// context", Annals of Mathematics and Artificial Intelligence 61, 2011). As in AlphaZero, the weight of exploration
    /// grows slowly with the visits, so that a large search finds what the evaluation holds to be absurd.
    pub fn select_by_share(&self, node: NodeId, exploration: f64, rng: &mut GameRng) -> u32 {
        let visits = f64::from(self.nodes[node].visits);
        let weight = exploration * (1.0 + (1.0 + visits / MANY_VISITS).ln()) * (1.0 + visits.sqrt());
        let bound =
            |edge: &Edge| f64::from(edge.value) + weight * f64::from(edge.share) / (1.0 + f64::from(edge.visits));
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
                Some(Proven::Draw) | None => bound(edge),
            }
        };
        random_best(0..edges.len() as u32, rank, rng)
    }

    /// Returns the least visited face of a roll.
    pub fn rarest_face(&self, node: NodeId, rng: &mut GameRng) -> u32 {
        let edges = self.edges_of(node);
        random_best(0..edges.len() as u32, |k| u32::MAX - edges[k as usize].visits, rng)
    }

    /// Counts a visit of a node that went on along an edge.
    pub fn visit(&mut self, node: NodeId, edge: EdgeId) {
        self.nodes[node].visits += 1;
        self.edges[edge].visits += 1;
    }

    /// Adds the result of a playout to a visited edge.
    pub fn reward(&mut self, edge: EdgeId, reward: f64) {
        let edge = &mut self.edges[edge];
        edge.reward += reward;
        if edge.proven.is_none() {
            edge.value = (edge.reward / f64::from(edge.visits)) as f32;
        }
    }

    /// Updates the value of an edge of a node from the values of what follows, by minimax (Lanctot et al., "Monte Carlo tree
    /// search with heuristic evaluations using implicit minimax backups", CIG 2014).
    pub fn update(&mut self, node: NodeId, edge: EdgeId) {
        let Some(next) = self.child(edge).filter(|_| self.edges[edge].proven.is_none()) else { return };
        let values = self.edges_of(next).iter().map(|edge| edge.value);
        let value = if self.nodes[next].is_roll {
            values.sum::<f32>() / self.nodes[next].edge_count as f32
        } else {
            values.fold(0.0, f32::max)
        };
        self.edges[edge].value = if self.player(next) == self.player(node) { value } else { 1.0 - value };
    }

    /// Returns the proven result of an edge with its value, if it has one.
    pub fn proven(&self, edge: EdgeId) -> Option<(Proven, f32)> {
        let Edge { proven, value, .. } = self.edges[edge];
        proven.map(|proven| (proven, value))
    }

    /// Records the proven result of a choice; `value` is 1 for a win, 0 for a loss, and close to one half for a draw.
    pub fn prove(&mut self, edge: EdgeId, proven: Proven, value: f32) {
        let edge = &mut self.edges[edge];
        (edge.proven, edge.value) = (Some(proven), value);
    }

    /// Leaves only these choices at the root: all others count as losses.
    pub fn allow_only(&mut self, choices: &[u32]) {
        for choice in (0..self.nodes[0].edge_count).filter(|choice| !choices.contains(choice)) {
            self.prove(self.edge(0, choice), Proven::Loss, 0.0);
        }
    }

    /// Returns the proven result of a node for the side that chooses there, with its value: that of the best choice, if no
    /// choice that is not proven can be better. At a roll, all faces must agree.
    pub fn verdict(&self, node: NodeId) -> Option<(Proven, f32)> {
        let edges = self.edges_of(node);
        let has = |proven| edges.iter().any(|edge| edge.proven == proven);
        let proven = if self.nodes[node].is_roll {
            let first = edges.first()?.proven;
            first.filter(|_| edges.iter().all(|edge| edge.proven == first))?
        } else if has(Some(Proven::Win)) {
            Proven::Win
        } else if has(None) {
            return None;
        } else if has(Some(Proven::Draw)) {
            Proven::Draw
        } else {
            Proven::Loss
        };
        let value = edges.iter().map(|edge| edge.value).fold(0.0, f32::max);
        Some((proven, value))
    }

    /// Returns the most visited move of the root, or among equals one with the highest value. A proven win comes before
    /// all others, a proven loss after them; if all moves lose, the one that took longest to refute is chosen.
    pub fn best(&self, rng: &mut GameRng) -> u32 {
        let edges = self.edges_of(0);
        random_best(0..edges.len() as u32, |k| edges[k as usize].merit(), rng)
    }

    /// Returns the moves of the root that were tried, in the same order.
    pub fn ranked(&self) -> Vec<u32> {
        let Some(edges) = self.nodes.first().map(|root| &self.edges[root.edges()]) else { return Vec::new() };
        let mut tried: Vec<u32> = (0..).zip(edges).filter(|(_, edge)| edge.visits > 0).map(|(k, _)| k).collect();
        tried.sort_by(|&a, &b| edges[b as usize].merit().total_cmp(&edges[a as usize].merit()));
        tried
    }

    /// Returns the number of visits of the root.
    pub fn visits(&self) -> u32 {
        self.nodes.first().map_or(0, |root| root.visits)
    }

    /// Returns the expected reward of a choice, for the side that makes it.
    pub fn value(&self, edge: EdgeId) -> f32 {
        self.edges[edge].value
    }

    /// Returns the choice at a node that was tried most often, if any was tried.
    pub fn most_tried(&self, node: NodeId) -> Option<u32> {
        let (choice, edge) = (0..).zip(self.edges_of(node)).max_by_key(|(_, edge)| edge.visits)?;
        (edge.visits > 0).then_some(choice)
    }

    /// Returns whether the tree has no root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::{AnyGame, AnyPosition, Rules};

    use super::*;

    /// Returns the positions of a game in which both sides take their first moves.
    fn positions(count: usize) -> Vec<AnyPosition> {
        let game = AnyGame::of(Rules::parse("city-8").expect("a game"));
        let next = |position: &AnyPosition| {
            let mut after = *position;
            game.play_unchecked(&mut after, game.moves(position)[0]);
            Some(after)
        };
        std::iter::successors(Some(game.start()), next).take(count).collect()
    }

    fn edges(proven: &[Option<Proven>]) -> Vec<Edge> {
        proven.iter().map(|&proven| Edge::new(0.25, proven)).collect()
    }

    #[test]
    fn the_part_of_the_tree_that_begins_with_a_position_is_kept() {
        let positions = positions(4);
        let mut tree = Tree::default();
        let nodes: Vec<NodeId> = positions[..3]
            .iter()
            .zip([2, 3, 4])
            .map(|(position, count)| tree.add(position, edges(&vec![None; count]).into_iter(), false).expect("room"))
            .collect();
        tree.link(tree.edge(nodes[0], 1), nodes[1]);
        tree.link(tree.edge(nodes[1], 2), nodes[2]);
        tree.visit(nodes[1], tree.edge(nodes[1], 2));
        assert!(tree.keep(&positions[1], 3));
        assert_eq!((tree.nodes.len(), tree.edges.len(), tree.visits()), (2, 7, 1));
        let next = tree.child(tree.edge(0, 2)).expect("it was kept");
        assert!(tree.nodes[next].position == positions[2] && tree.edges_of(next).len() == 4);
        assert_eq!((tree.child(tree.edge(0, 0)), tree.most_tried(0)), (None, Some(2)));
        assert!(!tree.keep(&positions[3], 4) && tree.is_empty());
    }

    #[test]
    fn a_node_is_proven_as_soon_as_no_other_choice_can_be_better() {
        let position = positions(1)[0];
        let verdict = |proven: &[Option<Proven>], is_roll| {
            let mut tree = Tree::default();
            let node = tree.add(&position, edges(proven).into_iter(), is_roll).expect("room");
            tree.verdict(node).map(|(proven, _)| proven)
        };
        let [win, draw, loss] = [Proven::Win, Proven::Draw, Proven::Loss].map(Some);
        assert_eq!(verdict(&[None, win, loss], false), win);
        assert_eq!(verdict(&[None, draw, loss], false), None);
        assert_eq!(verdict(&[loss, draw, loss], false), draw);
        assert_eq!(verdict(&[loss, loss], false), loss);
        assert_eq!((verdict(&[win, win], true), verdict(&[draw, draw], true)), (win, draw));
        assert_eq!((verdict(&[win, None], true), verdict(&[win, draw], true)), (None, None));
    }
}
