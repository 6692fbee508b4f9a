//! How much of the variation between the cells of a factorial each factor explains, by itself and together with the
//! others.
//!
//! All cells played are equally likely; a cell drawn at random has levels X and true mean Y. A set u of factors
//! explains v(u) = Var(E[Y | X_u]). The *Shapley effect* of a factor is its contribution to v, averaged over all orders
//! in which the factors can be added. The effects sum to Var(Y), even if combinations are left out and the factors
//! therefore depend on each other. If every combination is played, *Sobol indices* give the contribution without
//! averaging: v of a factor alone (first order), and Var(Y) minus v of all others (total).
//!
//! A. B. Owen (2014), "Sobol' indices and Shapley value", *SIAM/ASA Journal on Uncertainty Quantification* 2, 245–251;
//! E. Song, B. L. Nelson and J. Staum (2016), "Shapley effects for global sensitivity analysis: theory and computation", in
//! the same journal 4, 1060–1083; I. M. Sobol (1993), "Sensitivity estimates for nonlinear mathematical models", *Mathematical
//! Modelling and Computational Experiments* 1, 407–414; T. Homma and A. Saltelli (1996), "Importance measures in global
//! sensitivity analysis of nonlinear models", *Reliability Engineering and System Safety* 52, 1–17.

use std::collections::HashMap;

use rand::{Rng, RngExt, SeedableRng};
use rand_distr::{Binomial, Distribution, StandardNormal};
use rand_xoshiro::Xoroshiro128PlusPlus;
use statrs::distribution::{ContinuousCDF, Normal};

use super::numeric::boundary;
use super::{Estimate, Z};

/// The largest number of factors: with two levels each, 3^13 groups of cells are summed for every resample.
const MOST_FACTORS: usize = 13;

/// The number of bootstrap resamples of the games of all cells.
const RESAMPLINGS: usize = 1000;

/// The seed of every call's random numbers, so that the same games always have the same intervals.
const SEED: u64 = 2014;

/// The observations in a cell, whose mean is of interest.
#[derive(Debug, Clone, PartialEq)]
pub enum Sample {
    /// Values with their counts, such as 1, ½ and 0 for games won, drawn and lost.
    Counts(Vec<(f64, u64)>),
    /// The mean, sample variance and number of observations of any distribution; the mean is assumed to be normally
    /// distributed.
    Mean {
        /// The mean.
        mean: f64,
        /// The variance of one observation (divisor n - 1).
        variance: f64,
        /// The number of observations.
        n: u64,
    },
}

/// A cell of a factorial.
#[derive(Debug, Clone, PartialEq)]
pub struct FactorialCell {
    /// The level of each factor, by number.
    pub levels: Vec<usize>,
    /// The observations.
    pub sample: Sample,
}

/// How much a factor explains, as shares of the variance between the cells. The values are unbiased except for the
/// division by that variance, so for a factor that explains nothing they vary about 0 and can be negative.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Share {
    /// The Shapley effect; those of all factors sum to 1.
    pub shapley: Estimate,
    /// The first-order Sobol index: what the factor explains by itself. Only if all combinations are played.
    pub first: Option<Estimate>,
    /// The total Sobol index: what the others do not explain. Only if all combinations are played.
    pub total: Option<Estimate>,
}

/// How the variation between the cells of a factorial is divided among its factors.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Importance {
    /// The variance between the true means of the cells, without sampling noise; at least 0 if there is any.
    pub variance: Estimate,
    /// What each factor explains of it; empty if the interval of `variance` includes 0, because there is then nothing
    /// to divide.
    pub shares: Vec<Share>,
    /// The p-value (two-sided, normal) of each pair of factors for the hypothesis that their Shapley effects are equal.
    pub ties: Vec<Vec<f64>>,
}

