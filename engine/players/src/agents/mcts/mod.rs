//! Monte Carlo tree search: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006) that proves
//! wins, draws and losses during the search (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", CG 2008).
//!
//! Each simulation descends the tree, adds one node, plays on at random to the end of the game, and backs up the result
//! along its path. A decision node first tries the untried moves in random order, then the move with the highest upper
//! confidence bound. A chance node follows the die. Limits, including repetition, end a simulation as they end a game.
//! Finally, the most visited move is played.
//!
//! Without playouts (`policy=none`), quiescence search values each move of a new node, and these values divide the
//! search among the moves as in AlphaZero (Silver et al., "A general reinforcement learning algorithm that masters chess,
//! shogi, and Go through self-play", Science 362, 2018). They are backed up by minimax, and the tree is kept from one
//! decision to the next.

mod player;
mod playout;
mod tree;

use std::str::FromStr;
use std::sync::Arc;

use petteia_engine::CheckedRules;
pub use player::Mcts;

use super::about::{AgentAbout, OptionAbout};
use super::endings::{ABOUT_ENDGAMES, Tables};
use super::evaluation::Weights;
use super::options::Options;
use super::traits::AgentTraits;
use crate::budget::Budget;

/// Its description.
pub const ABOUT: AgentAbout = AgentAbout {
    name: "mcts",
    about: "Monte Carlo tree search that proves wins, draws and losses: UCT, or guided by the evaluation",
    options: &[
        OptionAbout::new("playouts", "1 to 1000000000", "playouts per decision; this or `ms` is required"),
        OptionAbout::new("ms", "1 to 86400000", "milliseconds per decision, instead of playouts; not reproducible"),
        OptionAbout::new(
            "exploration",
            "at least 0",
            "weight of uncertain moves; by default 1.41, and 0.3 with `policy=none`",
        ),
        OptionAbout::new(
            "policy",
            "uniform, capture or none",
            "uniform: playouts of random moves, by default; capture: playouts that take where they can, four times in five; none: quiescence search replaces playouts and guides the search",
        ),
        ABOUT_ENDGAMES,
    ],
};

/// The options of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsConfig {
    /// The budget for one decision: playouts or milliseconds. With [`Policy::None`] a playout is a new node.
    pub budget: Budget,
    /// The weight of the exploration term, at least 0.
    pub exploration: f64,
    /// How a simulation goes on from a new leaf.
    pub policy: Policy,
    /// The endgame tables in which it looks up positions.
    pub tables: Tables,
}

/// How a simulation goes on from a new leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// By a playout in which all legal decisions are equally likely.
    #[default]
    Uniform,
    /// By a playout in which a side that can capture does so with probability 0.8.
    Capture,
    /// Not at all: quiescence search values the moves of the leaf and guides the search among them.
    None,
}

impl Policy {
    const ALL: [Policy; 3] = [Policy::Uniform, Policy::Capture, Policy::None];

    fn name(self) -> &'static str {
        match self {
            Policy::Uniform => "uniform",
            Policy::Capture => "capture",
            Policy::None => "none",
        }
    }

    /// Returns the weight of exploration by default. For playouts it is the square root of 2, for rewards from 0 to 1
    /// (Auer, Cesa-Bianchi and Fischer, Machine Learning 47, 2002); without them it was tested in matches.
    fn exploration(self) -> f64 {
        match self {
            Policy::Uniform | Policy::Capture => std::f64::consts::SQRT_2,
            Policy::None => 0.3,
        }
    }
}

impl Default for MctsConfig {
    fn default() -> Self {
        let policy = Policy::default();
        MctsConfig { budget: Budget::Nodes(1000), exploration: policy.exploration(), policy, tables: Tables::Off }
    }
}

impl AgentTraits for MctsConfig {
    fn name(&self) -> String {
        ABOUT.name.to_owned()
    }

    fn options(&self) -> Vec<String> {
        let MctsConfig { exploration, policy, .. } = self;
        let given = [
            (*exploration != policy.exploration()).then(|| format!("exploration={exploration}")),
            (*policy != Policy::default()).then(|| format!("policy={}", policy.name())),
        ];
        given.into_iter().flatten().collect()
    }

    fn budget(&self) -> Option<Budget> {
        Some(self.budget)
    }

    fn unit(&self) -> &'static str {
        "playouts"
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn weights(&self, rules: &CheckedRules) -> Option<Result<Arc<Weights>, String>> {
        Some(Ok(Weights::of(rules)))
    }

    /// A playout, or a new node with all its moves.
    fn positions(&self) -> u64 {
        const PLAYOUT: u64 = 50;
        match self.budget {
            Budget::Nodes(playouts) => PLAYOUT * u64::from(playouts),
            other => other.positions(),
        }
    }

    fn is_quick(&self) -> bool {
        self.policy == Policy::None && self.budget.is_at_most(5)
    }

    fn is_small(&self) -> bool {
        self.budget.is_at_most(1_000)
    }

    fn plays_out(&self) -> bool {
        self.policy == Policy::Uniform
    }
}

/// The message about a search without a budget.
const NO_BUDGET: &str = "`mcts` needs a budget: give `mcts:playouts=200` (about 3 ms per decision in city-8), more playouts \
                         for stronger play, or `mcts:ms=100`";

impl FromStr for MctsConfig {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let options = Options::read(&ABOUT, text)?;
        let weight = |value: &str| value.parse().ok().filter(|&c: &f64| c >= 0.0 && c.is_finite());
        let policy = |value: &str| Policy::ALL.into_iter().find(|policy| policy.name() == value);
        let budget = options.budget("playouts", "a number of simulations")?;
        let exploration = options.get("exploration", "give a weight such as 1.4, at least 0", weight)?;
        let policy = options.get("policy", "give `uniform`, `capture` or `none`", policy)?.unwrap_or_default();
        let tables = Tables::option(&options)?;
        let budget = budget.ok_or(NO_BUDGET)?;
        Ok(MctsConfig { budget, exploration: exploration.unwrap_or(policy.exploration()), policy, tables })
    }
}
