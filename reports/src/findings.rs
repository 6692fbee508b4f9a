//! The findings of a run, in plain sentences.
//!
//! A difference is reported only if it survives Holm's correction, that is, if its corrected interval excludes zero;
//! otherwise the sentence gives the largest difference that is compatible with the data.

use std::collections::BTreeSet;

use petteia_engine::EndReason;
use petteia_statistics::Estimate;
use petteia_tables::DUPLICATES_AMONG;

use crate::comparisons::{Comparison, Quantity};
use crate::effects::Effect;
use crate::importance::{self, Division};
use crate::labels::{self, Pairing, pairing};
use crate::limits::{self, Limit};
use crate::numbers::{grouped, percent_with_interval, signed};
use crate::strength::{self, Strongest};
use crate::summary::{CellSummary, pairings};

/// How many differences a sentence lists; the tables have all of them.
pub(crate) const MOST_TOLD: usize = 6;

/// A larger share of duplicates than this is not chance in a few short games: there are too few openings.
const MANY_DUPLICATES: f64 = 0.05;

/// A share of adjudicated wins below this one is not worth a sentence.
const FEW: f64 = 0.005;

/// Returns the sentences of a run: the remark on what is missing, the agents, draws and their causes, the importance of rules, the first move,
/// lengths, and warnings. `proved` are the variants that are proven draws.
pub(crate) fn of(
    cells: &[CellSummary],
    comparisons: &[Comparison],
    limits: &[Limit],
    effects: &[Effect],
    importance: &[Division],
    proved: &BTreeSet<String>,
    remark: Option<&str>,
) -> Vec<String> {
    let names = labels::variants(cells.iter().map(|cell| &cell.variant)).labels;
    let run = Run { cells, comparisons, names };
    let strongest = Strongest::of(cells);
    let mut sentences: Vec<String> = remark.map(str::to_owned).into_iter().collect();
    sentences.extend(limits::sentences(limits));
    sentences.extend(strongest.as_ref().and_then(|strongest| strength::advice(cells, strongest)));
    let mut pairings = pairings(cells);
    let best = match strongest {
        Some(Strongest::Known { agent, .. }) => Some((agent, agent)),
        _ => None,
    };
    // The results to read first.
    pairings.sort_by_key(|agents| Some(*agents) != best);
    for &agents in &pairings {
        sentences.extend(run.draws(agents));
        if Some(agents) == best {
            sentences.extend(run.proved(proved));
            let name = |cell| run.name(cell).to_owned();
            sentences.extend(strongest.iter().flat_map(|strongest| strength::warning(comparisons, strongest, name)));
        }
        sentences.extend(effect_sentences(effects, agents));
    }
    sentences.extend(importance::sentences(importance, cells));
    sentences.extend(strength::over_budgets(cells, comparisons, |cell| run.name(cell).to_owned()));
    sentences.extend(run.advantages(Quantity::FirstMove));
    sentences.extend(run.advantages(Quantity::WhiteAdvantage));
    let read_first = best.map_or(pairings, |best| vec![best]);
    for agents in read_first {
        sentences.extend(run.lengths(agents));
    }
    sentences.extend(run.adjudication());
    sentences.extend(run.unfinished());
    sentences.extend(run.forfeits());
    sentences.extend(run.duplicates());
    sentences
}

struct Run<'a> {
    cells: &'a [CellSummary],
    comparisons: &'a [Comparison],
    /// Short names of the variants of the cells.
    names: Vec<String>,
}

