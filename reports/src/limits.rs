//! Extrapolations of the share of draws, the score and the length to unlimited budgets, from the ladders of a run's agents.
//!
//! A ladder is one agent with growing budgets against itself. [`extrapolate`] estimates the limit of its curve, or reports that
//! the limit is not identified; a proof takes precedence over both.

use std::collections::BTreeSet;

use petteia_statistics::limit::{
    Bound, FEWEST_RUNGS, Ladder, Need, Rung, Unknown, extrapolate, need, reversals, without_parity,
};
use petteia_statistics::{Estimate, tango};
use petteia_tables::VariantKey;

use crate::labels::{Pairing, distinct};
use crate::ladders::AgentFamily;
use crate::numbers::grouped;
use crate::summary::CellSummary;
use crate::words::{percent, points};

/// The quantity that is extrapolated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitQuantity {
    /// The share of games that neither side wins on the board: drawn, or decided by the adjudicator. With best play and without
    /// limits these are draws.
    Draws,
    /// White's mean score: win on the board 1, loss on the board 0, any other game ½.
    WhiteScore,
    /// The mean length in plies.
    Length,
}

impl LimitQuantity {
    const ALL: [LimitQuantity; 3] = [LimitQuantity::Draws, LimitQuantity::WhiteScore, LimitQuantity::Length];

    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LimitQuantity::Draws => "draws",
            LimitQuantity::WhiteScore => "white_score",
            LimitQuantity::Length => "length",
        }
    }

    /// The observation in a cell, for the fit and for the figure.
    fn of(self, cell: &CellSummary, budget: u64) -> Option<Step> {
        let outcomes = &cell.outcomes;
        let at = budget as f64;
        let (rung, observed) = match self {
            LimitQuantity::Draws => {
                (Rung::share(at, outcomes.not_decided(), cell.games), cell.draw_rate_adjudicated_drawn?)
            }
            LimitQuantity::WhiteScore => {
                let (wins, losses) = (outcomes.white_on_board, outcomes.black_on_board);
                let score = tango(wins, losses, cell.games)?.rescaled(0.5, 0.5);
                (Rung::score(at, wins, cell.games - wins - losses, losses), score)
            }
            LimitQuantity::Length => {
                let error = (cell.plies.variance()?.max(1.0) / cell.plies.n() as f64).sqrt();
                (Rung::mean(at, cell.plies.mean()?, error), cell.plies_mean?)
            }
        };
        let [white, black] = [cell.searches.white.odd, cell.searches.black.odd];
        let odd = white.zip(black).map(|(white, black)| (white + black) / 2.0);
        Some(Step { budget, games: cell.games, rung: rung.with_odd(odd), observed })
    }
}

/// The evidence for a statement about perfect play, from strong to weak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// A theorem.
    Proved,
    /// An extrapolation with an interval.
    Estimated,
    /// A bound that assumes only that the curve keeps rising or falling.
    Bounded,
    /// None of these.
    Unknown,
}

impl Evidence {
    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Evidence::Proved => "proved",
            Evidence::Estimated => "estimated",
            Evidence::Bounded => "bounded",
            Evidence::Unknown => "unknown",
        }
    }
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

/// A quantity of a variant with an unlimited budget of an agent.
#[derive(Debug, Clone, PartialEq)]
pub struct Limit {
    /// The variant.
    pub variant: VariantKey,
    /// The agent without its budget.
    pub agent: AgentFamily,
    /// The quantity.
    pub quantity: LimitQuantity,
    /// The value with best play from the position where the games begin, if it is proven.
    pub proved: Option<f64>,
    /// The result of the extrapolation.
    pub ladder: Ladder,
    /// The budgets and games that would identify the limit, if the ladder has too few.
    pub need: Option<Need>,
    /// The budgets, ascending.
    pub steps: Vec<Step>,
}

impl Limit {
    /// Returns the evidence for the answer.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        match (self.proved, &self.ladder.limit, self.ladder.bound) {
            (Some(_), _, _) => Evidence::Proved,
            (None, Ok(_), _) => Evidence::Estimated,
            (None, Err(_), Some(_)) => Evidence::Bounded,
            (None, Err(_), None) => Evidence::Unknown,
        }
    }

    /// Returns how often the observations turn by more than chance.
    #[must_use]
    pub fn reversals(&self) -> u32 {
        reversals(&self.rungs())
    }

    /// Returns how often they turn once the effect of parity is taken out, if there is one.
    #[must_use]
    pub fn reversals_without_parity(&self) -> Option<u32> {
        self.ladder.parity.map(|_| reversals(&without_parity(&self.rungs(), &self.ladder)))
    }

    fn rungs(&self) -> Vec<Rung> {
        self.steps.iter().map(|step| step.rung).collect()
    }

    /// Whether the estimate contradicts the proof.
    #[must_use]
    pub fn contradicts(&self) -> bool {
        let excludes = |value: f64| self.ladder.limit.is_ok_and(|limit| value < limit.low || limit.high < value);
        self.proved.is_some_and(excludes)
    }
}

