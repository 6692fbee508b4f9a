//! Monte Carlo tree search: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006) that proves
//! wins and losses during the search (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", CG 2008).
//!
//! Each simulation descends the tree, adds one node, plays on to the end of the game or to a cutoff, and backs up the
//! result along its path. A decision node first tries the untried moves in random order, then the move with the highest
//! upper confidence bound. A chance node follows the die. Limits, including repetition, end a simulation as they end a
//! game. Finally, the most visited move is played.
//!
//! Without playouts ([`Policy::None`]), the evaluation values each new node by its best move and divides the search
//! among the moves as in AlphaZero (Silver et al., "A general reinforcement learning algorithm that masters chess,
//! shogi, and Go through self-play", Science 362, 2018).

mod rollout;
mod tree;

use std::fmt;
use std::str::FromStr;

use petteia_engine::{Game, GameRng, Geometry, Line, Move, Outcome, Position, Side, State};
use rollout::{Rewards, expects, roll_out};
use tree::{EdgeId, NodeId, Proven, Tree};

use super::budget::{Budget, MOST_MILLISECONDS, MOST_NODES};
use super::evaluation::Judge;
use super::options::Options;
use super::{Agent, AgentError, Ask};
use crate::foreign::Fault;
use crate::stopwatch::Stopwatch;
use crate::thought::Thought;
use crate::trail::{Ahead, Leaf, Trail};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsConfig {
    /// The budget for one decision: playouts or milliseconds.
    pub budget: Budget,
    /// The weight of the exploration term, at least 0.
    pub exploration: f64,
    /// The number of playouts from each new leaf, at least 1; several playouts run in parallel.
    pub leaf: u32,
    /// How playouts choose moves.
    pub policy: Policy,
    /// How little the search trusts the evaluation of moves, above 0: the share of each move is proportional to its
    /// odds of winning raised to the inverse of this power. Only with [`Policy::None`].
    pub temperature: f64,
    /// The number of decisions after which a playout stops and is evaluated; 0 to play to the end.
    pub cutoff: u32,
    /// The number of results that the evaluation of a move's position counts as, at least 0 (Gelly and Silver,
    /// "Combining online and offline knowledge in UCT", ICML 2007).
    pub prior: f64,
    /// Whether results about the present position from earlier moves are kept.
    pub reuse: bool,
}

/// How playouts choose moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// All legal decisions are equally likely.
    Uniform,
    /// A capture if there is one.
    Capture,
    /// No playouts: the evaluation values each new leaf, and its opinion of the moves guides the search.
    None,
}

impl Default for MctsConfig {
    fn default() -> Self {
        let budget = Budget::Nodes(1000);
        MctsConfig {
            budget,
            exploration: DEFAULT_EXPLORATION,
            leaf: 1,
            policy: Policy::Uniform,
            temperature: DEFAULT_TEMPERATURE,
            cutoff: 0,
            prior: 0.0,
            reuse: false,
        }
    }
}

/// The largest number of playouts from a leaf, which takes about a second.
const MOST_LEAF: u32 = 10_000;

/// The square root of 2, for rewards from 0 to 1 (Auer, Cesa-Bianchi and Fischer, Machine Learning 47, 2002).
const DEFAULT_EXPLORATION: f64 = std::f64::consts::SQRT_2;

const DEFAULT_TEMPERATURE: f64 = 0.3;

impl MctsConfig {
    /// Returns whether each leaf needs the outcome of one random game and nothing else.
    pub fn plays_out_uniformly(&self) -> bool {
        self.leaf == 1 && !self.plays_by_policy()
    }

    /// Returns whether playouts are made decision by decision, because they are cut off or do not choose uniformly.
    fn plays_by_policy(&self) -> bool {
        self.cutoff > 0 || self.policy != Policy::Uniform
    }

    /// Returns whether the evaluation replaces playouts.
    pub(super) fn judges(&self) -> bool {
        self.policy == Policy::None
    }
}

