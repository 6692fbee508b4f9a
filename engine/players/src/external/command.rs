//! A player that is a program, written as a table: `{ command = ["python3", "my_agent.py"] }`.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use petteia_engine::{CheckedRules, Move, Progress, did_you_mean, escaped, nearest};
use serde::Deserialize;

use super::program::{MOST_QUOTED, Program};
use super::{External, ExternalPlayer};
use crate::agents::{AgentError, AgentTraits};
use crate::budget::{Budget, MOST_DEPTH, MOST_MILLISECONDS, MOST_NODES};
use crate::fault::Fault;
use crate::protocol::{Go, board_line, position_lines};
use crate::record::History;
use crate::stopwatch::Stopwatch;

/// The time for a decision, if the table does not give one, in addition to a budget of time.
const USUAL_TIMEOUT: Duration = Duration::from_secs(10);

/// The most bytes of a command, which the table of games repeats.
const MOST_COMMAND: usize = 10_000;

/// Asks all idle programs to end before the first is waited for.
impl Drop for Shared {
    fn drop(&mut self) {
        if let Ok(idle) = self.idle.get_mut() {
            idle.iter_mut().for_each(Program::quit);
        }
    }
}

/// The keys of a program's table; `writable` is refused with the reason.
pub const KEYS: [&str; 10] =
    ["command", "name", "nodes", "depth", "ms", "timeout_ms", "clock_ms", "increment_ms", "reproducible", "writable"];

/// A program that plays, and how it is treated. Its text is a TOML table.
///
/// ```
/// use petteia_players::external::Command;
/// let text = r#"{ name = "mine", nodes = 100, command = ["python3", "my_agent.py"] }"#;
/// assert_eq!(text.parse::<Command>().unwrap().to_string(), text);
/// let error = r#"{ command = [] }"#.parse::<Command>().unwrap_err();
/// assert_eq!(error, "`command` is empty; give a program and its arguments, such as [\"python3\", \"my_agent.py\"]");
/// ```
#[derive(Clone, Debug)]
pub struct Command {
    table: Table,
    budget: Option<Budget>,
    shared: Arc<Shared>,
}

/// The table as people write it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The program and its arguments.
    command: Vec<String>,
    /// A short name for figures and tables.
    name: Option<String>,
    /// A budget for each decision, which the program is told: a number of positions or playouts.
    nodes: Option<u32>,
    /// A search depth as the budget.
    depth: Option<u32>,
    /// Milliseconds as the budget.
    ms: Option<u32>,
    /// After this time a decision is forfeited.
    timeout_ms: Option<u32>,
    /// Time for all decisions of a game.
    clock_ms: Option<u32>,
    /// Time that each decision adds to it.
    increment_ms: Option<u32>,
    /// Whether the same seed gives the same decision, as the program must say too.
    #[serde(default)]
    reproducible: bool,
}

/// What all players of one command share.
#[derive(Debug, Default)]
struct Shared {
    /// Running programs that do not play at present.
    idle: Mutex<Vec<Program>>,
    last_error: Mutex<Option<String>>,
}

impl FromStr for Command {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let message = |error: toml::de::Error| error.message().to_owned();
        let mut file: toml::Table = toml::from_str(&format!("agent = {text}")).map_err(message)?;
        let table = file.remove("agent").and_then(|agent| agent.try_into::<toml::Table>().ok()).unwrap_or_default();
        if let Some(key) = file.keys().next() {
            return Err(format!("`{key}` comes after the end of the table"));
        }
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(format!("a program has no key `{key}`{}", did_you_mean(nearest(key, KEYS))));
        }
        if table.contains_key("writable") {
            return Err("`writable` is gone: a program may write wherever you may; leave it out".into());
        }
        if !table.contains_key("command") {
            return Err(
                "`command` is missing; give a program, such as { command = [\"python3\", \"my_agent.py\"] }".into()
            );
        }
        let table: Table = table.try_into().map_err(message)?;
        let budget = table.check()?;
        Ok(Command { table, budget, shared: Arc::default() })
    }
}

