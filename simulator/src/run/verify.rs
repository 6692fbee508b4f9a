//! Playing a random sample of a run's games again: every value of their rows must come out the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use petteia_engine::{GameRng, Simd};
use petteia_tables::PartGames;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::RunError;
use super::folder::survey;
use super::ledger::digest;
use super::manifest::{Manifest, sha256};
use super::part_table::PartTable;
use super::parts::{Played, games_frame};
use crate::experiment::{Cell, Plan, Unit};

/// What a sample of a run's games showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Games that were played again and came out the same.
    pub same: u64,
    /// What differs, in words.
    pub different: Vec<String>,
    /// Games of agents with a budget of time, which cannot be played again.
    pub not_repeatable: u64,
    /// Parts that the games were read from, each of which has the SHA-256 that the run noted.
    pub parts: u64,
}

/// Plays `games` random games of a run again, each part of it being read and checked as a whole. The same `seed` takes the same
/// games.
///
/// # Errors
/// The folder is no run, or a part cannot be read.
pub fn verify(run: &Path, games: u64, seed: u64) -> Result<Verified, RunError> {
    let plan = Manifest::read(run)?.plan()?;
    plan.cells.iter().try_for_each(|cell| cell.matchup.check())?;
    let (units, _) = survey(run, &plan)?;
    let of_cell = |cell: &Cell| {
        let done = units.of_cell(cell.index).map(|(number, done)| (cell.unit(number), done.digest));
        done.collect::<Vec<_>>()
    };
    let all: Vec<(Unit, u64)> = plan.cells.iter().flat_map(of_cell).collect();
    let sizes: Vec<u64> = all.iter().map(|(unit, _)| unit.games.end - unit.games.start).collect();
    let sample: Vec<(usize, Vec<u64>)> = sample(&sizes, games, seed).into_iter().collect();
    let check = |(index, games): (usize, Vec<u64>)| verify_unit(run, &plan, &all[index], &games);
    let results: Result<Vec<Verified>, RunError> = sample.into_par_iter().map(check).collect();
    let mut verified = Verified::default();
    for unit in results? {
        verified.same += unit.same;
        verified.not_repeatable += unit.not_repeatable;
        verified.parts += unit.parts;
        verified.different.extend(unit.different);
    }
    Ok(verified)
}

/// Games drawn without repetition, by their unit.
fn sample(sizes: &[u64], games: u64, seed: u64) -> BTreeMap<usize, Vec<u64>> {
    let total: u64 = sizes.iter().sum();
    let mut rng = GameRng::from_seed(seed);
    let mut chosen = BTreeSet::new();
    // Floyd's way: every set of so many games is equally likely.
    for last in total.saturating_sub(games)..total {
        let number = ((u128::from(rng.next_u64()) * u128::from(last + 1)) >> 64) as u64;
        if !chosen.insert(number) {
            chosen.insert(last);
        }
    }
    let (mut by_unit, mut unit, mut first) = (BTreeMap::<usize, Vec<u64>>::new(), 0, 0);
    for number in chosen {
        while number >= first + sizes[unit] {
            first += sizes[unit];
            unit += 1;
        }
        by_unit.entry(unit).or_default().push(number - first);
    }
    by_unit
}

/// Plays some games of a unit again, by their place in it.
fn verify_unit(run: &Path, plan: &Plan, (unit, expected): &(Unit, u64), games: &[u64]) -> Result<Verified, RunError> {
    let cell = &plan.cells[unit.cell as usize];
    let path = PartTable::Games.part(run, unit);
    let mut verified = Verified { parts: 1, ..Verified::default() };
    if !cell.matchup.is_repeatable() {
        verified.not_repeatable = games.len() as u64;
        return Ok(verified);
    }
    let read = |table: PartTable| {
        let path = table.part(run, unit);
        fs::read(&path).map_err(RunError::file(&path))
    };
    let (bytes, squares) = (read(PartTable::Games)?, read(PartTable::Squares)?);
    if digest(&sha256(&bytes), &sha256(&squares)) != *expected {
        let what = format!("{} or its squares are not what the run wrote: the SHA-256 differs", path.display());
        verified.different.push(what);
        return Ok(verified);
    }
    let recorded = PartGames::read(&path, bytes)?;
    for &place in games {
        let number = unit.games.start + place;
        let never = AtomicBool::new(false);
        let again = Played::of(cell, plan.seed, number..number + 1, Simd::Scalar, &never, &|_| ());
        let again = games_frame(cell, &again.expect("nobody stops it").rows);
        match recorded.difference(place as usize, &again) {
            None => verified.same += 1,
            Some(differs) => verified.different.push(format!("cell {}, game {number}: {differs}", cell.index)),
        }
    }
    Ok(verified)
}
