//! The file of a search.

use std::collections::BTreeMap;
use std::path::Path;

use petteia_engine::BySide;
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_players::config::{
    ExperimentError, FileKind, LimitsText, Source, Variant, VariantText, check_name, named, read_with_games,
};
use petteia_statistics::identification;
use serde::Deserialize;
use toml::{Spanned, Value};

use super::goal::{Goal, GoalTable, USUAL_TOLERANCE};
use super::players::{FrontPlayers, rungs};
use super::quantity::Quantity;
use super::space::{RuleSet, RuleSpace, check_levels, check_size, weights};
use crate::cell::{Cell, CellKind};
use crate::experiment::{
    AgentText, FactorTable, LadderText, MOST_GAMES, Reach, bounded, camp, no_list, read_agent, read_agents,
    read_factors, read_one, read_opening,
};
use crate::store::{Manifest, QuestionKind, Request, RunError, StoreIndex};

/// The keys of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchFile {
    name: Spanned<String>,
    seed: u64,
    base: Spanned<VariantText>,
    space: Spanned<FactorTable>,
    goal: Spanned<GoalTable>,
    players: PlayersText,
    #[serde(default)]
    distance: BTreeMap<Spanned<String>, Spanned<f64>>,
    #[serde(default)]
    games: GamesText,
    #[serde(default = "even_opening")]
    opening: Spanned<Value>,
    #[serde(default)]
    limits: LimitsText,
    ladder: Option<LadderText>,
    #[serde(default)]
    proofs: ProofsText,
}

/// Returns the random decisions with which games begin if a file does not say it. After an even number the side that begins
/// chooses first, as at the start: a game in which whoever is to choose always wins must not pass for fair.
fn even_opening() -> Spanned<Value> {
    Spanned::new(0..0, Value::from(4))
}

/// The table `proofs`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofsText {
    camps: Vec<Spanned<Reach>>,
}

/// The table `players`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayersText {
    play: Spanned<AgentText>,
    #[serde(default = "no_list")]
    confirm: Spanned<Vec<Spanned<AgentText>>>,
}

/// The table `games`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct GamesText {
    all: Option<Spanned<u64>>,
    each: Spanned<u64>,
    first: Spanned<u64>,
    confirm: Spanned<u64>,
    refuted: Spanned<u64>,
    audit: Spanned<u64>,
}

impl Default for GamesText {
    fn default() -> Self {
        let usual = |number| Spanned::new(0..0, number);
        let [each, first, confirm, refuted, audit] = [20_000, 32, 1000, 10, 60].map(usual);
        GamesText { all: None, each, first, confirm, refuted, audit }
    }
}

/// A search, ready to be played.
#[derive(Clone, Debug)]
pub struct RuleSearch {
    /// Its name, which is also the name of the output folder.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// The game from which it starts.
    pub base: Variant,
    /// The names of the factors.
    pub factors: Vec<String>,
    /// What is asked.
    pub goal: Goal,
    /// All rule sets.
    pub space: RuleSpace,
    /// The camps in which each side tries to force a fortress before anything is played.
    pub(super) camps: Vec<Reach>,
    /// The most turns of a game, by which turns are divided.
    pub(super) cap: f64,
    pub(super) settings: identification::Settings,
    /// The agent that plays the search.
    pub agent: AgentSpec,
    /// The agents that play the front again.
    pub(super) front: FrontPlayers,
    /// One cell for each rule set.
    pub cells: Vec<Cell>,
}