impl<'a> Run<'a> {
    fn of_pairing(&self, agents: Pairing) -> impl Iterator<Item = &'a CellSummary> {
        self.cells.iter().filter(move |cell| cell.agents() == agents)
    }

    fn cell(&self, number: u32) -> Option<&'a CellSummary> {
        self.cells.iter().find(|cell| cell.cell == number)
    }

    /// The name of a cell's variant, without the part that all variants share.
    fn name(&self, number: u32) -> &str {
        let index = self.cells.iter().position(|cell| cell.cell == number);
        index.map_or("", |index| &self.names[index])
    }

    /// The name of a cell's variant, with its agents if the run has several pairings.
    fn full_name(&self, number: u32) -> String {
        let agents = self.cell(number).map(|cell| pairing(cell.agents()));
        match agents {
            Some(agents) if pairings(self.cells).len() > 1 => format!("{} ({agents})", self.name(number)),
            _ => self.name(number).to_owned(),
        }
    }

    /// The share of draws, and the variants that differ significantly from the one they modify.
    fn draws(&self, agents: Pairing) -> Vec<String> {
        let cells: Vec<&CellSummary> = self.of_pairing(agents).collect();
        let compared: Vec<&Comparison> = self
            .comparisons
            .iter()
            .filter(|comparison| comparison.quantity == Quantity::Draws)
            .filter(|comparison| cells.iter().any(|cell| cell.cell == comparison.cell))
            .collect();
        let players = players(agents);
        let mut bases: Vec<u32> = Vec::new();
        for cell in &cells {
            let is_base = compared.iter().any(|comparison| comparison.base == Some(cell.cell));
            let is_alone = compared.iter().all(|comparison| comparison.cell != cell.cell);
            if is_base || is_alone {
                bases.push(cell.cell);
            }
        }
        let of_base = |base: &u32| {
            let cell = self.cell(*base)?;
            let drawn = cell.draw_rate?;
            let mut text = format!("When {players}, {} of {} are drawn", percent(drawn), games_of(cell));
            let against: Vec<&Comparison> =
                compared.iter().filter(|comparison| comparison.base == Some(*base)).copied().collect();
            text.push_str(&self.shown_draws(&against));
            text.push('.');
            text.push_str(&self.unshown_draws(&against));
            Some(text)
        };
        bases.iter().filter_map(of_base).collect()
    }

    /// `; 0.5 % [0.4, 0.6] under +vagi, 95.8 percentage points lower [95.5, 96.0]; …`, the largest differences first.
    fn shown_draws(&self, against: &[&Comparison]) -> String {
        let mut shown: Vec<&&Comparison> = against.iter().filter(|comparison| comparison.is_significant()).collect();
        shown.sort_by(|a, b| b.difference.value.abs().total_cmp(&a.difference.value.abs()));
        let told = shown.iter().take(MOST_TOLD).filter_map(|comparison| {
            let share = self.cell(comparison.cell)?.draw_rate?;
            let name = self.name(comparison.cell);
            Some(format!("; {} under {name}, {}", percent(share), change(comparison.corrected)))
        });
        let mut text: String = told.collect();
        if shown.len() > MOST_TOLD {
            text += &format!("; {}", further(shown.len() - MOST_TOLD));
        }
        text
    }

    fn unshown_draws(&self, against: &[&Comparison]) -> String {
        let unshown: Vec<&&Comparison> = against.iter().filter(|comparison| !comparison.is_significant()).collect();
        let Some(largest) = unshown.iter().map(|comparison| comparison.corrected.reach()).reduce(f64::max) else {
            return String::new();
        };
        let names = listed(unshown.iter().map(|comparison| self.name(comparison.cell).to_owned()));
        format!(" No significant difference for {names}; {}.", compatible("differences", largest))
    }

    /// Where White or Black has a significant advantage, and how large it could be elsewhere: the advantage of moving first if
    /// the sides are equal (`quantity` is [`Quantity::FirstMove`]), of the side if they differ.
    fn advantages(&self, quantity: Quantity) -> Vec<String> {
        let of_sides = quantity == Quantity::WhiteAdvantage;
        let all: Vec<&Comparison> =
            self.comparisons.iter().filter(|comparison| comparison.quantity == quantity).collect();
        let mut shown: Vec<&&Comparison> = all.iter().filter(|comparison| comparison.is_significant()).collect();
        shown.sort_by(|a, b| b.difference.value.abs().total_cmp(&a.difference.value.abs()));
        let mut sentences = Vec::new();
        if !shown.is_empty() {
            let told = shown.iter().take(MOST_TOLD).map(|comparison| {
                let side = if comparison.difference.value > 0.0 { "White" } else { "Black" };
                let Estimate { value, low, high, .. } = magnitude(comparison.corrected);
                let name = self.full_name(comparison.cell);
                format!(
                    "{side} scores {} percentage points above 50 % [{}, {}] in {name}",
                    points(value),
                    points(low),
                    points(high)
                )
            });
            let mut told: Vec<String> = told.collect();
            if shown.len() > MOST_TOLD {
                told.push(further(shown.len() - MOST_TOLD));
            }
            let told = told.join("; ");
            sentences.push(if of_sides {
                format!("Where the sides differ: {told}. This is an advantage of the side, not of moving first.")
            } else {
                format!("First move: {told}.")
            });
        }
        let unshown = all.iter().filter(|comparison| !comparison.is_significant());
        let largest = unshown.max_by(|a, b| a.corrected.reach().total_cmp(&b.corrected.reach()));
        if let Some(largest) = largest {
            let bound = compatible("advantages", largest.corrected.reach());
            let name = self.full_name(largest.cell);
            sentences.push(match (shown.len(), all.len()) {
                (0, _) if of_sides => {
                    format!("Where the sides differ, neither has a significant advantage; in {name}, {bound}.")
                }
                _ if of_sides => format!(
                    "In the other games whose sides differ, neither has a significant advantage; in {name}, {bound}."
                ),
                (0, 1) => format!("Neither side has a significant advantage; {bound}."),
                (0, _) => format!("No significant advantage of moving first or second; in {name}, {bound}."),
                _ => format!("No significant advantage elsewhere; in {name}, {bound}."),
            });
        }
        sentences
    }

    /// The variants that are proven draws.
    fn proved(&self, proved: &BTreeSet<String>) -> Option<String> {
        let mut names: Vec<String> = Vec::new();
        for (cell, name) in self.cells.iter().zip(&self.names) {
            if proved.contains(&cell.variant.name) && !names.contains(name) {
                names.push(name.clone());
            }
        }
        strength::proved(&names)
    }

    /// The shortest and the longest games.
    fn lengths(&self, agents: Pairing) -> Option<String> {
        let with_median = |cell: &'a CellSummary| Some((cell, cell.plies_median?));
        let medians: Vec<_> = self.of_pairing(agents).filter_map(with_median).collect();
        let by_median = |a: &&(&CellSummary, Estimate), b: &&(&CellSummary, Estimate)| a.1.value.total_cmp(&b.1.value);
        let (shortest, longest) = (medians.iter().min_by(by_median)?, medians.iter().max_by(by_median)?);
        let players = players(agents);
        let text =
            |(cell, median): &(&CellSummary, Estimate)| format!("{} plies ({})", plies(*median), self.name(cell.cell));
        Some(match medians.len() {
            1 => format!("When {players}, the median game lasts {} plies.", plies(shortest.1)),
            _ if shortest.1.value == longest.1.value => {
                format!("When {players}, the median game of every variant lasts {} plies.", plies(shortest.1))
            }
            _ => format!(
                "When {players}, the observed median length ranges from {} to {}.",
                text(shortest),
                text(longest)
            ),
        })
    }

    /// What would change if all adjudicated games were draws.
    fn adjudication(&self) -> Option<String> {
        let more = |cell: &CellSummary| {
            let adjudicated = cell.outcomes.white_adjudicated + cell.outcomes.black_adjudicated;
            if cell.games == 0 { 0.0 } else { adjudicated as f64 / cell.games as f64 }
        };
        let most = self.cells.iter().max_by(|a, b| more(a).total_cmp(&more(b)))?;
        let (own, drawn) = (most.draw_rate?, most.draw_rate_adjudicated_drawn?);
        (more(most) >= FEW).then(|| {
            format!(
                "Adjudication matters: if adjudicated games counted as draws instead of being decided by the rules’ own \
                 tie-break, the share of draws in {} would rise from {} to {}{}.",
                self.full_name(most.cell),
                percent(own),
                percent(drawn),
                if self.cells.len() > 1 { ", the largest change of all cells" } else { "" }
            )
        })
    }

    fn unfinished(&self) -> Option<String> {
        let stopped: Vec<&CellSummary> = self.cells.iter().filter(|cell| cell.outcomes.unfinished > 0).collect();
        let rate = |cell: &&&CellSummary| cell.unfinished_rate.map_or(0.0, |rate| rate.value);
        let most = *stopped.iter().max_by(|a, b| rate(a).total_cmp(&rate(b)))?;
        Some(format!(
            "Some games reached the turn cap in {} of {} cells, most often in {} ({} of its games). Such games are unfinished: \
             each scores ½ and is counted separately from draws.",
            stopped.len(),
            self.cells.len(),
            self.full_name(most.cell),
            percent(most.unfinished_rate?)
        ))
    }

    /// Games that a program of its own lost because it failed.
    fn forfeits(&self) -> Option<String> {
        let count = |reason| {
            let place = EndReason::ALL.iter().position(|&other| other == reason)?;
            let games: u64 = self.cells.iter().map(|cell| cell.reasons[place]).sum();
            (games > 0).then(|| (games, format!("{} by {}", grouped(games as f64), reason.name().replace('_', " "))))
        };
        let forfeits: Vec<(u64, String)> =
            EndReason::ALL.into_iter().filter(|r| r.is_forfeit()).filter_map(count).collect();
        let games: u64 = forfeits.iter().map(|(games, _)| games).sum();
        let texts: Vec<&str> = forfeits.iter().map(|(_, text)| text.as_str()).collect();
        (games > 0).then(|| {
            format!(
                "Warning: {} of {} games were forfeited by a program that failed ({}). The opponent won them, wherever the \
                 pieces stood; they describe the program, not the game.",
                grouped(games as f64),
                grouped(self.cells.iter().map(|cell| cell.games).sum::<u64>() as f64),
                texts.join(", ")
            )
        })
    }

    fn duplicates(&self) -> Option<String> {
        let looked_at = |cell: &CellSummary| cell.games.min(DUPLICATES_AMONG);
        let share = |cell: &CellSummary| cell.duplicates as f64 / looked_at(cell).max(1) as f64;
        let (some, cells) = (self.cells.iter().filter(|cell| cell.duplicates > 0), self.cells.len());
        let (count, most) = (some.clone().count(), some.max_by(|a, b| share(a).total_cmp(&share(b)))?);
        let [same, first] = [most.duplicates, looked_at(most)].map(|games| grouped(games as f64));
        let name = self.full_name(most.cell);
        Some(if share(most) > MANY_DUPLICATES {
            format!(
                "Warning: {same} of the first {first} games of {name} repeat an earlier game in every recorded column. The \
                 openings are not random enough for this many games, so the intervals are too narrow."
            )
        } else {
            format!(
                "In {count} of {cells} cells, some games repeat an earlier game in every recorded column: at most {same} of \
                 the first {first} (in {name}). If these games are identical, the intervals are slightly too narrow."
            )
        })
    }
}

