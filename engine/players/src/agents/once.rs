//! What is found only once, because every game creates new agents.

use std::sync::{Mutex, PoisonError};

/// What was found so far, with what it was found for.
pub struct Once<K, V>(Mutex<Vec<(K, V)>>);

impl<K: PartialEq, V: Clone> Once<K, V> {
    pub const fn new() -> Self {
        Once(Mutex::new(Vec::new()))
    }

    /// Returns what is known for a key, or finds it. Others wait meanwhile. Nothing is remembered of an error.
    pub fn get<E>(&self, key: K, find: impl FnOnce(&K) -> Result<V, E>) -> Result<V, E> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(known, _)| *known == key) {
            return Ok(found.clone());
        }
        let found = find(&key)?;
        known.push((key, found.clone()));
        Ok(found)
    }
}
