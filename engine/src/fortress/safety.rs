//! Determines whether the wall holds: conditions F2 to F7 of experiments/studies/fortresses.md §1.

use super::open::{Crossing, Terrain};
use super::{Fortress, Ground};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::rules::{Compulsory, Leader, LeaderCapture, LeaderMove, Movement, Over, Rules};
use crate::vocab::{Direction, Side, Square, SquareSet};

/// Why there is no shuttle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShuttleTrouble {
    /// No piece can move forever in any position.
    #[default]
    NoMover,
    /// No piece stands out of reach of all strangers.
    NotEnclosed,
    /// Enclosed pieces have no empty square beside them.
    NoRoom,
    /// The only candidate may get a capture, and then it must leave or may be huffed.
    Compelled,
    /// The only candidate may be left without an empty neighbour.
    Smothered,
    /// Enclosed pieces can only move to and fro, and moves may not be taken back.
    OnlyBack,
}

impl ShuttleTrouble {
    /// Returns a description in words.
    pub const fn text(self) -> &'static str {
        match self {
            ShuttleTrouble::NoMover => "no piece of this side can move to and fro forever",
            ShuttleTrouble::NotEnclosed => "every piece that can move stands where an enemy can come",
            ShuttleTrouble::NoRoom => "enclosed pieces have no empty square to step to",
            ShuttleTrouble::Compelled => "the moving piece can get an opportunity to capture",
            ShuttleTrouble::Smothered => "the group of the moving piece can be left without an empty square next to it",
            ShuttleTrouble::OnlyBack => "enclosed pieces soon have no move but to take back the last one",
        }
    }
}

/// Why a piece of a wall does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakness {
    /// Enemies can stand on both sides of it.
    Custodial,
    /// An enemy can stand on the side opposite the edge.
    Edge,
    /// Enemies can stand on both neighbours of its corner.
    Corner,
    /// An enemy can stand on the side opposite a corner square that may have no piece of its side.
    HostileCorner,
    /// Enemies can stand on both ends of a line of pieces that it belongs to.
    Line,
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
            Weakness::HostileCorner => "an enemy can reach the side opposite the corner next to it",
            Weakness::Line => "enemies can reach both ends of a line of pieces with it",
            Weakness::FourSided => "enemies can reach all four sides of the leader",
            Weakness::Surround => "its group can be left without an empty square next to it",
            Weakness::Leap => "an enemy can leap over it",
            Weakness::Compelled => "it can get an opportunity to capture, and then must leave or may be huffed",
            Weakness::Doomed => "the enemy may remove it at once",
        }
    }
}

/// How far a piece can move to and fro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// To a neighbour.
    Step,
    /// Along a line of empty squares.
    Slide,
    /// To a neighbour, or over one.
    Hop,
}

/// The conditions that walls must meet in a game.
#[derive(Clone, Copy)]
pub struct Conditions<'a, G: Geometry> {
    pub geometry: G,
    rules: &'a Rules,
    leader: Leader,
    crossing: Crossing,
    compelled: bool,
    stones: Reach,
    leaders: Reach,
}

impl<'a, G: Geometry> Conditions<'a, G> {
    /// Returns the conditions of a game for a fortress of `owner`.
    pub fn of(game: &'a Game<G>, owner: Side) -> Self {
        let (rules, leader) = (&game.rules, game.leader);
        // A slide of several squares is needed only where the captures depend on the square of the shuttle or where moves
        // may not be taken back, and it must be allowed by every roll.
        let far = rules.capture_run || rules.forbids_undo();
        let slides = |slides: bool| if slides && far && rules.die.is_none() { Reach::Slide } else { Reach::Step };
        let hops = rules.movement == Movement::Hop;
        Conditions {
            geometry: game.geometry,
            rules,
            leader,
            crossing: Crossing {
                leaders_jump: leader.jump,
                leaders_hop: leader.movement == LeaderMove::Hop,
                stones_hop: hops && rules.over.unwrap_or_default() == Over::Any,
            },
            compelled: rules.compulsory[owner] != Compulsory::Off,
            stones: if hops { Reach::Hop } else { slides(rules.movement == Movement::Slide) },
            leaders: slides(leader.movement == LeaderMove::Slide),
        }
    }

