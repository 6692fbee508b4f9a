//! The answer of a search, as far as its games are known.

use petteia_players::agents::AgentSpec;
use petteia_statistics::{Estimate, Moments, mean_interval, mean_score, wilson};
use petteia_tables::{Confirmation, FoundRuleSet, QuantityAbout, RuleSearchResult};

use super::goal::scale;
use super::quantity::Quantity;
use super::scheduler::SearchScheduler;
use crate::catalog::Catalog;
use crate::cell::Cell;
use crate::experiment::Plan;
use crate::keys::agent_key;
use crate::store::RunError;

impl SearchScheduler<'_> {
    /// Returns what is known from the games of the search as far as it was asked what to play next, and from those in which
    /// its front was played again, by their plan.
    pub fn answer(&self, again: Option<&(Plan, Catalog)>) -> Result<RuleSearchResult, RunError> {
        let (asked, search) = (self.asked, self.state());
        let goal = &asked.goal;
        let about =
            |quantity: &Quantity| QuantityAbout { name: quantity.name(), is_share: *quantity != Quantity::Plies };
        let rule_sets = asked.space.rule_sets.iter().enumerate().map(|(index, set)| {
            let values = search.values(index).iter().zip(&goal.quantities);
            FoundRuleSet {
                name: set.name.clone(),
                changes: set.changes.clone(),
                levels: set.level_texts.clone(),
                may_swap: set.rules.swap,
                distance: set.distance,
                status: search.statuses()[index],
                games: values.clone().next().map_or(0, |(value, _)| value.n),
                values: values.map(|(value, &quantity)| value.rescaled(scale(quantity, asked.cap), 0.0)).collect(),
            }
        });
        let rule_sets: Vec<FoundRuleSet> = rule_sets.collect();
        let mut confirmations = Vec::new();
        for rule_set in search.front() {
            for agent in &asked.front.confirming {
                let name = asked.member_name(rule_set);
                let values = again.map(|games| self.confirmed(games, &name, agent)).transpose()?.flatten();
                let values = values.unwrap_or_else(|| vec![None; goal.quantities.len()]);
                let games = values.iter().flatten().map(|value| value.n).max().unwrap_or(0);
                confirmations.push(Confirmation { rule_set, agent: agent_key(agent), games, values });
            }
        }
        Ok(RuleSearchResult {
            base: asked.base.name.clone(),
            agent: agent_key(&asked.agent),
            factors: asked.factors.clone(),
            quantities: goal.quantities.iter().map(about).collect(),
            limits: goal.limits.clone(),
            minimised: goal.minimised.clone(),
            is_near: goal.is_near,
            tolerance: goal.tolerance,
            confidence: goal.confidence,
            rule_sets,
            members: search.front(),
            left_out: asked.space.left_out.clone(),
            same: asked.space.repeated.len(),
            proved: asked.space.proved.iter().map(|set| set.name.clone()).collect(),
            audit: search.audit(),
            opening: [asked.front.opening.least(), asked.front.opening.most()],
            confirmations,
        })
    }

    /// Returns each quantity over the games in which an agent played a member of the front again, as far as they are known.
    fn confirmed(
        &self,
        (plan, catalog): &(Plan, Catalog),
        name: &str,
        agent: &AgentSpec,
    ) -> Result<Option<Vec<Option<Estimate>>>, RunError> {
        let asked = self.asked;
        let is_this = |cell: &Cell| cell.variant == name && cell.agents().into_iter().all(|player| player == agent);
        let Some(planned) = plan.cells.iter().find(|planned| is_this(&planned.cell)) else {
            return Ok(None);
        };
        let index = planned.index as usize;
        let games = catalog.cell(index).in_order().min(planned.games);
        let moments = self.moments(catalog, (index, &planned.cell), games)?;
        let value = |(&quantity, Moments { n, sum, squares }): (&Quantity, Moments)| match quantity {
            Quantity::WhiteScore => {
                // A draw adds ½ to the sum and ¼ to that of the squares.
                let draws = (4.0 * (sum - squares)) as u64;
                let wins = sum as u64 - draws / 2;
                mean_score([wins, draws, n - wins - draws])
            }
            Quantity::Plies => {
                let (count, mean) = (n as f64, sum / n as f64);
                let variance = (squares - count * mean * mean).max(0.0) / (count - 1.0);
                mean_interval(n, mean, variance).map(|mean| mean.rescaled(asked.cap, 0.0))
            }
            Quantity::Draws | Quantity::Decisive | Quantity::Ends(_) => wilson(sum as u64, n),
        };
        Ok(Some(asked.goal.quantities.iter().zip(moments).map(value).collect()))
    }
}
