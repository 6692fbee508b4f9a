//! A side's attempt to force a fortress, for code that does not depend on the shape of the board.

use std::fmt;

use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Side, with_width};

use super::camp::{Camp, NotForceable, filled_ranks};
use super::certificate::Certificate;
use super::complete::{CompleteCamp, TooLarge};
use super::goal::Goal;
use super::search::{Search, SearchLimits, Solved};

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

/// Why there can be no search with a complete solution of the first two ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComplete {
    /// The search does not cover the game, or not with this number of ranks.
    #[error(transparent)]
    Search(#[from] NotForceable),
    /// Some of the side's pieces are not in its first two ranks.
    #[error("the side has pieces beyond its first two ranks, but only these ranks can be solved completely")]
    MoreRanks,
    /// The table of these ranks is too large.
    #[error(transparent)]
    Memory(#[from] TooLarge),
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// The number of moves searched.
    pub moves: u8,
    /// The number of openings for which they did not suffice.
    pub open: usize,
    /// The number of states searched so far.
    pub states: u64,
}

/// A search for a forced fortress in the first ranks of a side. It can be extended to more ranks.
///
/// ```
/// use petteia_engine::{Rules, Side};
/// use petteia_proofs::check::check_certificate;
/// use petteia_proofs::force::{Aim, Attempt, Goal, Solved};
/// let rules = Rules::parse("city-12").unwrap();
/// let aim = Aim { side: Side::White, goal: Goal::Fortress, memory: 1 << 30 };
/// let mut attempt = Attempt::new(&rules, aim, 2).unwrap();
/// assert_eq!(attempt.search(6, |_| ()), Solved::Within(3));
/// assert_eq!(check_certificate(&attempt.certificate("city-12").text()).unwrap().within, 3);
/// ```
pub struct Attempt {
    /// The number of bytes left for the search.
    memory: u64,
    search: Box<dyn OnItsShape>,
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempt").field("ranks", &self.ranks()).finish_non_exhaustive()
    }
}

impl Attempt {
    /// Prepares a search in the first `ranks` ranks, without a table.
    ///
    /// # Errors
    /// The search does not cover the rules, or there are too few or too many ranks.
    pub fn new(rules: &CheckedRules, aim: Aim, ranks: u8) -> Result<Self, NotForceable> {
        let search = with_width(rules.board, Prepare { rules, aim, ranks })?;
        Ok(Attempt { memory: aim.memory, search })
    }

    /// Solves the first two ranks completely and prepares a search in the first `ranks` ranks that uses this solution.
    /// `progress` receives the total number of enemies, and each number of enemies that is done.
    ///
    /// # Errors
    /// As for [`Attempt::new`]; or some of the side's pieces are not in two ranks, or the table does not fit into the
    /// memory.
    pub fn complete(
        rules: &CheckedRules,
        aim: Aim,
        ranks: u8,
        mut progress: impl FnMut(u8, u8),
    ) -> Result<Self, NotComplete> {
        let work = Complete { rules, aim, ranks, progress: &mut progress };
        let (search, taken) = with_width(rules.board, work)?;
        Ok(Attempt { memory: aim.memory.saturating_sub(taken), search })
    }

    /// Returns the number of ranks searched.
    pub fn ranks(&self) -> u8 {
        self.search.ranks()
    }

    /// Extends the search to more ranks. The complete solution is kept; everything else is searched again.
    ///
    /// # Errors
    /// There are too many ranks; the search is unchanged.
    pub fn widen(&mut self, ranks: u8) -> Result<(), NotForceable> {
        self.search.widen(ranks)
    }

    /// Returns the number of states in which the side makes its first move: 1 for the first player, otherwise the
    /// number of the enemy's first moves that differ within its ranks.
    pub fn openings(&self) -> usize {
        self.search.openings()
    }

    /// Returns the number of states searched.
    pub fn states(&self) -> u64 {
        self.search.states()
    }

