//! Players, from random to search, behind a small trait.

mod alphabeta;
mod budget;
pub mod catalogue;
mod endings;
mod evaluation;
mod greedy;
mod mcts;
mod options;
mod parts;
mod random;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use catalogue::{PRESETS, names};
use options::Options;
use petteia_engine::{
    AnyPosition, CheckedRules, Game, GameRng, Geometry, Move, OnBoard, Outcome, State, did_you_mean, nearest,
    with_geometry,
};
use petteia_proofs::endgame::{Endgames, Ending, Silent, Watch};

use crate::foreign::{self, Fault, Foreign, Seat};
use crate::record::Step;
use crate::thought::Thought;
use crate::trail::Leaf;
pub(crate) use alphabeta::AlphaBeta;
pub use alphabeta::AlphaBetaConfig;
pub(crate) use alphabeta::MOST_DEPTH;
pub(crate) use budget::MOST_MILLISECONDS;
pub use budget::{Budget, MOST_NODES};
pub use endings::{Tables, cache};
pub(crate) use evaluation::features;
pub use evaluation::{COUNT, Evaluation, FEATURES, Feature, Features, Judge, Weights, occurs};
pub use mcts::{MctsConfig, Policy};
pub use parts::AgentParts;

/// An agent playing a game.
pub(crate) trait Agent<G: Geometry> {
    /// Prepares for a new game by forgetting everything about earlier ones, so that a game is a function of its seed.
    fn new_game(&mut self, _game: &Game<G>, _start: &State<G>) {}

    /// Follows the game: receives every roll and decision, its own included.
    fn saw(&mut self, _step: Step) {}

    /// Chooses a legal decision. The game must not be over and no roll may be due. All randomness comes from `rng`, the
    /// stream of the game, so that a seed reproduces its game.
    ///
    /// # Errors
    /// Only a foreign player can fail; it then forfeits the game.
    fn choose(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Result<Move, Fault>;

    /// Returns what the player thought of this state when it chose last.
    fn thought(&self, _game: &Game<G>, _state: &State<G>) -> Thought {
        Thought::default()
    }

    /// Makes the same choice in steps. Whenever it needs a playout from its [leaf](Agent::leaf), it returns to ask for
    /// one, which is then [answered](Agent::answer). Between the calls nothing changes except `rng`, the stream that
    /// the playout also uses.
    fn ask(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Ask {
        self.choose(game, state, rng).into()
    }

    /// Returns the start of the requested playout: the game is not over there, and no roll is due.
    fn leaf(&self) -> Option<&Leaf<G::Set>> {
        None
    }

    /// Receives the outcome of the requested playout.
    fn answer(&mut self, _outcome: Outcome) {}
}

/// What an agent needs to continue its choice.
pub(crate) enum Ask {
    /// Nothing: it has chosen this decision.
    Decision(Move),
    /// Nothing: it has failed.
    Forfeit(Fault),
    /// The outcome of a random game from its leaf.
    Playout,
}

impl From<Result<Move, Fault>> for Ask {
    fn from(choice: Result<Move, Fault>) -> Self {
        choice.map_or_else(Ask::Forfeit, Ask::Decision)
    }
}

/// A player and its options, written as text such as `random` or `mcts:playouts=200`.
#[derive(Clone, Debug)]
pub enum AgentSpec {
    /// All legal decisions are equally likely.
    Random,
    /// The largest lead in pieces after one move.
    Greedy,
    /// Monte Carlo tree search.
    Mcts(MctsConfig),
    /// Alpha-beta search.
    AlphaBeta(AlphaBetaConfig),
    /// A player that is not part of petteia.
    Foreign(Arc<dyn Foreign>),
}

/// Agents with the same text are the same.
impl PartialEq for AgentSpec {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (AgentSpec::Random, AgentSpec::Random) | (AgentSpec::Greedy, AgentSpec::Greedy) => true,
            (AgentSpec::Mcts(one), AgentSpec::Mcts(other)) => one == other,
            (AgentSpec::AlphaBeta(one), AgentSpec::AlphaBeta(other)) => one == other,
            (AgentSpec::Foreign(one), AgentSpec::Foreign(other)) => one.text() == other.text(),
            _ => false,
        }
    }
}

