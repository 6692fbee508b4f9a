//! Counts how often the positions of the lanes have occurred (RULES §8, `repetition`).
//!
//! Hardly any position of a random game occurs twice. Each position is therefore first compared with its predecessors
//! by a tag of 16 bits, many at a time; the positions themselves are compared only if a tag recurs.

use std::marker::PhantomData;

use super::boards::{Boards, Laned};
use super::vector::{Mask, Vector};
use crate::position::Position;
use crate::vocab::SquareSet;

/// Everything that makes two positions the same, from the point of view of the side to move, for one lane or all lanes.
/// The sides alternate, so the positions of one side are an even number of steps apart.
#[derive(Clone, Copy)]
pub struct PositionKey<B> {
    /// The pieces of the side to move and of its opponent.
    pub pieces: [B; 2],
    /// Turned stones and leaders.
    pub marks: [B; 2],
}

impl<S: SquareSet> PositionKey<S> {
    pub fn of(position: &Position<S>) -> Self {
        let (own, enemy) = (position.pieces[position.side], position.pieces[!position.side]);
        PositionKey { pieces: [own | position.pending, enemy], marks: [position.turned, position.leaders] }
    }
}

/// The positions of the most recent steps.
pub struct Occurrences<S, B, V: Vector> {
    pieces: Vec<[B; 2]>,
    /// Empty in games without marks.
    marks: Vec<[B; 2]>,
    /// The tags of the positions of even and of odd steps, with those of four steps in one vector.
    tags: [Vec<V>; 2],
    /// No lane has an earlier position that can recur.
    oldest: u64,
    of: PhantomData<S>,
}

/// The longest stretch of turns without a capture that can be stored.
pub const LONGEST_STRETCH: u64 = 4000;

/// Tags are compared in blocks of this number of vectors, each with four steps of one side.
const BLOCK: usize = 8;

/// The number of steps of both sides whose tags are in one block.
const BLOCK_STEPS: usize = 2 * 4 * BLOCK;

/// The factors for the digests of both sides' pieces.
const DIGESTS: [u64; 2] = [0x9E37_79B9_85EB_CA77, 0xC2B2_AE3D_27D4_EB2F];

/// From this bit on, every square affects the middle bits of a digest.
const TAG_SHIFT: u32 = 24;

/// The number of steps after which the oldest position is determined again.
const REFRESH: u64 = 16;

impl<S: Laned + Copy, V: Vector, B: Boards<S, V>> Occurrences<S, B, V> {
    /// Creates room for stretches of `stretch` turns without a capture, at most [`LONGEST_STRETCH`]. `marked` is
    /// whether there can be leaders or turned stones.
    #[inline(always)]
    pub fn new(stretch: u64, marked: bool) -> Self {
        let room = room(stretch);
        let nothing = [B::none(); 2];
        let tags = vec![V::splat(0); room / 8];
        Occurrences {
            pieces: vec![nothing; room],
            marks: vec![nothing; if marked { room } else { 0 }],
            tags: [tags.clone(), tags],
            oldest: room as u64,
            of: PhantomData,
        }
    }

    /// Puts a position into a lane, as if reached at `step`, from which on it can recur.
    pub fn put(&mut self, step: u64, lane: usize, key: &PositionKey<S>) {
        self.oldest = self.oldest.min(step);
        let at = self.at(step);
        for side in 0..2 {
            self.pieces[at][side].set(lane, key.pieces[side]);
            if let Some(marks) = self.marks.get_mut(at) {
                marks[side].set(lane, key.marks[side]);
            }
        }
        let [own, enemy] = key.pieces;
        let tag = (own.digest(DIGESTS[0]) ^ enemy.digest(DIGESTS[1])) >> TAG_SHIFT;
        self.tags[at % 2][at / 8].set_tag(at / 2 % 4, lane, tag & 0xFFFF);
    }

