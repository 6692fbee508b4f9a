//! Titles that state the finding.
//!
//! A title tells of the strongest agent, as the findings do: the largest effect is often that of the weakest players. It reports a
//! difference under the same condition as the text: it must survive Holm's correction (see [`comparisons`](crate::comparisons)).
//! Of several differences it reports the one whose corrected interval is furthest from zero, so that cells of few games do not make
//! the headline. A title that does not fit is replaced by a shorter one, at last by the name of the quantity.

use petteia_statistics::Estimate;

use super::picture::wrap_styled;
use super::study::Study;
use super::theme::{self, TITLE, Weight, mm};
use crate::advantage::Advantage;
use crate::comparisons::{Comparison, Quantity};
use crate::labels::Pairing;
use crate::numbers::{grouped, points_with_interval, signed, with_unit, written};
use crate::strongest::strongest_first;
use crate::summary::CellSummary;
use crate::words::percent;

/// A quantity that cells are compared by.
pub(crate) struct Measure {
    /// Its name in a title, without a verb.
    pub(crate) name: &'static str,
    /// Its name as the subject of a sentence, and whether that is a plural.
    subject: (&'static str, bool),
    /// Its name within a sentence.
    noun: &'static str,
    /// The title without a finding.
    neutral: &'static str,
    /// The comparison of several variants, and that of several agents on one variant, if any.
    of_variants: Quantity,
    of_agents: Option<Quantity>,
    of: fn(&CellSummary) -> Option<Estimate>,
    text: fn(f64) -> String,
    with_interval: fn(Estimate) -> String,
    /// The method, for the caption.
    method: &'static str,
}

pub(crate) const DRAWS: Measure = Measure {
    name: "Draws",
    subject: ("Draws", true),
    noun: "draws",
    neutral: "Share of draws",
    of_variants: Quantity::Draws,
    of_agents: Some(Quantity::DrawsByStrength),
    of: |cell| cell.draw_rate,
    text: |share| format!("{:.1} %", 100.0 * share),
    with_interval: percent,
    method: "Newcombe (1998b)",
};

/// The share of games won on the board.
pub(crate) const DECISIVE: Measure = Measure {
    name: "Won on the board",
    subject: ("Games won on the board", true),
    noun: "games won on the board",
    neutral: "Outcomes of the games",
    of_variants: Quantity::Decisive,
    of_agents: None,
    of: |cell| cell.decisive_rate,
    ..DRAWS
};

pub(crate) const LENGTH: Measure = Measure {
    name: "Mean length",
    subject: ("Mean length", false),
    noun: "mean length",
    neutral: "Length of the games",
    of_variants: Quantity::Length,
    of_agents: None,
    of: |cell| cell.plies_mean,
    text: |plies| format!("{} plies", grouped(plies)),
    with_interval: |mean| with_unit(&written(mean, |plies| grouped(plies.max(0.0))), "plies"),
    method: "Welch (1947; fewer than 30 games are not compared)",
};

/// A title for a figure of this width, and the method behind it for the caption.
pub(crate) struct Finding {
    pub(crate) title: String,
    pub(crate) method: String,
}

/// Cells with fewer games do not make the headline.
const FEWEST: u64 = 30;

/// The finding about differences in a quantity.
pub(crate) fn compared(study: &Study, comparisons: &[Comparison], measure: &Measure, width: f64) -> Finding {
    if let [only] = study.cells {
        let title = (measure.of)(only).map(|value| format!("{}: {}", measure.name, (measure.with_interval)(value)));
        return Finding { title: fitting(title, measure.neutral, width), method: String::new() };
    }
    let is_of_agents = study.groups.len() == 1;
    let quantity = if is_of_agents { measure.of_agents } else { Some(measure.of_variants) };
    let all: Vec<&Comparison> = comparisons.iter().filter(|found| Some(found.quantity) == quantity).collect();
    let contests = Contest::all(study, &all);
    let clauses: Vec<Option<String>> = contests.iter().map(|contest| contest.clause(study, measure)).collect();
    let is_silent =
        contests.iter().zip(&clauses).any(|(contest, clause)| clause.is_none() && !contest.shown().is_empty());
    let mut titles = Vec::new();
    let title = match (contests.as_slice(), clauses.as_slice()) {
        ([], _) => measure.neutral.to_owned(),
        _ if is_silent => measure.neutral.to_owned(),
        ([contest], [clause]) => {
            let unshown =
                || format!("No significant difference in {} {}", measure.noun, against(study, &contest.comparisons));
            let told = clause.as_ref().map_or_else(unshown, |clause| format!("{} {clause}", measure.subject.0));
            let [with_name, with_rank] = with_agents(contest.agents).map(|with| format!("{told}{with}"));
            titles.push(with_name);
            with_rank
        }
        (_, none) if none.iter().all(Option::is_none) => {
            format!("No significant difference in {} {}", measure.noun, against(study, &all))
        }
        (_, several) => {
            let full: Vec<&str> = contests.iter().map(|contest| contest.agents).collect();
            let names = shortened(&full).unwrap_or_else(|| full.iter().map(ToString::to_string).collect());
            titles.push(by_agents(measure, &names, several));
            // Agents are usually listed from weak to strong.
            let last = several.iter().rposition(Option::is_some).unwrap_or(0);
            by_agents(measure, &names[last..=last], &several[last..=last])
        }
    };
    titles.push(title);
    let method = match all.len() {
        0 => String::new(),
        count => format!(
            " The title reports a difference only if it survives Holm's (1979) correction over all {count} comparisons {}, by \
             the method of {}.",
            if is_of_agents {
                "of the strongest agent with the weakest"
            } else {
                "of a variant with the one it modifies"
            },
            measure.method
        ),
    };
    Finding { title: fitting(titles, measure.neutral, width), method }
}

/// The agents of a title, by their name and by their rank; nothing if the figure shows no others.
fn with_agents(agents: &str) -> [String; 2] {
    if agents.is_empty() {
        return Default::default();
    }
    [format!(" with {agents}"), " with the strongest agent".to_owned()]
}

/// The findings for several agents.
fn by_agents(measure: &Measure, names: &[String], clauses: &[Option<String>]) -> String {
    let (subject, is_plural) = measure.subject;
    let pronoun = if is_plural { "they" } else { "it" };
    let parts = names.iter().zip(clauses).enumerate().map(|(index, (name, clause))| match (index, clause) {
        (0, Some(clause)) => format!("{subject} {clause} with {name}"),
        (0, None) => format!("{subject}: no significant difference with {name}"),
        (_, Some(clause)) => format!("{pronoun} {clause} with {name}"),
        (_, None) => format!("no significant difference with {name}"),
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// The cells that others were compared with.
fn against(study: &Study, comparisons: &[&Comparison]) -> String {
    if study.groups.len() == 1 {
        return "between the weakest and the strongest agent".to_owned();
    }
    let bases = comparisons.iter().filter_map(|found| Some(study.label(study.index(found.base?)?)));
    let mut bases: Vec<&str> = bases.collect();
    bases.dedup();
    match bases.as_slice() {
        [only] => format!("from {only}"),
        _ => "between variants and those they modify".to_owned(),
    }
}

/// The number of variants in which White or Black has a significant advantage with the strongest agent.
pub(crate) fn advantage(study: &Study, comparisons: &[Comparison], width: f64) -> Finding {
    let name = Advantage::of(study.cells).name;
    if let [only] = study.cells {
        let points = |advantage| with_unit(&points_with_interval(Some(advantage)), "points");
        let title = only.first_move_advantage.map(|advantage| format!("{name}: {}", points(advantage)));
        return Finding { title: fitting(title, name, width), method: String::new() };
    }
    let is_one = |found: &&Comparison| matches!(found.quantity, Quantity::FirstMove | Quantity::WhiteAdvantage);
    let all: Vec<&Comparison> = comparisons.iter().filter(is_one).collect();
    let leading = leading(study);
    let pairing = |cell: u32| study.index(cell).map(|index| study.pairing_of[index]);
    let leads = |pairing: Option<usize>| pairing.is_some_and(|pairing| leading.contains(&pairing));
    let of_leading: Vec<&Comparison> = all.iter().copied().filter(|found| leads(pairing(found.cell))).collect();
    let shown: Vec<&Comparison> = of_leading.iter().copied().filter(|found| found.is_significant()).collect();
    if of_leading.is_empty() {
        return Finding { title: name.to_owned(), method: String::new() };
    }
    let things = format!("{} {}", of_leading.len(), if leading.len() == 1 { "variants" } else { "cells" });
    let agents = match leading.as_slice() {
        [only] if study.several_pairings() => study.pairings[*only].as_str(),
        _ => "",
    };
    let told = |with: &String| match (of_leading.as_slice(), shown.len()) {
        ([only], _) => {
            let points = with_unit(&points_with_interval(Some(only.corrected)), "points");
            vec![format!("{name}{with}: {points}")]
        }
        (_, 0) => vec![format!("{name}: not significant in any of {things}{with}")],
        (_, several) => {
            let counted = format!("{name}: significant in {several} of {things}{with}");
            let example = headline(study, &shown).and_then(|found| {
                let points = signed(100.0 * found.difference.value);
                let label = study.label(study.index(found.cell)?);
                Some(format!("{counted}, for example {points} percentage points under {label}"))
            });
            example.into_iter().chain([counted]).collect()
        }
    };
    let method = format!(
        " The title counts the cells of the strongest agent in which White’s mean score differs significantly from one half, \
         after Holm’s (1979) correction over the {} cells in which the same agent plays both sides.",
        all.len()
    );
    Finding { title: fitting(with_agents(agents).iter().flat_map(told), name, width), method }
}

/// The pairings whose results titles tell, by their numbers: the strongest agent against itself, or all that may be the strongest.
fn leading(study: &Study) -> Vec<usize> {
    let (pairings, leading) = strongest_first(study.cells);
    let number = |agents: &Pairing| study.cells.iter().position(|cell| cell.agents() == *agents);
    let leaders = pairings[..leading].iter().filter_map(number);
    leaders.map(|cell| study.pairing_of[cell]).collect()
}

/// The significant difference whose corrected interval is furthest from zero, among cells with enough games.
fn headline<'a>(study: &Study, shown: &[&'a Comparison]) -> Option<&'a Comparison> {
    let games = |cell: u32| study.index(cell).map_or(0, |index| study.cells[index].games);
    let enough = |found: &&&Comparison| games(found.cell).min(found.base.map_or(u64::MAX, games)) >= FEWEST;
    let at_least = |found: &Comparison| found.corrected.low.abs().min(found.corrected.high.abs());
    shown.iter().filter(enough).max_by(|a, b| at_least(a).total_cmp(&at_least(b))).copied()
}

/// Cells that are compared with each other.
struct Contest<'a> {
    /// The agents of all of them; empty if the figure shows no others, or compares them.
    agents: &'a str,
    /// How they were compared.
    comparisons: Vec<&'a Comparison>,
}

