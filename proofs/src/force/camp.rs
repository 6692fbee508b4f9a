//! The game in a camp: what the owner and the enemy can do there (docs/fortresses.md §8).

use petteia_engine::rules::{Compulsory, Movement};
use petteia_engine::{
    AnyPosition, BySide, CheckedRules, Direction, Game, Geometry, Position, Rules, Side, Square, SquareSet,
};

use crate::fortress::{Fortress, Ground, prove_on};

/// Rules, or a camp, that the game in a camp does not describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotForceable {
    /// A game whose stones are placed.
    #[error("the stones are placed, so that there is no start position to force anything from")]
    Placement,
    /// A game from a position that is not plainly the beginning of a game.
    #[error(
        "the start position is not covered: White must be to move, with no roll, no dead squares and nothing captured yet"
    )]
    Start,
    /// Stones that do not slide or step.
    #[error("only stones that slide or step are searched")]
    Movement,
    /// A game with leaders that do more than stones.
    #[error("leaders that jump, cross the board or fall when they are surrounded are not searched")]
    Leader,
    /// A switch that changes what the enemy or the owner can do in a way that is not described.
    #[error("`{0}` is not searched")]
    Switch(&'static str),
    /// The camp must hold the owner's pieces and none of the enemy's, and leave two ranks to the enemy.
    #[error(
        "a camp has at least 2 ranks, holds all pieces of its side and no others, and leaves at least 2 ranks to the enemy"
    )]
    Ranks,
}

/// The owner's and the enemy's pieces in a camp. Of the enemy elsewhere nothing is known but the number of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CampState<S> {
    /// The owner's pieces: all of them are in the camp.
    pub own: S,
    /// The enemy's pieces in the camp.
    pub enemy: S,
    /// The number of the enemy's pieces outside the camp.
    pub outside: u8,
}

impl<S: SquareSet> CampState<S> {
    /// The number of the enemy's pieces on the board.
    pub fn enemies(&self) -> u8 {
        self.outside + self.enemy.count() as u8
    }

    /// The same with so many of the enemy's pieces on the board, if they are enough for those in the camp.
    pub(super) fn with_enemies(&self, enemies: u8) -> Option<Self> {
        enemies.checked_sub(self.enemy.count() as u8).map(|outside| CampState { outside, ..*self })
    }
}

/// The first ranks of a side, with the rules.
#[derive(Clone, Debug)]
pub struct Camp<G: Geometry> {
    game: Game<G>,
    owner: Side,
    ranks: u8,
    squares: G::Set,
    /// The direction in which the field lies.
    out: Direction,
    /// How far the owner's pieces go, and the enemy's.
    own_reach: u32,
    enemy_reach: u32,
    /// Where the owner's leader stands at the start; it stays there.
    leader: G::Set,
}

impl<G: Geometry> Camp<G> {
    /// The first `ranks` ranks of `owner`.
    ///
    /// # Errors
    /// Rules that are not described, or a camp that is too small or too large.
    pub fn new(game: Game<G>, owner: Side, ranks: u8) -> Result<Self, NotForceable> {
        let rules = game.rules();
        check_described(rules, &Game::of(rules.clone()).start(), owner)?;
        let own_ranks = filled_ranks(rules, owner);
        if ranks < own_ranks.max(2) || ranks + 2 > rules.board.ranks {
            return Err(NotForceable::Ranks);
        }
        let (back, out) = match owner {
            Side::White => (Direction::South, Direction::North),
            Side::Black => (Direction::North, Direction::South),
        };
        let geometry = game.geometry();
        let squares = geometry.walk(geometry.border(back), geometry.board(), out, u32::from(ranks) - 1);
        if game.start().pieces(!owner).meets(squares) {
            return Err(NotForceable::Ranks);
        }
        let steps = rules.movement == Movement::Step;
        // A leader slides where stones step, and any enemy may be the leader.
        let enemy_reach = if steps && rules.leader.is_none() { 1 } else { u32::MAX };
        // With a die the owner goes one square at a time, which every roll allows; the enemy has the highest roll.
        let own_reach = if steps || rules.die.is_some() { 1 } else { u32::MAX };
        let enemy_reach = rules.die.map_or(enemy_reach, |faces| enemy_reach.min(u32::from(faces)));
        let leader = game.start().leaders() & game.start().pieces(owner);
        Ok(Camp { game, owner, ranks, squares, out, own_reach, enemy_reach, leader })
    }

    /// The game.
    pub fn game(&self) -> &Game<G> {
        &self.game
    }

    /// The side whose camp it is.
    pub fn owner(&self) -> Side {
        self.owner
    }

