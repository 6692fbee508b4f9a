//! Chooses which arms to observe, and how often.

use std::cmp::Ordering;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::judge::{Arm, Doubt, Goal, Reason, Status, judge};
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
    /// The probability that an interval of any arm, quantity and time misses the truth, or that the bound of the audit does.
    pub alpha: f64,
    /// Observations of an arm before it is judged first.
    pub first: u64,
    /// The most observations of an arm.
    pub most: u64,
    /// The most observations of all arms.
    pub observations: Option<u64>,
    /// How many arms that were never chosen are drawn at random and observed, too.
    pub audit: usize,
    /// The seed of the random orders in which arms are first looked at, and drawn for the audit.
    pub seed: u64,
}

/// What the audit found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Audit {
    /// The arms that the search never chose.
    pub unchosen: usize,
    /// Those of them that were drawn at random.
    pub drawn: usize,
    /// Those of these that belong to the front, or may, if no other arm is drawn.
    pub found: usize,
    /// The upper bound of the share of such arms among those that were never chosen (Clopper and Pearson 1934).
    pub bound: f64,
}

/// A space with at most this many arms is observed completely, unless there are too few observations.
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

/// For each arm of the audit, so many times the first observations are kept, which decides most arms.
const KEPT: u64 = 4;

/// The first audit may fail with this share of the probability left to audits, and each later one with this share of what
/// the earlier ones left.
const AUDIT_SHARE: f64 = 0.98;

/// At most one in so many observations is kept for the audit.
const LARGEST_AUDIT: u64 = 4;

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
    /// The probability that an interval misses the truth, and that the bound of the audit does.
    alpha: f64,
    /// The observations that are kept for the audit.
    kept: u64,
    /// All arms in random order.
    order: Vec<usize>,
    /// All arms in another random order, in which the audit draws them: what is proposed depends on the first.
    audit_order: Vec<usize>,
    observed: Vec<Vec<Moments>>,
    values: Vec<Vec<Estimate>>,
    /// The observations of each arm that are known or wanted.
    asked: Vec<u64>,
    wanted: Vec<(usize, u64)>,
    statuses: Vec<Option<Status>>,
    /// The arms that were drawn for the audit, and from how many; `None` while arms are proposed.
    drawn: Option<(Vec<usize>, usize)>,
    audits: i32,
    /// The members of the front when some were withdrawn last, in the order in which they joined it.
    members: Vec<usize>,
    withdrawn: Vec<usize>,
    /// How many arms were known when some were proposed last.
    proposed_from: usize,
}