    /// Searches for the goal within 0, 1, 2, … up to `moves` moves. `progress` receives each depth that is done.
    pub fn search(&mut self, moves: u8, mut progress: impl FnMut(Depth)) -> Solved {
        self.search.search(SearchLimits { moves, bytes: self.memory }, &mut progress)
    }

    /// Returns the strategy that was found. `name` is the game with its switches.
    ///
    /// # Panics
    /// The last search did not find a strategy.
    pub fn certificate(&self, name: &str) -> Certificate {
        self.search.certificate(name)
    }
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
pub fn is_searched(rules: &CheckedRules, side: Side) -> Result<(), NotForceable> {
    // The number of ranks is checked last.
    let ranks = rules.board.ranks.saturating_sub(2);
    match Camp::new(Game::of(rules.clone()), side, ranks) {
        Ok(_) | Err(NotForceable::Ranks) => Ok(()),
        Err(refused) => Err(refused),
    }
}

/// Returns the number of ranks that a side's pieces occupy at the start plus one more, into which they can move; at
/// least 2.
pub fn usual_ranks(rules: &CheckedRules, side: Side) -> u8 {
    (filled_ranks(rules, side) + 1).max(SMALL)
}

/// [`Search`] for any shape of the board, as needed by [`Attempt`].
trait OnItsShape: Send {
    fn ranks(&self) -> u8;
    fn widen(&mut self, ranks: u8) -> Result<(), NotForceable>;
    fn openings(&self) -> usize;
    fn states(&self) -> u64;
    fn search(&mut self, limits: SearchLimits, progress: &mut dyn FnMut(Depth)) -> Solved;
    fn certificate(&self, name: &str) -> Certificate;
}

impl<G: Geometry> OnItsShape for Search<G> {
    fn ranks(&self) -> u8 {
        self.camp().ranks()
    }

    fn widen(&mut self, ranks: u8) -> Result<(), NotForceable> {
        let camp = Camp::new(self.camp().game().clone(), self.camp().owner(), ranks)?;
        self.move_to(camp);
        Ok(())
    }

    fn openings(&self) -> usize {
        self.roots().len()
    }

    fn states(&self) -> u64 {
        self.nodes
    }

    fn search(&mut self, limits: SearchLimits, progress: &mut dyn FnMut(Depth)) -> Solved {
        let roots = self.roots();
        self.solve(&roots, limits, |moves, open, search| {
            progress(Depth { moves, open: open.len(), states: search.nodes });
        })
    }

    fn certificate(&self, name: &str) -> Certificate {
        Certificate::of(self, name, &self.roots())
    }
}

struct Prepare<'a> {
    rules: &'a CheckedRules,
    aim: Aim,
    ranks: u8,
}

impl OnBoard for Prepare<'_> {
    type Output = Result<Box<dyn OnItsShape>, NotForceable>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let Prepare { rules, aim, ranks } = self;
        let camp = Camp::new(Game::new(rules.clone(), geometry), aim.side, ranks)?;
        Ok(Box::new(Search::new(camp, aim.goal)))
    }
}

struct Complete<'a> {
    rules: &'a CheckedRules,
    aim: Aim,
    ranks: u8,
    progress: &'a mut dyn FnMut(u8, u8),
}

impl OnBoard for Complete<'_> {
    /// The bytes include those of the table.
    type Output = Result<(Box<dyn OnItsShape>, u64), NotComplete>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let Complete { rules, aim, ranks, progress } = self;
        let camp = |ranks| Camp::new(Game::new(rules.clone(), geometry), aim.side, ranks);
        let whole = camp(ranks)?;
        let small = camp(SMALL).map_err(|_| NotComplete::MoreRanks)?;
        let taken = CompleteCamp::bytes(&small).unwrap_or(u64::MAX);
        let enemies = small.start().enemies();
        let table = CompleteCamp::solve(small, aim.goal, aim.memory, |done| progress(done, enemies))?;
        Ok((Box::new(Search::with_table(whole, table)), taken))
    }
}
