//! What a run's plan says that its games do not.

use std::collections::BTreeSet;

use petteia_proofs::theorems::proved_draw;
use petteia_reports::{Incomplete, RunContext};
use petteia_simulator::experiment::CellPlan;
use petteia_simulator::run::{CellProgress, Status};

/// How far a run is, and what the rules say of the sides of its cells; without samples.
pub fn run_context(status: &Status) -> RunContext {
    let plan = &status.plan;
    let sum = |of: fn(&CellProgress) -> u64| status.cells.iter().map(of).sum::<u64>();
    let open = Incomplete {
        played: sum(|cell| cell.games),
        planned: sum(|cell| cell.planned),
        at_most: status.may_end_early(),
    };
    let variants = |is_one: fn(&CellPlan) -> bool| -> BTreeSet<String> {
        plan.cells.iter().filter(|cell| is_one(cell)).map(|cell| cell.cell.variant.clone()).collect()
    };
    let opening = plan.opening();
    let rules = || plan.cells.iter().map(|cell| (cell.index, &cell.cell.matchup.rules));
    // A theorem says that they are draws.
    let proved_draws = variants(|cell| proved_draw(&cell.cell.matchup.rules).is_some());
    let with_openings = variants(|cell| cell.cell.matchup.opening.most() > 0);
    RunContext {
        incomplete: (!status.is_complete()).then_some(open),
        sides_are_equal: rules().map(|(cell, rules)| (cell, rules.sides_are_equal())).collect(),
        begins: rules().filter(|(_, rules)| rules.swap).map(|(cell, rules)| (cell, rules.begins())).collect(),
        proved_as_played: proved_draws.difference(&with_openings).cloned().collect(),
        proved_draws,
        opening: [opening.least(), opening.most()],
        ..RunContext::default()
    }
}
