//! Moves and the set of legal ones (RULES §3, §4, §6, §7).
//!
//! A slide is identified by its direction and target, because only the nearest piece looking back can reach it. The
//! legal moves of a position are therefore a few sets of target squares. They are counted without being listed, and the
//! k-th move is found directly.

mod legality;
mod numbering;

use crate::game::Game;
use crate::geometry::Geometry;
use crate::history::History;
use crate::leap::{LeapPath, count_chains};
use crate::position::{Position, Stage};
use crate::rules::{CaptureAgain, Compulsory, Movement};
use crate::special::{ByKind, SpecialSquares};
use crate::vocab::{Direction, Side, Square, SquareSet};

/// One decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A slide, a step or a leader's jump.
    Go {
        /// The square of the piece.
        from: Square,
        /// The square on which it ends.
        to: Square,
    },
    /// A chain of leaps.
    Leap {
        /// The square of the stone.
        from: Square,
        /// The square on which it ends.
        to: Square,
        /// The directions of its leaps.
        path: LeapPath,
    },
    /// The placement of a stone from the hand.
    Place(Square),
    /// The removal of an enemy alligatus instead of a move.
    Remove(Square),
    /// The huff of a piece that could have captured.
    Huff(Square),
    /// Declining to huff.
    Decline,
    /// The turn is passed because the roll allows no move.
    Pass,
    /// The players change sides (§2).
    Swap,
}

/// The legal decisions of a position: slides and steps as sets of target squares, all others as a number, because they
/// can be derived from the position when needed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decisions<S> {
    /// Targets of slides and steps, in the order of [`Direction::ALL`].
    slides: [S; 4],
    /// The total number of decisions.
    count: u32,
    kind: Kind,
    /// Whether the last of them is to change sides.
    swap: bool,
}

/// Which decisions are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// All that a side has.
    #[default]
    All,
    /// Only captures.
    Captures,
    /// Only the pass of a side that has no other.
    Pass,
}

impl<S: SquareSet> Decisions<S> {
    #[inline(always)]
    fn of_slides(slides: [S; 4]) -> Self {
        let count = slides[0].count() + slides[1].count() + (slides[2].count() + slides[3].count());
        Decisions { slides, count, kind: Kind::All, swap: false }
    }

    /// Changes the slides of each direction.
    fn with_slides(self, change: impl Fn(Direction, S) -> S) -> Self {
        let old = self.slides.map(SquareSet::count).iter().sum::<u32>();
        let slides = Direction::each(|direction| change(direction, self.slides[direction as usize]));
        let new = Decisions::of_slides(slides).count;
        Decisions { slides, count: self.count - old + new, ..self }
    }

    /// Creates `count` decisions, none of which is a slide.
    fn of_others(count: u32) -> Self {
        Decisions { count, ..Decisions::default() }
    }

    /// Creates the decision to pass.
    fn of_pass() -> Self {
        Decisions { count: 1, kind: Kind::Pass, ..Decisions::default() }
    }

    /// Returns whether there is no decision but a pass that every player without a move makes.
    pub(crate) fn is_pass(&self) -> bool {
        self.kind == Kind::Pass
    }

    /// Returns the number of legal decisions.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Returns whether there are none, apart from changing sides.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == u32::from(self.swap)
    }

    /// Adds the decision to change sides if it is open.
    pub(super) fn or_swap(self, is_open: bool) -> Self {
        Decisions { count: self.count + u32::from(is_open), swap: is_open, ..self }
    }
}

/// What a side could do if it were to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The number of its moves.
    pub moves: u32,
    /// The number of squares on which a slide or step may capture, except captures by `surround`.
    pub threats: u32,
}

/// A distance that no board exceeds, which means no limit.
pub(crate) const ANY_DISTANCE: u32 = u32::MAX;

