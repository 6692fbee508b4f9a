//! What can be proved about the variants of an experiment, next to the results of play.
//!
//! For each variant: its smallest fortress, whether each side forces one from the start, its endings, and what is known
//! about the last positions of games that a limit stopped. Answers are kept in the run's folder `proofs`, so that
//! interrupted work can resume; strategies are written there as certificates once the checker has verified them.

mod cache;
mod fortresses;
mod last_positions;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cache::remembered;
pub use fortresses::Reaches;
use fortresses::{Trial, smallest_of};
use last_positions::{last_positions, stopped_games};
use petteia_engine::files::{FileError, make_folder, write_whole};
use petteia_engine::{AnyGame, BySide, CheckedRules, Progress, Side};
use petteia_proofs::endgame::{Endgames, Seat, SolveError, SolveOptions};
use petteia_proofs::theorems::ends_without_winner;
use petteia_statistics::wilson;
use petteia_tables::endgames::EndingSummary;
use petteia_tables::verdicts::{Forced, InPlay, LastPositions, Verdict};
use petteia_tables::{CellStats, LIMITS, RunChunks, RunStats, TableError};

use crate::endings::summary;
use crate::experiment::{CellPlan, Plan, Proofs};
use crate::keys::variant_key;

/// The label of files that are being written.
pub const LABEL: &str = "verdicts";

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum VerdictError {
    /// A file cannot be read or written, or has unexpected content.
    #[error(transparent)]
    File(#[from] FileError),
    /// An endgame table cannot be computed or used.
    #[error(transparent)]
    Endgame(#[from] SolveError),
    /// The games cannot be counted.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl VerdictError {
    fn file(path: &Path, problem: impl fmt::Display) -> Self {
        FileError::at(path)(io::Error::other(problem.to_string())).into()
    }
}

/// A run, and what to prove about its variants.
pub struct Inquiry<'a> {
    /// The folder of the run, whose games have all been played.
    pub run: &'a Path,
    /// Its plan.
    pub plan: &'a Plan,
    /// Its chunks.
    pub chunks: &'a RunChunks,
    /// The counts of its games.
    pub stats: &'a RunStats,
    /// What to prove.
    pub proofs: &'a Proofs,
    /// The folder of endgame tables, with a subfolder for each variant.
    pub tables: &'a Path,
    /// The maximum memory of a table or a search, in bytes.
    pub memory: u64,
    /// Receives the progress of endgame tables.
    pub watch: &'a dyn Progress,
    /// Receives the name of each task when it begins.
    pub begin: &'a (dyn Fn(&str) + Sync),
}

impl Inquiry<'_> {
    /// Returns the verdicts, in the order of the plan.
    ///
    /// # Errors
    /// Something cannot be read or written. Results found so far are kept.
    pub fn verdicts(&self) -> Result<Vec<Verdict>, VerdictError> {
        let played = self.stats.cells.iter().map(|stats| (stats.key.cell, stats)).collect();
        let judge = |(variant, rules): (&str, &CheckedRules)| {
            Judge { inquiry: self, variant, rules, played: &played }.verdict()
        };
        self.plan.variants().map(judge).collect()
    }
}

/// Reaches the verdict on one variant.
struct Judge<'a> {
    inquiry: &'a Inquiry<'a>,
    variant: &'a str,
    rules: &'a CheckedRules,
    /// The games of each cell, counted.
    played: &'a BTreeMap<u32, &'a CellStats>,
}

/// The endings of a variant.
struct Endings {
    /// The tables that are small enough; `None` if the rules allow no tables.
    tables: Option<Endgames>,
    /// The content of all tables in the folder.
    summaries: Vec<EndingSummary>,
    /// Why there can be no tables.
    refused: Option<String>,
}