    /// Returns the `free` squares between which and `home` one of the pieces `own` can move; it is the leader if it
    /// `leads`.
    pub fn destinations(&self, own: G::Set, leads: bool, home: Square, free: G::Set) -> G::Set {
        let geometry = self.geometry;
        let from = G::Set::only(home);
        let reach = if leads { self.leaders } else { self.stones };
        let farther = match reach {
            Reach::Step => G::Set::EMPTY,
            Reach::Slide => Direction::union(|direction| geometry.slide(from, free, direction, u32::MAX)),
            Reach::Hop => {
                Direction::union(|direction| geometry.shift(geometry.shift(from, direction) & own, direction))
            }
        };
        (geometry.neighbours(from) | farther) & free
    }

    /// Returns the pieces of a candidate's wall that do not hold, each with the first reason found; empty if the wall
    /// holds.
    pub fn weak(&self, ground: &Ground<G::Set>, fortress: &Fortress<G::Set>) -> Vec<(Square, Weakness)> {
        let view = self.view(ground, fortress);
        let weakness = |square: Square| Some((square, view.weakness(square)?));
        let mut weak: Vec<_> = fortress.wall.squares().filter_map(weakness).collect();
        if self.rules.surround {
            let known = G::Set::of(weak.iter().map(|&(square, _)| square));
            let smothered = view.smothered() & fortress.wall & !known;
            weak.extend(smothered.squares().map(|square| (square, Weakness::Surround)));
        }
        weak
    }

    /// Returns what is wrong with the shuttle of a fortress whose wall holds. It can get a capture only by a jump of the
    /// owner's leader.
    pub fn trouble(&self, ground: &Ground<G::Set>, fortress: &Fortress<G::Set>) -> Option<ShuttleTrouble> {
        let view = self.view(ground, fortress);
        let leads = ground.own_leader.meets(fortress.movers);
        if view.terrain.open.meets(fortress.room) {
            Some(ShuttleTrouble::NotEnclosed)
        } else if self.compelled && fortress.room.squares().any(|square| view.can_capture(square, leads)) {
            Some(ShuttleTrouble::Compelled)
        } else if self.rules.surround && view.smothered().meets(view.terrain.room) {
            Some(ShuttleTrouble::Smothered)
        } else {
            None
        }
    }

    pub fn terrain(&self, ground: &Ground<G::Set>, fortress: &Fortress<G::Set>) -> Terrain<G::Set> {
        Terrain::of(self.geometry, ground, fortress, self.crossing)
    }

    fn view<'b>(&'b self, ground: &'b Ground<G::Set>, fortress: &Fortress<G::Set>) -> View<'b, G> {
        View { conditions: *self, geometry: self.geometry, ground, terrain: self.terrain(ground, fortress) }
    }
}

