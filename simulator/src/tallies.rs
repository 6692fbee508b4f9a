//! What a store knows about the cells of a question. Questions see nothing else.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use petteia_engine::Outcome;
use petteia_tables::exams::{ExamGame, exam_games};
use petteia_tables::{GameResult, Outcomes, results};

use crate::cell::Cell;
use crate::store::{Contents, PartEntry, RunError, cover, sum};

/// What is known about the games of one cell.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// All parts, by their numbers.
    all: Vec<PartEntry>,
    /// Those that count, which do not overlap.
    parts: Vec<PartEntry>,
    outcomes: Outcomes,
}

impl Tally {
    /// Returns the tally of some parts, which must be sorted by their numbers.
    #[must_use]
    pub fn of(all: Vec<PartEntry>) -> Self {
        let parts = cover(&all);
        Tally { outcomes: sum(&parts), parts, all }
    }

    /// Returns its parts, which do not overlap, in order.
    #[must_use]
    pub fn parts(&self) -> &[PartEntry] {
        &self.parts
    }

    /// Returns the parts that have exactly these numbers, without any that reaches beyond them, as far as they are there.
    #[must_use]
    pub fn exactly(&self, numbers: &Range<u64>) -> Tally {
        let is_within = |part: &&PartEntry| numbers.start <= part.start && part.end <= numbers.end;
        Tally::of(self.all.iter().filter(is_within).cloned().collect())
    }

    /// Returns the number up to which there is no gap.
    #[must_use]
    pub fn in_order(&self) -> u64 {
        let mut end = 0;
        for part in &self.parts {
            if part.start != end {
                break;
            }
            end = part.end;
        }
        end
    }

    /// Returns how the games of all parts ended.
    #[must_use]
    pub fn outcomes(&self) -> Outcomes {
        self.outcomes
    }

    /// Returns the parts that have some of these numbers.
    pub fn parts_among(&self, numbers: &Range<u64>) -> &[PartEntry] {
        let first = self.parts.partition_point(|part| part.end <= numbers.start);
        let count = self.parts[first..].partition_point(|part| part.start < numbers.end);
        &self.parts[first..first + count]
    }

    /// Returns how many of these numbers are known.
    #[must_use]
    pub fn known(&self, numbers: &Range<u64>) -> u64 {
        let known = |part: &PartEntry| part.end.min(numbers.end) - part.start.max(numbers.start);
        self.parts_among(numbers).iter().map(known).sum()
    }

    /// Returns those of these numbers that are not known.
    #[must_use]
    pub fn gaps(&self, numbers: Range<u64>) -> Vec<Range<u64>> {
        gaps(&numbers, self.parts_among(&numbers).iter().map(PartEntry::numbers))
    }

    fn add(&mut self, part: PartEntry) {
        let insert = |parts: &mut Vec<PartEntry>, part: PartEntry| {
            let place = parts.partition_point(|known| (known.start, known.end) < (part.start, part.end));
            parts.insert(place, part);
        };
        let is_new = self.parts_among(&part.numbers()).is_empty();
        insert(&mut self.all, part.clone());
        if is_new {
            self.outcomes += part.outcomes;
            insert(&mut self.parts, part);
        } else {
            *self = Tally::of(std::mem::take(&mut self.all));
        }
    }
}

/// Returns the ranges of some numbers that others leave out; the others are given in order of their starts.
pub(crate) fn gaps(numbers: &Range<u64>, taken: impl IntoIterator<Item = Range<u64>>) -> Vec<Range<u64>> {
    let (mut rest, mut next) = (Vec::new(), numbers.start);
    for taken in taken {
        rest.push(next..taken.start.min(numbers.end));
        next = next.max(taken.end);
    }
    rest.push(next..numbers.end);
    rest.retain(|gap| !gap.is_empty());
    rest
}

/// What a store knows about the cells of a question, by their place.
#[derive(Debug)]
pub struct Tallies {
    store: PathBuf,
    cells: Vec<Tally>,
    /// The results of parts that were read.
    read: Mutex<HashMap<PathBuf, Arc<Vec<GameResult>>>>,
}

impl Tallies {
    /// Returns what a store with these contents knows.
    #[must_use]
    pub fn new<'a>(store: &Path, contents: &Contents, cells: impl IntoIterator<Item = &'a Cell>) -> Self {
        let cells = cells.into_iter().map(|cell| Tally::of(contents.parts_of(cell.id()))).collect();
        Tallies { store: store.to_owned(), cells, read: Mutex::default() }
    }

    /// Returns the tally of a cell.
    #[must_use]
    pub fn cell(&self, index: usize) -> &Tally {
        &self.cells[index]
    }

    /// Returns all tallies.
    #[must_use]
    pub fn cells(&self) -> &[Tally] {
        &self.cells
    }

    /// Adds a part that was just played.
    pub fn add(&mut self, index: usize, part: PartEntry) {
        self.cells[index].add(part);
    }

    /// Returns how the games with some numbers ended. All of them must be known. Only parts that have other numbers too
    /// are read.
    pub fn outcomes(&self, cell: &Cell, index: usize, numbers: &Range<u64>) -> Result<Outcomes, RunError> {
        let mut outcomes = Outcomes::default();
        for part in self.cells[index].parts_among(numbers) {
            if numbers.start <= part.start && part.end <= numbers.end {
                outcomes += part.outcomes;
                continue;
            }
            for result in self.part_results(part)?.iter().filter(|result| numbers.contains(&result.game)) {
                let Outcome { winner, reason } = result.outcome;
                outcomes.add(winner, reason, cell.matchup.rules.adjudicates(reason));
            }
        }
        Ok(outcomes)
    }

    /// Returns the results of the games with some numbers, in order; two for each number of a cell of pairs.
    pub fn results(&self, cell: &Cell, index: usize, numbers: &Range<u64>) -> Result<Vec<GameResult>, RunError> {
        let games = numbers.start * cell.games_each()..numbers.end * cell.games_each();
        let mut found = Vec::new();
        for part in self.cells[index].parts_among(numbers) {
            found.extend(self.part_results(part)?.iter().filter(|result| games.contains(&result.game)));
        }
        Ok(found)
    }

    /// Returns the games of an examination with some numbers, in order.
    pub fn exam_games(&self, index: usize, numbers: &Range<u64>) -> Result<Vec<ExamGame>, RunError> {
        let mut found = Vec::new();
        for part in self.cells[index].parts_among(numbers) {
            let games = exam_games(&part.games_in(&self.store))?;
            found.extend(games.into_iter().filter(|game| numbers.contains(&game.game)));
        }
        Ok(found)
    }

    fn part_results(&self, part: &PartEntry) -> Result<Arc<Vec<GameResult>>, RunError> {
        let games = part.games_in(&self.store);
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).get(&games.path).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = Arc::new(results(&games)?);
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(games.path, found.clone());
        Ok(found)
    }
}