/// Divides the variation between cells among the factors. Sampling noise inflates every v(u); its expectation, which
/// follows from the variance of each cell, is subtracted. Intervals are at the 95 % level. The games of each cell are
/// resampled from the observations (parametric bootstrap), which gives variances and covariances; the interval is the
/// set of all shares that these do not reject, as in E. C. Fieller (1954), "Some problems in interval estimation",
/// *Journal of the Royal Statistical Society B* 16, 175–185. Observed means vary more than the true ones, which would
/// make the intervals too wide; this is corrected (see the source).
///
/// Returns `None` if there are fewer than two cells, no factors or more than 13 of them, if a combination of levels
/// occurs twice, or if a cell has fewer than two observations.
///
/// ```
/// use petteia_statistics::{FactorialCell, Sample, importance};
/// let cell = |levels: [usize; 2], drawn| FactorialCell {
///     levels: levels.to_vec(),
///     sample: Sample::Counts(vec![(1.0, drawn), (0.0, 1000 - drawn)]),
/// };
/// // The second factor has no effect.
/// let cells = [cell([0, 0], 900), cell([0, 1], 900), cell([1, 0], 100), cell([1, 1], 100)];
/// let found = importance(&cells).unwrap();
/// assert!(found.shares[0].shapley.value > 0.99 && found.shares[1].shapley.value < 0.01);
/// ```
#[must_use]
pub fn importance(cells: &[FactorialCell]) -> Option<Importance> {
    let levels: Vec<&[usize]> = cells.iter().map(|cell| cell.levels.as_slice()).collect();
    let design = Design::of(&levels)?;
    let (means, variances): (Vec<f64>, Vec<f64>) =
        cells.iter().map(|cell| cell.sample.moments()).collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let found = design.parts(&means, &variances);
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(SEED);
    let (mut spread, mut noise) = (Covariance::of(found.len()), Covariance::of(found.len()));
    for _ in 0..RESAMPLINGS {
        let again = cells.iter().zip(&means).zip(&variances);
        let again = again.map(|((cell, &mean), &variance)| cell.sample.drawn_again(mean, variance, &mut rng));
        let (drawn, variances): (Vec<f64>, Vec<f64>) = again.unzip();
        spread.add(&design.parts(&drawn, &variances));
        let errors: Vec<f64> = drawn.iter().zip(&means).map(|(drawn, mean)| drawn - mean).collect();
        noise.add(&design.parts(&errors, &variances));
    }
    let n = cells.iter().map(|cell| cell.sample.n()).sum();
    Some(Parts { found, spread, noise, factors: design.factors, is_complete: design.is_complete, n }.divided())
}

impl Sample {
    /// Returns the number of observations.
    fn n(&self) -> u64 {
        match self {
            Sample::Counts(counts) => counts.iter().map(|(_, count)| count).sum(),
            Sample::Mean { n, .. } => *n,
        }
    }

    /// Returns the mean and an unbiased estimate of its variance, or `None` for fewer than two observations.
    fn moments(&self) -> Option<(f64, f64)> {
        let n = self.n() as f64;
        if n < 2.0 {
            return None;
        }
        Some(match self {
            Sample::Counts(counts) => {
                let sum =
                    |of: fn(f64) -> f64| counts.iter().map(|&(value, count)| of(value) * count as f64).sum::<f64>();
                let (mean, squares) = (sum(|value| value) / n, sum(|value| value * value));
                (mean, ((squares / n - mean * mean) / (n - 1.0)).max(0.0))
            }
            Sample::Mean { mean, variance, .. } => (*mean, variance / n),
        })
    }

    /// Returns the same moments of a resample of equal size, drawn from the observations or from a normal distribution.
    fn drawn_again(&self, mean: f64, variance: f64, rng: &mut impl Rng) -> (f64, f64) {
        match self {
            Sample::Counts(counts) => {
                let (mut rest, mut left) = (self.n(), self.n());
                let again = counts.iter().map(|&(value, count)| {
                    // The quotient is a share, so it makes a distribution.
                    let drawn =
                        Binomial::new(rest, count as f64 / left.max(1) as f64).map_or(0, |drawn| drawn.sample(rng));
                    (rest, left) = (rest - drawn, left - count);
                    (value, drawn)
                });
                Sample::Counts(again.collect()).moments().unwrap_or((mean, variance))
            }
            Sample::Mean { .. } => (mean + variance.sqrt() * rng.sample::<f64, _>(StandardNormal), variance),
        }
    }
}

/// The cells that are averaged for each set of factors.
struct Design {
    factors: usize,
    is_complete: bool,
    /// For each set of factors, as bits, the groups of cells that agree in these factors.
    groupings: Vec<Grouping>,
}

/// The groups of a set of factors, built from those of a set with one more factor.
struct Grouping {
    /// For each group of the larger set, or for each cell if all factors are in the set, the number of its group here.
    group_of: Vec<u32>,
    /// The number of cells of each group.
    sizes: Vec<f64>,
}

