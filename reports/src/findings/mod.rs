//! The findings of a run, in plain sentences: at most [`MOST`], the most important first.
//!
//! They rest on the strongest agent, because the results of weak agents say little about a game; the tables have those of all
//! agents. A difference is reported only if it survives Holm's correction, that is, if its corrected interval excludes zero;
//! otherwise the sentence gives the largest difference that is compatible with the data.

mod course;
mod draws;
mod effects;
mod run;
mod strength;
mod warnings;
mod witnesses;

use std::collections::BTreeSet;

use run::Run;

use crate::analysis::Analysis;
use crate::ladder::Strongest;
use crate::summary::CellSummary;
use crate::{importance, strong_play};

const MOST: usize = 8;

/// Returns the findings of a run, the most important first: which rules change the share of draws, how draws came about, whether
/// the numbers can be trusted, and the rest. `proved` are the names of the variants that are proven draws.
pub(crate) fn of(cells: &[CellSummary], analysis: &Analysis, proved: &BTreeSet<String>) -> Vec<String> {
    let run = Run::of(cells, &analysis.comparisons);
    let strongest = Strongest::of(cells);
    let name = |cell| run.name(cell).to_owned();
    let leaders = run.leaders();
    let all = [
        effects::answer(&run, &analysis.effects).or_else(|| draws::answer(&run)),
        draws::causes(&run),
        warnings::forfeits(&run),
        warnings::shallow(&run),
        warnings::many_unfinished(&run),
        warnings::many_duplicates(&run),
        strongest.as_ref().and_then(|strongest| strength::trust(&analysis.comparisons, strongest, name)),
        witnesses::agreement(&run),
        strong_play::finding(&analysis.limits, leaders),
        strength::proved(&run.proved(proved)),
        course::oddities(&run),
        effects::interaction(&analysis.effects, leaders),
        importance::finding(&analysis.importance, &analysis.effects, leaders),
        course::advantages(&run),
        strength::over_budgets(cells, &analysis.comparisons, name),
        warnings::few_unfinished(&run),
        warnings::adjudication(&run),
        course::lengths(&run),
        warnings::few_duplicates(&run),
    ];
    all.into_iter().flatten().take(MOST).collect()
}
