//! What the share of draws and White's score approach as the budget of an agent grows.
//!
//! A ladder is one agent with growing budgets. Games between unequal budgets show between which two sides the [limit] lies,
//! or that the limit is not identified; a proof takes precedence. Games of equal budgets show how evenly the ladder climbs.

use std::collections::BTreeSet;

use petteia_statistics::ladder::{FEWEST_RUNGS, Rung, parity, reversals, without_parity};
use petteia_statistics::limit::{Quantity, Sides, TIMES, Unequal, Unknown, limit, sides};
use petteia_statistics::{Estimate, Results, tango};
use petteia_tables::{AgentKey, VariantKey};

use crate::labels::{Pairing, distinct};
use crate::ladder::AgentFamily;
use crate::number_format::grouped;
use crate::phrases::{percent, together, whole_percent};
use crate::summary::CellSummary;

/// Games that White won on the board, that nobody won there, unfinished ones included, and that Black won there.
fn on_the_board(cell: &CellSummary) -> Results {
    let (wins, losses) = (cell.outcomes.white_on_board, cell.outcomes.black_on_board);
    [wins, cell.games - wins - losses, losses]
}

/// The evidence for a limit, from strong to weak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// A theorem.
    Proved,
    /// An interval between two sides that are close to each other.
    Estimated,
    /// Neither of these.
    Unknown,
}

/// One budget of a ladder.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The budget.
    pub budget: u64,
    /// Games.
    pub games: u64,
    /// The observed value with its interval.
    pub observed: Estimate,
    rung: Rung,
}

/// What a quantity of a variant approaches as the budget of an agent grows.
#[derive(Debug, Clone, PartialEq)]
pub struct StrongPlayEstimate {
    /// The variant.
    pub variant: VariantKey,
    /// The agent without its budget.
    pub agent: AgentFamily,
    /// The quantity.
    pub quantity: Quantity,
    /// The value with best play from the position where the games begin, if it is proven.
    pub proved: Option<f64>,
    /// The limit with its 95 % interval, or why it is not identified.
    pub limit: Result<Estimate, Unknown>,
    /// The two sides between which it lies with each budget that played one [`TIMES`] smaller, ascending.
    pub sides: Vec<Sides>,
    /// The effect of the parity of depth on the games of equal budgets, if it explains why they swing.
    pub parity: Option<f64>,
    /// The equal budgets, ascending.
    pub steps: Vec<Step>,
}

impl StrongPlayEstimate {
    /// Returns the evidence for the answer.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        match (self.proved, self.limit) {
            (Some(_), _) => Evidence::Proved,
            (None, Ok(_)) => Evidence::Estimated,
            (None, Err(_)) => Evidence::Unknown,
        }
    }

    /// Returns how often the observations turn by more than chance.
    #[must_use]
    pub fn reversals(&self) -> u32 {
        reversals(&rungs(&self.steps))
    }

    /// Returns how often they turn once the effect of parity is taken out, if there is one.
    #[must_use]
    pub fn reversals_without_parity(&self) -> Option<u32> {
        self.parity.map(|effect| reversals(&without_parity(&rungs(&self.steps), effect)))
    }

    /// Whether the estimate contradicts the proof.
    #[must_use]
    pub fn contradicts(&self) -> bool {
        let excludes = |value: f64| self.limit.is_ok_and(|limit| value < limit.low || limit.high < value);
        self.proved.is_some_and(excludes)
    }
}

fn rungs(steps: &[Step]) -> Vec<Rung> {
    steps.iter().map(|step| step.rung).collect()
}

