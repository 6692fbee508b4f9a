//! Our players as a program: answers the lines of the protocol.

use petteia_engine::{CheckedRules, Rules};

use super::thinking::Thinking;
use super::{Go, VERSION, board_line, legal_line};
use crate::agents::AgentSpec;
use crate::record::{History, read_rules, result_text};

/// An agent that answers the lines of the protocol, one by one.
///
/// ```
/// use petteia_engine::Rules;
/// use petteia_players::protocol::{Engine, Reply};
/// let mut engine = Engine::new(Rules::parse("city-8").unwrap(), "greedy".parse().unwrap());
/// assert!(matches!(engine.answer("isready"), Reply::Lines(lines) if lines == ["ready"]));
/// engine.answer("position start moves a1-a5 b8-b5");
/// let Reply::Think(thinking) = engine.answer("go seed 3") else { panic!("it refuses") };
/// assert_eq!(thinking.decide(&|| false, &|_| ()), "bestmove c1-c5");
/// assert!(matches!(engine.answer("quit"), Reply::Quit));
/// ```
#[derive(Debug)]
pub struct Engine {
    agent: AgentSpec,
    /// The game, or why there is none at present.
    game: Result<History, String>,
    rules: CheckedRules,
    /// The seed of the next decision for which none is given.
    seed: u64,
}

/// The answer to a line.
#[derive(Clone, Debug)]
pub enum Reply {
    /// These lines; often none.
    Lines(Vec<String>),
    /// What comes of this, which may take long.
    Think(Box<Thinking>),
    /// The program should end.
    Quit,
}

impl Reply {
    const NOTHING: Reply = Reply::Lines(Vec::new());

    fn line(line: impl Into<String>) -> Self {
        Reply::Lines(vec![line.into()])
    }

    fn error(problem: impl std::fmt::Display) -> Self {
        Reply::line(format!("error {problem}"))
    }

    /// Says whether something is accepted.
    fn ready(accepted: Result<(), String>) -> Self {
        Reply::line(accepted.map_or_else(|why| format!("refuse {why}"), |()| "ready".into()))
    }
}

impl Engine {
    /// Creates an engine at the start of a game.
    pub fn new(rules: CheckedRules, agent: AgentSpec) -> Self {
        Engine { agent, game: Ok(History::of(&rules)), rules, seed: 1 }
    }

    /// Answers a line. Blank lines, the lines `board` and `legal`, which tell a player what this one knows anyway, and
    /// `stop`, since it does not think now, have no answer.
    pub fn answer(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" | "board" | "legal" | "stop" => Reply::NOTHING,
            "petteia" => self.greet(rest),
            "isready" => Reply::line("ready"),
            "game" => Reply::ready(
                Rules::parse(rest).map_err(|error| error.to_string()).and_then(|rules| self.set_rules(rules)),
            ),
            "rules" => Reply::ready(read_rules(rest).and_then(|rules| self.set_rules(rules))),
            "agent" => Reply::ready(self.set_agent(rest)),
            "newgame" => {
                self.game = Ok(History::of(&self.rules));
                Reply::NOTHING
            }
            "position" => {
                self.game = self.read_position(rest);
                self.game.as_ref().map_or_else(Reply::error, |_| Reply::NOTHING)
            }
            "show" => self.show(),
            "go" => self.go(line).unwrap_or_else(Reply::error),
            "quit" => Reply::Quit,
            "uci" | "ugi" => Reply::error(format!(
                "`{word}` begins another protocol; this one begins with `petteia {VERSION}` and is much like it"
            )),
            _ => Reply::error(format!(
                "there is no command `{word}`; the commands are petteia, isready, game, rules, agent, newgame, position, \
                 show, go, stop and quit"
            )),
        }
    }

    fn greet(&self, version: &str) -> Reply {
        if version != VERSION.to_string() {
            return Reply::error(format!("this is version {VERSION} of the protocol, not `{version}`"));
        }
        let name = format!("id name petteia {}", env!("CARGO_PKG_VERSION"));
        let mut lines = vec![name, format!("id agent {}", self.agent)];
        if self.agent.traits().is_repeatable() {
            lines.push("reproducible".into());
        }
        lines.push("ready".into());
        Reply::Lines(lines)
    }

    fn set_rules(&mut self, rules: CheckedRules) -> Result<(), String> {
        self.agent.check(&rules).map_err(|error| error.to_string())?;
        self.game = Ok(History::of(&rules));
        self.rules = rules;
        Ok(())
    }

    fn set_agent(&mut self, text: &str) -> Result<(), String> {
        let agent = text.parse::<AgentSpec>().map_err(|error| error.to_string())?;
        // Whoever can write to this engine must not thereby run programs.
        if agent.is_program() {
            return Err("a program can only be named with --agent, when petteia engine starts".into());
        }
        agent.check(&self.rules).map_err(|error| error.to_string())?;
        self.agent = agent;
        Ok(())
    }

    /// Returns the game that `start` or the text of a position begins and the steps after `moves` continue.
    fn read_position(&self, text: &str) -> Result<History, String> {
        let (start, steps) = text.split_once(" moves").unwrap_or((text, ""));
        if !steps.is_empty() && !steps.starts_with(' ') {
            return Err(format!("`moves{steps}` has no space after `moves`"));
        }
        let start = Some(start.trim()).filter(|&text| text != "start");
        let mut history = History::starting_at(&self.rules, start).map_err(|error| error.to_string())?;
        for (number, word) in (1..).zip(steps.split_whitespace()) {
            if let Some(outcome) = history.state().outcome() {
                return Err(format!("step {number}: `{word}` comes after the end of the game: {outcome}"));
            }
            let step = history.read_step(word).map_err(|problem| format!("step {number}: {problem}"))?;
            history.take(step);
        }
        Ok(history)
    }

    fn show(&self) -> Reply {
        let game = match &self.game {
            Ok(game) => game,
            Err(problem) => return Reply::error(problem),
        };
        let state = game.state();
        let result = format!("result {}", result_text(state.outcome()));
        let next = match game.game().awaits_roll(state.position()) {
            _ if state.outcome().is_some() => None,
            Some(faces) => Some((1..=faces).fold("rolls".to_owned(), |line, face| format!("{line} d{face}"))),
            None => Some(legal_line(game)),
        };
        Reply::Lines([board_line(game)].into_iter().chain(next).chain([result]).collect())
    }

    fn go(&mut self, line: &str) -> Result<Reply, String> {
        let go: Go = line.parse()?;
        let game = self.game.as_ref().map_err(|problem| format!("there is no position: {problem}"))?;
        let state = game.state();
        if let Some(outcome) = state.outcome() {
            return Err(format!("the game is over: {outcome}"));
        }
        if let Some(faces) = game.game().awaits_roll(state.position()) {
            return Err(format!("a roll from `d1` to `d{faces}` must come first"));
        }
        let seed = go.seed.unwrap_or(self.seed);
        self.seed = self.seed.wrapping_add(u64::from(go.seed.is_none()));
        Thinking::new(&self.agent, game.clone(), &go, seed).map(|thinking| Reply::Think(Box::new(thinking)))
    }
}
