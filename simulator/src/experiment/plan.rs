//! From the experiment to cells (variant × levels of the factors × pairing) and how many games of each.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use petteia_engine::BySide;
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_variants::{ExperimentError, check_name};

use super::factors::{Factor, read_factors};
use super::file::ExperimentConfig;
use super::labels::Labels;
use super::pairings::{AgentEntry, PairingText};
use super::stop::{StopRule, parse_duration};
use super::variants::{LeftOut, VariantPlan, read_variants};
use crate::cell::{Cell, CellKind};

/// Everything that will be played; it depends only on the experiment file and the overrides.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The experiment's name.
    pub name: String,
    /// The experiment's seed.
    pub seed: u64,
    /// How long to play: no chunk begins later.
    pub budget: Option<Duration>,
    /// The cells in the order of the file.
    pub cells: Vec<CellPlan>,
    /// Combinations of factors that make no sense and are not played.
    pub left_out: Vec<LeftOut>,
    /// The labels of agents and variants.
    pub labels: Labels,
}

/// One variant played by one pairing of agents, and how many games of it are asked for.
#[derive(Clone, Debug)]
pub struct CellPlan {
    /// The number of the cell, from 0.
    pub index: u32,
    /// Everything that determines its games.
    pub cell: Cell,
    /// Each factor's name and level.
    pub factors: Vec<(String, String)>,
    /// How many games, or at most how many if `stop` ends the cell.
    pub games: u64,
    /// The rule that ends the cell earlier.
    pub stop: Option<StopRule>,
}

impl Plan {
    /// Makes the plan of an experiment. `games` (which replaces a stopping rule too) and `seed` replace those of the file.
    ///
    /// # Errors
    /// An unknown game, switch or agent, or a combination that makes no sense; with the line.
    pub fn new(experiment: &ExperimentConfig, games: Option<u64>, seed: Option<u64>) -> Result<Self, ExperimentError> {
        games.map_or(Ok(()), check_games).map_err(|message| experiment.source.wrong(0..0, message))?;
        check_shape(experiment)?;
        let factors = read_factors(&experiment.source, &experiment.file.factors, &experiment.file.limits)?;
        check_cells(experiment, &factors)?;
        let mut labels = Labels::default();
        let pairings = read_pairings(experiment, &mut labels)?;
        let file = &experiment.file;
        let stop = file.stop.as_ref().map(|stop| *stop.get_ref());
        let seed = seed.unwrap_or(file.seed);
        let mut cells = Vec::new();
        let (variants, left_out) = read_variants(experiment, &factors, &mut labels)?;
        for VariantPlan { name, rules, levels } in variants {
            for ((pairing, white, black), entry) in pairings.iter().zip(file.pairings.get_ref()) {
                let fixed = games.or(pairing.games).or(file.games.as_ref().map(|games| *games.get_ref()));
                let matchup = Matchup {
                    rules: rules.clone(),
                    agents: BySide { white: white.clone(), black: black.clone() },
                    opening: file.opening.as_ref().map_or(0, |opening| opening.get_ref().0),
                };
                let cell = CellPlan {
                    index: cells.len() as u32,
                    cell: Cell::new(name.clone(), matchup, CellKind::Games, seed),
                    factors: levels.clone(),
                    games: fixed.or(stop.map(|stop| stop.max_games)).unwrap_or_default(),
                    stop: stop.filter(|_| fixed.is_none()),
                };
                let wrong = |error| experiment.source.wrong(entry.span(), format!("`{name}`: {error}"));
                if !cell.cell.matchup.has_program() {
                    cell.cell.matchup.check().map_err(wrong)?;
                }
                check_opening(experiment, &cell.cell)?;
                cells.push(cell);
            }
        }
        Ok(Plan { name: experiment.name().to_owned(), seed, budget: read_budget(experiment)?, cells, left_out, labels })
    }

