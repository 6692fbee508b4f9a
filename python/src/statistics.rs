//! Estimates with 95 % intervals. An estimate is a value, the ends of its interval, and the number of observations.

use petteia_statistics::{
    self as statistics, Estimate, Histogram, Pentanomial, Z, holm, holm_widths, mean_interval, p_of_intervals,
};
use pyo3::prelude::*;

type Numbers = (f64, f64, f64, u64);

fn numbers(estimate: Estimate) -> Numbers {
    (estimate.value, estimate.low, estimate.high, estimate.n)
}

/// Returns a share with Wilson's interval.
#[pyfunction]
pub fn wilson(successes: u64, n: u64) -> Option<Numbers> {
    statistics::wilson(successes, n).map(numbers)
}

/// Returns White's mean score minus one half with Tango's interval.
#[pyfunction]
pub fn tango(white: u64, black: u64, n: u64) -> Option<Numbers> {
    advantage(Z, white, black, n).map(numbers)
}

fn advantage(z: f64, white: u64, black: u64, n: u64) -> Option<Estimate> {
    Some(statistics::tango_at(z, white, black, n)?.rescaled(0.5, 0.0))
}

/// Returns the mean of whole numbers with Student's interval.
#[pyfunction]
pub fn mean(values: Vec<u32>) -> Option<Numbers> {
    let values: Histogram = values.into_iter().collect();
    mean_interval(values.n(), values.mean()?, values.variance()?).map(numbers)
}

/// Returns the median of whole numbers with the interval of the order statistics.
#[pyfunction]
pub fn median(values: Vec<u32>) -> Option<Numbers> {
    values.into_iter().collect::<Histogram>().quantile_interval(0.5).map(numbers)
}

/// Returns the mean score and the Elo advantage of the first player from the pairs in which it scored 0, ½, 1, 1½ and 2
/// points.
#[pyfunction]
pub fn elo(pairs: [u64; 5]) -> Option<(Numbers, Numbers)> {
    let pairs = Pentanomial(pairs);
    Some((numbers(statistics::score(pairs)?), numbers(statistics::elo_difference(pairs)?)))
}

/// What a comparison needs to know of some games: a dictionary with these keys.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Counts {
    white: u64,
    black: u64,
    draws: u64,
    decisive: u64,
    #[pyo3(from_py_with = lengths)]
    plies: Histogram,
}

fn lengths(plies: &Bound<PyAny>) -> PyResult<Histogram> {
    Ok(plies.extract::<Vec<u32>>()?.into_iter().collect())
}

impl Counts {
    fn share(&self, successes: u64) -> statistics::Counts {
        statistics::Counts { successes, n: self.plies.n() }
    }

    fn advantage(&self, z: f64) -> Option<Estimate> {
        advantage(z, self.white, self.black, self.plies.n())
    }
}

/// Returns what is compared of the first games minus that of the others, with an interval of this many standard errors.
type Difference = fn(f64, &Counts, &Counts) -> Option<Estimate>;

/// Returns the difference in a quantity, which has a name of the table `comparisons`.
fn difference(quantity: &str) -> PyResult<Difference> {
    match quantity {
        "draws" => Ok(|z, cell, base| statistics::newcombe_at(z, cell.share(cell.draws), base.share(base.draws))),
        "decisive" => {
            Ok(|z, cell, base| statistics::newcombe_at(z, cell.share(cell.decisive), base.share(base.decisive)))
        }
        "first_move_difference" => {
            Ok(|z, cell, base| Some(statistics::difference(cell.advantage(z)?, base.advantage(z)?)))
        }
        "length" => Ok(|z, cell, base| statistics::welch_at(z, &cell.plies, &base.plies)),
        other => Err(crate::errors::Error::new_err(format!(
            "`quantity` is \"{other}\"; give \"draws\", \"decisive\", \"first_move_difference\" or \"length\""
        ))),
    }
}

/// Lengths are skewed: means of fewer games than this are not compared.
const FEWEST_FOR_A_MEAN: u64 = 30;

/// Returns the p-value of a difference in length.
fn p_of_lengths(cell: &Counts, base: &Counts) -> Option<f64> {
    let enough = cell.plies.n().min(base.plies.n()) >= FEWEST_FOR_A_MEAN;
    enough.then(|| statistics::welch_p(&cell.plies, &base.plies)).flatten()
}

/// A difference, its corrected interval, its p-value, and the same corrected for the number of comparisons.
type Comparison = (Numbers, Numbers, f64, f64);

/// Compares each of several games with a base, with Holm's correction for their number; `None` where the games
/// determine nothing.
#[pyfunction]
pub fn compare(quantity: &str, base: Counts, others: Vec<Counts>) -> PyResult<Vec<Option<Comparison>>> {
    let difference = difference(quantity)?;
    let p_value = |cell: &Counts| match quantity {
        "length" => p_of_lengths(cell, &base),
        _ => p_of_intervals(|z| difference(z, cell, &base)),
    };
    let known: Vec<Option<f64>> = others.iter().map(p_value).collect();
    let p_values: Vec<f64> = known.iter().flatten().copied().collect();
    let mut corrections = holm(&p_values).into_iter().zip(holm_widths(&p_values));
    let compared = others.iter().zip(known).map(|(cell, p)| {
        let p = p?;
        let (p_holm, width) = corrections.next()?;
        let at = |z| difference(z, cell, &base).map(numbers);
        Some((at(Z)?, at(width)?, p, p_holm))
    });
    Ok(compared.collect())
}
