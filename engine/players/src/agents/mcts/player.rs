//! The player that searches the tree.

use std::sync::Arc;

use petteia_engine::{Event, Game, GameRng, Geometry, Move, Outcome, Side, Snapshot, State, Thought};
use petteia_proofs::endgame::Value;

use super::playout::play_out_capturing;
use super::tree::{Edge, EdgeId, NodeId, Proven, Tree};
use super::{MctsConfig, Policy};
use crate::agents::agent::{Agent, Ask, Choice};
use crate::agents::alphabeta::{Remembered, Search};
use crate::agents::endings::LoadedTables;
use crate::agents::evaluation::{Weights, chance};
use crate::agents::tablebase_probe::{Tablebase, TablebaseProbe, drawn_value};
use crate::budget::{Budget, MOST_DEPTH};
use crate::fault::Fault;
use crate::position_history::{LookAhead, SearchLeaf};
use crate::stopwatch::Stopwatch;

/// How little the search trusts the values of moves: the share of each move is proportional to its odds of winning
/// raised to the inverse of this power.
const TEMPERATURE: f32 = 0.3;

/// The logarithm of odds by which a move must be worse than the best for its exact value not to matter.
const MARGIN: f32 = 0.5;

/// How many positions quiescence search remembers for each playout.
const REMEMBERED: u64 = 64;

/// The largest logarithm of odds.
const CERTAIN: f32 = 20.0;

/// How many simulations are run before the search asks again whether it must end.
const PLAYOUTS_BETWEEN_LOOKS: u64 = 16;

/// The fewest simulations after which the search says what it thinks so far.
const FEWEST_TO_SHOW: u64 = 256;

/// The searching player.
pub struct Mcts<G: Geometry> {
    config: MctsConfig,
    weights: Arc<Weights>,
    tables: Option<LoadedTables>,
    /// What values the moves of new nodes, if nothing is played out.
    quiescence: Option<Remembered>,
    tree: Tree<G::Set>,
    path: Vec<Step>,
    /// The point at which the last simulation left the tree.
    leaf: Option<SearchLeaf<G::Set>>,
    /// The game that is played out from there.
    playout: Option<State<G>>,
    /// The captures of its position.
    captures: Vec<Move>,
    /// The choice in progress.
    begun: Option<Begun>,
    /// The number of the last decision, if there was an alternative.
    last: Option<u32>,
    /// The expected score of the last position by the endgame tables.
    exact: Option<f64>,
}

/// The progress of a choice.
#[derive(Clone, Copy)]
struct Begun {
    running: Stopwatch,
    playouts: u64,
}

/// A choice made during the descent.
#[derive(Clone, Copy)]
struct Step {
    node: NodeId,
    edge: EdgeId,
}

/// Where a decision is sought, and what is known of the positions after it.
struct Root<'a, G: Geometry> {
    game: &'a Game<G>,
    state: &'a State<G>,
    tables: Option<Tablebase<'a, G::Set>>,
}

impl<G: Geometry> Mcts<G> {
    /// Creates a player of a game that knows nothing but its endgame tables.
    pub fn new(config: &MctsConfig, game: &Game<G>) -> Self {
        Mcts {
            weights: Weights::of(game.rules()),
            tables: config.tables.found(game.rules()),
            quiescence: (config.policy == Policy::None).then(|| Remembered::new(config.budget.remembered(REMEMBERED))),
            config: config.clone(),
            tree: Tree::default(),
            path: Vec::new(),
            leaf: None,
            playout: None,
            captures: Vec::new(),
            begun: None,
            last: None,
            exact: None,
        }
    }

    /// Runs simulations until one reaches a leaf from which the game must be played out, or until the decision is
    /// found.
    fn next_leaf(&mut self, choice: &Choice<G>, rng: &mut GameRng) -> Option<Move> {
        let &Choice { game, state, lines, progress } = choice;
        let found = self.tables.clone();
        let mut root = Root { game, state, tables: found.as_ref().and_then(Tablebase::on) };
        let mut begun = match self.begun.take() {
            Some(begun) => begun,
            None => match self.begin(&root) {
                Ok(begun) => begun,
                Err(only) => return Some(choice.decision(only)),
            },
        };
        root.tables = root.tables.filter(|_| self.exact.is_none());
        while !self.config.budget.is_spent(begun.playouts + 1, begun.running) && self.tree.verdict(0).is_none() {
            if begun.playouts.is_multiple_of(PLAYOUTS_BETWEEN_LOOKS) && progress.is_cancelled() {
                break;
            }
            if begun.playouts >= FEWEST_TO_SHOW && begun.playouts.is_power_of_two() {
                progress.on_progress(Event::Thoughts(&|| self.ranked_thoughts(game, state, None, lines)));
            }
            begun.playouts += 1;
            match self.descend(&root, rng) {
                Some((proven, value)) => self.back_up_proof(proven, value),
                None if self.quiescence.is_some() => self.back_up_values(),
                None => {
                    self.begun = Some(begun);
                    return None;
                }
            }
        }
        let best = self.tree.best(rng);
        self.last = Some(best);
        Some(choice.decision(best))
    }

