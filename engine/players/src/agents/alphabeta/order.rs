//! The order in which moves are tried: the move that was best before, captures, then quiet moves that did well
//! elsewhere.

use petteia_engine::{Game, Geometry, History, Move, Side, Snapshot, Square, SquareSet};

/// A move with its number among the decisions of its position.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub k: u32,
    pub decision: Move,
    pub captures: bool,
}

/// The untried candidates of the nodes on the path to the present one, a stack. Ranks are apart, because the search for the
/// best candidate reads nothing else.
#[derive(Default)]
pub struct Untried {
    pub(super) candidates: Vec<Candidate>,
    ranks: Vec<i32>,
}

impl Untried {
    fn push(&mut self, candidate: Candidate, rank: i32) {
        self.candidates.push(candidate);
        self.ranks.push(rank);
    }

    fn swap_remove(&mut self, at: usize) -> Candidate {
        self.ranks.swap_remove(at);
        self.candidates.swap_remove(at)
    }

    /// Removes the best candidate from `start` on and returns it; of equal ones, the last.
    fn take_best(&mut self, start: usize) -> Option<Candidate> {
        let ranks = &self.ranks[start..];
        let best = ranks.iter().copied().max()?;
        let at = ranks.iter().rposition(|&rank| rank == best)?;
        Some(self.swap_remove(start + at))
    }
}

/// What the search remembers about quiet moves.
pub struct Memory {
    /// The last two quiet moves that caused a cutoff, for each ply.
    killers: Vec<[Option<Move>; 2]>,
    /// How often, weighted by depth, a quiet move from one square to another caused a cutoff, by side.
    history: Vec<i32>,
    /// The number of squares of the board.
    squares: usize,
}

const CAPTURE: i32 = 1 << 29;
const KILLER: i32 = 1 << 28;
/// The largest history score; it stays below the other ranks.
const MOST_HISTORY: i32 = 1 << 24;

impl Memory {
    pub fn new(most_plies: usize) -> Self {
        Memory { killers: vec![[None; 2]; most_plies], history: Vec::new(), squares: 0 }
    }

    /// Makes room for the moves of a board.
    pub fn fit(&mut self, squares: u32) {
        let squares = squares as usize;
        if squares != self.squares {
            self.squares = squares;
            self.history = vec![0; 2 * squares * squares];
        }
    }

    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// Records that a quiet move caused a cutoff.
    pub fn refuted(&mut self, side: Side, ply: usize, depth: i16, decision: Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(decision) {
            *killers = [Some(decision), killers[0]];
        }
        let at = self.at(side, decision);
        let history = &mut self.history[at];
        *history = (*history + i32::from(depth) * i32::from(depth)).min(MOST_HISTORY);
    }

    /// Returns the place of a move in the history.
    fn at(&self, side: Side, decision: Move) -> usize {
        let (from, to) = ends(decision);
        (self.squares * side as usize + from.index()) * self.squares + to.index()
    }

    /// Adds the legal decisions to the stack.
    pub fn list<G: Geometry>(
        &self,
        untried: &mut Untried,
        game: &Game<G>,
        snapshot: &Snapshot<G::Set>,
        past: &dyn History,
        ply: usize,
    ) {
        let position = snapshot.position();
        let sites = game.capture_sites(position);
        let ranks = self.ranks(position.side(), ply);
        let mut k = 0;
        game.each_move(position, snapshot.decisions(), game.geometry().board(), past, |decision| {
            let ends_elsewhere = matches!(decision, Move::Go { to, .. } if !sites.has(to));
            let captures = !ends_elsewhere && game.is_capture(position, decision);
            let rank = if captures { CAPTURE } else { ranks.of(decision) };
            untried.push(Candidate { k, decision, captures }, rank);
            k += 1;
        });
    }

