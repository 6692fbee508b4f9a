//! The game in a camp: the possible moves of the owner and the enemy there (experiments/studies/fortresses.md §8).

use petteia_engine::rules::{Compulsory, Method, Movement, Unsupported};
use petteia_engine::{
    AnyPosition, BySide, CheckedRules, Direction, Game, Geometry, Position, Rules, Side, Square, SquareSet,
};

use crate::fortress::{Fortress, Ground, prove_on};

/// The owner's and the enemy's pieces in a camp. Of the enemy's pieces elsewhere, only the number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CampState<S> {
    /// The owner's pieces, all of which are in the camp.
    pub own: S,
    /// The enemy's pieces in the camp.
    pub enemy: S,
    /// The number of the enemy's pieces outside the camp.
    pub outside: u8,
}

impl<S: SquareSet> CampState<S> {
    /// Returns the number of the enemy's pieces on the board.
    pub fn enemies(&self) -> u8 {
        self.outside + self.enemy.count() as u8
    }

    /// Returns the same state with this number of enemy pieces on the board, if it is at least the number in the camp.
    pub(super) fn with_enemies(&self, enemies: u8) -> Option<Self> {
        enemies.checked_sub(self.enemy.count() as u8).map(|outside| CampState { outside, ..*self })
    }
}

/// The first ranks of a side, together with the rules.
#[derive(Clone, Debug)]
pub struct Camp<G: Geometry> {
    /// The game.
    pub game: Game<G>,
    /// The owner of the camp.
    pub owner: Side,
    /// The number of ranks.
    pub ranks: u8,
    /// The squares of the camp.
    pub squares: G::Set,
    /// The direction of the field.
    out: Direction,
    /// How far the owner's pieces and the enemy's pieces can move.
    own_reach: u32,
    enemy_reach: u32,
    /// The square of the owner's leader at the start, where it stays.
    leader: G::Set,
}

impl<G: Geometry> Camp<G> {
    /// Creates the camp of the first `ranks` ranks of `owner`.
    ///
    /// # Errors
    /// The rules are not covered, or the camp is too small or too large.
    pub fn new(game: Game<G>, owner: Side, ranks: u8) -> Result<Self, Unsupported> {
        let rules = game.rules();
        check_described(rules, &Game::of(rules.clone()).start(), owner)?;
        let own_ranks = filled_ranks(rules, owner);
        if ranks < own_ranks.max(2) || ranks + 2 > rules.board.ranks {
            return Err(wrong_ranks());
        }
        let (back, out) = match owner {
            Side::White => (Direction::South, Direction::North),
            Side::Black => (Direction::North, Direction::South),
        };
        let geometry = game.geometry();
        let squares = geometry.walk(geometry.border(back), geometry.board(), out, u32::from(ranks) - 1);
        if game.start().pieces(!owner).meets(squares) {
            return Err(wrong_ranks());
        }
        let steps = rules.movement == Movement::Step;
        // A leader slides even if stones step, and any enemy may be the leader.
        let enemy_reach = if steps && rules.leader.is_none() { 1 } else { u32::MAX };
        // With a die, the owner moves one square at a time, which every roll allows, and the enemy has the highest
        // roll.
        let own_reach = if steps || rules.die.is_some() { 1 } else { u32::MAX };
        let enemy_reach = rules.die.map_or(enemy_reach, |faces| enemy_reach.min(u32::from(faces)));
        let leader = game.start().leaders() & game.start().pieces(owner);
        Ok(Camp { game, owner, ranks, squares, out, own_reach, enemy_reach, leader })
    }

    /// Returns the start position.
    pub fn start(&self) -> CampState<G::Set> {
        self.seen(&self.game.start())
    }

    /// Returns the state of the camp in a position in which it contains all of the owner's pieces.
    pub fn seen(&self, position: &Position<G::Set>) -> CampState<G::Set> {
        let enemies = position.pieces(!self.owner);
        let outside = (enemies & !self.squares).count() as u8;
        CampState { own: position.pieces(self.owner), enemy: enemies & self.squares, outside }
    }

    /// Returns the state of a camp with more ranks restricted to this one; `None` if the owner has pieces beyond this
    /// camp.
    pub(super) fn narrowed(&self, state: &CampState<G::Set>) -> Option<CampState<G::Set>> {
        let gone = state.enemy & !self.squares;
        let all_here = (state.own & !self.squares).is_empty();
        let outside = state.outside + gone.count() as u8;
        all_here.then(|| CampState { own: state.own, enemy: state.enemy ^ gone, outside })
    }

    /// Returns whether the owner must avoid captures and lose nothing: with `inciti`, because captures would leave dead
    /// squares, and with leaders, because the position of the enemy's leader is unknown.
    pub fn is_quiet(&self) -> bool {
        self.game.rules().inciti || self.game.rules().leader.is_some()
    }

    fn empty(&self, state: &CampState<G::Set>) -> G::Set {
        self.squares & !(state.own | state.enemy)
    }

    /// Returns the squares inside the camp that a piece on `from` can reach, at most this number of squares away.
    fn targets(&self, state: &CampState<G::Set>, from: G::Set, reach: u32) -> G::Set {
        let empty = self.empty(state);
        Direction::union(|direction| self.game.geometry().slide(from, empty, direction, reach))
    }