/// Returns the limits of all variants and ladders of a run; none for a ladder with fewer than [`FEWEST_RUNGS`] budgets. `proved`
/// are the variants that are proven draws from where their games begin.
#[must_use]
pub fn limits_of(cells: &[CellSummary], proved: &BTreeSet<String>) -> Vec<StrongPlayEstimate> {
    let alone = || cells.iter().filter(|cell| cell.plays_itself());
    let variants = distinct(alone().map(|cell| &cell.variant));
    let agents = distinct(alone().filter_map(|cell| Some(AgentFamily::of(&cell.white)?.0)));
    let of_ladder = |variant: &VariantKey, agent: &AgentFamily| {
        let played: Vec<&CellSummary> =
            cells.iter().filter(|cell| cell.variant == *variant && cell.games > 0).collect();
        let of_agent = played.iter().filter(|cell| agent.has(&cell.white) && agent.has(&cell.black));
        let unequal = unequal(&of_agent.map(|cell| (&cell.white, &cell.black, on_the_board(cell))).collect::<Vec<_>>());
        let of = |quantity: Quantity| {
            let steps = steps(&played, agent, quantity);
            let sides = sides(quantity, &unequal);
            (steps.len() >= FEWEST_RUNGS).then(|| StrongPlayEstimate {
                variant: variant.clone(),
                agent: agent.clone(),
                quantity,
                proved: proved.contains(&variant.name).then(|| quantity.of_a_draw()),
                limit: limit(&sides),
                sides,
                parity: parity(&rungs(&steps)),
                steps,
            })
        };
        Quantity::ALL.into_iter().filter_map(of).collect::<Vec<_>>()
    };
    let ladders = variants.iter().flat_map(|variant| agents.iter().map(move |agent| (*variant, agent)));
    ladders.flat_map(|(variant, agent)| of_ladder(variant, agent)).collect()
}

/// White's agent, Black's agent, and White's results against it.
pub(crate) type Played<'a> = (&'a AgentKey, &'a AgentKey, Results);

/// The results of each budget against one [`TIMES`] smaller, with either colour, among the games of one agent, ascending.
pub(crate) fn unequal(played: &[Played]) -> Vec<Unequal> {
    let with_exchange = |&(strong, weak, white_stronger): &Played| {
        let exchanged = played.iter().find(|&&(white, black, _)| (white, black) == (weak, strong));
        let &(_, _, black_stronger) = exchanged.filter(|_| strong.has_times_the_budget_of(weak, TIMES))?;
        Some(Unequal { budget: strong.budget?, white_stronger, black_stronger })
    };
    let mut found: Vec<Unequal> = played.iter().filter_map(with_exchange).collect();
    found.sort_by_key(|unequal| unequal.budget);
    found
}

/// The cells of a run without those that only serve limits: games between unequal budgets of an agent which both play
/// themselves.
pub(crate) fn without_unequal(cells: &[CellSummary]) -> Vec<CellSummary> {
    let alone: Vec<_> =
        cells.iter().filter(|cell| cell.plays_itself()).map(|cell| (&cell.variant, &cell.white)).collect();
    let is_unequal = |cell: &CellSummary| {
        [(&cell.white, &cell.black), (&cell.black, &cell.white)].into_iter().any(|(strong, weak)| {
            strong.has_times_the_budget_of(weak, TIMES)
                && [strong, weak].iter().all(|&agent| alone.contains(&(&cell.variant, agent)))
        })
    };
    cells.iter().filter(|cell| !is_unequal(cell)).cloned().collect()
}

/// The observation of a quantity in a cell, as a rung of the ladder and for the figure.
fn step(quantity: Quantity, cell: &CellSummary, budget: u64) -> Option<Step> {
    let at = budget as f64;
    let [wins, draws, losses] = on_the_board(cell);
    let (rung, observed) = match quantity {
        Quantity::Draws => {
            (Rung::share(at, cell.outcomes.not_decided(), cell.games), cell.draw_rate_adjudicated_drawn?)
        }
        Quantity::WhiteScore => {
            (Rung::score(at, wins, draws, losses), tango(wins, losses, cell.games)?.rescaled(0.5, 0.5))
        }
    };
    let [white, black] = [cell.searches.white.odd, cell.searches.black.odd];
    let odd = white.zip(black).map(|(white, black)| (white + black) / 2.0);
    Some(Step { budget, games: cell.games, rung: rung.with_odd(odd), observed })
}

/// The observations of a quantity with each budget of an agent against itself, ascending.
fn steps(cells: &[&CellSummary], agent: &AgentFamily, quantity: Quantity) -> Vec<Step> {
    let alone = cells.iter().filter(|cell| cell.plays_itself() && agent.has(&cell.white));
    let mut steps: Vec<Step> = alone.filter_map(|cell| step(quantity, cell, cell.white.budget?)).collect();
    steps.sort_by_key(|step| step.budget);
    steps
}

