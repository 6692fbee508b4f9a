//! From the parts a run wrote to one row a cell, and one row a square.
//!
//! [`parts`] finds and reads the parts, [`games`] adds each game to its cell's exact counts,
//! [`summary`] turns counts into rates with intervals, [`examples`] remembers games worth a look,
//! [`squares`] adds up the square counts, and [`write`] puts both tables on disk. Only counts are
//! kept, so memory does not grow with the number of games.

pub(crate) mod examples;
pub(crate) mod games;
pub(crate) mod outcome;
pub(crate) mod parts;
pub(crate) mod squares;
pub(crate) mod summary;
pub(crate) mod write;
