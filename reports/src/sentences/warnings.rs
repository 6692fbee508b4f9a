//! Warnings about games that do not describe the game: forfeits, unfinished and repeated games, adjudication.

use petteia_engine::{EndReason, Side};
use petteia_statistics::wilson;
use petteia_tables::DUPLICATES_AMONG;
use petteia_tables::searches::Searches;

use super::run::Run;
use crate::number_format::grouped;
use crate::phrases::{Caveat, looked_ahead, percent, whole_percent};
use crate::summary::CellSummary;

/// A larger share of duplicates than this is not chance in a few short games: there are too few openings.
const MANY_DUPLICATES: f64 = 0.05;

/// Random openings may have this many plies; few games end so early.
const EARLY: u32 = 8;

/// With a larger share of games that end early, the random opening decides what a run finds.
const MANY_EARLY: f64 = 0.05;

/// With a larger share of unfinished games the turn cap decides what a run finds.
const MANY_UNFINISHED: f64 = 0.05;

/// A share of adjudicated wins below this one is not worth a sentence.
const FEW: f64 = 0.005;

/// What would change if all games that the rules adjudicate were draws. Forfeited games are not among them.
pub(super) fn adjudication(run: &Run) -> Option<String> {
    let undecided = |cell: &CellSummary| {
        let forfeits = EndReason::ALL.into_iter().filter(|reason| reason.is_forfeit());
        cell.outcomes.not_decided() - forfeits.map(|reason| cell.ended(reason)).sum::<u64>()
    };
    let more = |cell: &CellSummary| (undecided(cell) - cell.outcomes.drawn()) as f64 / cell.games.max(1) as f64;
    let most = run.cells.iter().max_by(|a, b| more(a).total_cmp(&more(b)))?;
    let (own, drawn) = (most.draw_rate?, wilson(undecided(most), most.games)?);
    (more(most) >= FEW).then(|| {
        format!(
            "Adjudication matters: if adjudicated games counted as draws instead of being decided by the rules’ own \
             tie-break, the share of draws in {} would rise from {} to {}{}.",
            run.full_name(most.cell),
            percent(own),
            percent(drawn),
            if run.cells.len() > 1 { ", the largest change of all cells" } else { "" }
        )
    })
}

/// The cell with the largest share of something.
fn most<'a>(of: impl Iterator<Item = &'a CellSummary>, share: fn(&CellSummary) -> f64) -> Option<&'a CellSummary> {
    of.max_by(|a, b| share(a).total_cmp(&share(b)))
}

/// Many games that reached the turn cap.
pub(super) fn many_unfinished(run: &Run) -> Option<Caveat> {
    let most = most(run.cells.iter(), unfinished_share).filter(|most| unfinished_share(most) > MANY_UNFINISHED)?;
    let limit = format!("{} The turn cap hides how they end.", unfinished(run, most));
    Some(Caveat::new(limit, "Set a larger `turn_cap`."))
}

/// A few games that reached it.
pub(super) fn few_unfinished(run: &Run) -> Option<String> {
    let is_told = |most: &&CellSummary| most.outcomes.unfinished > 0 && unfinished_share(most) <= MANY_UNFINISHED;
    let most = most(run.cells.iter(), unfinished_share).filter(is_told)?;
    Some(unfinished(run, most))
}

fn unfinished(run: &Run, most: &CellSummary) -> String {
    format!(
        "Some games reached the turn cap in {} of {} cells, most often in {} ({} of its games). Such games are unfinished: \
         each scores ½ and is counted separately from draws.",
        run.cells.iter().filter(|cell| cell.outcomes.unfinished > 0).count(),
        run.cells.len(),
        run.full_name(most.cell),
        most.unfinished_rate.map_or_else(String::new, percent)
    )
}

fn unfinished_share(cell: &CellSummary) -> f64 {
    cell.unfinished_rate.map_or(0.0, |rate| rate.value)
}

/// Games that a program of its own lost because it failed.
pub(super) fn forfeits(run: &Run) -> Option<Caveat> {
    let count = |reason: EndReason| {
        let games: u64 = run.cells.iter().map(|cell| cell.ended(reason)).sum();
        (games > 0).then(|| (games, format!("{} by {}", grouped(games as f64), reason.name().replace('_', " "))))
    };
    let forfeits: Vec<(u64, String)> =
        EndReason::ALL.into_iter().filter(|r| r.is_forfeit()).filter_map(count).collect();
    let games: u64 = forfeits.iter().map(|(games, _)| games).sum();
    let texts: Vec<&str> = forfeits.iter().map(|(_, text)| text.as_str()).collect();
    (games > 0).then(|| {
        let limit = format!(
            "{} of {} games were forfeited by a program that failed ({}). The opponent won them, wherever the \
             pieces stood; they describe the program, not the game.",
            grouped(games as f64),
            grouped(run.cells.iter().map(|cell| cell.games).sum::<u64>() as f64),
            texts.join(", ")
        );
        Caveat::new(limit, "")
    })
}

/// The most variants with shallow searches that are named.
const MOST_SHALLOW: usize = 4;

