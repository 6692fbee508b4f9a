//! The sentences of a report: its findings, the titles of its figures and the paragraph for an article, all from one analysis.
//!
//! They rest on the strongest agent, because the results of weak agents say little about a game; the tables have those of all
//! agents. A difference is reported only if it survives Holm's correction, that is, if its corrected interval excludes zero;
//! otherwise a finding gives the largest difference that cannot be excluded, and a title is the name of the quantity.

mod course;
mod draws;
mod effects;
mod run;
mod strength;
pub(crate) mod titles;
mod warnings;
mod witnesses;

pub(crate) use course::{is_favoured, oddities};
pub(crate) use draws::causes;
pub(crate) use run::Run;
pub(crate) use strength::proved;

use crate::comparisons::Quantity;

use crate::analysis::Analysis;
use crate::ladder::Strongest;
use crate::phrases::{Caveat, capitalised, parted, together};
use crate::{importance, strong_play};

/// The most findings of a report.
const MOST: usize = 8;

/// Returns the findings, the most important first: which rules change the share of draws, whether the numbers can be trusted,
/// what moving first is worth, and the rest.
pub(crate) fn findings(analysis: &Analysis) -> Vec<String> {
    let run = Run::of(analysis);
    let leaders = run.leaders();
    let all = [
        answer(analysis, &run),
        warnings::forfeits(&run).map(Caveat::warned),
        warnings::many_unfinished(&run).map(Caveat::warned),
        warnings::many_early(&run).map(Caveat::warned),
        warnings::many_duplicates(&run).map(Caveat::warned),
        oddities(&run),
        trust(analysis, &run).map(Caveat::advised),
        importance::finding(&analysis.importance, &analysis.effects, leaders),
        warnings::shallow(&run).map(Caveat::warned),
        advantages(&run).map(Caveat::advised),
        witnesses::agreement(&run),
        strong_play::finding(&analysis.limits, leaders),
        strength::proved(&run.proved(analysis)),
        draws::causes(&run),
        effects::interaction(&analysis.effects, leaders),
        warnings::few_unfinished(&run),
        warnings::adjudication(&run),
        course::lengths(&run),
    ];
    all.into_iter().flatten().take(MOST).collect()
}

/// The answer to the question of a run: what the rules do to draws; or who is ahead, where hardly any game is drawn.
pub(crate) fn answer(analysis: &Analysis, run: &Run) -> Option<String> {
    match draws::hardly_any(run) {
        Some(few) => together(course::advantages(run).map(|told| told.limit).into_iter().chain([few])),
        None => effects::answer(run, &analysis.effects).or_else(|| draws::answer(run)),
    }
}

/// Who is ahead, if the answer does not tell it.
pub(crate) fn advantages(run: &Run) -> Option<Caveat> {
    if draws::hardly_any(run).is_some() { None } else { course::advantages(run) }
}

/// What limits the answer, the most important first: whether it changes with stronger players or another kind of them, how far
/// these look ahead, and the games.
pub(crate) fn caveats(analysis: &Analysis, run: &Run) -> Vec<String> {
    let of_games = [warnings::forfeits, warnings::many_unfinished, warnings::many_early, warnings::many_duplicates];
    let of_games = of_games.into_iter().find_map(|warning| warning(run));
    // Draws that are settled limit it least.
    let (open, settled): (Vec<_>, Vec<_>) = trust(analysis, run).into_iter().partition(|trust| trust.remedy.is_some());
    let of_players = [witnesses::disagreement(run), warnings::shallow(run)].into_iter().flatten();
    let all = open.into_iter().chain(of_players).chain(of_games).chain(settled);
    all.map(|caveat| capitalised(&caveat.limit)).collect()
}

/// What limits the games of the leading agents even if their numbers are right: random openings, and that they hardly
/// looked ahead, or hardly met.
#[must_use]
pub fn limits_of_play(analysis: &Analysis) -> Vec<String> {
    let run = Run::of(analysis);
    let offer = course::random_offer(&run).map(Caveat::advised);
    let warned = [warnings::many_duplicates, warnings::shallow].map(|warning| warning(&run).map(Caveat::warned));
    [offer].into_iter().chain(warned).chain([oddities(&run)]).flatten().collect()
}

/// Whether the answer may change with stronger players.
fn trust(analysis: &Analysis, run: &Run) -> Option<Caveat> {
    strength::trust(run, &Strongest::of(&analysis.cells)?)
}

/// The variant that a cell of the leading agents modifies, and that cell: the two that differ most in draws.
pub(crate) fn headline(run: &Run) -> Option<[u32; 2]> {
    let [shown, _] = parted(run.comparisons(Quantity::Draws));
    shown.first().and_then(|comparison| Some([comparison.base?, comparison.cell]))
}