    /// Checks that the agents that are programs of their own start, and play the rules of their cells. A plan is also made
    /// from the experiment in a run folder, which must not start programs, so only a person's request comes here.
    ///
    /// # Errors
    /// A program does not start, or refuses the rules; with the line.
    pub fn check_programs(&self, experiment: &ExperimentConfig) -> Result<(), ExperimentError> {
        let pairings = experiment.file.pairings.get_ref().iter().cycle();
        let cells = self.cells.iter().map(|planned| &planned.cell);
        for (cell, entry) in cells.zip(pairings).filter(|(cell, _)| cell.matchup.has_program()) {
            let wrong = |error| experiment.source.wrong(entry.span(), format!("`{}`: {error}", cell.variant));
            cell.matchup.check().map_err(wrong)?;
        }
        Ok(())
    }

    /// Returns the random decisions before the agents play.
    pub fn opening(&self) -> u32 {
        self.cells.first().map_or(0, |planned| planned.cell.matchup.opening)
    }

    /// Returns the variants that are the same game as an earlier variant, each with that variant.
    pub fn same_games(&self) -> Vec<(&str, &str)> {
        let mut first: HashMap<String, &str> = HashMap::new();
        let mut same = Vec::new();
        for CellPlan { cell: Cell { variant, matchup, .. }, .. } in &self.cells {
            let rules = serde_json::to_string(&*matchup.rules).expect("rules are plain data");
            let earlier = *first.entry(rules).or_insert(variant);
            if earlier != variant && !same.contains(&(variant.as_str(), earlier)) {
                same.push((variant, earlier));
            }
        }
        same
    }

    /// Returns the games of all cells.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }
}

/// The most games of a cell; more would need more chunks than a folder should hold.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// The most cells of an experiment, because people read the table and figures that show them.
pub const MOST_CELLS: usize = 10_000;

/// The most random decisions of an opening.
pub const MOST_OPENING: u32 = 1000;

/// Checks a number of games.
pub(crate) fn check_games(games: u64) -> Result<(), String> {
    let fits = (1..=MOST_GAMES).contains(&games);
    if fits { Ok(()) } else { Err(format!("`games` is {games}; a cell needs at least 1 and at most {MOST_GAMES}")) }
}

/// Checks what the TOML reader cannot: empty lists, an unsuitable name, no games.
fn check_shape(experiment: &ExperimentConfig) -> Result<(), ExperimentError> {
    let (source, file) = (&experiment.source, &experiment.file);
    check_name("`name`", file.name.get_ref()).map_err(|message| source.wrong(file.name.span(), message))?;
    check_amount(experiment)?;
    if file.variants.get_ref().is_empty() {
        return Err(
            source.wrong(file.variants.span(), "`variants` is empty; name at least one game, such as \"city-8\"")
        );
    }
    if file.pairings.get_ref().is_empty() {
        return Err(source.wrong(
            file.pairings.span(),
            "no agents are given; name at least one in `pairings`, such as \"random\", or add a `[ladder]`",
        ));
    }
    Ok(())
}

/// Rejects more cells than a run can hold, before any is made.
fn check_cells(experiment: &ExperimentConfig, factors: &[Factor]) -> Result<(), ExperimentError> {
    let file = &experiment.file;
    let mut cells = file.variants.get_ref().len().saturating_mul(file.pairings.get_ref().len());
    let too_many = |what: String, cells: usize| {
        format!("{what} {cells} cells (variants × levels of the factors × pairings); use at most {MOST_CELLS}")
    };
    if cells > MOST_CELLS {
        let message = too_many("`variants` and `pairings` make".into(), cells);
        return Err(experiment.source.wrong(file.variants.span(), message));
    }
    for Factor { name, span, levels, .. } in factors {
        cells = cells.saturating_mul(levels.len());
        if cells > MOST_CELLS {
            let message = too_many(format!("with factor `{name}` there are at least"), cells);
            return Err(experiment.source.wrong(span.clone(), message));
        }
    }
    Ok(())
}

