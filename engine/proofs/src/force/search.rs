//! The proof search: iterative deepening over the owner's moves, with a table of results for each state.

use std::collections::HashMap;

use petteia_engine::{Direction, Geometry, Side, Square, SquareSet};

use super::camp::{Camp, CampState};
use super::complete::CompleteCamp;
use super::goal::{Goal, reaches};

/// The result for a state with the owner to move.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The smallest number of moves within which the goal is known to be forced; `NEVER` if none is known.
    within: u8,
    /// The largest number of moves within which it is known not to be forced, plus one.
    not_within: u8,
    /// The move that forces it.
    best: (Square, Square),
}

const NEVER: u8 = u8::MAX;

const UNKNOWN: Known = Known { within: NEVER, not_within: 0, best: (Square(0), Square(0)) };

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// Within this number of its moves, and not fewer in this camp, the owner reaches the goal or a state from which
    /// the search's [`CompleteCamp`] forces it.
    Within(u8),
    /// The goal is not forced within this number of moves in this camp.
    NotWithin(u8),
    /// The goal is not forced in this camp in any number of moves.
    Never,
    /// The goal is not forced within this number of moves, and the memory did not suffice for more.
    OutOfMemory(u8),
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// The number of moves searched.
    pub moves: u8,
    /// The number of roots for which they did not suffice.
    pub open: usize,
    /// The number of states searched so far.
    pub states: u64,
}

/// The memory is exhausted.
struct Full;

/// A proof search in a camp.
pub struct Search<G: Geometry> {
    camp: Camp<G>,
    pub(super) goal: Goal,
    table: Option<CompleteCamp<G>>,
    most_bytes: u64,
    known: HashMap<CampState<G::Set>, Known>,
    /// For states with the enemy to move: the number of moves within which the goal is forced, and the number within
    /// which it is not, plus one.
    answered: HashMap<CampState<G::Set>, (u8, u8)>,
    /// Whether states have reached the goal.
    goals: HashMap<CampState<G::Set>, bool>,
    /// The number of states examined.
    pub nodes: u64,
}

impl<G: Geometry> Search<G> {
    /// Creates a search without any results, whose own tables have at most this number of bytes.
    pub fn new(camp: Camp<G>, goal: Goal, most_bytes: u64) -> Self {
        Search {
            camp,
            goal,
            table: None,
            most_bytes,
            known: HashMap::new(),
            answered: HashMap::new(),
            goals: HashMap::new(),
            nodes: 0,
        }
    }

    /// Creates a search that uses the complete solution in `table`, whose camp is this one or has fewer ranks.
    pub fn with_table(camp: Camp<G>, table: CompleteCamp<G>, most_bytes: u64) -> Self {
        let goal = table.goal;
        Search { table: Some(table), ..Search::new(camp, goal, most_bytes) }
    }

    /// Changes to another camp of the side. The table is kept; all other results are discarded.
    pub fn move_to(&mut self, camp: Camp<G>) {
        let table = self.table.take();
        *self = Search { table, ..Search::new(camp, self.goal, self.most_bytes) };
    }

    /// Returns the camp.
    pub fn camp(&self) -> &Camp<G> {
        &self.camp
    }

    /// Returns the size of the search's own tables in bytes.
    pub fn bytes(&self) -> u64 {
        bytes(&self.known, 1) + bytes(&self.answered, 1) + bytes(&self.goals, 1)
    }

    /// Returns the states in which the owner makes its first move: the start or, for the second player, the start after
    /// each first move of the enemy.
    pub fn roots(&self) -> Vec<CampState<G::Set>> {
        let start = self.camp.start();
        if self.camp.owner == Side::White { vec![start] } else { self.camp.enemy_options(&start) }
    }

    /// Searches for the goal from all `roots` within 0, 1, 2, … up to `most` moves. `progress` receives each depth that is
    /// done.
    pub fn solve(&mut self, roots: &[CampState<G::Set>], most: u8, progress: &mut dyn FnMut(Depth)) -> Solved {
        for moves in 0..=most {
            let mut open = 0;
            for root in roots {
                match self.forces(root, moves) {
                    Ok(forces) => open += usize::from(!forces),
                    Err(Full) => return Solved::OutOfMemory(moves.saturating_sub(1)),
                }
            }
            progress(Depth { moves, open, states: self.nodes });
            if open == 0 {
                return Solved::Within(moves);
            }
            if self.table.as_ref().is_some_and(|table| table.camp.ranks == self.camp.ranks) {
                return Solved::Never;
            }
        }
        Solved::NotWithin(most)
    }