/// Returns the limits of all variants and ladders of a run; none for a ladder with fewer than [`FEWEST_RUNGS`] budgets. `proved`
/// are the variants that are proven draws from where their games begin.
#[must_use]
pub fn limits_of(cells: &[CellSummary], proved: &BTreeSet<String>) -> Vec<Limit> {
    let alone = || cells.iter().filter(|cell| cell.plays_itself());
    let variants = distinct(alone().map(|cell| &cell.variant));
    let agents = distinct(alone().filter_map(|cell| Some(AgentFamily::of(&cell.white)?.0)));
    let of_ladder = |variant: &VariantKey, agent: &AgentFamily| {
        let steps = |quantity| steps(cells, variant, agent, quantity);
        let limit =
            |quantity: LimitQuantity| limit(variant, agent, quantity, steps(quantity), proved.contains(&variant.name));
        LimitQuantity::ALL.into_iter().filter_map(limit).collect::<Vec<_>>()
    };
    let ladders = variants.iter().flat_map(|variant| agents.iter().map(move |agent| (*variant, agent)));
    ladders.flat_map(|(variant, agent)| of_ladder(variant, agent)).collect()
}

/// The observations of a quantity with each budget of an agent, ascending.
fn steps(cells: &[CellSummary], variant: &VariantKey, agent: &AgentFamily, quantity: LimitQuantity) -> Vec<Step> {
    let of_variant = cells.iter().filter(|cell| cell.plays_itself() && cell.variant == *variant && cell.games > 0);
    let mut steps: Vec<Step> = of_variant
        .filter_map(|cell| {
            let (of, budget) = AgentFamily::of(&cell.white)?;
            quantity.of(cell, budget).filter(|_| of == *agent)
        })
        .collect();
    steps.sort_by_key(|step| step.budget);
    steps
}

fn limit(
    variant: &VariantKey,
    agent: &AgentFamily,
    quantity: LimitQuantity,
    steps: Vec<Step>,
    is_proved_draw: bool,
) -> Option<Limit> {
    if steps.len() < FEWEST_RUNGS {
        return None;
    }
    let rungs: Vec<Rung> = steps.iter().map(|step| step.rung).collect();
    let proved = match quantity {
        LimitQuantity::Draws => Some(1.0),
        LimitQuantity::WhiteScore => Some(0.5),
        LimitQuantity::Length => None,
    };
    let ladder = extrapolate(&rungs);
    let is_share = quantity != LimitQuantity::Length;
    let is_wanted = is_share && ladder.limit == Err(Unknown::Wide);
    let need = ladder.fit.filter(|_| is_wanted).and_then(|fit| need(&rungs, &fit));
    Some(Limit {
        variant: variant.clone(),
        agent: agent.clone(),
        quantity,
        proved: proved.filter(|_| is_proved_draw),
        ladder,
        need,
        steps,
    })
}

/// Why a limit is not identified, as the end of a sentence.
pub(crate) fn reason(unknown: Unknown) -> &'static str {
    match unknown {
        Unknown::FewBudgets => "there are too few budgets",
        Unknown::Swings => "it rises and falls with the budget",
        Unknown::Misfit => "no power law in the budget fits it",
        Unknown::Wide => "its interval would be too wide",
    }
}

/// The name of a reason in tables.
pub(crate) fn reason_name(unknown: Unknown) -> &'static str {
    match unknown {
        Unknown::FewBudgets => "few_budgets",
        Unknown::Swings => "swings",
        Unknown::Misfit => "misfit",
        Unknown::Wide => "wide",
    }
}

/// The ends of a bound: the lower and the upper one.
pub(crate) fn bounds(bound: Option<Bound>) -> (Option<f64>, Option<f64>) {
    match bound {
        Some(Bound::AtLeast(value)) => (Some(value), None),
        Some(Bound::AtMost(value)) => (None, Some(value)),
        None => (None, None),
    }
}

/// How limits are estimated.
const METHOD: &str = "Estimates extrapolate a fitted power law in the budget of one kind of player; they are not proofs. Their \
                      intervals were calibrated on small games, most of which approach 0 or 100 % of draws. Games that neither side wins on the board count as draws here, adjudicated wins included.";

/// Returns a sentence for each variant and agent: what the share of draws approaches, and the evidence for it.
pub(crate) fn sentences(limits: &[Limit]) -> Vec<String> {
    let draws: Vec<&Limit> = limits.iter().filter(|limit| limit.quantity == LimitQuantity::Draws).collect();
    let mut sentences: Vec<String> = draws.iter().map(|limit| sentence(limit, limits)).collect();
    sentences.extend((!draws.is_empty()).then(|| METHOD.to_owned()));
    sentences
}

