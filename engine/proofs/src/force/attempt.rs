//! A side's attempt to force a fortress, for code that does not depend on the shape of the board.

use petteia_engine::rules::Unsupported;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Side, with_width};

use super::camp::{Camp, check_described, filled_ranks};
use super::certificate::Certificate;
use super::complete::{CompleteCamp, TooLarge};
use super::goal::Goal;
use super::search::{Depth, Search, Solved};

/// The number of ranks that are solved completely.
const SMALL: u8 = 2;

/// The side, its goal, and the memory for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The side that tries to force the goal.
    pub side: Side,
    /// The goal.
    pub goal: Goal,
    /// The largest number of bytes that the search may use, including its complete table.
    pub memory: u64,
}

/// Why there can be no search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttemptError {
    /// The search does not cover the game, or not with this number of ranks.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The complete table of the first two ranks is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// A search for a forced fortress in the first ranks of a side: [`Search`] on a board of any shape. It can be extended to
/// more ranks.
///
/// ```
/// use petteia_engine::{Rules, Side};
/// use petteia_proofs::check::check_certificate;
/// use petteia_proofs::force::{Aim, Goal, Solved, attempt};
/// let rules = Rules::parse("city-12").unwrap();
/// let aim = Aim { side: Side::White, goal: Goal::Fortress, memory: 1 << 30 };
/// let mut attempt = attempt(&rules, aim, 2, None).unwrap();
/// assert_eq!(attempt.search(6, &mut |_| ()), Solved::Within(3));
/// assert_eq!(check_certificate(&attempt.certificate("city-12").text()).unwrap().within, 3);
/// ```
pub trait Attempt: Send {
    /// Returns the number of ranks searched.
    fn ranks(&self) -> u8;

    /// Extends the search to more ranks. The complete solution is kept; everything else is searched again.
    ///
    /// # Errors
    /// There are too many ranks; the search is unchanged.
    fn widen(&mut self, ranks: u8) -> Result<(), Unsupported>;

    /// Returns the number of states in which the side makes its first move: 1 for the first player, otherwise the
    /// number of the enemy's first moves that differ within its ranks.
    fn openings(&self) -> usize;

    /// Returns the number of states searched.
    fn states(&self) -> u64;

    /// Searches for the goal within 0, 1, 2, … up to `moves` moves. `progress` receives each depth that is done.
    fn search(&mut self, moves: u8, progress: &mut dyn FnMut(Depth)) -> Solved;

    /// Returns the strategy that was found. `name` is the game with its switches.
    ///
    /// # Panics
    /// The last search did not find a strategy.
    fn certificate(&self, name: &str) -> Certificate;
}

impl<G: Geometry> Attempt for Search<G> {
    fn ranks(&self) -> u8 {
        self.camp().ranks
    }

    fn widen(&mut self, ranks: u8) -> Result<(), Unsupported> {
        let camp = Camp::new(self.camp().game.clone(), self.camp().owner, ranks)?;
        self.move_to(camp);
        Ok(())
    }

    fn openings(&self) -> usize {
        self.roots().len()
    }

    fn states(&self) -> u64 {
        self.nodes
    }

    fn search(&mut self, moves: u8, progress: &mut dyn FnMut(Depth)) -> Solved {
        let roots = self.roots();
        self.solve(&roots, moves, progress)
    }

    fn certificate(&self, name: &str) -> Certificate {
        Certificate::of(self, name, &self.roots())
    }
}

/// Prepares a search in the first `ranks` ranks. With `complete`, it solves the first two ranks completely beforehand, and
/// the search uses this solution; `complete` receives each number of enemies that is done, and the total number.
///
/// # Errors
/// The search does not cover the rules, or there are too few or too many ranks; or some of the side's pieces are not in the
/// two ranks to solve, or their table does not fit into the memory.
pub fn attempt<'a>(
    rules: &'a CheckedRules,
    aim: Aim,
    ranks: u8,
    complete: Option<&'a mut dyn FnMut(u8, u8)>,
) -> Result<Box<dyn Attempt>, AttemptError> {
    with_width(rules.board, Prepare { rules, aim, ranks, complete })
}

struct Prepare<'a> {
    rules: &'a CheckedRules,
    aim: Aim,
    ranks: u8,
    complete: Option<&'a mut dyn FnMut(u8, u8)>,
}

impl OnBoard for Prepare<'_> {
    type Output = Result<Box<dyn Attempt>, AttemptError>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let Prepare { rules, aim: Aim { side, goal, memory }, ranks, complete } = self;
        let camp = |ranks| Camp::new(Game::new(rules.clone(), geometry), side, ranks);
        let whole = camp(ranks)?;
        let Some(progress) = complete else { return Ok(Box::new(Search::new(whole, goal, memory))) };
        let small = camp(SMALL).map_err(|_| more_ranks())?;
        let taken = CompleteCamp::bytes(&small).unwrap_or(u64::MAX);
        let enemies = small.start().enemies();
        let table = CompleteCamp::solve(small, goal, memory, |done| progress(done, enemies))?;
        Ok(Box::new(Search::with_table(whole, table, memory.saturating_sub(taken))))
    }
}

fn more_ranks() -> Unsupported {
    let why = "only the first two ranks of a side can be solved completely, and it has pieces beyond them; search without a \
               complete solution";
    Unsupported::new("a complete solution", why)
}

/// Checks that the search covers the rules for a side, with any number of ranks.
///
/// # Errors
/// What the search does not cover.
///
/// ```
/// use petteia_engine::{Rules, Side};
/// use petteia_proofs::force::is_searched;
/// assert_eq!(is_searched(&Rules::parse("city-8").unwrap(), Side::Black), Ok(()));
/// assert!(is_searched(&Rules::parse("poleis").unwrap(), Side::Black).is_err());
/// ```
pub fn is_searched(rules: &CheckedRules, side: Side) -> Result<(), Unsupported> {
    check_described(rules, &Game::of(rules.clone()).start(), side)
}

/// Returns the number of ranks that a side's pieces occupy at the start plus one more, into which they can move; at
/// least 2.
pub fn usual_ranks(rules: &CheckedRules, side: Side) -> u8 {
    (filled_ranks(rules, side) + 1).max(SMALL)
}