impl<G: Geometry> Game<G> {
    /// Returns the legal decisions of the side to move. If a die has yet to be rolled, they are those that the highest
    /// roll allows, as in test 6 of §8. In games that forbid repetition, moves back to an earlier position are among them;
    /// those of a [`Snapshot`](crate::Snapshot) or [`State`](crate::State) know better.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let position = game.start();
    /// let decisions = game.decisions(&position);
    /// assert_eq!(decisions.count(), 48);
    /// assert_eq!(game.move_text(game.nth_move(&position, &decisions, 0, &())), "a1-a2");
    /// ```
    #[inline(always)]
    pub fn decisions(&self, position: &Position<G::Set>) -> Decisions<G::Set> {
        if self.flags.only_slides {
            return self.free_slides(position, position.pieces[position.side], ANY_DISTANCE);
        }
        self.decisions_by_all_rules(*position)
    }

    #[inline(never)]
    fn decisions_by_all_rules(&self, position: Position<G::Set>) -> Decisions<G::Set> {
        self.decisions_but_swap(&position).or_swap(self.may_swap(&position))
    }

    /// Returns whether the side to move may change sides instead: at the start of the second turn of the game (§2).
    pub fn may_swap(&self, position: &Position<G::Set>) -> bool {
        self.rules.swap
            && position.turn == 1
            && position.stage == Stage::Beginning
            && !self.is_within_placing_turn(position)
    }

    #[inline(always)]
    pub(super) fn decisions_but_swap(&self, position: &Position<G::Set>) -> Decisions<G::Set> {
        if position.is_placing() {
            return Decisions::of_others(self.placeable(position).count());
        }
        if position.huff_is_open() {
            let decline = 1;
            return Decisions::of_others(position.pending.count() + decline);
        }
        if self.flags.has_stages && position.stage == Stage::Again {
            return self.further_moves(position, true);
        }
        let side = position.side;
        if self.must_remove(position, side) {
            return self.or_pass(Decisions::of_others(self.removals(position, side, &()).count()));
        }
        let moves = self.decisions_of(position, side, position.pieces[side], self.reach(position.roll));
        if self.rules.compulsory[side] == Compulsory::Strict {
            let capturing = self.capturing(position, &moves);
            if !capturing.is_empty() {
                return capturing;
            }
        }
        if position.roll > 0 && moves.is_empty() {
            let pass = !self.moves_of(position, side, position.pieces[side], self.reach(0)).is_empty();
            return Decisions::of_others(u32::from(pass));
        }
        self.or_pass(moves)
    }

    /// Returns the pass instead of no decision, in games in which a player without a move passes.
    fn or_pass(&self, decisions: Decisions<G::Set>) -> Decisions<G::Set> {
        if decisions.is_empty() && self.rules.passes() { Decisions::of_pass() } else { decisions }
    }

    /// Returns the moves of the piece that has captured, and with `or_decline` the decision not to go on (§4).
    pub(crate) fn further_moves(&self, position: &Position<G::Set>, or_decline: bool) -> Decisions<G::Set> {
        let any = self.moves_of(position, position.side, position.pending, ANY_DISTANCE);
        let captures_only = self.rules.capture_again == CaptureAgain::Capturing;
        let mut moves = if captures_only { self.capturing(position, &any) } else { any };
        moves.count += u32::from(or_decline);
        moves
    }

    /// Returns the squares on which a piece may be placed.
    #[inline(always)]
    pub(crate) fn placeable(&self, position: &Position<G::Set>) -> G::Set {
        let mut squares = self.empty(position) & !self.hole;
        if self.flags.has_closed_squares {
            let places_leader = position.hands[position.side] == self.leaders_in_hand[position.side];
            squares &= !if places_leader { self.special.closed.leaders } else { self.special.closed.stones };
        }
        if !self.rules.restricts_placing() {
            return squares;
        }
        let (own, enemy) = (position.pieces[position.side], position.pieces[!position.side]);
        squares & !self.barred_from_placing(own, enemy)
    }

    /// Returns the pieces of the side to move that may move now.
    fn movers(&self, position: &Position<G::Set>) -> G::Set {
        if position.stage == Stage::Again { position.pending } else { position.pieces[position.side] }
    }

    /// Returns the squares without a piece or incitus.
    #[inline(always)]
    pub(crate) fn empty(&self, position: &Position<G::Set>) -> G::Set {
        self.geometry.board() & !(position.all_pieces() | position.inciti)
    }

