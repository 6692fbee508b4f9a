//! From the experiment to cells: variant × levels of the factors × pairing, or ending × pairing.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Duration;

use petteia_engine::{BySide, CheckedRules, did_you_mean, nearest};
use petteia_players::agents::AgentSpec;
use petteia_players::config::{ExperimentError, Form, check_name};
use petteia_players::{Matchup, Opening};
use petteia_statistics::limit::TIMES;

use super::endings::{TestedEnding, read_endings};
use super::factors::{Factor, read_factors};
use super::file::{ExperimentConfig, GamesText};
use super::labels::Labels;
use super::pairings::{AgentEntry, PairingText};
use super::shared::{MOST_CELLS, MOST_GAMES, bounded, no_games, read_agents, read_opening};
use super::stop::{Metric, StopRule, parse_duration};
use super::variants::{LeftOut, VariantPlan, read_variants};
use crate::cell::{Cell, CellKind};

/// Everything that will be played; it depends only on the experiment file and the overrides.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The experiment's name.
    pub name: String,
    /// What its cells consist of.
    pub form: Form,
    /// The experiment's seed.
    pub seed: u64,
    /// How long to play: no chunk begins later.
    pub budget: Option<Duration>,
    /// How long the speed of each agent of a tournament is measured on each game; not measured by default.
    pub speed_time: Option<Duration>,
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
    /// How many games, or at most how many if `stop` ends the cell; in a tournament, how many pairs of games.
    pub games: u64,
    /// The rule that ends the cell earlier.
    pub stop: Option<StopRule>,
    /// The index of the cell with which the stopping rule compares this one, which may be itself; `None` if it compares none.
    pub compared_with: Option<usize>,
    /// Where the file says who plays.
    pub(crate) place: Range<usize>,
}

impl CellPlan {
    /// Returns the name of what its stopping rule looks at: a rate, or the difference of a rate from that of another cell.
    #[must_use]
    pub fn metric(&self) -> &'static str {
        let Some(rule) = &self.stop else { return Metric::DrawRate.name() };
        let is_difference = self.compared_with.is_some_and(|base| base != self.index as usize);
        if is_difference { rule.metric.difference_name() } else { rule.metric.name() }
    }
}

/// Two agents that play each other.
struct Pairing {
    agents: BySide<AgentSpec>,
    /// Games per cell of this pairing, instead of the experiment's.
    games: Option<u64>,
    place: Range<usize>,
}

impl Plan {
    /// Makes the plan of an experiment. `games` (which replaces a stopping rule too) and `seed` replace those of the file.
    ///
    /// # Errors
    /// An unknown game, switch or agent, or a combination that makes no sense; with the line.
    pub fn new(experiment: &ExperimentConfig, games: Option<u64>, seed: Option<u64>) -> Result<Self, ExperimentError> {
        let (source, file) = (&experiment.source, &experiment.file);
        check_name("`name`", file.name.get_ref()).map_err(|message| source.wrong(file.name.span(), message))?;
        games
            .map_or(Ok(()), |games| check_override(experiment.form, games))
            .map_err(|message| source.wrong(0..0, message))?;
        let mut plan = Plan {
            name: experiment.name().to_owned(),
            form: experiment.form,
            seed: seed.unwrap_or(file.seed),
            budget: read_budget(experiment)?,
            speed_time: read_speed_time(experiment)?,
            cells: Vec::new(),
            left_out: Vec::new(),
            labels: Labels::default(),
        };
        match plan.form {
            Form::Games | Form::Pairs => plan.add_variants(experiment, games)?,
            Form::Placements => plan.add_endings(experiment)?,
        }
        Ok(plan)
    }

    /// Adds a cell for each variant and pairing.
    fn add_variants(&mut self, experiment: &ExperimentConfig, games: Option<u64>) -> Result<(), ExperimentError> {
        let (source, file) = (&experiment.source, &experiment.file);
        let usual = read_amount(experiment)?;
        check_variants(experiment)?;
        let factors = read_factors(source, &file.factors, &file.limits)?;
        check_cells(experiment, &factors)?;
        let (kind, usual_opening, pairings) = match self.form {
            Form::Pairs => (CellKind::Pairs, 4.into(), every_two(experiment)?),
            _ => (CellKind::Games, 0.into(), listed_pairings(experiment, &mut self.labels)?),
        };
        let opening = file.opening.as_ref().map_or(Ok(usual_opening), |text| read_opening(source, text))?;
        let stop = file.stop.as_ref().map(|stop| stop.get_ref());
        let (variants, left_out) = read_variants(experiment, &factors, &mut self.labels)?;
        self.left_out = left_out;
        for VariantPlan { name, rules, levels } in variants {
            for pairing in &pairings {
                let fixed = games.or(pairing.games).or(usual);
                let matchup = Matchup { rules: rules.clone(), agents: pairing.agents.clone(), opening };
                let cell = Cell::new(name.clone(), matchup, kind.clone(), self.seed);
                check_opening(experiment, &cell)?;
                self.cells.push(CellPlan {
                    index: self.cells.len() as u32,
                    cell,
                    factors: levels.clone(),
                    games: fixed.or(stop.map(|stop| stop.max_games)).unwrap_or_default(),
                    stop: stop.filter(|_| fixed.is_none()).cloned(),
                    compared_with: None,
                    place: pairing.place.clone(),
                });
            }
        }
        self.find_compared(experiment)?;
        self.check_cells(experiment, |cell| !cell.matchup.has_program())
    }