/// The effect of each rule of a factorial on the share of draws, and the largest interaction of two rules.
fn effect_sentences(effects: &[Effect], agents: Pairing) -> Vec<String> {
    let of_agents = effects.iter().filter(|effect| effect.agents() == agents);
    let (interactions, mains): (Vec<&Effect>, Vec<&Effect>) = of_agents.partition(|effect| effect.is_interaction());
    if mains.is_empty() {
        return Vec::new();
    }
    let mut told: Vec<String> =
        sorted(&mains).into_iter().filter(|effect| effect.is_significant()).map(main_effect).collect();
    let unshown: Vec<&&Effect> = mains.iter().filter(|effect| !effect.is_significant()).collect();
    let largest = unshown.iter().map(|effect| effect.corrected.reach()).reduce(f64::max);
    if let Some(largest) = largest {
        let names = listed(unshown.iter().map(|effect| effect.names().join("")));
        told.push(format!("there is no significant effect of {names}, and {}", compatible("effects", largest)));
    }
    let mut factors: Vec<&str> = mains.iter().map(|effect| effect.factors[0].0.as_str()).collect();
    factors.dedup();
    let over = if factors.len() > 1 { "all combinations of the other rules" } else { "the variants played" };
    let mut sentences = vec![format!("Averaged over {over} ({}), {}.", pairing(agents), told.join("; "))];
    sentences.extend(sorted(&interactions).into_iter().find(|effect| effect.is_significant()).map(interaction));
    sentences
}