    /// Returns whether the owner, to move, forces within `moves` moves either the goal or a state from which the table
    /// forces it.
    fn forces(&mut self, state: &CampState<G::Set>, moves: u8) -> Result<bool, Full> {
        if self.settled(state).is_some() || self.has_reached(state)? {
            return Ok(true);
        }
        let known = self.known.get(state).copied().unwrap_or(UNKNOWN);
        if moves == 0 || known.within <= moves || known.not_within > moves {
            return Ok(moves > 0 && known.within <= moves);
        }
        self.nodes += 1;
        self.check_memory()?;
        for (from, to, after) in self.ordered_moves(state) {
            if self.withstands(&after, moves - 1)? {
                // Looked up again, because the same state may have been reached below with fewer moves left.
                let known = self.known.entry(*state).or_insert(UNKNOWN);
                if moves < known.within {
                    *known = Known { within: moves, best: (from, to), ..*known };
                }
                return Ok(true);
            }
        }
        self.known.entry(*state).or_insert(UNKNOWN).not_within = moves + 1;
        Ok(false)
    }

    /// Returns whether the owner still forces the goal within `moves` more moves with the enemy to move.
    fn withstands(&mut self, state: &CampState<G::Set>, moves: u8) -> Result<bool, Full> {
        // A state in which the enemy has no defence at all is rare, but this test is cheap, so it comes first.
        if self.has_reached(state)? {
            return Ok(true);
        }
        if !self.forces(state, moves)? {
            return Ok(false);
        }
        let (within, not_within) = self.answered.get(state).copied().unwrap_or((NEVER, 0));
        if within <= moves || not_within > moves {
            return Ok(within <= moves);
        }
        let mut options = self.camp.enemy_options(state);
        options.sort_by_key(|option| (option.own.count(), u32::MAX - option.enemy.count()));
        for option in &options {
            if !self.forces(option, moves)? {
                let not_within = &mut self.answered.entry(*state).or_insert((NEVER, 0)).1;
                *not_within = (*not_within).max(moves + 1);
                return Ok(false);
            }
        }
        let within = &mut self.answered.entry(*state).or_insert((NEVER, 0)).0;
        *within = (*within).min(moves);
        Ok(true)
    }

    /// Returns the table, if it shows how the owner, to move, forces the goal, and the state in the table's camp.
    fn settled(&self, state: &CampState<G::Set>) -> Option<(&CompleteCamp<G>, CampState<G::Set>)> {
        let table = self.table.as_ref()?;
        let state = table.camp.narrowed(state)?;
        table.within(&state).map(|_| (table, state))
    }

    /// Stops before a table grows beyond the limit. While it grows, the old table and one of twice its size exist
    /// together.
    fn check_memory(&self) -> Result<(), Full> {
        let grown = bytes(&self.known, 3) + bytes(&self.answered, 3) + bytes(&self.goals, 3);
        if grown > self.most_bytes { Err(Full) } else { Ok(()) }
    }

    /// Returns the owner's moves, beginning with those that capture, enclose, and leave little to attack.
    fn ordered_moves(&self, state: &CampState<G::Set>) -> Vec<(Square, Square, CampState<G::Set>)> {
        let geometry = self.camp.game.geometry();
        let enemies = state.enemy.count();
        let promise = |after: &CampState<G::Set>| {
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

    fn has_reached(&mut self, state: &CampState<G::Set>) -> Result<bool, Full> {
        if !self.camp.encloses(state) {
            return Ok(false);
        }
        if let Some(&known) = self.goals.get(state) {
            return Ok(known);
        }
        self.check_memory()?;
        let reached = reaches(&self.camp, self.goal, state).is_some();
        self.goals.insert(*state, reached);
        Ok(reached)
    }

    /// Returns the camp in which the goal is forced from a state, preferably that of the table, and the state in that
    /// camp.
    pub(super) fn smallest_camp(&self, state: &CampState<G::Set>) -> (&Camp<G>, CampState<G::Set>) {
        self.settled(state).map_or((&self.camp, *state), |(table, state)| (&table.camp, state))
    }

    /// Returns the move that forces the goal from a state.
    pub(super) fn best(&self, state: &CampState<G::Set>) -> Option<(Square, Square)> {
        match self.settled(state) {
            Some((table, state)) => table.best(&state),
            None => self.known.get(state).filter(|known| known.within != NEVER).map(|known| known.best),
        }
    }
}

/// Returns the size of a map in bytes, multiplied by `grown` if it is full.
fn bytes<K, V>(map: &HashMap<K, V>, grown: u64) -> u64 {
    // A map has one extra byte per entry, and an eighth of its capacity is never used.
    let room = map.capacity() as u64 * 8 / 7 * (size_of::<(K, V)>() as u64 + 1);
    if map.len() == map.capacity() { room * grown } else { room }
}