impl Table {
    /// Returns the limits of its time that are given.
    fn times(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let times = [("timeout_ms", self.timeout_ms), ("clock_ms", self.clock_ms), ("increment_ms", self.increment_ms)];
        times.into_iter().filter_map(|(key, ms)| Some((key, ms?)))
    }

    /// Checks the values, and returns the budget.
    fn check(&self) -> Result<Option<Budget>, String> {
        if self.command.first().is_none_or(String::is_empty) {
            return Err(
                "`command` is empty; give a program and its arguments, such as [\"python3\", \"my_agent.py\"]".into()
            );
        }
        if self.command.iter().map(String::len).sum::<usize>() > MOST_COMMAND {
            return Err(format!("`command` has more than {MOST_COMMAND} bytes; write a script, and name it there"));
        }
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        let has_good_name = self
            .name
            .as_ref()
            .is_none_or(|name| (1..=40).contains(&name.chars().count()) && name.chars().all(is_plain));
        if !has_good_name {
            return Err("`name` needs 1 to 40 letters, digits, hyphens, underscores and dots".into());
        }
        const DAY: &str = " (a day)";
        let numbers = [
            ("ms", self.ms, 1..=MOST_MILLISECONDS, DAY),
            ("timeout_ms", self.timeout_ms, 1..=MOST_MILLISECONDS, DAY),
            ("clock_ms", self.clock_ms, 1..=MOST_MILLISECONDS, DAY),
            ("increment_ms", self.increment_ms, 0..=MOST_MILLISECONDS, DAY),
            ("nodes", self.nodes, 1..=MOST_NODES, ""),
            ("depth", self.depth, 1..=MOST_DEPTH, ""),
        ];
        for (key, value, right, of_what) in numbers {
            if value.is_some_and(|value| !right.contains(&value)) {
                return Err(format!("`{key}` is at least {} and at most {}{of_what}", right.start(), right.end()));
            }
        }
        if self.increment_ms.is_some() && self.clock_ms.is_none() {
            return Err("`increment_ms` needs `clock_ms`, the time to which it is added".into());
        }
        if self.reproducible && (self.ms.is_some() || self.clock_ms.is_some()) {
            return Err("a player with `ms` or `clock_ms` is not `reproducible`; leave one out".into());
        }
        let budgets = [self.nodes.map(Budget::Nodes), self.depth.map(Budget::Depth), self.ms.map(Budget::Milliseconds)];
        let mut given = budgets.into_iter().flatten();
        match (given.next(), given.next()) {
            (budget, None) => Ok(budget),
            _ => Err("give only one budget: `nodes`, `depth` or `ms`".into()),
        }
    }
}

/// Writes a text as a TOML string on one line. JSON escapes all that TOML requires except the delete character.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// Writes the table with its keys in a fixed order: the name first, and what is long last.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { command, name, reproducible, .. } = &self.table;
        let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
        f.write_str("{ ")?;
        name.as_ref().map_or(Ok(()), |name| write!(f, "name = {}, ", quoted(name)))?;
        for (key, number) in self.budget.map(Budget::named).into_iter().chain(self.table.times()) {
            write!(f, "{key} = {number}, ")?;
        }
        if *reproducible {
            f.write_str("reproducible = true, ")?;
        }
        write!(f, "command = [{}] }}", words.join(", "))
    }
}

impl AgentTraits for Command {
    fn name(&self) -> String {
        self.table.name.clone().unwrap_or_else(|| escaped(&self.table.command.join(" ")))
    }

    fn options(&self) -> Vec<String> {
        self.table.times().map(|(key, ms)| format!("{key}={ms}")).collect()
    }

    fn budget(&self) -> Option<Budget> {
        self.budget
    }

    fn is_repeatable(&self) -> bool {
        self.table.reproducible && !matches!(self.budget, Some(Budget::Milliseconds(_)))
    }
}

impl External for Command {
    fn text(&self) -> String {
        self.to_string()
    }