impl Design {
    fn of(cells: &[&[usize]]) -> Option<Self> {
        let factors = cells.first()?.len();
        if cells.len() < 2 || !(1..=MOST_FACTORS).contains(&factors) || cells.iter().any(|cell| cell.len() != factors) {
            return None;
        }
        let all = (1_usize << factors) - 1;
        // One cell of each group represents it.
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); all + 1];
        let mut groupings: Vec<Grouping> = Vec::with_capacity(all + 1);
        for set in (0..=all).rev() {
            let larger = set | (set + 1);
            let from: Vec<(usize, f64)> = if set == all {
                (0..cells.len()).map(|cell| (cell, 1.0)).collect()
            } else {
                members[larger].iter().copied().zip(groupings[all - larger].sizes.iter().copied()).collect()
            };
            let mut numbers: HashMap<Vec<usize>, u32> = HashMap::new();
            let (mut group_of, mut sizes) = (Vec::with_capacity(from.len()), Vec::new());
            for (cell, size) in from {
                let levels = (0..factors).filter(|factor| set >> factor & 1 == 1).map(|factor| cells[cell][factor]);
                let next = numbers.len() as u32;
                let group = *numbers.entry(levels.collect()).or_insert(next);
                if group == next {
                    members[set].push(cell);
                    sizes.push(0.0);
                }
                sizes[group as usize] += size;
                group_of.push(group);
            }
            groupings.push(Grouping { group_of, sizes });
        }
        let is_distinct = groupings[0].sizes.len() == cells.len();
        groupings.reverse();
        let combinations: usize = (0..factors).map(|factor| groupings[1 << factor].sizes.len()).product();
        is_distinct.then_some(Self { factors, is_complete: combinations == cells.len(), groupings })
    }

    /// Returns, for each set of factors, the sum over its groups of `of` applied to the group's total, divided by the
    /// group's size.
    fn sums(&self, values: &[f64], of: fn(f64) -> f64) -> Vec<f64> {
        let all = self.groupings.len() - 1;
        let mut sums: Vec<Vec<f64>> = vec![Vec::new(); all + 1];
        for set in (0..=all).rev() {
            let Grouping { group_of, sizes } = &self.groupings[set];
            let mut of_groups = vec![0.0; sizes.len()];
            let from = if set == all { values } else { &sums[set | (set + 1)] };
            for (value, &group) in from.iter().zip(group_of) {
                of_groups[group as usize] += value;
            }
            sums[set] = of_groups;
        }
        let by_size = |(sums, grouping): (&Vec<f64>, &Grouping)| {
            sums.iter().zip(&grouping.sizes).map(|(&sum, size)| of(sum) / size).sum()
        };
        sums.iter().zip(&self.groupings).map(by_size).collect()
    }

    /// Returns the unbiased v(u) of every set u. With N cells that have means m and variances s², a group g of n cells
    /// contributes n times the squared mean of its m to N v(u); of this, the sum of its s² divided by n is expected
    /// from noise.
    fn explained(&self, means: &[f64], variances: &[f64]) -> Vec<f64> {
        let cells = means.len() as f64;
        let centre = means.iter().sum::<f64>() / cells;
        let centred: Vec<f64> = means.iter().map(|mean| mean - centre).collect();
        let squares = self.sums(&centred, |sum| sum * sum);
        let noise = self.sums(variances, |sum| sum);
        squares.iter().zip(&noise).map(|(squares, of_set)| (squares - of_set + noise[0]) / cells).collect()
    }

    /// Returns the Shapley effect of each factor, v of each alone, v of all minus v of the others, and v of all.
    fn parts(&self, means: &[f64], variances: &[f64]) -> Vec<f64> {
        let v = self.explained(means, variances);
        let all = v.len() - 1;
        // The share of all orders in which exactly these factors precede the factor: |u|! (k - 1 - |u|)! / k!.
        let mut orders = vec![1.0 / self.factors as f64];
        for size in 1..self.factors {
            orders.push(orders[size - 1] * size as f64 / (self.factors - size) as f64);
        }
        let shapley = (0..self.factors).map(|factor| {
            let without = (0..=all).filter(|set| set >> factor & 1 == 0);
            without.map(|set| orders[set.count_ones() as usize] * (v[set | 1 << factor] - v[set])).sum()
        });
        let first = (0..self.factors).map(|factor| v[1 << factor]);
        let total = (0..self.factors).map(|factor| v[all] - v[all & !(1 << factor)]);
        shapley.chain(first).chain(total).chain([v[all]]).collect()
    }
}

