//! The names of the scripts and logs of jobs.

use std::ffi::OsStr;
use std::path::Path;

use clap::ValueEnum;

use super::{COPY, kubernetes, slurm};
use crate::cli::BatchSystem;

/// Whether a file, by its path in the folder of a run, is a script or log of its jobs.
pub fn is_of_submit(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let is = |files: &[&str]| name == COPY || files.contains(&name);
    let folder = path.parent().and_then(Path::to_str).unwrap_or_default();
    match BatchSystem::from_str(folder, false) {
        Ok(BatchSystem::Slurm) => is(&slurm::FILES) || slurm::is_log(name),
        Ok(BatchSystem::Kubernetes) => is(&kubernetes::FILES),
        Err(_) => false,
    }
}