impl MctsConfig {
    /// Returns the options that differ from the defaults, besides the budget, each as text.
    pub(super) fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        if self.exploration != DEFAULT_EXPLORATION {
            options.push(format!("exploration={}", self.exploration));
        }
        if self.leaf != 1 {
            options.push(format!("leaf={}", self.leaf));
        }
        match self.policy {
            Policy::Uniform => {}
            Policy::Capture => options.push("policy=capture".to_owned()),
            Policy::None => options.push("policy=none".to_owned()),
        }
        if self.temperature != DEFAULT_TEMPERATURE {
            options.push(format!("temperature={}", self.temperature));
        }
        if self.cutoff != 0 {
            options.push(format!("cutoff={}", self.cutoff));
        }
        if self.prior != 0.0 {
            options.push(format!("prior={}", self.prior));
        }
        if self.reuse {
            options.push("reuse=on".to_owned());
        }
        options
    }
}

impl fmt::Display for MctsConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget {
            Budget::Nodes(playouts) => write!(f, "playouts={playouts}")?,
            other => other.fmt(f)?,
        }
        self.options().iter().try_for_each(|option| write!(f, ",{option}"))
    }
}

impl FromStr for MctsConfig {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let options = Options::read("mcts", text)?;
        let playouts = options
            .count("playouts", MOST_NODES, "give a number of simulations, at least 1 and at most 1000000000")?
            .map(Budget::Nodes);
        let time = options
            .count("ms", MOST_MILLISECONDS, "give milliseconds, at least 1 and at most 86400000")?
            .map(Budget::Milliseconds);
        let weight = |value: &str| value.parse().ok().filter(|&c: &f64| c >= 0.0 && c.is_finite());
        let policy = |value: &str| match value {
            "uniform" => Some(Policy::Uniform),
            "capture" => Some(Policy::Capture),
            "none" => Some(Policy::None),
            _ => None,
        };
        let switch = |value: &str| match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        if playouts.is_some() && time.is_some() {
            return Err(AgentError::TwoBudgets);
        }
        let (budget, default) = (playouts.or(time), MctsConfig::default());
        let config = MctsConfig {
            budget: budget.unwrap_or(default.budget),
            exploration: options
                .get("exploration", "give a weight such as 1.4, at least 0", weight)?
                .unwrap_or(default.exploration),
            leaf: options
                .count("leaf", MOST_LEAF, "give a number of playouts, at least 1 and at most 10000")?
                .unwrap_or(default.leaf),
            temperature: options.get("temperature", "give a number above 0", weight)?.unwrap_or(default.temperature),
            policy: options.get("policy", "give `uniform`, `capture` or `none`", policy)?.unwrap_or(default.policy),
            cutoff: options
                .count("cutoff", u32::MAX, "give a number of decisions, at least 1")?
                .unwrap_or(default.cutoff),
            prior: options.get("prior", "give a number of results, at least 0", weight)?.unwrap_or(default.prior),
            reuse: options.get("reuse", "give `on` or `off`", switch)?.unwrap_or(default.reuse),
        };
        if config.judges() && (config.leaf > 1 || config.cutoff > 0 || config.prior > 0.0) {
            return Err(AgentError::NoPlayouts);
        }
        if config.temperature <= 0.0 || config.temperature != DEFAULT_TEMPERATURE && !config.judges() {
            return Err(AgentError::TemperatureOfShares);
        }
        if config.leaf > 1 && config.plays_by_policy() {
            return Err(AgentError::LeafPlaysUniformly);
        }
        if budget.is_none() { Err(AgentError::NoBudget) } else { Ok(config) }
    }
}

/// The searching player.
pub struct Mcts<G: Geometry> {
    config: MctsConfig,
    judge: Judge,
    tree: Tree,
    path: Vec<Step>,
    /// The point at which the last simulation left the tree.
    leaf: Option<Leaf<G::Set>>,
    /// The game that is played out from there.
    playout: Option<State<G>>,
    /// The choice in progress.
    begun: Option<Begun>,
    /// White's expected score at the node added last, according to the evaluation.
    expected: f64,
    /// The game after the last decision, with its node.
    left: Option<(Line<G::Set>, NodeId)>,
    /// The number of the last decision, if it was found by a search.
    last: Option<u32>,
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
    /// The side that chose; for a roll, the side that rolled.
    side: Side,
}