    /// Adds the positions that a step led to, and returns which of them have occurred at least `times` times since the
    /// step `since` of their lane, including this time. `step` must grow by 1 each time.
    #[inline(always)]
    pub fn add(&mut self, step: u64, key: &PositionKey<B>, since: V, times: u32) -> V::Mask {
        if step.is_multiple_of(REFRESH) {
            self.oldest = oldest(since);
        }
        let at = self.at(step);
        let tags = tags(key);
        let is_suspect = self.has_tag(step, tags);
        self.pieces[at] = key.pieces;
        if let Some(marks) = self.marks.get_mut(at) {
            *marks = key.marks;
        }
        self.tags[at % 2][at / 8].set_quarter(at / 2 % 4, &tags);
        if is_suspect { self.have_occurred(step, key, tags, since, times) } else { V::Mask::from_bits(0) }
    }

    #[inline(always)]
    fn at(&self, step: u64) -> usize {
        step as usize & (self.pieces.len() - 1)
    }

    /// Returns whether any tag equals that of an earlier position of its lane.
    #[inline(always)]
    fn has_tag(&self, step: u64, tags: V) -> bool {
        let mut found = false;
        for block in self.blocks(step) {
            found |= tags.are_among(&self.tags[step as usize % 2][block * BLOCK..(block + 1) * BLOCK]);
        }
        found
    }

    /// Returns the blocks with the tags from the oldest step on, each once.
    #[inline(always)]
    fn blocks(&self, step: u64) -> impl Iterator<Item = usize> {
        let last = self.pieces.len() / BLOCK_STEPS - 1;
        let block = |step: u64| step as usize / BLOCK_STEPS;
        let first = block(self.oldest).max(block(step).saturating_sub(last));
        (first..=block(step)).map(move |block| block & last)
    }

    /// Returns which positions have occurred `times` times.
    #[inline(always)]
    fn have_occurred(&self, step: u64, key: &PositionKey<B>, tags: V, since: V, times: u32) -> V::Mask {
        let side = step as usize % 2;
        let mut found = V::splat(1);
        for block in self.blocks(step) {
            for row in block * BLOCK..(block + 1) * BLOCK {
                if !tags.are_among(&self.tags[side][row..row + 1]) {
                    continue;
                }
                for at in [0, 2, 4, 6].map(|ahead| 8 * row + ahead + side) {
                    let back = self.at(step.wrapping_sub(at as u64)) as u64;
                    // Before the first step this is negative, and therefore too early.
                    let then = step.wrapping_sub(back);
                    let counts = self.equals(at, key) & !V::splat(then).less(since);
                    found = found + V::splat(u64::from(back > 0)).when(counts);
                }
            }
        }
        !found.less(V::splat(u64::from(times)))
    }

    /// Returns which positions equal those stored at a place.
    #[inline(always)]
    fn equals(&self, at: usize, key: &PositionKey<B>) -> V::Mask {
        let pieces = self.pieces[at];
        let mut differs = (pieces[0] ^ key.pieces[0]) | (pieces[1] ^ key.pieces[1]);
        if let Some(marks) = self.marks.get(at) {
            differs = differs | (marks[0] ^ key.marks[0]) | (marks[1] ^ key.marks[1]);
        }
        differs.is_empty()
    }
}

/// Returns how many positions are stored per lane: at least as many as a stretch of turns without a capture has.
pub fn room(stretch: u64) -> usize {
    (stretch as usize + 2).next_power_of_two().max(BLOCK_STEPS)
}

/// Returns the smallest step of all lanes.
fn oldest<V: Vector>(since: V) -> u64 {
    let since = since.to_array();
    (0..V::LANES).map(|lane| since[lane]).min().unwrap_or(0)
}

/// Returns tags that are different for most positions that differ.
#[inline(always)]
fn tags<S, V: Vector, B: Boards<S, V>>(key: &PositionKey<B>) -> V {
    let [own, enemy] = key.pieces;
    ((own.digest(DIGESTS[0]) ^ enemy.digest(DIGESTS[1])) >> TAG_SHIFT).tags()
}
