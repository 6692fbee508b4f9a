//! The search for the handicap at which both sides are even.

use std::collections::BTreeMap;

use petteia_engine::{GameRng, Odds, Side};
use petteia_statistics::HandicapSearch;
use petteia_tables::Outcomes;
use petteia_tables::fair::Handicap;

use super::{FairError, SelfPlay};

/// The number of batches in which the games of a handicap are played.
const BATCHES: u64 = 4;

impl SelfPlay {
    /// Searches for the even handicap with at most `games` games at each handicap and at most `most` stones for either
    /// side; without `most`, as many as each side can give.
    ///
    /// # Errors
    /// A side cannot give this many stones, or the agent's tables cannot be used.
    pub fn handicap(&self, games: u64, most: Option<u8>) -> Result<Handicap, FairError> {
        let [white, black] = [self.most(Side::White, most)?, self.most(Side::Black, most)?];
        self.get_ready()?;
        let mut search = HandicapSearch::new(-i32::from(black), i32::from(white), games.div_ceil(BATCHES), games);
        let mut scores: BTreeMap<i32, Outcomes> = BTreeMap::new();
        let bar = self.bar(0);
        while let Some((stones, batch)) = search.next() {
            bar.inc_length(batch);
            bar.set_message(format!("handicap: {stones} stones"));
            let odds = odds(stones);
            let start = |rng: &mut GameRng| self.game.start_at_odds(odds, rng).expect("no side gives more than it can");
            let outcomes = scores.entry(stones).or_default();
            let played = outcomes.games();
            let more = self.play(&self.matchup, (format!("handicap {stones}"), &start), played..played + batch, &bar);
            *outcomes += more;
            search.add(stones, more.results());
        }
        bar.finish_and_clear();
        Ok(Handicap {
            variant: self.variant.clone(),
            agent: self.matchup.agents.white.to_string(),
            opening: self.options.opening,
            scores: scores.into_iter().collect(),
        })
    }

    /// Returns the most stones that a side may give.
    fn most(&self, side: Side, asked: Option<u8>) -> Result<u8, FairError> {
        let can = |&stones: &u8| {
            let odds = Odds { giver: side, stones };
            self.game.start_at_odds(odds, &mut GameRng::from_seed(0)).is_some()
        };
        let most = (1..=u8::MAX).take_while(can).last().unwrap_or(0);
        match asked {
            Some(asked) if asked > most => {
                Err(FairError::TooMany { variant: self.variant.clone(), side: side.title(), most, asked })
            }
            asked => Ok(asked.unwrap_or(most)),
        }
    }
}

/// Converts a handicap, the number of White's missing stones, to odds.
fn odds(stones: i32) -> Odds {
    let giver = if stones >= 0 { Side::White } else { Side::Black };
    Odds { giver, stones: stones.unsigned_abs() as u8 }
}