impl<'a> Contest<'a> {
    /// One for each leading pairing with comparisons; a single one for a single variant.
    fn all(study: &'a Study, comparisons: &[&'a Comparison]) -> Vec<Self> {
        if let [_] = study.groups.as_slice() {
            let comparisons = comparisons.to_vec();
            return (!comparisons.is_empty()).then_some(Contest { agents: "", comparisons }).into_iter().collect();
        }
        let of = |pairing: usize| {
            let fits =
                |found: &&&Comparison| study.index(found.cell).is_some_and(|cell| study.pairing_of[cell] == pairing);
            let agents = if study.several_pairings() { &*study.pairings[pairing] } else { "" };
            Contest { agents, comparisons: comparisons.iter().filter(fits).copied().collect() }
        };
        let mut leading = leading(study);
        leading.sort_unstable();
        let contests = leading.into_iter().map(of);
        contests.filter(|contest| !contest.comparisons.is_empty()).collect()
    }

    fn shown(&self) -> Vec<&'a Comparison> {
        self.comparisons.iter().copied().filter(|found| found.is_significant()).collect()
    }

    /// The headline, if any: the base, and all cells that differ from it with the same value.
    fn clause(&self, study: &Study, measure: &Measure) -> Option<String> {
        /// More cells are counted instead of named.
        const MOST_NAMED: usize = 3;
        let shown = self.shown();
        let headline = headline(study, &shown)?;
        let value = |cell: u32| Some((measure.text)((measure.of)(&study.cells[study.index(cell)?])?.value));
        let name = |cell: u32| {
            let index = study.index(cell)?;
            Some(if study.groups.len() == 1 { &*study.pairings[study.pairing_of[index]] } else { study.label(index) })
        };
        let (base, differing) = (headline.base?, value(headline.cell)?);
        let verb = match (headline.difference.value > 0.0, measure.subject.1) {
            (true, true) => "rise",
            (true, false) => "rises",
            (false, true) => "fall",
            (false, false) => "falls",
        };
        let alike =
            shown.iter().filter(|found| found.base == Some(base) && value(found.cell).as_ref() == Some(&differing));
        let names: Vec<&str> = alike.filter_map(|found| name(found.cell)).collect();
        let names = match names.as_slice() {
            [only] => (*only).to_owned(),
            [first @ .., last] if names.len() <= MOST_NAMED => format!("{} and {last}", first.join(", ")),
            _ => format!("{} others", names.len()),
        };
        Some(format!("{verb} from {} ({}) to {differing} ({names})", value(base)?, name(base)?))
    }
}

