//! Moves and the set of legal ones (RULES §3, §4, §6, §7).
//!
//! A slide is identified by its direction and its target: only the nearest piece looking back can
//! reach it. So the legal moves of a position are a few sets of target squares, counted without being
//! listed, and the k-th of them is found directly.

use std::ops::ControlFlow;

use crate::game::Game;
use crate::geometry::Geometry;
use crate::leap::{LeapPath, chains};
use crate::position::Position;
use crate::rules::{Compulsory, Movement};
use crate::vocab::{Direction, Side, Square, SquareSet};

/// One decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A slide, a step or a leader's jump.
    Go {
        /// Where the piece stands.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A chain of leaps.
    Leap {
        /// Where the stone stands.
        from: Square,
        /// The directions of its leaps.
        path: LeapPath,
    },
    /// A stone from hand to a square.
    Place(Square),
    /// An enemy alligatus is taken off instead of moving.
    Remove(Square),
    /// A piece that could have captured is taken off.
    Huff(Square),
    /// No piece is huffed.
    Decline,
    /// The roll allows nothing.
    Pass,
}

/// The legal decisions of a position, as sets of target squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decisions<S> {
    /// Targets of slides and steps, in the order of [`Direction::ALL`].
    slides: [S; 4],
    /// Landing squares of the leader's jumps.
    jumps: [S; 4],
    /// Squares for the next stone from hand.
    placements: S,
    /// Enemy alligati that may be removed.
    removals: S,
    /// Pieces that may be huffed; declining is then legal too.
    huffs: S,
    /// The number of chains of leaps.
    chains: u32,
    /// Whether a pass is the only decision.
    pass: bool,
    /// How many decisions there are.
    count: u32,
}

impl<S: SquareSet> Decisions<S> {
    /// The number of legal decisions.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    fn counted(mut self) -> Self {
        let sum = |sets: [S; 4]| sets.iter().map(|set| set.count()).sum::<u32>();
        self.count = sum(self.slides);
        if !(self.placements | self.removals | self.huffs | union(self.jumps)).is_empty() {
            let decline = u32::from(!self.huffs.is_empty());
            self.count +=
                sum(self.jumps) + self.placements.count() + self.removals.count() + self.huffs.count() + decline;
        }
        self.count += self.chains + u32::from(self.pass);
        self
    }
}

#[inline(always)]
fn union<S: SquareSet>(sets: [S; 4]) -> S {
    sets[0] | sets[1] | sets[2] | sets[3]
}

/// The longest distance that any board has room for: no limit.
pub(crate) const ANY_DISTANCE: u32 = u32::MAX;

impl<G: Geometry> Game<G> {
    /// The legal decisions of the side to move. A game with a die whose roll is still to come counts
    /// what the highest roll allows, as test 6 of §8 does.
    #[inline(always)]
    pub fn decisions(&self, position: &Position<G::Set>) -> Decisions<G::Set> {
        if position.is_placing() {
            let placements = self.geometry.board() & !position.all_pieces() & !position.inciti;
            return Decisions { placements, ..Decisions::default() }.counted();
        }
        if position.huff_is_open() {
            return Decisions { huffs: position.huff, ..Decisions::default() }.counted();
        }
        let side = position.side;
        let moves = self.moves_of(position, side, position.pieces[side], self.reach(position.roll));
        if self.rules.compulsory[side] == Compulsory::Strict {
            let capturing = self.capturing(position, &moves);
            if !capturing.is_empty() {
                return capturing;
            }
        }
        if position.roll > 0 && moves.is_empty() {
            let pass = !self.moves_of(position, side, position.pieces[side], self.reach(0)).is_empty();
            return Decisions { pass, ..moves }.counted();
        }
        moves
    }

    /// How far a piece may move with a roll (0: not rolled yet, or no die).
    #[inline(always)]
    pub(crate) fn reach(&self, roll: u8) -> u32 {
        match (roll, self.rules.die) {
            (0, None) => ANY_DISTANCE,
            (0, Some(faces)) => u32::from(faces),
            (roll, _) => u32::from(roll),
        }
    }

