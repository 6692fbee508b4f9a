//! The alpha-beta player.

mod findings;
mod order;
mod remembered;
mod search;
mod transpositions;
mod values;

use std::str::FromStr;
use std::sync::Arc;

use findings::Findings;
pub use order::add_captures;
use petteia_engine::{CheckedRules, Game, GameRng, Geometry, Move, State, Thought};
pub use remembered::Remembered;
pub use search::Search;
use values::wins_in;

use super::about::{AgentAbout, OptionAbout};
use super::agent::{Agent, Choice};
use super::endings::{ABOUT_ENDGAMES, LoadedTables, Tables};
use super::evaluation::{Evaluation, Weights};
use super::options::Options;
use super::tablebase_probe::{Tablebase, TablebaseProbe};
use super::traits::AgentTraits;
use crate::budget::Budget;
use crate::depths::Depths;
use crate::fault::Fault;

/// Its description.
pub const ABOUT: AgentAbout = AgentAbout {
    name: "alphabeta",
    about: "alpha-beta search with an evaluation of pieces, mobility and states; averages over rolls of the die",
    options: &[
        OptionAbout::new("nodes", "1 to 1000000000", "positions searched per decision; 20000 by default"),
        OptionAbout::new("depth", "1 to 63", "search depth in decisions, instead of nodes"),
        OptionAbout::new("ms", "1 to 86400000", "milliseconds per decision, instead of nodes; not reproducible"),
        OptionAbout::new(
            "evaluation",
            "fitted, shared or a file",
            "weights of the evaluation: fitted to this game if available, shared by all games, or from a file of `petteia fit`",
        ),
        OptionAbout::new(
            "placing",
            "searched or random",
            "how it places its stones before the first move: by search, or at random, to measure what a searched placement is worth",
        ),
        ABOUT_ENDGAMES,
    ],
};

/// The options of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaConfig {
    /// The budget for one decision.
    pub budget: Budget,
    /// The evaluation at the horizon.
    pub evaluation: Evaluation,
    /// Whether it places its stones at random before the first move.
    pub places_at_random: bool,
    /// The endgame tables in which it looks up positions.
    pub tables: Tables,
}

impl Default for AlphaBetaConfig {
    fn default() -> Self {
        AlphaBetaConfig {
            budget: Budget::Nodes(20_000),
            evaluation: Evaluation::Fitted,
            places_at_random: false,
            tables: Tables::Off,
        }
    }
}

impl AgentTraits for AlphaBetaConfig {
    fn name(&self) -> String {
        ABOUT.name.to_owned()
    }

    fn options(&self) -> Vec<String> {
        let evaluation = (self.evaluation != Evaluation::default()).then(|| format!("evaluation={}", self.evaluation));
        let placing = self.places_at_random.then(|| "placing=random".to_owned());
        evaluation.into_iter().chain(placing).collect()
    }

    fn budget(&self) -> Option<Budget> {
        Some(self.budget)
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn weights(&self, rules: &CheckedRules) -> Option<Result<Arc<Weights>, String>> {
        Some(self.evaluation.weights(rules))
    }

    fn is_quick(&self) -> bool {
        self.budget.is_at_most(300)
    }
}

impl FromStr for AlphaBetaConfig {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let options = Options::read(&ABOUT, text)?;
        let default = AlphaBetaConfig::default();
        let budget = options.budget("nodes", "a number of positions")?.unwrap_or(default.budget);
        let right = "`fitted`, `shared`, or a file of `petteia fit`, without a comma in its name";
        let evaluation = options.get("evaluation", right, Evaluation::read)?.unwrap_or_default();
        let placing = |text: &str| match text {
            "searched" => Some(false),
            "random" => Some(true),
            _ => None,
        };
        let places_at_random = options.get("placing", "give `searched` or `random`", placing)?.unwrap_or(false);
        let tables = Tables::option(&options)?;
        Ok(AlphaBetaConfig { budget, evaluation, places_at_random, tables })
    }
}

/// The searching player. Within a game it remembers its results.
pub struct AlphaBeta {
    config: AlphaBetaConfig,
    weights: Arc<Weights>,
    remembered: Remembered,
    tables: Option<LoadedTables>,
    /// Those of the last choice.
    findings: Findings,
    /// The depths of the present game.
    depths: Depths,
}

/// How many positions the search remembers for each that it may look at.
const REMEMBERED: u64 = 8;

impl AlphaBeta {
    /// Creates a player of a game that knows nothing but its endgame tables.
    pub fn new<G: Geometry>(config: &AlphaBetaConfig, game: &Game<G>) -> Self {
        AlphaBeta {
            // The file was checked before the game, so it can be read.
            weights: config.evaluation.weights(game.rules()).unwrap_or_else(|_| Weights::of(game.rules())),
            remembered: Remembered::new(config.budget.remembered(REMEMBERED)),
            tables: config.tables.found(game.rules()),
            config: config.clone(),
            findings: Findings::default(),
            depths: Depths::default(),
        }
    }

    /// Returns its expectation at its last choice, as the logarithm of its odds of winning; `None` if there was no
    /// choice.
    pub fn expects(&self) -> Option<f64> {
        self.findings.best.first().map(|found| f64::from(found.value) / self.weights.scale())
    }
}

impl<G: Geometry> Agent<G> for AlphaBeta {
    fn new_game(&mut self, _: &Game<G>, _: &State<G>) {
        self.remembered.clear();
        self.depths = Depths::default();
    }

    fn choose(&mut self, choice: &Choice<G>, rng: &mut GameRng) -> Result<Move, Fault> {
        let &Choice { game, state, lines, progress } = choice;
        self.findings = Findings::default();
        if state.decisions().count() == 1 {
            return Ok(choice.decision(0));
        }
        if self.config.places_at_random && state.position().is_placing() {
            return Ok(game.random_move(state, rng));
        }
        let known = TablebaseProbe::of(self.tables.as_ref().and_then(Tablebase::on), game, state);
        let mut search =
            Search::new(game, state, &self.weights, self.config.budget, &mut self.remembered).report(lines, progress);
        let decision = choice.decision(search.best(known, rng));
        self.findings = search.findings;
        let found = self.findings.best.first();
        // A search that has proved a win or a loss does not look further.
        if self.findings.nodes > 0 && found.is_none_or(|found| wins_in(found.value).is_none()) {
            self.depths.add(found.map_or(0, |found| found.depth));
        }
        Ok(decision)
    }

    fn depths(&self) -> Depths {
        self.depths
    }

    fn thoughts(&self, game: &Game<G>, state: &State<G>, _: usize) -> Vec<Thought> {
        self.findings.thoughts(game, state, &self.remembered.table, self.weights.scale())
    }
}
