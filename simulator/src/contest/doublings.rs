//! Matches of an agent against itself with a doubled budget, repeatedly: the depth of a game.

use petteia_players::Opening;
use petteia_players::agents::{AgentSpec, Budget, MOST_NODES};
use petteia_tables::ContestTally;
use petteia_tables::depths::{Doubling, Doublings};

use super::duel::{contest, duel};
use super::scheduler::{ContestScheduler, Rule};
use crate::Variant;
use crate::catalog::Catalog;
use crate::cell::Cell;
use crate::keys::{agent_key, variant_key};
use crate::store::RunError;

impl ContestScheduler {
    /// Asks what each of `doublings` doublings of an agent's budget gains on a game with its switches, in `pairs` pairs. The
    /// larger budget comes first.
    ///
    /// # Errors
    /// The game has no limits at all; or the agent's budget is none of positions or playouts, or grows too large.
    pub fn of_doublings(
        variant: &Variant,
        agent: &AgentSpec,
        doublings: u32,
        pairs: u64,
        (seed, opening): (u64, Opening),
    ) -> Result<Self, String> {
        let Some(Budget::Nodes(first)) = agent.traits().budget() else {
            return Err(format!(
                "`{agent}` has no budget to double; give an agent with `nodes` or `playouts`, such as alphabeta:nodes=10"
            ));
        };
        let budget = |times: u32| first.checked_mul(1_u32.checked_shl(times)?).filter(|&budget| budget <= MOST_NODES);
        let budgets: Vec<u32> = (0..=doublings).map_while(budget).collect();
        if budgets.len() <= doublings as usize {
            return Err(format!("{first} doubled {doublings} times is too large; a budget is at most {MOST_NODES}"));
        }
        let duel = |pair: &[u32]| {
            let agents = [pair[1], pair[0]].map(|nodes| agent.with_budget(Budget::Nodes(nodes)));
            duel(variant, agents, seed, opening)
        };
        let duels = budgets.windows(2).map(duel).collect::<Result<_, _>>()?;
        let name = format!("{agent} on {} with doubled budgets", variant.name);
        let parameters = format!("{doublings} doublings, {pairs} pairs, openings of {opening}");
        Ok(Self::new(name, &parameters, duels, Rule::Pairs(pairs)))
    }

    /// Returns what each doubling gained.
    pub fn doublings(&self, catalog: &Catalog) -> Result<Doublings, RunError> {
        let doubling = |(index, cell): (usize, &Cell)| {
            let [doubled, agent] = cell.agents().map(agent_key);
            let tally = ContestTally::of(&contest(cell, catalog, index, self.most_pairs())?);
            Ok(Doubling { cell: cell.id().to_string(), agent, doubled, tally })
        };
        let doublings = self.cells.iter().enumerate().map(doubling).collect::<Result<_, RunError>>()?;
        let first = &self.cells[0];
        Ok(Doublings { variant: variant_key(&first.variant), opening: first.matchup.opening.least(), doublings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(agent: &str, doublings: u32) -> Result<ContestScheduler, String> {
        let variant = Variant::find("city-8+vagi+turn_cap=60").expect("a game");
        ContestScheduler::of_doublings(&variant, &agent.parse().expect(agent), doublings, 2, (1, 2.into()))
    }

    #[test]
    fn the_larger_budget_comes_first() {
        let plan = plan("mcts:playouts=2,policy=none", 3).expect("it has a budget");
        let agents = plan.cells[0].agents().map(ToString::to_string);
        assert_eq!(agents, ["mcts:playouts=4,policy=none", "mcts:playouts=2,policy=none"]);
        assert_eq!(plan.cells.len(), 3);
    }

    #[test]
    fn only_positions_and_playouts_are_doubled() {
        for agent in ["random", "alphabeta:depth=3", "alphabeta:ms=5"] {
            assert!(plan(agent, 1).is_err_and(|error| error.contains("`nodes` or `playouts`")), "{agent}");
        }
        assert!(plan("alphabeta:nodes=100", 23).is_ok());
        assert!(plan("alphabeta:nodes=100", 24).is_err_and(|error| error.contains("at most")));
    }
}