    /// Finds the cell with which a stopping rule compares each cell: that of the named variant, with the same agents.
    fn find_compared(&mut self, experiment: &ExperimentConfig) -> Result<(), ExperimentError> {
        let Some(stop) = &experiment.file.stop else { return Ok(()) };
        let swaps = |cell: &&CellPlan| cell.stop.is_some() && cell.cell.matchup.rules.swap;
        if let (Metric::FirstMoveAdvantage, Some(cell)) = (stop.get_ref().metric, self.cells.iter().find(swaps)) {
            let name = &cell.cell.variant;
            let message = format!(
                "`metric`: in `{name}` the players may swap sides, and a stopping rule sees only sides; use `white_rate`"
            );
            return Err(experiment.source.wrong(stop.span(), message));
        }
        let Some(against) = &stop.get_ref().against else { return Ok(()) };
        let is_named = |cell: &CellPlan| {
            let name = &cell.cell.variant;
            name == against || self.labels.variants.get(name) == Some(against)
        };
        let named: Vec<(usize, BySide<AgentSpec>)> = (0..)
            .zip(&self.cells)
            .filter(|(_, cell)| is_named(cell))
            .map(|(index, cell)| (index, cell.cell.matchup.agents.clone()))
            .collect();
        if named.is_empty() || named.len() == self.cells.len() {
            let names = self.cells.iter().map(|cell| cell.cell.variant.as_str());
            let why =
                if named.is_empty() { did_you_mean(nearest(against, names)) } else { "; name more variants".into() };
            return Err(experiment
                .source
                .wrong(stop.span(), format!("`against`: no variant to compare with `{against}`{why}")));
        }
        for cell in self.cells.iter_mut().filter(|cell| cell.stop.is_some()) {
            let base = named.iter().find(|(_, agents)| *agents == cell.cell.matchup.agents);
            cell.compared_with = base.map(|(index, _)| *index);
        }
        Ok(())
    }

    /// Adds a cell for each ending and pairing.
    fn add_endings(&mut self, experiment: &ExperimentConfig) -> Result<(), ExperimentError> {
        let placements = experiment.needed("placements", &experiment.file.placements)?;
        let games = bounded(&experiment.source, "placements", placements, 1..=MOST_GAMES)?;
        for TestedEnding { variant, ending, pairings, place } in read_endings(experiment)? {
            if pairings.is_empty() {
                let message =
                    format!("no two agents have budgets of which one is {TIMES} times the other; `unequal` needs them");
                return Err(experiment.source.wrong(place, message));
            }
            for agents in pairings {
                let matchup = Matchup { rules: variant.rules.clone(), agents, opening: 0.into() };
                self.cells.push(CellPlan {
                    index: self.cells.len() as u32,
                    cell: Cell::new(variant.name.clone(), matchup, CellKind::Placements(ending.to_string()), self.seed),
                    factors: Vec::new(),
                    games,
                    stop: None,
                    compared_with: None,
                    place: place.clone(),
                });
            }
        }
        self.check_cells(experiment, |cell| !cell.matchup.has_program())
    }

    /// Checks that the agents of some cells find what they need.
    fn check_cells(
        &self,
        experiment: &ExperimentConfig,
        is_checked: impl Fn(&Cell) -> bool,
    ) -> Result<(), ExperimentError> {
        let mut checked = self.cells.iter().filter(|planned| is_checked(&planned.cell));
        checked.try_for_each(|CellPlan { cell, place, .. }| {
            let wrong = |error| experiment.source.wrong(place.clone(), format!("`{}`: {error}", cell.variant));
            cell.matchup.check().map_err(wrong)
        })
    }

