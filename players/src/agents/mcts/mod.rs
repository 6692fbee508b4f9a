//! Monte Carlo tree search: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006) that proves
//! wins and losses during the search (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", CG 2008).
//!
//! Each simulation descends the tree, adds one node, plays on to the end of the game or to a cutoff, and backs up the
//! result along its path. A decision node first tries the untried moves in random order, then the move with the highest
//! upper confidence bound. A chance node follows the die. Limits, including repetition, end a simulation as they end a
//! game. Finally, the most visited move is played.
//!
//! Without playouts (`policy=none`), the evaluation values each new node by its best move and divides the search
//! among the moves as in AlphaZero (Silver et al., "A general reinforcement learning algorithm that masters chess,
//! shogi, and Go through self-play", Science 362, 2018).

mod rollout;
mod tree;

use std::str::FromStr;

use petteia_engine::{BySide, CheckedRules, Game, GameRng, Geometry, Line, Move, Outcome, Side, State};
use rollout::{expects, rewards_of, roll_out, value};
use tree::{EdgeId, NodeId, Proven, Tree};

use super::about::{AgentAbout, OptionAbout};
use super::agent::{Agent, Ask};
use super::error::AgentError;
use super::evaluation::Judge;
use super::kind::Kind;
use super::options::Options;
use crate::budget::{Budget, MOST_MILLISECONDS, MOST_NODES};
use crate::fault::Fault;
use crate::stopwatch::Stopwatch;
use crate::thought::Thought;
use crate::trail::{Ahead, Leaf, Trail};

/// Its description.
pub const ABOUT: AgentAbout = AgentAbout {
    name: "mcts",
    about: "Monte Carlo tree search (UCT) that proves wins and losses",
    options: &[
        OptionAbout::new("playouts", "1 to 1000000000", "playouts per decision; this or `ms` is required"),
        OptionAbout::new("ms", "1 to 86400000", "milliseconds per decision, instead of playouts; not reproducible"),
        OptionAbout::new("exploration", "at least 0", "weight of uncertain moves; 1.41 by default"),
        OptionAbout::new(
            "policy",
            "uniform or none",
            "uniform: playouts of random moves, by default; none: the evaluation replaces playouts",
        ),
        OptionAbout::new(
            "cutoff",
            "at least 1",
            "decisions after which a playout stops and is evaluated; by default it continues to the end",
        ),
        OptionAbout::new(
            "prior",
            "at least 0",
            "number of playouts that the evaluation of a move counts as; 0 by default",
        ),
    ],
};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsConfig {
    /// The budget for one decision: playouts or milliseconds.
    pub budget: Budget,
    /// The weight of the exploration term, at least 0.
    pub exploration: f64,
    /// How a simulation goes on from a new leaf.
    pub policy: Policy,
    /// The number of decisions after which a playout stops and is evaluated; 0 to play to the end.
    pub cutoff: u32,
    /// The number of results that the evaluation of a move's position counts as, at least 0 (Gelly and Silver,
    /// "Combining online and offline knowledge in UCT", ICML 2007).
    pub prior: f64,
}

/// How a simulation goes on from a new leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// By a playout in which all legal decisions are equally likely.
    Uniform,
    /// Not at all: the evaluation values the leaf, and its opinion of the moves guides the search.
    None,
}

impl Default for MctsConfig {
    fn default() -> Self {
        let budget = Budget::Nodes(1000);
        MctsConfig { budget, exploration: DEFAULT_EXPLORATION, policy: Policy::Uniform, cutoff: 0, prior: 0.0 }
    }
}

/// The square root of 2, for rewards from 0 to 1 (Auer, Cesa-Bianchi and Fischer, Machine Learning 47, 2002).
const DEFAULT_EXPLORATION: f64 = std::f64::consts::SQRT_2;

impl MctsConfig {
    /// Returns whether the evaluation replaces playouts.
    fn judges(&self) -> bool {
        self.policy == Policy::None
    }
}

impl Kind for MctsConfig {
    fn name(&self) -> String {
        ABOUT.name.to_owned()
    }

