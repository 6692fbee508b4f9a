//! The handicap at which an agent that plays itself is even, so that the result reflects the game and not a difference
//! between players.

use petteia_engine::{AnyGame, GameRng, Odds, Side};
use petteia_players::Opening;
use petteia_players::agents::AgentSpec;
use petteia_tables::fair::Handicap;

use super::duel::matchup;
use super::even::{EvenRule, Step};
use super::scheduler::{ContestScheduler, Rule};
use crate::Variant;
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind};
use crate::keys::{agent_key, variant_key};
use crate::store::RunError;

impl ContestScheduler {
    /// Asks at which handicap both sides are even, with at most `games` games at each handicap, and at most `most` stones for
    /// either side; without `most`, as many as each side can give.
    ///
    /// # Errors
    /// The game has no limits at all, the agent does not find what it needs for it, or a side cannot give this many stones.
    pub fn of_handicaps(
        variant: &Variant,
        agent: &AgentSpec,
        games: u64,
        most: Option<u8>,
        (seed, opening): (u64, Opening),
    ) -> Result<Self, String> {
        let matchup = matchup(variant, [agent.clone(), agent.clone()], opening)?;
        let game = AnyGame::of(matchup.rules.clone());
        let most = |side: Side| most_stones(&game, side, most).map_err(|error| format!("`{}`: {error}", variant.name));
        let (most, least) = (i32::from(most(Side::White)?), -i32::from(most(Side::Black)?));
        let cell = |stones: i32| Cell::new(variant.name.clone(), matchup.clone(), CellKind::AtOdds(stones), seed);
        let cells = (least..=most).map(cell).collect();
        let (name, parameters) = (format!("{agent} on {} at odds", variant.name), parameters(games, opening));
        Ok(Self::new(name, &parameters, cells, Rule::Even(EvenRule { least, games })))
    }

    /// Returns the results at handicaps so far.
    pub fn handicap(&self, catalog: &Catalog) -> Result<Handicap, RunError> {
        let first = &self.cells[0];
        let (mut cells, mut scores) = (Vec::new(), Vec::new());
        if let Rule::Even(rule) = &self.rule
            && let Step::Ended(played) = rule.search(&self.cells, catalog)?
        {
            for (index, outcomes) in played {
                cells.push(self.cells[index].id().to_string());
                scores.push((rule.handicap(index), outcomes));
            }
        }
        Ok(Handicap {
            variant: variant_key(&first.variant),
            agent: agent_key(&first.matchup.agents.white),
            opening: first.matchup.opening.least(),
            cells,
            scores,
        })
    }
}

/// Returns how many games are played and how, in words.
pub(super) fn parameters(games: u64, opening: Opening) -> String {
    format!("{games} games, openings of {opening}")
}

/// Returns the most stones that a side may give: as many as it can, or as are asked.
fn most_stones(game: &AnyGame, side: Side, asked: Option<u8>) -> Result<u8, String> {
    let can_give = |&stones: &u8| {
        let odds = Odds { giver: side, stones };
        game.start_at_odds(odds, &mut GameRng::from_seed(0)).is_some()
    };
    let most = (1..=u8::MAX).take_while(can_give).last().unwrap_or(0);
    match asked {
        Some(asked) if asked > most => Err(format!("{} can give at most {most} stones, not {asked}", side.title())),
        asked => Ok(asked.unwrap_or(most)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gives_more_than_it_has() {
        let variant = Variant::find("callen-simple-petteia").expect("a game");
        let agent = "random".parse().expect("an agent");
        let error = ContestScheduler::of_handicaps(&variant, &agent, 10, Some(6), (3, 2.into()));
        let error = error.expect_err("White has to capture 7 of 12");
        assert!(error.contains("at most 5 stones"), "{error}");
    }
}
