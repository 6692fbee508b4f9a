//! What a report says of a run besides its tables: how it was played, its rules, and sample games.

mod background;
mod methods;

pub use background::background;
pub use methods::methods;