/// How two rules interact. Two rules overlap if both lower the share of draws, but together by less than the sum: a share cannot
/// fall below 0, so an overlap does not explain how the rules work.
fn interaction(effect: &Effect) -> String {
    let names = effect.names();
    let more = effect.marginal.value;
    let both = effect.alone.iter().sum::<f64>() + more;
    let agree = |sign: f64| effect.alone.iter().all(|alone| alone * sign > 0.0) && both * sign >= 0.0;
    let manner = match (agree(1.0), agree(-1.0)) {
        (true, _) if more < 0.0 => "overlap",
        (_, true) if more > 0.0 => "overlap",
        (false, false) => "depend on each other",
        _ => "reinforce each other",
    };
    let changes = names.iter().zip(&effect.alone).zip([" percentage points", ""]);
    let changes = changes.map(|((name, alone), unit)| format!("{}{unit} with {name}", signed(100.0 * alone)));
    let Estimate { value, low, high, .. } = magnitude(effect.corrected);
    format!(
        "The largest interaction is between {}, whose effects {manner}: the share of draws changes by {} and {} with both, \
         which is {} percentage points [{}, {}] {} the sum of the two.",
        names.join(" and "),
        changes.collect::<Vec<_>>().join(", "),
        signed(100.0 * both),
        points(value),
        points(low),
        points(high),
        if more > 0.0 { "above" } else { "below" }
    )
}

