//! The prover: finds the largest wall for each shuttle by removing pieces that do not hold until all others do
//! (experiments/studies/fortresses.md §5).

use super::cover;
use super::open::Terrain;
use super::safety::{Conditions, ShuttleTrouble, Weakness};
use super::waiting::{Arrangement, Walk};
use super::{Fortress, Ground};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::{Movement, Unsupported};
use crate::vocab::{Side, Square, SquareSet};

/// The prover's answer for one side of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<S> {
    /// It has a fortress.
    Fortress(Fortress<S>),
    /// It has none.
    Breach(Breach<S>),
    /// The case is not covered.
    Unsupported(Unsupported),
}

impl<S> Answer<S> {
    /// Returns the fortress, if there is one.
    pub fn fortress(self) -> Option<Fortress<S>> {
        match self {
            Answer::Fortress(fortress) => Some(fortress),
            Answer::Breach(_) | Answer::Unsupported(_) => None,
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
        return Answer::Unsupported(reason);
    }
    let ground = Ground::of(game, position, owner);
    let rules = game.rules();
    match prove_on(game, &ground, owner) {
        Ok(fortress) if rules.inciti && fortress.pieces() != ground.own => unsupported(
            "inciti with pieces outside the fortress",
            "with `inciti`, the capture of a piece outside the fortress could cause a sweep, which the proof does not cover",
        ),
        Ok(_) if rules.keeps_hopeless() && !ground.inciti.is_empty() => unsupported(
            "hopeless=idle with dead squares",
            "with `hopeless=idle` and inciti on the board, moves of the shuttle may not count as legal moves",
        ),
        Ok(fortress) => Answer::Fortress(fortress),
        Err(breach) => Answer::Breach(breach),
    }
}

fn unsupported<S>(what: &str, why: &str) -> Answer<S> {
    Answer::Unsupported(Unsupported::new(what, why))
}

/// Applies [`prove`] to a ground, without condition F8 and without checking what is covered.
pub fn prove_on<G: Geometry>(
    game: &Game<G>,
    ground: &Ground<G::Set>,
    owner: Side,
) -> Result<Fortress<G::Set>, Breach<G::Set>> {
    let rules = game.rules();
    let stones_move = !rules.vagi && rules.movement != Movement::Forward;
    let movers = (if stones_move { ground.own } else { ground.own_leader }) & !ground.doomed;
    let prover = Prover { ground, conditions: Conditions::of(game, owner) };
    if rules.forbids_undo() { prover.without_undo(movers) } else { prover.with_shuttle(movers) }
}

struct Prover<'a, G: Geometry> {
    ground: &'a Ground<G::Set>,
    conditions: Conditions<'a, G>,
}

impl<G: Geometry> Prover<'_, G> {
    /// Returns the fortress with the largest wall in which one of `movers` goes to and fro.
    fn with_shuttle(&self, movers: G::Set) -> Result<Fortress<G::Set>, Breach<G::Set>> {
        let mut nearest: Option<Breach<G::Set>> = None;
        let mut best: Option<Fortress<G::Set>> = None;
        for home in movers.squares() {
            match self.largest(home) {
                Ok(fortress) if best.is_none_or(|best| best.wall.count() < fortress.wall.count()) => {
                    best = Some(fortress);
                }
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
    fn largest(&self, home: Square) -> Result<Fortress<G::Set>, Breach<G::Set>> {
        let Ground { own, enemy, inciti, own_leader, .. } = *self.ground;
        let free = self.conditions.geometry.board() & !(own | enemy | inciti);
        let at_home = G::Set::only(home);
        let mut nearest: Option<Breach<G::Set>> = None;
        for away in self.conditions.destinations(own, own_leader.has(home), home, free).squares() {
            let room = at_home | G::Set::only(away);
            let (fortress, failing) = self.reduce(Fortress { wall: own & !at_home, movers: at_home, room });
            let trouble = self.conditions.trouble(self.ground, &fortress);
            let Some(trouble) = trouble else { return Ok(fortress) };
            if nearest.as_ref().is_none_or(|nearest| nearest.shuttle < trouble) {
                nearest = Some(self.breach(&fortress, failing, trouble));
            }
        }
        Err(nearest.unwrap_or(Breach { shuttle: ShuttleTrouble::NoRoom, ..Breach::default() }))
    }

    /// Returns a fortress in which some of `movers` move forever and never take a move back, with as few of them as the
    /// search finds first (experiments/studies/fortresses.md §9).
    fn without_undo(&self, movers: G::Set) -> Result<Fortress<G::Set>, Breach<G::Set>> {
        let Ground { own, inciti, own_leader, last, .. } = *self.ground;
        let still = Fortress { wall: own, movers: G::Set::EMPTY, room: G::Set::EMPTY };
        let (still, failing) = self.reduce(still);
        let inner = (movers & still.wall).filter(|piece| self.may_leave(&still, G::Set::only(piece)));
        let open = self.terrain(&still).open;
        let calm = self.conditions.geometry.board() & !(open | still.wall | inciti);
        let alone = inner.squares().map(G::Set::only);
        for pieces in alone.chain([inner]) {
            let walk = Walk { conditions: self.conditions, room: calm | pieces };
            let start = Arrangement { pieces, leader: own_leader & pieces };
            if let Some(waiting) = walk.endless(start, last) {
                let room = walk.squares(&waiting);
                let movers = G::Set::of(waiting.moves.iter().map(|ends| ends[0])) & pieces;
                return Ok(Fortress { wall: still.wall & !movers, movers, room });
            }
        }
        let trouble = if movers.is_empty() {
            ShuttleTrouble::NoMover
        } else if inner.is_empty() {
            ShuttleTrouble::NotEnclosed
        } else if !self.conditions.geometry.neighbours(inner).meets(calm) {
            ShuttleTrouble::NoRoom
        } else {
            ShuttleTrouble::OnlyBack
        };
        Err(self.breach(&still, failing, trouble))
    }

    /// Returns whether a fortress holds without a piece of its wall, and no stranger can come to the square of that
    /// piece.
    fn may_leave(&self, fortress: &Fortress<G::Set>, piece: G::Set) -> bool {
        let without = Fortress { wall: fortress.wall & !piece, movers: piece, room: piece };
        !self.terrain(&without).open.meets(piece) && self.conditions.weak(self.ground, &without).is_empty()
    }

    /// Removes pieces from the wall that do not hold until all others do; returns them with their first reasons.
    fn reduce(&self, mut fortress: Fortress<G::Set>) -> (Fortress<G::Set>, Vec<(Square, Weakness)>) {
        let mut failing = Vec::new();
        loop {
            let weak = self.conditions.weak(self.ground, &fortress);
            if weak.is_empty() {
                return (fortress, failing);
            }
            fortress.wall &= !G::Set::of(weak.iter().map(|&(square, _)| square));
            failing.extend(weak);
        }
    }

    fn terrain(&self, fortress: &Fortress<G::Set>) -> Terrain<G::Set> {
        self.conditions.terrain(self.ground, fortress)
    }

    fn breach(
        &self,
        fortress: &Fortress<G::Set>,
        failing: Vec<(Square, Weakness)>,
        shuttle: ShuttleTrouble,
    ) -> Breach<G::Set> {
        Breach { open: self.terrain(fortress).open, holding: fortress.wall, failing, shuttle }
    }
}
