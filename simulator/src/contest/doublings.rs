//! Matches of an agent against itself with a doubled budget, repeatedly: the depth of a game.

use petteia_players::agents::{AgentSpec, Budget, MOST_NODES};
use petteia_tables::depths::{Doubling, Doublings};

use super::duel::{Duel, DuelError};
use super::series::{End, SeriesOptions, play_series};
use crate::Variant;

/// A series of doublings of an agent's budget on a game.
#[derive(Clone, Debug)]
pub struct DoublingPlan {
    variant: String,
    opening: u32,
    duels: Vec<(u32, Duel)>,
}

impl DoublingPlan {
    /// Creates the doublings of an agent's budget, `doublings` in number, on a game with its switches.
    ///
    /// # Errors
    /// The game has no limits at all; or the agent's budget is none of positions or playouts, or grows
    /// too large.
    pub fn new(
        variant: &Variant,
        agent: &AgentSpec,
        doublings: u32,
        seed: u64,
        opening: u32,
    ) -> Result<Self, DuelError> {
        let Some(Budget::Nodes(first)) = agent.budget() else { return Err(DuelError::NoBudget(agent.to_string())) };
        let budget = |times: u32| first.checked_mul(1_u32.checked_shl(times)?).filter(|&budget| budget <= MOST_NODES);
        let budgets: Vec<u32> = (0..=doublings).map_while(budget).collect();
        if budgets.len() <= doublings as usize {
            return Err(DuelError::LargeBudget { first, doublings });
        }
        let duel = |pair: &[u32]| {
            let agents = [pair[1], pair[0]].map(|nodes| agent.with_budget(Budget::Nodes(nodes)));
            Ok((pair[0], Duel::new(variant, agents, seed, opening)?))
        };
        let duels = budgets.windows(2).map(duel).collect::<Result<_, DuelError>>()?;
        Ok(DoublingPlan { variant: variant.name.clone(), opening, duels })
    }

    /// Plays `pairs` pairs of games for each doubling.
    ///
    /// # Errors
    /// The opening is too long for the game, or the agent's tables cannot be used.
    pub fn play(&self, pairs: u64, options: SeriesOptions) -> Result<Doublings, DuelError> {
        let play = |(budget, duel): &(u32, Duel)| {
            let series = play_series(duel, End { pairs, sprt: None }, options)?;
            let [_, agent] = series.contest.agents;
            Ok(Doubling { agent, budget: *budget, tally: series.tally })
        };
        let doublings = self.duels.iter().map(play).collect::<Result<_, DuelError>>()?;
        Ok(Doublings { variant: self.variant.clone(), opening: self.opening, doublings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(agent: &str, doublings: u32) -> Result<DoublingPlan, DuelError> {
        DoublingPlan::new(
            &Variant::find("city-8+vagi+turn_cap=60").expect("a game"),
            &agent.parse().expect(agent),
            doublings,
            1,
            2,
        )
    }

    #[test]
    fn the_larger_budget_comes_first() {
        let plan = plan("mcts:playouts=2,policy=capture", 3).expect("it has a budget");
        let options = SeriesOptions { threads: 1, quiet: true };
        let played = plan.play(2, options).expect("the opening is short");
        assert_eq!(played.doublings.iter().map(|doubling| doubling.budget).collect::<Vec<_>>(), [2, 4, 8]);
        assert_eq!(plan.duels[0].1.agents(), ["mcts:playouts=4,policy=capture", "mcts:playouts=2,policy=capture"]);
        assert!(played.doublings.iter().all(|doubling| doubling.tally.games() == 4));
    }

    #[test]
    fn only_positions_and_playouts_are_doubled() {
        for agent in ["random", "alphabeta:depth=3", "alphabeta:ms=5"] {
            assert!(plan(agent, 1).is_err_and(|error| error.to_string().contains("`nodes` or `playouts`")), "{agent}");
        }
        assert!(plan("alphabeta:nodes=100", 23).is_ok());
        assert!(plan("alphabeta:nodes=100", 24).is_err_and(|error| error.to_string().contains("at most")));
    }
}