    /// The moves of `side` that count in tests 6 and 7 of §8: with the highest roll, by no hopeless piece.
    #[inline(always)]
    pub(crate) fn counting_moves(&self, position: &Position<G::Set>, side: Side) -> Decisions<G::Set> {
        let hopeless = self.hopeless_pieces(position, side, position.prospects.hopeless[side]);
        let movers = position.pieces[side] & !hopeless;
        self.moves_of(position, side, movers, self.reach(0))
    }

    /// The moves that `movers`, pieces of `side`, could make within `reach`, and the removals.
    #[inline(always)]
    pub(crate) fn moves_of(
        &self,
        position: &Position<G::Set>,
        side: Side,
        movers: G::Set,
        reach: u32,
    ) -> Decisions<G::Set> {
        let mut moves = Decisions { slides: self.slides(position, side, movers, reach), ..Decisions::default() };
        if self.leader_jumps {
            moves.jumps = self.jumps(position, side, movers & position.leaders, reach);
        }
        if self.rules.movement == Movement::Leap {
            moves.removals = position.pieces[!side] & position.turned;
            chains(self, position, side, movers & !position.turned, |_, _| {
                moves.chains += 1;
                ControlFlow::Continue(())
            });
        }
        moves.counted()
    }

    /// Slides and steps, by direction.
    #[inline(always)]
    fn slides(&self, position: &Position<G::Set>, side: Side, movers: G::Set, reach: u32) -> [G::Set; 4] {
        let g = self.geometry;
        let empty = g.board() & !position.all_pieces() & !position.inciti;
        if !self.plain_sliders {
            return self.restricted_slides(position, side, movers, empty, reach);
        }
        Direction::ALL.map(|direction| g.slide(movers, empty, direction, reach))
    }

    /// Slides where pieces differ: stones that step, vagi that must attack, bound stones, sliding leaders.
    fn restricted_slides(
        &self,
        position: &Position<G::Set>,
        side: Side,
        movers: G::Set,
        empty: G::Set,
        reach: u32,
    ) -> [G::Set; 4] {
        let g = self.geometry;
        let leaders = movers & position.leaders;
        let free = movers & !leaders & !position.turned;
        let vagi = if self.rules.vagi { movers & position.turned } else { G::Set::EMPTY };
        let attacks = g.neighbours(position.pieces[!side]);
        let ahead = if side == Side::White { Direction::North } else { Direction::South };
        Direction::ALL.map(|direction| {
            let stones_reach = match self.rules.movement {
                Movement::Slide => reach,
                Movement::Step | Movement::Leap => reach.min(1),
                Movement::Forward => reach.min(1) * u32::from(direction == ahead),
            };
            g.slide(free, empty, direction, stones_reach)
                | (g.slide(vagi, empty, direction, stones_reach) & attacks)
                | g.slide(leaders, empty, direction, reach)
        })
    }

    /// Jumps of `leader` over the run of pieces next to it (§3).
    fn jumps(&self, position: &Position<G::Set>, side: Side, leader: G::Set, reach: u32) -> [G::Set; 4] {
        let g = self.geometry;
        let enemy_leader = position.leaders & position.pieces[!side];
        let crossable = position.all_pieces() & !enemy_leader;
        let blocked = enemy_leader | position.inciti;
        Direction::ALL.map(|direction| {
            let mut at = g.shift(leader, direction) & crossable;
            let mut distance = 1;
            while at.meets(crossable) {
                at = g.shift(at, direction);
                distance += 1;
            }
            (at & !blocked).when(distance <= reach)
        })
    }