impl Search {
    /// Begins a search.
    #[must_use]
    pub fn new(goal: Goal, space: Space, settings: Settings) -> Self {
        let count = space.costs.len();
        let Settings { alpha, first, observations, audit, .. } = settings;
        let is_complete = count <= SMALL && observations.is_none_or(|all| all >= count as u64 * first);
        let sample = SMALL.div_ceil(4).max(count.div_ceil(20)).min(FITTED);
        let beginning = if is_complete { count } else { sample.min(count) };
        let is_audited = !is_complete && audit > 0;
        let most_kept = observations.unwrap_or(0).div_euclid(LARGEST_AUDIT);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
        let mut order: Vec<usize> = (0..count).collect();
        order.shuffle(&mut rng);
        let mut audit_order = order.clone();
        audit_order.shuffle(&mut rng);
        let mut search = Search {
            goal,
            space,
            alpha: if is_audited { alpha / 2.0 } else { alpha },
            kept: if is_audited { (audit as u64 * KEPT * first).min(most_kept) } else { 0 },
            order,
            audit_order,
            observed: vec![Vec::new(); count],
            values: vec![Vec::new(); count],
            asked: vec![0; count],
            wanted: Vec::new(),
            statuses: vec![None; count],
            drawn: None,
            audits: 0,
            members: Vec::new(),
            withdrawn: Vec::new(),
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
        self.judge();
        self.choose();
        Ok(())
    }

    /// Withdraws members of the front, for whatever reason: they stay in it, but beat no other arm any more. Those that only
    /// they beat come back, and the search goes on. All that [`judge`] guarantees then holds among the arms that were not
    /// withdrawn, because its intervals hold for all arms together. The present members stay, whatever else is found. Returns
    /// whether any was not withdrawn before.
    pub fn withdraw(&mut self, arms: &[usize]) -> bool {
        let new: Vec<usize> = arms.iter().copied().filter(|arm| !self.withdrawn.contains(arm)).collect();
        if new.is_empty() {
            return false;
        }
        self.members = self.front();
        self.withdrawn.extend(new);
        self.drawn = None;
        self.proposed_from = 0;
        self.judge();
        self.choose();
        true
    }

    fn judge(&mut self) {
        let arm = |arm: usize| self.arm(arm).filter(|_| !self.withdrawn.contains(&arm));
        let mut statuses = judge(&self.goal, &(0..self.asked.len()).map(arm).collect::<Vec<_>>());
        self.members.iter().for_each(|&member| statuses[member] = Some(Status::In));
        self.statuses = statuses;
    }

    /// Returns whether each arm belongs to the front; `None` for an arm that was not observed.
    #[must_use]
    pub fn statuses(&self) -> &[Option<Status>] {
        &self.statuses
    }

    /// Returns the arms that belong to the front, in the order in which they joined it.
    #[must_use]
    pub fn front(&self) -> Vec<usize> {
        let is_new = |arm: &usize| self.statuses[*arm] == Some(Status::In) && !self.members.contains(arm);
        self.members.iter().copied().chain((0..self.statuses.len()).filter(is_new)).collect()
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
        let is_rejected = |arm: &usize| match self.statuses[*arm] {
            Some(Status::Out(Reason::Breaks(_))) => true,
            // An arm that only another drawn one beats was missed as well.
            Some(Status::Out(Reason::Beaten(other))) => !drawn.contains(&other),
            _ => false,
        };
        let found = drawn.iter().filter(|arm| !is_rejected(arm)).count();
        let alpha = self.alpha * AUDIT_SHARE * (1.0 - AUDIT_SHARE).powi(self.audits - 1);
        // All of them were drawn: nothing is left to be missed.
        let is_all = drawn.len() == *unchosen;
        let bound = if is_all { 0.0 } else { upper_share(found as u64, drawn.len() as u64, alpha) };
        (!drawn.is_empty()).then_some(Audit { unchosen: *unchosen, drawn: drawn.len(), found, bound })
    }

    fn estimates(&self, moments: &[Moments]) -> Vec<Estimate> {
        let alpha = self.alpha / (self.asked.len() * moments.len()) as f64;
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
        let Settings { first, most, .. } = self.settings;
        let kept = if self.drawn.is_none() { self.kept } else { 0 };
        let mut left = self.left().saturating_sub(kept);
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

    /// Returns how many observations are left.
    fn left(&self) -> u64 {
        let spent: u64 = self.asked.iter().sum();
        self.settings.observations.map_or(u64::MAX, |all| all.saturating_sub(spent))
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
            self.draw();
        }
    }

    /// Draws arms for the audit, as many as can be decided with what is left.
    fn draw(&mut self) {
        let unchosen: Vec<usize> = self.audit_order.iter().copied().filter(|&arm| self.asked[arm] == 0).collect();
        let affordable = usize::try_from(self.left().div_euclid(KEPT * self.settings.first)).unwrap_or(usize::MAX);
        let count = self.settings.audit.min(affordable).min(unchosen.len());
        let drawn = unchosen[..count].to_vec();
        self.drawn = Some((drawn.clone(), unchosen.len()));
        self.audits += 1;
        self.ask(drawn);
    }

    /// Returns the arms that have to be known better: the cheapest of those in doubt, or a rival that is known less well. Once
    /// they are in, they decide dearer ones that are no better. Arms of the audit come first, because observations are kept for
    /// them.
    fn in_doubt(&self) -> Vec<usize> {
        let drawn = self.drawn.as_ref().map_or(&[][..], |(drawn, _)| drawn);
        let mut doubts: Vec<((bool, [f64; 3]), usize)> = Vec::new();
        for (arm, status) in self.statuses.iter().enumerate() {
            let next = match status {
                Some(Status::Undecided(Doubt::Limit(_))) => arm,
                Some(Status::Undecided(Doubt::Rival(rival))) if self.asked[*rival] < self.asked[arm] => *rival,
                Some(Status::Undecided(Doubt::Rival(_))) => arm,
                _ => continue,
            };
            if self.asked[next] < self.settings.most {
                let (excess, size) = self.badness(&self.values[arm]);
                doubts.push(((!drawn.contains(&arm), [self.space.costs[arm], excess, size]), next));
            }
        }
        doubts.sort_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let level = |((is_other, [cost, ..]), _): &((bool, [f64; 3]), usize)| (*is_other, *cost);
        let first = doubts.chunk_by(|a, b| level(a) == level(b)).next().map_or(0, <[_]>::len);
        doubts.truncate(first.max(FEWEST));
        let mut arms: Vec<usize> = doubts.into_iter().map(|(_, arm)| arm).collect();
        arms.sort_unstable();
        arms.dedup();
        arms
    }

    /// Returns arms that were not observed and may belong to the front, the most promising first.
    fn promising(&self) -> Vec<usize> {
        let known: Vec<usize> = self.order.iter().copied().filter(|&arm| !self.values[arm].is_empty()).collect();
        let Some(surfaces) = self.surfaces(&known) else { return Vec::new() };
        let front: Vec<usize> = self.front().into_iter().filter(|arm| !self.withdrawn.contains(arm)).collect();
        let mut promising: Vec<(f64, usize)> = Vec::new();
        for &arm in self.order.iter().filter(|&&arm| self.asked[arm] == 0) {
            let expected: Vec<Estimate> =
                surfaces.iter().map(|surface| expected(surface, &self.space.levels[arm])).collect();
            let beats = |other: &usize| {
                let [cost, other_cost] = [arm, *other].map(|arm| self.space.costs[arm]);
                let is_cheaper = other_cost < cost;
                let better = |&quantity: &usize| {
                    let margin = if is_cheaper { self.goal.tolerances[quantity] } else { 0.0 };
                    self.values[*other][quantity].high <= expected[quantity].low + margin
                };
                // Arms of one cost are all wanted if nothing else is to be small.
                let may_beat = is_cheaper || other_cost == cost && !self.goal.minimised.is_empty();
                may_beat && self.goal.minimised.iter().all(better)
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
