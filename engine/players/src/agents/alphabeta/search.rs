//! Principal variation search with iterative deepening (Marsland and Campbell, "Parallel search of strongly ordered
//! game trees", ACM Computing Surveys 14, 1982), a transposition table, killer moves and history heuristic, late move
//! reductions, futility pruning, and quiescence search over captures. Rolls of the die are averaged over all faces, with windows in
//! the manner of Ballard's Star1 ("The *-minimax search procedure for trees containing chance nodes", Artificial
//! Intelligence 21, 1983).

use petteia_engine::{
    Event, Game, GameRng, Geometry, History, Move, Progress, Side, Snapshot, Square, SquareSet, State,
};

use super::findings::{Findings, Found};
use super::order::{Candidate, Memory, Picker, Untried, add_captures, ends};
use super::remembered::Remembered;
use super::transpositions::{Bound, Entry, NO_DECISION, Transpositions, key};
use super::values::{FOUND_WIN, MOST_PLIES, from_here, to_table, value_of};
use crate::agents::evaluation::Weights;
use crate::agents::tablebase_probe::{Tablebase, TablebaseProbe, WIN};
use crate::budget::{Budget, MOST_DEPTH};
use crate::stopwatch::Stopwatch;

/// Larger than any value.
const INFINITY: i32 = WIN + 1;

/// At this depth or less, quiet moves that cannot gain enough are not tried.
const FUTILE_DEPTH: i16 = 2;

/// The most that a quiet move is assumed to gain per decision, in thousandths of a stone.
const FUTILE_MARGIN: i32 = 300;

/// The most plies for which lines go on beyond the horizon because a side is about to lose, in games in which no
/// repetition ends them.
const MOST_RESCUES: u32 = 6;

/// From this depth on, quiescence search looks at recaptures only.
const ONLY_RECAPTURES: i16 = -2;

/// By how much a roll is assumed to change the value of a position at most, in thousandths of a stone.
const LUCK: i32 = 2000;

/// How many positions the search looks at before it asks again whether it must end.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// A search from one state.
pub struct Search<'a, G: Geometry> {
    game: &'a Game<G>,
    root: &'a State<G>,
    weights: &'a Weights,
    budget: Budget,
    table: &'a mut Transpositions,
    memory: &'a mut Memory,
    /// The keys of the positions on the path to the present one.
    path: Vec<u64>,
    /// The untried candidates on the path to the present position, ply by ply.
    untried: Untried,
    /// The untried captures of the quiescence search.
    untried_captures: Vec<Move>,
    /// The square to which the last decision led.
    reached: Square,
    /// What the search has found.
    pub findings: Findings,
    running: Stopwatch,
    stopped: bool,
    /// How many of the best decisions it judges.
    lines: usize,
    progress: &'a dyn Progress,
    /// How often the present line has gone on because a side is about to lose.
    rescues: u32,
    /// The endgame tables of positions that the search may reach.
    tables: Option<Tablebase<'a, G::Set>>,
}

