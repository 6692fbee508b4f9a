//! A position: squares, states, side to move, counts (RULES §1, §10).

use crate::geometry::AnySet;
use crate::random::SplitMix64;
use crate::vocab::{BySide, Outcome, Side, Square, SquareSet};

/// A position of a game. Created by [`Game::start`](crate::Game::start) and [`Game::parse`](crate::Game::parse),
/// changed by [`Game::play_unchecked`](crate::Game::play).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<S> {
    /// Stones and leaders of each side.
    pub(crate) pieces: BySide<S>,
    /// The leaders of both sides.
    pub(crate) leaders: S,
    /// The stones that are vagi (games with `vagi`) or alligati (games that bind).
    pub(crate) turned: S,
    /// The dead squares.
    pub(crate) inciti: S,
    /// The pieces that an open decision is about: those that the side to move may huff, or its own piece that has
    /// captured and may go on. Empty if no such decision is open.
    pub(crate) pending: S,
    /// How far the turn has come, if it has several decisions.
    pub(crate) stage: Stage,
    /// The squares between which each side moved in its last turn, in games in which it may not move back; `None` if the
    /// turn was no such move.
    pub(crate) last: BySide<Option<(Square, Square)>>,
    /// The side to move.
    pub(crate) side: Side,
    /// Whether the players have changed sides (§2).
    pub(crate) swapped: bool,
    /// The roll of this turn; 0 if the die has not been rolled.
    pub(crate) roll: u8,
    /// Stones still to be placed.
    pub(crate) hands: BySide<u8>,
    /// Stones captured *by* each side.
    pub(crate) captured: BySide<u16>,
    /// Turns of the movement phase since the last capture.
    pub(crate) clock: u32,
    /// Completed turns, placements included.
    pub(crate) turn: u32,
    /// Which sides can still capture.
    pub(crate) prospects: Prospects<S>,
}

/// How far a turn has come in games in which it can have several decisions (§4, §6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// At its beginning, or at a huff.
    #[default]
    Beginning,
    /// A piece has captured and may go on.
    Again,
    /// A bound stone has been removed, and the side has yet to move.
    Removed,
}

/// A position of a game on [any board](crate::AnyBoard).
pub type AnyPosition = Position<AnySet>;

/// Which sides can still capture. Only captures change this, so it is stored in the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Prospects<S> {
    /// Whether neither side can capture in any region.
    pub barren: bool,
    /// The squares of the regions in which each side's pieces are hopeless but remain. Moves of pieces there do not
    /// count.
    pub hopeless: BySide<S>,
}

impl<S: SquareSet> Position<S> {
    /// Returns the squares on which positions differ, in their pieces or the state of these.
    pub fn squares_changed(&self, other: &Self) -> S {
        let both = self.kinds().into_iter().zip(other.kinds());
        both.fold(S::EMPTY, |changed, ((one, _), (other, _))| changed | (one ^ other))
    }

