//! An agent as it is named: its text, what it needs, and its choices.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use petteia_engine::{
    CheckedRules, Game, GameRng, Geometry, Move, OnBoard, Progress, Thought, did_you_mean, nearest, with_geometry,
};
use petteia_proofs::endgame::Ending;

use super::agent::{Agent, Choice};
use super::alphabeta::{AlphaBeta, AlphaBetaConfig};
use super::catalogue::{PRESETS, names};
use super::endings::{LoadedTables, Tables, endings_on_demand};
use super::error::AgentError;
use super::evaluation::Weights;
use super::external_agent::ExternalAgent;
use super::greedy::Greedy;
use super::mcts::{Mcts, MctsConfig};
use super::options::{ENDGAMES, OLDER_ENDGAMES, Options};
use super::random::Random;
use super::traits::AgentTraits;
use super::{greedy, random};
use crate::budget::Budget;
use crate::external::{self, External};
use crate::fault::NoChoice;
use crate::record::{History, Step};

/// A player and its options, written as text such as `random` or `mcts:playouts=200`.
#[derive(Clone, Debug, PartialEq)]
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
    External(Arc<dyn External>),
}

/// An agent taken apart: everything that its text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentParts {
    /// `random`, `greedy`, `mcts`, `alphabeta`, or the name of an external player.
    pub kind: String,
    /// What the budget for a decision counts (`nodes`, `playouts`, `depth` or `ms`), and the budget.
    pub budget: Option<(&'static str, u64)>,
    /// The other options, each as text.
    pub options: Vec<String>,
    /// The endgame tables, unless it uses none.
    pub tables: Option<String>,
}

impl AgentSpec {
    /// Returns what is known of the agent before it plays.
    #[must_use]
    pub fn traits(&self) -> &dyn AgentTraits {
        match self {
            AgentSpec::Random => &Random,
            AgentSpec::Greedy => &Greedy,
            AgentSpec::Mcts(config) => config,
            AgentSpec::AlphaBeta(config) => config,
            AgentSpec::External(external) => external.as_ref(),
        }
    }

    /// Creates the agent for a game.
    ///
    /// # Errors
    /// Only an external player cannot be started.
    pub(crate) fn make<G: Geometry>(&self, game: &Game<G>) -> Result<Box<dyn Agent<G>>, AgentError> {
        Ok(match self {
            AgentSpec::Random => Box::new(Random),
            AgentSpec::Greedy => Box::new(Greedy),
            AgentSpec::Mcts(config) => Box::new(Mcts::new(config, game)),
            AgentSpec::AlphaBeta(config) => Box::new(AlphaBeta::new(config, game)),
            AgentSpec::External(external) => Box::new(ExternalAgent::new(external.as_ref(), game)?),
        })
    }

