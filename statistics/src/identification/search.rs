//! Chooses which arms to observe, and how often.

use std::cmp::Ordering;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::judge::{Arm, Doubt, Goal, Status, judge};
use super::surface::Surface;
use crate::sequence::{Moments, mean_sequence};
use crate::{Estimate, upper_share};

/// All arms.
#[derive(Clone, Debug)]
pub struct Space {
    /// The level of each factor, for each arm.
    pub levels: Vec<Vec<u16>>,
    /// The cost of each arm; 0 where it does not matter.
    pub costs: Vec<f64>,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The probability that an interval of any arm, quantity and time misses the truth.
    pub alpha: f64,
    /// Observations of an arm before it is judged first.
    pub first: u64,
    /// The most observations of an arm.
    pub most: u64,
    /// The most observations of all arms.
    pub observations: Option<u64>,
    /// How many arms that were never chosen are drawn at random and observed, too.
    pub audit: usize,
    /// The seed of the random order in which arms are first looked at.
    pub seed: u64,
}

/// What the audit found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Audit {
    /// The arms that the search never chose.
    pub unchosen: usize,
    /// Those of them that were drawn at random.
    pub drawn: usize,
    /// Those of these that belong to the front, or may.
    pub found: usize,
    /// The upper 95 % bound of the share of such arms among those that were never chosen (Clopper and Pearson 1934).
    pub bound: f64,
}

/// A space with at most this many arms is observed completely.
const SMALL: usize = 256;

/// Later looks come after one observation per this many earlier ones, so an arm is observed at most a quarter more often
/// than needed.
const GROWTH: u64 = 4;

/// At least so many arms in doubt are observed at once.
const FEWEST: usize = 8;

/// The most arms to which a surface is fitted; they fix the time that it takes.
const FITTED: usize = 600;

/// An arm that was not observed is promising if it would belong to the front with an error of the surface this many times
/// as large as usual.
const ERRORS: f64 = 2.0;

/// The share of all observations that is kept for the audit.
const AUDITED: f64 = 0.1;

/// Chooses the arms to observe next from what has been observed. The same observations lead to the same choices.
///
/// A search begins with a random sample of the arms. Then a [`Surface`] proposes arms that may belong to the front, and the
/// cheapest of those in doubt are observed more often, with their strongest rival. When nothing promising and nothing in
/// doubt is left, arms that were never chosen are drawn at random and treated in the same way, so that the result says how
/// much was missed.
#[derive(Clone, Debug)]
pub struct Search {
    goal: Goal,
    space: Space,
    settings: Settings,
    /// All arms in random order.
    order: Vec<usize>,
    observed: Vec<Vec<Moments>>,
    values: Vec<Vec<Estimate>>,
    /// The observations of each arm that are known or wanted.
    asked: Vec<u64>,
    wanted: Vec<(usize, u64)>,
    statuses: Vec<Option<Status>>,
    /// The arms that were drawn for the audit, and from how many; `None` while arms are proposed.
    drawn: Option<(Vec<usize>, usize)>,
    /// How many arms were known when some were proposed last.
    proposed_from: usize,
}

