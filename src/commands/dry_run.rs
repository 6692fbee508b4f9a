//! `petteia run --dry-run`: what would be played, what is there already, and how long it would take.

use std::collections::HashMap;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::Duration;

use indicatif::HumanDuration;
use petteia_players::agents::AgentSpec;
use petteia_simulator::catalog::CellChunks;
use petteia_simulator::cell::Cell;
use petteia_simulator::speed::benchmark;
use petteia_simulator::store::{Manifest, StoreIndex};
use serde::Serialize;

use super::json::print_json;
use super::{Failure, shown};
use crate::cli::PlayingArgs;

/// The time in which the speed of all cells is measured, and the most for one of them.
const TIME: Duration = Duration::from_secs(2);
const TIME_EACH: Duration = Duration::from_millis(500);

/// The most cells that are measured. Of more, those that follow a measured one are taken to be as fast with the same agent.
const MOST_MEASURED: usize = 100;

/// The most cells that are listed. Of more, only counts are printed; `--json` lists all.
const MOST_LISTED: usize = 20;

/// What would happen to a cell.
#[derive(Serialize)]
struct Row<'a> {
    cell: usize,
    variant: &'a str,
    white: String,
    black: String,
    /// The games that are asked for, at most.
    games: u64,
    /// Those that the folder has.
    existing: u64,
    /// Seconds on one core for the others; empty for programs, which are not started.
    seconds: Option<f64>,
    /// The endings whose tables its agents use and make if they are missing.
    tables: Vec<String>,
}

/// A cell, and how many of its numbers are asked for.
pub type CellGames<'a> = (&'a Cell, u64);

impl Row<'_> {
    /// Returns its agents, once if both sides have the same.
    fn agents(&self) -> String {
        if self.white == self.black { self.white.clone() } else { format!("{} v {}", self.white, self.black) }
    }
}

/// Prints what a command would play. `notes` say more about it.
pub fn dry_run(
    wanted: &[CellGames],
    manifest: &Manifest,
    out: &Path,
    args: &PlayingArgs,
    notes: &[String],
) -> Result<(), Failure> {
    let stored = if Manifest::path_in(out).exists() {
        Manifest::read(out)?.check_same_name(out, manifest)?;
        StoreIndex::read(out)?
    } else {
        StoreIndex::default()
    };
    let mut speeds = Speeds::of(wanted.len());
    let mut rows = Vec::new();
    for (index, &(cell, numbers)) in wanted.iter().enumerate() {
        let each = cell.games_each();
        let (games, existing) =
            (each * numbers, each * CellChunks::of(stored.chunks_of(cell.id())).known(&(0..numbers)));
        // Programs are not started.
        let per_game = if cell.matchup.has_program() {
            None
        } else {
            let [white, black] = cell.agents();
            Some((speeds.seconds(cell, white)? + speeds.seconds(cell, black)?) / 2.0)
        };
        let seconds = per_game.map(|seconds| seconds * (games - existing) as f64);
        let [white, black] = cell.agents().map(ToString::to_string);
        let tables = cell.matchup.endings_on_demand().iter().map(ToString::to_string).collect();
        rows.push(Row { cell: index, variant: &cell.variant, white, black, games, existing, seconds, tables });
    }
    if args.format.json { print_json(&rows) } else { print(manifest, out, &rows, notes) }
}

/// The seconds that agents need for a game of themselves.
struct Speeds {
    /// The time for a measurement.
    time: Duration,
    /// For how many variants in a row a measurement stands.
    every: usize,
    /// For each agent the last variant, for how many variants the last measurement has stood, and the measurement.
    last: HashMap<String, (String, usize, f64)>,
}

impl Speeds {
    /// Prepares to measure so many cells.
    fn of(cells: usize) -> Self {
        let measured = cells.clamp(1, MOST_MEASURED);
        Speeds {
            time: TIME.div_f64(measured as f64).min(TIME_EACH),
            every: cells.div_ceil(MOST_MEASURED).max(1),
            last: HashMap::new(),
        }
    }

