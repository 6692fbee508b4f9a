//! Exact counts of the games of each cell.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use petteia_engine::{BySide, EndReason, Outcome, Side};
use petteia_statistics::Histogram;

use crate::chunk_rows::{self, Rows};
use crate::chunks::Chunk;
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
#[derive(Clone, Debug, Default)]
pub struct CellStats {
    /// The cell.
    pub key: CellKey,
    /// Games by winner and by whether they were adjudicated.
    pub outcomes: OutcomeCounts,
    /// The games that each side won after the players had changed sides.
    pub swapped: BySide<u64>,
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
    /// The first games that a limit stopped, at most [`STOPPED_KEPT`].
    pub stopped: Vec<u64>,
}

/// The number of games of a cell, of those that a limit stopped, that can be named.
pub const STOPPED_KEPT: usize = 10_000;

/// The limits that stop games that do not end on the board.
pub const LIMITS: [EndReason; 5] =
    [EndReason::Repetition, EndReason::NoProgress, EndReason::MoveCap, EndReason::TurnCap, EndReason::Fortress];

/// The columns that are counted besides those of outcomes and searches.
const COUNTED: [&str; 11] = [
    GAME.name,
    SEED.name,
    IS_SWAPPED.name,
    ADJUDICATED.name,
    PLIES.name,
    FIRST_CAPTURE_PLY.name,
    MEAN_BRANCHING.name,
    CAPTURES_WHITE.name,
    CAPTURES_BLACK.name,
    COINS_WHITE.name,
    COINS_BLACK.name,
];

/// Reads the columns of a chunk that are counted.
pub(crate) fn read(chunk: &Chunk) -> Result<Rows<'_>, TableError> {
    let wanted = [&COUNTED[..], &OutcomeColumns::NAMES, &SearchColumns::NAMES].concat();
    chunk_rows::read(chunk, Some(&wanted))
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

    /// Adds the games of a chunk that count. Chunks must be added in order.
    ///
    /// # Errors
    /// The chunk does not have the form in which a run writes it, or its games ended otherwise than its ledger says.
    pub(crate) fn add_chunk(&mut self, chunk: &Chunk, rows: &Rows) -> Result<(), TableError> {
        let mut all = OutcomeCounts::default();
        let (games, outcomes, adjudicated) = (rows.get(GAME)?, OutcomeColumns::of(rows)?, rows.get(ADJUDICATED)?);
        let swapped = rows.get(IS_SWAPPED)?;
        let (plies, first_capture, branching) =
            (rows.get(PLIES)?, rows.get(FIRST_CAPTURE_PLY)?, rows.get(MEAN_BRANCHING)?);
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
            self.outcomes.add(winner, reason, is_adjudicated);
            if let Some(winner) = winner {
                self.swapped[winner] += u64::from(swapped.require(row)?);
            }
            *self.ends.entry((reason, winner)).or_default() += 1;
            let (plies, first_capture) = (plies.require(row)?, first_capture.get(row));
            let captured = BySide { white: captures.white.require(row)?, black: captures.black.require(row)? };
            let branching = branching.get(row);
            let searches = searches.get(row);
            let depths = Side::BOTH.map(|side| searches[side].depth.map(f64::to_bits));
            self.look((winner, reason, plies, first_capture, captured, branching.map(f64::to_bits), depths));
            self.plies.add(plies);
            self.firsts.add(game, plies, Outcome { winner, reason });
            if reason == EndReason::TurnCap {
                self.unfinished_plies.add(plies);
            }
            if LIMITS.contains(&reason) && self.stopped.len() < STOPPED_KEPT {
                self.stopped.push(game);
            }
            self.first_capture.add(first_capture.map(f64::from));
            self.branching.add(branching);
            self.captures.add(captured.white.saturating_add(captured.black));
            for side in Side::BOTH {
                self.captured[side].add(Some(captured[side].into()));
                self.coins[side].add(coins[side].get(row).map(f64::from));
                self.searches[side].add(searches[side]);
            }
        }
        chunk.compare(all)
    }

    /// Forgets what is needed only while games are added.
    pub(crate) fn finish(&mut self) {
        self.looks = HashSet::new();
    }
}
