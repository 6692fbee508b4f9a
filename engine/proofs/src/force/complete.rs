//! The complete solution of a small camp: every state, solved backwards from the fortresses.

use petteia_engine::{Geometry, Square, SquareSet, Wide};

use super::camp::{Camp, CampState};
use super::goal::{Goal, reaches};

/// Marks states in which the goal is not forced within any number of moves.
const NEVER: u8 = u8::MAX;

/// The table of a camp would be larger than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the complete table of this camp does not fit into the allowed memory")]
pub struct TooLarge;

/// For every state of a camp, and every number of enemies up to that at the start: the smallest number of moves within
/// which the owner can force the goal, or that it never can.
pub struct CompleteCamp<G: Geometry> {
    pub(super) camp: Camp<G>,
    pub(super) goal: Goal,
    numbering: Numbering,
    /// The levels by the number of enemies on the board.
    levels: Vec<Level>,
}

/// All states with the same number of enemies on the board, by their number.
struct Level {
    /// With the owner to move.
    within: Vec<u8>,
    /// With the enemy to move.
    answered: Vec<u8>,
}

/// The numbering of states: one digit in base 3 for each square of the camp.
struct Numbering {
    /// The lowest square of the camp.
    lowest: u16,
    /// For each set of squares, the number in base 3 that has the digit 1 at these squares.
    ternary: Vec<u32>,
    states: usize,
}

impl Numbering {
    fn of<G: Geometry>(camp: &Camp<G>) -> Self {
        let squares = camp.squares.count();
        let digits = |set: u32| (0..squares).map(|i| (set >> i & 1) * 3_u32.pow(i)).sum();
        Numbering {
            lowest: camp.squares.lowest().0,
            ternary: (0..1 << squares).map(digits).collect(),
            states: 3_usize.pow(squares),
        }
    }

    fn number<S: SquareSet>(&self, state: &CampState<S>) -> usize {
        let ternary = |set: S| self.ternary[(set.widen() >> u32::from(self.lowest)).first_word() as usize];
        (ternary(state.own) + 2 * ternary(state.enemy)) as usize
    }
}

impl<G: Geometry> CompleteCamp<G> {
    /// Returns the size in bytes of a camp's table, or `None` if the camp has too many squares to be numbered.
    pub fn bytes(camp: &Camp<G>) -> Option<u64> {
        let squares = camp.squares.count();
        (squares <= 20).then(|| 2 * 3_u64.pow(squares) * (u64::from(camp.start().outside) + 1))
    }

    /// Solves a camp whose table takes at most `most` bytes; lists of states need further memory meanwhile. `progress`
    /// receives each number of enemies that is done.
    ///
    /// # Errors
    /// The camp is too large.
    pub fn solve(camp: Camp<G>, goal: Goal, most: u64, mut progress: impl FnMut(u8)) -> Result<Self, TooLarge> {
        if Self::bytes(&camp).is_none_or(|bytes| bytes > most) {
            return Err(TooLarge);
        }
        let numbering = Numbering::of(&camp);
        let mut table = CompleteCamp { camp, goal, numbering, levels: Vec::new() };
        let goals = table.goals();
        for enemies in 0..=table.camp.start().outside {
            table.solve_level(enemies, &goals);
            progress(enemies);
        }
        Ok(table)
    }

    /// Returns the number of moves within which the goal is forced from a state with the owner to move.
    pub fn within(&self, state: &CampState<G::Set>) -> Option<u8> {
        let within = self.levels[usize::from(state.enemies())].within[self.numbering.number(state)];
        (within != NEVER).then_some(within)
    }

    /// Returns the move that forces the goal from a state in as few moves as possible.
    pub(super) fn best(&self, state: &CampState<G::Set>) -> Option<(Square, Square)> {
        let within = self.within(state)?;
        let moves = self.camp.own_moves(state);
        moves.into_iter().find(|(_, _, after)| self.answered(after) < within).map(|(from, to, _)| (from, to))
    }

    fn answered(&self, state: &CampState<G::Set>) -> u8 {
        self.levels[usize::from(state.enemies())].answered[self.numbering.number(state)]
    }

