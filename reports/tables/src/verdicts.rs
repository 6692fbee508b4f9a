//! The rows of the table of verdicts: what is proved about a variant, and how games of it ended.

use petteia_engine::{BySide, Side};
use petteia_statistics::Estimate;
use serde::{Deserialize, Serialize};

use crate::endgames::EndingSummary;
use crate::keys::{AgentKey, VariantKey};

/// All that is known about a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The game with its switches.
    pub variant: VariantKey,
    /// Whether some limit makes a draw of a game that nobody wins.
    pub ends_without_winner: bool,
    /// The smallest fortress of the first player.
    pub smallest: Smallest,
    /// Whether each side can force a fortress from the start.
    pub forced: BySide<Forced>,
    /// The endings whose tables were computed.
    pub endings: Vec<EndingSummary>,
    /// The reason, if the variant can have no tables.
    pub no_endings: Option<String>,
    /// The games that were played, by pairing.
    pub played: Vec<InPlay>,
}

/// The fortresses with the fewest pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Smallest {
    /// Fortresses exist.
    Found {
        /// Number of pieces.
        pieces: u32,
        /// Number of fortresses up to symmetry.
        kinds: u32,
        /// The squares of one of them: the wall, and the two squares of the moving piece.
        squares: String,
        /// The same fortress drawn in letters.
        drawing: String,
    },
    /// No fortress exists with this number of pieces or fewer.
    None {
        /// The largest number of pieces that was tried.
        most: u32,
        /// Whether the side has no more pieces than that.
        all: bool,
    },
    /// No fortress exists, because no piece of the side can move forever.
    NeverMoves,
    /// The search does not cover the rules.
    NotCovered(String),
}

/// Whether a side can force a fortress from the start, against every defence, unless the game ends first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Forced {
    /// It can.
    Within {
        /// The number of its own moves that it needs at most.
        moves: u8,
        /// The number of its first ranks that it uses.
        ranks: u8,
        /// Whether it cannot lose from then on, however the game is adjudicated.
        is_safe: bool,
        /// The file that contains the strategy, which a separate checker verified.
        certificate: String,
    },
    /// Unknown.
    Open {
        /// How far the search went: on each number of ranks, no fortress is forced within this number of moves.
        tried: Vec<Tried>,
    },
    /// The search does not cover the rules.
    NotCovered(String),
}

/// A search without success.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Number of the side's first ranks that were searched.
    pub ranks: u8,
    /// Nothing can be forced there within this number of moves; `None` means in any number of moves.
    pub moves: Option<u8>,
}

/// The games of one pairing.
#[derive(Debug, Clone, PartialEq)]
pub struct InPlay {
    /// White's agent.
    pub white: AgentKey,
    /// Black's agent.
    pub black: AgentKey,
    /// Number of games played.
    pub games: u64,
    /// The share of draws.
    pub draw_rate: Option<Estimate>,
    /// Games stopped by a limit.
    pub stopped: u64,
    /// What is known about the last positions of some of them.
    pub last: LastPositions,
}

/// The numbers of games stopped by a limit, by what is known about their last positions. Each game is counted once, in
/// the first category that applies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastPositions {
    /// Both sides have a fortress, and neither can win any more.
    pub both_closed: u64,
    /// According to an endgame table, neither side can force a win.
    pub drawn_ending: u64,
    /// According to an endgame table, one side could have forced a win.
    pub won_ending: u64,
    /// One side has a fortress with which it cannot lose.
    pub one_closed: u64,
    /// None of this is known.
    pub open: u64,
    /// In addition: both sides had such a fortress at some point in the game, whether or not they kept it.
    pub once_closed: u64,
}

impl LastPositions {
    /// Returns the number of games examined.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.both_closed + self.drawn_ending + self.won_ending + self.one_closed + self.open
    }

    /// Returns the number of games in which neither side could force a win any more.
    #[must_use]
    pub fn dead(&self) -> u64 {
        self.both_closed + self.drawn_ending
    }
}

/// What follows for the game under best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestPlay {
    /// Neither side can force a win: the game is a draw.
    Draw,
    /// Neither side can force a win, but no limit makes a draw of a game that nobody wins.
    NoWin,
    /// The side cannot lose; whether it can win is unknown.
    NoLoss(Side),
    /// The pieces of the first player form no fortress, so no fortress draws the game.
    NoFortress,
    /// Unknown.
    Open,
}

impl Verdict {
    /// Returns what follows for the game under best play.
    #[must_use]
    pub fn best_play(&self) -> BestPlay {
        let holds = |side| matches!(self.forced[side], Forced::Within { is_safe: true, .. });
        match (holds(Side::White), holds(Side::Black)) {
            (true, true) if self.ends_without_winner => BestPlay::Draw,
            (true, true) => BestPlay::NoWin,
            (true, false) => BestPlay::NoLoss(Side::White),
            (false, true) => BestPlay::NoLoss(Side::Black),
            (false, false) if matches!(self.smallest, Smallest::None { all: true, .. } | Smallest::NeverMoves) => {
                BestPlay::NoFortress
            }
            (false, false) => BestPlay::Open,
        }
    }
}
