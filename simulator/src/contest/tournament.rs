//! A round-robin tournament: every agent against every other on every game, from one TOML file.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::time::Duration;

use petteia_engine::Simd;
use petteia_files::{FileError, name_of_temporary, read_regular, remove_temporaries, write_whole};
use petteia_players::agents::AgentSpec;
use petteia_tables::{AgentSpeed, Contest, ContestGame, Seal, Sha256, TableError, write_contests, write_speeds};
use petteia_variants::{ExperimentError, FileKind, Source, Variant, VariantText, check_name, named, read_with_games};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::duel::{Duel, DuelError};
use super::in_order::in_order;
use super::journal::{self, Journal, Opened};
use super::progress_bar;
use crate::experiment::{AgentText, MOST_CELLS, MOST_GAMES, MOST_OPENING, read_one};
use crate::lock::{Lock, LockError};
use crate::program::{VERSION, commit, origin};
use crate::speed::{Measure, Speed};

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

fn usual_opening() -> Spanned<u32> {
    Spanned::new(0..0, 4)
}

/// A tournament, ready to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    name: String,
    text: String,
    /// All pairs of agents on all games.
    duels: Vec<Duel>,
    /// Pairs of games in each duel.
    pairs: u64,
    /// How long the speed of each agent is measured on each game; not measured by default.
    speed_time: Option<Duration>,
}

