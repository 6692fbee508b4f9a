//! Endgame tables: the value of every placement of a few pieces, by retrograde analysis (Thompson, "Retrograde analysis of
//! certain endgames", ICCA Journal 9, 1986).
//!
//! A table contains one [`Value`] for each placement of the pieces of one [`Ending`], up to [symmetry](Symmetries).
//! Legal moves, captures and ends come from the engine alone, with its limits switched off: a draw is a position from
//! which neither side can force a win. Captures lead into the tables of smaller endings, which are computed first. Games
//! with a die have tables of expectations instead ([`Chances`]).

mod census;
mod chances;
mod compression;
mod count;
mod endgames;
mod evaluate;
mod index;
mod library;
mod making;
mod material;
mod on_demand;
mod origins;
mod probe;
mod setting;
mod solve;
mod store;
mod symmetry;
mod table;
mod value;
mod verify;
mod watch;
mod work;

pub use census::{Census, Extreme};
pub use chances::{
    ChanceCensus, ChanceExtreme, ChanceFault, ChanceProbed, ChanceTable, ChanceTables, Chances, MEAN_PLIES, Rolled,
};
pub use endgames::Endgames;
pub use making::TooLong;
pub use material::{Ending, EndingTextError, Material, Seat};
pub use on_demand::Extent;
pub use probe::{ProbeError, Probed};
pub use setting::{Refusal, Setting};
pub use solve::{SolveError, SolveOptions, solve};
pub use store::StoreError;
pub use symmetry::Symmetries;
pub use table::{EndgameTable, EndgameTables};
pub use value::Value;
pub use verify::{Fault, Sample, verify};
pub use watch::{Silent, Watch};