    /// Checks that the agents that are programs of their own start, and play the rules of their cells. A plan is also made
    /// from the experiment in a run folder, which must not start programs, so only a person's request comes here.
    ///
    /// # Errors
    /// A program does not start, or refuses the rules; with the line.
    pub fn check_programs(&self, experiment: &ExperimentConfig) -> Result<(), ExperimentError> {
        self.check_cells(experiment, |cell| cell.matchup.has_program())
    }

    /// Returns the random decisions before the agents play.
    pub fn opening(&self) -> Opening {
        self.cells.first().map_or(0.into(), |planned| planned.cell.matchup.opening)
    }

    /// Returns the variants that are the same game as an earlier variant, each with that variant.
    pub fn same_games(&self) -> Vec<(&str, &str)> {
        let mut first: HashMap<String, &str> = HashMap::new();
        let mut same = Vec::new();
        // Each ending of a game is played once, whatever the name of the game.
        if self.form == Form::Placements {
            return same;
        }
        for CellPlan { cell: Cell { variant, matchup, .. }, .. } in &self.cells {
            let rules = serde_json::to_string(&*matchup.rules).expect("rules are plain data");
            let earlier = *first.entry(rules).or_insert(variant);
            if earlier != variant && !same.contains(&(variant.as_str(), earlier)) {
                same.push((variant, earlier));
            }
        }
        same
    }

    /// Returns the variants, each once, with their rules.
    pub fn variants(&self) -> impl Iterator<Item = (&str, &CheckedRules)> {
        let mut seen = HashSet::new();
        let variants = self.cells.iter().map(|planned| (planned.cell.variant.as_str(), &planned.cell.matchup.rules));
        variants.filter(move |(variant, _)| seen.insert(*variant))
    }

    /// Returns the games of all cells.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|planned| planned.games * planned.cell.games_each()).sum()
    }
}

/// Checks a number of games.
fn check_games(games: u64) -> Result<(), String> {
    let fits = (1..=MOST_GAMES).contains(&games);
    if fits { Ok(()) } else { Err(format!("`games` is {games}; a cell needs at least 1 and at most {MOST_GAMES}")) }
}

/// Checks a number of games that replaces that of the file.
fn check_override(form: Form, games: u64) -> Result<(), String> {
    let key = match form {
        Form::Games => return check_games(games),
        Form::Pairs => "pairs",
        Form::Placements => "placements",
    };
    Err(format!("--games replaces `games`; this file has `{key}` instead: change it there"))
}

/// Checks that there are variants to play.
fn check_variants(experiment: &ExperimentConfig) -> Result<(), ExperimentError> {
    let ExperimentConfig { source, file, form } = experiment;
    let (key, variants, place) = file.list_of_variants().ok_or_else(|| source.missing("variants"))?;
    if variants.is_empty() {
        return Err(no_games(source, key, place));
    }
    if *form == Form::Games && file.pairings.get_ref().is_empty() {
        return Err(source.wrong(
            file.pairings.span(),
            "no agents are given; name at least one in `pairings`, such as \"random\", or add a `[ladder]`",
        ));
    }
    Ok(())
}

/// Rejects more cells than a run can hold, before any is made.
fn check_cells(experiment: &ExperimentConfig, factors: &[Factor]) -> Result<(), ExperimentError> {
    let ExperimentConfig { source, file, .. } = experiment;
    let (pairings, who, place) = match &file.agents {
        Some(agents) => {
            let count = agents.get_ref().len();
            (count * count.saturating_sub(1) / 2, "agents", agents.span())
        }
        None => {
            (file.pairings.get_ref().len(), "pairings", file.list_of_variants().map_or(0..0, |(_, _, place)| place))
        }
    };
    let mut cells = file.variants().len().saturating_mul(pairings);
    let too_many = |what: String, cells: usize| {
        format!("{what} {cells} cells (variants × levels of the factors × pairings); use at most {MOST_CELLS}")
    };
    if cells > MOST_CELLS {
        return Err(source.wrong(place, too_many(format!("`variants` and `{who}` make"), cells)));
    }
    for Factor { name, span, levels, .. } in factors {
        cells = cells.saturating_mul(levels.len());
        if cells > MOST_CELLS {
            let message = too_many(format!("with factor `{name}` there are at least"), cells);
            return Err(source.wrong(span.clone(), message));
        }
    }
    Ok(())
}