impl AgentSpec {
    /// Creates the agent for a game.
    pub(crate) fn make<G: Geometry>(&self, game: &Game<G>) -> Box<dyn Agent<G>> {
        match self {
            AgentSpec::Random => Box::new(random::Random),
            AgentSpec::Greedy => Box::new(greedy::Greedy),
            AgentSpec::Mcts(config) => Box::new(mcts::Mcts::new(*config, Judge::of(game.rules()))),
            AgentSpec::AlphaBeta(config) => Box::new(alphabeta::AlphaBeta::new(config, game)),
            AgentSpec::Foreign(foreign) => Box::new(Seat::new(foreign.as_ref(), game)),
        }
    }

    /// Chooses a legal decision in a game that reached its present position from its start, or from another position in
    /// place of the start. The game must not be over and no roll may be due. The choice is a function of the arguments.
    ///
    /// # Errors
    /// Only a foreign player can fail.
    ///
    /// ```
    /// use petteia_engine::{AnyGame, Rules};
    /// use petteia_players::agents::AgentSpec;
    /// let game = AnyGame::of(Rules::parse("city-8")?);
    /// let position = game.parse("8/8/8/8/2sS4/8/8/1S6 w 0,0 7,0 0 20")?;
    /// let agent: AgentSpec = "alphabeta:nodes=100".parse()?;
    /// let choice = agent.choose(game.rules(), Some(&position), &[], 7).expect("it cannot fail");
    /// assert_eq!(game.move_text(choice), "b1-b4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(
        &self,
        rules: &CheckedRules,
        start: Option<&AnyPosition>,
        steps: &[Step],
        seed: u64,
    ) -> Result<Move, Fault> {
        self.think(rules, start, steps, seed).map(|(choice, _)| choice)
    }

    /// Chooses as [`AgentSpec::choose`] does, and returns the choice with what the agent thinks of the position.
    ///
    /// # Errors
    /// Only a foreign player can fail.
    ///
    /// ```
    /// use petteia_engine::{AnyGame, Rules};
    /// use petteia_players::agents::AgentSpec;
    /// let game = AnyGame::of(Rules::parse("city-8")?);
    /// let agent: AgentSpec = "alphabeta:depth=3".parse()?;
    /// let (choice, thought) = agent.think(game.rules(), None, &[], 7).expect("it cannot fail");
    /// assert_eq!((thought.depth, thought.line[0]), (Some(3), choice));
    /// assert!((0.4..0.6).contains(&thought.score.expect("it evaluates positions")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn think(
        &self,
        rules: &CheckedRules,
        start: Option<&AnyPosition>,
        steps: &[Step],
        seed: u64,
    ) -> Result<(Move, Thought), Fault> {
        with_geometry(rules.board, Think { spec: self, rules, start, steps, seed })
    }

    /// Checks that the agent can play a game, that is, that the files it needs exist, and that a foreign player starts.
    /// Tables that are computed on demand are not computed yet.
    ///
    /// # Errors
    /// A file is missing or cannot be used, or a foreign player cannot be started.
    pub fn check(&self, rules: &CheckedRules) -> Result<(), AgentError> {
        match self {
            AgentSpec::AlphaBeta(config) => drop(config.evaluation.judge(rules)?),
            AgentSpec::Foreign(foreign) => foreign.check(rules).map_err(AgentError::CannotStart)?,
            AgentSpec::Random | AgentSpec::Greedy | AgentSpec::Mcts(_) => {}
        }
        match self.tables() {
            Tables::Folder(_) => self.prepare(rules, &Silent),
            Tables::Off | Tables::Auto | Tables::UpTo(_) => Ok(()),
        }
    }

    /// Prepares everything that the agent needs for a game: it reads or computes its tables, which may take a minute.
    /// Without this call, the first game waits for them.
    ///
    /// # Errors
    /// See [`AgentSpec::check`].
    pub fn prepare(&self, rules: &CheckedRules, watch: &dyn Watch) -> Result<(), AgentError> {
        self.tables().of(rules, watch).map(drop)
    }

    /// Returns the endings that the agent looks up in tables computed on demand, smallest first.
    #[must_use]
    pub fn endings_on_demand(&self, rules: &CheckedRules) -> Vec<Ending> {
        let Some(most_pieces) = self.tables().most_pieces() else { return Vec::new() };
        Endgames::new(rules).map_or_else(|_| Vec::new(), |endgames| endgames.small_endings(most_pieces))
    }

    /// Returns the weights with which the agent evaluates positions of a game, or `None` if it does not evaluate, or its file
    /// of weights cannot be read.
    #[must_use]
    pub fn weights(&self, rules: &CheckedRules) -> Option<Weights> {
        match self {
            AgentSpec::AlphaBeta(config) => Some(config.evaluation.judge(rules).ok()?.weights().clone()),
            AgentSpec::Mcts(_) => Some(Judge::of(rules).weights().clone()),
            AgentSpec::Random | AgentSpec::Greedy | AgentSpec::Foreign(_) => None,
        }
    }

    /// Returns roughly how many positions the agent looks at for a decision, to tell cheap players from expensive ones.
    #[must_use]
    pub fn positions_per_decision(&self) -> u64 {
        const PLAYOUT: u64 = 50;
        const PLY: u64 = 6;
        const MILLISECOND: u64 = 500;
        let each = if self.plays_out() { PLAYOUT } else { 1 };
        match self.budget() {
            None => u64::from(*self == AgentSpec::Greedy),
            Some(Budget::Nodes(nodes)) => each * u64::from(nodes),
            Some(Budget::Depth(depth)) => PLY.saturating_pow(depth),
            Some(Budget::Milliseconds(time)) => MILLISECOND * u64::from(time),
        }
    }

    /// Returns the same agent without endgame tables.
    #[must_use]
    pub fn without_tables(&self) -> Self {
        match self.clone() {
            AgentSpec::AlphaBeta(config) => AgentSpec::AlphaBeta(AlphaBetaConfig { tables: Tables::Off, ..config }),
            other => other,
        }
    }

    /// Returns whether the agent looks up positions in endgame tables.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        *self.tables() != Tables::Off
    }

    /// Returns the names of the endgame tables in the folder that the agent names; none if it computes its tables on demand,
    /// since these follow from the rules.
    #[must_use]
    pub fn named_tables(&self, rules: &CheckedRules) -> Vec<String> {
        if !matches!(self.tables(), Tables::Folder(_)) {
            return Vec::new();
        }
        let tables = self.tables().found(rules);
        tables.iter().flat_map(|tables| tables.held()).map(|seat| seat.to_string()).collect()
    }

    fn tables(&self) -> &Tables {
        match self {
            AgentSpec::AlphaBeta(config) => &config.tables,
            AgentSpec::Random | AgentSpec::Greedy | AgentSpec::Mcts(_) | AgentSpec::Foreign(_) => &Tables::Off,
        }
    }

    /// Returns whether the agent repeats its choices exactly: its budget is not a time, and a foreign player says so of
    /// itself.
    pub fn is_repeatable(&self) -> bool {
        let says_so = !matches!(self, AgentSpec::Foreign(foreign) if !foreign.is_repeatable());
        says_so && !matches!(self.budget(), Some(Budget::Milliseconds(_)))
    }

    /// Returns whether it is a program of its own. Such a program is started only if a person names it, never because a
    /// run folder does, which may come from someone else.
    #[must_use]
    pub fn is_program(&self) -> bool {
        matches!(self, AgentSpec::Foreign(foreign) if foreign.is_program())
    }

    /// Returns what a foreign player complained about when it failed last, if it did.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        match self {
            AgentSpec::Foreign(foreign) => foreign.complaint(),
            _ => None,
        }
    }

    /// Returns the budget for one decision, or `None` if the agent does not search.
    #[must_use]
    pub fn budget(&self) -> Option<Budget> {
        match self {
            AgentSpec::Random | AgentSpec::Greedy => None,
            AgentSpec::Mcts(config) => Some(config.budget),
            AgentSpec::AlphaBeta(config) => Some(config.budget),
            AgentSpec::Foreign(foreign) => foreign.budget(),
        }
    }

    /// Returns the same agent with another budget. An agent that does not search is unchanged, and so is a tree search
    /// if the budget is a depth, which it does not have.
    ///
    /// ```
    /// use petteia_players::agents::{AgentSpec, Budget};
    /// let agent: AgentSpec = "alphabeta:nodes=10,tables=auto".parse()?;
    /// assert_eq!(agent.with_budget(Budget::Nodes(20)).to_string(), "alphabeta:nodes=20,tables=auto");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_budget(&self, budget: Budget) -> Self {
        match self.clone() {
            AgentSpec::Mcts(config) if !matches!(budget, Budget::Depth(_)) => {
                AgentSpec::Mcts(MctsConfig { budget, ..config })
            }
            AgentSpec::AlphaBeta(config) => AgentSpec::AlphaBeta(AlphaBetaConfig { budget, ..config }),
            AgentSpec::Foreign(foreign) => AgentSpec::Foreign(foreign.with_budget(budget).unwrap_or(foreign)),
            none => none,
        }
    }

    /// Returns whether the player searches, and therefore takes thousands of times longer than a random one. A foreign
    /// player is taken for one that does.
    pub fn searches(&self) -> bool {
        matches!(self, AgentSpec::Mcts(_) | AgentSpec::AlphaBeta(_) | AgentSpec::Foreign(_))
    }
}