    fn start(&self, rules: &CheckedRules) -> Result<Box<dyn ExternalPlayer>, AgentError> {
        let program = Some(self.program(rules)?);
        Ok(Box::new(ProgramPlayer { command: self.clone(), program, clock: None }))
    }

    fn is_program(&self) -> bool {
        true
    }

    fn last_error(&self) -> Option<String> {
        self.shared.last_error.lock().ok()?.clone()
    }

    fn with_budget(&self, budget: Budget) -> Option<Arc<dyn External>> {
        self.budget?;
        Some(Arc::new(Command { budget: Some(budget), ..self.clone() }))
    }
}

impl Command {
    /// Returns an idle program, or starts one.
    fn program(&self, rules: &CheckedRules) -> Result<Program, AgentError> {
        let idle = self.shared.idle.lock().ok().and_then(|mut idle| idle.pop());
        // One that has ended since it played last is replaced.
        let idle = idle.and_then(|mut program| program.use_rules(rules).is_ok().then_some(program));
        let mut program = match idle {
            Some(program) => program,
            None => Program::start(&self.table.command)?,
        };
        if self.table.reproducible && !program.is_reproducible {
            let why = format!(
                "{} is called `reproducible`, but does not say so itself: it must write the line `reproducible` before \
                 `ready`",
                program.name
            );
            return Err(why.into());
        }
        program.use_rules(rules)?;
        Ok(program)
    }

    /// Returns the longest time for a decision.
    fn timeout(&self) -> Duration {
        let budget = match self.budget {
            Some(Budget::Milliseconds(ms)) => Duration::from_millis(ms.into()),
            _ => Duration::ZERO,
        };
        self.table.timeout_ms.map_or(USUAL_TIMEOUT + budget, |ms| Duration::from_millis(ms.into()))
    }
}

/// A program at the board.
struct ProgramPlayer {
    command: Command,
    /// `None` after it has failed.
    program: Option<Program>,
    /// The time left for this game.
    clock: Option<Duration>,
}

impl ProgramPlayer {
    /// Ends a program that has failed, and remembers what it complained about.
    fn end(&mut self) {
        if let Some(mut program) = self.program.take()
            && let Some(problem) = program.last_error()
            && let Ok(mut last_error) = self.command.shared.last_error.lock()
        {
            *last_error = Some(problem);
        }
    }
}

impl ExternalPlayer for ProgramPlayer {
    fn new_game(&mut self) {
        let time = self.command.table.clock_ms;
        self.clock = time.map(|ms| Duration::from_millis(ms.into()));
        if let Some(program) = &mut self.program {
            program.new_game();
        }
    }

    fn choose(&mut self, game: &History, seed: u64, progress: &dyn Progress) -> Result<Move, Fault> {
        let program = self.program.as_mut().ok_or(Fault::Crash)?;
        let increment = Duration::from_millis(self.command.table.increment_ms.unwrap_or(0).into());
        let clock = self.clock.map(|left| (left, increment));
        let go = Go { seed: Some(seed), budget: self.command.budget, clock, ..Go::default() };
        let most = self.command.timeout();
        let running = Stopwatch::start();
        let most = self.clock.map_or(most, |left| left.min(most));
        let answer = program.choose(&position_lines(game), &go, most, progress);
        let day = Duration::from_millis(MOST_MILLISECONDS.into());
        self.clock = self.clock.map(|left| (left.saturating_sub(running.elapsed()) + increment).min(day));
        let choice = answer.and_then(|text| {
            game.game().parse_move_in(game.state(), &text).map_err(|_| {
                let shown: String = text.chars().take(MOST_QUOTED).collect();
                program.set_error(format!("it returned `{shown}`, which is not legal; {}", board_line(game)));
                Fault::IllegalMove
            })
        });
        if choice.is_err() {
            self.end();
        }
        choice
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        if let Some(program) = self.program.take()
            && let Ok(mut idle) = self.command.shared.idle.lock()
        {
            idle.push(program);
        }
    }
}
