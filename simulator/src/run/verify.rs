//! Checks the chunks of a run, and replays a random sample of its games: every value in their rows must be the same.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use petteia_engine::{GameRng, Simd};
use petteia_proofs::endgame::Silent;
use petteia_tables::{Chunk, Frame, TableError};
use rand::seq::index;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::status::{Status, status};
use crate::cell::{PlayOptions, frames};
use crate::store::{RunError, find_damaged};

/// The result of replaying a sample of a run's games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Games that were replayed with the same result.
    pub same: u64,
    /// What differs, in words.
    pub different: Vec<String>,
    /// Games of agents with a time budget, which cannot be reproduced, and of programs of their own, which are not
    /// started.
    pub not_repeatable: u64,
    /// Chunks that have the recorded SHA-256, and as many games of each outcome as their ledgers say.
    pub chunks: u64,
}

/// Checks all chunks of a run, and replays `games` of its games at random. The same `seed` selects the same games.
///
/// # Errors
/// The folder is not a run folder, or a chunk cannot be read.
pub fn verify(run: &Path, games: u64, seed: u64) -> Result<Verification, RunError> {
    let status = status(run)?;
    status.plan.cells.iter().try_for_each(|planned| planned.cell.matchup.prepare(&Silent))?;
    let pool = ThreadPoolBuilder::new().build()?;
    let damaged = find_damaged(run, status.entries.iter(), &pool)?;
    let left_out: HashSet<PathBuf> = damaged.iter().map(|(entry, _)| entry.games_chunk(run).path).collect();
    let chunks: Vec<&Chunk> = status.chunks.games.iter().filter(|chunk| !left_out.contains(&chunk.path)).collect();
    let sizes: Vec<u64> = chunks.iter().map(|chunk| chunk.games.end - chunk.games.start).collect();
    let sample: Vec<(usize, Vec<u64>)> = sample(&sizes, games, seed).into_iter().collect();
    let check = |(index, games): (usize, Vec<u64>)| verify_chunk(&status, chunks[index], &games);
    let results: Result<Vec<Verification>, RunError> = pool.install(|| sample.into_par_iter().map(check).collect());
    let different = damaged.iter().map(|(_, error)| error.to_string()).collect();
    let mut verified = Verification { different, chunks: chunks.len() as u64, ..Verification::default() };
    for chunk in results? {
        verified.same += chunk.same;
        verified.not_repeatable += chunk.not_repeatable;
        verified.different.extend(chunk.different);
    }
    Ok(verified)
}

/// Draws games without replacement, grouped by chunk.
fn sample(sizes: &[u64], games: u64, seed: u64) -> BTreeMap<usize, Vec<u64>> {
    let total: u64 = sizes.iter().sum();
    let chosen = index::sample(&mut GameRng::from_seed(seed), total as usize, games.min(total) as usize);
    let chosen: BTreeSet<u64> = chosen.into_iter().map(|number| number as u64).collect();
    let (mut by_chunk, mut chunk, mut first) = (BTreeMap::<usize, Vec<u64>>::new(), 0, 0);
    for number in chosen {
        while number >= first + sizes[chunk] {
            first += sizes[chunk];
            chunk += 1;
        }
        by_chunk.entry(chunk).or_default().push(number - first);
    }
    by_chunk
}

/// Replays some games of a chunk, given by their place in it.
fn verify_chunk(status: &Status, chunk: &Chunk, games: &[u64]) -> Result<Verification, RunError> {
    let cell = &status.plan.cells[chunk.cell as usize].cell;
    let mut verified = Verification::default();
    if !cell.matchup.is_replayable() {
        verified.not_repeatable = games.len() as u64;
        return Ok(verified);
    }
    let bytes = match chunk.read(None) {
        Ok(bytes) => bytes,
        Err(error @ TableError::NotAsWritten { .. }) => {
            verified.different.push(error.to_string());
            return Ok(verified);
        }
        Err(error) => return Err(error.into()),
    };
    let recorded = Frame::from_parquet(&chunk.path, &bytes)?;
    let never = AtomicBool::new(false);
    for &place in games {
        let number = chunk.games.start + place;
        let options = PlayOptions { simd: Simd::Scalar, stop: &never, games_played: &|_| (), tables: None };
        let again = cell.play(number..number + 1, options)?.expect("nobody stops it");
        let again = frames(cell, &again.rows).swap_remove(0);
        match recorded.difference(place as usize, &again) {
            None => verified.same += 1,
            Some(differs) => verified.different.push(format!("cell {}, game {number}: {differs}", chunk.cell)),
        }
    }
    Ok(verified)
}