/// Why a limit is not identified, as the end of a sentence.
pub(crate) fn reason(unknown: Unknown) -> &'static str {
    match unknown {
        Unknown::FewBudgets => "too few budgets played one four times smaller",
        Unknown::Swings => "larger budgets move the sides apart again",
        Unknown::Wide => "the sides are too far apart",
        Unknown::Unstable => "the answer depends on the largest budget",
    }
}

/// How limits are estimated.
const METHOD: &str = "Limits are what stronger players of this kind approach, not proofs of best play: the interval reaches from the result \
     where the attacker has four times the budget of the defender to that where the defender has it. Games that neither side wins \
     on the board count as draws here, adjudicated wins included.";

/// The larger budgets of the ladder with which limits were tested, in `experiments/calibration.toml`, and the largest.
const TESTED: (usize, u64) = (5, 1_280);

/// How well limits are estimated with this ladder or a longer one.
const TEST: &str = "In 100 endings of known value, drawn by a fixed rule and played with budgets up to 1,280, 48 limits of draws were \
     identified, and 45 of these intervals contain the value (of 48 values between 20 and 80 %, 14 and 13); whole games were not \
     tested.";

/// What is to be said of other ladders.
const NO_TEST: &str =
    "How often such intervals contain the value was not tested for these agents or for ladders this short.";

/// How limits are estimated, and how well, if ladders are as long as those with which this was tested.
pub(crate) fn method(limits: &[StrongPlayEstimate]) -> String {
    format!("{METHOD} {}", if limits.iter().all(is_tested) { TEST } else { NO_TEST })
}

fn is_tested(limit: &StrongPlayEstimate) -> bool {
    let agent = limit.agent.key();
    let is_of_the_kind = (agent.kind.as_str(), agent.budget_kind.as_deref()) == ("alphabeta", Some("nodes"));
    let (budgets, largest) = TESTED;
    is_of_the_kind && limit.sides.len() >= budgets && limit.sides.last().is_some_and(|sides| sides.budget >= largest)
}

/// Returns a sentence for each variant and agent: what the share of draws approaches, and the evidence for it.
pub(crate) fn sentences(limits: &[StrongPlayEstimate]) -> Vec<String> {
    let draws = limits.iter().filter(|limit| limit.quantity == Quantity::Draws);
    draws.map(|limit| sentence(limit, limits)).collect()
}

/// Returns these sentences, and how limits are estimated.
pub(crate) fn sentences_with_method(limits: &[StrongPlayEstimate]) -> Vec<String> {
    let mut sentences = sentences(limits);
    sentences.extend((!sentences.is_empty()).then(|| method(limits)));
    sentences
}

/// The most variants of which a finding tells the limit.
const MOST_LIMITS: usize = 3;

/// Returns what the share of draws of the leading agents approaches, the best evidence first.
pub(crate) fn finding(limits: &[StrongPlayEstimate], leaders: &[Pairing]) -> Option<String> {
    let leads = |limit: &&StrongPlayEstimate| leaders.iter().any(|(white, _)| limit.agent.has(white));
    let mut draws: Vec<&StrongPlayEstimate> =
        limits.iter().filter(leads).filter(|limit| limit.quantity == Quantity::Draws).collect();
    draws.sort_by_key(|limit| limit.evidence());
    let mut sentences: Vec<String> = draws.iter().take(MOST_LIMITS).map(|limit| sentence(limit, limits)).collect();
    if draws.len() > MOST_LIMITS {
        sentences.push(format!("The table of limits has {} more.", draws.len() - MOST_LIMITS));
    }
    together(sentences)
}