    fn options(&self) -> Vec<String> {
        let MctsConfig { exploration, cutoff, prior, .. } = self;
        let given = [
            (*exploration != DEFAULT_EXPLORATION).then(|| format!("exploration={exploration}")),
            self.judges().then(|| "policy=none".to_owned()),
            (*cutoff != 0).then(|| format!("cutoff={cutoff}")),
            (*prior != 0.0).then(|| format!("prior={prior}")),
        ];
        given.into_iter().flatten().collect()
    }

    fn budget(&self) -> Option<Budget> {
        Some(self.budget)
    }

    fn unit(&self) -> &'static str {
        "playouts"
    }

    fn judge(&self, rules: &CheckedRules) -> Option<Result<Judge, AgentError>> {
        Some(Ok(Judge::of(rules)))
    }

    fn positions(&self) -> u64 {
        const PLAYOUT: u64 = 50;
        match self.budget {
            Budget::Nodes(playouts) if self.plays_out() => PLAYOUT * u64::from(playouts),
            other => other.positions(),
        }
    }

    fn is_quick(&self) -> bool {
        self.judges() && self.budget.is_at_most(10)
    }

    fn is_small(&self) -> bool {
        self.budget.is_at_most(1_000)
    }

    /// Each leaf needs the outcome of one random game and nothing else.
    fn plays_out(&self) -> bool {
        self.cutoff == 0 && !self.judges()
    }
}

impl FromStr for MctsConfig {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let options = Options::read(&ABOUT, text)?;
        let playouts = options
            .count("playouts", MOST_NODES, "give a number of simulations, at least 1 and at most 1000000000")?
            .map(Budget::Nodes);
        let time = options
            .count("ms", MOST_MILLISECONDS, "give milliseconds, at least 1 and at most 86400000")?
            .map(Budget::Milliseconds);
        let weight = |value: &str| value.parse().ok().filter(|&c: &f64| c >= 0.0 && c.is_finite());
        let policy = |value: &str| match value {
            "uniform" => Some(Policy::Uniform),
            "none" => Some(Policy::None),
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
            policy: options.get("policy", "give `uniform` or `none`", policy)?.unwrap_or(default.policy),
            cutoff: options
                .count("cutoff", u32::MAX, "give a number of decisions, at least 1")?
                .unwrap_or(default.cutoff),
            prior: options.get("prior", "give a number of results, at least 0", weight)?.unwrap_or(default.prior),
        };
        if config.judges() && (config.cutoff > 0 || config.prior > 0.0) {
            return Err(AgentError::NoPlayouts);
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
            self.tree.clear();
            self.add_node(game, root.line(), |key| root.times_seen(key));
            Begun { running: Stopwatch::start(), playouts: 0 }
        });
        while !self.config.budget.is_spent(begun.playouts + 1, begun.running) && !self.tree.is_decided() {
            begun.playouts += 1;
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
            self.back_up(&rewards_of(outcome));
        }
        let best = self.tree.best(rng);
        self.last = Some(best);
        Some(choose(best))
    }

    /// Backs up the result of a simulation along its path.
    fn back_up(&mut self, rewards: &BySide<f64>) {
        for &Step { node, edge, side } in &self.path {
            self.tree.visit(node);
            self.tree.reward(edge, rewards[side]);
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
                        Policy::Uniform => self.tree.select(node, self.config.exploration, self.config.prior, rng),
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
            let best = self.tree.share(node);
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
        self.begun = None;
    }

    fn choose(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Result<Move, Fault> {
        loop {
            if let Some(decision) = self.next_leaf(game, state, rng) {
                return Ok(decision);
            }
            if self.config.judges() {
                self.back_up(&value(self.expected));
                continue;
            }
            let Leaf { line, trail } = self.leaf.as_ref().expect("a simulation has come to a leaf");
            let playout = self.playout.get_or_insert_with(|| state.clone());
            trail.end(state, line, playout);
            let rewards = roll_out(self.config.cutoff, &self.judge, game, playout, rng);
            self.back_up(&rewards);
        }
    }

    fn ask(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Ask {
        if !self.config.plays_out() {
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
        self.back_up(&rewards_of(outcome));
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::{Fixed, Rules};

    use super::*;

    type Board = Fixed<u64, 8, 8>;

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
