//! Sets of squares of the games in the lanes: one word per lane for boards of up to 64 squares, two for larger ones.

use super::vector::Vector;
use crate::geometry::Geometry;
use crate::vocab::{Bits, operators};

/// A word for which there is a form with one set per lane.
pub trait Laned: Sized {
    /// One set for each lane.
    type Boards<V: Vector>: Boards<Self, V>;

    /// Returns the result of [`Boards::digest`] for this set.
    fn digest(self, factors: u64) -> u64;
}

/// A board on which random games can be played in lanes: all but the largest.
pub trait InLanes: Geometry<Set: Laned> {}

impl<G: Geometry<Set: Laned>> InLanes for G {}

/// A set for each lane of games on the board `G`.
pub type On<G, V> = <<G as Geometry>::Set as Laned>::Boards<V>;

impl Laned for u64 {
    type Boards<V: Vector> = One<V>;

    fn digest(self, factors: u64) -> u64 {
        let times = |a: u64, b: u64| (a & 0xFFFF_FFFF) * (b & 0xFFFF_FFFF);
        times(self, factors).wrapping_add(times(self >> 32, factors >> 32))
    }
}

impl Laned for u128 {
    type Boards<V: Vector> = Two<V>;

    fn digest(self, factors: u64) -> u64 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        low.digest(factors).wrapping_add(high.digest(factors.rotate_left(16) ^ 1))
    }
}

/// A set of squares for each lane; `S` is the set of one game.
pub trait Boards<S, V: Vector>: Bits<S> {
    fn none() -> Self;

    fn count(self) -> V;

    /// Returns the index of the square with `k` squares of the set below it, or any number if there is none.
    fn select(self, k: V) -> V;

    fn only(index: V) -> Self;

    fn is_empty(self) -> V::Mask;

    /// Returns the sets of `yes` where the mask is set, and those of `no` elsewhere.
    fn pick(mask: V::Mask, yes: Self, no: Self) -> Self;

    /// Does the same as [`Vector::slides_on_chessboard`].
    fn slides_on_chessboard(_pieces: Self, _empty: Self) -> Option<[Self; 4]> {
        None
    }

    /// Returns the sum of the products of all half words with numbers made from `factors`.
    fn digest(self, factors: u64) -> V;

    fn get(&self, lane: usize) -> S;

    fn set(&mut self, lane: usize, set: S);

    /// Returns the squares from which pieces slid to `goal` over `empty` squares: the nearest of `own` looking back.
    fn origins(goal: &Goal<Self, V>, own: Self, empty: Self, shape: &Shape<S>) -> Self;

    /// Returns the sets where the mask is set, and empty ones elsewhere.
    #[inline(always)]
    fn when(self, mask: V::Mask) -> Self {
        Self::pick(mask, self, Self::none())
    }
}

/// The end of a slide in each lane.
pub struct Goal<B, V: Vector> {
    /// The square.
    pub to: B,
    /// Its index.
    pub index: V,
    /// The slides that do not go north; of these, those that do not go east; of these, those that do not go south.
    pub beyond: [V::Mask; 3],
}

impl<B, V: Vector> Goal<B, V> {
    /// Returns the value for the direction of each lane.
    #[inline(always)]
    fn by_direction(&self, values: [u64; 4]) -> V {
        let mut value = V::splat(values[0]);
        for way in 0..3 {
            value = V::pick(self.beyond[way], V::splat(values[way + 1]), value);
        }
        value
    }
}

/// The data about a board that is needed for looking back along a slide.
pub struct Shape<S> {
    pub files: u32,
    /// The largest number of squares in a row.
    pub longest: u32,
    pub first_file: S,
}

/// Boards with one word per lane.
#[derive(Clone, Copy)]
pub struct One<V>(V);

