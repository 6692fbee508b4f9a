//! Titles of figures, which state the finding.
//!
//! A title tells of the strongest agent, as the findings do: the largest effect is often that of the weakest players. It reports a
//! difference under the same condition as the text: it must survive Holm's correction (see [`comparisons`](crate::comparisons)).
//! Of several differences it reports the one whose corrected interval is furthest from zero, so that cells of few games do not make
//! the headline. Where nothing is significant, the title is the name of the quantity.

use petteia_statistics::Estimate;

use super::run::Run;
use crate::advantage::Advantage;
use crate::comparisons::{Comparison, Quantity};
use crate::effects::Effect;
use crate::labels::{Pairing, distinct};
use crate::number_format::{grouped, points_with_interval, signed, with_unit, written};
use crate::phrases::{percent, verb, whole_percent};
use crate::summary::CellSummary;

/// A quantity that cells are compared by.
pub(crate) struct Measure {
    /// Its name in a title, without a verb.
    pub(crate) name: &'static str,
    /// Its name as the subject of a sentence, and whether that is a plural.
    subject: (&'static str, bool),
    /// The title without a finding.
    neutral: &'static str,
    /// The comparison of several variants, and that of several agents on one variant, if any.
    of_variants: Quantity,
    of_agents: Option<Quantity>,
    of: fn(&CellSummary) -> Option<Estimate>,
    text: fn(f64) -> String,
    with_interval: fn(Estimate) -> String,
}

pub(crate) const DRAWS: Measure = Measure {
    name: "Draws",
    subject: ("Draws", true),
    neutral: "Share of draws",
    of_variants: Quantity::Draws,
    of_agents: Some(Quantity::DrawsByStrength),
    of: |cell| cell.draw_rate,
    text: whole_percent,
    with_interval: percent,
};

/// The share of games won on the board.
pub(crate) const DECISIVE: Measure = Measure {
    name: "Won on the board",
    subject: ("Games won on the board", true),
    neutral: "Outcomes of the games",
    of_variants: Quantity::Decisive,
    of_agents: None,
    of: |cell| cell.decisive_rate,
    ..DRAWS
};

pub(crate) const LENGTH: Measure = Measure {
    name: "Mean length",
    subject: ("Mean length", false),
    neutral: "Length of the games",
    of_variants: Quantity::Length,
    of_agents: None,
    of: |cell| cell.plies_mean,
    text: |plies| format!("{} plies", grouped(plies)),
    with_interval: |mean| with_unit(&written(mean, |plies| grouped(plies.max(0.0))), "plies"),
};

/// The title of a figure.
pub(crate) struct FigureTitle {
    /// The same finding, from the most to the least detail. The first that fits the figure is its title.
    pub(crate) findings: Vec<String>,
    /// The title if no finding fits, or nothing was found.
    pub(crate) neutral: &'static str,
}

/// Cells with fewer games do not make the headline.
const FEWEST: u64 = 30;

/// The finding about differences in a quantity.
pub(crate) fn compared(run: &Run, measure: &Measure) -> FigureTitle {
    let neutral = measure.neutral;
    if let [only] = run.cells {
        let value = (measure.of)(only).map(|value| format!("{}: {}", measure.name, (measure.with_interval)(value)));
        return FigureTitle { findings: value.into_iter().collect(), neutral };
    }
    let is_of_agents = has_one_variant(run);
    let quantity = if is_of_agents { measure.of_agents } else { Some(measure.of_variants) };
    let all: Vec<&Comparison> = quantity.into_iter().flat_map(|quantity| run.of_quantity(quantity)).collect();
    let groups = ComparisonGroup::all(run, &all);
    let clauses: Vec<Option<String>> = groups.iter().map(|group| group.clause(run, measure)).collect();
    // The text reports a difference of few games, so that the title must not deny it.
    let is_silent = groups.iter().zip(&clauses).any(|(group, clause)| clause.is_none() && !group.shown().is_empty());
    let findings = match clauses.as_slice() {
        _ if is_silent || clauses.iter().all(Option::is_none) => Vec::new(),
        [Some(clause)] => {
            let told = format!("{} {clause}", measure.subject.0);
            with_agents(&groups[0].agents).map(|with| format!("{told}{with}")).into()
        }
        several => {
            let names: Vec<&str> = groups.iter().map(|group| group.agents.as_str()).collect();
            // Agents are usually listed from weak to strong.
            let last = several.iter().rposition(Option::is_some).unwrap_or(0);
            vec![by_agents(measure, &names, several), by_agents(measure, &names[last..=last], &several[last..=last])]
        }
    };
    FigureTitle { findings, neutral }
}

fn has_one_variant(run: &Run) -> bool {
    distinct(run.cells.iter().map(|cell| &cell.variant)).len() == 1
}

/// The agents of a title, by their name and by their rank; nothing if the figure shows no others.
fn with_agents(agents: &str) -> [String; 2] {
    if agents.is_empty() {
        return Default::default();
    }
    [format!(" with {agents}"), " with the strongest player".to_owned()]
}

/// The findings for several agents.
fn by_agents(measure: &Measure, names: &[&str], clauses: &[Option<String>]) -> String {
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

/// The number of variants in which White or Black has a significant advantage with the strongest agent.
pub(crate) fn advantage(run: &Run) -> FigureTitle {
    let name = Advantage::of(run.cells).name;
    let points = |advantage| with_unit(&points_with_interval(Some(advantage)), "points");
    if let [only] = run.cells {
        let value = only.first_move_advantage.map(|advantage| format!("{name}: {}", points(advantage)));
        return FigureTitle { findings: value.into_iter().collect(), neutral: name };
    }
    let of_leading: Vec<&Comparison> = [Quantity::FirstMove, Quantity::WhiteAdvantage]
        .into_iter()
        .flat_map(|quantity| run.comparisons(quantity))
        .collect();
    let shown: Vec<&Comparison> = of_leading.iter().copied().filter(|found| found.is_significant()).collect();
    let things = format!("{} {}", of_leading.len(), if run.leaders().len() == 1 { "variants" } else { "cells" });
    let agents = match run.leaders() {
        [only] if run.several_pairings() => run.pairing(*only),
        _ => String::new(),
    };
    let told = |with: String| match (of_leading.as_slice(), shown.len()) {
        (_, 0) => Vec::new(),
        ([only], _) => vec![format!("{name}{with}: {}", points(only.corrected))],
        (_, several) => {
            let counted = format!("{name}: significant in {several} of {things}{with}");
            let example = headline(run, &shown).map(|found| {
                let points = signed(100.0 * found.difference.value);
                let such = if several == 1 { ":" } else { ", for example" };
                format!("{counted}{such} {points} points {}", run.under(found.cell))
            });
            example.into_iter().chain([counted]).collect()
        }
    };
    FigureTitle { findings: with_agents(&agents).into_iter().flat_map(told).collect(), neutral: name }
}

/// The number of significant effects with the strongest agent, and the largest of them.
pub(crate) fn effects(run: &Run, effects: &[Effect]) -> FigureTitle {
    let neutral = "Effects on draws";
    let of_leading: Vec<&Effect> = effects.iter().filter(|effect| run.leaders().contains(&effect.agents())).collect();
    let shown: Vec<&Effect> = of_leading.iter().copied().filter(|effect| effect.is_significant()).collect();
    let size = |effect: &Effect| effect.marginal.value.abs();
    let largest = shown.iter().max_by(|a, b| size(a).total_cmp(&size(b)));
    let told = largest.map(|largest| {
        let count = format!("{neutral}: {} of {} are significant", shown.len(), of_leading.len());
        let (points, names) = (signed(100.0 * largest.marginal.value), largest.names().join(" × "));
        let example = format!("{count}; the largest is {points} points ({names})");
        let agents = if run.several_pairings() { run.pairing(largest.agents()) } else { String::new() };
        let [with_name, _] = with_agents(&agents);
        [format!("{example}{with_name}"), example, count]
    });
    FigureTitle { findings: told.into_iter().flatten().collect(), neutral }
}

/// The significant difference whose corrected interval is furthest from zero, among cells with enough games.
fn headline<'a>(run: &Run, shown: &[&'a Comparison]) -> Option<&'a Comparison> {
    let games = |cell: u32| run.cell(cell).map_or(0, |cell| cell.games);
    let enough = |found: &&&Comparison| games(found.cell).min(found.base.map_or(u64::MAX, games)) >= FEWEST;
    let at_least = |found: &Comparison| found.corrected.low.abs().min(found.corrected.high.abs());
    shown.iter().filter(enough).max_by(|a, b| at_least(a).total_cmp(&at_least(b))).copied()
}

