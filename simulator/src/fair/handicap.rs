//! The search for the handicap at which both sides are even.

use std::collections::BTreeMap;

use petteia_engine::{GameRng, Odds, Side};
use petteia_statistics::HandicapSearch;
use petteia_tables::OutcomeCounts;
use petteia_tables::fair::Handicap;

use super::SelfPlay;
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind, ChunkSize};
use crate::keys::{agent_key, variant_key};
use crate::scheduler::{Job, Scheduler, missing};
use crate::store::{Manifest, QuestionKind, Request, RunError};

/// The number of batches in which the games of a handicap are played.
const BATCHES: u64 = 4;

/// The question at which handicap both sides are even.
#[derive(Debug)]
pub struct HandicapScheduler {
    play: SelfPlay,
    /// The smallest handicap, which is that of Black with a minus sign.
    least: i32,
    /// The largest handicap.
    most: i32,
    /// A cell for each handicap from the smallest to the largest.
    cells: Vec<Cell>,
    /// The most games at each handicap.
    games: u64,
}

/// What the search does with the games that are known.
enum Step {
    /// It needs the first games at a handicap, this many in all.
    Needs(usize, u64),
    /// It has ended, with these results.
    Ended(Vec<(i32, OutcomeCounts)>),
}

impl HandicapScheduler {
    /// Asks with at most `games` games at each handicap, and at most `most` stones for either side; without `most`, as
    /// many as each side can give.
    ///
    /// # Errors
    /// A side cannot give this many stones.
    pub fn new(play: SelfPlay, games: u64, most: Option<u8>) -> Result<Self, String> {
        let [white, black] = [play.most(Side::White, most)?, play.most(Side::Black, most)?];
        let (least, most) = (-i32::from(black), i32::from(white));
        let cells = (least..=most).map(|stones| play.cell(CellKind::AtOdds(stones), play.matchup.opening)).collect();
        Ok(HandicapScheduler { play, least, most, cells, games })
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        let name = self.play.name();
        let text = format!("{name} at odds, {} games, openings of {}", self.games, self.play.matchup.opening);
        let request =
            Request { kind: QuestionKind::Handicap, name, text, games: Some(self.games), seed: Some(self.play.seed) };
        Manifest::new(request, &self.cells)
    }

    /// Returns the results so far.
    pub fn answer(&self, catalog: &Catalog) -> Result<Handicap, RunError> {
        let scores = match self.search(catalog)? {
            Step::Ended(scores) => scores,
            Step::Needs(..) => Vec::new(),
        };
        let cell = |&(stones, _): &(i32, OutcomeCounts)| self.cells[(stones - self.least) as usize].id().to_string();
        let cells = scores.iter().map(cell).collect();
        let (variant, agent) = (variant_key(&self.play.variant), agent_key(self.play.agent()));
        Ok(Handicap { variant, agent, opening: self.play.matchup.opening, cells, scores })
    }

    /// Follows the search as far as the games are known.
    fn search(&self, catalog: &Catalog) -> Result<Step, RunError> {
        let mut search = HandicapSearch::new(self.least, self.most, self.games.div_ceil(BATCHES), self.games);
        let mut scores: BTreeMap<i32, OutcomeCounts> = BTreeMap::new();
        while let Some((stones, batch)) = search.next() {
            let index = (stones - self.least) as usize;
            let outcomes = scores.entry(stones).or_default();
            let numbers = outcomes.games()..outcomes.games() + batch;
            if catalog.cell(index).known(&numbers) < batch {
                return Ok(Step::Needs(index, numbers.end));
            }
            let more = catalog.outcomes(&self.cells[index], index, &numbers)?;
            *outcomes += more;
            search.add(stones, more.results());
        }
        Ok(Step::Ended(scores.into_iter().collect()))
    }
}

impl Scheduler for HandicapScheduler {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn next(&self, catalog: &Catalog) -> Result<Vec<Job>, RunError> {
        match self.search(catalog)? {
            Step::Needs(index, games) => Ok(missing(catalog, index, games, ChunkSize::Fine)),
            Step::Ended(_) => Ok(Vec::new()),
        }
    }

    fn expected(&self, catalog: &Catalog, index: usize) -> u64 {
        match self.search(catalog) {
            Ok(Step::Needs(needed, games)) if needed == index => games,
            _ => catalog.cell(index).in_order().min(self.games),
        }
    }
}

impl SelfPlay {
    /// Returns the most stones that a side may give.
    fn most(&self, side: Side, asked: Option<u8>) -> Result<u8, String> {
        let can = |&stones: &u8| {
            let odds = Odds { giver: side, stones };
            self.game.start_at_odds(odds, &mut GameRng::from_seed(0)).is_some()
        };
        let most = (1..=u8::MAX).take_while(can).last().unwrap_or(0);
        match asked {
            Some(asked) if asked > most => {
                Err(format!("`{}`: {} can give at most {most} stones; `--most` is {asked}", self.variant, side.title()))
            }
            asked => Ok(asked.unwrap_or(most)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Variant;

    use super::*;

    #[test]
    fn nobody_gives_more_than_it_has() {
        let variant = Variant::find("callen-simple-petteia").expect("a game");
        let play = SelfPlay::new(&variant, &"random".parse().expect("an agent"), 2, 3).expect("it can be played");
        let error = HandicapScheduler::new(play, 10, Some(6)).expect_err("White has to capture 7 of 12");
        assert!(error.contains("at most 5 stones"), "{error}");
    }
}
