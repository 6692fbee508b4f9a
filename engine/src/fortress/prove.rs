//! The prover: finds the largest wall for each shuttle by removing pieces that do not hold until all others do
//! (studies/fortresses.md §5).

use super::cover::{self, NotCovered};
use super::open::Terrain;
use super::safety::{Conditions, Weakness};
use super::{Fortress, Ground};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::Movement;
use crate::vocab::{Side, Square, SquareSet};

/// The prover's answer for one side of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<S> {
    /// It has a fortress.
    Fortress(Fortress<S>),
    /// It has none.
    Breach(Breach<S>),
    /// The case is not covered.
    NotCovered(NotCovered),
}

impl<S> Answer<S> {
    /// Returns the fortress, if there is one.
    pub fn fortress(self) -> Option<Fortress<S>> {
        match self {
            Answer::Fortress(fortress) => Some(fortress),
            Answer::Breach(_) | Answer::NotCovered(_) => None,
        }
    }
}

/// Why a side has no fortress, for the shuttle that comes closest to one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breach<S> {
    /// The squares that strangers can finally reach.
    pub open: S,
    /// The pieces that finally hold.
    pub holding: S,
    /// The other pieces in the order in which they fail, each with its first reason.
    pub failing: Vec<(Square, Weakness)>,
    /// Why no piece can be the shuttle.
    pub shuttle: ShuttleTrouble,
}

/// Why there is no shuttle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShuttleTrouble {
    /// No piece can move forever in any position.
    #[default]
    NoMover,
    /// No piece stands out of reach of all strangers.
    NotEnclosed,
    /// Enclosed pieces have no empty square beside them.
    NoRoom,
    /// The only candidate may get a capture, and then it must leave or may be huffed.
    Compelled,
    /// The only candidate may be left without an empty neighbour.
    Smothered,
}

impl ShuttleTrouble {
    /// Returns a description in words.
    pub const fn text(self) -> &'static str {
        match self {
            ShuttleTrouble::NoMover => "no piece of this side can move to and fro forever",
            ShuttleTrouble::NotEnclosed => "every piece that can move stands where an enemy can come",
            ShuttleTrouble::NoRoom => "enclosed pieces have no empty square to step to",
            ShuttleTrouble::Compelled => "the moving piece can get an opportunity to capture",
            ShuttleTrouble::Smothered => "the group of the moving piece can be left without an empty square next to it",
        }
    }
}

/// Returns whether `owner` has a fortress in a position.
///
/// ```
/// use petteia_engine::{Fixed, Game, Rules, Side};
/// use petteia_engine::fortress::{Answer, prove};
/// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
/// let position = game.parse("ssssssss/8/8/8/8/8/SS6/S1S5 w 0,0 4,0 0 80").unwrap();
/// assert!(matches!(prove(&game, &position, Side::White), Answer::Fortress(_)));
/// assert!(matches!(prove(&game, &position, Side::Black), Answer::Breach(_)));
/// ```
pub fn prove<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, owner: Side) -> Answer<G::Set> {
    if let Err(reason) = cover::check(game, position, owner) {
        return Answer::NotCovered(reason);
    }
    let ground = Ground::of(game, position, owner);
    let rules = game.rules();
    match prove_on(game, &ground, owner) {
        Ok(fortress) if rules.inciti && fortress.pieces() != ground.own => Answer::NotCovered(NotCovered::Sweep),
        Ok(_) if rules.keeps_hopeless() && !ground.inciti.is_empty() => Answer::NotCovered(NotCovered::Idle),
        Ok(fortress) => Answer::Fortress(fortress),
        Err(breach) => Answer::Breach(breach),
    }
}

/// Applies [`prove`] to a ground, without condition F8 and without checking what is covered.
pub fn prove_on<G: Geometry>(
    game: &Game<G>,
    ground: &Ground<G::Set>,
    owner: Side,
) -> Result<Fortress<G::Set>, Breach<G::Set>> {
    let geometry = game.geometry();
    let conditions = Conditions::of(game.rules(), owner);
    let stones_move = !game.rules().vagi && game.rules().movement != Movement::Forward;
    let movers = (if stones_move { ground.own } else { ground.own_leader }) & !ground.doomed;
    let mut nearest: Option<Breach<G::Set>> = None;
    let mut best: Option<Fortress<G::Set>> = None;
    for home in movers.squares() {
        match largest(geometry, ground, &conditions, home) {
            Ok(fortress) if best.is_none_or(|best| best.wall.count() < fortress.wall.count()) => best = Some(fortress),
            Ok(_) => {}
            Err(breach) => {
                let rank = |breach: &Breach<G::Set>| (breach.shuttle, breach.holding.count());
                if nearest.as_ref().is_none_or(|nearest| rank(nearest) < rank(&breach)) {
                    nearest = Some(breach);
                }
            }
        }
    }
    best.ok_or_else(|| nearest.unwrap_or_default())
}

/// Returns the fortress with the largest wall whose shuttle stands on `home`.
fn largest<G: Geometry>(
    geometry: G,
    ground: &Ground<G::Set>,
    conditions: &Conditions,
    home: Square,
) -> Result<Fortress<G::Set>, Breach<G::Set>> {
    let free = geometry.board() & !(ground.own | ground.enemy | ground.inciti);
    let mut nearest: Option<Breach<G::Set>> = None;
    for away in conditions.destinations(geometry, ground, home, free).squares() {
        let all = Fortress { wall: ground.own & !G::Set::only(home), shuttle: [home, away] };
        match reduce(geometry, ground, conditions, all) {
            Ok(fortress) => return Ok(fortress),
            Err(breach) => {
                if nearest.as_ref().is_none_or(|nearest| nearest.shuttle < breach.shuttle) {
                    nearest = Some(breach);
                }
            }
        }
    }
    Err(nearest.unwrap_or(Breach {
        shuttle: ShuttleTrouble::NoRoom,
        holding: G::Set::EMPTY,
        open: G::Set::EMPTY,
        failing: Vec::new(),
    }))
}

/// Removes pieces that do not hold until all others do, provided that the shuttle stays out of reach.
fn reduce<G: Geometry>(
    geometry: G,
    ground: &Ground<G::Set>,
    conditions: &Conditions,
    mut fortress: Fortress<G::Set>,
) -> Result<Fortress<G::Set>, Breach<G::Set>> {
    let mut failing = Vec::new();
    let trouble = loop {
        let terrain = Terrain::of(geometry, ground, &fortress, conditions.crossing);
        let weak = conditions.weak(geometry, ground, &fortress);
        fortress.wall = weak.iter().fold(fortress.wall, |wall, &(square, _)| wall & !G::Set::only(square));
        let settled = weak.is_empty();
        failing.extend(weak);
        if !settled {
            continue;
        }
        if terrain.open.meets(terrain.steps) {
            break ShuttleTrouble::NotEnclosed;
        } else if conditions.shuttle_is_compelled(geometry, ground, &fortress) {
            break ShuttleTrouble::Compelled;
        } else if conditions.shuttle_is_smothered(geometry, ground, &fortress) {
            break ShuttleTrouble::Smothered;
        }
        return Ok(fortress);
    };
    let terrain = Terrain::of(geometry, ground, &fortress, conditions.crossing);
    Err(Breach { open: terrain.open, holding: fortress.wall, failing, shuttle: trouble })
}