/// The window: values between these bounds must be exact, for the side to move.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// Creates a null window, which only tests whether a value is above `alpha`.
    fn null(alpha: i32) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// Returns the window with both bounds this much farther out.
    fn widened(self, by: i32) -> Self {
        Window { alpha: (self.alpha - by).max(-INFINITY), beta: (self.beta + by).min(INFINITY) }
    }

    /// Returns what a value found with this window says about the true one.
    fn bound(self, value: i32) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Returns the window from the other side's point of view.
    fn turned(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<'a, G: Geometry> Search<'a, G> {
    pub fn new(
        game: &'a Game<G>,
        root: &'a State<G>,
        weights: &'a Weights,
        budget: Budget,
        Remembered { table, memory }: &'a mut Remembered,
    ) -> Self {
        let running = Stopwatch::start();
        memory.fit(game.geometry().size().squares());
        Search {
            game,
            root,
            weights,
            budget,
            table,
            memory,
            path: Vec::new(),
            untried: Untried::default(),
            untried_captures: Vec::new(),
            reached: Square(0),
            findings: Findings::default(),
            running,
            stopped: false,
            lines: 1,
            progress: &(),
            rescues: 0,
            tables: None,
        }
    }

    /// Returns the number of the best decision found within the budget, given what is known; ties are broken at random.
    pub fn best(&mut self, known: TablebaseProbe<'a, G::Set>, rng: &mut GameRng) -> u32 {
        self.findings.expected = known.score;
        self.tables = known.later;
        let snapshot = *self.root.snapshot();
        let mut all = Untried::default();
        self.memory.list(&mut all, self.game, &snapshot, self.root.history(), 0);
        let mut candidates = all.candidates;
        if let Some(choices) = known.choices {
            candidates.retain(|candidate| choices.contains(&candidate.k));
        }
        if candidates.len() > 1 {
            for last in (1..candidates.len()).rev() {
                candidates.swap(last, rng.below(last as u32 + 1) as usize);
            }
            self.put_promising_first(&snapshot, &mut candidates);
            self.deepen(&snapshot, &mut candidates);
        }
        self.findings.choice = Some(candidates[0].decision);
        candidates[0].k
    }

    /// Searches deeper and deeper, and moves the best candidates to the front.
    fn deepen(&mut self, snapshot: &Snapshot<G::Set>, candidates: &mut [Candidate]) {
        for depth in 1..self.budget.most_depth().min(MOST_DEPTH + 1) {
            let mut best = Vec::new();
            for first in 0..self.lines.min(candidates.len()) {
                let value = self.iterate(snapshot, &mut candidates[first..], depth as i16);
                if self.stopped {
                    return;
                }
                best.push(Found { decision: candidates[first].decision, value, depth });
            }
            self.findings.best = best;
            let thoughts = || self.findings.thoughts(self.game, self.root, self.table, self.weights.scale());
            self.progress.on_progress(Event::Thoughts(&thoughts));
            if self.findings.best.iter().all(|found| found.value.abs() >= FOUND_WIN) {
                return;
            }
        }
    }

    /// Sets how many decisions it judges, and what receives its progress.
    pub fn report(mut self, lines: usize, progress: &'a dyn Progress) -> Self {
        self.lines = lines;
        self.progress = progress;
        self
    }

    /// Sets the tables and the path that a search from inside another search has.
    pub fn within(mut self, tables: Option<Tablebase<'a, G::Set>>, path: &[u64]) -> Self {
        self.tables = tables;
        self.path.extend_from_slice(path);
        self
    }

    /// Returns the value of quiescence search for a player in a snapshot that is not over and that began with `last`. A value of
    /// at most `alpha` may be too high.
    pub fn quiet_value_for(&mut self, player: Side, snapshot: &Snapshot<G::Set>, last: Move, alpha: i32) -> i32 {
        self.reached = ends(last).1;
        self.value_for(player, snapshot, 0, Window { alpha, beta: INFINITY }, 1)
    }

    /// Sorts the candidates by the evaluation of the positions they lead to. Of candidates that the search finds equal,
    /// it chooses the first, so that it does not postpone what it can achieve at once.
    fn put_promising_first(&mut self, snapshot: &Snapshot<G::Set>, candidates: &mut [Candidate]) {
        let player = snapshot.position().player();
        candidates.sort_by_cached_key(|candidate| {
            let mut position = *snapshot.position();
            self.game.play_unchecked(&mut position, candidate.decision);
            let value = self.weights.evaluate(self.game, &position);
            if position.player() == player { -value } else { value }
        });
        self.findings.nodes += candidates.len() as u64;
    }

    /// Runs one iteration: moves the best candidate to the front and returns its value.
    fn iterate(&mut self, snapshot: &Snapshot<G::Set>, candidates: &mut [Candidate], depth: i16) -> i32 {
        let mut window = Window::FULL;
        self.path.push(self.game.history_key(snapshot.position()));
        for at in 0..candidates.len() {
            let value = self.try_candidate(snapshot, &candidates[at], at, depth, window, 0);
            if self.stopped {
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                candidates[..=at].rotate_right(1);
            }
        }
        self.path.pop();
        window.alpha
    }

    /// Returns the value of a snapshot that is not over, for the side to move.
    fn value(&mut self, snapshot: &Snapshot<G::Set>, depth: i16, window: Window, ply: usize) -> i32 {
        self.findings.nodes += 1;
        self.stopped |= self.budget.is_spent(self.findings.nodes, self.running) || self.is_called_off();
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.tables.and_then(|tables| tables.value(self.game, self.weights, snapshot.position())) {
            return value;
        }
        if let Some(faces) = self.game.awaits_roll(snapshot.position()) {
            return self.expectation(snapshot, faces, depth, window, ply);
        }
        if ply + 1 >= MOST_PLIES {
            return self.weights.evaluate(self.game, snapshot.position());
        }
        if depth > 0 {
            return self.full_value(snapshot, depth, window, ply);
        }
        // A side that is about to lose may not stand pat.
        let may_go_on = self.rescues < MOST_RESCUES || self.game.rules().counts_positions();
        if !may_go_on || !self.is_in_danger(snapshot) {
            return self.quiet_value(snapshot, depth, window, ply);
        }
        self.rescues += 1;
        let value = self.full_value(snapshot, 1, window, ply);
        self.rescues -= 1;
        value
    }

    fn is_called_off(&self) -> bool {
        self.findings.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.progress.is_cancelled()
    }

    /// Returns the value of a snapshot before the horizon.
    fn full_value(&mut self, snapshot: &Snapshot<G::Set>, depth: i16, window: Window, ply: usize) -> i32 {
        let key = key(self.game, snapshot);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| decides(&entry, depth, window, ply)) {
            return value;
        }
        self.searched_value(snapshot, key, known.map(|entry| entry.best), depth, window, ply)
    }

    /// Returns an upper bound on the value of quiet moves this close to the horizon, or `None` if there is no bound
    /// (Heinz, "Extended futility pruning", ICCA Journal 21, 1998).
    fn most_of_quiet(&self, snapshot: &Snapshot<G::Set>, depth: i16, window: Window) -> Option<i32> {
        let is_near = depth <= FUTILE_DEPTH && window.alpha.abs() < FOUND_WIN;
        is_near.then(|| self.weights.evaluate(self.game, snapshot.position()) + FUTILE_MARGIN * i32::from(depth))
    }

    /// Tries the decisions one by one.
    fn searched_value(
        &mut self,
        snapshot: &Snapshot<G::Set>,
        key: u64,
        first: Option<u32>,
        depth: i16,
        window: Window,
        ply: usize,
    ) -> i32 {
        let (mut best, mut best_k) = (-INFINITY, 0);
        let mut open = window;
        let futile = self.most_of_quiet(snapshot, depth, window);
        let mut picker = Picker::new(&self.untried, ply, first);
        self.path.push(self.game.history_key(snapshot.position()));
        for at in 0.. {
            let past = Past { path: &self.path, root: self.root };
            let next = picker.next(&mut self.untried, self.memory, self.game, snapshot, &past);
            let Some(candidate) = next else { break };
            if let Some(most) = futile.filter(|&most| at > 0 && !candidate.captures && most <= open.alpha) {
                best = best.max(most);
                break;
            }
            let value = self.try_candidate(snapshot, &candidate, at, depth, open, ply);
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_k) = (value, candidate.k);
                open.alpha = open.alpha.max(value);
            }
            if open.alpha >= open.beta {
                if !candidate.captures {
                    self.memory.refuted(snapshot.position().side(), ply, depth, candidate.decision);
                }
                break;
            }
        }
        picker.finish(&mut self.untried);
        self.path.pop();
        if self.stopped {
            return 0;
        }
        self.table.put(key, to_table(best, ply), best_k, depth, window.bound(best));
        best
    }

    /// Returns the value of a candidate. The first is searched with the full window, the others with a null window
    /// first, and late quiet moves at a reduced depth first.
    fn try_candidate(
        &mut self,
        snapshot: &Snapshot<G::Set>,
        candidate: &Candidate,
        at: usize,
        depth: i16,
        window: Window,
        ply: usize,
    ) -> i32 {
        let mut after = *snapshot;
        self.play(&mut after, candidate.decision);
        let player = snapshot.position().player();
        if at == 0 || window.alpha == -INFINITY {
            return self.value_for(player, &after, depth - 1, window, ply + 1);
        }
        let is_late = at >= 4 && depth >= 3 && !candidate.captures;
        let reduction = if is_late { 1 + i16::from(at >= 16) } else { 0 };
        let null = Window::null(window.alpha);
        let mut value = self.value_for(player, &after, depth - 1 - reduction, null, ply + 1);
        if value > window.alpha && reduction > 0 {
            value = self.value_for(player, &after, depth - 1, null, ply + 1);
        }
        if value > window.alpha && value < window.beta {
            value = self.value_for(player, &after, depth - 1, window, ply + 1);
        }
        value
    }

    fn play(&mut self, snapshot: &mut Snapshot<G::Set>, decision: Move) {
        self.reached = ends(decision).1;
        self.game.play_snapshot(snapshot, decision, &mut Past { path: &self.path, root: self.root });
    }

    /// Returns the value of a snapshot for a [player](petteia_engine::Position::player), whoever is to move.
    fn value_for(&mut self, player: Side, snapshot: &Snapshot<G::Set>, depth: i16, window: Window, ply: usize) -> i32 {
        let side = snapshot.position().side_of(player);
        if let Some(outcome) = snapshot.outcome() {
            return value_of(outcome, side, ply);
        }
        if snapshot.position().side() == side {
            self.value(snapshot, depth, window, ply)
        } else {
            -self.value(snapshot, depth, window.turned(), ply)
        }
    }

    /// Returns the value that the table has for a position, if it decides the search with this window.
    fn known_value(&self, key: u64, depth: i16, window: Window, ply: usize) -> Option<i32> {
        self.table.get(key).and_then(|entry| decides(&entry, depth, window, ply))
    }

    /// Returns the mean value over the faces of the die. Each face is searched with a wider window, beyond which a value
    /// counts as its bound; after captures beyond the horizon, the position is evaluated without a roll.
    fn expectation(&mut self, snapshot: &Snapshot<G::Set>, faces: u8, depth: i16, window: Window, ply: usize) -> i32 {
        if depth < 0 {
            return self.weights.evaluate(self.game, snapshot.position());
        }
        let key = key(self.game, snapshot);
        if let Some(value) = self.known_value(key, depth, window, ply) {
            return value;
        }
        let wider = window.widened(LUCK);
        let mut sum = 0;
        for face in 1..=faces {
            let mut rolled = *snapshot;
            self.game.roll_snapshot(&mut rolled, face);
            sum += self.value(&rolled, depth, wider, ply);
        }
        let value = sum / i32::from(faces);
        if !self.stopped {
            self.table.put(key, to_table(value, ply), NO_DECISION, depth, window.bound(value));
        }
        value
    }

    /// Returns the value of a search of captures only, in which the side to move may also stand pat. From the third
    /// capture on, only the piece that has just captured may be captured, because in a crowd one capture makes another
    /// possible for very long.
    fn quiet_value(&mut self, snapshot: &Snapshot<G::Set>, depth: i16, window: Window, ply: usize) -> i32 {
        let stand = self.weights.evaluate(self.game, snapshot.position());
        if stand >= window.beta {
            return stand;
        }
        let prey = (depth <= ONLY_RECAPTURES).then_some(self.reached);
        let start = self.untried_captures.len();
        let past = Past { path: &self.path, root: self.root };
        add_captures(&mut self.untried_captures, self.game, snapshot, &past, prey);
        if self.untried_captures.len() == start {
            return stand;
        }
        if prey.is_some() {
            return self.best_capture(snapshot, start, depth, window, stand, ply);
        }
        let key = key(self.game, snapshot);
        if let Some(value) = self.known_value(key, depth, window, ply) {
            self.untried_captures.truncate(start);
            return value;
        }
        let best = self.best_capture(snapshot, start, depth, window, stand, ply);
        if !self.stopped {
            self.table.put(key, to_table(best, ply), NO_DECISION, depth, window.bound(best));
        }
        best
    }

    /// Returns the value of the best of the untried captures from `start` on, at least `stand`, and removes them.
    fn best_capture(
        &mut self,
        snapshot: &Snapshot<G::Set>,
        start: usize,
        depth: i16,
        mut window: Window,
        stand: i32,
        ply: usize,
    ) -> i32 {
        let (mut best, player) = (stand, snapshot.position().player());
        window.alpha = window.alpha.max(best);
        while self.untried_captures.len() > start && window.alpha < window.beta && !self.stopped {
            let Some(decision) = self.untried_captures.pop() else { break };
            let mut after = *snapshot;
            self.play(&mut after, decision);
            best = best.max(self.value_for(player, &after, depth - 1, window, ply + 1));
            window.alpha = window.alpha.max(best);
        }
        self.untried_captures.truncate(start);
        best
    }

    /// Returns whether the opponent's next move may capture a piece that the side to move cannot afford to lose because
    /// it would then be bare.
    fn is_in_danger(&self, snapshot: &Snapshot<G::Set>) -> bool {
        let (position, side) = (snapshot.position(), snapshot.position().side());
        let bare = self.game.rules().bare[side];
        let is_last = bare.is_some_and(|bare| position.pieces(side).count() <= u32::from(bare) + 1);
        is_last && !position.is_placing() && self.game.activity(position, !side).threats > 0
    }
}

/// Returns the value of a position that the table has at this depth, if it decides the search with this window.
fn decides(entry: &Entry, depth: i16, window: Window, ply: usize) -> Option<i32> {
    let value = from_here(entry.value, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    (entry.depth >= depth && decides).then_some(value)
}

/// The game and the path that led to a node. A position that has already occurred counts as repeated often enough.
struct Past<'a, G: Geometry> {
    path: &'a [u64],
    root: &'a State<G>,
}

impl<G: Geometry> History for Past<'_, G> {
    #[inline(always)]
    fn count(&mut self, key: u64, captured: bool) -> u32 {
        if !captured && self.has(key) { u32::MAX } else { 1 }
    }

    fn times(&self, key: u64) -> u32 {
        self.path.iter().filter(|&&known| known == key).count() as u32 + self.root.times_seen(key)
    }

    #[inline(always)]
    fn has(&self, key: u64) -> bool {
        self.path.contains(&key) || self.root.times_seen(key) > 0
    }
}