    /// The captures among `moves` (§4, compulsory capture).
    #[inline(never)]
    pub(crate) fn capturing(&self, position: &Position<G::Set>, moves: &Decisions<G::Set>) -> Decisions<G::Set> {
        let side = position.side;
        let captures = |direction: Direction, target: Square, jump: bool| {
            let from = if jump { self.own_leader(position, side) } else { self.origin(position, direction, target) };
            self.captures_by(position, from, target)
        };
        let threats = self.threats(position, side);
        let mut capturing = Decisions::default();
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            let targets = if self.rules.surround { moves.slides[i] } else { moves.slides[i] & threats };
            for target in targets.squares().filter(|&target| captures(direction, target, false)) {
                capturing.slides[i] |= G::Set::only(target);
            }
            for target in moves.jumps[i].squares().filter(|&target| captures(direction, target, true)) {
                capturing.jumps[i] |= G::Set::only(target);
            }
        }
        capturing.counted()
    }

    /// The pieces that make the moves of a set.
    pub(crate) fn movers_of(&self, position: &Position<G::Set>, moves: &Decisions<G::Set>) -> G::Set {
        let mut movers = G::Set::EMPTY;
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            for target in moves.slides[i].squares() {
                movers |= G::Set::only(self.origin(position, direction, target));
            }
            if !moves.jumps[i].is_empty() {
                movers |= position.leaders & position.pieces[position.side];
            }
        }
        movers
    }

    fn own_leader(&self, position: &Position<G::Set>, side: Side) -> Square {
        (position.leaders & position.pieces[side]).lowest()
    }

    /// The piece that slides in `direction` to `target`: the nearest one looking back.
    #[inline(always)]
    fn origin(&self, position: &Position<G::Set>, direction: Direction, target: Square) -> Square {
        let behind = self.rays[direction.opposite() as usize][target.index()] & position.pieces[position.side];
        if direction.ascends() { behind.highest() } else { behind.lowest() }
    }

    /// The `k`-th legal decision, `k` less than the count. `decisions` must be those of `position`.
    #[inline(always)]
    pub fn nth_move(&self, position: &Position<G::Set>, decisions: &Decisions<G::Set>, k: u32) -> Move {
        let mut k = k;
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            let count = decisions.slides[i].count();
            if k < count {
                let to = decisions.slides[i].select(k);
                return Move::Go { from: self.origin(position, direction, to), to };
            }
            k -= count;
        }
        self.nth_special_move(position, decisions, k)
    }

    /// The `k`-th of the decisions that are not slides.
    #[inline(never)]
    fn nth_special_move(&self, position: &Position<G::Set>, decisions: &Decisions<G::Set>, mut k: u32) -> Move {
        for set in decisions.jumps {
            if k < set.count() {
                return Move::Go { from: self.own_leader(position, position.side), to: set.select(k) };
            }
            k -= set.count();
        }
        let sets: [(G::Set, fn(Square) -> Move); 3] =
            [(decisions.placements, Move::Place), (decisions.removals, Move::Remove), (decisions.huffs, Move::Huff)];
        for (set, make) in sets {
            if k < set.count() {
                return make(set.select(k));
            }
            k -= set.count();
        }
        if !decisions.huffs.is_empty() {
            return Move::Decline;
        }
        if decisions.pass {
            return Move::Pass;
        }
        self.nth_chain(position, k)
    }

    fn nth_chain(&self, position: &Position<G::Set>, mut k: u32) -> Move {
        let movers = position.pieces[position.side] & !position.turned;
        let mut found = None;
        chains(self, position, position.side, movers, |from, path| {
            if k == 0 {
                found = Some(Move::Leap { from, path });
                return ControlFlow::Break(());
            }
            k -= 1;
            ControlFlow::Continue(())
        });
        found.expect("k is less than the number of decisions")
    }

    /// All legal decisions of a position, in the order in which [`Game::nth_move`] numbers them.
    pub fn moves(&self, position: &Position<G::Set>) -> Vec<Move> {
        let decisions = self.decisions(position);
        (0..decisions.count()).map(|k| self.nth_move(position, &decisions, k)).collect()
    }
}
