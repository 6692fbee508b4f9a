//! Other processes that play jobs, perhaps on other machines.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::store::{NewChunk, RemoteJob, RunError};

/// Submits a job, and returns the answer as bytes, or what went wrong. Once the flag is set, nobody waits for the answer any
/// more.
pub type SubmitJob = dyn Fn(&RemoteJob, &AtomicBool) -> Result<Vec<u8>, String> + Send + Sync;

/// Other processes that play jobs.
#[derive(Clone)]
pub struct RemoteExecutor {
    /// Submits a job.
    pub submit: Arc<SubmitJob>,
    /// The jobs that are under way at a time.
    pub max_jobs: usize,
}

impl fmt::Debug for RemoteExecutor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("RemoteExecutor")
    }
}

impl RemoteExecutor {
    /// Has a job played.
    ///
    /// # Errors
    /// It could not be played, or the answer is something else.
    pub(super) fn play(&self, job: &RemoteJob, stop: &AtomicBool) -> Result<NewChunk, RunError> {
        let answer = (self.submit)(job, stop).map_err(RunError::Remote)?;
        let other = || RunError::Remote("the answer is not the chunk that was asked for".into());
        NewChunk::answer_to(job, &answer).ok_or_else(other)
    }
}
