//! Means over the values that are present.

/// The sum and the number of the values present.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    sum: f64,
    n: u64,
}

impl Sum {
    pub(crate) fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value.filter(|value| value.is_finite()) {
            self.sum += value;
            self.n += 1;
        }
    }

    /// Returns the mean of the values, or `None` if there are none.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / self.n as f64)
    }
}