/// The most variants of which a finding tells the limit.
const MOST_LIMITS: usize = 3;

/// Returns what the share of draws of the leading agents approaches, the best evidence first.
pub(crate) fn finding(limits: &[Limit], leaders: &[Pairing]) -> Option<String> {
    let leads = |limit: &&Limit| leaders.iter().any(|(white, _)| limit.agent.has(white));
    let mut draws: Vec<&Limit> =
        limits.iter().filter(leads).filter(|limit| limit.quantity == LimitQuantity::Draws).collect();
    draws.sort_by_key(|limit| limit.evidence());
    let mut sentences: Vec<String> = draws.iter().take(MOST_LIMITS).map(|limit| sentence(limit, limits)).collect();
    if draws.len() > MOST_LIMITS {
        sentences.push(format!("The table of limits has {} more.", draws.len() - MOST_LIMITS));
    }
    sentences.extend((!draws.is_empty()).then(|| METHOD.to_owned()));
    (!draws.is_empty()).then(|| sentences.join(" "))
}

fn sentence(draws: &Limit, limits: &[Limit]) -> String {
    let (variant, agent) = (draws.variant.display_name(), &draws.agent);
    let last = draws.steps.last().expect("a ladder has budgets");
    let played = format!("{} with {}", percent(last.observed), with_budget(agent, last.budget));
    let best = match (draws.evidence(), &draws.ladder.limit) {
        (Evidence::Proved, Ok(limit)) => format!(
            "{variant} is a proven draw with best play; the ladder extrapolates to {} draws{}",
            percent(*limit),
            if draws.contradicts() { ", which contradicts the proof: do not trust this ladder" } else { "" }
        ),
        (Evidence::Proved, Err(unknown)) => format!(
            "{variant} is a proven draw with best play; the ladder alone does not identify it, because {}",
            reason(*unknown)
        ),
        (_, Ok(limit)) => {
            format!(
                "{variant}: as the budget of {} grows, draws approach an estimated {}",
                agent.name(),
                percent(*limit)
            )
        }
        (_, Err(unknown)) => {
            let bound = match draws.ladder.bound {
                Some(Bound::AtLeast(value)) => {
                    format!("; if the curve keeps rising, at least {} %", points(value))
                }
                Some(Bound::AtMost(value)) => {
                    format!("; if the curve keeps falling, at most {} %", points(value))
                }
                None => String::new(),
            };
            format!(
                "{variant}: what draws approach as the budget of {} grows is not identified, because {}{bound}",
                agent.name(),
                reason(*unknown)
            )
        }
    };
    format!("{best} ({played}{}).{}{}", score(draws, limits), parity(draws), needed(draws))
}

/// `alphabeta at 4,000 positions per decision`, of an agent without its budget.
fn with_budget(agent: &AgentFamily, budget: u64) -> String {
    format!("{} at {} {}", agent.name(), grouped(budget as f64), agent.unit())
}

/// What the parity of depth does, if it was taken out.
fn parity(draws: &Limit) -> &'static str {
    match draws.ladder.parity {
        Some(effect) if effect < 0.0 => {
            " Searches of odd depth draw less than those of even depth; the estimate is for as many of both."
        }
        Some(_) => " Searches of odd depth draw more than those of even depth; the estimate is for as many of both.",
        None => "",
    }
}

/// White's score with best play, if it is identified and not proven.
fn score(draws: &Limit, limits: &[Limit]) -> String {
    let is_of = |limit: &&Limit| {
        limit.quantity == LimitQuantity::WhiteScore && limit.variant == draws.variant && limit.agent == draws.agent
    };
    let score = limits.iter().find(is_of).filter(|limit| limit.evidence() == Evidence::Estimated);
    let score = score.and_then(|limit| limit.ladder.limit.ok());
    score.map_or_else(String::new, |score| format!("; White’s score in the limit {}", percent(score)))
}

/// The budgets and games that would identify a limit.
fn needed(limit: &Limit) -> String {
    let Some(Need { doublings, games }) = limit.need else { return String::new() };
    let last = limit.steps.last().map_or(0, |step| step.budget);
    let budget = match doublings {
        0 => String::new(),
        _ => format!("budgets up to {}", grouped((last << doublings) as f64)),
    };
    let games = if games > 1 { format!("{games} times as many games") } else { String::new() };
    let wanted: Vec<String> = [budget, games].into_iter().filter(|wanted| !wanted.is_empty()).collect();
    format!(" If the fitted curve continues, {} would identify it.", wanted.join(" and "))
}