fn sentence(draws: &StrongPlayEstimate, limits: &[StrongPlayEstimate]) -> String {
    let (variant, agent) = (draws.variant.display_name(), &draws.agent);
    let last = draws.steps.last().expect("a ladder has budgets");
    let budget = format!("{} {}", grouped(last.budget as f64), agent.unit());
    let played = format!("{} with {} at {budget}", percent(last.observed), agent.name());
    let best = match (draws.evidence(), draws.limit) {
        (Evidence::Proved, Ok(limit)) => format!(
            "{variant} is a proven draw with best play; the ladder approaches {} draws{}",
            percent(limit),
            if draws.contradicts() { ", which contradicts the proof: do not trust this ladder" } else { "" }
        ),
        (Evidence::Proved, Err(unknown)) => format!(
            "{variant} is a proven draw with best play; the ladder alone does not identify it, because {}",
            reason(unknown)
        ),
        (_, Ok(limit)) => format!(
            "{variant}: as the budget of {} grows, draws approach an estimated {}",
            agent.name(),
            percent(limit)
        ),
        (_, Err(unknown)) => format!(
            "{variant}: what draws approach as the budget of {} grows is not identified, because {}{}",
            agent.name(),
            reason(unknown),
            apart(draws)
        ),
    };
    format!("{best} ({played}{}).{}", score(draws, limits), swings_with_parity(draws))
}

/// How far the sides of the largest budget are apart, if they are too far.
fn apart(limit: &StrongPlayEstimate) -> String {
    let Some(Sides { low, high, .. }) = limit.sides.last().filter(|_| limit.limit == Err(Unknown::Wide)) else {
        return String::new();
    };
    let [low, high] = [low, high].map(|side| whole_percent(side.value.clamp(0.0, 1.0)));
    format!(" ({low} where the attacker is stronger, {high} where the defender is)")
}

/// What the parity of depth does, if it explains why the draws rise and fall.
fn swings_with_parity(draws: &StrongPlayEstimate) -> &'static str {
    match draws.parity {
        Some(effect) if effect < 0.0 => " Searches of odd depth draw less than those of even depth.",
        Some(_) => " Searches of odd depth draw more than those of even depth.",
        None => "",
    }
}

/// White's score in the limit, if it is identified and not proven.
fn score(draws: &StrongPlayEstimate, limits: &[StrongPlayEstimate]) -> String {
    let is_of = |limit: &&StrongPlayEstimate| {
        limit.quantity == Quantity::WhiteScore && limit.variant == draws.variant && limit.agent == draws.agent
    };
    let score = limits.iter().find(is_of).filter(|limit| limit.evidence() == Evidence::Estimated);
    let score = score.and_then(|limit| limit.limit.ok());
    score.map_or_else(String::new, |score| format!("; White’s score in the limit {}", percent(score)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{agent, variant};

    /// A ladder with these larger budgets.
    fn ladder(by: &str, budgets: &[u64]) -> StrongPlayEstimate {
        let side = Estimate { value: 0.5, low: 0.4, high: 0.6, n: 100 };
        StrongPlayEstimate {
            variant: variant("city-8"),
            agent: AgentFamily::of(&agent(by)).expect("it has a budget").0,
            quantity: Quantity::Draws,
            proved: None,
            limit: Err(Unknown::Wide),
            sides: budgets.iter().map(|&budget| Sides { budget, low: side, high: side }).collect(),
            parity: None,
            steps: Vec::new(),
        }
    }

    #[test]
    fn the_test_is_told_only_of_ladders_as_long_as_those_tested() {
        let nodes = "alphabeta:nodes=100,endgames=auto";
        let long = ladder(nodes, &[80, 160, 320, 640, 1280]);
        assert!(method(std::slice::from_ref(&long)).ends_with(TEST));
        let others = [
            ladder(nodes, &[160, 320, 640, 1280]),
            ladder(nodes, &[40, 80, 160, 320, 640]),
            ladder("mcts:playouts=100", &[80, 160, 320, 640, 1280]),
        ];
        for other in others {
            assert!(method(&[long.clone(), other]).ends_with(NO_TEST));
        }
    }

    #[test]
    fn the_ladder_tested_is_that_of_the_calibration() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiments/calibration.toml");
        let text = std::fs::read_to_string(path).expect("it can be read");
        let budgets = text.lines().filter_map(|line| line.strip_prefix("    \"alphabeta:nodes=")?.strip_suffix("\","));
        let budgets: Vec<u64> = budgets.map(|budget| budget.parse().expect("it is a number")).collect();
        let larger: Vec<u64> = budgets.iter().copied().filter(|budget| budgets.contains(&(budget / TIMES))).collect();
        assert_eq!(Some(TESTED), larger.last().map(|&largest| (larger.len(), largest)));
    }
}
