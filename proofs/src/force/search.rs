//! The proof search: iterative deepening over the owner's moves, with a table of what is known of each state.

use std::collections::HashMap;

use petteia_engine::rules::Adjudication;
use petteia_engine::{Direction, Geometry, Square, SquareSet};

use super::camp::{Camp, State};
use crate::fortress::Fortress;

/// What the owner is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A fortress.
    Fortress,
    /// A fortress with which it cannot lose the game any more, whatever is adjudicated.
    Safe,
}

impl Goal {
    /// The name in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Fortress => "fortress",
            Goal::Safe => "safe",
        }
    }
}

/// What is known of a state with the owner to move.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The fewest moves within which a fortress is forced; `NEVER` when none is known.
    within: u8,
    /// The most moves within which none is forced, plus one.
    not_within: u8,
    /// The move that forces it.
    best: (Square, Square),
}

const NEVER: u8 = u8::MAX;

const UNKNOWN: Known = Known { within: NEVER, not_within: 0, best: (Square(0), Square(0)) };

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The goal is forced within so many of the owner's moves, and not in fewer in this camp.
    Within(u8),
    /// It is not forced within so many moves in this camp.
    NotWithin(u8),
}

/// A proof search in a camp.
pub struct Search<G: Geometry> {
    camp: Camp<G>,
    goal: Goal,
    known: HashMap<State<G::Set>, Known>,
    /// States with the enemy to move: within how many moves the goal is forced, and is not, plus one.
    answered: HashMap<State<G::Set>, (u8, u8)>,
    goals: HashMap<State<G::Set>, Option<Fortress<G::Set>>>,
    /// States looked at.
    pub nodes: u64,
}

impl<G: Geometry> Search<G> {
    /// A search that knows nothing yet.
    pub fn new(camp: Camp<G>, goal: Goal) -> Self {
        Search { camp, goal, known: HashMap::new(), answered: HashMap::new(), goals: HashMap::new(), nodes: 0 }
    }

    /// The camp.
    pub fn camp(&self) -> &Camp<G> {
        &self.camp
    }

    /// What is to be reached.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The states in which the owner makes its first move: the start, or for the second player the start after each
    /// first move of the enemy.
    pub fn roots(&self, first: bool) -> Vec<State<G::Set>> {
        let start = self.camp.start();
        if first { vec![start] } else { self.camp.enemy_options(&start) }
    }

    /// Whether the goal is forced from all `roots`, looked for within 1, 2, … `most` moves. `progress` is told of each
    /// depth that is done, with the roots for which it did not suffice.
    pub fn solve(
        &mut self,
        roots: &[State<G::Set>],
        most: u8,
        mut progress: impl FnMut(u8, &[State<G::Set>], &Self),
    ) -> Solved {
        for moves in 0..=most {
            let open: Vec<_> = roots.iter().copied().filter(|root| !self.forces(root, moves)).collect();
            progress(moves, &open, self);
            if open.is_empty() {
                return Solved::Within(moves);
            }
        }
        Solved::NotWithin(most)
    }

    /// Whether the owner, to move, forces the goal within `moves` moves.
    fn forces(&mut self, state: &State<G::Set>, moves: u8) -> bool {
        if self.reached(state).is_some() {
            return true;
        }
        let known = self.known.get(state).copied().unwrap_or(UNKNOWN);
        if moves == 0 || known.within <= moves || known.not_within > moves {
            return moves > 0 && known.within <= moves;
        }
        self.nodes += 1;
        for (from, to, after) in self.ordered_moves(state) {
            if self.withstands(&after, moves - 1) {
                self.known.insert(*state, Known { within: moves, best: (from, to), ..known });
                return true;
            }
        }
        self.known.insert(*state, Known { not_within: moves + 1, ..known });
        false
    }

    /// Whether with the enemy to move the owner still forces the goal within `moves` more moves.
    fn withstands(&mut self, state: &State<G::Set>, moves: u8) -> bool {
        // What is forced against no defence at all is asked first: it is seldom, and cheap.
        if self.reached(state).is_some() {
            return true;
        }
        if !self.forces(state, moves) {
            return false;
        }
        let (within, not_within) = self.answered.get(state).copied().unwrap_or((NEVER, 0));
        if within <= moves || not_within > moves {
            return within <= moves;
        }
        let mut options = self.camp.enemy_options(state);
        options.sort_by_key(|option| (option.own.count(), u32::MAX - option.enemy.count()));
        let holds = options.iter().all(|option| self.forces(option, moves));
        self.answered.insert(*state, if holds { (moves, not_within) } else { (within, moves + 1) });
        holds
    }

    /// The owner's moves, those first that capture, enclose and leave little to attack.
    fn ordered_moves(&self, state: &State<G::Set>) -> Vec<(Square, Square, State<G::Set>)> {
        let geometry = self.camp.game().geometry();
        let enemies = state.enemy.count();
        let promise = |after: &State<G::Set>| {
            let open = self.camp.open(after);
            let calm = (geometry.board() & !open).count();
            let [north, east, south, west] = Direction::ALL.map(|direction| geometry.shift(open, direction));
            let exposed = (after.own & ((north & south) | (east & west))).count();
            let captured = enemies - after.enemy.count();
            (10 * captured + calm + 200).saturating_sub(3 * exposed)
        };
        let mut moves = self.camp.own_moves(state);
        moves.sort_by_cached_key(|(_, _, after)| std::cmp::Reverse(promise(after)));
        moves
    }

    /// The fortress that reaches the goal in a state, if there is one.
    pub(super) fn reached(&mut self, state: &State<G::Set>) -> Option<Fortress<G::Set>> {
        if !self.camp.encloses(state) {
            return None;
        }
        if let Some(known) = self.goals.get(state) {
            return *known;
        }
        let fortress =
            self.camp.fortress(state).filter(|fortress| self.goal == Goal::Fortress || self.is_safe(state, fortress));
        self.goals.insert(*state, fortress);
        fortress
    }

    /// Whether a fortress of this state cannot lose: the enemy captures too little, and enough is left.
    fn is_safe(&self, state: &State<G::Set>, fortress: &Fortress<G::Set>) -> bool {
        let rules = self.camp.game().rules();
        let kept = fortress.pieces().count();
        let lost = self.camp.start().own.count() - kept;
        debug_assert!(kept <= state.own.count(), "a fortress is made of own pieces");
        let enough = rules.bare[self.camp.owner()].is_none_or(|bare| kept > u32::from(bare));
        let few = rules.capture_target.is_none_or(|target| lost < u32::from(target));
        let decided_well = match rules.adjudication {
            Adjudication::Draw => true,
            Adjudication::Captures => lost == 0,
            Adjudication::Pieces | Adjudication::LastMoverLoses => false,
        };
        enough && few && decided_well
    }

    /// The move that forces the goal from a state, and within how many moves.
    pub(super) fn best(&self, state: &State<G::Set>) -> Option<(u8, Square, Square)> {
        let known = self.known.get(state).filter(|known| known.within != NEVER)?;
        Some((known.within, known.best.0, known.best.1))
    }
}