/// Searches of the leading agents that hardly looked at the game; weak agents may do so.
pub(super) fn shallow(run: &Run) -> Option<Caveat> {
    let shallow = |cell: &CellSummary| {
        let least = |a: &Searches, b: &Searches| a.depth.unwrap_or(0.0).total_cmp(&b.depth.unwrap_or(0.0));
        let sides = Side::BOTH.into_iter().map(|side| cell.searches[side]);
        sides.filter(Searches::are_shallow).min_by(least)
    };
    let found: Vec<(&CellSummary, Searches)> =
        run.leading_cells().filter_map(|cell| Some((cell, shallow(cell)?))).collect();
    let least = |(_, searches): &&(&CellSummary, Searches)| searches.depth.unwrap_or(0.0);
    let (cell, searches) = found.iter().min_by(|a, b| least(a).total_cmp(&least(b)))?;
    let under = run.under(cell.cell);
    let (variants, least) = match (run.leading_cells().count(), found.len()) {
        (1, _) => (String::new(), String::new()),
        (_, 1) => (format!(" {under}"), String::new()),
        (all, some) => {
            let cells = found.iter().map(|(cell, _)| cell.cell);
            let named = if some <= MOST_SHALLOW { run.under_all(cells, |_| String::new()) } else { String::new() };
            let variants = if named.is_empty() { format!(" in {some} of {all} variants") } else { format!(" {named}") };
            (variants, format!("least {under}: "))
        }
    };
    let limit =
        format!("{} hardly looked ahead{variants}: stronger play may give other results.", run.pairing(cell.agents()));
    let looked = looked_ahead(searches);
    Some(Caveat::new(limit, &format!("It saw {least}{looked}. Give it a larger budget.")))
}

/// The share of games that end early.
fn early(cell: &CellSummary) -> f64 {
    let games: u64 = cell.plies.iter().filter(|(plies, _)| *plies <= EARLY).map(|(_, games)| games).sum();
    games as f64 / cell.games.max(1) as f64
}

/// Many games of the leading agents that end where an opening may still be random.
pub(super) fn many_early(run: &Run) -> Option<Caveat> {
    let most = most(run.leading_cells(), early).filter(|most| early(most) > MANY_EARLY)?;
    let limit = format!(
        "{} of the games of {} end within {EARLY} plies. The random opening may decide them, not the players.",
        whole_percent(early(most)),
        run.full_name(most.cell)
    );
    Some(Caveat::new(limit, "Set `opening = 0` or change the start."))
}

/// Many games that repeat an earlier one.
pub(super) fn many_duplicates(run: &Run) -> Option<Caveat> {
    // Games of a few plies are alike in all columns without being the same.
    let is_told = |most: &&CellSummary| duplicate_share(most) > MANY_DUPLICATES && early(most) <= MANY_EARLY;
    let most = most(run.leading_cells(), duplicate_share).filter(is_told)?;
    let limit = format!(
        "{} of the first {} games of {} repeat an earlier game in every recorded column, so the intervals are too narrow.",
        grouped(most.duplicates as f64),
        grouped(looked_at(most) as f64),
        run.full_name(most.cell)
    );
    Some(Caveat::new(limit, "Longer random openings make games differ."))
}

fn looked_at(cell: &CellSummary) -> u64 {
    cell.games.min(DUPLICATES_AMONG)
}

fn duplicate_share(cell: &CellSummary) -> f64 {
    cell.duplicates as f64 / looked_at(cell).max(1) as f64
}

#[cfg(test)]
mod tests {
    use petteia_tables::CellStats;

    use super::*;
    use crate::analysis::Analysis;
    use crate::fixtures;
    use crate::summary::summarise;

    /// What is said of ten games: four by these reasons, the others won on the board.
    fn said(reasons: [EndReason; 4]) -> [Option<String>; 2] {
        let mut tally = CellStats::of(fixtures::cell(0, "city-8", "random"));
        for reason in reasons.into_iter().chain([EndReason::Bare; 6]) {
            tally.outcomes.add(Some(Side::White), reason, reason != EndReason::Bare);
            *tally.ends.entry((reason, Some(Side::White))).or_default() += 1;
            tally.plies.add(50);
        }
        let analysis = Analysis { cells: summarise(vec![tally], true), ..Analysis::default() };
        let run = Run::of(&analysis);
        [forfeits(&run).map(Caveat::warned), adjudication(&run)]
    }

    #[test]
    fn games_that_end_early_are_told_and_are_no_duplicates() {
        let told = |plies: u32| {
            let mut tally = CellStats::of(fixtures::cell(0, "city-8", "random"));
            for number in 0..10 {
                tally.outcomes.add(Some(Side::White), EndReason::Bare, false);
                tally.plies.add(if number == 0 { plies } else { 50 });
            }
            tally.duplicates = 5;
            let analysis = Analysis { cells: summarise(vec![tally], true), ..Analysis::default() };
            let run = Run::of(&analysis);
            [many_early(&run), many_duplicates(&run)].map(|caveat| caveat.map(Caveat::advised))
        };
        assert!(
            told(8)[0].as_ref().is_some_and(|early| early.contains("10 % of the games of city-8 end within 8 plies"))
        );
        assert_eq!((told(8)[1].is_none(), told(9)[0].is_none(), told(9)[1].is_some()), (true, true, true));
    }

    #[test]
    fn forfeits_are_no_adjudication() {
        use EndReason::{Crash, NoProgress, Timeout};
        let [forfeits, adjudication] = said([Crash, Crash, Timeout, Timeout]);
        assert!(forfeits.is_some_and(|told| told.contains("4 of 10 games were forfeited")));
        assert_eq!(adjudication, None);
        let [_, adjudication] = said([Crash, Crash, NoProgress, NoProgress]);
        let told = adjudication.expect("two games were adjudicated");
        assert!(told.contains("from 0.0 % [0.0, 27.8] to 20.0 % [5.7, 51.0]"), "{told}");
    }
}