    /// Visits every state that has `enemies` on the board and at most as many pieces of the owner as at the start.
    fn every_state(&self, enemies: u8, mut visit: impl FnMut(CampState<G::Set>)) {
        let pieces = self.camp.start().own.count();
        let set = |bits: usize| G::Set::narrow(Wide::from(bits as u64) << u32::from(self.numbering.lowest));
        let sets = self.numbering.ternary.len();
        for own in (0..sets).filter(|own| own.count_ones() <= pieces) {
            let free = !own & (sets - 1);
            let mut enemy = free;
            loop {
                if let Some(outside) = enemies.checked_sub(enemy.count_ones() as u8) {
                    visit(CampState { own: set(own), enemy: set(enemy), outside });
                }
                if enemy == 0 {
                    break;
                }
                enemy = (enemy - 1) & free;
            }
        }
    }

    /// Returns all states in which the goal is reached, regardless of the number of enemies outside, which is set to 0.
    fn goals(&self) -> Vec<CampState<G::Set>> {
        let mut goals = Vec::new();
        self.every_state(self.camp.squares.count() as u8, |state| {
            let state = CampState { outside: 0, ..state };
            if reaches(&self.camp, self.goal, &state).is_some() {
                goals.push(state);
            }
        });
        goals
    }

    /// Solves all states with this number of enemies on the board, after those with fewer are solved. Round d finds
    /// what is forced within d moves.
    fn solve_level(&mut self, enemies: u8, goals: &[CampState<G::Set>]) {
        let blank = || vec![NEVER; self.numbering.states];
        let mut level = Level { within: blank(), answered: blank() };
        let mut captures = self.captures(enemies);
        let mut answered: Vec<CampState<G::Set>> = goals.iter().filter_map(|goal| goal.with_enemies(enemies)).collect();
        for goal in &answered {
            let number = self.numbering.number(goal);
            level.within[number] = 0;
            level.answered[number] = 0;
        }
        let mut pending: Vec<CampState<G::Set>> = Vec::new();
        for moves in 1..NEVER {
            let before = answered.iter().flat_map(|state| self.camp.before_quiet_moves(state));
            let found = before.chain(std::mem::take(&mut captures[usize::from(moves)]));
            let known = pending.len();
            for state in found {
                let within = &mut level.within[self.numbering.number(&state)];
                if *within == NEVER {
                    *within = moves;
                    pending.push(state);
                }
            }
            if pending.len() == known && captures.iter().all(Vec::is_empty) {
                break;
            }
            answered = self.answer(&mut level, &mut pending, moves);
        }
        self.levels.push(level);
    }

    /// Removes and returns those of the `pending` states in which the enemy, if it were to move, could not prevent the
    /// owner from reaching the goal within `moves` more moves.
    fn answer(&self, level: &mut Level, pending: &mut Vec<CampState<G::Set>>, moves: u8) -> Vec<CampState<G::Set>> {
        let is_forced = |option: CampState<G::Set>| level.within[self.numbering.number(&option)] <= moves;
        let answered: Vec<_> = pending.extract_if(.., |state| self.camp.every_option(state, is_forced)).collect();
        for state in &answered {
            level.answered[self.numbering.number(state)] = moves;
        }
        answered
    }

    /// Returns the states with this number of enemies in which a capture leads to the goal, by the number of moves.
    fn captures(&self, enemies: u8) -> Vec<Vec<CampState<G::Set>>> {
        let mut captures = vec![Vec::new(); usize::from(NEVER) + 1];
        self.every_state(enemies, |state| {
            let after = |(_, _, after): (_, _, CampState<G::Set>)| {
                (after.enemy != state.enemy).then(|| self.answered(&after)).filter(|&moves| moves != NEVER)
            };
            if !state.enemy.is_empty()
                && let Some(moves) = self.camp.own_moves(&state).into_iter().filter_map(after).min()
            {
                captures[usize::from(moves) + 1].push(state);
            }
        });
        captures
    }
}