operators! {
    [V: Vector] One<V>;
    BitAnd bitand(a, b: Self) => One(a.0 & b.0);
    BitOr bitor(a, b: Self) => One(a.0 | b.0);
    BitXor bitxor(a, b: Self) => One(a.0 ^ b.0);
    Shl shl(a, by: u32) => One(a.0 << by);
    Shr shr(a, by: u32) => One(a.0 >> by);
    Not not(a) => One(!a.0);
}

impl<V: Vector> Bits<u64> for One<V> {
    #[inline(always)]
    fn splat(set: u64) -> Self {
        One(V::splat(set))
    }
}

impl<V: Vector> Boards<u64, V> for One<V> {
    #[inline(always)]
    fn none() -> Self {
        Self::splat(0)
    }

    #[inline(always)]
    fn count(self) -> V {
        self.0.count()
    }

    #[inline(always)]
    fn select(self, k: V) -> V {
        self.0.select(k)
    }

    #[inline(always)]
    fn only(index: V) -> Self {
        One(V::splat(1).shl_each(index))
    }

    #[inline(always)]
    fn is_empty(self) -> V::Mask {
        self.0.is_zero()
    }

    #[inline(always)]
    fn pick(mask: V::Mask, yes: Self, no: Self) -> Self {
        One(V::pick(mask, yes.0, no.0))
    }

    #[inline(always)]
    fn slides_on_chessboard(pieces: Self, empty: Self) -> Option<[Self; 4]> {
        let [north, east, south, west] = V::slides_on_chessboard(pieces.0, empty.0)?;
        Some([One(north), One(east), One(south), One(west)])
    }

    #[inline(always)]
    fn digest(self, factors: u64) -> V {
        self.0.times(V::splat(factors)) + (self.0 >> 32).times(V::splat(factors >> 32))
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> u64 {
        self.0.get(lane)
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, set: u64) {
        self.0.set(lane, set);
    }

    /// Fills back from the goal. It stops at the origin, so neither the edges of the board nor the ends of the word
    /// need special care, and one rotation serves all directions.
    #[inline(always)]
    fn origins(goal: &Goal<Self, V>, own: Self, empty: Self, shape: &Shape<u64>) -> Self {
        let files = u64::from(shape.files);
        let back = goal.by_direction([64 - files, 63, files, 1]);
        let (mut reached, mut open, mut by) = (goal.to.0, empty.0, back);
        let mut distance = 1;
        loop {
            reached = reached | (open & reached.rotate_each(by));
            distance *= 2;
            if distance >= shape.longest {
                break;
            }
            open = open & open.rotate_each(by);
            by = by + by;
        }
        One(reached.rotate_each(back) & own.0)
    }
}

/// Boards with two words per lane.
#[derive(Clone, Copy)]
pub struct Two<V> {
    low: V,
    high: V,
}

operators! {
    [V: Vector] Two<V>;
    BitAnd bitand(a, b: Self) => Two { low: a.low & b.low, high: a.high & b.high };
    BitOr bitor(a, b: Self) => Two { low: a.low | b.low, high: a.high | b.high };
    BitXor bitxor(a, b: Self) => Two { low: a.low ^ b.low, high: a.high ^ b.high };
    Shl shl(a, by: u32) => a.up(by);
    Shr shr(a, by: u32) => a.down(by);
    Not not(a) => Two { low: !a.low, high: !a.high };
}

impl<V: Vector> Two<V> {
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        if by < 64 {
            Two { low: self.low << by, high: (self.high << by) | (self.low >> (64 - by)) }
        } else {
            Two { low: V::splat(0), high: self.low << (by - 64) }
        }
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        if by < 64 {
            Two { low: (self.low >> by) | (self.high << (64 - by)), high: self.high >> by }
        } else {
            Two { low: self.high >> (by - 64), high: V::splat(0) }
        }
    }
}

impl<V: Vector> Bits<u128> for Two<V> {
    #[inline(always)]
    fn splat(set: u128) -> Self {
        Two { low: V::splat(set as u64), high: V::splat((set >> 64) as u64) }
    }
}

