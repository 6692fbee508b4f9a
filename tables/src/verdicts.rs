//! The rows of the table of verdicts: what is proved of a variant, and what was played of it.

use petteia_engine::{BySide, Side};
use petteia_statistics::Estimate;
use serde::{Deserialize, Serialize};

use crate::endgames::EndingSummary;

/// What is known of a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The game with its switches.
    pub variant: String,
    /// The smallest fortress of the first player.
    pub smallest: Smallest,
    /// Whether each side forces a fortress from the start.
    pub forced: BySide<Forced>,
    /// The endings whose tables were made.
    pub endings: Vec<EndingSummary>,
    /// Why there are no tables, where there can be none.
    pub no_endings: Option<String>,
    /// The games that were played, by pairing.
    pub played: Vec<InPlay>,
}

/// The fortresses with the fewest pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Smallest {
    /// There are some.
    Found {
        /// The number of pieces.
        pieces: u32,
        /// How many there are up to symmetry.
        kinds: u32,
        /// The squares of one: the wall, and the two squares of the piece that moves.
        squares: String,
        /// A drawing of it in letters.
        drawing: String,
    },
    /// There is none with so many pieces or fewer.
    None {
        /// So many were tried.
        most: u32,
        /// Whether the side has no more.
        all: bool,
    },
    /// There is none, since no piece of the side can move for ever.
    NeverMoves,
    /// The search does not cover the rules.
    NotCovered(String),
}

/// Whether a side forces a fortress from the start, whatever the enemy does, unless the game ends before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Forced {
    /// It does.
    Within {
        /// Within so many of its own moves.
        moves: u8,
        /// On so many of its first ranks.
        ranks: u8,
        /// Whether it cannot lose from then on, however the game is adjudicated.
        is_safe: bool,
        /// The file with the strategy, which a separate checker verified.
        certificate: String,
    },
    /// It is not known.
    Open {
        /// How far the search came: on so many ranks there is none within so many moves.
        tried: Vec<Tried>,
    },
    /// The search does not cover the rules.
    NotCovered(String),
}

/// A search that found nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// The first ranks of the side that were searched.
    pub ranks: u8,
    /// Nothing is forced within so many moves there; without a number, in any number of moves.
    pub moves: Option<u8>,
}

/// The games of a pairing.
#[derive(Debug, Clone, PartialEq)]
pub struct InPlay {
    /// White's agent.
    pub white: String,
    /// Black's agent.
    pub black: String,
    /// How many games were played.
    pub games: u64,
    /// The share of draws.
    pub draw_rate: Option<Estimate>,
    /// The games that a limit stopped.
    pub stopped: u64,
    /// What is known of the last positions of some of them.
    pub last: LastPositions,
}

/// What is known of the last positions of games that a limit stopped, by number of games; each counts once, where it first
/// fits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastPositions {
    /// Both sides have a fortress, and nothing can be won any more.
    pub both_closed: u64,
    /// An endgame table says that neither side can force a win.
    pub drawn_ending: u64,
    /// An endgame table says that a side could have forced a win.
    pub won_ending: u64,
    /// One side has a fortress with which it cannot lose.
    pub one_closed: u64,
    /// Nothing of this is known.
    pub open: u64,
    /// Besides: both sides had such a fortress at some time of the game, whether they kept it or not.
    pub once_closed: u64,
}

impl LastPositions {
    /// The games that were looked at.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.both_closed + self.drawn_ending + self.won_ending + self.one_closed + self.open
    }

    /// Those in which nobody could force a win any more.
    #[must_use]
    pub fn dead(&self) -> u64 {
        self.both_closed + self.drawn_ending
    }
}

/// What follows for the game with best play on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestPlay {
    /// Neither side can force a win: a draw.
    Draw,
    /// The side cannot lose; whether it wins is open.
    NoLoss(Side),
    /// The pieces of the first player form no fortress, so none draws the game.
    NoFortress,
    /// Open.
    Open,
}

impl Verdict {
    /// What follows for the game with best play.
    #[must_use]
    pub fn best_play(&self) -> BestPlay {
        let holds = |side| matches!(self.forced[side], Forced::Within { is_safe: true, .. });
        match (holds(Side::White), holds(Side::Black)) {
            (true, true) => BestPlay::Draw,
            (true, false) => BestPlay::NoLoss(Side::White),
            (false, true) => BestPlay::NoLoss(Side::Black),
            (false, false) if matches!(self.smallest, Smallest::None { all: true, .. } | Smallest::NeverMoves) => {
                BestPlay::NoFortress
            }
            (false, false) => BestPlay::Open,
        }
    }
}
