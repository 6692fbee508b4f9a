//! Determines whether the wall holds: conditions F2 to F7 of docs/fortresses.md §1.

use super::open::Terrain;
use super::{Fortress, Ground};
use crate::geometry::Geometry;
use crate::rules::{Compulsory, LeaderCapture, Movement, Rules};
use crate::vocab::{Direction, Side, Square, SquareSet};

/// Why a piece of a wall does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakness {
    /// Enemies can stand on both sides of it.
    Custodial,
    /// An enemy can stand on the side opposite the edge.
    Edge,
    /// Enemies can stand on both neighbours of its corner.
    Corner,
    /// Enemies can stand on all four sides of the leader.
    FourSided,
    /// Its group can be left without an empty neighbour.
    Surround,
    /// An enemy can leap over it.
    Leap,
    /// It may be compelled to capture, or be huffed.
    Compelled,
    /// It can be removed at once: it is bound, or among the pieces of an open huff.
    Doomed,
}

impl Weakness {
    /// Returns a description in words, to follow the name of a square.
    pub const fn text(self) -> &'static str {
        match self {
            Weakness::Custodial => "enemies can reach both sides of it",
            Weakness::Edge => "an enemy can reach the side opposite the edge",
            Weakness::Corner => "enemies can reach both squares next to its corner",
            Weakness::FourSided => "enemies can reach all four sides of the leader",
            Weakness::Surround => "its group can be left without an empty square next to it",
            Weakness::Leap => "an enemy can leap over it",
            Weakness::Compelled => "it can get an opportunity to capture, and then must leave or may be huffed",
            Weakness::Doomed => "the enemy may remove it at once",
        }
    }
}

/// The conditions that walls must meet under the given rules.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    leaps: bool,
    edge: bool,
    corner: bool,
    surround: bool,
    leader: LeaderCapture,
    leader_captures: bool,
    /// Whether leaders jump.
    pub jumps: bool,
    compelled: bool,
}

impl Conditions {
    /// Returns the conditions of a game for a fortress of `owner`.
    pub fn of(rules: &Rules, owner: Side) -> Self {
        let leader = rules.leader;
        Conditions {
            leaps: rules.movement == Movement::Leap,
            edge: rules.edge,
            corner: rules.corner,
            surround: rules.surround,
            leader: leader.map_or(LeaderCapture::Custodial, |leader| leader.capture),
            leader_captures: leader.is_none_or(|leader| leader.captures),
            jumps: leader.is_some_and(|leader| leader.jump),
            compelled: rules.compulsory[owner] != Compulsory::Off,
        }
    }

    /// Returns the pieces of a candidate's wall that do not hold, each with the first reason found; empty if the wall
    /// holds.
    pub fn weak<G: Geometry>(
        &self,
        geometry: G,
        ground: &Ground<G::Set>,
        fortress: &Fortress<G::Set>,
    ) -> Vec<(Square, Weakness)> {
        let terrain = Terrain::of(geometry, ground, fortress, self.jumps);
        let view = View { conditions: *self, geometry, ground, terrain };
        let weakness = |square: Square| Some((square, view.weakness(square)?));
        let mut weak: Vec<_> = fortress.wall.squares().filter_map(weakness).collect();
        if self.surround {
            let known = weak.iter().fold(G::Set::EMPTY, |known, &(square, _)| known | G::Set::only(square));
            let smothered = view.smothered() & fortress.wall & !known;
            weak.extend(smothered.squares().map(|square| (square, Weakness::Surround)));
        }
        weak
    }

    /// Returns whether the shuttle can get a capture, which requires a jump of the owner's leader.
    pub fn shuttle_is_compelled<G: Geometry>(
        &self,
        geometry: G,
        ground: &Ground<G::Set>,
        fortress: &Fortress<G::Set>,
    ) -> bool {
        let terrain = Terrain::of(geometry, ground, fortress, self.jumps);
        let view = View { conditions: *self, geometry, ground, terrain };
        self.compelled
            && fortress.shuttle.iter().any(|&square| view.can_capture(square, ground.shuttle_leads(fortress)))
    }

    /// Returns whether the group of the shuttle can be left without an empty neighbour.
    pub fn shuttle_is_smothered<G: Geometry>(
        &self,
        geometry: G,
        ground: &Ground<G::Set>,
        fortress: &Fortress<G::Set>,
    ) -> bool {
        let terrain = Terrain::of(geometry, ground, fortress, self.jumps);
        let view = View { conditions: *self, geometry, ground, terrain };
        self.surround && view.smothered().meets(terrain.steps)
    }
}

impl<S: SquareSet> Ground<S> {
    /// Returns whether the owner's leader is the shuttle.
    pub fn shuttle_leads(&self, fortress: &Fortress<S>) -> bool {
        self.own_leader.has(fortress.shuttle[0])
    }
}

/// A candidate together with its conditions.
struct View<'a, G: Geometry> {
    conditions: Conditions,
    geometry: G,
    ground: &'a Ground<G::Set>,
    terrain: Terrain<G::Set>,
}