impl RuleSearch {
    /// Reads a search.
    pub fn read(source: Source) -> Result<Self, ExperimentError> {
        source.check_kind(FileKind::Search)?;
        let (source, file) = read_with_games(source, |file: &SearchFile| named(std::slice::from_ref(&file.base)))?;
        check_search_name(file.name.get_ref()).map_err(|message| source.wrong(file.name.span(), message))?;
        let base = read_one(&source, &file.base, "")?;
        let factors = read_factors(&source, file.space.get_ref(), &file.limits)?;
        if factors.is_empty() {
            return Err(source.wrong(file.space.span(), "`space` is empty; name a rule, such as vagi = \"+vagi\""));
        }
        check_size(&source, &factors)?;
        let weights = weights(&source, &factors, &file.distance)?;
        let goal = Goal::read(&source, &file.goal)?;
        let mut space = RuleSpace::new((&base.name, &base.rules), &factors, &weights, &file.limits);
        check_levels(&source, &base.rules, &factors, &file.limits, &space)?;
        if goal.forbids_draws() {
            space.leave_out_draws();
        }
        let agent = read_agent(&source, &file.players.play)?;
        let front = front(&source, &file)?;
        let settings = settings(&source, &file, &goal)?;
        let mut search = RuleSearch {
            camps: file.proofs.camps.iter().map(|reach| camp(&source, reach)).collect::<Result<_, _>>()?,
            cap: cap(&source, &file, &goal, &space)?,
            name: file.name.get_ref().clone(),
            text: source.text.clone(),
            base,
            factors: factors.iter().map(|factor| factor.name.clone()).collect(),
            goal,
            space,
            settings,
            agent,
            front,
            cells: Vec::new(),
        };
        search.check_players(&source, &file)?;
        search.cells = search.make_cells(&source, &file)?;
        Ok(search)
    }

    /// Returns the cells of all rule sets.
    fn make_cells(&self, source: &Source, file: &SearchFile) -> Result<Vec<Cell>, ExperimentError> {
        let opening = read_opening(source, &file.opening)?;
        let cell = |set: &RuleSet| {
            let agents = BySide { white: self.agent.clone(), black: self.agent.clone() };
            let matchup = Matchup { rules: set.rules.clone(), agents, opening };
            let wrong = |error| source.wrong(file.players.play.span(), format!("`{}`: {error}", set.name));
            matchup.check().map_err(wrong)?;
            Ok(Cell::new(set.name.clone(), matchup, CellKind::Games, file.seed))
        };
        self.space.rule_sets.iter().map(cell).collect()
    }

    /// Checks that everyone who is to play the front can play all rule sets.
    fn check_players(&self, source: &Source, file: &SearchFile) -> Result<(), ExperimentError> {
        let confirming = self.front.confirming.iter().zip(file.players.confirm.get_ref().iter().map(Spanned::span));
        let place_of_ladder = file.ladder.as_ref().map(LadderText::place).unwrap_or_default();
        let rungs = self.front.rungs.iter().map(|agent| (agent, place_of_ladder.clone()));
        for (agent, place) in confirming.chain(rungs) {
            for set in &self.space.rule_sets {
                let cannot = |error| source.wrong(place.clone(), format!("`{}`: {error}", set.name));
                agent.check(&set.rules).map_err(cannot)?;
            }
        }
        Ok(())
    }

