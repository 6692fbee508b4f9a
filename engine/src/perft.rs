//! Counts the paths of a given number of decisions (RULES §10), the classic test of a rules engine.

use crate::game::Game;
use crate::geometry::{Geometry, OnBoard, with_geometry};
use crate::history::Path;
use crate::moves::{Decisions, Move};
use crate::position::{AnyPosition, Position};
use crate::rules::CheckedRules;
use crate::turn::Events;
use crate::vocab::{Outcome, Side};

/// Returns [`Game::perft`] for a position of [`Game::of`]. It is computed on the fastest shape for the board, so the
/// caller need not choose one.
///
/// ```
/// use petteia_engine::{Game, Rules, perft};
/// let game = Game::of(Rules::parse("city-8").unwrap());
/// assert_eq!(perft(game.rules(), &game.start(), 2), 2_136);
/// ```
pub fn perft(rules: &CheckedRules, position: &AnyPosition, depth: u32) -> u64 {
    with_geometry(rules.board, Perft { rules, position, depth })
}

/// Returns [`Game::divide`] for a position of [`Game::of`], computed on the fastest shape for the board as in
/// [`perft`].
///
/// ```
/// use petteia_engine::{Game, Rules, divide};
/// let game = Game::of(Rules::parse("city-8").unwrap());
/// let counts = divide(game.rules(), &game.start(), 2);
/// assert_eq!(counts.len(), 48);
/// assert_eq!(counts.iter().map(|(_, _, count)| count).sum::<u64>(), 2_136);
/// ```
pub fn divide(rules: &CheckedRules, position: &AnyPosition, depth: u32) -> Vec<(Option<u8>, Move, u64)> {
    with_geometry(rules.board, Divide { rules, position, depth })
}

struct Perft<'a> {
    rules: &'a CheckedRules,
    position: &'a AnyPosition,
    depth: u32,
}

impl OnBoard for Perft<'_> {
    type Output = u64;

    fn run<G: Geometry>(self, geometry: G) -> u64 {
        Game::new(self.rules.clone(), geometry).perft(&self.position.cast(), self.depth)
    }
}

struct Divide<'a> {
    rules: &'a CheckedRules,
    position: &'a AnyPosition,
    depth: u32,
}

impl OnBoard for Divide<'_> {
    type Output = Vec<(Option<u8>, Move, u64)>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        Game::new(self.rules.clone(), geometry).divide(&self.position.cast(), self.depth)
    }
}

impl<G: Geometry> Game<G> {
    /// Returns the number of paths of `depth` decisions. Each face of a die that must be rolled is a branch that adds
    /// no depth. Limits do not apply; all other tests do. `position` is tested as if read from text.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// assert_eq!(game.perft(&game.start(), 2), 2_136);
    /// ```
    pub fn perft(&self, position: &Position<G::Set>, depth: u32) -> u64 {
        match (depth, self.outcome(position)) {
            (0, _) => 1,
            (_, Some(_)) => 0,
            _ => self.paths(position, depth, &mut self.path_from(position)),
        }
    }

    /// Returns the history of a root, which is only itself.
    pub(crate) fn path_from(&self, position: &Position<G::Set>) -> Path {
        let is_known = self.rules.bars_repetition() && self.is_remembered(position);
        Path(is_known.then(|| self.history_key(position)).into_iter().collect())
    }

    /// Returns the legal decisions after a path.
    fn decisions_after(&self, position: &Position<G::Set>, path: &Path) -> Decisions<G::Set> {
        if self.rules.bars_repetition() { self.without_repetitions(position, path) } else { self.decisions(position) }
    }

    /// Returns the count below each first decision, with its preceding roll if there is one.
    pub fn divide(&self, position: &Position<G::Set>, depth: u32) -> Vec<(Option<u8>, Move, u64)> {
        if depth == 0 || self.outcome(position).is_some() {
            return Vec::new();
        }
        let rolled = self.rolled(position);
        let each = rolled.iter().flat_map(|start| self.moves(start).into_iter().map(move |m| (start, m)));
        let path = &mut self.path_from(position);
        each.map(|(start, m)| (start.roll(), m, self.paths_after(start, m, depth - 1, path))).collect()
    }

    /// Returns the position for each face of the die, or the position itself if no roll is due.
    pub fn rolled(&self, position: &Position<G::Set>) -> Vec<Position<G::Set>> {
        match self.awaits_roll(position) {
            Some(faces) => (1..=faces).map(|roll| position.with_roll(roll)).collect(),
            None => vec![*position],
        }
    }

    /// Counts paths from a position that is not over, after the positions of `path`, itself among them.
    fn paths(&self, position: &Position<G::Set>, depth: u32, path: &mut Path) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = |start: &Position<G::Set>| {
            let decisions = self.decisions_after(start, path);
            if depth == 1 {
                return u64::from(decisions.count());
            }
            (0..decisions.count())
                .map(|k| {
                    let decision = self.nth_move(start, &decisions, k, path);
                    self.paths_after(start, decision, depth - 1, path)
                })
                .sum()
        };
        self.rolled(position).iter().map(&mut count).sum()
    }

    fn paths_after(&self, position: &Position<G::Set>, decision: Move, depth: u32, path: &mut Path) -> u64 {
        let mut after = *position;
        let was_placing = position.is_placing();
        let events = self.play_in(&mut after, decision, path);
        if depth == 0 {
            return 1;
        }
        let before = path.0.len();
        if self.rules.bars_repetition() && self.is_counted(&after, decision, events.turn_over) {
            path.0.push(self.history_key(&after));
        }
        let mover = position.side();
        let is_over =
            decision != Move::Swap && self.outcome_on_board(&after, mover, was_placing, &events, path).is_some();
        let count = if is_over { 0 } else { self.paths(&after, depth, path) };
        path.0.truncate(before);
        count
    }

    /// Makes tests 1 to 7 after a decision of `mover`.
    fn outcome_on_board(
        &self,
        after: &Position<G::Set>,
        mover: Side,
        was_placing: bool,
        events: &Events<G::Set>,
        path: &Path,
    ) -> Option<Outcome> {
        let decisions = self.decisions_after(after, path);
        if after.is_placing() {
            return self.end_by_placing(after, &decisions);
        }
        if self.is_joining(after) {
            return None;
        }
        if was_placing {
            return self.end_by_no_moves(after, &decisions, path);
        }
        self.end_by_pieces(*after, mover, *events).or_else(|| self.end_by_moves(after, mover, &decisions, path))
    }
}