impl<G: Geometry> View<'_, G> {
    fn weakness(&self, square: Square) -> Option<Weakness> {
        let at = G::Set::only(square);
        let leads = self.ground.own_leader.has(square);
        if self.ground.doomed.has(square) {
            return Some(Weakness::Doomed);
        }
        if self.conditions.leaps {
            return self.can_be_leapt(at).then_some(Weakness::Leap);
        }
        let captured = match self.conditions.leader {
            LeaderCapture::FourSided if leads => self.can_be_held_on_all_sides(at).then_some(Weakness::FourSided),
            LeaderCapture::Never if leads => None,
            _ => self.can_be_captured(at),
        };
        let compelled =
            || (self.conditions.compelled && self.can_capture(square, leads)).then_some(Weakness::Compelled);
        captured.or_else(compelled)
    }

    fn open(&self, at: G::Set, direction: Direction) -> bool {
        self.geometry.shift(at, direction).meets(self.terrain.open)
    }

    fn ends(&self, at: G::Set, direction: Direction) -> bool {
        self.geometry.shift(at, direction).is_empty()
    }

    /// Checks F2 and F3.
    fn can_be_captured(&self, at: G::Set) -> Option<Weakness> {
        let opens = |direction| self.open(at, direction);
        if Direction::ALL.into_iter().any(|direction| opens(direction) && opens(direction.opposite())) {
            return Some(Weakness::Custodial);
        }
        let at_edge = |direction: Direction| opens(direction) && self.ends(at, direction.opposite());
        if self.conditions.edge && Direction::ALL.into_iter().any(at_edge) {
            return Some(Weakness::Edge);
        }
        let neighbours = self.geometry.neighbours(at);
        let cornered = self.is_corner(at) && (neighbours & !self.terrain.open).is_empty();
        (self.conditions.corner && cornered).then_some(Weakness::Corner)
    }

    /// Returns whether a square is a corner with a neighbour on each axis (RULES §4).
    fn is_corner(&self, at: G::Set) -> bool {
        let one_end = |a, b| self.ends(at, a) != self.ends(at, b);
        one_end(Direction::North, Direction::South) && one_end(Direction::East, Direction::West)
    }

    /// Checks F4.
    fn can_be_held_on_all_sides(&self, at: G::Set) -> bool {
        Direction::ALL
            .into_iter()
            .all(|direction| self.open(at, direction) || self.conditions.edge && self.ends(at, direction))
    }

    /// Checks F5: returns the pieces of groups that can be left without an empty neighbour, with the shuttle on either
    /// square.
    fn smothered(&self) -> G::Set {
        let mut smothered = G::Set::EMPTY;
        for step in self.terrain.steps.squares() {
            let at = G::Set::only(step);
            let calm = self.terrain.calm(self.geometry, self.ground, at);
            let leader = if self.ground.own_leader.meets(self.terrain.steps) { at } else { self.ground.own_leader };
            let mut rest = self.terrain.wall | at;
            while !rest.is_empty() {
                let group = self.geometry.flood(G::Set::only(rest.lowest()), rest);
                rest &= !group;
                let around = self.geometry.neighbours(group);
                let spared = self.conditions.leader != LeaderCapture::Custodial && group.meets(leader);
                if around.meets(self.terrain.open) && !around.meets(calm) && !spared {
                    smothered |= group;
                }
            }
        }
        smothered
    }

    /// Checks F6.
    fn can_be_leapt(&self, at: G::Set) -> bool {
        let firm = self.terrain.wall | self.ground.inciti;
        let soft = |direction: Direction| {
            let across = self.geometry.shift(at, direction.opposite());
            !across.is_empty() && !across.meets(firm)
        };
        Direction::ALL.into_iter().any(|direction| self.open(at, direction) && soft(direction))
    }

    /// Checks F7: returns whether the piece on `from` can ever make a capture.
    fn can_capture(&self, from: Square, leads: bool) -> bool {
        if leads && !self.conditions.leader_captures {
            return false;
        }
        let from = G::Set::only(from);
        let open = self.terrain.open;
        let reached = Direction::union(|direction| self.geometry.slide(from, open, direction, u32::MAX));
        let beyond =
            Direction::union(|direction| self.geometry.slide(from, self.geometry.board(), direction, u32::MAX));
        let jumped = (beyond & open).when(leads && self.conditions.jumps);
        (reached | jumped).squares().any(|target| self.captures_at(from, G::Set::only(target)))
    }

    /// Returns whether the owner's piece that moves from `from` to `at` may find something to capture there.
    fn captures_at(&self, from: G::Set, at: G::Set) -> bool {
        let allies = self.terrain.open.when(!self.terrain.own_strangers.is_empty());
        let held = (self.terrain.wall | self.terrain.steps | allies) & !from;
        Direction::ALL.into_iter().any(|direction| {
            let victim = self.geometry.shift(at, direction) & self.terrain.open;
            if victim.is_empty() {
                return false;
            }
            let across = self.geometry.shift(victim, direction);
            let others = self.geometry.neighbours(victim) & !at;
            let all_others_held = (others & !held).is_empty();
            let custodial = if across.is_empty() { self.conditions.edge } else { across.meets(held) };
            let corner = self.conditions.corner && self.is_corner(victim) && all_others_held;
            let four_sided = self.conditions.leader == LeaderCapture::FourSided && all_others_held;
            custodial || corner || four_sided
        })
    }
}
