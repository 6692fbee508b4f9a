//! Which rule of a factorial matters: how much of the variation between its variants each factor explains.
//!
//! [`effects`](crate::effects) estimates what a rule does to the share of draws; this module compares how much the rules matter,
//! interactions included. If the plan leaves out combinations, the factors depend on each other; Shapley effects allow for that.

use petteia_statistics::{FactorialCell, Importance, Sample, Share, holm, importance};
use petteia_tables::{AgentKey, overlay};

use crate::effects::Effect;
use crate::labels::{Pairing, distinct, pairing};
use crate::ladder::Strongest;
use crate::phrases::{clauses, listed, percent};
use crate::summary::{CellSummary, pairings};

/// The significance level at which two rules change places.
const LEVEL: f64 = 0.05;

/// The name of the factor whose levels are the base variants.
const GAME: &str = "game";

/// Why a rule without a significant effect may explain some of the variation.
const WHY: &str = "A rule can explain draws without a significant effect: its effect is an average over the other rules, in which \
                   opposite changes cancel, and has to survive the correction for all effects; its importance counts all it \
                   changes together with them.";

/// A quantity that varies between variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Varying {
    /// The share of draws.
    Draws,
    /// White's mean score (win 1, draw or unfinished ½, loss 0).
    Score,
    /// The mean length in plies, unfinished games included.
    Length,
}

impl Varying {
    /// All, in the order of tables and figures.
    pub(crate) const ALL: [Varying; 3] = [Varying::Draws, Varying::Score, Varying::Length];

    /// Its name in a sentence.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Varying::Draws => "the share of draws",
            Varying::Score => "White’s score",
            Varying::Length => "the mean length",
        }
    }

    fn sample(self, cell: &CellSummary) -> Option<Sample> {
        let (games, outcomes) = (cell.games, cell.outcomes);
        let (white, black, drawn) = (outcomes.white(), outcomes.black(), outcomes.drawn());
        Some(match self {
            Varying::Draws => Sample::Counts(vec![(1.0, drawn), (0.0, games - drawn)]),
            Varying::Score => Sample::Counts(vec![(1.0, white), (0.5, games - white - black), (0.0, black)]),
            Varying::Length => {
                Sample::Mean { mean: cell.plies.mean()?, variance: cell.plies.variance()?, n: cell.plies.n() }
            }
        })
    }
}

/// How the variation of one quantity between the variants of a factorial is divided among its rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Division {
    /// White's agent.
    pub white: AgentKey,
    /// Black's agent.
    pub black: AgentKey,
    /// What varies.
    pub of: Varying,
    /// The factors in the order of the plan; preceded by `game` if there are several base variants.
    pub factors: Vec<String>,
    /// How many variants were played.
    pub variants: usize,
    /// What each factor explains, in the same order.
    pub found: Importance,
}

/// The divisions of all quantities for each pairing of agents; none with fewer than two factors, or before each cell has two
/// games.
pub(crate) fn of(cells: &[CellSummary]) -> Vec<Division> {
    let of_pairing = |agents: Pairing| {
        let cells: Vec<&CellSummary> = cells.iter().filter(|cell| cell.agents() == agents).collect();
        let (factors, levels) = levels_of(&cells)?;
        let divide = |of: Varying| {
            let cell = |(cell, levels): (&&CellSummary, &Vec<usize>)| {
                Some(FactorialCell { levels: levels.clone(), sample: of.sample(cell)? })
            };
            let settings: Vec<FactorialCell> = cells.iter().zip(&levels).map(cell).collect::<Option<_>>()?;
            let found = importance(&settings)?;
            let (white, black) = (agents.0.clone(), agents.1.clone());
            Some(Division { white, black, of, factors: factors.clone(), variants: cells.len(), found })
        };
        Some(Varying::ALL.into_iter().filter_map(divide).collect::<Vec<_>>())
    };
    pairings(cells).into_iter().filter_map(of_pairing).flatten().collect()
}

