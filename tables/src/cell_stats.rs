//! Exact counts of the games of each cell.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use petteia_engine::{BySide, EndReason, Outcome, Side};
use petteia_statistics::Histogram;

use crate::chunk_rows;
use crate::chunks::{Chunk, RunChunks};
use crate::error::TableError;
use crate::examples::Firsts;
use crate::keys::CellKey;
use crate::outcome_columns::OutcomeColumns;
use crate::outcomes::OutcomeCounts;
use crate::schema::games::*;
use crate::searches::{SearchColumns, SearchSums};
use crate::sum::Sum;

/// The number of games at the start of each cell that are checked for duplicates.
pub const DUPLICATES_AMONG: u64 = 10_000;

/// The counts of one cell.
#[derive(Debug, Default)]
pub struct CellStats {
    /// The cell.
    pub key: CellKey,
    /// Games by winner and by whether they were adjudicated.
    pub outcomes: OutcomeCounts,
    /// Games by how they ended and who won.
    pub ends: HashMap<(EndReason, Option<Side>), u64>,
    /// Lengths of all games.
    pub plies: Histogram,
    /// Lengths of the unfinished games.
    pub unfinished_plies: Histogram,
    /// The plies of the first captures, over the games with a capture.
    pub first_capture: Sum,
    /// The mean numbers of legal decisions of the games.
    pub branching: Sum,
    /// Stones that both sides captured in a game.
    pub captures: Histogram,
    /// Stones that each side captured.
    pub captured: BySide<Sum>,
    /// Coins that each side won.
    pub coins: BySide<Sum>,
    /// The searches of each side.
    pub searches: BySide<SearchSums>,
    /// Hashes of what is recorded of the first games.
    looks: HashSet<u64>,
    /// Games, among the first [`DUPLICATES_AMONG`], that are identical to an earlier one.
    pub duplicates: u64,
    /// The first game of each kind.
    pub firsts: Firsts,
}

impl CellStats {
    /// Returns the counts of a cell that has no games yet.
    #[must_use]
    pub fn of(key: CellKey) -> Self {
        CellStats { key, ..CellStats::default() }
    }

    /// Returns the games that ended for a reason with a winner, or with none.
    #[must_use]
    pub fn ended(&self, reason: EndReason, winner: Option<Side>) -> u64 {
        self.ends.get(&(reason, winner)).copied().unwrap_or(0)
    }

    /// Returns all games that ended for a reason.
    #[must_use]
    pub fn all_ended(&self, reason: EndReason) -> u64 {
        [None, Some(Side::White), Some(Side::Black)].into_iter().map(|winner| self.ended(reason, winner)).sum()
    }

    /// Counts the game as a duplicate if everything recorded of it equals that of an earlier game.
    fn look(&mut self, game: impl Hash) {
        if self.outcomes.games() <= DUPLICATES_AMONG {
            let mut hasher = DefaultHasher::new();
            game.hash(&mut hasher);
            self.duplicates += u64::from(!self.looks.insert(hasher.finish()));
        }
    }
}

/// Counts the games of a run that count, for each cell that has any, in the order of the cells.
///
/// # Errors
/// There are no games, or a chunk does not have the form in which a run writes it.
pub fn cell_stats(chunks: &RunChunks) -> Result<Vec<CellStats>, TableError> {
    let folder = || chunks.folder.join("games");
    if chunks.games.is_empty() {
        return Err(TableError::NoParts { folder: folder() });
    }
    let new = |key: &CellKey| (key.cell, CellStats::of(key.clone()));
    let mut tallies: BTreeMap<u32, CellStats> = chunks.cells.iter().map(new).collect();
    for chunk in &chunks.games {
        let unknown = || TableError::UnknownCell { folder: folder(), cell: chunk.cell };
        count_chunk(chunk, tallies.get_mut(&chunk.cell).ok_or_else(unknown)?)?;
    }
    let in_order = chunks.cells.iter().filter_map(|key| tallies.remove(&key.cell));
    let played: Vec<CellStats> = in_order.filter(|tally| tally.outcomes.games() > 0).collect();
    if played.is_empty() { Err(TableError::NoGames { folder: folder() }) } else { Ok(played) }
}

/// The columns that are counted besides those of outcomes and searches.
const COUNTED: [&str; 9] = [
    GAME.name,
    ADJUDICATED.name,
    PLIES.name,
    FIRST_CAPTURE_PLY.name,
    MEAN_BRANCHING.name,
    CAPTURES_WHITE.name,
    CAPTURES_BLACK.name,
    COINS_WHITE.name,
    COINS_BLACK.name,
];

/// Adds the games of a chunk that count to the tally of its cell.
fn count_chunk(chunk: &Chunk, tally: &mut CellStats) -> Result<(), TableError> {
    let wanted = [&COUNTED[..], &OutcomeColumns::NAMES, &SearchColumns::NAMES].concat();
    let rows = &chunk_rows::read(chunk, Some(&wanted))?;
    let mut all = OutcomeCounts::default();
    let (games, outcomes, adjudicated) = (rows.get(GAME)?, OutcomeColumns::of(rows)?, rows.get(ADJUDICATED)?);
    let (plies, first_capture, branching) = (rows.get(PLIES)?, rows.get(FIRST_CAPTURE_PLY)?, rows.get(MEAN_BRANCHING)?);
    let captures = BySide { white: rows.get(CAPTURES_WHITE)?, black: rows.get(CAPTURES_BLACK)? };
    let coins = BySide { white: rows.get(COINS_WHITE)?, black: rows.get(COINS_BLACK)? };
    let searches = SearchColumns::of(rows)?;
    for row in 0..rows.len() {
        let (game, is_adjudicated) = (games.require(row)?, adjudicated.require(row)?);
        let Outcome { winner, reason } = outcomes.get(row)?;
        all.add(winner, reason, is_adjudicated);
        if !chunk.games.contains(&game) {
            continue;
        }
        tally.outcomes.add(winner, reason, is_adjudicated);
        *tally.ends.entry((reason, winner)).or_default() += 1;
        let (plies, first_capture) = (plies.require(row)?, first_capture.get(row));
        let captured = BySide { white: captures.white.require(row)?, black: captures.black.require(row)? };
        let branching = branching.get(row);
        tally.look((winner, reason, plies, first_capture, captured, branching.map(f64::to_bits)));
        tally.plies.add(plies);
        tally.firsts.add(game, plies, winner, reason);
        if reason == EndReason::TurnCap {
            tally.unfinished_plies.add(plies);
        }
        tally.first_capture.add(first_capture.map(f64::from));
        tally.branching.add(branching);
        tally.captures.add(captured.white.saturating_add(captured.black));
        let searches = searches.get(row);
        for side in Side::BOTH {
            tally.captured[side].add(Some(captured[side].into()));
            tally.coins[side].add(coins[side].get(row).map(f64::from));
            tally.searches[side].add(searches[side]);
        }
    }
    chunk.compare(all)
}