impl AgentSpec {
    /// Returns whether the agent decides within about 50 microseconds.
    pub(crate) fn is_quick(&self) -> bool {
        let looks_at_most = |budget: Budget, most: u32| matches!(budget, Budget::Nodes(nodes) if nodes <= most);
        match self {
            AgentSpec::Random | AgentSpec::Greedy => true,
            AgentSpec::Mcts(config) => config.judges() && looks_at_most(config.budget, 10),
            AgentSpec::AlphaBeta(config) => looks_at_most(config.budget, 300),
            AgentSpec::Foreign(_) => false,
        }
    }

    /// Returns whether the agent uses random playouts, for which parallel games share lanes.
    pub(crate) fn plays_out(&self) -> bool {
        matches!(self, AgentSpec::Mcts(config) if config.plays_out_uniformly())
    }

    /// Returns whether the agent needs so little memory, about 2 MB, that a thread can hold dozens of it, and so little
    /// time that its games take seconds rather than minutes.
    pub(crate) fn is_small(&self) -> bool {
        match self {
            AgentSpec::Random | AgentSpec::Greedy => true,
            AgentSpec::Mcts(config) => matches!(config.budget, Budget::Nodes(playouts) if playouts <= 1_000),
            AgentSpec::AlphaBeta(_) | AgentSpec::Foreign(_) => false,
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentSpec::Random => f.write_str("random"),
            AgentSpec::Greedy => f.write_str("greedy"),
            AgentSpec::Mcts(config) => write!(f, "mcts:{config}"),
            AgentSpec::AlphaBeta(config) => write!(f, "alphabeta:{config}"),
            AgentSpec::Foreign(foreign) => f.write_str(&foreign.text()),
        }
    }
}

