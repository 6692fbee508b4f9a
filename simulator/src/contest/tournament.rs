//! A round-robin tournament: every agent against every other on every game, from one TOML file.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::{Deref, Range};
use std::time::Duration;

use petteia_engine::{BySide, Simd};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_tables::{AgentSpeed, Contest};
use petteia_variants::{ExperimentError, FileKind, Source, Variant, VariantText, check_name, named, read_with_games};
use serde::Deserialize;
use toml::Spanned;

use super::duel::{contest, duel};
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind, ChunkSize};
use crate::experiment::{AgentText, MOST_CELLS, MOST_GAMES, MOST_OPENING, read_one};
use crate::keys::{agent_key, variant_key};
use crate::progress_style::progress_bar;
use crate::scheduler::FixedGames;
use crate::speed::Measure;
use crate::store::{Entry, Manifest, QuestionKind, Request, RunError, Store, StoreIndex};

/// The keys of a tournament file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TournamentFile {
    name: Spanned<String>,
    seed: u64,
    games: Spanned<Vec<Spanned<VariantText>>>,
    agents: Spanned<Vec<Spanned<AgentText>>>,
    pairs: Spanned<u64>,
    #[serde(default = "usual_opening")]
    opening: Spanned<u32>,
    speed_seconds: Option<Spanned<f64>>,
}

/// Returns the random decisions with which games begin if a file does not say it.
pub(crate) fn usual_opening() -> Spanned<u32> {
    Spanned::new(0..0, 4)
}

/// A tournament, ready to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    name: String,
    text: String,
    /// All pairs of agents on all games.
    duels: Vec<Cell>,
    /// Pairs of games in each duel.
    pairs: u64,
    /// How long the speed of each agent is measured on each game; not measured by default.
    speed_time: Option<Duration>,
}

impl Tournament {
    /// Reads a tournament.
    pub fn read(source: Source) -> Result<Self, ExperimentError> {
        source.check_kind(FileKind::Tournament)?;
        let (source, file) = read_with_games(source, |file: &TournamentFile| named(file.games.get_ref()))?;
        check_numbers(&source, &file)?;
        let agents = read_agents(&source, &file.agents)?;
        if agents.len() < 2 {
            return Err(source.wrong(file.agents.span(), "`agents` names fewer than two; name at least two"));
        }
        let games = read_games(&source, &file.games)?;
        check_duels(&source, &file, agents.len())?;
        let mut duels = Vec::new();
        for (game, place) in &games {
            for (index, first) in agents.iter().enumerate() {
                for second in &agents[index + 1..] {
                    let both = [first.clone(), second.clone()];
                    let cell = duel(game, both, file.seed, *file.opening.get_ref());
                    duels.push(cell.map_err(|error| source.wrong(place.clone(), error))?);
                }
            }
        }
        let speed_time = speed_time(&source, &file)?;
        let (name, pairs) = (file.name.into_inner(), *file.pairs.get_ref());
        Ok(Tournament { name, pairs, text: source.text, duels, speed_time })
    }

    /// Returns its name, which is also the name of the output folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its agents; each occurs once for each opponent and game.
    pub fn agents(&self) -> impl Iterator<Item = &AgentSpec> {
        self.duels.iter().flat_map(Cell::agents)
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        let (name, text) = (self.name.clone(), self.text.clone());
        Manifest::new(Request { kind: QuestionKind::Tournament, name, text, games: None, seed: None }, &self.duels)
    }

    /// Returns the text of its file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the question for its games.
    #[must_use]
    pub fn scheduler(&self) -> FixedGames<'_> {
        FixedGames { cells: &self.duels, each: self.pairs, chunk_size: ChunkSize::Full, tables: None }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.duels.len() as u64
    }
}

fn check_numbers(source: &Source, file: &TournamentFile) -> Result<(), ExperimentError> {
    check_name("`name`", file.name.get_ref()).map_err(|message| source.wrong(file.name.span(), message))?;
    let (pairs, most) = (*file.pairs.get_ref(), MOST_GAMES / 2);
    if !(1..=most).contains(&pairs) {
        let message = format!("`pairs` is {pairs}; a pairing needs at least 1 and at most {most}");
        return Err(source.wrong(file.pairs.span(), message));
    }
    check_opening(source, &file.opening).map(drop)
}

/// Checks and returns the number of random decisions with which games begin.
pub(crate) fn check_opening(source: &Source, opening: &Spanned<u32>) -> Result<u32, ExperimentError> {
    let plies = *opening.get_ref();
    if plies > MOST_OPENING {
        let message = format!("`opening` is {plies}; give at most {MOST_OPENING} random decisions");
        return Err(source.wrong(opening.span(), message));
    }
    Ok(plies)
}

/// Reads how long to measure the speed of each agent.
fn speed_time(source: &Source, file: &TournamentFile) -> Result<Option<Duration>, ExperimentError> {
    let Some(seconds) = &file.speed_seconds else { return Ok(None) };
    if !(0.001..=3600.0).contains(seconds.get_ref()) {
        let message = format!("`speed_seconds` is {}; give at least 0.001 and at most 3600", seconds.get_ref());
        return Err(source.wrong(seconds.span(), message));
    }
    Ok(Some(Duration::from_secs_f64(*seconds.get_ref())))
}