impl<G: Geometry> Mcts<G> {
    /// Creates a player with an empty tree.
    pub fn new(config: MctsConfig, judge: Judge) -> Self {
        Mcts {
            config,
            judge,
            tree: Tree::default(),
            path: Vec::new(),
            leaf: None,
            playout: None,
            begun: None,
            expected: 0.5,
            left: None,
            last: None,
        }
    }

    /// Runs simulations until one reaches a leaf from which the game must be played out, or until the decision is
    /// found.
    fn next_leaf(&mut self, game: &Game<G>, root: &State<G>, rng: &mut GameRng) -> Option<Move> {
        let choose = |k| game.nth_move(root.position(), root.decisions(), k, root.history());
        self.last = None;
        if root.decisions().count() == 1 {
            return Some(choose(0));
        }
        let mut begun = self.begun.take().unwrap_or_else(|| {
            self.begin_tree(game, root);
            Begun { running: Stopwatch::start(), playouts: 0 }
        });
        while !self.config.budget.is_spent(begun.playouts + 1, begun.running) && !self.tree.is_decided() {
            begun.playouts += u64::from(self.config.leaf);
            let mut trail = self.leaf.take().map_or_else(Trail::new, |leaf| leaf.trail);
            trail.clear();
            let mut leaf = Leaf { line: *root.line(), trail };
            let outcome = self.descend(game, root, &mut leaf, rng);
            self.leaf = Some(leaf);
            let Some(outcome) = outcome else {
                self.begun = Some(begun);
                return None;
            };
            self.prove(outcome);
            self.back_up(&Rewards::of_outcome(outcome, self.config.leaf));
        }
        let best = self.tree.best(rng);
        self.last = Some(best);
        let decision = choose(best);
        if let Some(node) = self.tree.child(self.tree.edge(0, best)) {
            let mut line = *root.line();
            game.follow(&mut line, decision, &mut Ahead(|_| 0));
            self.left = Some((line, node));
        }
        Some(decision)
    }

    /// Backs up the result of a simulation along its path.
    fn back_up(&mut self, rewards: &Rewards) {
        for &Step { node, edge, side } in &self.path {
            self.tree.visit(node, rewards.weight);
            self.tree.reward(edge, rewards.of[side], rewards.weight);
        }
    }

    /// Makes the decision for which the die was rolled during the descent, because lanes cannot do so. Returns the
    /// outcome if the decision ends the game.
    fn leave_roll(&mut self, game: &Game<G>, root: &State<G>, rng: &mut GameRng) -> Option<Outcome> {
        let Leaf { line, trail } = self.leaf.as_mut().expect("a simulation has come to a leaf");
        if line.position().roll().is_some() {
            let k = rng.below(line.decisions().count());
            trail.follow(game, root, line, trail.nth_move(game, root, line, k));
        }
        line.outcome()
    }

    /// Descends to the end of the tree and adds one node there. Returns the outcome if the game ends first.
    fn descend(
        &mut self,
        game: &Game<G>,
        root: &State<G>,
        leaf: &mut Leaf<G::Set>,
        rng: &mut GameRng,
    ) -> Option<Outcome> {
        let Leaf { line, trail } = leaf;
        self.path.clear();
        let mut node = 0;
        loop {
            let side = line.position().side();
            let choice = match game.awaits_roll(line.position()) {
                Some(faces) => {
                    let face = rng.below(u32::from(faces));
                    game.roll_line(line, 1 + face as u8);
                    face
                }
                None => {
                    let k = match self.config.policy {
                        Policy::None => self.tree.select_by_share(node, self.config.exploration, rng),
                        _ => self.tree.select(node, self.config.exploration, self.config.prior, rng),
                    };
                    trail.follow(game, root, line, trail.nth_move(game, root, line, k));
                    k
                }
            };
            let edge = self.tree.edge(node, choice);
            self.path.push(Step { node, edge, side });
            if line.outcome().is_some() {
                return line.outcome();
            }
            match self.tree.child(edge) {
                Some(next) => node = next,
                None => {
                    if let Some(next) = self.add_node(game, line, |key| trail.times(root, key)) {
                        self.tree.link(edge, next);
                    }
                    return None;
                }
            }
        }
    }

