//! A side's attempt to force a fortress, for programs that name no shape of the board.

use std::fmt;

use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Side, with_geometry};

use super::camp::{Camp, NotForceable, filled_ranks};
use super::certificate::Certificate;
use super::complete::{CompleteCamp, TooLarge};
use super::goal::Goal;
use super::search::{Search, SearchLimits, Solved};

/// The ranks that are solved completely.
const SMALL: u8 = 2;

/// Who tries to force what, and with how much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The side.
    pub side: Side,
    /// What it is to reach.
    pub goal: Goal,
    /// The most bytes that the search takes, its complete table among them.
    pub memory: u64,
}

/// Why there is no search that knows all about the first two ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComplete {
    /// The game is not searched, or not in so many ranks.
    #[error(transparent)]
    Search(#[from] NotForceable),
    /// The side's pieces do not all stand in the first two ranks.
    #[error("the side has pieces beyond its first two ranks, which alone can be solved completely")]
    MoreRanks,
    /// Their table is too large.
    #[error(transparent)]
    Memory(#[from] TooLarge),
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// The moves that were searched.
    pub moves: u8,
    /// The openings for which they did not suffice.
    pub open: usize,
    /// The states searched so far.
    pub states: u64,
}

/// A search for a forced fortress in the first ranks of a side, which can be widened.
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
    rules: CheckedRules,
    aim: Aim,
    /// The bytes that are left for the search.
    memory: u64,
    search: Box<dyn OnItsShape>,
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempt").field("aim", &self.aim).field("ranks", &self.ranks()).finish_non_exhaustive()
    }
}

impl Attempt {
    /// Prepares a search in the first `ranks` ranks that knows nothing yet.
    ///
    /// # Errors
    /// Rules that are not searched, or too few or too many ranks.
    pub fn new(rules: &CheckedRules, aim: Aim, ranks: u8) -> Result<Self, NotForceable> {
        let search = with_geometry(rules.board, Prepare { rules, aim, ranks })?;
        Ok(Attempt { rules: rules.clone(), aim, memory: aim.memory, search })
    }

    /// Solves the first two ranks completely and prepares a search in the first `ranks` ranks that knows all about those
    /// two. `progress` is told of each number of enemies that is done, and of how many.
    ///
    /// # Errors
    /// As for [`Attempt::new`]; or the side's pieces do not all stand in two ranks, or the table does not fit into the
    /// memory.
    pub fn complete(
        rules: &CheckedRules,
        aim: Aim,
        ranks: u8,
        mut progress: impl FnMut(u8, u8),
    ) -> Result<Self, NotComplete> {
        let work = Complete { rules, aim, ranks, progress: &mut progress };
        let (search, taken) = with_geometry(rules.board, work)?;
        Ok(Attempt { rules: rules.clone(), aim, memory: aim.memory.saturating_sub(taken), search })
    }

    /// Returns the number of ranks that are searched.
    pub fn ranks(&self) -> u8 {
        self.search.ranks()
    }

    /// Makes this a search in more ranks. What is known completely stays known, all else is searched anew.
    ///
    /// # Errors
    /// Too many ranks; the search stays as it was.
    pub fn widen(&mut self, ranks: u8) -> Result<(), NotForceable> {
        self.search.widen(ranks)
    }

    /// Returns in how many states the side makes its first move: 1 for the first player, else as many as its ranks see
    /// of the enemy's first moves.
    pub fn openings(&self) -> usize {
        self.search.openings()
    }

    /// Returns how many states were searched.
    pub fn states(&self) -> u64 {
        self.search.states()
    }

    /// Looks for the goal within 0, 1, 2, … up to `moves` moves. `progress` is told of each depth that is done.
    pub fn search(&mut self, moves: u8, mut progress: impl FnMut(Depth)) -> Solved {
        self.search.search(SearchLimits { moves, bytes: self.memory }, &mut progress)
    }

    /// Returns the strategy that was found. `name` is the game with its switches.
    ///
    /// # Panics
    /// When the last search did not find one.
    pub fn certificate(&self, name: &str) -> Certificate {
        self.search.certificate(name)
    }

    /// Returns the rules.
    pub fn rules(&self) -> &CheckedRules {
        &self.rules
    }

    /// Returns who tries to force what.
    pub fn aim(&self) -> Aim {
        self.aim
    }
}

/// Tests whether the rules let a side's attempts be searched in any number of ranks.
///
/// # Errors
/// What is not searched.
///
/// ```
/// use petteia_engine::{Rules, Side};
/// use petteia_proofs::force::is_searched;
/// assert_eq!(is_searched(&Rules::parse("city-8").unwrap(), Side::Black), Ok(()));
/// assert!(is_searched(&Rules::parse("poleis").unwrap(), Side::Black).is_err());
/// ```
pub fn is_searched(rules: &CheckedRules, side: Side) -> Result<(), NotForceable> {
    // Ranks that are too few or too many are the last thing that is refused.
    let ranks = rules.board.ranks.saturating_sub(2);
    match Camp::new(Game::of(rules.clone()), side, ranks) {
        Ok(_) | Err(NotForceable::Ranks) => Ok(()),
        Err(refused) => Err(refused),
    }
}

/// Returns the ranks that a side's pieces stand on at the start and one more, where they can move to; at least 2.
pub fn usual_ranks(rules: &CheckedRules, side: Side) -> u8 {
    (filled_ranks(rules, side) + 1).max(SMALL)
}

/// [`Search`] without the shape of the board: what [`Attempt`] asks of it.
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
    /// With the bytes of the table.
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
