//! What a report contains besides its tables: how the run was played, its rules, and sample games.

mod background;
mod methods;
mod run_context;

pub use background::{SampleGames, background};
pub use methods::methods;
pub use run_context::run_context;