/// The covariance of vectors, accumulated one by one.
struct Covariance {
    n: f64,
    sums: Vec<f64>,
    products: Vec<Vec<f64>>,
}

impl Covariance {
    fn of(size: usize) -> Self {
        Self { n: 0.0, sums: vec![0.0; size], products: vec![vec![0.0; size]; size] }
    }

    fn add(&mut self, values: &[f64]) {
        self.n += 1.0;
        for (row, &a) in values.iter().enumerate() {
            self.sums[row] += a;
            self.products[row].iter_mut().zip(values).for_each(|(product, b)| *product += a * b);
        }
    }

    fn between(&self, a: usize, b: usize) -> f64 {
        (self.products[a][b] - self.sums[a] * self.sums[b] / self.n) / (self.n - 1.0)
    }

    /// Returns the variance of one value minus a multiple of another.
    fn of_difference(&self, a: usize, b: usize, factor: f64) -> f64 {
        self.between(a, a) - 2.0 * factor * self.between(a, b) + factor * factor * self.between(b, b)
    }
}

/// The results of [`Design::parts`] and their variability.
struct Parts {
    found: Vec<f64>,
    /// For games resampled from the observations.
    spread: Covariance,
    /// For the errors alone, as if all true means were equal.
    noise: Covariance,
    factors: usize,
    is_complete: bool,
    n: u64,
}

impl Parts {
    /// Returns the variance of one part minus a multiple of another. Each part is a quadratic form y'Qy of the observed
    /// means y = μ + e, where the errors have covariance Σ; its variance is 4 μ'QΣQμ + 2 tr(QΣQΣ) for normal errors.
    /// Resamples are centred on y instead of μ, which is expected to add 4 tr(QΣQΣ), twice the variance of e'Qe. The
    /// variance is never smaller than that of e'Qe.
    fn variance(&self, a: usize, b: usize, factor: f64) -> f64 {
        let noise = self.noise.of_difference(a, b, factor);
        (self.spread.of_difference(a, b, factor) - 2.0 * noise).max(noise)
    }

    fn divided(&self) -> Importance {
        let all = self.found.len() - 1;
        let variance = self.found[all];
        let half = Z * self.variance(all, all, 0.0).sqrt();
        let variance = Estimate { value: variance, low: variance - half, high: variance + half, n: self.n };
        let shares = (0..if variance.low > 0.0 { self.factors } else { 0 }).map(|factor| Share {
            shapley: self.share(factor),
            first: self.is_complete.then(|| self.share(self.factors + factor)),
            total: self.is_complete.then(|| self.share(2 * self.factors + factor)),
        });
        let standard = Normal::standard();
        let tie = |a: usize, b: usize| {
            let (lead, error) = (self.found[a] - self.found[b], self.variance(a, b, 1.0).sqrt());
            if lead == 0.0 { 1.0 } else { 2.0 * standard.sf(lead.abs() / error) }
        };
        let ties = (0..self.factors).map(|a| (0..self.factors).map(|b| tie(a, b)).collect()).collect();
        Importance { variance, shares: shares.collect(), ties }
    }

    /// Returns a part as a share of the variance. The interval contains all shares x for which the part minus x times
    /// the variance is at most [`Z`] standard errors away from 0. No true share is below 0 or above 1.
    fn share(&self, part: usize) -> Estimate {
        let all = self.found.len() - 1;
        let value = self.found[part] / self.found[all];
        let of_signal = self.variance(all, all, 0.0) - self.noise.between(all, all);
        // The standard error of a small part is proportional to its square root, so an underestimated part would have
        // too small an error. It is therefore at least that of a true share x, which for equal errors is x(1 - x) times
        // that of the whole.
        let is_inside = |share: f64| {
            let distance = self.found[part] - share * self.found[all];
            let expected = share * (1.0 - share) * of_signal + self.noise.of_difference(part, all, share);
            distance * distance <= Z * Z * self.variance(part, all, share).max(expected)
        };
        let end = |most: f64| boundary([value, most], 60, is_inside);
        // A value significantly below 0 or above 1 is due to chance: the nearest possible share is included.
        Estimate { value, low: end(value.min(0.0)).min(1.0), high: end(value.max(1.0)).max(0.0), n: self.n }
    }
}