    /// Returns the owner's moves inside the camp, each with the resulting state. Moves of the leader are excluded, as
    /// are captures in a [quiet](Camp::is_quiet) game.
    pub fn own_moves(&self, state: &CampState<G::Set>) -> Vec<(Square, Square, CampState<G::Set>)> {
        let mut moves = Vec::with_capacity(64);
        for from in (state.own & !self.leader).squares() {
            let origin = G::Set::only(from);
            for to in self.targets(state, origin, self.own_reach).squares() {
                let target = G::Set::only(to);
                let own = state.own ^ origin ^ target;
                let victims = self.game.captures_among(target, state.enemy, own);
                if victims.is_empty() || !self.is_quiet() {
                    moves.push((from, to, CampState { own, enemy: state.enemy & !victims, ..*state }));
                }
            }
        }
        moves
    }

    /// Returns the states from which a move of the owner without capture leads to `state`.
    pub(super) fn before_quiet_moves(&self, state: &CampState<G::Set>) -> Vec<CampState<G::Set>> {
        let mut before = Vec::with_capacity(64);
        for to in state.own.squares() {
            let target = G::Set::only(to);
            if self.game.captures_among(target, state.enemy, state.own).is_empty() {
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

    /// Returns all states to which the enemy's move can lead, each once: it passes (moves elsewhere), enters, moves
    /// inside, leaves, or captures from outside. Wherever an enemy outside would help with a capture, it may or may not
    /// be present.
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

    /// Returns whether `holds` is true of all states to which the enemy's move can lead; some states may be tested more
    /// than once.
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

    /// Returns whether `holds` is true of all states after an enemy has moved to `at`, a square of the camp; `others`
    /// is the state without that enemy.
    fn arrives(
        &self,
        others: CampState<G::Set>,
        at: G::Set,
        holds: &mut impl FnMut(CampState<G::Set>) -> bool,
    ) -> bool {
        let g = self.game.geometry();
        let enemy = others.enemy | at;
        let left = others.own & !self.game.captures_among(at, others.own, enemy);
        let above = g.shift(at, self.out) & others.own;
        let is_held = others.outside > 0 && g.shift(above, self.out).meets(g.board() & !self.squares);
        (!is_held || holds(CampState { own: left & !above, enemy, ..others }))
            && holds(CampState { own: left, enemy, ..others })
    }

    /// Returns a fortress of the owner in a state, assuming enemies on every square outside the camp. In a
    /// [quiet](Camp::is_quiet) game, it must contain all of the owner's pieces, none of which has been captured on the
    /// way.
    pub fn fortress(&self, state: &CampState<G::Set>) -> Option<Fortress<G::Set>> {
        let board = self.game.geometry().board();
        let ground = Ground {
            own: state.own,
            own_leader: self.leader & state.own,
            doomed: G::Set::EMPTY,
            enemy: state.enemy | (board & !self.squares),
            enemy_has_leader: self.game.rules().has_leader(!self.owner),
            inciti: G::Set::EMPTY,
            last: None,
        };
        let fortress = prove_on(&self.game, &ground, self.owner).ok()?;
        (!self.is_quiet() || fortress.pieces().count() == self.start().own.count()).then_some(fortress)
    }

    /// Returns the squares that enemies can reach while no piece of the owner moves.
    pub fn open(&self, state: &CampState<G::Set>) -> G::Set {
        let geometry = self.game.geometry();
        geometry.flood(state.enemy | (geometry.board() & !self.squares), geometry.board() & !state.own)
    }

    /// Returns whether there is an empty square that no enemy can reach; without one there is no fortress.
    pub fn encloses(&self, state: &CampState<G::Set>) -> bool {
        self.open(state) | state.own != self.game.geometry().board()
    }
}

/// Returns the number of ranks, from its back rank on, that hold all of a side's pieces at the start.
pub(super) fn filled_ranks(rules: &CheckedRules, side: Side) -> u8 {
    let board = rules.board;
    let start = Game::of(rules.clone()).start();
    let ranks = start.pieces(side).squares().map(|square| board.rank(square));
    let filled = ranks.map(|rank| if side == Side::White { 1 + rank } else { board.ranks - rank });
    filled.max().unwrap_or(0)
}

/// Rejects rules that are not covered.
pub(super) fn check_described(rules: &Rules, start: &AnyPosition, owner: Side) -> Result<(), Unsupported> {
    let refused = |what: &str, why: &str| Err(Unsupported::new(what, why));
    let is_plain = start.side() == Side::White && start.roll().is_none() && start.inciti().is_empty();
    if rules.has_placement() {
        let why = "stones are placed in this game, so there is no start position from which to force anything";
        return refused("placement", why);
    }
    if !is_plain || start.captured() != BySide::default() {
        let why = "the start position is not covered: White must be to move, with no roll, no dead squares and nothing \
                   captured yet";
        return refused("start position", why);
    }
    let compelled = (rules.compulsory[owner] != Compulsory::Off).then(|| "compulsory".to_owned());
    match compelled.or_else(|| rules.unsupported_field(Method::ForcedFortress)) {
        Some(rule) => refused(&rule, &format!("the search does not cover `{rule}`")),
        None => Ok(()),
    }
}

fn wrong_ranks() -> Unsupported {
    let why = "a camp must have at least 2 ranks, contain all pieces of its side and no others, and leave at least 2 ranks \
               to the enemy";
    Unsupported::new("ranks", why)
}