/// Cells that are compared with each other.
struct ComparisonGroup<'a> {
    /// The agents of all of them; empty if the figure shows no others, or compares them.
    agents: String,
    /// How they were compared.
    comparisons: Vec<&'a Comparison>,
}

impl<'a> ComparisonGroup<'a> {
    /// One for each leading pairing with comparisons; a single one for a single variant.
    fn all(run: &Run, comparisons: &[&'a Comparison]) -> Vec<Self> {
        let of = |agents: Pairing| {
            let fits = |found: &&&Comparison| run.cell(found.cell).is_some_and(|cell| cell.agents() == agents);
            let agents = if run.several_pairings() { run.pairing(agents) } else { String::new() };
            ComparisonGroup { agents, comparisons: comparisons.iter().filter(fits).copied().collect() }
        };
        let groups = match has_one_variant(run) {
            true => vec![ComparisonGroup { agents: String::new(), comparisons: comparisons.to_vec() }],
            false => in_order_of_plan(run).into_iter().map(of).collect(),
        };
        groups.into_iter().filter(|group| !group.comparisons.is_empty()).collect()
    }

    fn shown(&self) -> Vec<&'a Comparison> {
        self.comparisons.iter().copied().filter(|found| found.is_significant()).collect()
    }

    /// The headline, if any: the base, and all cells that differ from it with the same value.
    fn clause(&self, run: &Run, measure: &Measure) -> Option<String> {
        /// More cells are counted instead of named.
        const MOST_NAMED: usize = 3;
        let shown = self.shown();
        let headline = headline(run, &shown)?;
        let value = |cell: u32| Some((measure.text)((measure.of)(run.cell(cell)?)?.value));
        let name = |cell: u32| match has_one_variant(run) {
            true => Some(run.pairing(run.cell(cell)?.agents())),
            false => Some(run.name(cell).to_owned()),
        };
        let (base, differing) = (headline.base?, value(headline.cell)?);
        let alike =
            shown.iter().filter(|found| found.base == Some(base) && value(found.cell).as_ref() == Some(&differing));
        let names: Vec<String> = alike.filter_map(|found| name(found.cell)).collect();
        let names = match names.as_slice() {
            [only] => only.clone(),
            [first @ .., last] if names.len() <= MOST_NAMED => format!("{} and {last}", first.join(", ")),
            _ => format!("{} others", names.len()),
        };
        let verb = verb(headline.difference, measure.subject.1);
        Some(format!("{verb} from {} ({}) to {differing} ({names})", value(base)?, name(base)?))
    }
}

