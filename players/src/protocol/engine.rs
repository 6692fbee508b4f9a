//! Our players as a program: answers the lines of the protocol.

use std::time::Duration;

use petteia_engine::{AnyGame, CheckedRules, Rules};

use super::{Go, VERSION, board_line, legal_line};
use crate::agents::{AgentSpec, Budget};
use crate::record::{History, result_text};
use crate::thought::Thought;

/// The share of the time left that a decision may take, besides the increment.
const SHARE_OF_CLOCK: u32 = 30;

/// An agent that answers the lines of the protocol, one by one.
///
/// ```
/// use petteia_engine::Rules;
/// use petteia_players::protocol::Engine;
/// let mut engine = Engine::new(Rules::parse("city-8").unwrap(), "greedy".parse().unwrap());
/// assert_eq!(engine.answer("petteia 1").lines.last().unwrap(), "ready");
/// engine.answer("position start moves a1-a5 b8-b5");
/// assert_eq!(engine.answer("go seed 3").lines, ["bestmove c1-c5"]);
/// assert!(engine.answer("quit").is_last);
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The lines to write; often none.
    pub lines: Vec<String>,
    /// Whether the program should end.
    pub is_last: bool,
}

impl Reply {
    fn line(line: impl Into<String>) -> Self {
        Reply { lines: vec![line.into()], is_last: false }
    }

    fn error(problem: impl std::fmt::Display) -> Self {
        Reply::line(format!("error {problem}"))
    }
}

impl Engine {
    /// Creates an engine at the start of a game.
    pub fn new(rules: CheckedRules, agent: AgentSpec) -> Self {
        Engine { agent, game: Ok(History::of(&rules)), rules, seed: 1 }
    }

    /// Answers a line. Blank lines and the lines `board` and `legal`, which tell a player what this one knows anyway,
    /// have no answer.
    pub fn answer(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" | "board" | "legal" => Reply::default(),
            "petteia" => self.greet(rest),
            "isready" => Reply::line("ready"),
            "game" => self.set_rules(Rules::parse(rest).map_err(|error| error.to_string())),
            "rules" => self.set_rules(read_rules(rest)),
            "agent" => self.set_agent(rest),
            "newgame" => {
                self.game = Ok(History::of(&self.rules));
                Reply::default()
            }
            "position" => {
                self.game = self.read_position(rest);
                self.game.as_ref().map_or_else(Reply::error, |_| Reply::default())
            }
            "show" => self.show(),
            "go" => self.go(line).unwrap_or_else(Reply::error),
            "quit" => Reply { is_last: true, ..Reply::default() },
            _ => Reply::error(format!(
                "there is no command `{word}`; the commands are petteia, isready, game, rules, agent, newgame, position, \
                 show, go and quit"
            )),
        }
    }

    fn greet(&self, version: &str) -> Reply {
        if version != VERSION.to_string() {
            return Reply::error(format!("this is version {VERSION} of the protocol, not `{version}`"));
        }
        let name = format!("id name petteia {}", env!("CARGO_PKG_VERSION"));
        let mut lines = vec![name, format!("id agent {}", self.agent)];
        if self.agent.is_repeatable() {
            lines.push("reproducible".into());
        }
        lines.push("ready".into());
        Reply { lines, is_last: false }
    }

    fn set_rules(&mut self, rules: Result<CheckedRules, String>) -> Reply {
        let checked = rules.and_then(|rules| {
            self.agent.check(&rules).map_err(|error| error.to_string())?;
            Ok(rules)
        });
        match checked {
            Ok(rules) => {
                self.game = Ok(History::of(&rules));
                self.rules = rules;
                Reply::line("ready")
            }
            Err(why) => Reply::line(format!("refuse {why}")),
        }
    }

    fn set_agent(&mut self, text: &str) -> Reply {
        let read = text.parse::<AgentSpec>();
        // Whoever can write to this engine must not thereby run programs.
        if read.as_ref().is_ok_and(AgentSpec::is_program) {
            return Reply::line("refuse a program can only be named with --agent, when petteia engine starts");
        }
        match read.and_then(|agent| agent.check(&self.rules).map(|()| agent)) {
            Ok(agent) => {
                self.agent = agent;
                Reply::line("ready")
            }
            Err(why) => Reply::line(format!("refuse {why}")),
        }
    }

    /// Returns the game that `start` or the text of a position begins and the steps after `moves` continue.
    fn read_position(&self, text: &str) -> Result<History, String> {
        let (start, steps) = text.split_once(" moves").unwrap_or((text, ""));
        if !steps.is_empty() && !steps.starts_with(' ') {
            return Err(format!("`moves{steps}` has no space after `moves`"));
        }
        let game = AnyGame::of(self.rules.clone());
        let start = match start.trim() {
            "start" => None,
            text => Some(game.parse(text).map_err(|error| error.to_string())?),
        };
        let mut history = History::new(game, start);
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
        Reply { lines: [board_line(game)].into_iter().chain(next).chain([result]).collect(), is_last: false }
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
        let budget = budget(&go);
        let agent = budget.map_or_else(|| self.agent.clone(), |budget| self.agent.with_budget(budget));
        if agent.budget().is_some() && budget.is_some() && agent.budget() != budget {
            return Err(format!("`{agent}` has no `depth`; give `nodes` or `ms`"));
        }
        let (choice, thought) = agent.think(&self.rules, game.own_start(), &game.steps(), seed).map_err(|fault| {
            let complaint = agent.complaint().map_or_else(String::new, |complaint| format!(": {complaint}"));
            format!("the agent failed ({}){complaint}", fault.reason().name())
        })?;
        let best = format!("bestmove {}", game.game().move_text(choice));
        let info = info(game, &thought);
        Ok(Reply { lines: info.into_iter().chain([best]).collect(), is_last: false })
    }
}

fn read_rules(json: &str) -> Result<CheckedRules, String> {
    let rules: Rules = serde_json::from_str(json).map_err(|error| format!("rules: {error}"))?;
    rules.check().map_err(|error| error.to_string())
}

/// Returns the budget that replaces the agent's own: the one requested, or a share of the time left.
fn budget(go: &Go) -> Option<Budget> {
    let share = |(left, increment): (Duration, Duration)| {
        // Half of what is left is never exceeded, whatever the increment.
        let time = (left / SHARE_OF_CLOCK + increment).min(left / 2);
        Budget::Milliseconds(u32::try_from(time.as_millis()).unwrap_or(u32::MAX).max(1))
    };
    go.budget.or_else(|| go.clock.map(share))
}

/// Returns what the agent thinks as a line, if it thinks anything.
fn info(game: &History, thought: &Thought) -> Option<String> {
    let Thought { score, wins_in, depth, nodes, line } = thought;
    let mut words: Vec<String> = Vec::new();
    words.extend(depth.map(|depth| format!("depth {depth}")));
    words.extend(nodes.map(|nodes| format!("nodes {nodes}")));
    words.extend(score.map(|score| format!("score {score:.3}")));
    words.extend(wins_in.map(|moves| if moves > 0 { format!("wins {moves}") } else { format!("loses {}", -moves) }));
    if !line.is_empty() {
        let moves: Vec<String> = line.iter().map(|&decision| game.game().move_text(decision)).collect();
        words.push(format!("line {}", moves.join(" ")));
    }
    (!words.is_empty()).then(|| format!("info {}", words.join(" ")))
}
