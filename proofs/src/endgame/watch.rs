//! Reports the progress of long computations.

use super::material::Ending;

/// Receives the progress of a long computation.
pub trait Watch: Sync {
    /// Starts a stage with this number of steps.
    fn begin(&self, ending: Ending, stage: &str, steps: u64);

    /// Reports that more steps are done; 0 from work that does not count its steps.
    fn advance(&self, steps: u64);
}

/// Ignores all progress.
pub struct Silent;

impl Watch for Silent {
    fn begin(&self, _: Ending, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
}