    /// The number of ranks.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The squares of the camp.
    pub fn squares(&self) -> G::Set {
        self.squares
    }

    /// The start position.
    pub fn start(&self) -> CampState<G::Set> {
        self.seen(&self.game.start())
    }

    /// What stands in the camp in a position in which all of the owner's pieces are there.
    pub fn seen(&self, position: &Position<G::Set>) -> CampState<G::Set> {
        let enemies = position.pieces(!self.owner);
        let outside = (enemies & !self.squares).count() as u8;
        CampState { own: position.pieces(self.owner), enemy: enemies & self.squares, outside }
    }

    /// The state as a camp with more ranks sees it, here: none if the owner has pieces beyond this camp.
    pub(super) fn narrowed(&self, state: &CampState<G::Set>) -> Option<CampState<G::Set>> {
        let gone = state.enemy & !self.squares;
        let all_here = (state.own & !self.squares).is_empty();
        let outside = state.outside + gone.count() as u8;
        all_here.then(|| CampState { own: state.own, enemy: state.enemy ^ gone, outside })
    }

    /// Whether the owner does without captures and loses nothing: with `inciti`, where they would leave dead squares, and
    /// with leaders, as nothing is known of where the enemy's is.
    pub fn is_quiet(&self) -> bool {
        self.game.rules().inciti || self.game.rules().leader.is_some()
    }

    fn empty(&self, state: &CampState<G::Set>) -> G::Set {
        self.squares & !(state.own | state.enemy)
    }

    /// Where a piece on `from` can go inside the camp, so many squares at most.
    fn targets(&self, state: &CampState<G::Set>, from: G::Set, reach: u32) -> G::Set {
        let empty = self.empty(state);
        Direction::union(|direction| self.game.geometry().slide(from, empty, direction, reach))
    }

    /// The owner's moves inside the camp, each with the state after it. Those of the leader are left out, and in a
    /// [quiet](Camp::is_quiet) game those that capture.
    pub fn own_moves(&self, state: &CampState<G::Set>) -> Vec<(Square, Square, CampState<G::Set>)> {
        let mut moves = Vec::with_capacity(64);
        for from in (state.own & !self.leader).squares() {
            let origin = G::Set::only(from);
            for to in self.targets(state, origin, self.own_reach).squares() {
                let target = G::Set::only(to);
                let own = state.own ^ origin ^ target;
                let victims = self.victims(target, state.enemy, own);
                if victims.is_empty() || !self.is_quiet() {
                    moves.push((from, to, CampState { own, enemy: state.enemy & !victims, ..*state }));
                }
            }
        }
        moves
    }

    /// The states in which a move of the owner that captures nothing leads to `state`.
    pub(super) fn before_quiet_moves(&self, state: &CampState<G::Set>) -> Vec<CampState<G::Set>> {
        let mut before = Vec::with_capacity(64);
        for to in state.own.squares() {
            let target = G::Set::only(to);
            if self.victims(target, state.enemy, state.own).is_empty() {
                let origins = self.targets(state, target, self.own_reach) & !self.leader;
                before.extend(
                    origins
                        .squares()
                        .map(G::Set::only)
                        .map(|origin| CampState { own: state.own ^ target ^ origin, ..*state }),
                );
            }
        }
        before
    }

    /// The pieces of `prey` that fall to a piece of `hunters` that has come to `at`: all in the camp (RULES §4).
    fn victims(&self, at: G::Set, prey: G::Set, hunters: G::Set) -> G::Set {
        self.game.common_captures(at, prey, hunters)
    }

    /// All states that the enemy's move can lead to, each once: it passes (moves elsewhere), comes in, moves inside, goes
    /// out, or captures from outside. Wherever an enemy outside would help with a capture, it may be there or not.
    pub fn enemy_options(&self, state: &CampState<G::Set>) -> Vec<CampState<G::Set>> {
        let mut options = Vec::with_capacity(64);
        self.every_option(state, |option| {
            options.push(option);
            true
        });
        options.sort_unstable_by_key(|option| (option.own.widen(), option.enemy.widen(), option.outside));
        options.dedup();
        options
    }