    /// Returns how far a piece may move with a roll; 0 means that it is not rolled yet, or that there is no die.
    #[inline(always)]
    pub(crate) fn reach(&self, roll: u8) -> u32 {
        match (roll, self.rules.die) {
            (0, None) => ANY_DISTANCE,
            (0, Some(faces)) => u32::from(faces),
            (roll, _) => u32::from(roll),
        }
    }

    /// Returns the moves of `side` that count in tests 6 and 7 of §8: with the highest roll, excluding hopeless pieces.
    #[inline(always)]
    pub(crate) fn counting_moves(&self, position: &Position<G::Set>, side: Side) -> Decisions<G::Set> {
        let hopeless = self.hopeless_pieces(position, side, position.prospects.hopeless[side]);
        let movers = position.pieces[side] & !hopeless;
        self.moves_of(position, side, movers, self.reach(0))
    }

    /// Does the same as [`Game::decisions_of`], where it is not worth compiling it again.
    #[inline(never)]
    pub(crate) fn moves_of(
        &self,
        position: &Position<G::Set>,
        side: Side,
        movers: G::Set,
        reach: u32,
    ) -> Decisions<G::Set> {
        self.decisions_of(position, side, movers, reach)
    }

    /// Returns the moves that `movers`, pieces of `side`, could make within `reach`, and the removals.
    #[inline(always)]
    fn decisions_of(&self, position: &Position<G::Set>, side: Side, movers: G::Set, reach: u32) -> Decisions<G::Set> {
        if self.flags.plain_sliders && !self.leader.jumps() && !self.rules.forbids_undo() {
            return self.free_slides(position, movers, reach);
        }
        let mut moves = if self.flags.plain_sliders {
            self.free_slides(position, movers, reach)
        } else {
            Decisions::of_slides(self.restricted_slides(position, side, movers, reach))
        };
        if self.leader.jumps() {
            moves.count += self.jumps(position, side, movers & position.leaders, reach).count();
        }
        if self.flags.extra_moves { self.with_other_moves(*position, side, movers, moves) } else { moves }
    }

    /// Adds removals, hops and leaps to slides, and leaves out steps between two enemies where stones may not go, and the
    /// way back where it is barred.
    #[inline(never)]
    fn with_other_moves(
        &self,
        position: Position<G::Set>,
        side: Side,
        movers: G::Set,
        slides: Decisions<G::Set>,
    ) -> Decisions<G::Set> {
        let position = &position;
        let mut moves = slides;
        if self.rules.guards_entry() {
            moves = moves.with_slides(|direction, ends| self.unguarded(position, side, direction, ends));
        }
        if let Some((from, to)) = position.last[side] {
            moves = moves.with_slides(|direction, ends| {
                let goes_back = ends.has(from) && self.origin_of(position, side, direction, from) == to;
                ends & !G::Set::only(from).when(goes_back)
            });
        }
        if self.rules.binds() && !self.rules.removes_first() {
            moves.count += self.removals(position, side, &()).count();
        }
        match self.rules.movement {
            Movement::Leap => moves.count += count_chains(self, position, side, movers & !position.turned),
            Movement::Hop => {
                moves.count += self.hoppers(position, side, movers).map(|(_, ends)| ends.count()).sum::<u32>();
            }
            _ => {}
        }
        moves
    }

    /// Returns the slides of pieces that are restricted only by `reach`.
    #[inline(always)]
    fn free_slides(&self, position: &Position<G::Set>, movers: G::Set, reach: u32) -> Decisions<G::Set> {
        let empty = self.empty(position);
        Decisions::of_slides(Direction::each(|direction| self.geometry.slide(movers, empty, direction, reach)))
    }

    /// Returns the vagi (§6); in games that bind, the turned stones are alligati instead.
    #[inline(always)]
    pub(crate) fn vagi(&self, position: &Position<G::Set>) -> G::Set {
        position.turned.when(self.rules.vagi)
    }

