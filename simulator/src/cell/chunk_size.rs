//! How the games of a cell are divided into chunks.

use std::ops::Range;

use super::{Cell, CellKind};

/// Games per chunk of random players: enough that each sync of the disk comes with at least a tenth of a second of play.
const RANDOM_CHUNK: u64 = 50_000;
/// Games per chunk if an agent looks one move ahead, or random games are played one at a time.
const GREEDY_CHUNK: u64 = 2_000;
/// Games per chunk if an agent searches, with seconds of play per game.
const SEARCH_CHUNK: u64 = 10;
/// Games per chunk if the agents search a few hundred positions per decision.
const QUICK_CHUNK: u64 = 250;
/// Games per chunk if the searches share lanes: several per lane, so that few lanes are idle at the end.
const SHARED_CHUNK: u64 = 128;
/// Games up to the first looks of a stopping rule.
const FIRST_LOOK: u64 = 250;
/// A later look of a stopping rule comes after one game per this many earlier games: a cell plays at most a quarter more
/// than it needs, and the distance reaches the size of a chunk after a few dozen looks.
const GROWTH: u64 = 4;

/// Numbers per chunk of a small job, so that several threads share it.
pub const FINE_CHUNK: u64 = 25;

/// How large the chunks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkSize {
    /// As large as the agents allow.
    Full,
    /// Up to the next look of a stopping rule.
    Looks,
    /// At most [`FINE_CHUNK`], for jobs that are small because the next ones depend on them.
    Fine,
    /// Small at first, and then twice as large each time, so that all cells of a budget advance evenly from the start.
    Growing,
}

impl Cell {
    /// Returns the most numbers of a chunk.
    #[must_use]
    pub fn chunk(&self) -> u64 {
        let matchup = &self.matchup;
        let is_quick = matchup.is_quick();
        let is_in_lanes = self.kind == CellKind::Games && matchup.plays_in_lanes();
        let games = match (matchup.is_random(), matchup.searches()) {
            // A proof at every turn makes even random games slow.
            (true, _) if self.kind == CellKind::Games && !matchup.rules.limits.fortress => RANDOM_CHUNK,
            (_, false) => GREEDY_CHUNK,
            (_, true) if is_in_lanes => SHARED_CHUNK,
            (_, true) if is_quick => QUICK_CHUNK,
            (_, true) => SEARCH_CHUNK,
        };
        games.div_euclid(self.games_each())
    }

    /// Returns where the chunk that begins with the number `from` ends. Chunks of full size end at its multiples, whatever
    /// was played before.
    #[must_use]
    pub fn chunk_end(&self, from: u64, chunk_size: ChunkSize) -> u64 {
        let chunk = self.chunk();
        let full = |chunk: u64| (from.div_euclid(chunk) + 1) * chunk;
        match chunk_size {
            ChunkSize::Full => full(chunk),
            ChunkSize::Fine => full(chunk.min(FINE_CHUNK)),
            ChunkSize::Looks => next_look(from, chunk),
            ChunkSize::Growing => full(chunk).min((2 * from).max(1)),
        }
    }

    /// Returns the chunk with which a range of numbers begins.
    #[must_use]
    pub fn first_chunk(&self, numbers: &Range<u64>, chunk_size: ChunkSize) -> Range<u64> {
        numbers.start..numbers.end.min(self.chunk_end(numbers.start, chunk_size))
    }
}

/// Returns the first look of a stopping rule after `from` games, in a cell with this many games per chunk.
#[must_use]
pub fn next_look(from: u64, chunk: u64) -> u64 {
    let mut look = 0;
    while look <= from {
        let step = (look.div_euclid(GROWTH)).clamp(FIRST_LOOK.min(chunk), chunk);
        // From here on, all steps are equal.
        look += if step == chunk { ((from - look).div_euclid(chunk) + 1) * chunk } else { step };
    }
    look
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_looks_early_and_then_less_and_less_often() {
        let looks: Vec<u64> = std::iter::successors(Some(0), |&from| Some(next_look(from, 50_000))).take(60).collect();
        assert_eq!(looks[..7], [0, 250, 500, 750, 1000, 1250, 1562]);
        for pair in looks.windows(2).filter(|pair| pair[0] >= 1000) {
            assert!(pair[1] <= pair[0] + pair[0].div_euclid(4), "{pair:?}");
        }
        assert!(looks[59] > 1_000_000);
        for chunk in [10, 128, 250, 2000, 50_000] {
            for from in [0, 1, 9, 10, 249, 250, 251, 5000, 123_456] {
                let next = next_look(from, chunk);
                assert!(next > from && next_look(next - 1, chunk) == next, "{from} {chunk}");
            }
        }
    }
}
