//! Titles that say what was found, and no more than that.
//!
//! A difference between cells is claimed only where its interval excludes zero after Bonferroni's correction for all
//! comparisons that the figure invites: of any two variants with the same agents, or of any two pairings of agents where
//! there is one variant. A title that does not fit gives way to a shorter one, in the end to the name of the quantity.

use petteia_statistics::{Counts, Estimate, critical_value, newcombe_at, tango_at, welch_at};

use super::picture::wrap_styled;
use super::study::Study;
use super::theme::{self, TITLE, Weight, mm};
use crate::comparisons::FEWEST_FOR_A_MEAN;
use crate::numbers::{percent_with_interval, points_with_interval, signed};
use crate::summary::CellSummary;

/// A quantity that cells are compared by.
pub(crate) struct Measure {
    /// What a title calls it.
    pub(crate) name: &'static str,
    /// What a sentence calls it.
    noun: &'static str,
    /// The title that claims nothing.
    neutral: &'static str,
    /// What the cells with the lowest and the highest value have.
    ends: [&'static str; 2],
    value: fn(&CellSummary) -> Option<f64>,
    text: fn(f64) -> String,
    alone: fn(&CellSummary) -> String,
    /// The difference of two cells with its interval for a critical value.
    difference: fn(f64, &CellSummary, &CellSummary) -> Option<Estimate>,
    /// What a caption says of the method.
    method: &'static str,
}

/// The share of draws.
pub(crate) const DRAWS: Measure = Measure {
    name: "Draws",
    noun: "draws",
    neutral: "Share of draws",
    ends: ["least", "most"],
    value: |cell| cell.draw_rate.map(|rate| rate.value),
    text: percent,
    alone: |cell| with_unit(&percent_with_interval(cell.draw_rate), "%"),
    difference: |z, a, b| newcombe_at(z, counts(a, a.outcomes.drawn()), counts(b, b.outcomes.drawn())),
    method: "Newcombe (1998b)",
};

/// The share of games won on the board.
pub(crate) const DECISIVE: Measure = Measure {
    name: "Won on the board",
    noun: "games won on the board",
    neutral: "Outcomes of the games",
    ends: ["least", "most"],
    value: |cell| cell.decisive_rate.map(|rate| rate.value),
    text: percent,
    alone: |cell| with_unit(&percent_with_interval(cell.decisive_rate), "%"),
    difference: |z, a, b| newcombe_at(z, counts(a, a.outcomes.decisive()), counts(b, b.outcomes.decisive())),
    method: "Newcombe (1998b)",
};

/// The mean length.
pub(crate) const LENGTH: Measure = Measure {
    name: "Mean length",
    noun: "mean length",
    neutral: "Length of the games",
    ends: ["shortest", "longest"],
    value: |cell| cell.plies_mean.map(|mean| mean.value),
    text: |plies| format!("{} plies", crate::numbers::grouped(plies)),
    alone: |cell| {
        let whole = |plies: f64| crate::numbers::grouped(plies.max(0.0));
        cell.plies_mean.map_or_else(String::new, |mean| {
            format!("{} plies [{}, {}]", whole(mean.value), whole(mean.low), whole(mean.high))
        })
    },
    difference: |z, a, b| {
        let enough = a.games.min(b.games) >= FEWEST_FOR_A_MEAN;
        enough.then(|| welch_at(z, &a.plies, &b.plies)).flatten()
    },
    method: "Welch (1947; fewer than 30 games are not compared)",
};

fn counts(cell: &CellSummary, successes: u64) -> Counts {
    Counts { successes, n: cell.games }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// `12.3 [11.0, 13.6]` with its unit.
fn with_unit(estimate: &str, unit: &str) -> String {
    estimate.replacen(" [", &format!(" {unit} ["), 1)
}

/// A title for a figure of this width, and what its caption says of how the title was found.
pub(crate) struct Finding {
    pub(crate) title: String,
    pub(crate) method: String,
}

/// Which cells have more of a quantity than others.
pub(crate) fn compared(study: &Study, quantity: &Measure, width: f64) -> Finding {
    if let [only] = study.cells {
        let title = format!("{}: {}", quantity.name, (quantity.alone)(only));
        return Finding { title: fitting([title], quantity.neutral, width), method: String::new() };
    }
    let contests = contests(study);
    let pairs: usize = contests.iter().map(|contest| contest.cells.len() * (contest.cells.len() - 1)).sum();
    let comparisons = pairs.div_ceil(2);
    let z = critical_value(comparisons);
    let clauses: Vec<Option<String>> = contests.iter().map(|contest| contest.clause(study, quantity, z)).collect();
    let can_be_compared = contests.iter().any(|contest| contest.can_be_compared(study, quantity));
    let title = match clauses.as_slice() {
        _ if !can_be_compared => quantity.neutral.to_owned(),
        none if none.iter().all(Option::is_none) => {
            format!("No difference in {} is shown between the {}", quantity.noun, things(study))
        }
        [Some(only)] => format!("{}: {only}", quantity.name),
        several => {
            let full: Vec<&str> = contests.iter().map(|contest| contest.agents).collect();
            let names = shortened(&full).unwrap_or_else(|| full.iter().map(ToString::to_string).collect());
            by_agents(quantity, &names, several)
        }
    };
    let method = format!(
        " The title claims a difference only where its interval by {}, at 95 % for all {comparisons} comparisons together \
         (Dunn 1961), excludes zero.",
        quantity.method
    );
    Finding { title: fitting([title], quantity.neutral, width), method }
}

/// What was found with each of several agents.
fn by_agents(quantity: &Measure, names: &[String], clauses: &[Option<String>]) -> String {
    let parts = names.iter().zip(clauses).map(|(name, clause)| {
        let clause = clause.as_deref().unwrap_or("no difference is shown");
        format!("with {name}: {clause}")
    });
    format!("{} {}", quantity.name, parts.collect::<Vec<_>>().join("; "))
}

/// In how many cells moving first is an advantage or a disadvantage.
pub(crate) fn first_move(study: &Study, width: f64) -> Finding {
    const NEUTRAL: &str = "First-move advantage";
    if let [only] = study.cells {
        let title = format!("{NEUTRAL}: {}", with_unit(&points_with_interval(only.first_move_advantage), "points"));
        return Finding { title: fitting([title], NEUTRAL, width), method: String::new() };
    }
    // Of two different agents the stronger one wins more, whoever moves first.
    let alike = || study.cells.iter().enumerate().filter(|(_, cell)| cell.plays_itself());
    let count = alike().count();
    if count == 0 {
        return Finding { title: NEUTRAL.to_owned(), method: String::new() };
    }
    let z = critical_value(count);
    let shown = alike().filter_map(|(index, cell)| {
        let difference = tango_at(z, cell.outcomes.white(), cell.outcomes.black(), cell.games)?.rescaled(0.5, 0.0);
        difference.excludes_zero().then_some((index, difference.value))
    });
    let shown: Vec<(usize, f64)> = shown.collect();
    let furthest = shown.iter().copied().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let titles = match furthest {
        None if count < study.cells.len() => vec![format!("No first-move advantage is shown in any of {count} cells")],
        None => vec![format!("No first-move advantage is shown in any of the {}", things(study))],
        Some((cell, value)) => {
            let cells = match (study.groups.len(), study.pairings.len()) {
                (_, 1) => things(study),
                _ => format!("{count} cells"),
            };
            let counted = format!("{NEUTRAL}: shown in {} of {cells}", shown.len());
            let points = format!("{} points", signed(100.0 * value));
            let example = format!("{counted}, such as {points} under {}", label(study, cell));
            if study.several_pairings() {
                vec![format!("{example} with {}", study.pairings[study.pairing_of[cell]]), counted]
            } else {
                vec![example, counted]
            }
        }
    };
    let method = format!(
        " The title counts the cells, of those where both sides play alike, whose interval, at 95 % for all {count} of them \
         together (Dunn 1961), excludes zero."
    );
    Finding { title: fitting(titles, NEUTRAL, width), method }
}

/// Cells that are compared with each other.
struct Contest<'a> {
    /// The agents that all of them have; unused where there is one contest.
    agents: &'a str,
    /// Indices of cells, and what each is called.
    cells: Vec<(usize, &'a str)>,
    /// What comes before such a name.
    preposition: &'static str,
}

fn contests<'a>(study: &'a Study) -> Vec<Contest<'a>> {
    if let [_] = study.groups.as_slice() {
        let named = study.pairing_of.iter().map(|&pairing| study.pairings[pairing].as_str());
        return vec![Contest { agents: "", cells: named.enumerate().collect(), preposition: "with" }];
    }
    let of = |(pairing, agents): (usize, &'a String)| {
        let cells = (0..study.cells.len()).filter(|&cell| study.pairing_of[cell] == pairing);
        Contest { agents, cells: cells.map(|cell| (cell, label(study, cell))).collect(), preposition: "under" }
    };
    study.pairings.iter().enumerate().map(of).filter(|contest| contest.cells.len() > 1).collect()
}