fn main_effect(effect: &Effect) -> String {
    let verb = if effect.marginal.value > 0.0 { "raises" } else { "lowers" };
    let Estimate { value, low, high, .. } = magnitude(effect.corrected);
    let name = effect.names().join("");
    format!(
        "{name} {verb} the share of draws by {} percentage points [{}, {}]",
        points(value),
        points(low),
        points(high)
    )
}

/// The largest effects first.
fn sorted<'a>(effects: &[&'a Effect]) -> Vec<&'a Effect> {
    let mut sorted = effects.to_vec();
    sorted.sort_by(|a, b| b.marginal.value.abs().total_cmp(&a.marginal.value.abs()));
    sorted
}

/// How many differences a sentence leaves out.
pub(crate) fn further(more: usize) -> String {
    let are = if more == 1 { "is" } else { "are" };
    format!("{more} more {are} in the table of comparisons")
}

fn players((white, black): Pairing) -> String {
    let [white_name, black_name] = [white, black].map(|agent| agent.display_name());
    if white == black {
        format!("{white_name} plays both sides")
    } else {
        format!("{white_name} plays White against {black_name}")
    }
}

fn games_of(cell: &CellSummary) -> String {
    let variant = cell.variant.display_name();
    match cell.games {
        1 => format!("the only game of {variant}"),
        games => format!("the {} games of {variant}", grouped(games as f64)),
    }
}

/// `12.3 % [11.0, 13.6]`.
pub(crate) fn percent(share: Estimate) -> String {
    percent_with_interval(Some(share)).replacen(" [", " % [", 1)
}

/// `12.3 percentage points lower [11.0, 13.6]`.
pub(crate) fn change(difference: Estimate) -> String {
    let direction = if difference.value > 0.0 { "higher" } else { "lower" };
    let Estimate { value, low, high, .. } = magnitude(difference);
    format!("{} percentage points {direction} [{}, {}]", points(value), points(low), points(high))
}

/// A difference without its sign.
fn magnitude(difference: Estimate) -> Estimate {
    let Estimate { value, low, high, n } = difference;
    if value < 0.0 { Estimate { value: -value, low: -high, high: -low, n } } else { difference }
}

/// A share in percentage points, with enough digits that only 0 looks like 0.
pub(crate) fn points(share: f64) -> String {
    let points = 100.0 * share;
    let is_seen = |digits: &usize| points == 0.0 || points.abs() >= 0.5 * 0.1_f64.powi(*digits as i32);
    let digits = (1..5).find(is_seen).unwrap_or(5);
    format!("{points:.digits$}")
}

/// The largest size that a 95 % interval around zero allows.
pub(crate) fn compatible(what: &str, most: f64) -> String {
    format!("{what} of up to {} percentage points are compatible with the data (95 %)", points(most))
}

/// A median, with its interval if there are enough games for one.
fn plies(median: Estimate) -> String {
    let Estimate { value, low, high, .. } = median;
    if low.is_finite() && high.is_finite() {
        format!("{} [{}, {}]", grouped(value), grouped(low), grouped(high))
    } else {
        grouped(value)
    }
}

/// `a, b and c`, or `a, b and 7 more`.
pub(crate) fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] if names.len() <= MOST_TOLD => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..MOST_TOLD - 1].join(", "), names.len() - MOST_TOLD + 1),
    }
}