    /// Returns slides if pieces move differently: stones that step, vagi that must attack, bound stones, sliding
    /// leaders.
    #[inline(always)]
    fn restricted_slides(&self, position: &Position<G::Set>, side: Side, movers: G::Set, reach: u32) -> [G::Set; 4] {
        let g = self.geometry;
        let empty = self.empty(position);
        let leaders = movers & position.leaders;
        let free = movers & !leaders & !position.turned;
        let vagi = movers & self.vagi(position);
        let attacks = g.neighbours(position.pieces[!side]);
        let ahead = if side == Side::White { Direction::North } else { Direction::South };
        let leader_reach = self.leader_slide(reach);
        let open = |ends: G::Set, direction: Direction, of: fn(&ByKind<G::Set>) -> G::Set| {
            if !self.flags.has_closed_squares {
                return ends;
            }
            let (impassable, closed) = (of(&self.special.impassable), of(&self.special.closed));
            SpecialSquares::open_ends(g, ends, empty, direction, impassable, closed)
        };
        Direction::each(|direction| {
            let stones_reach = match self.rules.movement {
                Movement::Slide => reach,
                Movement::Step | Movement::Leap | Movement::Hop => reach.min(1),
                Movement::Forward => reach.min(1) * u32::from(direction == ahead),
            };
            let of_stones = |stones| open(g.slide(stones, empty, direction, stones_reach), direction, |by| by.stones);
            let of_stones = of_stones(free) | (of_stones(vagi) & attacks);
            if self.rules.leader.is_some() {
                of_stones | open(g.slide(leaders, empty, direction, leader_reach), direction, |by| by.leaders)
            } else {
                of_stones
            }
        })
    }

    /// Returns how far a leader may move if pieces may move as far as `reach` (§3).
    #[inline]
    pub fn leader_reach(&self, reach: u32) -> u32 {
        if self.leader.reach > 0 { reach.min(self.leader.reach) } else { reach }
    }

    /// Returns how far a leader slides if pieces may move as far as `reach`; one that steps goes one square (§3).
    #[inline(always)]
    pub(crate) fn leader_slide(&self, reach: u32) -> u32 {
        if self.leader.steps() { reach.min(1) } else { self.leader_reach(reach) }
    }

    /// Returns the targets of stones without those between two enemies to which no stone may go.
    fn unguarded(&self, position: &Position<G::Set>, side: Side, direction: Direction, targets: G::Set) -> G::Set {
        let guarded = targets & self.guarded(position, side);
        let from = |to: Square| self.origin_of(position, side, direction, to);
        targets & !guarded.filter(|to| !self.may_enter(position, side, from(to), to))
    }

    /// Returns the landing squares of `leader`, if it is on the board, beyond the runs of pieces next to it or, for a
    /// leader that hops, beyond a single enemy (§3). Each direction has its own squares, so one set is enough for all.
    fn jumps(&self, position: &Position<G::Set>, side: Side, leader: G::Set, reach: u32) -> G::Set {
        let g = self.geometry;
        let back = self.way_back(position, side, leader) | self.special.closed.leaders;
        let reach = self.leader_reach(reach);
        if self.leader.steps() {
            let empty = self.empty(position) & !back;
            return (g.beyond(leader, position.pieces[!side]) & empty).when(reach >= 2);
        }
        let enemy_leader = position.leaders & position.pieces[!side];
        let crossable = position.all_pieces() & !enemy_leader;
        let blocked = enemy_leader | position.inciti;
        Direction::union(|direction| {
            let mut at = g.shift(leader, direction) & crossable;
            let mut distance = 1;
            while at.meets(crossable) {
                at = g.shift(at, direction);
                distance += 1;
            }
            (at & !blocked & !back).when(distance <= reach)
        })
    }

    /// Returns the square to which the piece of `side` on `at` may not move back (§3).
    pub(crate) fn way_back(&self, position: &Position<G::Set>, side: Side, at: G::Set) -> G::Set {
        let last = position.last[side].filter(|&(_, to)| at.has(to));
        last.map_or(G::Set::EMPTY, |(from, _)| G::Set::only(from))
    }