    /// Returns an empty board before White's first turn, which no game has.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        Position {
            pieces: BySide::both(S::EMPTY),
            leaders: S::EMPTY,
            turned: S::EMPTY,
            inciti: S::EMPTY,
            pending: S::EMPTY,
            stage: Stage::Beginning,
            last: BySide::both(None),
            side: Side::White,
            swapped: false,
            roll: 0,
            hands: BySide::both(0),
            captured: BySide::both(0),
            clock: 0,
            turn: 0,
            prospects: Prospects::default(),
        }
    }

    /// Returns the side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns the stones and leaders of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> S {
        self.pieces[side]
    }

    /// Returns the stones and leaders of both sides.
    #[inline(always)]
    pub fn all_pieces(&self) -> S {
        self.pieces.white | self.pieces.black
    }

    /// Returns the leaders of both sides.
    pub fn leaders(&self) -> S {
        self.leaders
    }

    /// Returns the vagi or, in games that bind, the alligati of both sides.
    pub fn turned(&self) -> S {
        self.turned
    }

    /// Returns the dead squares.
    pub fn inciti(&self) -> S {
        self.inciti
    }

    /// Returns the pieces in hand, which have yet to be placed; a leader in hand is the last one of them.
    pub fn hands(&self) -> BySide<u8> {
        self.hands
    }

    /// Returns the number of stones captured by each side.
    pub fn captured(&self) -> BySide<u16> {
        self.captured
    }

    /// Returns the number of turns of the movement phase since the last capture.
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// Returns the number of completed turns, which are the plies of the game so far.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the roll of this turn, if the die has been rolled.
    pub fn roll(&self) -> Option<u8> {
        (self.roll > 0).then_some(self.roll)
    }

    /// Returns whether the side to move must decide about a huff (§7).
    #[inline(always)]
    pub fn huff_is_open(&self) -> bool {
        !self.pending.is_empty() && self.stage == Stage::Beginning
    }

    /// Returns the pieces that the side to move may huff now (§7).
    pub(crate) fn huffable(&self) -> S {
        self.pending.when(self.huff_is_open())
    }

    /// Returns the piece of the side to move that has captured and may go on in the same turn (§4).
    pub fn goes_on_with(&self) -> Option<Square> {
        (self.stage == Stage::Again).then(|| self.pending.lowest())
    }

    /// Returns the squares between which a side moved in its last turn, in games in which it may not move back (§3).
    pub fn last_move(&self, side: Side) -> Option<(Square, Square)> {
        self.last[side]
    }

    /// Returns whether the side to move has removed a bound stone and has yet to move (§6).
    pub fn has_removed(&self) -> bool {
        self.stage == Stage::Removed
    }

    /// Returns whether the players have changed sides, so that the second player has the side that began (§2).
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Returns the player to move, named by the side with which it began.
    #[inline(always)]
    pub fn player(&self) -> Side {
        self.side_of(self.side)
    }

    /// Returns the side that a player has now, if players are named by the side with which they began, and as well the player
    /// that has a side.
    #[inline(always)]
    pub fn side_of(&self, player: Side) -> Side {
        if self.swapped { !player } else { player }
    }

    /// Returns the outcome of a game that ends here with the winning player, named by the side with which it began.
    #[must_use]
    pub fn outcome_by_player(&self, outcome: Outcome) -> Outcome {
        Outcome { winner: outcome.winner.map(|winner| self.side_of(winner)), ..outcome }
    }

    /// Returns whether stones are still being placed (§2).
    #[inline(always)]
    pub fn is_placing(&self) -> bool {
        self.hands != BySide { white: 0, black: 0 }
    }

    /// Returns the same position with sets of another kind, which must have room for all squares of the board.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules, Wide};
    /// let rules = Rules::parse("city-8").unwrap();
    /// let (fast, any) = (Game::new(rules.clone(), Fixed::<u64, 8, 8>::default()), Game::of(rules));
    /// assert_eq!(fast.start().cast::<Wide>(), any.start());
    /// ```
    #[must_use]
    pub fn cast<T: SquareSet>(&self) -> Position<T> {
        let sets = |sets: BySide<S>| BySide::from_fn(|side| cast(sets[side]));
        Position {
            pieces: sets(self.pieces),
            leaders: cast(self.leaders),
            turned: cast(self.turned),
            inciti: cast(self.inciti),
            pending: cast(self.pending),
            stage: self.stage,
            last: self.last,
            side: self.side,
            swapped: self.swapped,
            roll: self.roll,
            hands: self.hands,
            captured: self.captured,
            clock: self.clock,
            turn: self.turn,
            prospects: Prospects { barren: self.prospects.barren, hopeless: sets(self.prospects.hopeless) },
        }
    }

    /// Returns the position with the die showing `roll`.
    #[must_use]
    pub fn with_roll(mut self, roll: u8) -> Self {
        self.roll = roll;
        self
    }

    /// Returns the key by which a game that forbids repetition knows its positions: a sum of random numbers, one for each
    /// square and what is on it, which a move changes in few places.
    pub(crate) fn sum(&self) -> u64 {
        let sum = self.board_sum() ^ sum_of(self.pending, PENDING) ^ self.sum_of_last();
        (if self.side == Side::White { sum } else { !sum }) ^ self.sum_of_events()
    }

    /// Returns what a removal in this turn, and a change of sides, add to sums and keys.
    fn sum_of_events(&self) -> u64 {
        (if self.has_removed() { REMOVED } else { 0 }) ^ (if self.swapped { SWAPPED } else { 0 })
    }

    /// Returns the same sum for the board alone, whoever is to move.
    pub(crate) fn board_sum(&self) -> u64 {
        self.kinds().into_iter().fold(0, |sum, (set, kind)| sum ^ sum_of(set, kind))
    }

    /// Returns what changes in the sum of the board from this position to another: few squares differ after a move.
    pub(crate) fn board_change(&self, after: &Self) -> u64 {
        let both = self.kinds().into_iter().zip(after.kinds());
        both.fold(0, |sum, ((before, kind), (after, _))| sum ^ sum_of((before | after) & !(before & after), kind))
    }

    /// Returns what is on the squares, each with the number of its kind.
    fn kinds(&self) -> [(S, u64); 5] {
        [
            (self.pieces.white, WHITE),
            (self.pieces.black, BLACK),
            (self.leaders, LEADER),
            (self.turned, TURNED),
            (self.inciti, INCITUS),
        ]
    }

    /// Returns what the move of a piece changes in the sum of the board if it changes nothing else.
    #[inline(always)]
    pub(crate) fn sum_of_move(&self, from: Square, to: Square) -> u64 {
        let mover = if self.side == Side::White { WHITE } else { BLACK };
        let moved = number_of(from, mover) ^ number_of(to, mover);
        let led = if self.leaders.has(from) { number_of(from, LEADER) ^ number_of(to, LEADER) } else { 0 };
        moved ^ led
    }

    /// Returns the sum of the moves that may not be taken back.
    fn sum_of_last(&self) -> u64 {
        let of = |last: Option<(Square, Square)>| {
            last.map_or(0, |(from, to)| number_of(from, LAST_FROM) ^ number_of(to, LAST_TO))
        };
        of(self.last.white) ^ of(self.last.black).rotate_left(32)
    }

    /// Returns a hash of everything that makes positions the same for `repetition` (§8): squares, states, side to move
    /// and open decisions. Equal positions have equal keys; different positions have different keys, except with
    /// probability 2^-64.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let mut key = self.pieces.white.mix(self.pieces.black, 0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03);
        if !(self.turned | self.leaders | self.pending | self.inciti).is_empty() || self.has_removed() || self.swapped {
            key ^= self.turned.mix(self.leaders, 0xAEF1_7502_108E_F2D9, 0x8CB9_2BA7_2F3D_8DD7).rotate_left(21);
            key ^= self.pending.mix(self.inciti, 0xA24B_AED4_963E_E407, 0x9FB2_1C65_1E98_DF25).rotate_left(42);
            key ^= self.sum_of_events();
        }
        if self.last != BySide::both(None) {
            key ^= self.sum_of_last();
        }
        if self.side == Side::White { key } else { !key }
    }
}

/// What can be on a square, for [`Position::sum`].
const WHITE: u64 = 0;
const BLACK: u64 = 1;
const LEADER: u64 = 2;
const TURNED: u64 = 3;
const PENDING: u64 = 4;
const INCITUS: u64 = 5;
const LAST_FROM: u64 = 6;
const LAST_TO: u64 = 7;

/// Added to a sum if a stone has been removed in this turn.
const REMOVED: u64 = 0xE703_7ED1_A0B4_28DB;

/// Added to a sum if the players have changed sides.
const SWAPPED: u64 = 0x589F_38C6_1D3B_6E2D;

/// Returns the sum of the random numbers of squares with something on them.
fn sum_of<S: SquareSet>(set: S, kind: u64) -> u64 {
    set.squares().fold(0, |sum, square| sum ^ number_of(square, kind))
}

/// Returns the random number of a square with something on it.
#[inline(always)]
fn number_of(square: Square, kind: u64) -> u64 {
    SplitMix64((u64::from(square.0) * 8 + kind).wrapping_mul(SplitMix64::STEP)).next()
}

fn cast<S: SquareSet, T: SquareSet>(set: S) -> T {
    T::narrow(set.widen())
}