    /// Begins a choice; if there is nothing to choose, returns the only candidate.
    fn begin(&mut self, root: &Root<G>) -> Result<Begun, u32> {
        let begun = Begun { running: Stopwatch::start(), playouts: 0 };
        let &Root { game, state, tables } = root;
        (self.last, self.exact) = (None, None);
        if state.decisions().count() == 1 {
            return Err(0);
        }
        let known = TablebaseProbe::of(tables, game, state);
        self.exact = known.score;
        let keeps = self.quiescence.is_some() && self.exact.is_none();
        if !(keeps && self.tree.keep(state.position(), state.decisions().count())) {
            self.tree.clear();
        }
        if let Some([only]) = known.choices.as_deref() {
            self.last = Some(*only);
            return Err(*only);
        }
        if self.tree.is_empty() {
            self.add_node(&Root { game, state, tables: known.later }, &SearchLeaf::at(state));
        }
        if let Some(choices) = known.choices {
            self.tree.allow_only(&choices);
        }
        Ok(begun)
    }

    /// Descends to the end of the tree and adds one node there, unless the result is proven. Returns the proven result and
    /// its value for the side that chose it.
    fn descend(&mut self, root: &Root<G>, rng: &mut GameRng) -> Option<(Proven, f32)> {
        let mut leaf = self.leaf.take().unwrap_or_else(|| SearchLeaf::at(root.state));
        leaf.go_back(root.state);
        let proven = self.follow_tree(root, &mut leaf, rng);
        self.leaf = Some(leaf);
        proven
    }

    fn follow_tree(
        &mut self,
        root: &Root<G>,
        leaf: &mut SearchLeaf<G::Set>,
        rng: &mut GameRng,
    ) -> Option<(Proven, f32)> {
        self.path.clear();
        let mut node = 0;
        loop {
            let player = leaf.snapshot.position().player();
            let choice = self.select(root.game, &leaf.snapshot, node, rng);
            let edge = self.tree.edge(node, choice);
            self.path.push(Step { node, edge });
            if let Some(proven) = self.tree.proven(edge) {
                return Some(proven);
            }
            if root.game.awaits_roll(leaf.snapshot.position()).is_some() {
                root.game.roll_snapshot(&mut leaf.snapshot, 1 + choice as u8);
            } else {
                leaf.play_nth(root.game, root.state, choice);
            }
            if let Some(proven) = self.result(root, &leaf.snapshot, player) {
                return Some(proven);
            }
            match self.tree.child(edge) {
                Some(next) => node = next,
                None => {
                    if let Some(next) = self.add_node(root, leaf) {
                        self.tree.link(edge, next);
                    }
                    return None;
                }
            }
        }
    }

    /// Returns the choice at a node with which the simulation goes on.
    fn select(&self, game: &Game<G>, snapshot: &Snapshot<G::Set>, node: NodeId, rng: &mut GameRng) -> u32 {
        match (game.awaits_roll(snapshot.position()), self.config.policy) {
            (Some(_), Policy::None) => self.tree.rarest_face(node, rng),
            (Some(faces), _) => rng.below(faces.into()),
            (None, Policy::None) => self.tree.select_by_share(node, self.config.exploration, rng),
            (None, _) => self.tree.select(node, self.config.exploration, rng),
        }
    }

    /// Returns the exact result of a snapshot for a player, if the game is over or the tables contain it.
    fn result(&self, root: &Root<G>, snapshot: &Snapshot<G::Set>, player: Side) -> Option<(Proven, f32)> {
        let side = snapshot.position().side_of(player);
        if let Some(outcome) = snapshot.outcome() {
            return Some(result_of(outcome, side));
        }
        let (proven, value) = match root.tables?.proven(snapshot.position())? {
            Value::Win(_) => (Proven::Win, 1.0),
            Value::Draw => {
                let value = drawn_value(root.game, &self.weights, snapshot.position());
                (Proven::Draw, chance(f64::from(value) / self.weights.scale()) as f32)
            }
            Value::Loss(_) => (Proven::Loss, 0.0),
        };
        let is_own = snapshot.position().side() == side;
        Some(if is_own { (proven, value) } else { (proven.turned(), 1.0 - value) })
    }