    /// Returns the captures among `moves` (§4, compulsory capture).
    #[inline(never)]
    pub(crate) fn capturing(&self, position: &Position<G::Set>, moves: &Decisions<G::Set>) -> Decisions<G::Set> {
        let threats = self.capture_sites(position);
        let slides = Direction::each(|direction| {
            let from = |target: Square| self.origin(position, direction, target);
            let targets = moves.slides[direction as usize] & threats;
            targets.filter(|target| !self.captures_of(position, from(target), target).is_empty())
        });
        let mut capturing = Decisions { kind: Kind::Captures, ..Decisions::of_slides(slides) };
        capturing.count += self.legal_jumps(position, Kind::Captures, &()).count();
        capturing.count += self.legal_hops(position, Kind::Captures, &()).count() as u32;
        capturing
    }

    /// Returns whether a legal decision itself removes pieces from the board (§4, §6, §7), apart from sweeps.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let position = game.parse("8/8/8/4sS2/8/8/8/3S4 w 0,0 7,6 2 40").unwrap();
    /// let captures = |text| game.is_capture(&position, game.parse_move(&position, text).unwrap());
    /// assert!(captures("d1-d5") && !captures("d1-d4"));
    /// ```
    pub fn is_capture(&self, position: &Position<G::Set>, decision: Move) -> bool {
        !self.victims(position, decision).is_empty()
    }

    /// Returns the enemy pieces that a legal decision itself removes from the board (§4, §6, §7), apart from sweeps.
    pub fn victims(&self, position: &Position<G::Set>, decision: Move) -> G::Set {
        match decision {
            Move::Go { from, to } if !self.rules.binds() => self.captures_of(position, from, to),
            Move::Go { .. } if self.rules.removes_all() => self.bound_by_mover(position),
            Move::Leap { from, path, .. } => self.crossed(from, path).1,
            Move::Remove(square) | Move::Huff(square) => G::Set::only(square),
            Move::Go { .. } | Move::Place(_) | Move::Decline | Move::Pass | Move::Swap => G::Set::EMPTY,
        }
    }

    /// Returns the squares on which a slide, step or jump of the side to move may capture; moves to other squares
    /// capture nothing.
    pub fn capture_sites(&self, position: &Position<G::Set>) -> G::Set {
        if self.rules.surround { self.geometry.board() } else { self.threats(position, position.side) }
    }

    /// Returns what `side` could do if it were to move, regardless of the roll.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules, Side};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let position = game.parse("8/8/8/4sS2/8/8/8/3S4 b 0,0 7,6 2 40").unwrap();
    /// let activity = game.activity(&position, Side::White);
    /// assert_eq!((activity.moves, activity.threats), (23, 1));
    /// ```
    pub fn activity(&self, position: &Position<G::Set>, side: Side) -> Activity {
        let moves = self.moves_of(position, side, position.pieces[side], self.reach(0));
        let reached = Direction::union(|direction| moves.slides[direction as usize]);
        Activity { moves: moves.count, threats: (reached & self.threats(position, side)).count() }
    }

    /// Returns the pieces that make capturing moves, given those moves.
    pub(crate) fn capturers(
        &self,
        position: &Position<G::Set>,
        capturing: &Decisions<G::Set>,
        history: &dyn History,
    ) -> G::Set {
        let sliders = Direction::union(|direction| {
            let targets = capturing.slides[direction as usize].squares();
            G::Set::of(targets.map(|to| self.origin(position, direction, to)))
        });
        let leader = position.leaders & position.pieces[position.side];
        let jumps = !self.legal_jumps(position, Kind::Captures, history).is_empty();
        let hops = self.legal_hops(position, Kind::Captures, history);
        sliders | leader.when(jumps) | G::Set::of(hops.map(|(from, _)| from))
    }

    /// Returns the piece that slides in `direction` to `target`, which is the nearest one looking back.
    #[inline(always)]
    fn origin(&self, position: &Position<G::Set>, direction: Direction, target: Square) -> Square {
        self.origin_of(position, position.side, direction, target)
    }

    #[inline(always)]
    fn origin_of(&self, position: &Position<G::Set>, side: Side, direction: Direction, target: Square) -> Square {
        let behind = self.rays[direction.opposite() as usize][target.index()] & position.pieces[side];
        if direction.ascends() { behind.highest() } else { behind.lowest() }
    }
}