    /// Returns the seconds that an agent needs in the game of a cell.
    fn seconds(&mut self, cell: &Cell, agent: &AgentSpec) -> Result<f64, Failure> {
        let (variant, stood, seconds) = self.last.entry(agent.to_string()).or_insert((String::new(), self.every, 0.0));
        if *variant != cell.variant {
            variant.clone_from(&cell.variant);
            if *stood == self.every {
                *seconds = benchmark(&cell.matchup.rules, agent, self.time).map_err(Failure::failed)?;
                *stood = 0;
            }
            *stood += 1;
        }
        Ok(*seconds)
    }
}

fn print(manifest: &Manifest, out: &Path, rows: &[Row], notes: &[String]) -> Result<(), Failure> {
    let mut output = stdout().lock();
    let sum = |of: fn(&Row) -> u64| rows.iter().map(of).sum::<u64>();
    let (games, existing) = (sum(|row| row.games), sum(|row| row.existing));
    writeln!(
        output,
        "{}: {} cells, {games} games, {existing} of them in {} already\n",
        shown(&manifest.request.name),
        rows.len(),
        shown(&out.display().to_string())
    )?;
    writeln!(output, "{:>4}  {:>10}  {:>10}  {:>12}  cell", "", "games", "existing", "core time")?;
    if rows.len() > MOST_LISTED {
        counts(&mut output, rows)?;
    } else {
        for row in rows {
            let time = row.seconds.map_or_else(|| "unknown".into(), time_text);
            let name = shown(&format!("{}  {}", row.variant, row.agents()));
            writeln!(output, "{:>4}  {:>10}  {:>10}  {time:>12}  {name}", row.cell, row.games, row.existing)?;
        }
    }
    let seconds: f64 = rows.iter().filter_map(|row| row.seconds).sum();
    writeln!(output, "\nAbout {} on one core, measured for a moment without endgame tables.", time_text(seconds))?;
    let mut announced: Vec<(&str, &[String])> = Vec::new();
    for row in rows.iter().filter(|row| !row.tables.is_empty()) {
        if announced.iter().all(|(variant, _)| *variant != row.variant) {
            announced.push((row.variant, &row.tables));
        }
    }
    if announced.len() > MOST_LISTED {
        let endings: usize = announced.iter().map(|(_, tables)| tables.len()).sum();
        writeln!(output, "Endgame tables of {} variants: {endings} endings, up to a minute each", announced.len())?;
        announced.clear();
    }
    for (number, (variant, tables)) in (1..).zip(&announced) {
        writeln!(
            output,
            "Endgame tables {number} of {}, for {}: {} endings, made where they are missing (up to a minute each)",
            announced.len(),
            shown(variant),
            tables.len()
        )?;
    }
    notes.iter().try_for_each(|note| Ok(writeln!(output, "{}", shown(note))?))
}

/// Prints a line for the cells of each pairing.
fn counts(output: &mut impl Write, rows: &[Row]) -> Result<(), Failure> {
    let mut pairings: Vec<String> = rows.iter().map(Row::agents).collect();
    pairings.sort();
    pairings.dedup();
    for agents in pairings {
        let same: Vec<&Row> = rows.iter().filter(|row| row.agents() == agents).collect();
        let [games, existing] =
            [|row: &Row| row.games, |row: &Row| row.existing].map(|of| same.iter().map(|row| of(row)).sum::<u64>());
        let seconds = same.iter().map(|row| row.seconds).sum::<Option<f64>>();
        let time = seconds.map_or_else(|| "unknown".into(), time_text);
        let cells = format!("{} cells of {}", same.len(), shown(&agents));
        writeln!(output, "{:>4}  {games:>10}  {existing:>10}  {time:>12}  {cells}", "")?;
    }
    Ok(())
}

fn time_text(seconds: f64) -> String {
    if seconds < 1.0 {
        return format!("{seconds:.2} s");
    }
    HumanDuration(Duration::from_secs_f64(seconds.min(1e15))).to_string()
}