    /// Creates the node of a leaf that is not over.
    fn add_node(&mut self, root: &Root<G>, leaf: &SearchLeaf<G::Set>) -> Option<NodeId> {
        let position = leaf.snapshot.position();
        if let Some(faces) = root.game.awaits_roll(position) {
            let value = chance(f64::from(self.weights.evaluate(root.game, position)) / self.weights.scale()) as f32;
            let face = Edge::new(value, None);
            return self.tree.add(position, std::iter::repeat_n(face, faces.into()), true);
        }
        if self.quiescence.is_none() {
            let edges = std::iter::repeat_n(Edge::default(), leaf.snapshot.decisions().count() as usize);
            return self.tree.add(position, edges, false);
        }
        let edges = self.judged_edges(root, leaf);
        self.tree.add(position, edges.into_iter(), false)
    }

    /// Returns the edges of a new node with their values and shares.
    fn judged_edges(&mut self, root: &Root<G>, SearchLeaf { snapshot, recent }: &SearchLeaf<G::Set>) -> Vec<Edge> {
        let &Root { game, state, tables } = root;
        let (player, scale) = (snapshot.position().player(), self.weights.scale() as f32);
        let mut quiescence = self.quiescence.take().expect("a search without playouts has it");
        let mut search = Search::new(game, state, &self.weights, Budget::Depth(MOST_DEPTH), &mut quiescence)
            .within(tables, &recent.keys);
        let ahead = |key| recent.times(state, key);
        let (mut edges, mut log_odds, mut best) = (Vec::new(), Vec::new(), -CERTAIN);
        game.each_move(
            snapshot.position(),
            snapshot.decisions(),
            game.geometry().board(),
            &LookAhead(ahead),
            |decision| {
                let mut after = *snapshot;
                game.play_snapshot(&mut after, decision, &mut LookAhead(ahead));
                let proven = self.result(root, &after, player);
                let odds = proven.map_or_else(
                    || {
                        search.quiet_value_for(player, &after, decision, ((best - MARGIN) * scale) as i32) as f32
                            / scale
                    },
                    |(_, value)| (value / (1.0 - value)).ln(),
                );
                let odds = odds.clamp(-CERTAIN, CERTAIN);
                best = best.max(odds);
                log_odds.push(odds);
                let value = proven.map_or_else(|| chance(odds.into()) as f32, |(_, value)| value);
                edges.push(Edge::new(value, proven.map(|(proven, _)| proven)));
            },
        );
        self.quiescence = Some(quiescence);
        divide(&mut edges, &log_odds);
        edges
    }

    /// Backs up the result of a playout along its path.
    fn back_up(&mut self, white: f64) {
        for &Step { node, edge } in &self.path {
            self.tree.visit(node, edge);
            self.tree.reward(edge, if self.tree.player(node) == Side::White { white } else { 1.0 - white });
        }
    }

    /// Backs up the values of a new node along its path, and its result if its moves prove one.
    fn back_up_values(&mut self) {
        for at in (0..self.path.len()).rev() {
            let Step { node, edge } = self.path[at];
            self.tree.visit(node, edge);
            self.tree.update(node, edge);
        }
        let last = self.path.last().expect("a simulation has at least one step");
        if let Some(next) = self.tree.child(last.edge) {
            self.prove_from(self.path.len(), next);
        }
    }

    /// Backs up a proven result, for the side that made the last choice of the path.
    fn back_up_proof(&mut self, proven: Proven, value: f32) {
        let &Step { node, edge } = self.path.last().expect("a simulation has at least one step");
        self.tree.prove(edge, proven, value);
        self.prove_from(self.path.len() - 1, node);
        if self.quiescence.is_some() {
            self.back_up_values();
        } else {
            let white = if self.tree.player(node) == Side::White { value } else { 1.0 - value };
            self.back_up(white.into());
        }
    }

    /// Passes the verdict of a node on to the edges that led to it: the first `length` of the path.
    fn prove_from(&mut self, length: usize, mut next: NodeId) {
        for &Step { node, edge } in self.path[..length].iter().rev() {
            let Some((proven, value)) = self.tree.verdict(next) else { return };
            if self.tree.player(node) == self.tree.player(next) {
                self.tree.prove(edge, proven, value);
            } else {
                self.tree.prove(edge, proven.turned(), 1.0 - value);
            }
            next = node;
        }
    }

    /// Makes the decision for which the die was rolled during the descent, because lanes cannot do so. Returns the
    /// outcome if the decision ends the game.
    fn leave_roll(&mut self, game: &Game<G>, root: &State<G>, rng: &mut GameRng) -> Option<Outcome> {
        let leaf = self.leaf.as_mut().expect("a simulation has come to a leaf");
        if leaf.snapshot.position().roll().is_some() {
            leaf.play_nth(game, root, rng.below(leaf.snapshot.decisions().count()));
        }
        leaf.snapshot.outcome()
    }

