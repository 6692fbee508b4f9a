//! The engine and the players behind the page that needs no installation (web/README.md).
//!
//! A script writes a question as JSON into memory ([`abi`]), and the [`Desk`] answers it.

#![deny(missing_docs)]
#![deny(unsafe_code)]

mod abi;
mod catalogue;
mod choice;
mod desk;
mod fortress;
mod measure;
mod play;
mod view;

use desk::Desk;
