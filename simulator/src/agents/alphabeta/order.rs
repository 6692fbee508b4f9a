//! The order in which moves are tried: what was best before, captures, then quiet moves that were good elsewhere.

use std::cmp::Reverse;

use petteia_engine::{Game, Geometry, Line, Move, Side, Square, SquareSet};

/// A move with its number among the decisions of its position.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub k: u32,
    pub decision: Move,
    pub captures: bool,
    rank: i32,
}

/// What is remembered of quiet moves.
pub struct Memory {
    /// For each ply the last two quiet moves that refuted something.
    killers: Vec<[Option<Move>; 2]>,
    /// How often, weighted by depth, a quiet move from one square to another has refuted something, by side.
    history: Vec<[i32; 128]>,
}

const HASH_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 29;
const KILLER: i32 = 1 << 28;
/// History stays below the other ranks.
const MOST_HISTORY: i32 = 1 << 24;

impl Memory {
    pub fn new(most_plies: usize) -> Self {
        Memory { killers: vec![[None; 2]; most_plies], history: vec![[0; 128]; 256] }
    }

    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill([0; 128]);
    }

    /// Notes that a quiet move was too good for the opponent to allow it.
    pub fn refuted(&mut self, side: Side, ply: usize, depth: i16, decision: Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(decision) {
            *killers = [Some(decision), killers[0]];
        }
        let (from, to) = ends(decision);
        let history = &mut self.history[row(side, from)][to.index()];
        *history = (*history + i32::from(depth) * i32::from(depth)).min(MOST_HISTORY);
    }

    /// The legal decisions, best first; `first` was best before.
    pub fn candidates<G: Geometry>(
        &self,
        game: &Game<G>,
        line: &Line<G::Set>,
        ply: usize,
        first: Option<u32>,
    ) -> Vec<Candidate> {
        let (position, decisions) = (line.position(), line.decisions());
        let sites = game.capture_sites(position);
        let candidate = |k| {
            let decision = game.nth_move(position, decisions, k);
            let ends_elsewhere = matches!(decision, Move::Go { to, .. } if !sites.has(to));
            let captures = !ends_elsewhere && game.is_capture(position, decision);
            let rank = if first == Some(k) {
                HASH_MOVE
            } else if captures {
                CAPTURE
            } else if let Some(age) = self.killers[ply].iter().position(|&killer| killer == Some(decision)) {
                KILLER - age as i32
            } else {
                let (from, to) = ends(decision);
                self.history[row(position.side(), from)][to.index()]
            };
            Candidate { k, decision, captures, rank }
        };
        let mut candidates: Vec<Candidate> = (0..decisions.count()).map(candidate).collect();
        candidates.sort_unstable_by_key(|candidate| (Reverse(candidate.rank), candidate.k));
        candidates
    }
}

fn row(side: Side, from: Square) -> usize {
    128 * side as usize + from.index()
}

/// Where a decision starts and ends; the same square for what is no move.
fn ends(decision: Move) -> (Square, Square) {
    match decision {
        Move::Go { from, to } | Move::Leap { from, to, .. } => (from, to),
        Move::Place(square) | Move::Remove(square) | Move::Huff(square) => (square, square),
        Move::Decline | Move::Pass => (Square(0), Square(0)),
    }
}
