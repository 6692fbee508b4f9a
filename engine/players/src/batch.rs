//! Which games to play.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use petteia_engine::Simd;

/// Which games of a matchup to play, and how.
#[derive(Clone)]
pub struct GameBatch<'a> {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The seed of each game's stream.
    pub seed: &'a (dyn Fn(u64) -> u64 + Sync),
    /// How random games are played if the rules allow it. This does not change the games.
    pub simd: Simd,
    /// Stops the games before all are played.
    pub stop: &'a AtomicBool,
    /// Called with the number of games finished since the last call.
    pub games_played: &'a dyn Fn(u64),
}
