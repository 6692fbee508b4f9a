//! A decision that the engine has to make, with the lines that say what it thinks.

use super::Go;
use crate::agents::{AgentSpec, Budget};
use crate::budget::MOST_MILLISECONDS;
use crate::fault::NoChoice;
use crate::record::History;
use petteia_engine::{Event, Progress, Thought};

/// The share of the time left that a decision may take, besides the increment.
const SHARE_OF_CLOCK: u32 = 30;

/// A decision to make. It can be moved to another thread.
#[derive(Clone, Debug)]
pub struct Thinking {
    agent: AgentSpec,
    game: History,
    seed: u64,
    lines: usize,
    /// Whether the answer must wait for `stop`.
    pub(super) is_infinite: bool,
}

impl Thinking {
    /// Returns the decision of an agent with the budget that the request gives it, if it gives one.
    pub(super) fn new(agent: &AgentSpec, game: History, go: &Go, seed: u64) -> Result<Self, String> {
        if go.is_infinite && agent.is_program() {
            return Err("a program cannot be told to stop; give `nodes`, `depth` or `ms` instead of `infinite`".into());
        }
        if go.is_infinite && (go.budget.is_some() || go.clock.is_some()) {
            return Err("`infinite` ends with `stop`; it takes no budget and no clock".into());
        }
        let budget = budget(go);
        let agent = budget.map_or_else(|| agent.clone(), |budget| agent.with_budget(budget));
        let own = agent.traits().budget();
        if own.is_some() && budget.is_some() && own != budget {
            return Err(format!("`{agent}` has no `depth`; give `nodes` or `ms`"));
        }
        let lines = go.lines.unwrap_or(1) as usize;
        Ok(Thinking { agent, game, seed, lines, is_infinite: go.is_infinite })
    }

    /// Decides, and returns the last line of the answer: the move or an error. Passes the lines before it to `tell` as they
    /// come. A search ends soon after `must_stop` returns true.
    pub fn decide(&self, must_stop: &(dyn Fn() -> bool + Sync), tell: &(dyn Fn(String) + Sync)) -> String {
        let (game, agent) = (&self.game, &self.agent);
        let listener = Listener { thinking: self, must_stop, tell };
        match agent.think(game, self.seed, self.lines, &listener) {
            Ok((choice, thoughts)) => {
                self.info(&thoughts).into_iter().for_each(tell);
                format!("bestmove {}", game.game().move_text(choice))
            }
            Err(NoChoice::NotStarted(error)) => format!("error {error}"),
            Err(NoChoice::Failed(fault)) => {
                let last_error = agent.last_error().map_or_else(String::new, |last_error| format!(": {last_error}"));
                format!("error the agent failed ({}){last_error}", fault.reason().name())
            }
        }
    }

    /// Returns what the agent thinks, a line for each decision that it compares.
    fn info(&self, thoughts: &[Thought]) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, thought) in (1..).zip(thoughts) {
            let rank = (self.lines > 1).then(|| format!("multipv {number}"));
            let words: Vec<String> = rank.into_iter().chain(words(&self.game, thought)).collect();
            lines.push(format!("info {}", words.join(" ")));
        }
        lines
    }
}

/// Passes on what the agent thinks.
struct Listener<'a> {
    thinking: &'a Thinking,
    must_stop: &'a (dyn Fn() -> bool + Sync),
    tell: &'a (dyn Fn(String) + Sync),
}

impl Progress for Listener<'_> {
    fn on_progress(&self, event: Event) {
        if let Event::Thoughts(thoughts) = event {
            self.thinking.info(&thoughts()).into_iter().for_each(self.tell);
        }
    }

    fn is_cancelled(&self) -> bool {
        (self.must_stop)()
    }
}

/// Returns the budget that replaces the agent's own: the one requested, or a share of the time left.
fn budget(go: &Go) -> Option<Budget> {
    if go.is_infinite {
        return Some(Budget::Milliseconds(MOST_MILLISECONDS));
    }
    go.budget.or_else(|| {
        let (left, increment) = go.clock?;
        // Half of what is left is never exceeded, whatever the increment.
        let time = (left / SHARE_OF_CLOCK + increment).min(left / 2);
        Some(Budget::Milliseconds(u32::try_from(time.as_millis()).unwrap_or(u32::MAX).max(1)))
    })
}

/// Returns a thought as the words of a line, as far as there is something to say.
fn words(game: &History, thought: &Thought) -> Vec<String> {
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
    words
}