impl Contest<'_> {
    /// Whether the games allow to compare any two of its cells.
    fn can_be_compared(&self, study: &Study, quantity: &Measure) -> bool {
        let [(first, _), others @ ..] = self.cells.as_slice() else { return false };
        others.iter().any(|other| (quantity.difference)(1.0, &study.cells[*first], &study.cells[other.0]).is_some())
    }

    /// The two cells that differ most, of those whose difference is shown; none where no two are.
    fn clause(&self, study: &Study, quantity: &Measure, z: f64) -> Option<String> {
        let more = |a: usize, b: usize| {
            let difference = (quantity.difference)(z, &study.cells[a], &study.cells[b])?;
            (difference.low > 0.0).then_some(difference.value)
        };
        let pairs = self.cells.iter().flat_map(|&(high, _)| self.cells.iter().map(move |&(low, _)| (high, low)));
        let shown = pairs.filter_map(|(high, low)| Some((high, low, more(high, low)?)));
        let (high, low, _) = shown.max_by(|a, b| a.2.total_cmp(&b.2))?;
        let others = |cell: usize| self.cells.iter().map(|other| other.0).filter(move |&other| other != cell);
        let [least, most] = quantity.ends;
        let several = self.cells.len() > 2;
        let is_most = several && others(high).all(|other| more(high, other).is_some());
        let is_least = several && others(low).all(|other| more(other, low).is_some());
        let part = |cell: usize, end: Option<&str>| {
            let value = (quantity.text)((quantity.value)(&study.cells[cell]).unwrap_or(f64::NAN));
            let name = self.cells.iter().find(|known| known.0 == cell).map_or("", |known| known.1);
            let preposition = self.preposition;
            end.map_or_else(
                || format!("{value} {preposition} {name}"),
                |end| format!("{end} {preposition} {name} ({value})"),
            )
        };
        Some(format!("{}, {}", part(high, is_most.then_some(most)), part(low, is_least.then_some(least))))
    }
}