    /// Returns the same agent with another budget. An agent that does not search is unchanged, and so is a tree search
    /// if the budget is a depth, which it does not have.
    ///
    /// ```
    /// use petteia_players::agents::{AgentSpec, Budget};
    /// let agent: AgentSpec = "alphabeta:nodes=10,endgames=auto".parse()?;
    /// assert_eq!(agent.with_budget(Budget::Nodes(20)).to_string(), "alphabeta:nodes=20,endgames=auto");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_budget(&self, budget: Budget) -> Self {
        match self.clone() {
            AgentSpec::Mcts(config) if !matches!(budget, Budget::Depth(_)) => {
                AgentSpec::Mcts(MctsConfig { budget, ..config })
            }
            AgentSpec::AlphaBeta(config) => AgentSpec::AlphaBeta(AlphaBetaConfig { budget, ..config }),
            AgentSpec::External(external) => AgentSpec::External(external.with_budget(budget).unwrap_or(external)),
            none => none,
        }
    }

    /// Returns the same agent without endgame tables.
    #[must_use]
    pub fn without_tables(&self) -> Self {
        match self.clone() {
            AgentSpec::Mcts(config) => AgentSpec::Mcts(MctsConfig { tables: Tables::Off, ..config }),
            AgentSpec::AlphaBeta(config) => AgentSpec::AlphaBeta(AlphaBetaConfig { tables: Tables::Off, ..config }),
            other => other,
        }
    }

    /// Returns the text by which its games and cells are identified: that in which the option `endgames` still has its
    /// first name, so that renaming it changed no game.
    ///
    /// ```
    /// use petteia_players::agents::AgentSpec;
    /// let agent: AgentSpec = "alphabeta:nodes=20,tables=auto".parse()?;
    /// assert_eq!(agent.to_string(), "alphabeta:nodes=20,endgames=auto");
    /// assert_eq!(agent.identity(), "alphabeta:nodes=20,tables=auto");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn identity(&self) -> String {
        self.text_with(OLDER_ENDGAMES)
    }

    fn text_with(&self, endgames: &str) -> String {
        if let Some(external) = self.external() {
            return external.text();
        }
        let AgentParts { kind, budget, options, tables } = self.parts();
        let budget = budget.map(|(unit, number)| format!("{unit}={number}"));
        let tables = tables.map(|tables| format!("{endgames}={tables}"));
        let options: Vec<String> = budget.into_iter().chain(options).chain(tables).collect();
        if options.is_empty() { kind } else { format!("{kind}:{}", options.join(",")) }
    }

    fn external(&self) -> Option<&dyn External> {
        if let AgentSpec::External(external) = self { Some(external.as_ref()) } else { None }
    }

    /// Chooses a legal decision in a game that is not over and in which no roll is due. The choice is a function of the
    /// game so far and the seed, unless `progress` ends the search early. Returns it with what the agent thinks of it and
    /// of the next best decisions, `lines` in all; an agent that does not search thinks nothing.
    ///
    /// # Errors
    /// Only an external player can fail, or cannot be started.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// use petteia_players::agents::AgentSpec;
    /// use petteia_players::record::History;
    /// let game = History::of(&Rules::parse("city-8")?);
    /// let agent: AgentSpec = "alphabeta:depth=3".parse()?;
    /// let (choice, thoughts) = agent.think(&game, 7, 1, &()).expect("it cannot fail");
    /// assert_eq!((thoughts[0].depth, thoughts[0].line[0]), (Some(3), choice));
    /// assert!((0.4..0.6).contains(&thoughts[0].score.expect("it evaluates positions")));
    ///
    /// let stop = std::sync::atomic::AtomicBool::new(true);
    /// let agent: AgentSpec = "alphabeta:ms=86400000".parse()?;
    /// let (choice, thoughts) = agent.think(&game, 7, 3, &stop).expect("it cannot fail");
    /// assert_eq!((thoughts.len(), thoughts[0].line[0]), (3, choice));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn think(
        &self,
        game: &History,
        seed: u64,
        lines: usize,
        progress: &dyn Progress,
    ) -> Result<(Move, Vec<Thought>), NoChoice> {
        with_geometry(game.game().rules().board, Think { spec: self, history: game, seed, lines, progress })
    }

    /// Returns the parts of its text.
    ///
    /// ```
    /// use petteia_players::agents::{AgentParts, AgentSpec};
    /// let agent: AgentSpec = "alphabeta:nodes=500,endgames=auto".parse()?;
    /// let AgentParts { kind, budget, options, tables } = agent.parts();
    /// assert_eq!((kind.as_str(), budget), ("alphabeta", Some(("nodes", 500))));
    /// assert_eq!((options.is_empty(), tables.as_deref()), (true, Some("auto")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> AgentParts {
        let traits = self.traits();
        let budget = traits.budget().map(|budget| match budget.named() {
            ("nodes", number) => (traits.unit(), number.into()),
            (unit, number) => (unit, number.into()),
        });
        let tables = self.has_tables().then(|| traits.tables().to_string());
        AgentParts { kind: traits.name(), budget, options: traits.options(), tables }
    }

    /// Checks that the agent can play a game, that is, that the files it needs exist, and that an external player
    /// starts. Tables that are computed on demand are not computed yet.
    ///
    /// # Errors
    /// A file is missing or cannot be used, or an external player cannot be started. A [shortage](AgentError::shortage)
    /// is not the agent's fault and may be over when it is to play, so it is no error here.
    pub fn check(&self, rules: &CheckedRules) -> Result<(), AgentError> {
        self.traits().weights(rules).transpose()?;
        let started = self.external().map_or(Ok(()), |external| external.check(rules));
        started.or_else(|error| if error.is_shortage() { Ok(()) } else { Err(error) })?;
        match self.traits().tables() {
            Tables::Folder(_) => self.prepare(rules, &()),
            Tables::Off | Tables::Auto | Tables::UpTo(_) => Ok(()),
        }
    }

    /// Prepares everything that the agent needs for a game: it reads or computes its tables, which may take minutes.
    /// Without this call, the first game waits for them.
    ///
    /// # Errors
    /// See [`AgentSpec::check`].
    pub fn prepare(&self, rules: &CheckedRules, progress: &dyn Progress) -> Result<(), AgentError> {
        Ok(self.traits().tables().of(rules, progress).map(drop)?)
    }

    /// Returns the endings that the agent looks up in tables computed on demand, smallest first.
    #[must_use]
    pub fn endings_on_demand(&self, rules: &CheckedRules) -> Vec<Ending> {
        let extent = self.traits().tables().extent();
        extent.map_or_else(Vec::new, |extent| endings_on_demand(rules, extent))
    }

    /// Returns the weights with which the agent evaluates positions of a game, or `None` if it does not evaluate, or its file
    /// of weights cannot be read.
    #[must_use]
    pub fn weights(&self, rules: &CheckedRules) -> Option<Weights> {
        Some(self.traits().weights(rules)?.ok()?.as_ref().clone())
    }

    /// Returns whether the agent looks up positions in endgame tables.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        *self.traits().tables() != Tables::Off
    }

    /// Returns the names of the endgame tables in the folder that the agent names; none if it computes its tables on demand,
    /// since these follow from the rules.
    #[must_use]
    pub fn named_tables(&self, rules: &CheckedRules) -> Vec<String> {
        let tables = self.traits().tables();
        let found = matches!(tables, Tables::Folder(_)).then(|| tables.found(rules)).flatten();
        found.iter().flat_map(LoadedTables::held).map(|seat| seat.to_string()).collect()
    }

    /// Returns whether it is a program of its own. Such a program is started only if a person names it, never because a
    /// run folder does, which may come from someone else.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.external().is_some_and(External::is_program)
    }

    /// Returns what an external player did wrong when it failed last, if it did.
    #[must_use]
    pub fn last_error(&self) -> Option<String> {
        self.external()?.last_error()
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_with(ENDGAMES))
    }
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        if text.starts_with('{') {
            return Ok(AgentSpec::External(external::read(text)?));
        }
        if let Some(preset) = PRESETS.iter().find(|preset| preset.name == text) {
            return preset.agent.parse();
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        Ok(match name {
            "random" => Options::read(&random::ABOUT, options).map(|_| AgentSpec::Random)?,
            "greedy" => Options::read(&greedy::ABOUT, options).map(|_| AgentSpec::Greedy)?,
            "mcts" => AgentSpec::Mcts(options.parse()?),
            "alphabeta" => AgentSpec::AlphaBeta(options.parse()?),
            _ => {
                let nearest = nearest(name, names()).map(|name| did_you_mean(Some(name)));
                let hint = nearest.unwrap_or_else(|| "; `petteia agents` lists the agents".to_owned());
                return Err(format!("there is no agent `{name}`{hint}").into());
            }
        })
    }
}

/// A choice to make.
struct Think<'a> {
    spec: &'a AgentSpec,
    history: &'a History,
    seed: u64,
    lines: usize,
    progress: &'a dyn Progress,
}

impl OnBoard for Think<'_> {
    type Output = Result<(Move, Vec<Thought>), NoChoice>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let history = self.history;
        let game = Game::new(history.game().rules().clone(), geometry);
        let mut agent = self.spec.make(&game)?;
        let mut state = history.own_start().map_or_else(|| game.begin(), |start| game.resume(start.cast()));
        agent.new_game(&game, &state);
        for step in history.steps() {
            match step {
                Step::Roll(face) => game.roll(&mut state, face),
                Step::Decision(decision) => drop(game.play(&mut state, decision)),
            }
            agent.saw(step);
        }
        let choice = Choice { game: &game, state: &state, lines: self.lines, progress: self.progress };
        let decision = agent.choose(&choice, &mut GameRng::from_seed(self.seed))?;
        Ok((decision, agent.thoughts(&game, &state, self.lines)))
    }
}
