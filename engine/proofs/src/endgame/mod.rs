//! Endgame tables: the value of every placement of a few pieces, by retrograde analysis (Thompson, "Retrograde analysis of
//! certain endgames", ICCA Journal 9, 1986).
//!
//! A table contains one [`Value`] for each placement of the pieces of one [`Ending`], up to [symmetry](Symmetries).
//! Legal moves, captures and ends come from the engine alone, with its limits switched off: a draw is a position from
//! which neither side can force a win. Captures lead into the tables of smaller endings, which are computed first. Games
//! with a die have tables of expectations instead ([`Chances`]).

mod any_board;
mod build;
mod census;
mod chances;
mod compression;
mod context;
mod count;
mod draft;
mod evaluate;
mod exact;
mod index;
mod material;
mod on_demand;
mod parallel;
mod predecessors;
mod request;
mod solve;
mod store;
mod symmetry;
mod table;
mod value;
mod verify;

pub use any_board::AnyTables;
pub use census::{Census, Extreme};
pub use chances::{
    ChanceCensus, ChanceExtreme, ChanceFault, ChanceProbed, ChanceTable, ChanceTables, Chances, Expected, MEAN_PLIES,
    Rolled,
};
pub use context::SolverContext;
pub use exact::Probed;
pub use material::{Ending, EndingTextError, Material, Seat};
pub use on_demand::TablebaseBudget;
pub use request::{ProbeError, Sample, SolveError, SolveOptions, TooLong};
pub use store::StoreError;
pub use symmetry::Symmetries;
pub use table::{Table, TableKind, Tables};
pub use value::Value;
pub use verify::Fault;

/// Tables of wins, draws and losses with their distances, in a game without a die.
#[derive(Clone, Debug)]
pub struct Exact;

/// A game without a die, with the tables of some of its endings.
///
/// ```
/// use petteia_engine::Rules;
/// use petteia_proofs::endgame::{Endgames, ProbeError};
/// let endgames = Endgames::new(&Rules::parse("city-8").unwrap()).unwrap();
/// let ending = endgames.context().ending("2v3".parse().unwrap()).unwrap();
/// assert_eq!(ending.to_string(), "3v2");
/// let position = endgames.game().parse("8/8/8/3s4/8/8/3SS3/8 w 0,0 7,6 2 40").unwrap();
/// assert_eq!(endgames.probe(&position), Err(ProbeError::NoTable("2v1".parse().unwrap())));
/// ```
pub type Endgames = AnyTables<Exact>;

/// [`Endgames`] on one shape of the board.
pub type EndgameTables<G> = Tables<G, Exact>;

/// A table of a seat in [`Endgames`].
pub type EndgameTable<S> = Table<S, Exact>;
