//! Tables of expectations: the value of every placement of a few pieces in a game with a die, by value iteration.
//!
//! With a die a placement is neither won nor lost: it has an expectation, the expected score of the side to move before
//! its roll. Few pieces may wander for thousands of turns, so a limit decides much, and a clock would multiply the entries
//! by its length. The tables therefore replace the limits by chance: after every turn that does not end the game, it is
//! drawn with probability 1/[`MEAN_PLIES`], so that on average it continues for as long as `no_progress` allows.
//!
//! This is a discounted stochastic game (Shapley, "Stochastic games", PNAS 39, 1953). It has exactly one value, and best
//! play depends on the position alone. Value iteration converges to it from any beginning, and the last change bounds the
//! distance that is left (Banach); each table states this bound.

mod build;
mod census;
mod decisions;
mod expected;
mod replies;
mod verify;

pub use census::{ChanceCensus, ChanceExtreme};
pub use decisions::{ChanceProbed, Rolled};
pub use verify::ChanceFault;

use super::any_board::AnyTables;
use super::table::{Table, Tables};

/// Tables of expectations, in a game with a die.
#[derive(Clone, Debug)]
pub struct Expected;

/// A game with a die, with the tables of expectations of some of its endings.
///
/// ```
/// use petteia_engine::{BoardSize, Rules};
/// use petteia_proofs::endgame::{Chances, TablebaseBudget};
/// let small = Rules { board: BoardSize { files: 4, ranks: 4 }, ..Rules::read("city-8+die=4").unwrap() };
/// let chances = Chances::on_demand(&small.check().unwrap(), TablebaseBudget::UpTo(3), None, &()).unwrap();
/// // Whatever White rolls, a2-a1 captures the last stone.
/// let position = chances.game().parse("4/4/S3/1sS1 w 0,0 3,2 0 0").unwrap();
/// let probed = chances.probe(&position).unwrap();
/// assert_eq!((probed.expectation, probed.rolls.len()), (1.0, 4));
/// ```
pub type Chances = AnyTables<Expected>;

/// [`Chances`] on one shape of the board.
pub type ChanceTables<G> = Tables<G, Expected>;

/// A table of a seat in [`Chances`].
pub type ChanceTable<S> = Table<S, Expected>;

/// The mean number of turns after which the game of the tables is drawn: the default of `no_progress` on boards of up to 128
/// squares.
pub const MEAN_PLIES: u32 = 200;

/// The probability that the game goes on after a turn.
const GOES_ON: f64 = 1.0 - 1.0 / MEAN_PLIES as f64;

/// Returns the expected score, from 0 to 1, for a margin: the probability of winning minus that of losing.
fn score(margin: f64) -> f64 {
    (1.0 + margin) / 2.0
}
