//! Weights from files.

use std::sync::Arc;

use petteia_files::read_text;

use super::weights::Weights;
use crate::agents::once::Once;

/// The maximum size of a file in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// The weights read so far, by file name.
static READ: Once<String, Arc<Weights>> = Once::new();

/// Returns the weights in a file, which is read only once.
pub fn read(file: &str) -> Result<Arc<Weights>, String> {
    READ.get(file.to_owned(), |_| {
        let text = read_text(file.as_ref(), MOST_BYTES).map_err(|error| error.to_string())?;
        let weights = toml::from_str(&text).map_err(|error| format!("{file}: {}", error.to_string().trim_end()))?;
        Ok(Arc::new(weights))
    })
}