/// A choice to make.
struct Think<'a> {
    spec: &'a AgentSpec,
    rules: &'a CheckedRules,
    start: Option<&'a AnyPosition>,
    steps: &'a [Step],
    seed: u64,
}

impl OnBoard for Think<'_> {
    type Output = Result<(Move, Thought), Fault>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let game = Game::new(self.rules.clone(), geometry);
        let mut agent = self.spec.make(&game);
        let mut state = self.start.map_or_else(|| game.begin(), |start| game.resume(start.cast()));
        agent.new_game(&game, &state);
        for &step in self.steps {
            match step {
                Step::Roll(face) => game.roll(&mut state, face),
                Step::Decision(decision) => drop(game.advance(&mut state, decision)),
            }
            agent.saw(step);
        }
        let choice = agent.choose(&game, &state, &mut GameRng::from_seed(self.seed))?;
        Ok((choice, agent.thought(&game, &state)))
    }
}

/// Returns the end of a message about an agent that does not exist.
fn suggestion(nearest: Option<&str>) -> String {
    if nearest.is_some() { did_you_mean(nearest) } else { "; `petteia agents` lists the agents".to_owned() }
}

/// Why a text does not describe an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// No agent has this name.
    #[error("there is no agent `{found}`{}", suggestion(*nearest))]
    Unknown {
        /// The name as typed.
        found: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    /// The agent has no such option.
    #[error("`{agent}` has no option `{found}`{}", did_you_mean(*nearest))]
    UnknownOption {
        /// The agent's name.
        agent: &'static str,
        /// The option as typed.
        found: String,
        /// The most similar option.
        nearest: Option<&'static str>,
    },
    /// An option is given twice.
    #[error("`{option}` is given twice; leave one out")]
    Repeated {
        /// The option's name.
        option: String,
    },
    /// A search has no budget.
    #[error(
        "`mcts` needs a budget: give `mcts:playouts=200` (about 3 ms per decision in city-8), more playouts for stronger \
         play, or `mcts:ms=100`"
    )]
    NoBudget,
    /// More than one budget is given.
    #[error("give only one budget: `playouts`, `nodes`, `depth` or `ms`")]
    TwoBudgets,
    /// A foreign player cannot be started, or is described wrongly.
    #[error("{0}")]
    CannotStart(String),
    /// The requested endgame tables cannot be used.
    #[error("`tables`: {0}")]
    NoTables(String),
    /// The requested evaluation cannot be used.
    #[error("`evaluation`: {0}")]
    NoEvaluation(String),
    /// Several playouts from a leaf, but not uniform ones that continue to the end.
    #[error(
        "`leaf` requires uniform playouts to the end of the game; leave out either `leaf` or `policy` and `cutoff`"
    )]
    LeafPlaysUniformly,
    /// Options of playouts although no playouts are made.
    #[error("with `policy=none` there are no playouts; leave out `leaf`, `cutoff` and `prior`")]
    NoPlayouts,
    /// A temperature that is not positive, or that is given without `policy=none`.
    #[error("`temperature` is a number above 0 and requires `policy=none`, which divides the search by the evaluation")]
    TemperatureOfShares,
    /// An option has a value that it does not accept.
    #[error("`{option}` cannot be `{found}`: {right}")]
    BadValue {
        /// The option's name.
        option: &'static str,
        /// The value as typed.
        found: String,
        /// The values that it accepts.
        right: &'static str,
    },
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        if text.starts_with('{') {
            return foreign::read(text).map(AgentSpec::Foreign).map_err(AgentError::CannotStart);
        }
        let (name, options) = text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)));
        let no_options = |agent, spec| match options {
            None => Ok(spec),
            Some(options) => Options::read(agent, options).map(|_| spec),
        };
        match name {
            "random" => no_options("random", AgentSpec::Random),
            "greedy" => no_options("greedy", AgentSpec::Greedy),
            "mcts" => options.unwrap_or_default().parse().map(AgentSpec::Mcts),
            "alphabeta" => options.unwrap_or_default().parse().map(AgentSpec::AlphaBeta),
            _ => match PRESETS.iter().find(|preset| preset.name == text) {
                Some(preset) => preset.agent.parse(),
                None => Err(AgentError::Unknown { found: name.to_owned(), nearest: nearest(name, names()) }),
            },
        }
    }
}