/// The names of the factors, and for each cell its level of each by number; `None` of fewer than two factors.
fn levels_of(cells: &[&CellSummary]) -> Option<(Vec<String>, Vec<Vec<usize>>)> {
    let bases: Vec<String> = cells.iter().map(|cell| base(cell)).collect();
    let mut factors: Vec<String> = cells.first()?.factors.iter().map(|(name, _)| name.clone()).collect();
    let mut levels: Vec<Vec<usize>> = (0..factors.len())
        .map(|factor| numbered(&cells.iter().map(|cell| cell.factors[factor].1.as_str()).collect::<Vec<_>>()))
        .collect();
    if bases.iter().any(|base| base != &bases[0]) && !factors.is_empty() {
        factors.insert(0, GAME.to_owned());
        levels.insert(0, numbered(&bases.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    let of_cell = |cell: usize| levels.iter().map(|factor| factor[cell]).collect();
    (factors.len() > 1).then(|| (factors, (0..cells.len()).map(of_cell).collect()))
}

/// The variant of a cell without the levels of its factors, which the plan appends.
fn base(cell: &CellSummary) -> String {
    let switches = overlay(cell.variant.switches.iter().map(String::as_str));
    let rest = cell.factors.iter().rev().fold(switches.as_str(), |rest, (name, level)| {
        let endings = endings(name, level);
        endings.iter().find_map(|ending| rest.strip_suffix(ending.as_str())).unwrap_or(rest)
    });
    format!("{}{rest}", cell.variant.base)
}

/// What a level may add to the name of a variant: a field of the rules with its value, or switches.
fn endings(factor: &str, level: &str) -> Vec<String> {
    match level {
        "true" => vec![format!("+{factor}")],
        _ if level.starts_with('-') => vec![level.to_owned()],
        _ => vec![format!("+{factor}={level}"), format!("+{level}")],
    }
}

/// The number of each name among the different ones.
fn numbered(names: &[&str]) -> Vec<usize> {
    let seen = distinct(names.iter());
    names.iter().filter_map(|name| seen.iter().position(|known| *known == name)).collect()
}

/// The agents whose results to read first: the strongest, or the last ones if the strongest is not known.
pub(crate) fn leading<'a>(divisions: &'a [Division], cells: &'a [CellSummary]) -> Option<Pairing<'a>> {
    let last = divisions.last()?.agents();
    let strongest = match Strongest::of(cells) {
        Some(Strongest::Known { agent, .. }) => Some((agent, agent)),
        _ => None,
    };
    let is_divided = |agents: &Pairing| divisions.iter().any(|division| division.agents() == *agents);
    Some(strongest.filter(is_divided).unwrap_or(last))
}

impl Division {
    pub(crate) fn agents(&self) -> Pairing<'_> {
        (&self.white, &self.black)
    }

    /// The factors by number, the most important first; none where nothing is divided.
    pub(crate) fn order(&self) -> Vec<usize> {
        let value = |factor: usize| self.found.shares[factor].shapley.value;
        let mut order: Vec<usize> = (0..self.found.shares.len()).collect();
        order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
        order
    }

    /// The most important factor, where it explains significantly more than any other.
    pub(crate) fn leader(&self) -> Option<usize> {
        let order = self.order();
        let (&first, others) = order.split_first()?;
        others.iter().all(|&other| self.found.ties[first][other] <= LEVEL).then_some(first)
    }

    /// `vagi 71.0 % [66.0, 76.0], edge …`.
    fn sentence(&self) -> String {
        let order = self.order();
        let told = order.iter().map(|&factor| {
            let share = percent(self.found.shares[factor].shapley);
            format!("{} explains {share}", self.factors[factor])
        });
        let (noun, agents, told) = (self.of.noun(), pairing(self.agents()), clauses(told, "effects"));
        format!(
            "Of the variation in {noun} between the {} variants ({agents}), {told} (Shapley effects).",
            self.variants
        )
    }

    /// Whether a rule explains some of the draws and has no significant effect on them.
    fn seems_to_contradict(&self, effects: &[Effect]) -> bool {
        let of_rule = |rule: &str| {
            let is_its = |effect: &&Effect| !effect.is_interaction() && effect.factors[0].0 == rule;
            effects.iter().filter(|effect| effect.agents() == self.agents()).filter(is_its).collect::<Vec<_>>()
        };
        let is_odd = |(rule, share): (&String, &Share)| {
            let effects = of_rule(rule);
            share.shapley.low > 0.0 && !effects.is_empty() && effects.iter().all(|effect| !effect.is_significant())
        };
        self.factors.iter().zip(&self.found.shares).any(is_odd)
    }

    /// Which factors explain significantly less than another in `weaker` and significantly more here, as numbers of
    /// both: first the one that passes. By Holm's procedure over all pairs; each must differ in both.
    fn passes(&self, weaker: &Division) -> Vec<(usize, usize)> {
        let factors = self.found.shares.len().min(weaker.found.shares.len());
        let pairs: Vec<(usize, usize)> = (0..factors).flat_map(|a| (a + 1..factors).map(move |b| (a, b))).collect();
        let lead =
            |of: &Division, a: usize, b: usize| of.found.shares[a].shapley.value - of.found.shares[b].shapley.value;
        let p_values: Vec<f64> = pairs
            .iter()
            .map(|&(a, b)| match lead(self, a, b) * lead(weaker, a, b) < 0.0 {
                true => self.found.ties[a][b].max(weaker.found.ties[a][b]),
                false => 1.0,
            })
            .collect();
        let shown = pairs.iter().zip(holm(&p_values)).filter(|(_, p)| *p <= LEVEL);
        shown.map(|(&(a, b), _)| if lead(self, a, b) > 0.0 { (a, b) } else { (b, a) }).collect()
    }
}

/// Returns what the rules explain of the draws between the leading agents, and whether the order of the rules differs for the other
/// agents.
pub(crate) fn finding(divisions: &[Division], effects: &[Effect], leaders: &[Pairing]) -> Option<String> {
    let leading =
        leaders.iter().copied().find(|agents| divisions.iter().any(|division| division.agents() == *agents))?;
    let (here, others): (Vec<&Division>, Vec<&Division>) = divisions
        .iter()
        .filter(|division| division.of == Varying::Draws && !division.order().is_empty())
        .partition(|division| division.agents() == leading);
    let division = here.first()?;
    let mut sentences = vec![division.sentence()];
    sentences.extend(division.seems_to_contradict(effects).then(|| WHY.to_owned()));
    sentences.extend(changes(division, &others));
    Some(sentences.join(" "))
}

/// Whether rules change places from the other agents to the leading ones.
fn changes(here: &Division, others: &[&Division]) -> Option<String> {
    let name = |factor: usize| here.factors[factor].as_str();
    let (mut told, mut steady) = (Vec::new(), Vec::new());
    for other in others {
        let passes = here.passes(other);
        let agents = pairing(other.agents());
        if passes.is_empty() {
            steady.push(agents);
        } else {
            let passes = listed(passes.iter().map(|&(a, b)| format!("{} overtakes {}", name(a), name(b))));
            told.push(format!("from {agents} ({passes})"));
        }
    }
    let agents = pairing(here.agents());
    match (told.is_empty(), steady.is_empty()) {
        (false, _) => Some(format!("The order of the rules changes significantly to {agents} {}.", told.join("; "))),
        (true, false) => {
            Some(format!("No two rules change places significantly from {} to {agents}.", listed(steady.into_iter())))
        }
        (true, true) => None,
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::{EndReason, Side};
    use petteia_tables::{CellKey, CellStats};

    use super::*;
    use crate::fixtures::cell;
    use crate::summary::summarise;

    /// A cell of 400 games for each variant and agent, with the given number of draws after 40 plies; White wins all others after 20.
    fn cells(names: &[&str], played: &[(&str, &[&str], &str, u64)]) -> Vec<CellSummary> {
        let tally = |(number, &(variant, levels, agent, draws)): (u32, &(&str, &[&str], &str, u64))| {
            let levels = names.iter().zip(levels).map(|(name, level)| (name.to_string(), level.to_string()));
            let key = CellKey { factors: levels.collect(), ..cell(number, variant, agent) };
            let mut tally = CellStats::of(key);
            for game in 0..400 {
                tally.outcomes.add((game >= draws).then_some(Side::White), EndReason::Bare, false);
                tally.plies.add(if game >= draws { 20 } else { 40 });
            }
            tally
        };
        summarise((0..).zip(played).map(tally).collect(), false)
    }

    /// Draws of four variants, `[neither, edge, vagi, both]`, by an agent.
    fn two_rules(agent: &str, draws: [u64; 4]) -> Vec<(&'static str, &'static [&'static str], &str, u64)> {
        let variants: [(&'static str, &'static [&'static str]); 4] = [
            ("city-8", &["off", "off"]),
            ("city-8+edge", &["off", "edge"]),
            ("city-8+vagi", &["vagi", "off"]),
            ("city-8+vagi+edge", &["vagi", "edge"]),
        ];
        variants.into_iter().zip(draws).map(|((variant, levels), draws)| (variant, levels, agent, draws)).collect()
    }

    #[test]
    fn each_quantity_is_divided_among_the_rules() {
        let divisions = of(&cells(&["vagi", "edge"], &two_rules("greedy", [380, 300, 80, 0])));
        let quantities: Vec<Varying> = divisions.iter().map(|division| division.of).collect();
        assert_eq!(quantities, Varying::ALL);
        for division in &divisions {
            // Main effects of 0.75 and 0.2: 14 to 1. Every quantity here follows the draws.
            assert_eq!((division.factors.join(" "), division.variants), ("vagi edge".to_owned(), 4));
            let [vagi, edge] = [0, 1].map(|factor| division.found.shares[factor].shapley.value);
            assert!((vagi - 0.934).abs() < 0.002 && (vagi + edge - 1.0).abs() < 1e-12, "{division:?}");
            assert_eq!(division.leader(), Some(0));
        }
        // Scores are half of the draws away from 1.
        let ratio = divisions[0].found.variance.value / divisions[1].found.variance.value;
        assert!((ratio - 4.0).abs() < 1e-9, "{ratio}");
    }

    /// The finding for greedy players.
    fn told(cells: &[CellSummary]) -> String {
        let greedy = crate::fixtures::agent("greedy");
        finding(&of(cells), &crate::effects::of(cells, &crate::comparisons::of(cells)), &[(&greedy, &greedy)])
            .expect("there is a division")
    }

    #[test]
    fn the_finding_says_what_explains_draws_and_whether_the_order_changes() {
        let played = [two_rules("random", [380, 80, 300, 0]), two_rules("greedy", [380, 300, 80, 0])].concat();
        let told = told(&cells(&["vagi", "edge"], &played));
        let start = "Of the variation in the share of draws between the 4 variants (greedy), vagi explains";
        assert!(told.starts_with(start) && told.contains("; edge explains "), "{told}");
        let end = "(Shapley effects). The order of the rules changes significantly to greedy from random (vagi overtakes edge).";
        assert!(told.ends_with(end), "{told}");
    }

    #[test]
    fn what_may_be_chance_is_no_change() {
        let played = [two_rules("random", [380, 195, 200, 0]), two_rules("greedy", [380, 200, 195, 0])].concat();
        let some = cells(&["vagi", "edge"], &played);
        assert!(
            told(&some).ends_with("No two rules change places significantly from random to greedy."),
            "{}",
            told(&some)
        );
        assert_eq!(of(&some)[0].leader(), None);
        let (greedy, alike) =
            (crate::fixtures::agent("greedy"), cells(&["vagi", "edge"], &two_rules("greedy", [200; 4])));
        assert_eq!(finding(&of(&alike), &[], &[(&greedy, &greedy)]), None, "nothing varies");
    }

    #[test]
    fn a_rule_that_explains_draws_without_an_effect_is_accounted_for() {
        let [odd, plain] = [[380, 200, 200, 380], [380, 300, 80, 0]]
            .map(|draws| told(&cells(&["vagi", "edge"], &two_rules("greedy", draws))));
        assert!(odd.contains(WHY), "{odd}");
        assert!(!plain.contains(WHY), "{plain}");
    }

    #[test]
    fn several_base_variants_are_a_factor_and_levels_may_be_several_or_missing() {
        let played: [(&str, &[&str], &str, u64); 5] = [
            ("city-8", &["off"], "random", 300),
            ("city-8+die=4", &["die=4"], "random", 290),
            ("city-8+die=6-edge", &["die=6-edge"], "random", 280),
            ("poleis", &["off"], "random", 20),
            ("poleis+die=4", &["die=4"], "random", 10),
        ];
        let divisions = of(&cells(&["die"], &played));
        assert_eq!((divisions[0].factors.join(" "), divisions[0].variants), ("game die".to_owned(), 5));
        assert!(divisions[0].found.shares[0].shapley.value > 0.8);
        assert_eq!(divisions[0].found.shares[0].total, None, "a combination is missing");
    }

    #[test]
    fn fields_of_the_rules_are_no_part_of_the_base_variant() {
        let played: [(&str, &[&str], &str, u64); 4] = [
            ("city-8+files=6+edge", &["6", "true"], "random", 300),
            ("city-8+files=6+edge=false", &["6", "false"], "random", 290),
            ("city-8+files=8+edge", &["8", "true"], "random", 20),
            ("city-8+files=8+edge=false", &["8", "false"], "random", 10),
        ];
        let divisions = of(&cells(&["files", "edge"], &played));
        assert_eq!((divisions[0].factors.join(" "), divisions[0].variants), ("files edge".to_owned(), 4));
    }

    #[test]
    fn one_factor_divides_nothing() {
        let one: [(&str, &[&str], &str, u64); 2] =
            [("city-8", &["off"], "random", 300), ("city-8+vagi", &["vagi"], "random", 3)];
        assert!(of(&cells(&["vagi"], &one)).is_empty());
        assert_eq!(of(&cells(&["vagi", "edge"], &two_rules("greedy", [380, 300, 80, 0]))).len(), 3);
        assert!(of(&[]).is_empty());
    }
}