    /// Returns what a list of the first games does not say.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let RuleSpace { rule_sets, left_out, repeated, proved } = &self.space;
        let mut notes = vec![format!(
            "{} rule sets; {} combinations make no sense{}, {} are the same game as a nearer one, {} are proved draws.",
            rule_sets.len(),
            left_out.len(),
            left_out.first().map_or_else(String::new, |first| format!(" ({first})")),
            repeated.len(),
            proved.len()
        )];
        notes.push(format!(
            "These are the first games; later ones depend on them. A rule set in doubt has up to {} games, most have a few \
             dozen.",
            self.settings.most
        ));
        notes.extend(self.front.note());
        notes
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        let (name, text) = (self.name.clone(), self.text.clone());
        Manifest::new(Request { kind: QuestionKind::Search, name, text, games: None, seed: None }, &self.cells)
    }

    /// Makes sure that the games in a folder were not played for another tolerance. The bets of its intervals depend on the
    /// tolerance, and a bet that is chosen after the games guarantees nothing.
    ///
    /// # Errors
    /// They were, or the folder cannot be read.
    pub fn check_tolerance(&self, folder: &Path) -> Result<(), RunError> {
        let path = Manifest::path_in(folder);
        if !path.exists() {
            return Ok(());
        }
        let request = Manifest::read_any(folder)?.request;
        let earlier = tolerance_of(&request.text).unwrap_or(USUAL_TOLERANCE);
        if request.kind != QuestionKind::Search || earlier == self.goal.tolerance {
            return Ok(());
        }
        let chunks = StoreIndex::read(folder)?.chunks;
        if self.cells.iter().all(|cell| !chunks.contains_key(&cell.id())) {
            return Ok(());
        }
        let problem = format!(
            "`tolerance` is {}, but its games were played for {earlier}, and intervals hold only for a tolerance that was \
             chosen before; write tolerance = {earlier}, or give another `seed` to play new games",
            self.goal.tolerance
        );
        Err(RunError::Manifest { path, problem })
    }
}

/// Returns the tolerance in the file of a search.
fn tolerance_of(text: &str) -> Option<f64> {
    text.parse::<toml::Table>().ok()?.get("goal")?.get("tolerance")?.as_float()
}

/// Reads the agents that play the front again.
fn front(source: &Source, file: &SearchFile) -> Result<FrontPlayers, ExperimentError> {
    let confirming = match file.players.confirm.get_ref().is_empty() {
        true => Vec::new(),
        false => read_agents(source, &file.players.confirm)?,
    };
    let ladder = file.ladder.clone();
    let rungs = ladder.as_ref().map_or(Ok(Vec::new()), |ladder| rungs(source, ladder))?;
    let games = number(source, "confirm", &file.games.confirm, 1)?;
    let opening = read_opening(source, &file.opening)?;
    // Its games have other seeds than those that chose the front.
    let (most_refuted, seed) = (number(source, "refuted", &file.games.refuted, 0)?, file.seed.wrapping_add(1));
    Ok(FrontPlayers { confirming, ladder, rungs, games, most_refuted, opening, seed })
}

/// The most bytes of a name, to which the study of the front and its members add.
const LONGEST_NAME: usize = 80;

fn check_search_name(name: &str) -> Result<(), String> {
    check_name("`name`", name)?;
    let fits = name.len() <= LONGEST_NAME;
    if fits { Ok(()) } else { Err(format!("`name` has {} bytes; use at most {LONGEST_NAME}", name.len())) }
}

fn settings(source: &Source, file: &SearchFile, goal: &Goal) -> Result<identification::Settings, ExperimentError> {
    let games = &file.games;
    let first = number(source, "first", &games.first, 2)?;
    let all = games.all.as_ref().map(|all| number(source, "all", all, first)).transpose()?;
    Ok(identification::Settings {
        alpha: 1.0 - goal.confidence,
        first,
        most: number(source, "each", &games.each, first)?,
        observations: all,
        audit: number(source, "audit", &games.audit, 0)? as usize,
        seed: file.seed,
    })
}

/// Reads a number of the table `games`.
fn number(source: &Source, key: &str, number: &Spanned<u64>, least: u64) -> Result<u64, ExperimentError> {
    bounded(source, key, number, least..=MOST_GAMES)
}

/// Returns the most turns of a game of any rule set.
fn cap(source: &Source, file: &SearchFile, goal: &Goal, space: &RuleSpace) -> Result<f64, ExperimentError> {
    let caps = || space.rule_sets.iter().map(|set| set.rules.turn_cap());
    if goal.quantities.contains(&Quantity::Plies) && caps().any(|cap| cap == 0) {
        let message = "`plies` needs a most number of turns; add limits.turn_cap = 1000";
        return Err(source.wrong(file.goal.span(), message));
    }
    Ok(f64::from(caps().max().unwrap_or(0).max(1)))
}