/// A candidate together with its conditions.
struct View<'a, G: Geometry> {
    conditions: Conditions<'a, G>,
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
        if self.conditions.rules.movement == Movement::Leap {
            return self.can_be_leapt(at).then_some(Weakness::Leap);
        }
        let captured = match self.conditions.leader.capture {
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
        if self.conditions.rules.edge && Direction::ALL.into_iter().any(at_edge) {
            return Some(Weakness::Edge);
        }
        let neighbours = self.geometry.neighbours(at);
        let cornered = self.is_corner(at) && (neighbours & !self.terrain.open).is_empty();
        if self.conditions.rules.corner && cornered {
            return Some(Weakness::Corner);
        }
        let by_corner = |direction: Direction| {
            let corner = self.geometry.shift(at, direction);
            self.is_at_both_edges(corner) && !corner.meets(self.terrain.wall) && opens(direction.opposite())
        };
        if self.conditions.rules.hostile_corner.captures() && Direction::ALL.into_iter().any(by_corner) {
            return Some(Weakness::HostileCorner);
        }
        (self.conditions.rules.capture_run && self.is_in_open_line(at)).then_some(Weakness::Line)
    }

    /// Returns whether, with the shuttle on one of its squares, enemies can stand on both ends of a line of pieces that
    /// are captured like stones.
    fn is_in_open_line(&self, at: G::Set) -> bool {
        let open = self.terrain.open;
        let spared = self.ground.own_leader.when(self.conditions.leader.capture != LeaderCapture::Custodial);
        self.terrain.room.squares().any(|step| {
            let shuttle = G::Set::only(step).when(!spared.meets(self.terrain.room));
            let pieces = ((self.terrain.wall & !spared) | shuttle) & !open;
            let ends_open = |direction| {
                let line = self.geometry.fill(at, pieces, direction);
                self.geometry.shift(line, direction).meets(open)
            };
            Direction::ALL.into_iter().any(|direction| ends_open(direction) && ends_open(direction.opposite()))
        })
    }

    /// Returns whether this is a corner square, also on a board of one file or rank.
    fn is_at_both_edges(&self, at: G::Set) -> bool {
        let at_end = |a, b| self.ends(at, a) || self.ends(at, b);
        !at.is_empty() && at_end(Direction::North, Direction::South) && at_end(Direction::East, Direction::West)
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
            .all(|direction| self.open(at, direction) || self.conditions.rules.edge && self.ends(at, direction))
    }

    /// Checks F5: returns the pieces of groups that can be left without an empty neighbour, with the shuttle on either
    /// square.
    fn smothered(&self) -> G::Set {
        let mut smothered = G::Set::EMPTY;
        for step in self.terrain.room.squares() {
            let at = G::Set::only(step);
            let calm = self.terrain.calm(self.geometry, self.ground, at);
            let leader = if self.ground.own_leader.meets(self.terrain.room) { at } else { self.ground.own_leader };
            let mut rest = self.terrain.wall | at;
            while !rest.is_empty() {
                let group = self.geometry.flood(G::Set::only(rest.lowest()), rest);
                rest &= !group;
                let around = self.geometry.neighbours(group);
                let spared = self.conditions.leader.capture != LeaderCapture::Custodial && group.meets(leader);
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
        if leads && !self.conditions.leader.strikes() {
            return false;
        }
        let from = G::Set::only(from);
        let open = self.terrain.open;
        let reached = Direction::union(|direction| self.geometry.slide(from, open, direction, u32::MAX));
        let beyond =
            Direction::union(|direction| self.geometry.slide(from, self.geometry.board(), direction, u32::MAX));
        let jumped = (beyond & open).when(leads && self.conditions.crossing.leaders_jump);
        (reached | jumped).squares().any(|target| self.captures_at(from, G::Set::only(target)))
    }

    /// Returns whether the owner's piece that moves from `from` to `at` may find something to capture there.
    fn captures_at(&self, from: G::Set, at: G::Set) -> bool {
        let open = self.terrain.open;
        let allies = open.when(!self.terrain.own_strangers.is_empty());
        let held = (self.terrain.wall | self.terrain.room | allies) & !from;
        Direction::ALL.into_iter().any(|direction| {
            let victim = self.geometry.shift(at, direction) & open;
            if victim.is_empty() {
                return false;
            }
            let across = self.geometry.shift(victim, direction);
            let line =
                if self.conditions.rules.capture_run { self.geometry.fill(victim, open, direction) } else { victim };
            let others = self.geometry.neighbours(victim) & !at;
            let all_others_held = (others & !held).is_empty();
            let by_edge = self.conditions.rules.edge && across.is_empty();
            let by_corner = self.conditions.rules.hostile_corner.captures() && self.is_at_both_edges(across);
            let custodial = self.geometry.shift(line, direction).meets(held);
            let corner = self.conditions.rules.corner && self.is_corner(victim) && all_others_held;
            let four_sided = self.conditions.leader.capture == LeaderCapture::FourSided && all_others_held;
            custodial || by_edge || by_corner || corner || four_sided
        })
    }
}