/// The leading pairings in the order of the plan.
fn in_order_of_plan<'a>(run: &Run<'a>) -> Vec<Pairing<'a>> {
    let mut leading = run.leaders().to_vec();
    leading.sort_by_key(|agents| run.cells.iter().position(|cell| cell.agents() == *agents));
    leading
}

#[cfg(test)]
mod tests {
    use petteia_engine::{EndReason, Side};

    use super::*;
    use crate::analysis::Analysis;
    use crate::fixtures;
    use crate::summary::summarise;
    use petteia_tables::CellStats;

    /// A cell of `games` games: some drawn, and of the others some won by White.
    fn cell(variant: &str, agent: &str, games: u64, drawn: u64, white: u64) -> CellStats {
        let mut tally = CellStats::of(fixtures::cell(0, variant, agent));
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
        summarise(tallies, true)
    }

    fn analysis_of(tallies: Vec<CellStats>) -> Analysis {
        let cells = cells_of(tallies);
        Analysis { comparisons: crate::comparisons::of(&cells), cells, ..Analysis::default() }
    }

    /// The title of a figure with room for any.
    fn first(title: FigureTitle) -> String {
        title.findings.into_iter().next().unwrap_or_else(|| title.neutral.to_owned())
    }

    fn titles(tallies: Vec<CellStats>) -> [String; 3] {
        let analysis = analysis_of(tallies);
        let run = Run::of(&analysis);
        [compared(&run, &DRAWS), compared(&run, &LENGTH), advantage(&run)].map(first)
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
        assert_eq!(draws, "Draws fall from 96 % (city-8) to 0.5 % (+vagi)");
        assert_eq!(length, "Mean length falls from 1,013 plies (city-8) to 58 plies (+vagi)");
        assert_eq!(first_move, "First-move advantage");
    }

