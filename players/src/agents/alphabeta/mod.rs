//! The alpha-beta player.

mod findings;
mod order;
mod quiescence;
mod search;
mod transpositions;
mod values;

use std::str::FromStr;

use findings::Findings;
use order::Memory;
pub use order::add_captures;
use petteia_engine::{CheckedRules, Game, GameRng, Geometry, Move, State};
pub use quiescence::Quiescence;
use search::Search;
use transpositions::Transpositions;
use values::MOST_PLIES;

use super::about::{AgentAbout, OptionAbout};
use super::agent::Agent;
use super::endings::{Found, TABLES, Tables};
use super::error::AgentError;
use super::evaluation::{Evaluation, Judge};
use super::kind::Kind;
use super::known::{Known, Tabled};
use super::options::Options;
use crate::budget::{Budget, MOST_DEPTH, MOST_MILLISECONDS, MOST_NODES};
use crate::depths::Depths;
use crate::fault::Fault;
use crate::thought::{Onlooker, Thought};

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
        TABLES,
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

impl Kind for AlphaBetaConfig {
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

    fn judge(&self, rules: &CheckedRules) -> Option<Result<Judge, AgentError>> {
        Some(self.evaluation.judge(rules))
    }

    fn is_quick(&self) -> bool {
        self.budget.is_at_most(300)
    }

    fn is_small(&self) -> bool {
        false
    }
}

impl FromStr for AlphaBetaConfig {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let options = Options::read(&ABOUT, text)?;
        let budgets = [
            options
                .count("nodes", MOST_NODES, "give a number of positions, at least 1 and at most 1000000000")?
                .map(Budget::Nodes),
            options
                .count("depth", MOST_DEPTH, "give a number of decisions, at least 1 and at most 63")?
                .map(Budget::Depth),
            options
                .count("ms", MOST_MILLISECONDS, "give milliseconds, at least 1 and at most 86400000")?
                .map(Budget::Milliseconds),
        ];
        let default = AlphaBetaConfig::default();
        let mut given = budgets.into_iter().flatten();
        let budget = given.next().unwrap_or(default.budget);
        let right = "`fitted`, `shared`, or a file of `petteia fit`, without a comma in its name";
        let evaluation = options.get("evaluation", right, Evaluation::read)?.unwrap_or_default();
        let placing = |text: &str| match text {
            "searched" => Some(false),
            "random" => Some(true),
            _ => None,
        };
        let places_at_random = options.get("placing", "give `searched` or `random`", placing)?.unwrap_or(false);
        let tables = Tables::option(&options)?;
        match given.next() {
            Some(_) => Err(AgentError::TwoBudgets),
            None => Ok(AlphaBetaConfig { budget, evaluation, places_at_random, tables }),
        }
    }
}

/// The searching player. Within a game it remembers its results.
pub struct AlphaBeta {
    budget: Budget,
    judge: Judge,
    table: Transpositions,
    memory: Memory,
    tables: Option<Found>,
    places_at_random: bool,
    /// Those of the last choice.
    findings: Findings,
    /// The depths of the present game.
    depths: Depths,
}

/// The number of positions that the table can hold if the budget is not in nodes and does not determine it.
const MANY_POSITIONS: usize = 1 << 20;

impl AlphaBeta {
    /// Creates a player of a game that knows nothing but its endgame tables.
    pub fn new<G: Geometry>(config: &AlphaBetaConfig, game: &Game<G>) -> Self {
        // The file was checked before the game, so it can be read.
        let judge = config.evaluation.judge(game.rules()).unwrap_or_else(|_| Judge::of(game.rules()));
        AlphaBeta {
            tables: config.tables.found(game.rules()),
            places_at_random: config.places_at_random,
            ..Self::with_judge(config.budget, judge)
        }
    }

    /// Creates a player with its own evaluation of positions.
    pub fn with_judge(budget: Budget, judge: Judge) -> Self {
        let positions = match budget {
            Budget::Nodes(nodes) => (8 * nodes as usize).clamp(1 << 12, MANY_POSITIONS),
            Budget::Depth(_) | Budget::Milliseconds(_) => MANY_POSITIONS,
        };
        AlphaBeta {
            budget,
            judge,
            table: Transpositions::new(positions),
            memory: Memory::new(MOST_PLIES),
            tables: None,
            places_at_random: false,
            findings: Findings::default(),
            depths: Depths::default(),
        }
    }

    /// Chooses a decision: the best one that it finds.
    pub fn search<G: Geometry>(
        &mut self,
        game: &Game<G>,
        state: &State<G>,
        rng: &mut GameRng,
        onlooker: &dyn Onlooker,
    ) -> Move {
        let choose = |k| game.nth_move(state.position(), state.decisions(), k, state.history());
        self.findings = Findings::default();
        if state.decisions().count() == 1 {
            return choose(0);
        }
        if self.places_at_random && state.position().is_placing() {
            return game.random_move(state, rng);
        }
        let known = Known::of(self.tables.as_ref().and_then(Tabled::on), game, state);
        let search = Search::new(game, state, &self.judge, self.budget, &mut self.table, &mut self.memory);
        let mut search = search.before(onlooker);
        let choice = choose(search.best(known, rng));
        self.findings = search.findings();
        if self.findings.nodes > 0 {
            self.depths.add(self.findings.best.first().map_or(0, |found| found.depth));
        }
        choice
    }

    /// Returns its expectation at its last choice, as the logarithm of its odds of winning; `None` if there was no
    /// choice.
    pub fn expects(&self) -> Option<f64> {
        self.findings.best.first().map(|found| f64::from(found.value) / self.judge.scale())
    }
}

impl<G: Geometry> Agent<G> for AlphaBeta {
    fn new_game(&mut self, _: &Game<G>, _: &State<G>) {
        self.table.clear();
        self.memory.clear();
        self.depths = Depths::default();
    }

    fn choose(
        &mut self,
        game: &Game<G>,
        state: &State<G>,
        rng: &mut GameRng,
        onlooker: &dyn Onlooker,
    ) -> Result<Move, Fault> {
        Ok(self.search(game, state, rng, onlooker))
    }

    fn depths(&self) -> Depths {
        self.depths
    }

    fn thoughts(&self, game: &Game<G>, state: &State<G>, _: usize) -> Vec<Thought> {
        self.findings.thoughts(game, state, &self.table, self.judge.scale())
    }
}