/// Rejects more pairings than tables and figures can show, before any is created.
fn check_duels(source: &Source, file: &TournamentFile, agents: usize) -> Result<(), ExperimentError> {
    let duels = (agents * (agents - 1) / 2).saturating_mul(file.games.get_ref().len());
    if duels <= MOST_CELLS {
        return Ok(());
    }
    let message = format!("`agents` and `games` make {duels} pairings on a game; use at most {MOST_CELLS}");
    Err(source.wrong(file.agents.span(), message))
}

pub(crate) fn read_agent(source: &Source, text: &Spanned<AgentText>) -> Result<AgentSpec, ExperimentError> {
    text.get_ref().parse().map_err(|error| source.wrong(text.span(), error))
}

pub(crate) fn read_agents(
    source: &Source,
    texts: &Spanned<Vec<Spanned<AgentText>>>,
) -> Result<Vec<AgentSpec>, ExperimentError> {
    let entries = unlike(source, "agents", texts)?;
    let agents: Vec<AgentSpec> = entries.iter().map(|text| read_agent(source, text)).collect::<Result<_, _>>()?;
    // `mcts` and `mcts:playouts=1000` are the same agent.
    let mut seen = HashSet::new();
    let again = agents.iter().zip(entries).find(|(agent, _)| !seen.insert(agent.to_string()));
    if let Some((agent, entry)) = again {
        return Err(source.wrong(entry.span(), format!("`{agent}` is named twice; leave one out")));
    }
    Ok(agents)
}

/// The games of a list, which must be some and all different, each with its place in the file.
pub(crate) fn read_games(
    source: &Source,
    entries: &Spanned<Vec<Spanned<VariantText>>>,
) -> Result<Vec<(Variant, Range<usize>)>, ExperimentError> {
    if entries.get_ref().is_empty() {
        return Err(source.wrong(entries.span(), "`games` is empty; name at least one game, such as \"city-8\""));
    }
    let mut seen = HashSet::new();
    let read = |entry: &Spanned<VariantText>| {
        let variant = read_one(source, entry, "")?;
        if !seen.insert(variant.name.clone()) {
            return Err(source.wrong(entry.span(), format!("`{}` is named twice; leave one out", variant.name)));
        }
        Ok((variant, entry.span()))
    };
    entries.get_ref().iter().map(read).collect()
}

/// The entries of a list, which must be some and all different.
pub(crate) fn unlike<'a, T: Hash + Eq + Deref<Target = str>>(
    source: &Source,
    key: &str,
    entries: &'a Spanned<Vec<Spanned<T>>>,
) -> Result<&'a [Spanned<T>], ExperimentError> {
    if entries.get_ref().is_empty() {
        return Err(source.wrong(entries.span(), format!("`{key}` is empty")));
    }
    let mut seen = HashSet::new();
    let again = entries.get_ref().iter().find(|entry| !seen.insert(entry.get_ref()));
    if let Some(again) = again {
        return Err(source.wrong(again.span(), format!("`{}` is named twice; leave one out", &**again.get_ref())));
    }
    Ok(entries.get_ref())
}

impl Tournament {
    /// Returns the games of all duels.
    pub fn contests(&self, catalog: &Catalog) -> Result<Vec<Contest>, RunError> {
        let contest = |(index, cell): (usize, &Cell)| {
            contest(cell, catalog, index, catalog.cell(index).in_order().min(self.pairs))
        };
        self.duels.iter().enumerate().map(contest).collect()
    }

    /// Returns the speed of each agent in self-play on each game, which the store keeps; `None` if the file does not ask
    /// for it.
    pub fn speeds(&self, store: &Store, quiet: bool) -> Result<Option<Vec<AgentSpeed>>, RunError> {
        let Some(time) = self.speed_time else { return Ok(None) };
        let known = StoreIndex::read(store.folder())?.speeds;
        let mut players: Vec<Cell> = Vec::new();
        for cell in self.duels.iter().flat_map(|duel| duel.agents().map(|agent| self_play(duel, agent))) {
            if players.iter().all(|known| known.id() != cell.id()) {
                players.push(cell);
            }
        }
        let bar = progress_bar(players.len() as u64, "games", quiet);
        let mut speeds = Vec::new();
        for cell in &players {
            let agent = &cell.matchup.agents.white;
            bar.set_message(format!("speed of {agent} on {}", cell.variant));
            let speed = match known.get(&cell.id()) {
                Some(&speed) => speed,
                None => {
                    let speed = Measure::new(&cell.matchup.rules, agent, time, Simd::best(), 1).speed()?;
                    store.record(&Entry::Speed { cell: cell.id(), speed })?;
                    speed
                }
            };
            speeds.push(AgentSpeed { variant: variant_key(&cell.variant), agent: agent_key(agent), speed });
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(Some(speeds))
    }
}

/// Returns the cell in which an agent of a duel plays itself, by which its speed is known.
fn self_play(duel: &Cell, agent: &AgentSpec) -> Cell {
    let agents = BySide { white: agent.clone(), black: agent.clone() };
    Cell::new(duel.variant.clone(), Matchup { agents, ..duel.matchup.clone() }, CellKind::Games, duel.seed)
}