    /// Creates the node of a line; `times` is the number of times a position has occurred.
    fn add_node(&mut self, game: &Game<G>, line: &Line<G::Set>, times: impl Fn(u64) -> u32) -> Option<NodeId> {
        if let Some(faces) = game.awaits_roll(line.position()) {
            self.expected = if self.config.judges() { expects(&self.judge, game, line, Side::White) } else { 0.5 };
            return self.tree.add(u32::from(faces), true);
        }
        let node = self.tree.add(line.decisions().count(), false)?;
        let side = line.position().side();
        if self.config.prior > 0.0 || self.config.judges() {
            let mut choice = 0;
            game.each_move(line.position(), line.decisions(), game.geometry().board(), &Ahead(&times), |decision| {
                let mut after = *line;
                game.follow(&mut after, decision, &mut Ahead(&times));
                self.tree.expect(node, choice, expects(&self.judge, game, &after, side));
                choice += 1;
            });
        }
        if self.config.judges() {
            let best = self.tree.share(node, self.config.temperature);
            self.expected = if side == Side::White { best } else { 1.0 - best };
        }
        Some(node)
    }

    /// Returns the continuation that begins with a decision at the root and was tried most often.
    fn continuation(&self, game: &Game<G>, state: &State<G>, best: u32) -> Vec<Move> {
        let (mut continuation, mut line, mut trail) = (Vec::new(), *state.line(), Trail::new());
        let (mut node, mut choice) = (0, best);
        loop {
            let decision = trail.nth_move(game, state, &line, choice);
            continuation.push(decision);
            trail.follow(game, state, &mut line, decision);
            let next = self.tree.child(self.tree.edge(node, choice));
            let is_over = line.outcome().is_some() || game.awaits_roll(line.position()).is_some();
            let Some(next) = next.filter(|_| !is_over) else { break };
            let Some(tried) = self.tree.most_tried(next) else { break };
            (node, choice) = (next, tried);
        }
        continuation
    }

    /// Starts from the kept tree if it contains the present position.
    fn begin_tree(&mut self, game: &Game<G>, state: &State<G>) {
        // Where positions may not recur, the moves of a node depend on the game before it.
        let known = self.left.take().filter(|_| self.config.reuse && !game.rules().forbids_repetition());
        match known.and_then(|(line, node)| self.find(game, &line, node, state.position())) {
            Some(node) => self.tree.keep(node),
            None => {
                self.tree.clear();
                self.add_node(game, state.line(), |key| state.times_seen(key));
            }
        }
    }

    /// Returns the node of a position among those below the node of a line.
    fn find(&self, game: &Game<G>, line: &Line<G::Set>, node: NodeId, target: &Position<G::Set>) -> Option<NodeId> {
        if line.position() == target {
            return Some(node);
        }
        if line.outcome().is_some() || line.position().turn() > target.turn() {
            return None;
        }
        let faces = game.awaits_roll(line.position());
        let choices = faces.map_or(line.decisions().count(), u32::from);
        (0..choices).find_map(|choice| {
            let next = self.tree.child(self.tree.edge(node, choice))?;
            let mut after = *line;
            match faces {
                Some(_) => game.roll_line(&mut after, 1 + choice as u8),
                None => {
                    let decision = game.nth_move(line.position(), line.decisions(), choice, &());
                    game.follow(&mut after, decision, &mut Ahead(|_| 0));
                }
            }
            self.find(game, &after, next, target)
        })
    }

    /// Backs up a proven result along the path as far as it decides nodes.
    fn prove(&mut self, outcome: Outcome) {
        let Some(winner) = outcome.winner else { return };
        for at in (0..self.path.len()).rev() {
            let Step { node, edge, side } = self.path[at];
            self.tree.prove(edge, if side == winner { Proven::Win } else { Proven::Loss });
            let decided_for = |proven| if proven == Proven::Win { side } else { !side };
            if self.tree.verdict(node).map(decided_for) != Some(winner) {
                return;
            }
        }
    }
}

