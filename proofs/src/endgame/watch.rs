//! How long work tells of its progress.

use super::material::Ending;

/// Sees the progress of long work.
pub trait Watch: Sync {
    /// Work of so many steps begins.
    fn begin(&self, ending: Ending, stage: &str, steps: u64);

    /// Some more steps are done.
    fn advance(&self, steps: u64);
}

/// Nobody watches.
pub struct Silent;

impl Watch for Silent {
    fn begin(&self, _: Ending, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
}
