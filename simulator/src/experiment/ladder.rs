//! The table `ladder` of a file: an agent with growing budgets.

use std::ops::RangeInclusive;

use petteia_players::config::{ExperimentError, Source};
use petteia_statistics::limit::TIMES;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::agent_text::AgentText;
use super::pairings::{AgentEntry, PairingText};
use super::shared::bounded;

/// The table `ladder`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LadderText {
    /// The agent, with `{}` in place of its budget.
    agent: Spanned<String>,
    /// Its smallest budget.
    first: Spanned<u64>,
    /// How often the budget is doubled.
    doublings: Spanned<u32>,
    /// Whether each budget also plays one [`TIMES`] smaller, with either colour, so that limits can be estimated.
    #[serde(default = "yes")]
    unequal: bool,
    /// Games per cell, instead of the experiment's.
    pub(crate) games: Option<u64>,
}

fn yes() -> bool {
    true
}

/// Doublings of a ladder: no more than a budget can hold.
const DOUBLINGS: RangeInclusive<u32> = 4..=24;

impl LadderText {
    /// Returns the agent against itself with each budget, and with unequal budgets.
    pub(super) fn pairings(&self, source: &Source) -> Result<Vec<PairingText>, ExperimentError> {
        self.check(source)?;
        let pairing = |white: u32, black: u32| PairingText {
            white: AgentEntry::from(self.agent(white)),
            black: AgentEntry::from(self.agent(black)),
            games: self.games,
        };
        let doublings = self.doublings();
        let alone = (0..=doublings).map(|step| pairing(step, step));
        let apart = TIMES.ilog2();
        let larger = (apart..=doublings).filter(|_| self.unequal);
        let unequal = larger.flat_map(|step| [pairing(step, step - apart), pairing(step - apart, step)]);
        Ok(alone.chain(unequal).collect())
    }

    /// Checks that it has a place for the budget, and that the budgets are not too large.
    pub(crate) fn check(&self, source: &Source) -> Result<(), ExperimentError> {
        let agent = self.agent.get_ref();
        if agent.matches("{}").count() != 1 {
            let message =
                format!("`{agent}` has no place for the budget; write `{{}}` there, as in \"alphabeta:nodes={{}}\"");
            return Err(source.wrong(self.agent.span(), message));
        }
        bounded(source, "first", &self.first, 1..=1_000_000)?;
        bounded(source, "doublings", &self.doublings, DOUBLINGS)?;
        Ok(())
    }

    /// Returns the agent after some doublings of its budget.
    pub(crate) fn agent(&self, doublings: u32) -> AgentText {
        AgentText(self.agent.get_ref().replace("{}", &(self.first.get_ref() << doublings).to_string()))
    }

    /// Returns how often the budget is doubled.
    pub(crate) fn doublings(&self) -> u32 {
        *self.doublings.get_ref()
    }

    /// Returns where its agent stands in the file.
    pub(crate) fn place(&self) -> std::ops::Range<usize> {
        self.agent.span()
    }
}