    /// Returns what ranks the quiet moves of a side.
    fn ranks(&self, side: Side, ply: usize) -> Ranks<'_> {
        let half = self.squares * self.squares;
        let history = &self.history[half * side as usize..][..half];
        Ranks { killers: self.killers[ply], history, squares: self.squares }
    }
}

/// The ranks of the quiet moves of a side.
struct Ranks<'a> {
    killers: [Option<Move>; 2],
    history: &'a [i32],
    squares: usize,
}

impl Ranks<'_> {
    #[inline]
    fn of(&self, decision: Move) -> i32 {
        match self.killers.iter().position(|&killer| killer == Some(decision)) {
            Some(age) => KILLER - age as i32,
            None => {
                let (from, to) = ends(decision);
                self.history[from.index() * self.squares + to.index()]
            }
        }
    }
}

/// The candidates of one node, best first. They are listed only if the move that was best before did not decide the
/// node, and are stored on a stack above those of the nodes leading to it.
pub struct Picker {
    ply: usize,
    /// The index on the stack at which they begin.
    start: usize,
    stage: Stage,
}

enum Stage {
    /// The move that was best before comes first.
    First(u32),
    /// All others have yet to be listed.
    Unlisted(Option<u32>),
    /// The best remaining candidate comes next.
    Listed,
}

impl Picker {
    /// Returns all decisions of a node; `first` was best before.
    pub fn new(stack: &Untried, ply: usize, first: Option<u32>) -> Self {
        Picker { ply, start: stack.candidates.len(), stage: first.map_or(Stage::Unlisted(None), Stage::First) }
    }

    /// Returns the next candidate to try.
    pub fn next<G: Geometry>(
        &mut self,
        stack: &mut Untried,
        memory: &Memory,
        game: &Game<G>,
        snapshot: &Snapshot<G::Set>,
        past: &dyn History,
    ) -> Option<Candidate> {
        // Where positions may not recur, the same position may have had more moves in another game.
        if matches!(self.stage, Stage::First(k) if k >= snapshot.decisions().count()) {
            self.stage = Stage::Unlisted(None);
        }
        if let Stage::First(k) = self.stage {
            self.stage = Stage::Unlisted(Some(k));
            let decision = game.nth_move(snapshot.position(), snapshot.decisions(), k, past);
            let captures = game.is_capture(snapshot.position(), decision);
            return Some(Candidate { k, decision, captures });
        }
        if let Stage::Unlisted(tried) = self.stage {
            self.stage = Stage::Listed;
            memory.list(stack, game, snapshot, past, self.ply);
            tried.map(|k| stack.swap_remove(self.start + k as usize));
        }
        // Most nodes need only the first few candidates, so selecting them costs less than sorting all.
        stack.take_best(self.start)
    }

    /// Removes the untried candidates from the stack.
    pub fn finish(self, stack: &mut Untried) {
        stack.candidates.truncate(self.start);
        stack.ranks.truncate(self.start);
    }
}

/// Adds the captures among the legal decisions to `captures`; with `prey`, only those of a piece on that square.
pub fn add_captures<G: Geometry>(
    captures: &mut Vec<Move>,
    game: &Game<G>,
    snapshot: &Snapshot<G::Set>,
    past: &dyn History,
    prey: Option<Square>,
) {
    let position = snapshot.position();
    game.each_move(position, snapshot.decisions(), game.capture_sites(position), past, |decision| {
        let victims = game.victims(position, decision);
        if !victims.is_empty() && prey.is_none_or(|square| victims.has(square)) {
            captures.push(decision);
        }
    });
}

/// Returns the start and end squares of a decision; both are the same if it is not a move.
pub fn ends(decision: Move) -> (Square, Square) {
    match decision {
        Move::Go { from, to } | Move::Leap { from, to, .. } => (from, to),
        Move::Place(square) | Move::Remove(square) | Move::Huff(square) => (square, square),
        Move::Decline | Move::Pass | Move::Swap => (Square(0), Square(0)),
    }
}
