//! The store: a folder of games that were played once and need not be played again.
//!
//! A chunk is a range of games of one [cell](crate::cell::Cell), written whole or not at all. Its name has the hash of the
//! cell, so chunks of different cells never mix, and stores are joined by the union of their files. The
//! [`manifest`](Manifest) says which question the folder answers at present; ledgers record every chunk.

mod check;
mod chunk_table;
mod error;
mod folder;
mod index;
mod ledger;
mod lines;
mod lock;
mod manifest;
mod merge;
mod new_chunk;
mod open;
mod reset;
mod shard;

pub use check::{check_all, check_chunks, files, find_damaged, quarantine_chunks, quarantine_damaged};
pub use error::RunError;
pub use folder::{LOCKS, at_work, lock_report};
pub use index::{Process, StoreIndex, cover, sum};
pub(crate) use ledger::Entry;
pub use ledger::{ChunkEntry, ChunkKey, TableProgress};
pub use lock::{Lock, LockError};
pub use manifest::{FORMAT, MANIFEST, Manifest, QuestionKind, Request};
pub use merge::{MergeCounts, join};
pub use new_chunk::{NewChunk, RemoteJob};
pub use open::Store;
pub use reset::{FileRole, Layout, is_record, reset, resume_reset};
pub use shard::{Shard, label, shard_of};