/// Rejects an opening that would leave the agents nothing to decide.
fn check_opening(experiment: &ExperimentConfig, cell: &Cell) -> Result<(), ExperimentError> {
    let Some(opening) = &experiment.file.opening else { return Ok(()) };
    let (plies, turn_cap) = (cell.matchup.opening.most(), cell.matchup.rules.turn_cap());
    let wrong = |message| Err(experiment.source.wrong(opening.span(), message));
    if !cell.matchup.is_random() && (1..=plies).contains(&turn_cap) {
        return wrong(format!(
            "`opening` is {plies}, but `turn_cap` ends a game of `{}` after {turn_cap} turns, before an agent \
             decides anything; give fewer",
            cell.variant
        ));
    }
    Ok(())
}

/// Returns how many games or pairs each cell has; `None` if `stop` or every pairing says it.
fn read_amount(experiment: &ExperimentConfig) -> Result<Option<u64>, ExperimentError> {
    let ExperimentConfig { source, file, form } = experiment;
    let games = file.games.as_ref().map(|games| (games.get_ref(), games.span()));
    if *form == Form::Pairs {
        match games {
            Some((GamesText::Number(games), place)) => {
                let message = format!(
                    "`games` is {games}; beside `agents`, every two of which play each other, `pairs` says how many: leave \
                     `games` out, or write `pairings` in place of `agents`"
                );
                return Err(source.wrong(place, message));
            }
            Some((GamesText::List(_), place)) if file.variants.is_some() => {
                return Err(source.wrong(place, "`variants` and `games` both list games; leave `games` out"));
            }
            _ => {}
        }
        return bounded(source, "pairs", experiment.needed("pairs", &file.pairs)?, 1..=MOST_GAMES / 2).map(Some);
    }
    match (games, &file.stop) {
        (Some((GamesText::List(_), place)), _) => {
            Err(source.wrong(place, "`games` is a list; give a whole number, at least 0, without quotes"))
        }
        (Some((GamesText::Number(games), place)), None) => {
            check_games(*games).map_err(|message| source.wrong(place, message))?;
            Ok(Some(*games))
        }
        (None, Some(stop)) => {
            let right = check_games(stop.get_ref().max_games).and_then(|()| stop.get_ref().check());
            right.map_err(|message| source.wrong(stop.span(), message))?;
            Ok(None)
        }
        (Some(_), Some(stop)) => Err(source.wrong(stop.span(), "`games` and `stop` are both given; leave one out")),
        (None, None) if file.pairings.get_ref().iter().all(|pairing| pairing.get_ref().games.is_some()) => Ok(None),
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

/// Reads how long to measure the speed of each agent.
fn read_speed_time(experiment: &ExperimentConfig) -> Result<Option<Duration>, ExperimentError> {
    let Some(seconds) = &experiment.file.speed_seconds else { return Ok(None) };
    bounded(&experiment.source, "speed_seconds", seconds, 0.001..=3600.0).map(Duration::from_secs_f64).map(Some)
}

/// Returns the pairings of every two agents.
fn every_two(experiment: &ExperimentConfig) -> Result<Vec<Pairing>, ExperimentError> {
    let ExperimentConfig { source, file, .. } = experiment;
    let entries = experiment.needed("agents", &file.agents)?;
    let agents = read_agents(source, entries)?;
    if agents.len() < 2 {
        return Err(source.wrong(entries.span(), "`agents` names fewer than two; name at least two"));
    }
    let mut pairings = Vec::new();
    for (index, white) in agents.iter().enumerate() {
        for black in &agents[index + 1..] {
            let agents = BySide { white: white.clone(), black: black.clone() };
            pairings.push(Pairing { agents, games: None, place: entries.get_ref()[index].span() });
        }
    }
    Ok(pairings)
}

/// Returns the pairings that are listed, and gives their agents their labels.
fn listed_pairings(experiment: &ExperimentConfig, labels: &mut Labels) -> Result<Vec<Pairing>, ExperimentError> {
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
        Ok(Pairing { agents: BySide { white, black }, games: pairing.games, place: entry.span() })
    };
    experiment.file.pairings.get_ref().iter().map(read).collect()
}

/// The cells that one cell is compared with: other variants, played by the same agents.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) base: usize,
    pub(super) others: Vec<usize>,
    pub(super) rule: StopRule,
}

/// Returns the comparisons of a plan whose stopping rule asks for differences.
pub(super) fn comparisons(plan: &Plan) -> impl Iterator<Item = Comparison> {
    plan.cells.iter().filter_map(|planned| {
        let base = planned.index as usize;
        let rule = planned.stop.clone().filter(|_| planned.compared_with == Some(base))?;
        let is_other = |other: &usize| *other != base && plan.cells[*other].compared_with == Some(base);
        Some(Comparison { base, others: (0..plan.cells.len()).filter(is_other).collect(), rule })
    })
}

#[cfg(test)]
mod tests {
    use petteia_players::config::Source;

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