    #[test]
    fn cells_with_the_same_value_are_named_together() {
        let of = |variant: &str, drawn| cell(variant, "random", 1000, drawn, 500 - drawn.div_euclid(2));
        let [draws, ..] =
            titles(vec![of("city-8", 960), of("city-8+die", 0), of("city-8+edge", 300), of("city-8+vagi", 0)]);
        assert_eq!(draws, "Draws fall from 96 % (city-8) to 0 % (+die and +vagi)");
    }

    #[test]
    fn few_games_make_no_headline() {
        let of = |variant: &str, games, drawn| cell(variant, "random", games, drawn, (games - drawn).div_euclid(2));
        let (base, vagi, few) = (of("city-8", 1000, 960), of("city-8+vagi", 1000, 400), of("city-8+die", 10, 0));
        let [draws, ..] = titles(vec![base, vagi, few]);
        assert_eq!(draws, "Draws fall from 96 % (city-8) to 40 % (+vagi)");
        let [draws, ..] = titles(vec![of("city-8", 1000, 960), of("city-8+die", 10, 0)]);
        assert_eq!(draws, "Share of draws", "the text reports the difference, so the title must not deny it");
    }

    #[test]
    fn titles_claim_what_the_text_claims() {
        let many = (0..12).map(|n| cell(&format!("a+b={n}"), "random", 200, if n == 0 { 70 } else { 100 }, 50));
        let analysis = analysis_of(many.collect());
        let text = crate::sentences::findings(&analysis).join("\n");
        assert!(
            text.starts_with(
                "With random on both sides, draws rise from 35 % with b=0 to 50 % with b=1, by 15 points ["
            ),
            "{text}"
        );
        let title = first(compared(&Run::of(&analysis), &DRAWS));
        assert_eq!(title, "Draws rise from 35 % (+b=0) to 50 % (11 others)");
    }

    #[test]
    fn many_comparisons_hide_what_one_would_show() {
        let pair = |first, second| vec![cell("a", "random", 200, first, 50), cell("a+b", "random", 200, second, 50)];
        assert_eq!(titles(pair(100, 76))[0], "Draws fall from 50 % (a) to 38 % (+b)");
        assert_eq!(titles(pair(100, 90))[0], "Share of draws");
        let many = (0..12).map(|n| cell(&format!("a+b={n}"), "random", 200, if n == 0 { 76 } else { 100 }, 50));
        assert_eq!(titles(many.collect())[0], "Share of draws");
    }

    #[test]
    fn titles_tell_of_the_strongest_agent_and_not_of_the_largest_effect() {
        let of = |agent: &str, drawn: [u64; 2]| {
            [cell("a", agent, 500, drawn[0], 0), cell("a+b", agent, 500, drawn[1], (500 - drawn[1]).div_euclid(2))]
        };
        let (weak, strong) = (of("random", [450, 0]), of("alphabeta:nodes=1000", [500, 300]));
        let [draws, _, first_move] = titles(weak.into_iter().chain(strong).collect());
        assert_eq!(draws, "Draws fall from 100 % (a) to 60 % (+b) with alphabeta (1,000 positions)");
        assert_eq!(first_move, "First-move advantage");
        let alike = [of("random", [450, 0]), of("alphabeta:nodes=1000", [400, 400])].into_iter().flatten();
        assert_eq!(titles(alike.collect())[0], "Share of draws");
    }

    #[test]
    fn agents_are_told_apart_without_their_options() {
        let long = "mcts:playouts=50,exploration=0.25,cutoff=4,prior=40,evaluation=material,leaders=counted,opening=book,table=large";
        let cells = |agents: [&str; 2]| {
            let of = |agent: &&str| [cell("a", agent, 500, 400, 80), cell("a+b", agent, 500, 20, 400)];
            agents.iter().flat_map(of).collect::<Vec<_>>()
        };
        let [draws, _, first_move] = titles(cells(["random", long]));
        let clause = "fall from 80 % (a) to 4 % (+b)";
        assert_eq!(draws, format!("Draws {clause} with mcts (50 playouts)"));
        let counted = "First-move advantage: significant in 2 of 2 variants with mcts (50 playouts)";
        assert!(first_move.starts_with(counted), "{first_move}");
        let other = "mcts:playouts=60,exploration=0.5";
        let both = "Draws fall from 80 % (a) to 4 % (+b) with mcts (50 playouts); they fall from 80 % (a) to 4 % (+b) with mcts (60 playouts)";
        assert_eq!(titles(cells([long, other]))[0], both);
    }
}
