//! Small checkers that do not rely on any prover or search: plain loops over squares, written from
//! experiments/studies/fortresses.md alone. They share no code with the rest of this crate.

mod force;
mod forced_board;
mod fortress;
mod rules;

pub use force::{CertificateError, CheckedCertificate, check_certificate};
pub use fortress::{Objection, check_fortress};