impl Search {
    /// Begins a search.
    #[must_use]
    pub fn new(goal: Goal, space: Space, settings: Settings) -> Self {
        let count = space.costs.len();
        let mut order: Vec<usize> = (0..count).collect();
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(settings.seed));
        let beginning = if count <= SMALL { count } else { SMALL.div_ceil(4).max(count.div_ceil(20)).min(FITTED) };
        let mut search = Search {
            goal,
            space,
            order,
            observed: vec![Vec::new(); count],
            values: vec![Vec::new(); count],
            asked: vec![0; count],
            wanted: Vec::new(),
            statuses: vec![None; count],
            drawn: None,
            proposed_from: 0,
            settings,
        };
        search.ask(search.order[..beginning].to_vec());
        search
    }

    /// Returns the arms whose first observations are needed next, with their number; none once the search has ended.
    #[must_use]
    pub fn wanted(&self) -> &[(usize, u64)] {
        &self.wanted
    }

    /// Tells the sums of the first observations of each [wanted](Self::wanted) arm, for all quantities. `moments` is given
    /// the arm and the number of observations.
    ///
    /// # Errors
    /// Those of `moments`; the search is then as before.
    pub fn tell<E>(&mut self, mut moments: impl FnMut(usize, u64) -> Result<Vec<Moments>, E>) -> Result<(), E> {
        let told = self.wanted.iter().map(|&(arm, count)| Ok((arm, moments(arm, count)?)));
        for (arm, moments) in told.collect::<Result<Vec<_>, E>>()? {
            self.values[arm] = self.estimates(&moments);
            self.observed[arm] = moments;
        }
        let arms: Vec<Option<Arm>> = (0..self.asked.len()).map(|arm| self.arm(arm)).collect();
        self.statuses = judge(&self.goal, &arms);
        self.choose();
        Ok(())
    }

    /// Returns whether each arm belongs to the front; `None` for an arm that was not observed.
    #[must_use]
    pub fn statuses(&self) -> &[Option<Status>] {
        &self.statuses
    }

    /// Returns the arms that belong to the front.
    #[must_use]
    pub fn front(&self) -> Vec<usize> {
        (0..self.statuses.len()).filter(|&arm| self.statuses[arm] == Some(Status::In)).collect()
    }

    /// Returns the intervals of an arm, which hold for all arms, quantities and times together; none if it was not
    /// observed.
    #[must_use]
    pub fn values(&self, arm: usize) -> &[Estimate] {
        &self.values[arm]
    }

    /// Returns how many observations of an arm are known or wanted.
    #[must_use]
    pub fn asked(&self, arm: usize) -> u64 {
        self.asked[arm]
    }

    /// Returns what the audit found; `None` before it, and if all arms were chosen.
    #[must_use]
    pub fn audit(&self) -> Option<Audit> {
        let (drawn, unchosen) = self.drawn.as_ref()?;
        let may_be_in = |arm: &&usize| !matches!(self.statuses[**arm], Some(Status::Out(_)));
        let found = drawn.iter().filter(may_be_in).count();
        // All of them were drawn: nothing is left to be missed.
        let bound = if drawn.len() == *unchosen { 0.0 } else { upper_share(found as u64, drawn.len() as u64) };
        (!drawn.is_empty()).then_some(Audit { unchosen: *unchosen, drawn: drawn.len(), found, bound })
    }

    fn estimates(&self, moments: &[Moments]) -> Vec<Estimate> {
        let alpha = self.settings.alpha / (self.asked.len() * moments.len()) as f64;
        let estimate = |(moments, tolerance): (&Moments, &f64)| {
            mean_sequence(*moments, tolerance / 4.0, alpha).expect("an arm was observed at least once")
        };
        moments.iter().zip(&self.goal.tolerances).map(estimate).collect()
    }

    fn arm(&self, index: usize) -> Option<Arm<'_>> {
        let values = self.values[index].as_slice();
        (!values.is_empty()).then_some(Arm { cost: self.space.costs[index], values })
    }

    /// Asks for the next observations of some arms.
    fn ask(&mut self, arms: Vec<usize>) {
        let Settings { first, most, observations, .. } = self.settings;
        let spent: u64 = self.asked.iter().sum();
        let share = if self.drawn.is_none() { 1.0 - AUDITED } else { 1.0 };
        let mut left = observations.map_or(u64::MAX, |all| (all as f64 * share) as u64).saturating_sub(spent);
        self.wanted.clear();
        for arm in arms {
            let known = self.asked[arm];
            let next = (known + known.div_ceil(GROWTH)).max(first).min(most);
            if next > known && next - known <= left {
                left -= next - known;
                self.asked[arm] = next;
                self.wanted.push((arm, next));
            }
        }
    }

    /// Chooses what to observe next.
    fn choose(&mut self) {
        let mut arms = self.in_doubt();
        let known = self.values.iter().filter(|values| !values.is_empty()).count();
        // A fit takes long, and arms that are known better hardly change it.
        if self.drawn.is_none() && (known > self.proposed_from || arms.is_empty()) {
            self.proposed_from = known;
            arms.extend(self.promising());
        }
        self.ask(arms);
        if self.wanted.is_empty() && self.drawn.is_none() {
            let unchosen: Vec<usize> = self.order.iter().copied().filter(|&arm| self.asked[arm] == 0).collect();
            let drawn = unchosen[..self.settings.audit.min(unchosen.len())].to_vec();
            self.drawn = Some((drawn.clone(), unchosen.len()));
            self.ask(drawn);
        }
    }

    /// Returns the arms that have to be known better: the cheapest of those in doubt, or a rival that is known less well. Once
    /// they are in, they decide dearer ones that are no better.
    fn in_doubt(&self) -> Vec<usize> {
        let mut doubts: Vec<([f64; 3], usize)> = Vec::new();
        for (arm, status) in self.statuses.iter().enumerate() {
            let next = match status {
                Some(Status::Undecided(Doubt::Limit(_))) => arm,
                Some(Status::Undecided(Doubt::Rival(rival))) if self.asked[*rival] < self.asked[arm] => *rival,
                Some(Status::Undecided(Doubt::Rival(_))) => arm,
                _ => continue,
            };
            if self.asked[next] < self.settings.most {
                let (excess, size) = self.badness(&self.values[arm]);
                doubts.push(([self.space.costs[arm], excess, size], next));
            }
        }
        doubts.sort_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let least = doubts.first().map_or(0.0, |(key, _)| key[0]);
        let level = doubts.iter().take_while(|(key, _)| key[0] == least).count();
        doubts.truncate(level.max(FEWEST));
        let mut arms: Vec<usize> = doubts.into_iter().map(|(_, arm)| arm).collect();
        arms.sort_unstable();
        arms.dedup();
        arms
    }

    /// Returns arms that were not observed and may belong to the front, the most promising first.
    fn promising(&self) -> Vec<usize> {
        let known: Vec<usize> = self.order.iter().copied().filter(|&arm| !self.values[arm].is_empty()).collect();
        let Some(surfaces) = self.surfaces(&known) else { return Vec::new() };
        let front = self.front();
        let mut promising: Vec<(f64, usize)> = Vec::new();
        for &arm in self.order.iter().filter(|&&arm| self.asked[arm] == 0) {
            let expected: Vec<Estimate> =
                surfaces.iter().map(|surface| expected(surface, &self.space.levels[arm])).collect();
            let beats = |other: &usize| {
                let is_nearer = self.space.costs[*other] < self.space.costs[arm];
                let better = |&quantity: &usize| {
                    let margin = if is_nearer { self.goal.tolerances[quantity] } else { 0.0 };
                    self.values[*other][quantity].high <= expected[quantity].low + margin
                };
                self.space.costs[*other] <= self.space.costs[arm] && self.goal.minimised.iter().all(better)
            };
            let keeps = self.goal.limits.iter().all(|limit| {
                let Estimate { low, high, .. } = expected[limit.quantity];
                high >= limit.least && low <= limit.most
            });
            if keeps && !front.iter().any(beats) {
                let (excess, size) = self.badness(&expected);
                promising.push((excess + size, arm));
            }
        }
        promising.sort_by(|a, b| a.0.total_cmp(&b.0));
        promising.truncate(known.len().div_ceil(8).max(8));
        promising.into_iter().map(|(_, arm)| arm).collect()
    }

    /// Returns by how much an arm breaks the limits, in tolerances, and how large the quantities are that are to be small.
    fn badness(&self, values: &[Estimate]) -> (f64, f64) {
        let excess = self.goal.limits.iter().map(|limit| {
            let Estimate { value, .. } = values[limit.quantity];
            (limit.least - value).max(value - limit.most).max(0.0) / self.goal.tolerances[limit.quantity]
        });
        (excess.sum(), self.goal.minimised.iter().map(|&quantity| values[quantity].value).sum())
    }

    /// Fits a surface to each quantity.
    fn surfaces(&self, known: &[usize]) -> Option<Vec<Surface>> {
        let fitted = &known[..known.len().min(FITTED)];
        let surface = |quantity: usize| {
            let arm = |&arm: &usize| {
                let Moments { n, sum, squares } = self.observed[arm][quantity];
                let (count, mean) = (n as f64, sum / n as f64);
                // With one observation more of each end, the variance is never 0.
                let variance = (squares / count - mean * mean).max(0.0) + 1.0 / count;
                (self.space.levels[arm].as_slice(), mean, variance / count)
            };
            Surface::fit(&fitted.iter().map(arm).collect::<Vec<_>>())
        };
        (0..self.goal.tolerances.len()).map(surface).collect()
    }
}

/// Returns what a surface expects of an arm, with the interval of an arm that is off by some errors.
fn expected(surface: &Surface, levels: &[u16]) -> Estimate {
    let (value, error) = (surface.predict(levels), ERRORS * surface.error());
    Estimate { value, low: value - error, high: value + error, n: 0 }
}