impl<V: Vector> Boards<u128, V> for Two<V> {
    #[inline(always)]
    fn none() -> Self {
        Self::splat(0)
    }

    #[inline(always)]
    fn count(self) -> V {
        self.low.count() + self.high.count()
    }

    #[inline(always)]
    fn select(self, k: V) -> V {
        let in_low = self.low.count();
        let is_low = k.less(in_low);
        let word = V::pick(is_low, self.low, self.high);
        word.select(V::pick(is_low, k, k - in_low)) + V::pick(is_low, V::splat(0), V::splat(64))
    }

    #[inline(always)]
    fn only(index: V) -> Self {
        let one = V::splat(1);
        Two { low: one.shl_each(index), high: one.shl_each(index - V::splat(64)) }
    }

    #[inline(always)]
    fn is_empty(self) -> V::Mask {
        (self.low | self.high).is_zero()
    }

    #[inline(always)]
    fn pick(mask: V::Mask, yes: Self, no: Self) -> Self {
        Two { low: V::pick(mask, yes.low, no.low), high: V::pick(mask, yes.high, no.high) }
    }

    #[inline(always)]
    fn digest(self, factors: u64) -> V {
        One(self.low).digest(factors) + One(self.high).digest(factors.rotate_left(16) ^ 1)
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> u128 {
        u128::from(self.low.get(lane)) | u128::from(self.high.get(lane)) << 64
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, set: u128) {
        self.low.set(lane, set as u64);
        self.high.set(lane, (set >> 64) as u64);
    }

    /// Returns the nearest of `own` on the file or rank of the goal: the highest one below it after a move to the north
    /// or east, otherwise the lowest one above it.
    #[inline(always)]
    fn origins(goal: &Goal<Self, V>, own: Self, _: Self, shape: &Shape<u128>) -> Self {
        let [beyond_north, beyond_east, beyond_south] = goal.beyond;
        let along_rank = (beyond_north & !beyond_east) | beyond_south;
        let behind = Self::pick(along_rank, rank_of(goal.index, shape), file_of(goal.index, shape)) & own;
        let (one, to) = (V::splat(1), goal.to);
        let below = Two { low: to.low - one, high: (to.high - one).when(!to.high.is_zero()) };
        let (before, after) = (behind & below, behind & !below);
        let highest = Two { low: before.low.highest().when(before.high.is_zero()), high: before.high.highest() };
        let lowest = Two { low: after.low.lowest(), high: after.high.lowest().when(after.low.is_zero()) };
        Self::pick(beyond_east, lowest, highest)
    }
}

/// Returns the squares on the rank of each square.
#[inline(always)]
fn rank_of<V: Vector>(index: V, shape: &Shape<u128>) -> Two<V> {
    let first = V::splat((1 << shape.files) - 1);
    shifted(first, V::splat(0), rank_start(index, shape))
}

/// Returns the squares on the file of each square.
#[inline(always)]
fn file_of<V: Vector>(index: V, shape: &Shape<u128>) -> Two<V> {
    let (low, high) = (V::splat(shape.first_file as u64), V::splat((shape.first_file >> 64) as u64));
    shifted(low, high, index - rank_start(index, shape))
}

/// Returns the index of the first square of each rank.
#[inline(always)]
fn rank_start<V: Vector>(index: V, shape: &Shape<u128>) -> V {
    // Correct for dividing all indices below 128 by up to 16 files.
    let rank = index.times(V::splat(u64::from((1 << 16) / shape.files + 1))) >> 16;
    rank.times(V::splat(u64::from(shape.files)))
}

/// Shifts two words up within a board, each lane by its own number of squares. `low` may leave its word if `high` is 0,
/// and otherwise by less than a rank; what is shifted out then does not overlap with what stays.
#[inline(always)]
fn shifted<V: Vector>(low: V, high: V, by: V) -> Two<V> {
    let stays = low.shl_each(by);
    Two { low: stays, high: high.shl_each(by) | (low.rotate_each(by) & !stays) }
}
