//! What a report contains besides its tables: how the run was played, its rules, and sample games.

mod background;
mod known;
mod methods;

pub use background::{SampleGames, background};
pub use known::known;
pub use methods::methods;