/// Agents without their options, `mcts:playouts=50` as `mcts`; `None` if two of them become equal.
fn shortened(pairings: &[&str]) -> Option<Vec<String>> {
    let agent = |text: &str| text.split(':').next().unwrap_or(text).to_owned();
    let short = |pairing: &&str| pairing.split(" v ").map(agent).collect::<Vec<_>>().join(" v ");
    let names: Vec<String> = pairings.iter().map(short).collect();
    let different = names.iter().enumerate().all(|(index, name)| !names[..index].contains(name));
    different.then_some(names)
}

/// The first title that fits a figure of this width.
pub(crate) fn fitting(titles: impl IntoIterator<Item = String>, neutral: &str, width: f64) -> String {
    let most_lines = if width < theme::WIDTH { 3 } else { 2 };
    // The width of a page number such as ` (2 of 12)`.
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
    use std::collections::BTreeSet;

    use petteia_engine::{EndReason, Side};

    use super::*;
    use crate::found::Found;
    use crate::made_up;
    use crate::summary::summarise;
    use petteia_tables::CellStats;

    /// A cell of `games` games: some drawn, and of the others some won by White.
    fn cell(variant: &str, agent: &str, games: u64, drawn: u64, white: u64) -> CellStats {
        let mut tally = CellStats::of(made_up::cell(0, variant, agent));
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

    /// Cells in this order, whose sides are equal.
    fn cells_of(mut tallies: Vec<CellStats>) -> Vec<CellSummary> {
        for (number, tally) in (0..).zip(&mut tallies) {
            tally.key.cell = number;
        }
        summarise(tallies, |_| true)
    }

    fn titles(tallies: Vec<CellStats>) -> [String; 3] {
        let cells = cells_of(tallies);
        let study = Study::of(&cells);
        let comparisons = crate::comparisons::of(&cells);
        let draws = compared(&study, &comparisons, &DRAWS, theme::WIDTH);
        let length = compared(&study, &comparisons, &LENGTH, theme::WIDTH);
        [draws, length, advantage(&study, &comparisons, theme::WIDTH)].map(|finding| finding.title)
    }

    #[test]
    fn one_cell_is_told_with_its_interval() {
        let [draws, length, first_move] = titles(vec![cell("city-8", "random", 100, 50, 25)]);
        assert_eq!(draws, "Draws: 50.0 % [40.4, 59.6]");
        assert_eq!(length, "Mean length: 103 plies [103, 103]");
        assert_eq!(first_move, "First-move advantage: 0.0 points [−6.9, +6.9]");
    }

    #[test]
    fn one_game_has_no_mean_length() {
        assert_eq!(titles(vec![cell("city-8", "random", 1, 1, 0)])[1], "Length of the games");
    }

    #[test]
    fn a_variant_is_told_beside_the_one_that_it_changes() {
        let of = |variant: &str, drawn| cell(variant, "random", 1000, drawn, 500 - drawn.div_euclid(2));
        let [draws, length, first_move] =
            titles(vec![of("city-8", 960), of("city-8+die=4", 950), of("city-8+vagi", 5)]);
        assert_eq!(draws, "Draws fall from 96.0 % (city-8) to 0.5 % (+vagi)");
        assert_eq!(length, "Mean length falls from 1,013 plies (city-8) to 58 plies (+vagi)");
        assert_eq!(first_move, "First-move advantage: not significant in any of 3 variants");
    }

    #[test]
    fn cells_with_the_same_value_are_named_together() {
        let of = |variant: &str, drawn| cell(variant, "random", 1000, drawn, 500 - drawn.div_euclid(2));
        let [draws, ..] =
            titles(vec![of("city-8", 960), of("city-8+die", 0), of("city-8+edge", 300), of("city-8+vagi", 0)]);
        assert_eq!(draws, "Draws fall from 96.0 % (city-8) to 0.0 % (+die and +vagi)");
    }

    #[test]
    fn few_games_make_no_headline() {
        let of = |variant: &str, games, drawn| cell(variant, "random", games, drawn, (games - drawn).div_euclid(2));
        let (base, vagi, few) = (of("city-8", 1000, 960), of("city-8+vagi", 1000, 400), of("city-8+die", 10, 0));
        let [draws, ..] = titles(vec![base, vagi, few]);
        assert_eq!(draws, "Draws fall from 96.0 % (city-8) to 40.0 % (+vagi)");
        let [draws, ..] = titles(vec![of("city-8", 1000, 960), of("city-8+die", 10, 0)]);
        assert_eq!(draws, "Share of draws", "the text reports the difference, so the title must not deny it");
    }

    #[test]
    fn titles_claim_what_the_text_claims() {
        let many = (0..12).map(|n| cell(&format!("a+b={n}"), "random", 200, if n == 0 { 70 } else { 100 }, 50));
        let cells = cells_of(many.collect());
        let comparisons = crate::comparisons::of(&cells);
        let found = Found { comparisons, ..Found::default() };
        let text = crate::findings::of(&cells, &found, &BTreeSet::new()).join("\n");
        assert!(text.contains("is 15.0 percentage points"), "{text}");
        let title = compared(&Study::of(&cells), &found.comparisons, &DRAWS, theme::WIDTH).title;
        assert_eq!(title, "Draws rise from 35.0 % (+b=0) to 50.0 % (11 others)");
    }

    #[test]
    fn many_comparisons_hide_what_one_would_show() {
        let pair = |first, second| vec![cell("a", "random", 200, first, 50), cell("a+b", "random", 200, second, 50)];
        assert_eq!(titles(pair(100, 76))[0], "Draws fall from 50.0 % (a) to 38.0 % (+b)");
        assert_eq!(titles(pair(100, 90))[0], "No significant difference in draws from a");
        let many = (0..12).map(|n| cell(&format!("a+b={n}"), "random", 200, if n == 0 { 76 } else { 100 }, 50));
        assert_eq!(titles(many.collect())[0], "No significant difference in draws from +b=0");
    }

    #[test]
    fn titles_tell_of_the_strongest_agent_and_not_of_the_largest_effect() {
        let of = |agent: &str, drawn: [u64; 2]| {
            [cell("a", agent, 500, drawn[0], 0), cell("a+b", agent, 500, drawn[1], (500 - drawn[1]).div_euclid(2))]
        };
        let (weak, strong) = (of("random", [450, 0]), of("alphabeta:nodes=1000", [500, 300]));
        let [draws, _, first_move] = titles(weak.into_iter().chain(strong).collect());
        assert_eq!(draws, "Draws fall from 100.0 % (a) to 60.0 % (+b) with alphabeta:nodes=1000");
        assert_eq!(first_move, "First-move advantage: not significant in any of 2 variants with alphabeta:nodes=1000");
        let alike = [of("random", [450, 0]), of("alphabeta:nodes=1000", [400, 400])].into_iter().flatten();
        assert_eq!(titles(alike.collect())[0], "No significant difference in draws from a with alphabeta:nodes=1000");
    }

    #[test]
    fn agents_are_told_apart_and_what_does_not_fit_is_left_out() {
        let long = "mcts:playouts=50,exploration=0.25,cutoff=4,prior=40,evaluation=material,leaders=counted,opening=book,table=large";
        let cells = |agents: [&str; 2]| {
            let of = |agent: &&str| [cell("a", agent, 500, 400, 80), cell("a+b", agent, 500, 20, 400)];
            agents.iter().flat_map(of).collect::<Vec<_>>()
        };
        let [draws, _, first_move] = titles(cells(["random", long]));
        let clause = "fall from 80.0 % (a) to 4.0 % (+b)";
        assert_eq!(draws, format!("Draws {clause} with mcts:playouts=50"));
        let counted = "First-move advantage: significant in 2 of 2 variants with mcts:playouts=50";
        assert!(first_move.starts_with(counted), "{first_move}");
        let other = "mcts:playouts=60,exploration=0.5,cutoff=5,prior=50,evaluation=mobility,leaders=ignored,opening=none,table=small";
        let (_, last) = other.split_once(':').expect("it has options");
        assert_eq!(titles(cells([long, other]))[0], format!("Draws {clause} with {last}"), "both do not fit");
    }
}
