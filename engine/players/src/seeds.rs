//! The seeds of games. A stream has a number that depends only on the names of what is played, so that neither other
//! games nor the order of play change a game.

use petteia_engine::{BySide, game_seed};

use crate::Opening;
use crate::agents::AgentSpec;

/// Openings to try before a pair is given up.
pub const OPENINGS: u64 = 100;

/// Returns the 64-bit FNV-1a hash (Fowler, Noll, Vo).
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Returns the stream of a variant played by two agents; the seed of a game is [`game_seed`] of the seed of all games,
/// the stream and the number of the game.
#[must_use]
pub fn stream_of_matchup(variant: &str, agents: &BySide<AgentSpec>) -> u64 {
    fnv1a(format!("{variant} {} {}", agents.white.identity(), agents.black.identity()).as_bytes())
}

/// Returns the seeds of the openings of a pair, to be tried in turn. They do not depend on the agents, so that all
/// pairings of a tournament play the same openings.
#[must_use]
pub fn openings_of_pair(seed: u64, variant: &str, pair: u64) -> Vec<u64> {
    let stream = fnv1a(format!("opening {variant}").as_bytes());
    let seed = game_seed(seed, stream, pair);
    (0..OPENINGS).map(|attempt| game_seed(seed, stream, attempt)).collect()
}

/// Returns the sentence for an opening that is too long: it ended the game in every attempt.
#[must_use]
pub fn opening_too_long(variant: &str, opening: Opening) -> String {
    format!(
        "`{variant}`: an opening of {opening} random decisions ended the game {OPENINGS} times in a row; give a shorter \
         one"
    )
}

/// Returns the seeds of both games of a pair after its opening.
#[must_use]
pub fn games_of_pair(seed: u64, variant: &str, agents: &[AgentSpec; 2], pair: u64) -> [u64; 2] {
    let [first, second] = agents.each_ref().map(AgentSpec::identity);
    let stream = fnv1a(format!("{variant} {first} {second}").as_bytes());
    [0, 1].map(|game| game_seed(seed, stream, 2 * pair + game))
}
