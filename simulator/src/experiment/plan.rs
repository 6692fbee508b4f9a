//! From the experiment to cells (variant × levels of the factors × pairing) and work units.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Duration;

use petteia_engine::{BySide, CheckedRules, Rules};
use petteia_players::agents::AgentSpec;
use petteia_players::{Matchup, seeds};
use petteia_variants::{Defect, ExperimentError, LimitsText, Source, Variant, VariantText, check_limits, check_name};

use super::file::{Experiment, Levels, PairingText};
use super::stop::{StopRule, parse_duration};

/// Everything that will be played; it depends only on the experiment file and the overrides.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The experiment's name.
    pub name: String,
    /// The experiment's seed.
    pub seed: u64,
    /// How long to play: no unit begins later.
    pub budget: Option<Duration>,
    /// The cells in the order of the file.
    pub cells: Vec<Cell>,
    /// Combinations of factors that make no sense and that the file leaves out.
    pub left_out: Vec<String>,
}

/// One variant played by one pairing of agents.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The number of the cell, from 0.
    pub index: u32,
    /// The name of the variant with its switches.
    pub variant: String,
    /// Its rules, limits included, its agents and their opening.
    pub matchup: Matchup,
    /// Each factor's name and level.
    pub factors: Vec<(String, String)>,
    /// How many games, or at most how many if `stop` ends the cell.
    pub games: u64,
    /// The rule that ends the cell earlier.
    pub stop: Option<StopRule>,
}

/// A range of the games of a cell: the work that makes one part of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The number of the cell.
    pub cell: u32,
    /// The number of the unit in the cell, from 0.
    pub number: u64,
    /// The numbers of its games.
    pub games: Range<u64>,
}

/// Games per unit of random players: enough that each sync of the disk comes with at least a tenth of a second of play.
const RANDOM_UNIT: u64 = 50_000;
/// Games per unit if an agent looks one move ahead.
const GREEDY_UNIT: u64 = 2_000;
/// Games per unit if an agent searches, with seconds of play per game.
const SEARCH_UNIT: u64 = 10;
/// Games per unit if the agents search a few hundred positions per decision.
const QUICK_UNIT: u64 = 250;
/// Games per unit if the searches share lanes: several per lane, so that few lanes are idle at the end.
const SHARED_UNIT: u64 = 128;
/// Games of the first units of a cell with a stopping rule, which is tested after each unit.
const FIRST_LOOK: u64 = 250;
/// A later unit of such a cell has one game per this many earlier games: a cell plays at most a quarter more than it needs, and its
/// units reach full size after a few dozen.
const GROWTH: u64 = 4;

impl Cell {
    /// Returns the number of the cell's random streams; other cells of the experiment do not change it.
    pub fn stream(&self) -> u64 {
        seeds::stream_of_matchup(&self.variant, &self.matchup.agents)
    }

    /// Returns the most games of a unit; all units but the last have as many, except the first ones of a cell with a stopping rule.
    pub fn unit_games(&self) -> u64 {
        // A proof at every turn makes even random games slow.
        match (self.matchup.is_random() && !self.matchup.rules.limits.fortress, self.matchup.searches()) {
            (true, _) => RANDOM_UNIT,
            (false, false) => GREEDY_UNIT,
            (false, true) if self.matchup.plays_in_lanes() => SHARED_UNIT,
            (false, true) if self.matchup.is_quick() => QUICK_UNIT,
            (false, true) => SEARCH_UNIT,
        }
    }

    /// Returns how its games are divided into units.
    pub fn division(&self) -> Division {
        Division { games: self.games, most: self.unit_games(), grows: self.stop.is_some() }
    }

    /// Returns how many units the cell has.
    pub fn units(&self) -> u64 {
        self.division().units()
    }

    /// Returns the unit with a number.
    pub fn unit(&self, number: u64) -> Unit {
        Unit { cell: self.index, number, games: self.division().games_of(number) }
    }

    /// Returns the number of the unit that contains a game.
    pub fn unit_of(&self, game: u64) -> u64 {
        self.division().unit_of(game)
    }
}

/// How the games of a cell are divided into units.
#[derive(Clone, Copy, Debug)]
pub struct Division {
    games: u64,
    /// The most games of a unit.
    most: u64,
    /// Whether the first units are smaller.
    grows: bool,
}