/// Agents without their options, `mcts:playouts=50` as `mcts`; none where that makes two of them one.
fn shortened(pairings: &[&str]) -> Option<Vec<String>> {
    let agent = |text: &str| text.split(':').next().unwrap_or(text).to_owned();
    let short = |pairing: &&str| pairing.split(" v ").map(agent).collect::<Vec<_>>().join(" v ");
    let names: Vec<String> = pairings.iter().map(short).collect();
    let different = names.iter().enumerate().all(|(index, name)| !names[..index].contains(name));
    different.then_some(names)
}

/// The variant of a cell.
fn label<'a>(study: &'a Study, cell: usize) -> &'a str {
    let group = study.groups.iter().find(|group| group.cells.contains(&cell));
    group.map_or("", |group| &group.label)
}

/// What the cells are, with their number.
fn things(study: &Study) -> String {
    match (study.groups.len(), study.pairings.len()) {
        (variants, 1) => format!("{variants} variants"),
        (1, pairings) => format!("{pairings} pairings of agents"),
        (variants, pairings) => format!("{variants} variants with {pairings} pairings of agents"),
    }
}

/// The first title that a figure of this width has room for.
pub(crate) fn fitting(titles: impl IntoIterator<Item = String>, neutral: &str, width: f64) -> String {
    let most_lines = if width < theme::WIDTH { 3 } else { 2 };
    // What a further page adds, such as ` (2 of 12)`.
    const PAGE: f64 = mm(17.0);
    let room = width - 2.0 * theme::MARGIN;
    let fits = |title: &String| {
        let lines = wrap_styled(title, room, TITLE, Weight::Medium);
        let last = lines.last().map_or(0.0, |line| theme::text_width(line, TITLE, Weight::Medium));
        lines.len() < most_lines || (lines.len() == most_lines && last + PAGE <= room)
    };
    titles.into_iter().find(fits).unwrap_or_else(|| neutral.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use petteia_engine::{EndReason, Side};

    use super::*;
    use crate::summary::summarise;
    use petteia_tables::{Games, Tally};

    /// A cell of `games` games: some drawn, and of the others some won by White.
    fn cell(variant: &str, agent: &str, games: u64, drawn: u64, white: u64) -> Tally {
        let mut tally = Tally::default();
        (tally.variant, tally.white, tally.black) = (variant.into(), agent.into(), agent.into());
        for game in 0..games {
            let (winner, reason) = match game {
                _ if game < drawn => (None, EndReason::Repetition),
                _ if game < drawn + white => (Some(Side::White), EndReason::Bare),
                _ => (Some(Side::Black), EndReason::Bare),
            };
            tally.outcomes.add(winner, reason, winner.is_none());
            tally.plies.add(50 + (drawn as u32) + (game % 7) as u32);
        }
        tally
    }

    fn titles(tallies: Vec<Tally>) -> [String; 3] {
        let cells: BTreeMap<u32, Tally> = (0..).zip(tallies).collect();
        let cells = summarise(Games { factors: Vec::new(), cells });
        let study = Study::of(&cells);
        let draws = compared(&study, &DRAWS, theme::WIDTH);
        let length = compared(&study, &LENGTH, theme::WIDTH);
        [draws, length, first_move(&study, theme::WIDTH)].map(|finding| finding.title)
    }

    #[test]
    fn one_cell_is_told_with_its_interval() {
        let [draws, length, first_move] = titles(vec![cell("city-8", "random", 100, 50, 25)]);
        assert_eq!(draws, "Draws: 50.0 % [40.4, 59.6]");
        assert_eq!(length, "Mean length: 103 plies [103, 103]");
        assert_eq!(first_move, "First-move advantage: 0.0 points [−6.9, +6.9]");
    }

    #[test]
    fn what_is_most_and_least_is_said_only_of_what_is_apart_from_all_others() {
        let of = |variant: &str, drawn| cell(variant, "random", 1000, drawn, 500 - drawn.div_euclid(2));
        let [draws, length, first_move] = titles(vec![of("city-8", 960), of("city-8+die", 950), of("city-8+vagi", 5)]);
        assert_eq!(draws, "Draws: 96.0 % under city-8, least under +vagi (0.5 %)");
        assert_eq!(length, "Mean length: longest under city-8 (1,013 plies), shortest under +vagi (58 plies)");
        assert_eq!(first_move, "No first-move advantage is shown in any of the 3 variants");
    }

    #[test]
    fn many_comparisons_hide_what_one_would_show() {
        let pair = |first, second| vec![cell("a", "random", 200, first, 50), cell("a+b", "random", 200, second, 50)];
        assert_eq!(titles(pair(100, 76))[0], "Draws: 50.0 % under a, 38.0 % under +b");
        assert_eq!(titles(pair(100, 90))[0], "No difference in draws is shown between the 2 variants");
        let many = (0..12).map(|n| cell(&format!("a+b={n}"), "random", 200, if n == 0 { 76 } else { 100 }, 50));
        assert_eq!(titles(many.collect())[0], "No difference in draws is shown between the 12 variants");
    }

    #[test]
    fn agents_are_told_apart_and_what_does_not_fit_is_left_out() {
        let long = "mcts:playouts=50,exploration=0.25,cutoff=4,prior=40,evaluation=material,leaders=counted,opening=book,table=large";
        let cells = |agents: [&str; 2]| {
            let of = |agent: &&str| [cell("a", agent, 500, 400, 80), cell("a+b", agent, 500, 20, 400)];
            agents.iter().flat_map(of).collect::<Vec<_>>()
        };
        let [draws, _, first_move] = titles(cells(["random", long]));
        let clause = "80.0 % under a, 4.0 % under +b";
        assert_eq!(draws, format!("Draws with random: {clause}; with mcts: {clause}"));
        assert!(first_move.starts_with("First-move advantage: shown in 4 of 4 cells"), "{first_move}");
        let other = format!("{long}-and-more");
        assert_eq!(titles(cells([long, &other]))[0], "Share of draws");
    }
}
