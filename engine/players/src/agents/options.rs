//! The options in the text of an agent: `name=value,name=value`.

use petteia_engine::{did_you_mean, nearest};

use super::about::AgentAbout;
use crate::budget::{Budget, MOST_DEPTH, MOST_MILLISECONDS, MOST_NODES};

/// The name of the option for endgame tables.
pub const ENDGAMES: &str = "endgames";

/// The name that [`ENDGAMES`] had; texts with it are still read, and games and cells are identified by it.
pub const OLDER_ENDGAMES: &str = "tables";

/// The options of one agent, each valid and given once.
pub struct Options<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Options<'a> {
    /// Parses the text after the agent's name.
    pub fn read(about: &AgentAbout, text: &'a str) -> Result<Self, String> {
        let known = about.options.iter().map(|option| option.name);
        let mut options: Vec<(&str, &str)> = Vec::new();
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            let name = if name == OLDER_ENDGAMES { ENDGAMES } else { name };
            if known.clone().all(|known| known != name) {
                let hint = did_you_mean(nearest(name, known));
                return Err(format!("`{}` has no option `{name}`{hint}", about.name));
            }
            if options.iter().any(|&(given, _)| given == name) {
                return Err(format!("`{name}` is given twice; leave one out"));
            }
            options.push((name, value));
        }
        Ok(Options(options))
    }

    /// Parses the value of an option with `read`; returns `None` if the option is not given. `right` describes the
    /// accepted values.
    pub fn get<T>(&self, option: &str, right: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>, String> {
        let Some(&(_, value)) = self.0.iter().find(|&&(name, _)| name == option) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| format!("`{option}` cannot be `{value}`: {right}"))
    }

    /// Parses the budget, of which `nodes` is the option for [`Budget::Nodes`] and counts `what`. Options that the agent does
    /// not have were refused before.
    pub fn budget(&self, nodes: &str, what: &str) -> Result<Option<Budget>, String> {
        let count = |option, what, most| {
            let right = format!("give {what}, at least 1 and at most {most}");
            self.get(option, &right, |value| value.parse().ok().filter(|n| (1..=most).contains(n)))
        };
        let given = [
            count(nodes, what, MOST_NODES)?.map(Budget::Nodes),
            count("depth", "a number of decisions", MOST_DEPTH)?.map(Budget::Depth),
            count("ms", "milliseconds", MOST_MILLISECONDS)?.map(Budget::Milliseconds),
        ];
        let given: Vec<Budget> = given.into_iter().flatten().collect();
        match given[..] {
            [_, _, ..] => Err("give only one budget: `playouts`, `nodes`, `depth` or `ms`".to_owned()),
            _ => Ok(given.first().copied()),
        }
    }
}