    /// Whether all states that the enemy's move can lead to are such that `holds`; some are asked about more than once.
    pub fn every_option(&self, state: &CampState<G::Set>, mut holds: impl FnMut(CampState<G::Set>) -> bool) -> bool {
        let g = self.game.geometry();
        let field = g.board() & !self.squares;
        if !holds(*state) {
            return false;
        }
        if state.outside > 0 {
            let outside = CampState { outside: state.outside - 1, ..*state };
            let entries = g.slide(field, self.empty(state), self.out.opposite(), self.enemy_reach) & self.squares;
            let brink = state.own & g.shift(field, self.out.opposite());
            let held = brink & g.shift(state.enemy, self.out);
            let without = |fallen| CampState { own: state.own & !G::Set::only(fallen), ..*state };
            if !entries.squares().all(|to| self.arrives(outside, G::Set::only(to), &mut holds))
                || !held.squares().all(|fallen| holds(without(fallen)))
            {
                return false;
            }
        }
        state.enemy.squares().all(|from| {
            let origin = G::Set::only(from);
            let lifted = CampState { enemy: state.enemy ^ origin, ..*state };
            let leaves = g.slide(origin, self.empty(state) | field, self.out, self.enemy_reach).meets(field);
            self.targets(state, origin, self.enemy_reach)
                .squares()
                .all(|to| self.arrives(lifted, G::Set::only(to), &mut holds))
                && (!leaves || holds(CampState { outside: state.outside + 1, ..lifted }))
        })
    }

    /// Whether the states after an enemy has come to `at`, a square of the camp, are such that `holds`; `others` is all
    /// but that enemy.
    fn arrives(
        &self,
        others: CampState<G::Set>,
        at: G::Set,
        holds: &mut impl FnMut(CampState<G::Set>) -> bool,
    ) -> bool {
        let g = self.game.geometry();
        let enemy = others.enemy | at;
        let left = others.own & !self.victims(at, others.own, enemy);
        let above = g.shift(at, self.out) & others.own;
        let is_held = others.outside > 0 && g.shift(above, self.out).meets(g.board() & !self.squares);
        (!is_held || holds(CampState { own: left & !above, enemy, ..others }))
            && holds(CampState { own: left, enemy, ..others })
    }

    /// A fortress of the owner in a state: one for enemies on every square outside the camp. In a
    /// [quiet](Camp::is_quiet) game it holds all of its pieces, none of which was captured on the way.
    pub fn fortress(&self, state: &CampState<G::Set>) -> Option<Fortress<G::Set>> {
        let board = self.game.geometry().board();
        let ground = Ground {
            own: state.own,
            own_leader: self.leader & state.own,
            doomed: G::Set::EMPTY,
            enemy: state.enemy | (board & !self.squares),
            enemy_has_leader: self.game.rules().has_leader(!self.owner),
            inciti: G::Set::EMPTY,
        };
        let fortress = prove_on(&self.game, &ground, self.owner).ok()?;
        (!self.is_quiet() || fortress.pieces().count() == self.start().own.count()).then_some(fortress)
    }

    /// Where enemies can get while nothing of the owner moves.
    pub fn open(&self, state: &CampState<G::Set>) -> G::Set {
        let geometry = self.game.geometry();
        geometry.flood(state.enemy | (geometry.board() & !self.squares), geometry.board() & !state.own)
    }

    /// Whether there is an empty square where no enemy can get: without one there is no fortress.
    pub fn encloses(&self, state: &CampState<G::Set>) -> bool {
        self.open(state) | state.own != self.game.geometry().board()
    }
}

/// Returns the number of ranks, from its back rank on, that hold all of a side's pieces at the start.
pub(super) fn filled_ranks(rules: &CheckedRules, side: Side) -> u8 {
    let board = rules.board;
    let from_back = |square| match side {
        Side::White => board.rank(square),
        Side::Black => board.ranks - 1 - board.rank(square),
    };
    let start = Game::of(rules.clone()).start();
    start.pieces(side).squares().map(|square| 1 + from_back(square)).max().unwrap_or(0)
}

/// Refuses rules that are not described.
fn check_described(rules: &Rules, start: &AnyPosition, owner: Side) -> Result<(), NotForceable> {
    if rules.has_placement() {
        return Err(NotForceable::Placement);
    }
    let is_plain = start.side() == Side::White && start.roll().is_none() && start.inciti().is_empty();
    if !is_plain || start.captured() != BySide::default() {
        return Err(NotForceable::Start);
    }
    if !matches!(rules.movement, Movement::Slide | Movement::Step) {
        return Err(NotForceable::Movement);
    }
    if rules.leader.is_some_and(|leader| leader.jump || leader.surrounded || leader.crossing) {
        return Err(NotForceable::Leader);
    }
    let switches = [
        ("vagi", rules.vagi),
        ("surround", rules.surround),
        ("compulsory", rules.compulsory[owner] != Compulsory::Off),
    ];
    match switches.into_iter().find(|&(_, on)| on) {
        Some((name, _)) => Err(NotForceable::Switch(name)),
        None => Ok(()),
    }
}
