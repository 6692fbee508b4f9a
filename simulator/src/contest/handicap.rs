//! The handicap at which both sides are even.

use petteia_engine::{GameRng, Odds, Side};
use petteia_tables::Outcomes;
use petteia_tables::fair::Handicap;

use super::even::{EvenRule, Step};
use super::scheduler::{ContestScheduler, Rule};
use super::self_play::SelfPlay;
use crate::cell::Kind;
use crate::keys::{agent_key, variant_key};
use crate::store::{Manifest, QuestionKind, RunError};
use crate::tallies::Tallies;

/// The question at which handicap both sides are even.
#[derive(Debug)]
pub struct HandicapQuestion {
    play: SelfPlay,
    /// A cell for each handicap from the smallest to the largest.
    scheduler: ContestScheduler,
}

impl HandicapQuestion {
    /// Asks with at most `games` games at each handicap, and at most `most` stones for either side; without `most`, as
    /// many as each side can give.
    ///
    /// # Errors
    /// A side cannot give this many stones.
    pub fn new(play: SelfPlay, games: u64, most: Option<u8>) -> Result<Self, String> {
        let [white, black] = [play.most(Side::White, most)?, play.most(Side::Black, most)?];
        let (least, most) = (-i32::from(black), i32::from(white));
        let opening = play.matchup.opening;
        let cells = (least..=most).map(|stones| play.cell(Kind::AtOdds(stones), opening)).collect();
        let name = format!("{} on {} at odds", play.agent(), play.variant);
        let parameters = format!(", {games} games, openings of {opening}");
        let rule = Rule::Even(EvenRule { least, games });
        let scheduler = ContestScheduler::new(QuestionKind::Balance, name, &parameters, cells, rule);
        Ok(HandicapQuestion { play, scheduler })
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        self.scheduler.manifest()
    }

    /// Returns the question for its games.
    #[must_use]
    pub fn question(&self) -> &ContestScheduler {
        &self.scheduler
    }

    /// Returns the results so far.
    pub fn answer(&self, tallies: &Tallies) -> Result<Handicap, RunError> {
        let Rule::Even(rule) = &self.scheduler.rule else { unreachable!("it is made with this rule") };
        let scores = match rule.search(&self.scheduler.cells, tallies)? {
            Step::Ended(scores) => scores,
            Step::Needs(..) => Vec::new(),
        };
        Ok(Handicap {
            variant: variant_key(&self.play.variant),
            agent: agent_key(self.play.agent()),
            opening: self.play.matchup.opening,
            cells: scores.iter().map(|&(index, _)| self.scheduler.cells[index].id().to_string()).collect(),
            scores: scores
                .iter()
                .map(|&(index, outcomes): &(usize, Outcomes)| (rule.handicap(index), outcomes))
                .collect(),
        })
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
        let error = HandicapQuestion::new(play, 10, Some(6)).expect_err("White has to capture 7 of 12");
        assert!(error.contains("at most 5 stones"), "{error}");
    }
}
