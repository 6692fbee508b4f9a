//! Whole numbers as arguments.

use pyo3::prelude::*;

use crate::errors::Error;

/// A whole number from 0 to `MOST`.
#[derive(Clone, Copy)]
pub struct Whole<const MOST: u64>(pub u64);

/// A seed.
pub type Seed = Whole<{ u64::MAX }>;

/// A number of games, steps or faces.
pub type Count = Whole<1_000_000_000>;

impl<const MOST: u64> FromPyObject<'_, '_> for Whole<MOST> {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let whole = number.extract::<u64>().ok().filter(|&whole| whole <= MOST);
        let wrong = |shown: &str| Error::new_err(format!("{shown} is not a whole number from 0 to {MOST}"));
        whole
            .map(Whole)
            .ok_or_else(|| number.repr().map_or_else(|error| error, |shown| wrong(&shown.to_string_lossy())))
    }
}