impl<G: Geometry> Agent<G> for Mcts<G> {
    fn new_game(&mut self, _: &Game<G>, _: &State<G>) {
        self.left = None;
        self.begun = None;
    }

    fn choose(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Result<Move, Fault> {
        loop {
            if let Some(decision) = self.next_leaf(game, state, rng) {
                return Ok(decision);
            }
            if self.config.judges() {
                self.back_up(&Rewards::of_value(self.expected));
                continue;
            }
            let Leaf { line, trail } = self.leaf.as_ref().expect("a simulation has come to a leaf");
            let playout = self.playout.get_or_insert_with(|| state.clone());
            trail.end(state, line, playout);
            let rewards = roll_out(&self.config, &self.judge, game, playout, rng);
            self.back_up(&rewards);
        }
    }

    fn ask(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Ask {
        if !self.config.plays_out_uniformly() {
            return self.choose(game, state, rng).into();
        }
        loop {
            if let Some(decision) = self.next_leaf(game, state, rng) {
                return Ask::Decision(decision);
            }
            match self.leave_roll(game, state, rng) {
                Some(outcome) => self.answer(outcome),
                None => return Ask::Playout,
            }
        }
    }

    fn thought(&self, game: &Game<G>, state: &State<G>) -> Thought {
        let Some(best) = self.last else { return Thought::default() };
        Thought {
            score: self.tree.mean(self.tree.edge(0, best)),
            nodes: Some(self.tree.visits().into()),
            line: self.continuation(game, state, best),
            ..Thought::default()
        }
    }

    fn leaf(&self) -> Option<&Leaf<G::Set>> {
        self.leaf.as_ref()
    }

    fn answer(&mut self, outcome: Outcome) {
        self.back_up(&Rewards::of_outcome(outcome, 1));
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::{Fixed, Rules};

    use super::*;

    type Board = Fixed<u64, 8, 8>;

    /// Returns whether the tree knows the present position after one decision of each side.
    fn goes_on(variant: &str, agent: &str) -> bool {
        let game = Game::new(Rules::parse(variant).expect(variant), Board::default());
        let position = game.parse("s7/8/8/8/8/8/8/S6S w 0,0 0,0 0 0").expect("a position");
        let (mut state, mut rng) = (game.resume(position), GameRng::from_seed(5));
        let mut player = Mcts::<Board>::new(agent.parse().expect(agent), Judge::shared());
        game.roll_if_needed(&mut state, &mut rng);
        for _ in 0..2 {
            let decision = player.choose(&game, &state, &mut rng).expect("it cannot fail");
            game.advance(&mut state, decision);
            game.roll_if_needed(&mut state, &mut rng);
            let reply = game.nth_move(state.position(), state.decisions(), 0, state.history());
            game.advance(&mut state, reply);
            game.roll_if_needed(&mut state, &mut rng);
        }
        player.begin_tree(&game, &state);
        (0..state.decisions().count()).any(|k| player.tree.child(player.tree.edge(0, k)).is_some())
    }

    #[test]
    fn a_kept_tree_knows_the_present_position() {
        for variant in ["city-8+bare=0", "city-8+bare=0+die=2"] {
            assert!(goes_on(variant, "playouts=3000,reuse=on"), "{variant}");
            assert!(!goes_on(variant, "playouts=3000"), "{variant}");
        }
    }

    #[test]
    fn what_the_evaluation_expects_guides_the_first_playouts() {
        let game = Game::new(Rules::parse("city-8").expect("a game"), Board::default());
        let position = game.parse("8/8/8/4sS2/8/1s4s1/8/S2S3S w 0,0 0,0 0 40").expect("a position");
        let state = game.resume(position);
        let captures = |agent: &str, seed| {
            let mut player = Mcts::<Board>::new(agent.parse().expect(agent), Judge::shared());
            let decision = player.choose(&game, &state, &mut GameRng::from_seed(seed)).expect("it cannot fail");
            game.is_capture(state.position(), decision)
        };
        assert!((0..20).all(|seed| captures("playouts=20,prior=20,exploration=0.2", seed)));
        assert!(!(0..20).all(|seed| captures("playouts=20", seed)));
    }
}