impl Division {
    /// Returns how many units there are.
    pub fn units(self) -> u64 {
        self.games.checked_sub(1).map_or(0, |last| self.unit_of(last) + 1)
    }

    /// Returns the numbers of the games of a unit.
    pub fn games_of(self, unit: u64) -> Range<u64> {
        let starts = self.first_starts();
        let start = |number: u64| {
            let full = number.saturating_sub(starts.len() as u64 - 1);
            starts[(number - full) as usize] + full * self.most
        };
        start(unit)..self.games.min(start(unit + 1))
    }

    /// Returns the number of the unit that contains a game.
    pub fn unit_of(self, game: u64) -> u64 {
        let starts = self.first_starts();
        let last = starts.partition_point(|&start| start <= game) - 1;
        last as u64 + (game - starts[last]) / self.most
    }

    /// Returns where the smaller units begin, followed by the first unit of full size.
    fn first_starts(self) -> Vec<u64> {
        let size = |start: u64| {
            if self.grows { (start / GROWTH).clamp(FIRST_LOOK.min(self.most), self.most) } else { self.most }
        };
        let next = |&start: &u64| (size(start) < self.most).then(|| start + size(start));
        std::iter::successors(Some(0), next).collect()
    }
}

impl Plan {
    /// Makes the plan of an experiment. `games` (which replaces a stopping rule too) and `seed` replace those of the file.
    ///
    /// # Errors
    /// An unknown game, switch or agent, or a combination that makes no sense; with the line.
    pub fn new(experiment: &Experiment, games: Option<u64>, seed: Option<u64>) -> Result<Self, ExperimentError> {
        check_shape(experiment)?;
        let factors = read_factors(experiment)?;
        check_cells(experiment, &factors)?;
        let pairings = read_pairings(experiment)?;
        let file = &experiment.file;
        let stop = file.stop.as_ref().map(|stop| *stop.get_ref());
        let mut cells = Vec::new();
        let (variants, left_out) = read_variants(experiment, &factors)?;
        for (variant, rules) in variants {
            for ((pairing, white, black), entry) in pairings.iter().zip(file.pairings.get_ref()) {
                let fixed = games.or(pairing.games).or(file.games.as_ref().map(|games| *games.get_ref()));
                let cell = Cell {
                    index: cells.len() as u32,
                    variant: variant.name.clone(),
                    matchup: Matchup {
                        rules: rules.clone(),
                        agents: BySide { white: white.clone(), black: black.clone() },
                        opening: file.opening.random_plies.as_ref().map_or(0, |plies| *plies.get_ref()),
                    },
                    factors: variant.levels.clone(),
                    games: fixed.or(stop.map(|stop| stop.max_games)).unwrap_or_default(),
                    stop: stop.filter(|_| fixed.is_none()),
                };
                let wrong = |error| experiment.source.wrong(entry.span(), format!("`{}`: {error}", variant.name));
                if !cell.matchup.has_program() {
                    cell.matchup.check().map_err(wrong)?;
                }
                check_opening(experiment, &cell)?;
                cells.push(cell);
            }
        }
        Ok(Plan {
            name: experiment.name().to_owned(),
            seed: seed.unwrap_or(file.seed),
            budget: read_budget(experiment)?,
            cells,
            left_out,
        })
    }

    /// Checks that the agents that are programs of their own start, and play the rules of their cells. A plan is also made
    /// from the experiment in a run folder, which must not start programs, so only a person's request comes here.
    ///
    /// # Errors
    /// A program does not start, or refuses the rules; with the line.
    pub fn check_programs(&self, experiment: &Experiment) -> Result<(), ExperimentError> {
        let pairings = experiment.file.pairings.get_ref().iter().cycle();
        for (cell, entry) in self.cells.iter().zip(pairings).filter(|(cell, _)| cell.matchup.has_program()) {
            let wrong = |error| experiment.source.wrong(entry.span(), format!("`{}`: {error}", cell.variant));
            cell.matchup.check().map_err(wrong)?;
        }
        Ok(())
    }

    /// Returns the random decisions before the agents play.
    pub fn opening(&self) -> u32 {
        self.cells.first().map_or(0, |cell| cell.matchup.opening)
    }