/// Rejects an opening that would leave the agents nothing to decide.
fn check_opening(experiment: &ExperimentConfig, cell: &Cell) -> Result<(), ExperimentError> {
    let Some(opening) = &experiment.file.opening else { return Ok(()) };
    let (plies, turn_cap) = (opening.get_ref().0, cell.matchup.rules.turn_cap());
    let wrong = |message| Err(experiment.source.wrong(opening.span(), message));
    if plies > MOST_OPENING {
        return wrong(format!("`opening` is {plies}; give at most {MOST_OPENING} random decisions"));
    }
    if !cell.matchup.is_random() && (1..=plies).contains(&turn_cap) {
        return wrong(format!(
            "`opening` is {plies}, but `turn_cap` ends a game of `{}` after {turn_cap} turns, before an agent \
             decides anything; give fewer",
            cell.variant
        ));
    }
    Ok(())
}

/// Checks that either `games` or `stop` is given, unless every pairing has games of its own.
fn check_amount(experiment: &ExperimentConfig) -> Result<(), ExperimentError> {
    let (source, file) = (&experiment.source, &experiment.file);
    match (&file.games, &file.stop) {
        (Some(games), None) => check_games(*games.get_ref()).map_err(|message| source.wrong(games.span(), message)),
        (None, Some(stop)) => {
            let right = check_games(stop.get_ref().max_games).and_then(|()| stop.get_ref().check());
            right.map_err(|message| source.wrong(stop.span(), message))
        }
        (Some(_), Some(stop)) => Err(source.wrong(stop.span(), "`games` and `stop` are both given; leave one out")),
        (None, None) if file.pairings.get_ref().iter().all(|pairing| pairing.get_ref().games.is_some()) => Ok(()),
        (None, None) => Err(source.wrong(
            0..0,
            "neither `games` nor `stop` is given; say how many games each cell has, such as `games = 1000`",
        )),
    }
}

fn read_budget(experiment: &ExperimentConfig) -> Result<Option<Duration>, ExperimentError> {
    let read = |text: &toml::Spanned<String>| {
        parse_duration(text.get_ref()).map_err(|message| experiment.source.wrong(text.span(), message))
    };
    experiment.file.budget.as_ref().map(read).transpose()
}

type Pairing = (PairingText, AgentSpec, AgentSpec);

/// Returns the pairings with their agents, and gives these their labels.
fn read_pairings(experiment: &ExperimentConfig, labels: &mut Labels) -> Result<Vec<Pairing>, ExperimentError> {
    let mut seen = HashSet::new();
    let read = |entry: &toml::Spanned<PairingText>| {
        let pairing = entry.get_ref();
        let wrong = |message: String| experiment.source.wrong(entry.span(), message);
        let mut agent = |entry: &AgentEntry| {
            let agent = entry.agent.parse::<AgentSpec>().map_err(|error| wrong(error.to_string()))?;
            if let Some(label) = &entry.label {
                labels.add(&experiment.source, |labels| &mut labels.agents, agent.to_string(), label, "")?;
            }
            Ok(agent)
        };
        let (white, black) = (agent(&pairing.white)?, agent(&pairing.black)?);
        pairing.games.map_or(Ok(()), check_games).map_err(wrong)?;
        if !seen.insert(format!("{white} {black}")) {
            return Err(wrong(format!("{white} against {black} is named twice; leave one out")));
        }
        Ok((pairing.clone(), white, black))
    };
    experiment.file.pairings.get_ref().iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use petteia_variants::Source;

    use super::*;

    #[test]
    fn one_game_under_two_names_is_found() {
        let text = "name = \"a\"\nseed = 1\ngames = 1\nvariants = [\"poleis\", \"city-8\"]\npairings = [\"random\", \"greedy\"]\n\
                    [factors]\nvagi = \"+vagi\"\n";
        let experiment = ExperimentConfig::read(Source::of("a.toml", text)).expect("it is right");
        let plan = Plan::new(&experiment, None, None).expect("it can be played");
        assert_eq!(plan.same_games(), [("poleis+vagi", "poleis")]);
    }
}
