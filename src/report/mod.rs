//! What a report says of a run besides its tables: how it was played, its rules, and sample games.

mod background;
mod known;
mod methods;

pub use background::background;
pub use known::known;
pub use methods::methods;
