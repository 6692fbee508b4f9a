//! The store: a folder of games that were played once and need not be played again.
//!
//! A part is a range of games of one [cell](crate::cell::Cell), written whole or not at all. Its name has the hash of the
//! cell, so parts of different cells never mix, and stores are joined by the union of their files. The
//! [`manifest`](Manifest) says which question the folder answers at present; ledgers record every part.

mod check;
mod contents;
mod error;
mod folder;
mod fresh;
mod ledger;
mod lines;
mod lock;
mod manifest;
mod merge;
mod open;
mod parcel;
mod part;
mod shard;

pub use check::{check_all, check_parts, files, find_damaged, set_damaged_aside};
pub use contents::{Contents, Process, cover, sum};
pub use error::RunError;
pub use folder::{LOCKS, at_work, lock_report};
pub use fresh::{Layout, Written, go_on_starting_over, is_record, start_over};
pub(crate) use ledger::Entry;
pub use ledger::{Making, PartEntry};
pub use lock::{Lock, LockError};
pub use manifest::{Asked, FORMAT, MANIFEST, Manifest, QuestionKind};
pub use merge::{Joined, join};
pub use open::Store;
pub use parcel::{Errand, Parcel};
pub use shard::{Shard, label, shard_of};
