//! What the files of experiments, fits and searches have in common: lists of agents, numbers with their bounds.

use std::collections::HashSet;
use std::fmt::Display;
use std::hash::Hash;
use std::ops::{Deref, Range, RangeInclusive};

use petteia_players::Opening;
use petteia_players::agents::AgentSpec;
use petteia_players::config::{ExperimentError, Source};
use toml::{Spanned, Value};

use super::agent_text::AgentText;

/// The most games of a cell; more would need more parts than a folder should hold.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// The most cells of an experiment, because people read the table and figures that show them.
pub const MOST_CELLS: usize = 10_000;

/// The most random decisions of an opening.
pub const MOST_OPENING: u32 = 1000;

/// Returns a list that is not in the file.
pub(crate) fn no_list<T>() -> Spanned<Vec<T>> {
    Spanned::new(0..0, Vec::new())
}

/// Reads a number between two bounds.
pub(crate) fn bounded<T: Copy + Display + PartialOrd>(
    source: &Source,
    key: &str,
    number: &Spanned<T>,
    bounds: RangeInclusive<T>,
) -> Result<T, ExperimentError> {
    let given = *number.get_ref();
    if bounds.contains(&given) {
        return Ok(given);
    }
    let message = format!("`{key}` is {given}; give {} to {}", bounds.start(), bounds.end());
    Err(source.wrong(number.span(), message))
}

/// Reads the number of random decisions with which games begin.
pub(crate) fn read_opening(source: &Source, text: &Spanned<Value>) -> Result<Opening, ExperimentError> {
    let opening = Opening::try_from(text.get_ref().clone());
    let opening = opening.map_err(|expected| source.wrong(text.span(), format!("`opening`: {expected}")))?;
    let most = opening.most();
    let message = || format!("`opening` is {most}; give at most {MOST_OPENING} random decisions");
    if most > MOST_OPENING { Err(source.wrong(text.span(), message())) } else { Ok(opening) }
}

/// Reads an agent.
pub(crate) fn read_agent(source: &Source, text: &Spanned<AgentText>) -> Result<AgentSpec, ExperimentError> {
    text.get_ref().parse().map_err(|error| source.wrong(text.span(), error))
}

/// Reads the agents of a list, which must be some and all different.
pub(crate) fn read_agents(
    source: &Source,
    texts: &Spanned<Vec<Spanned<AgentText>>>,
) -> Result<Vec<AgentSpec>, ExperimentError> {
    let entries = distinct(source, "agents", texts)?;
    let agents: Vec<AgentSpec> = entries.iter().map(|text| read_agent(source, text)).collect::<Result<_, _>>()?;
    // `mcts` and `mcts:playouts=1000` are the same agent.
    let mut seen = HashSet::new();
    let again = agents.iter().zip(entries).find(|(agent, _)| !seen.insert(agent.to_string()));
    if let Some((agent, entry)) = again {
        return Err(named_twice(source, entry.span(), &agent.to_string()));
    }
    Ok(agents)
}

/// Returns the error that a list of games is empty.
pub(super) fn no_games(source: &Source, key: &str, place: Range<usize>) -> ExperimentError {
    source.wrong(place, format!("`{key}` is empty; name at least one game, such as \"city-8\""))
}

/// Returns the entries of a list, which must be some and all different.
pub(super) fn distinct<'a, T: Hash + Eq + Deref<Target = str>>(
    source: &Source,
    key: &str,
    entries: &'a Spanned<Vec<Spanned<T>>>,
) -> Result<&'a [Spanned<T>], ExperimentError> {
    if entries.get_ref().is_empty() {
        return Err(source.wrong(entries.span(), format!("`{key}` is empty")));
    }
    let mut seen = HashSet::new();
    let again = entries.get_ref().iter().find(|entry| !seen.insert(entry.get_ref()));
    again.map_or(Ok(entries.get_ref()), |again| Err(named_twice(source, again.span(), again.get_ref())))
}

/// Returns the error that a list names something twice.
pub(super) fn named_twice(source: &Source, place: Range<usize>, name: &str) -> ExperimentError {
    source.wrong(place, format!("`{name}` is named twice; leave one out"))
}