impl Judge<'_> {
    fn verdict(&self) -> Result<Verdict, VerdictError> {
        let game = AnyGame::of(self.rules.clone());
        let Inquiry { run, proofs, memory, watch, .. } = *self.inquiry;
        let fortress = proofs.fortress;
        self.begin("smallest fortress");
        let path = self.answer("smallest");
        let smallest =
            remembered(&path, &(&**self.rules, fortress), |_| true, || Ok(smallest_of(&game, fortress, watch)))?;
        self.begin("forced fortresses");
        let reach = Reaches { camps: &proofs.camps, complete: proofs.complete };
        let forced = both_forced(run, self.variant, self.rules, reach, memory, watch)?;
        let endings = self.endings()?;
        self.begin("games stopped by a limit");
        let of_variant = self.inquiry.plan.cells.iter().filter(|planned| planned.cell.variant == self.variant);
        let played = of_variant.filter_map(|planned| self.in_play(&game, planned, endings.tables.as_ref()).transpose());
        Ok(Verdict {
            variant: variant_key(self.variant),
            ends_without_winner: ends_without_winner(self.rules),
            smallest,
            forced,
            endings: endings.summaries,
            no_endings: endings.refused,
            played: played.collect::<Result<_, _>>()?,
        })
    }

    fn begin(&self, stage: &str) {
        (self.inquiry.begin)(&format!("{}: {stage}", self.variant));
    }

    /// Returns the path of the file with an answer.
    fn answer(&self, name: &str) -> PathBuf {
        self.inquiry.run.join("proofs").join(format!("{}.{name}.json", self.variant))
    }

    fn endings(&self) -> Result<Endings, VerdictError> {
        let Inquiry { proofs, tables: root, memory, watch, .. } = *self.inquiry;
        let mut endgames = match Endgames::new(self.rules) {
            Ok(endgames) => endgames,
            Err(refusal) => {
                return Ok(Endings { tables: None, summaries: Vec::new(), refused: Some(refusal.to_string()) });
            }
        };
        let options = SolveOptions { folder: root.join(self.variant), memory, save_every: Duration::from_secs(300) };
        for &ending in &proofs.endings {
            let context = endgames.context();
            let fits = context.ending(ending).is_ok_and(|ending| context.entries(ending) <= proofs.entries);
            if fits {
                self.begin("endgame tables");
                endgames.solve(ending, &options, watch)?;
            }
        }
        let recorded = endgames.recorded(&options.folder).map_err(SolveError::from)?;
        let differ = !endgames.context().colours_are_alike();
        let reached = recorded.iter().filter(|(seat, _)| self.is_reached(seat));
        let summaries = reached.map(|(seat, census)| summary(self.variant, *seat, differ, census)).collect();
        Ok(Endings { tables: Some(endgames), summaries, refused: None })
    }

    /// Returns whether a game can reach such an ending: it cannot if a leader is missing whose capture ends the game.
    fn is_reached(&self, Seat { own, other, side }: &Seat) -> bool {
        let falls = self.rules.leader.is_some_and(|leader| leader.lose);
        let lacks = |side, has: bool| falls && self.rules.has_leader(side) && !has;
        !lacks(*side, own.leader) && !lacks(!*side, other.leader)
    }

    /// Returns a cell with its games; `None` if none were played.
    fn in_play(
        &self,
        game: &AnyGame,
        planned: &CellPlan,
        tables: Option<&Endgames>,
    ) -> Result<Option<InPlay>, VerdictError> {
        let Inquiry { chunks, proofs, .. } = *self.inquiry;
        let Some(tally) = self.played.get(&planned.index) else { return Ok(None) };
        let (cell, games) = (&planned.cell, tally.outcomes.games());
        let most = proofs.last_positions;
        let held: Vec<String> = tables.iter().flat_map(|tables| tables.held()).map(|seat| seat.to_string()).collect();
        let question = (cell.id(), games, most, held);
        let last = if cell.matchup.is_replayable() {
            let find = || Ok(last_positions(&stopped_games(chunks, tally, most)?, cell, game, tables));
            remembered(&self.answer(&format!("last-{}", cell.id())), &question, |_| true, find)?
        } else {
            LastPositions::default()
        };
        Ok(Some(InPlay {
            white: tally.key.white.clone(),
            black: tally.key.black.clone(),
            games,
            draw_rate: wilson(tally.outcomes.drawn(), games),
            stopped: LIMITS.iter().map(|&reason| tally.all_ended(reason)).sum(),
            last,
        }))
    }
}

/// Returns whether each side of a game forces a fortress, as far as the camps tell. Answers and certificates are kept in the
/// folder `proofs` of a run.
pub fn both_forced(
    run: &Path,
    variant: &str,
    rules: &CheckedRules,
    reach: Reaches,
    memory: u64,
    watch: &dyn Progress,
) -> Result<BySide<Forced>, VerdictError> {
    // Both sides are searched at the same time.
    let memory = memory >> 1;
    let forced = |side: Side| {
        let folder = run.join("proofs");
        let certificate = folder.join(format!("{variant}.{}.txt", side.name()));
        let trial = Trial { variant, rules, side, reach, watch, memory, certificate: &certificate };
        let question = (&**rules, side, reach.camps, reach.complete, memory);
        let is_written = |forced: &Forced| !matches!(forced, Forced::Within { .. }) || certificate.exists();
        let answer = folder.join(format!("{variant}.{}.json", side.name()));
        remembered(&answer, &question, is_written, || trial.force())
    };
    let (white, black) = rayon::join(|| forced(Side::White), || forced(Side::Black));
    Ok(BySide { white: white?, black: black? })
}

/// Writes a file atomically, and creates its folder.
fn write(path: &Path, text: &str) -> Result<(), VerdictError> {
    make_folder(path.parent().unwrap_or(path))?;
    Ok(write_whole(path, LABEL, text.as_bytes())?)
}
