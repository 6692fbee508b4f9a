//! Weights from files.

use std::sync::{Arc, Mutex, PoisonError};

use petteia_files::read_text;

use super::weights::Weights;

/// The maximum size of a file in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// The weights read so far, by file name, because every game creates new agents.
static READ: Mutex<Vec<(String, Arc<Weights>)>> = Mutex::new(Vec::new());

/// Returns the weights in a file, which is read only once.
///
/// # Errors
/// The file cannot be read, or does not contain weights.
pub fn read(file: &str) -> Result<Arc<Weights>, String> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, weights)) = read.iter().find(|(name, _)| name == file) {
        return Ok(weights.clone());
    }
    let text = read_text(file.as_ref(), MOST_BYTES).map_err(|error| error.to_string())?;
    let weights: Weights =
        toml::from_str(&text).map_err(|error| format!("{file}: {}", error.to_string().trim_end()))?;
    let weights = Arc::new(weights);
    read.push((file.to_owned(), weights.clone()));
    Ok(weights)
}