/// Returns the number among `numbers` with the highest value. Ties are broken at random, because moves are ordered by
/// direction, and always taking the first would drive the stones across the board.
fn random_best<T: PartialOrd>(numbers: std::ops::Range<u32>, value: impl Fn(u32) -> T, rng: &mut GameRng) -> u32 {
    let (mut best, mut best_value, mut equals) = (numbers.start, None, 0);
    for number in numbers {
        let value = value(number);
        let is_better = best_value.as_ref().is_none_or(|best| value > *best);
        if is_better {
            (best, best_value, equals) = (number, Some(value), 1);
        } else if best_value.as_ref() == Some(&value) {
            equals += 1;
            if rng.below(equals) == 0 {
                best = number;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for text in [
            "random",
            "mcts:playouts=200",
            "mcts:playouts=50,exploration=0.7",
            "mcts:playouts=7,exploration=0.3,policy=none,temperature=0.1",
            "alphabeta:nodes=100,evaluation=material",
            "alphabeta:nodes=100,evaluation=weights/city-8.toml,tables=auto",
        ] {
            assert_eq!(text.parse::<AgentSpec>().expect(text).to_string(), text);
        }
        assert_eq!("mcts:reuse=on".parse::<AgentSpec>(), Err(AgentError::NoBudget));
        assert_eq!("mcts".parse::<AgentSpec>(), Err(AgentError::NoBudget));
    }

    #[test]
    fn only_a_budget_of_time_cannot_be_repeated() {
        let repeats = |text: &str| text.parse::<AgentSpec>().expect(text).is_repeatable();
        for text in
            ["random", "greedy", "mcts:playouts=9", "alphabeta:depth=2", "alphabeta:nodes=9,tables=/data/programs=2"]
        {
            assert!(repeats(text), "{text}");
        }
        for text in ["mcts:ms=5", "alphabeta:ms=5"] {
            assert!(!repeats(text), "{text}");
        }
    }

    #[test]
    fn slips_are_named() {
        let message = |text: &str| text.parse::<AgentSpec>().expect_err(text).to_string();
        assert!(message("randm").contains("did you mean `random`"));
        assert!(message("mcts:playout=3").contains("did you mean `playouts`"));
        assert!(message("mcts:playouts=0").contains("at least 1"));
        assert!(message("mcts:playouts=many").contains("at least 1"));
        assert!(message("mcts:playouts=3,playouts=4").contains("twice"));
        assert!(message("mcts:playouts=3,").contains("no option"));
        assert!(message("random:fast").contains("no option"));
        assert!(message("mcts:policy=none,cutoff=4").contains("there are no playouts"));
        for temperature in ["mcts:temperature=0.5", "mcts:policy=none,temperature=0"] {
            assert!(message(temperature).contains("`temperature` is a number above 0"));
        }
        for slip in ["mcts:playouts=4294967295", "mcts:leaf=10001", "mcts:ms=86400001"] {
            assert!(message(slip).contains("at most 1") || message(slip).contains("at most 86400000"), "{slip}");
        }
        for slip in [
            "alphabeta:nodes=1000000001",
            "alphabeta:depth=64",
            "alphabeta:depth=4294967295",
            "alphabeta:ms=4294967295",
        ] {
            assert!(message(slip).contains("at most "), "{slip}");
        }
        for right in ["alphabeta:depth=63", "alphabeta:nodes=1000000000", "mcts:playouts=9,leaf=10000"] {
            assert_eq!(right.parse::<AgentSpec>().expect(right).to_string(), right);
        }
    }
}
