//! The endings of an endgame test, and who plays them.

use std::ops::Range;

use petteia_engine::{BySide, CheckedRules, Rules};
use petteia_players::agents::{AgentSpec, AlphaBetaConfig, Tables};
use petteia_players::config::{ExperimentError, Variant, check_limits};
use petteia_proofs::endgame::{Endgames, Ending, EndingTextError};
use petteia_statistics::limit::TIMES;
use petteia_tables::AgentKey;
use toml::Spanned;

use super::file::{ExperimentConfig, ExperimentFile};
use super::shared::{distinct, read_agents};
use super::variants::read_one;
use crate::cell::random_placement;
use crate::keys::agent_key;

/// An ending of a game with its switches, and who plays it.
pub(super) struct TestedEnding {
    pub variant: Variant,
    pub ending: Ending,
    pub pairings: Vec<BySide<AgentSpec>>,
    /// Its place in the file.
    pub place: Range<usize>,
}

/// Reads the endings of an experiment that starts from placements.
pub(super) fn read_endings(experiment: &ExperimentConfig) -> Result<Vec<TestedEnding>, ExperimentError> {
    let ExperimentConfig { source, file, .. } = experiment;
    let entries = distinct(source, "endings", experiment.needed("endings", &file.endings)?)?;
    let agents = read_agents(source, experiment.needed("agents", &file.agents)?)?;
    let read = |entry: &Spanned<String>| {
        let (variant, ending) = read_ending(experiment, entry)?;
        Ok(TestedEnding { variant, ending, pairings: pairings_in(ending, &agents, file), place: entry.span() })
    };
    entries.iter().map(read).collect()
}

/// Returns who plays an ending: each agent against itself, or those with `unequal` budgets.
fn pairings_in(ending: Ending, agents: &[AgentSpec], file: &ExperimentFile) -> Vec<BySide<AgentSpec>> {
    let agents: Vec<AgentSpec> = agents.iter().map(|agent| with_tables(agent, ending, file.tables_smaller)).collect();
    let keys: Vec<AgentKey> = agents.iter().map(agent_key).collect();
    let is_stronger = |strong: usize, weak: usize| keys[strong].has_times_the_budget_of(&keys[weak], TIMES);
    let meet = |white: usize, black: usize| {
        if file.unequal { is_stronger(white, black) || is_stronger(black, white) } else { white == black }
    };
    let all = 0..agents.len();
    let pairs = all.clone().flat_map(|white| all.clone().map(move |black| (white, black)));
    let meeting = pairs.filter(|&(white, black)| meet(white, black));
    meeting.map(|(white, black)| BySide { white: agents[white].clone(), black: agents[black].clone() }).collect()
}

/// Returns an agent with the tables that it may use in an ending: those with so many pieces fewer.
fn with_tables(agent: &AgentSpec, ending: Ending, smaller: Option<u32>) -> AgentSpec {
    match (agent, smaller) {
        (AgentSpec::AlphaBeta(config), Some(smaller)) => {
            let pieces = ending.pieces().saturating_sub(smaller);
            let tables = if pieces < 2 { Tables::Off } else { Tables::UpTo(pieces) };
            AgentSpec::AlphaBeta(AlphaBetaConfig { tables, ..config.clone() })
        }
        _ => agent.clone(),
    }
}

/// Reads a text such as `city-8+edge 4v1`.
fn read_ending(experiment: &ExperimentConfig, entry: &Spanned<String>) -> Result<(Variant, Ending), ExperimentError> {
    let (source, text) = (&experiment.source, entry.get_ref());
    let wrong = |message: String| source.wrong(entry.span(), message);
    let no_pieces =
        || wrong(format!("`{text}` is not an ending; write a game and its pieces, such as `city-8+edge 4v1`"));
    let (variant, pieces) = text.split_once(' ').ok_or_else(no_pieces)?;
    let (game, overlay) = variant.split_at(variant.find('+').unwrap_or(variant.len()));
    let rules = match experiment.file.variants().iter().find(|entry| entry.get_ref().name() == game) {
        Some(entry) => read_one(source, entry, overlay)?.rules,
        None => Rules::parse(variant).map_err(|error| wrong(error.to_string()))?,
    };
    let ending = ending_of(variant, &rules, pieces.trim()).map_err(wrong)?;
    Ok((Variant { name: variant.to_owned(), rules }, ending))
}

/// Returns an ending of a game.
fn ending_of(variant: &str, rules: &CheckedRules, pieces: &str) -> Result<Ending, String> {
    check_limits(variant, rules.limits)?;
    let ending: Ending = pieces.parse().map_err(|error: EndingTextError| error.to_string())?;
    let endgames = Endgames::new(rules).map_err(|refusal| refusal.to_string())?;
    endgames.context().ending(ending).map_err(|refusal| refusal.to_string())?;
    if random_placement(endgames.game(), ending, 0).is_none() {
        return Err(format!(
            "`{variant} {ending}`: with so few pieces the game is always over; name an ending with more"
        ));
    }
    Ok(ending)
}