impl Tournament {
    /// Reads a tournament file.
    ///
    /// # Errors
    /// The file is missing, is not TOML, or has an invalid key or value; the error names the line.
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        Self::from_source(Source::read(path)?)
    }

    /// Reads a tournament from text; `path` names it in errors.
    ///
    /// # Errors
    /// As [`Tournament::read`].
    pub fn from_text(path: &Path, text: &str) -> Result<Self, ExperimentError> {
        Self::from_source(Source { path: path.to_owned(), text: text.to_owned() })
    }

    fn from_source(source: Source) -> Result<Self, ExperimentError> {
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
        for game in &games {
            for (index, first) in agents.iter().enumerate() {
                for second in &agents[index + 1..] {
                    let both = [first.clone(), second.clone()];
                    let duel = Duel::new(&game.variant, both, file.seed, *file.opening.get_ref());
                    duels.push(duel.map_err(|error| source.wrong(game.place.clone(), error))?);
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
        self.duels.iter().flat_map(|duel| duel.specs())
    }

    /// Returns the hash of everything that determines its games: the file, and the program that plays it.
    fn plan_sha256(&self) -> String {
        Sha256::of(format!("{VERSION} {}\n{}", commit(), self.text).as_bytes()).to_string()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.duels.len() as u64
    }
}

fn check_numbers(source: &Source, file: &TournamentFile) -> Result<(), ExperimentError> {
    check_name("`name`", file.name.get_ref()).map_err(|message| source.wrong(file.name.span(), message))?;
    let (pairs, opening, most) = (*file.pairs.get_ref(), *file.opening.get_ref(), MOST_GAMES / 2);
    if !(1..=most).contains(&pairs) {
        let message = format!("`pairs` is {pairs}; a pairing needs at least 1 and at most {most}");
        return Err(source.wrong(file.pairs.span(), message));
    }
    if opening > MOST_OPENING {
        let message = format!("`opening` is {opening}; give at most {MOST_OPENING} random decisions");
        return Err(source.wrong(file.opening.span(), message));
    }
    Ok(())
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

pub(crate) fn read_agents(
    source: &Source,
    texts: &Spanned<Vec<Spanned<AgentText>>>,
) -> Result<Vec<AgentSpec>, ExperimentError> {
    let read = |text: &Spanned<AgentText>| {
        let agent = text.get_ref().parse::<AgentSpec>();
        agent.map_err(|error| source.wrong(text.span(), error))
    };
    let entries = unlike(source, "agents", texts)?;
    let agents: Vec<AgentSpec> = entries.iter().map(read).collect::<Result<_, _>>()?;
    // `mcts` and `mcts:playouts=1000` are the same agent.
    let mut seen = HashSet::new();
    let again = agents.iter().zip(entries).find(|(agent, _)| !seen.insert(agent.to_string()));
    if let Some((agent, entry)) = again {
        return Err(source.wrong(entry.span(), format!("`{agent}` is named twice; leave one out")));
    }
    Ok(agents)
}

/// A game of a list, with its place in the file.
pub(crate) struct ListedGame {
    pub variant: Variant,
    pub place: Range<usize>,
}

/// The games of a list, which must be some and all different.
pub(crate) fn read_games(
    source: &Source,
    entries: &Spanned<Vec<Spanned<VariantText>>>,
) -> Result<Vec<ListedGame>, ExperimentError> {
    if entries.get_ref().is_empty() {
        return Err(source.wrong(entries.span(), "`games` is empty; name at least one game, such as \"city-8\""));
    }
    let mut seen = HashSet::new();
    let read = |entry: &Spanned<VariantText>| {
        let variant = read_one(source, entry, "")?;
        if !seen.insert(variant.name.clone()) {
            return Err(source.wrong(entry.span(), format!("`{}` is named twice; leave one out", variant.name)));
        }
        Ok(ListedGame { variant, place: entry.span() })
    };
    entries.get_ref().iter().map(read).collect()
}

/// The entries of a list, which must be some and all different.
pub(crate) fn unlike<'a, T: Hash + Eq + Display>(
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
        return Err(source.wrong(again.span(), format!("`{}` is named twice; leave one out", again.get_ref())));
    }
    Ok(entries.get_ref())
}

/// What can go wrong in a tournament.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The folder contains something else.
    #[error("{} holds something else: {differs}. Name another folder with --out, or remove this one", folder.display())]
    OtherFolder {
        /// The folder.
        folder: PathBuf,
        /// What it contains.
        differs: &'static str,
    },
    /// The opening is too long for a game.
    #[error(transparent)]
    Duel(#[from] DuelError),
    /// The folder is in use.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The folder is complete, but its games are not those that were written.
    #[error("{problem}. To play the games again, remove {}", complete.display())]
    Damaged {
        /// The file that marks the folder as complete.
        complete: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A file cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The table of games cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl TournamentError {
    /// Returns whether the input was invalid, as opposed to a failure during the work.
    pub fn is_input(&self) -> bool {
        use TournamentError::{Duel, Lock, OtherFolder};
        matches!(self, OtherFolder { .. } | Duel(_) | Lock(LockError::Busy { .. }))
    }

    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> TournamentError + use<> {
        let at = FileError::at(path);
        move |source| TournamentError::File(at(source))
    }
}

/// Options of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentOptions {
    /// The output folder.
    pub out: PathBuf,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
}

/// A completed tournament.
#[derive(Debug)]
pub struct Played {
    /// The number of games played by this call.
    pub games: u64,
    /// The seal of its table of games.
    pub seal: Seal,
    /// The seal of its table of speeds, if the file asks for one.
    pub speeds: Option<Seal>,
    /// Reserves the folder for this process, which may write there as long as it has this.
    _lock: Lock,
}

impl Played {
    /// Returns the path of a tournament's table of games.
    #[must_use]
    pub fn table_in(folder: &Path) -> PathBuf {
        folder.join("games.parquet")
    }

    /// Returns the path of a tournament's table of speeds.
    #[must_use]
    pub fn speeds_in(folder: &Path) -> PathBuf {
        folder.join("speeds.parquet")
    }
}

/// Plays a tournament and writes its games, unless the folder already has them; an interrupted tournament resumes.
///
/// # Errors
/// The folder contains something else or is in use, an opening is too long, or something cannot be written.
pub fn play_tournament(tournament: &Tournament, options: &TournamentOptions) -> Result<Played, TournamentError> {
    let folder = &options.out;
    let _lock = open_folder(folder)?;
    let copy = check_copy(folder, tournament)?;
    if let Some(Complete { games: seal, speeds, .. }) = complete(folder, tournament)? {
        copy.write(folder, tournament)?;
        journal::remove(folder)?;
        return Ok(Played { games: 0, seal, speeds, _lock });
    }
    // The copy comes first, so that the folder is never without one; but an existing journal shows which tournament the
    // folder belongs to.
    let has_journal = fs::symlink_metadata(journal::path_in(folder)).is_ok();
    if !has_journal {
        copy.write(folder, tournament)?;
    }
    let Opened::Own(mut journal, mut pairs) = Journal::open(folder, &tournament.plan_sha256())? else {
        return Err(other(folder, "its games belong to another tournament file or another version of petteia"));
    };
    if has_journal {
        copy.write(folder, tournament)?;
    }
    pairs.truncate(tournament.pairs as usize * tournament.duels.len());
    let before = pairs.len();
    tournament.duels.iter().try_for_each(|duel| duel.get_ready(options.quiet))?;
    play_rest(tournament, options, &mut journal, &mut pairs)?;
    let origin = origin([("tournament", tournament.text.clone())]);
    write_contests(folder, "games", &contests(tournament, &pairs), &origin)?;
    let games = Played::table_in(folder);
    let seal = Seal::of(&read_regular(&games)?);
    let speeds = match tournament.speed_time {
        Some(time) => {
            write_speeds(folder, "speeds", &measure(tournament, time, options.quiet), &origin)?;
            Some(Seal::of(&read_regular(&Played::speeds_in(folder))?))
        }
        None => None,
    };
    let complete = Complete { tournament_sha256: Sha256::of(tournament.text.as_bytes()), games: seal, speeds };
    let text = serde_json::to_string_pretty(&complete).expect("this is plain data") + "\n";
    write_whole(&complete_in(folder), LABEL, text.as_bytes())?;
    journal::remove(folder)?;
    Ok(Played { games: 2 * (pairs.len() - before) as u64, seal, speeds, _lock })
}

/// Measures the speed of each agent in self-play on each game.
fn measure(tournament: &Tournament, time: Duration, quiet: bool) -> Vec<AgentSpeed> {
    let mut players: Vec<(&Duel, &AgentSpec)> = Vec::new();
    for duel in &tournament.duels {
        for agent in duel.specs() {
            let is_known = |&(known, other): &(&Duel, &AgentSpec)| known.variant() == duel.variant() && other == agent;
            if !players.iter().any(is_known) {
                players.push((duel, agent));
            }
        }
    }
    let bar = progress_bar(players.len() as u64, quiet);
    let speed = |(duel, agent): (&Duel, &AgentSpec)| {
        bar.set_message(format!("speed of {agent} on {}", duel.variant()));
        let Speed { games, plies, seconds } = Measure::new(duel.rules(), agent, time, Simd::best(), 1).speed();
        bar.inc(1);
        AgentSpeed { variant: duel.variant().to_owned(), agent: agent.to_string(), games, plies, seconds }
    };
    let speeds = players.into_iter().map(speed).collect();
    bar.finish_and_clear();
    speeds
}

/// Groups pairs, given in the order of play, by contest.
fn contests(tournament: &Tournament, pairs: &[[ContestGame; 2]]) -> Vec<Contest> {
    let of_duel = tournament.duels.iter().zip(pairs.chunks(tournament.pairs as usize));
    let contest = |(duel, pairs): (&Duel, &[[ContestGame; 2]])| Contest {
        variant: duel.variant().to_owned(),
        agents: duel.agents(),
        pairs: pairs.to_vec(),
    };
    of_duel.map(contest).collect()
}

/// The name of the copy of the tournament file, which shows what a folder belongs to.
const COPY: &str = "tournament.toml";

/// A part of the temporary names of its files.
const LABEL: &str = "tournament";

fn other(folder: &Path, differs: &'static str) -> TournamentError {
    TournamentError::OtherFolder { folder: folder.to_owned(), differs }
}

/// Creates the folder of a tournament, or makes sure that an existing one can be used, and locks it for this process.
fn open_folder(folder: &Path) -> Result<Lock, TournamentError> {
    fs::create_dir_all(folder).map_err(TournamentError::file(folder))?;
    if fs::symlink_metadata(folder.join(COPY)).is_err() {
        for entry in fs::read_dir(folder).map_err(TournamentError::file(folder))? {
            let name = entry.map_err(TournamentError::file(folder))?.file_name();
            let name = name.to_string_lossy();
            // Another process may be about to start, or may have been killed when it started.
            if name != LOCK && name_of_temporary(&name).is_none_or(|(to_be, _)| to_be != COPY) {
                return Err(other(folder, "it has no tournament.toml"));
            }
        }
    }
    let lock = Lock::alone(&folder.join(LOCK))?;
    remove_temporaries(folder, |_, label| label == LABEL)?;
    Ok(lock)
}

const LOCK: &str = "lock";

/// Whether the folder has the copy of the tournament file.
enum Copied {
    Whole,
    /// It is missing or was cut off, for example by a full disk.
    Not,
}

impl Copied {
    fn write(&self, folder: &Path, tournament: &Tournament) -> Result<(), FileError> {
        match self {
            Copied::Whole => Ok(()),
            Copied::Not => write_whole(&folder.join(COPY), LABEL, tournament.text.as_bytes()),
        }
    }
}

/// Rejects the folder of another tournament.
fn check_copy(folder: &Path, tournament: &Tournament) -> Result<Copied, TournamentError> {
    let path = folder.join(COPY);
    if fs::symlink_metadata(&path).is_err() {
        return Ok(Copied::Not);
    }
    let text = read_regular(&path)?;
    if text == tournament.text.as_bytes() {
        Ok(Copied::Whole)
    } else if tournament.text.as_bytes().starts_with(&text) {
        Ok(Copied::Not)
    } else {
        Err(other(folder, "its tournament.toml differs from this file"))
    }
}

/// Written when all games are in the table: the plan, and the seal of the table.
#[derive(Serialize, Deserialize)]
struct Complete {
    tournament_sha256: Sha256,
    games: Seal,
    /// The seal of the table of speeds, if the file asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    speeds: Option<Seal>,
}

fn complete_in(folder: &Path) -> PathBuf {
    folder.join("complete.json")
}

/// Returns what completes the folder if it has all games of this tournament.
fn complete(folder: &Path, tournament: &Tournament) -> Result<Option<Complete>, TournamentError> {
    let (path, games) = (complete_in(folder), Played::table_in(folder));
    if fs::symlink_metadata(&path).is_err() {
        let is_there = |path: &Path| fs::symlink_metadata(path).is_ok();
        if is_there(&games) && !is_there(&journal::path_in(folder)) {
            return Err(other(
                folder,
                "it has games but no complete.json, or was written by an older version of petteia",
            ));
        }
        return Ok(None);
    }
    let damaged = |problem: String| TournamentError::Damaged { complete: path.clone(), problem };
    let found: Complete = serde_json::from_slice(&read_regular(&path)?)
        .map_err(|error| damaged(format!("{}: it is damaged: {error}", path.display())))?;
    if found.tournament_sha256 != Sha256::of(tournament.text.as_bytes()) {
        return Err(other(folder, "its complete.json belongs to another tournament"));
    }
    found.games.read(&games).map_err(|error| damaged(error.to_string()))?;
    if let Some(speeds) = found.speeds {
        speeds.read(&Played::speeds_in(folder)).map_err(|error| damaged(error.to_string()))?;
    }
    Ok(Some(found))
}

/// Plays the remaining pairs of all duels on all threads.
fn play_rest(
    tournament: &Tournament,
    options: &TournamentOptions,
    journal: &mut Journal,
    played: &mut Vec<[ContestGame; 2]>,
) -> Result<(), TournamentError> {
    let Tournament { duels, pairs, .. } = tournament;
    let before = played.len() as u64;
    let bar = progress_bar(tournament.games(), options.quiet);
    bar.set_position(2 * before);
    bar.reset_eta();
    let mut failure = None;
    let work = |number: u64| {
        let number = before + number;
        duels[(number / pairs) as usize].play(number % pairs)
    };
    in_order(options.threads, pairs * duels.len() as u64 - before, work, |result| {
        let written = result.map_err(TournamentError::from).and_then(|result| {
            journal.add(&result.games)?;
            played.push(result.games);
            Ok(())
        });
        bar.inc(2);
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    bar.finish_and_clear();
    failure.map_or(Ok(()), Err)
}