    /// Returns what the search thinks of its best decisions at the root, at most `lines`; the choice comes first, if it has
    /// been made. If endgame tables leave only some decisions, the others are not compared.
    fn ranked_thoughts(&self, game: &Game<G>, state: &State<G>, choice: Option<u32>, lines: usize) -> Vec<Thought> {
        let others = self.tree.ranked().into_iter().filter(|&other| choice != Some(other));
        let most = if self.exact.is_some() { 1 } else { lines };
        let thought = |decision| {
            let expected = (!self.tree.is_empty()).then(|| self.tree.value(self.tree.edge(0, decision)).into());
            Thought {
                score: self.exact.or(expected),
                nodes: Some(self.tree.visits().into()),
                line: self.continuation(game, state, decision),
                ..Thought::default()
            }
        };
        choice.into_iter().chain(others).take(most).map(thought).collect()
    }

    /// Returns the continuation that begins with a decision at the root and was tried most often.
    fn continuation(&self, game: &Game<G>, state: &State<G>, best: u32) -> Vec<Move> {
        let (mut continuation, mut leaf) = (Vec::new(), SearchLeaf::at(state));
        let (mut node, mut choice) = ((!self.tree.is_empty()).then_some(0), best);
        loop {
            continuation.push(leaf.play_nth(game, state, choice));
            let is_over = leaf.snapshot.outcome().is_some() || game.awaits_roll(leaf.snapshot.position()).is_some();
            let next = node.and_then(|node| self.tree.child(self.tree.edge(node, choice))).filter(|_| !is_over);
            let Some(tried) = next.and_then(|next| self.tree.most_tried(next)) else { break };
            (node, choice) = (next, tried);
        }
        continuation
    }
}

/// Divides the search among the moves of a node by the logarithms of their odds.
fn divide(edges: &mut [Edge], log_odds: &[f32]) {
    let best = log_odds.iter().copied().fold(-CERTAIN, f32::max);
    let weight = |odds: f32| f64::from((odds - best) / TEMPERATURE).exp();
    let sum: f64 = log_odds.iter().copied().map(weight).sum();
    for (edge, &odds) in edges.iter_mut().zip(log_odds) {
        edge.share = (weight(odds) / sum) as f32;
    }
}

/// Returns the result of a finished game for a side.
fn result_of(outcome: Outcome, side: Side) -> (Proven, f32) {
    match outcome.winner {
        Some(winner) if winner == side => (Proven::Win, 1.0),
        Some(_) => (Proven::Loss, 0.0),
        None => (Proven::Draw, 0.5),
    }
}

impl<G: Geometry> Agent<G> for Mcts<G> {
    fn new_game(&mut self, _: &Game<G>, _: &State<G>) {
        self.begun = None;
        self.tree.clear();
        self.quiescence.as_mut().into_iter().for_each(Remembered::clear);
    }

    fn choose(&mut self, choice: &Choice<G>, rng: &mut GameRng) -> Result<Move, Fault> {
        let &Choice { game, state, .. } = choice;
        loop {
            if let Some(decision) = self.next_leaf(choice, rng) {
                return Ok(decision);
            }
            let playout = self.playout.get_or_insert_with(|| state.clone());
            self.leaf.as_ref().expect("a simulation has come to a leaf").end(state, playout);
            let outcome = match self.config.policy {
                Policy::Capture => play_out_capturing(game, playout, rng, &mut self.captures),
                _ => game.playout(playout, rng, &mut ()),
            };
            let outcome = playout.position().outcome_by_player(outcome);
            self.answer(outcome);
        }
    }

    fn ask(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Ask {
        let choice = Choice::of(game, state);
        // Lanes play uniform playouts only.
        if self.config.policy == Policy::Capture {
            return self.choose(&choice, rng).into();
        }
        loop {
            if let Some(decision) = self.next_leaf(&choice, rng) {
                return Ask::Decision(decision);
            }
            match self.leave_roll(game, state, rng) {
                Some(outcome) => self.answer(outcome),
                None => return Ask::Playout,
            }
        }
    }

    fn thoughts(&self, game: &Game<G>, state: &State<G>, lines: usize) -> Vec<Thought> {
        self.last.map_or_else(Vec::new, |choice| self.ranked_thoughts(game, state, Some(choice), lines))
    }

    fn leaf(&self) -> Option<&SearchLeaf<G::Set>> {
        self.leaf.as_ref()
    }

    fn answer(&mut self, outcome: Outcome) {
        self.back_up(result_of(outcome, Side::White).1.into());
    }
}
