//! Weights from files.

use std::fs;
use std::sync::Arc;

use petteia_engine::files::read_text;

use super::weights::Weights;
use crate::agents::once::Once;

/// The maximum size of a file in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// The weights read so far, by file name.
static READ: Once<String, Arc<Weights>> = Once::new();

/// Returns the weights in a file, which is read only once.
pub fn read(file: &str) -> Result<Arc<Weights>, String> {
    READ.get(file.to_owned(), |_| {
        // A pipe could make its reader wait forever.
        if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
            return Err(format!("{file} is not a regular file"));
        }
        let text = read_text(file.as_ref(), MOST_BYTES).map_err(|error| error.to_string())?;
        // A run folder from elsewhere may name any file, so that nothing of it is shown.
        let wrong = |error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            format!("{file}:{}: this is not a file of `petteia fit`", before.matches('\n').count() + 1)
        };
        Ok(Arc::new(toml::from_str(&text).map_err(wrong)?))
    })
}
