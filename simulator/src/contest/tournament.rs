//! A round-robin tournament: an experiment in pairs of games of every two of its agents.

use petteia_engine::{BySide, Simd};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_tables::{AgentSpeed, Contest};

use super::duel::contest;
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind};
use crate::experiment::{CellPlan, Plan, cell_key};
use crate::progress_style::progress_bar;
use crate::speed::Measure;
use crate::store::{Entry, RunError, Store, StoreIndex};

impl Plan {
    /// Returns the games of all pairings of a tournament.
    pub fn contests(&self, catalog: &Catalog) -> Result<Vec<Contest>, RunError> {
        let contest = |planned: &CellPlan| {
            let contest = contest(&planned.cell, catalog, planned.index as usize, planned.games)?;
            Ok(Contest { variant: cell_key(planned, &self.labels).variant, ..contest })
        };
        self.cells.iter().map(contest).collect()
    }

    /// Returns the speed of each agent of a tournament in self-play on each game, which the store keeps; `None` if the file
    /// does not ask for it.
    pub fn speeds(&self, store: &Store, quiet: bool) -> Result<Option<Vec<AgentSpeed>>, RunError> {
        let Some(time) = self.speed_time else { return Ok(None) };
        let known = StoreIndex::read(store.folder())?.speeds;
        let mut players: Vec<CellPlan> = Vec::new();
        for planned in &self.cells {
            for cell in planned.cell.agents().map(|agent| self_play(&planned.cell, agent)) {
                if players.iter().all(|known| known.cell.id() != cell.id()) {
                    players.push(CellPlan { cell, ..planned.clone() });
                }
            }
        }
        let bar = progress_bar(players.len() as u64, "games", quiet);
        let mut speeds = Vec::new();
        for planned in &players {
            let (cell, key) = (&planned.cell, cell_key(planned, &self.labels));
            let agent = &cell.matchup.agents.white;
            bar.set_message(format!("speed of {agent} on {}", cell.variant));
            let speed = match known.get(&cell.id()) {
                Some(&speed) => speed,
                None => {
                    let speed = Measure::new(&cell.matchup.rules, agent, time, Simd::best(), 1).speed()?;
                    store.record(&Entry::Speed { cell: cell.id(), speed })?;
                    speed
                }
            };
            speeds.push(AgentSpeed { variant: key.variant, agent: key.white, speed });
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(Some(speeds))
    }
}

/// Returns the cell in which an agent of a duel plays itself, by which its speed is known.
fn self_play(duel: &Cell, agent: &AgentSpec) -> Cell {
    let agents = BySide { white: agent.clone(), black: agent.clone() };
    Cell::new(duel.variant.clone(), Matchup { agents, ..duel.matchup.clone() }, CellKind::Games, duel.seed)
}
