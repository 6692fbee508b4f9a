//! A position: squares, states, side to move, counts (RULES §1, §10).

use crate::sweep::Prospects;
use crate::vocab::{BySide, Side, SquareSet};

/// A position of a game. Made by [`Game::start`](crate::Game::start) and
/// [`Game::parse`](crate::Game::parse), changed by [`Game::play`](crate::Game::play).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<S> {
    /// Stones and leaders of each side.
    pub(crate) pieces: BySide<S>,
    /// The leaders of both sides.
    pub(crate) leaders: S,
    /// The stones that are vagi (games with `vagi`) or alligati (games that leap).
    pub(crate) turned: S,
    /// The dead squares.
    pub(crate) inciti: S,
    /// The pieces among which the side to move may huff; empty when no huff is open.
    pub(crate) huff: S,
    /// The side to move.
    pub(crate) side: Side,
    /// What the die shows for this turn; 0 when it has not been rolled.
    pub(crate) roll: u8,
    /// Stones still to be placed.
    pub(crate) hands: BySide<u8>,
    /// Stones captured *by* each side.
    pub(crate) captured: BySide<u16>,
    /// Turns of the movement phase since the last capture.
    pub(crate) clock: u32,
    /// Completed turns, placements included.
    pub(crate) turn: u32,
    /// Who can still capture, which only a capture changes.
    pub(crate) prospects: Prospects<S>,
}

impl<S: SquareSet> Position<S> {
    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The stones and leaders of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> S {
        self.pieces[side]
    }

    /// The stones and leaders of both sides.
    #[inline(always)]
    pub fn all_pieces(&self) -> S {
        self.pieces.white | self.pieces.black
    }

    /// The leaders of both sides.
    pub fn leaders(&self) -> S {
        self.leaders
    }

    /// The vagi, or in games that leap the alligati, of both sides.
    pub fn turned(&self) -> S {
        self.turned
    }

    /// The dead squares.
    pub fn inciti(&self) -> S {
        self.inciti
    }

    /// Stones in hand, still to be placed.
    pub fn hands(&self) -> BySide<u8> {
        self.hands
    }

    /// Stones captured by each side.
    pub fn captured(&self) -> BySide<u16> {
        self.captured
    }

    /// Turns of the movement phase since the last capture.
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// Completed turns: the plies of the game so far.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// What the die shows, if it has been rolled for this turn.
    pub fn roll(&self) -> Option<u8> {
        (self.roll > 0).then_some(self.roll)
    }

    /// Whether the side to move is deciding a huff (§7).
    #[inline(always)]
    pub fn huff_is_open(&self) -> bool {
        !self.huff.is_empty()
    }

    /// Whether stones are still being placed (§2).
    #[inline(always)]
    pub fn is_placing(&self) -> bool {
        self.hands != BySide { white: 0, black: 0 }
    }

    /// The position with the die showing `roll`.
    #[must_use]
    pub fn with_roll(mut self, roll: u8) -> Self {
        self.roll = roll;
        self
    }

    /// A hash of what makes two positions the same for `repetition` (§8): squares, states, side to
    /// move and an open huff; equal positions have equal keys, others differ but for 2^-64.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let white = fold(self.pieces.white, 0x9E37_79B9_7F4A_7C15);
        let black = fold(self.pieces.black, 0xD1B5_4A32_D192_ED03);
        let turned = fold(self.turned, 0xAEF1_7502_108E_F2D9);
        let side = if self.side == Side::White { 0 } else { 0x2545_F491_4F6C_DD1D };
        let mut key = white ^ black.rotate_left(21) ^ turned.rotate_left(42) ^ side;
        if !(self.leaders | self.huff | self.inciti).is_empty() {
            key ^= fold(self.leaders, 0x8CB9_2BA7_2F3D_8DD7).rotate_left(11);
            key ^= fold(self.huff, 0xA24B_AED4_963E_E407).rotate_left(31);
            key ^= fold(self.inciti, 0x9FB2_1C65_1E98_DF25).rotate_left(51);
        }
        mix(key, 0x6C8E_9CF5_7093_2BD5)
    }
}

/// A folded 64×64→128 bit product: every bit of the word reaches every bit of the result.
#[inline(always)]
fn mix(word: u64, odd: u64) -> u64 {
    let product = u128::from(word ^ odd.rotate_left(32)) * u128::from(odd);
    product as u64 ^ (product >> 64) as u64
}

#[inline(always)]
fn fold<S: SquareSet>(set: S, odd: u64) -> u64 {
    let wide = set.widen();
    let (low, high) = (wide as u64, (wide >> 64) as u64);
    if high == 0 { mix(low, odd) } else { mix(low, odd) ^ mix(high, odd.rotate_left(17) | 1).rotate_left(7) }
}