    /// Returns the variants that are the same game as an earlier variant, each with that variant.
    pub fn same_games(&self) -> Vec<(&str, &str)> {
        let mut first: HashMap<String, &str> = HashMap::new();
        let mut same = Vec::new();
        for Cell { variant, matchup, .. } in &self.cells {
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

/// The most games of a cell; more would need more parts than a folder should hold.
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
fn check_shape(experiment: &Experiment) -> Result<(), ExperimentError> {
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
fn check_cells(experiment: &Experiment, factors: &[Factor]) -> Result<(), ExperimentError> {
    let file = &experiment.file;
    let mut cells = file.variants.get_ref().len().saturating_mul(file.pairings.get_ref().len());
    let too_many = |what: String, cells: usize| {
        format!("{what} {cells} cells (variants × levels of the factors × pairings); use at most {MOST_CELLS}")
    };
    if cells > MOST_CELLS {
        let message = too_many("`variants` and `pairings` make".into(), cells);
        return Err(experiment.source.wrong(file.variants.span(), message));
    }
    for Factor { name, span, levels } in factors {
        cells = cells.saturating_mul(levels.len());
        if cells > MOST_CELLS {
            let message = too_many(format!("with factor `{name}` there are at least"), cells);
            return Err(experiment.source.wrong(span.clone(), message));
        }
    }
    Ok(())
}

/// Rejects an opening that would leave the agents nothing to decide.
fn check_opening(experiment: &Experiment, cell: &Cell) -> Result<(), ExperimentError> {
    let Some(opening) = &experiment.file.opening.random_plies else { return Ok(()) };
    let (plies, turn_cap) = (*opening.get_ref(), cell.matchup.rules.limits.turn_cap);
    let wrong = |message| Err(experiment.source.wrong(opening.span(), message));
    if plies > MOST_OPENING {
        return wrong(format!("`random_plies` is {plies}; give at most {MOST_OPENING} random decisions"));
    }
    if !cell.matchup.is_random() && (1..=plies).contains(&turn_cap) {
        return wrong(format!(
            "`random_plies` is {plies}, but `turn_cap` ends a game of `{}` after {turn_cap} turns, before an agent \
             decides anything; give fewer",
            cell.variant
        ));
    }
    Ok(())
}

/// Checks that either `games` or `stop` is given.
fn check_amount(experiment: &Experiment) -> Result<(), ExperimentError> {
    let (source, file) = (&experiment.source, &experiment.file);
    match (&file.games, &file.stop) {
        (Some(games), None) => check_games(*games.get_ref()).map_err(|message| source.wrong(games.span(), message)),
        (None, Some(stop)) => {
            let right = check_games(stop.get_ref().max_games).and_then(|()| stop.get_ref().check());
            right.map_err(|message| source.wrong(stop.span(), message))
        }
        (Some(_), Some(stop)) => Err(source.wrong(stop.span(), "`games` and `stop` are both given; leave one out")),
        (None, None) => Err(source.wrong(
            0..0,
            "neither `games` nor `stop` is given; say how many games each cell has, such as `games = 1000`",
        )),
    }
}

fn read_budget(experiment: &Experiment) -> Result<Option<Duration>, ExperimentError> {
    let read = |text: &toml::Spanned<String>| {
        parse_duration(text.get_ref()).map_err(|message| experiment.source.wrong(text.span(), message))
    };
    experiment.file.budget.as_ref().map(read).transpose()
}

type Pairing = (PairingText, AgentSpec, AgentSpec);

fn read_pairings(experiment: &Experiment) -> Result<Vec<Pairing>, ExperimentError> {
    let mut seen = HashSet::new();
    let read = |entry: &toml::Spanned<PairingText>| {
        let pairing = entry.get_ref();
        let wrong = |message: String| experiment.source.wrong(entry.span(), message);
        let agent = |text: &str| text.parse::<AgentSpec>().map_err(|error| wrong(error.to_string()));
        let (white, black) = (agent(&pairing.white)?, agent(&pairing.black)?);
        pairing.games.map_or(Ok(()), check_games).map_err(wrong)?;
        if !seen.insert(format!("{white} {black}")) {
            return Err(wrong(format!("{white} against {black} is named twice; leave one out")));
        }
        Ok((pairing.clone(), white, black))
    };
    experiment.file.pairings.get_ref().iter().map(read).collect()
}

/// A factor and its levels: overlays such as `+vagi`, and nothing.
struct Factor {
    name: String,
    span: Range<usize>,
    levels: Vec<String>,
}

/// The factors in the order of the file.
fn read_factors(experiment: &Experiment) -> Result<Vec<Factor>, ExperimentError> {
    let mut entries: Vec<_> = experiment.file.factors.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    let read = |(name, Levels(levels)): (&toml::Spanned<String>, &Levels)| {
        let wrong =
            |message: &str| experiment.source.wrong(name.span(), format!("factor `{}`: {message}", name.get_ref()));
        check_name("its name", name.get_ref()).map_err(|message| wrong(&message))?;
        if levels.iter().any(|level| !level.is_empty() && !level.starts_with(['+', '-'])) {
            return Err(wrong("a level is an overlay such as \"+vagi\" or \"-vagi\", or \"\" for none"));
        }
        if levels.iter().collect::<HashSet<_>>().len() < levels.len().max(2) {
            return Err(wrong("it needs at least two levels, all different"));
        }
        Ok(Factor { name: name.get_ref().clone(), span: name.span(), levels: levels.clone() })
    };
    entries.into_iter().map(read).collect()
}

/// A variant with one level of each factor.
#[derive(Clone)]
struct Combination {
    name: String,
    overlay: String,
    levels: Vec<(String, String)>,
}

/// The level of a factor that changes nothing.
const OFF: &str = "off";

/// Returns all combinations of levels; the last factor changes fastest.
fn combinations(factors: &[Factor]) -> Vec<Combination> {
    let none = Combination { name: String::new(), overlay: String::new(), levels: Vec::new() };
    factors.iter().fold(vec![none], |combinations, factor| {
        let with_level = |combination: &Combination, level: &String| {
            let mut combination = combination.clone();
            let name = level.strip_prefix('+').unwrap_or(level);
            combination.overlay += level;
            combination.levels.push((factor.name.clone(), if name.is_empty() { OFF.into() } else { name.into() }));
            combination
        };
        combinations.iter().flat_map(|c| factor.levels.iter().map(move |level| with_level(c, level))).collect()
    })
}

type Variants = Vec<(Combination, CheckedRules)>;

/// Returns the variants, and the names of those that are left out.
fn read_variants(experiment: &Experiment, factors: &[Factor]) -> Result<(Variants, Vec<String>), ExperimentError> {
    let mut variants: Variants = Vec::new();
    let mut left_out = Vec::new();
    let mut names = HashSet::new();
    for entry in experiment.file.variants.get_ref() {
        for combination in combinations(factors) {
            let read = read_variant(entry.get_ref(), &combination.overlay, &experiment.file.limits);
            // A level that makes no sense by itself is a mistake.
            let changes = combination.levels.iter().filter(|(_, level)| level != OFF).count();
            if read.is_err() && changes > 1 && experiment.file.leave_out_refused {
                left_out.push(format!("{}{}", entry.get_ref().name(), combination.overlay));
                continue;
            }
            let (name, rules) = read.map_err(|defect| blame(experiment, factors, entry, defect))?;
            if !names.insert(name.clone()) {
                return Err(experiment.source.wrong(entry.span(), format!("`{name}` is named twice; leave one out")));
            }
            variants.push((Combination { name, ..combination }, rules));
        }
    }
    Ok((variants, left_out))
}

/// Reads a variant, with an overlay such as `+vagi`, outside of a plan.
pub(crate) fn read_one(
    source: &Source,
    entry: &toml::Spanned<VariantText>,
    overlay: &str,
) -> Result<Variant, ExperimentError> {
    let read = read_variant(entry.get_ref(), overlay, &LimitsText::default());
    let (name, rules) = read.map_err(|defect| source.wrong_word(entry.span(), &defect.word, defect.message))?;
    Ok(Variant { name, rules })
}

/// Returns the error with the place of the defect: a word of the variant's table, a factor with a level that fails alone, or the
/// variant.
fn blame(
    experiment: &Experiment,
    factors: &[Factor],
    entry: &toml::Spanned<VariantText>,
    defect: Defect,
) -> ExperimentError {
    let fails = |overlay: &str| read_variant(entry.get_ref(), overlay, &experiment.file.limits).is_err();
    let factor = factors.iter().find(|factor| factor.levels.iter().any(|level| fails(level)));
    match factor {
        Some(factor) if !fails("") => experiment.source.wrong(factor.span.clone(), defect.message),
        _ => experiment.source.wrong_word(entry.span(), &defect.word, defect.message),
    }
}

/// Returns the name and rules of a variant with an overlay.
fn read_variant(variant: &VariantText, overlay: &str, limits: &LimitsText) -> Result<(String, CheckedRules), Defect> {
    let (name, rules) = match variant {
        VariantText::Id(id) => {
            let name = format!("{id}{overlay}");
            let rules = Rules::read(&name).map_err(|error| format!("`{name}`: {error}"))?;
            (name, rules)
        }
        VariantText::Own(own) => (format!("{}{overlay}", own.full_name()), own.read(overlay)?),
    };
    let rules = limits.apply(&rules);
    check_limits(&name, rules.limits)?;
    let checked = rules.check().map_err(|error| format!("`{name}`: {error}"))?;
    Ok((name, checked))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn cell(amount: &str, agent: &str) -> Cell {
        let text = format!("name = \"a\"\nseed = 1\nvariants = [\"city-8\"]\npairings = [\"{agent}\"]\n{amount}\n");
        let experiment = Experiment::from_text(Path::new("a.toml"), &text).expect("it is right");
        Plan::new(&experiment, None, None).expect("it can be played").cells.remove(0)
    }

    #[test]
    fn units_have_each_game_once() {
        let rule = |most| format!("stop = {{ metric = \"draw_rate\", half_width = 0.03, max_games = {most} }}");
        for games in [1, 249, 250, 251, 50_000, 1_234_567] {
            for amount in [format!("games = {games}"), rule(games)] {
                for agent in ["random", "greedy", "mcts:playouts=5"] {
                    let cell = cell(&amount, agent);
                    let mut next = 0;
                    for number in 0..cell.units() {
                        let unit = cell.unit(number);
                        assert_eq!(unit.games.start, next, "{amount} {agent}");
                        assert!(!unit.games.is_empty());
                        assert_eq!(cell.unit_of(unit.games.start), number);
                        assert_eq!(cell.unit_of(unit.games.end - 1), number);
                        next = unit.games.end;
                    }
                    assert_eq!(next, games, "{amount} {agent}");
                }
            }
        }
    }

    #[test]
    fn a_rule_looks_early_and_then_less_and_less_often() {
        let cell = cell("stop = { metric = \"draw_rate\", half_width = 0.03, max_games = 1_000_000 }", "random");
        let ends: Vec<u64> = (0..cell.units()).map(|number| cell.unit(number).games.end).collect();
        assert_eq!(ends[..6], [250, 500, 750, 1000, 1250, 1562]);
        for pair in ends.windows(2).filter(|pair| pair[0] >= 1000) {
            assert!(pair[1] <= pair[0] + pair[0].div_euclid(4), "{pair:?}");
        }
        assert!(ends.len() < 60, "{}", ends.len());
    }

    #[test]
    fn one_game_under_two_names_is_found() {
        let text = "name = \"a\"\nseed = 1\ngames = 1\nvariants = [\"poleis\", \"city-8\"]\npairings = [\"random\", \"greedy\"]\n\
                    [factors]\nvagi = \"+vagi\"\n";
        let experiment = Experiment::from_text(Path::new("a.toml"), text).expect("it is right");
        let plan = Plan::new(&experiment, None, None).expect("it can be played");
        assert_eq!(plan.same_games(), [("poleis+vagi", "poleis")]);
    }

    #[test]
    fn refused_combinations_are_left_out_where_the_file_says_so() {
        let text = |more: &str| {
            format!(
                "name = \"a\"\nseed = 1\ngames = 1\nvariants = [\"city-8\"]\npairings = [\"random\"]\n{more}\n\
                 [factors]\nforward = \"+move=forward\"\ninciti = \"+inciti\"\n"
            )
        };
        let plan = |more: &str| {
            let experiment = Experiment::from_text(Path::new("a.toml"), &text(more)).expect("it is right");
            Plan::new(&experiment, None, None)
        };
        assert!(plan("").is_err());
        let plan = plan("leave_out_refused = true").expect("it can be played");
        assert_eq!((plan.cells.len(), plan.left_out), (3, vec!["city-8+move=forward+inciti".to_owned()]));
    }
}
