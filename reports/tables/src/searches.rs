//! How far the searches of players looked ahead.

use petteia_engine::BySide;

use crate::chunk_rows::{Rows, Values};
use crate::error::TableError;
use crate::schema::games::{
    DEPTH_BLACK, DEPTH_WHITE, SHARE_NO_DEPTH_BLACK, SHARE_NO_DEPTH_WHITE, SHARE_ODD_DEPTH_BLACK, SHARE_ODD_DEPTH_WHITE,
};
use crate::sum::Sum;

/// The searches of a player in one game, or on average over games; all empty without searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Searches {
    /// The mean depth that they completed, in decisions.
    pub depth: Option<f64>,
    /// The share of them that completed an odd number of decisions, from 0 to 1.
    pub odd: Option<f64>,
    /// The share of them that completed no ply, from 0 to 1.
    pub blind: Option<f64>,
}

/// A search of a smaller mean depth hardly sees the opponent's answer.
pub const SHALLOW: f64 = 2.0;

/// A search that completes no ply more often than this plays by the order of its moves alone.
pub const OFTEN_BLIND: f64 = 0.1;

impl Searches {
    /// Returns whether they hardly looked at the game: below a mean depth of [`SHALLOW`], or [`OFTEN_BLIND`].
    #[must_use]
    pub fn are_shallow(&self) -> bool {
        self.depth.is_some_and(|depth| depth < SHALLOW) || self.blind.is_some_and(|blind| blind >= OFTEN_BLIND)
    }
}

/// The searches of a player over several games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchSums {
    depth: Sum,
    odd: Sum,
    blind: Sum,
}

impl SearchSums {
    /// Adds the searches of a game.
    pub fn add(&mut self, searches: Searches) {
        self.depth.add(searches.depth);
        self.odd.add(searches.odd);
        self.blind.add(searches.blind);
    }

    /// Returns the means over all games with searches.
    #[must_use]
    pub fn mean(&self) -> Searches {
        Searches { depth: self.depth.mean(), odd: self.odd.mean(), blind: self.blind.mean() }
    }
}

/// The columns of `games` that tell how far both sides looked ahead.
pub struct SearchColumns<'a>(BySide<[Values<'a, f64>; 3]>);

impl<'a> SearchColumns<'a> {
    /// The names of these columns.
    pub const NAMES: [&'static str; 6] = [
        DEPTH_WHITE.name,
        SHARE_ODD_DEPTH_WHITE.name,
        SHARE_NO_DEPTH_WHITE.name,
        DEPTH_BLACK.name,
        SHARE_ODD_DEPTH_BLACK.name,
        SHARE_NO_DEPTH_BLACK.name,
    ];

    /// Finds them among the columns of a chunk.
    pub fn of(rows: &'a Rows) -> Result<Self, TableError> {
        let white = [rows.get(DEPTH_WHITE)?, rows.get(SHARE_ODD_DEPTH_WHITE)?, rows.get(SHARE_NO_DEPTH_WHITE)?];
        let black = [rows.get(DEPTH_BLACK)?, rows.get(SHARE_ODD_DEPTH_BLACK)?, rows.get(SHARE_NO_DEPTH_BLACK)?];
        Ok(SearchColumns(BySide { white, black }))
    }

    /// Returns the searches in a row.
    pub fn get(&self, row: usize) -> BySide<Searches> {
        BySide::from_fn(|side| {
            let [depth, odd, blind] = self.0[side].each_ref().map(|values| values.get(row));
            Searches { depth, odd, blind }
        })
    }
}
