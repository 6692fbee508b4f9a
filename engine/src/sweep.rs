//! Regions, which sides can still capture in them, and the sweep after a capture (RULES §5).

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::{Position, Prospects};
use crate::rules::{Goal, LeaderCapture, Movement};
use crate::vocab::{BySide, Direction, Side, SquareSet};

/// A region: a connected set of squares that are not dead.
#[derive(Clone, Copy)]
struct Region<S> {
    squares: S,
    /// The squares of all regions.
    living: S,
}

impl<G: Geometry> Game<G> {
    /// Returns which sides can still capture in a position; it is not needed before all stones are placed.
    pub(crate) fn prospects(&self, position: &Position<G::Set>) -> Prospects<G::Set> {
        if position.is_placing() {
            return Prospects::default();
        }
        let nowhere = BySide::both(G::Set::EMPTY);
        let hopeless = if self.rules.keeps_hopeless() { self.hopeless_regions(position) } else { nowhere };
        let barren = self.rules.tests_dead_position() && self.is_barren(position);
        Prospects { barren, hopeless }
    }

    /// Captures what the inciti have cut off, in rounds, after a decision that captured (§5). Returns the swept pieces.
    pub(crate) fn sweep(&self, position: &mut Position<G::Set>) -> BySide<G::Set> {
        let mut swept = BySide::both(G::Set::EMPTY);
        loop {
            let mut victims = self.sealed(position);
            if victims.is_empty() && !self.rules.keeps_hopeless() && !self.is_barren(position) {
                victims = self.hopeless(position);
            }
            if victims.is_empty() {
                return swept;
            }
            let lifted = self.lift(position, victims);
            swept.white |= lifted.white;
            swept.black |= lifted.black;
        }
    }

    /// Returns the pieces whose region has no empty square.
    fn sealed(&self, position: &Position<G::Set>) -> G::Set {
        let living = self.geometry.board() & !position.inciti;
        let occupied = position.all_pieces();
        let open = self.geometry.flood(living & !occupied, living);
        let sealed = occupied & !open;
        if self.leader.can_fall() { sealed } else { sealed & !position.leaders }
    }

    /// Returns the pieces in regions in which their side is cut off (§5).
    fn hopeless(&self, position: &Position<G::Set>) -> G::Set {
        let regions = self.hopeless_regions(position);
        (self.hopeless_pieces(position, Side::White, regions.white))
            | (self.hopeless_pieces(position, Side::Black, regions.black))
    }

    /// Returns the hopeless pieces of `side`, given the squares of the regions in which it is cut off. A leader that
    /// cannot be captured, or that wins on a goal, can still move on.
    #[inline(always)]
    pub(crate) fn hopeless_pieces(&self, position: &Position<G::Set>, side: Side, regions: G::Set) -> G::Set {
        let leaders_walk_on = !self.leader.can_fall() || self.leader.goal() != Goal::None;
        position.pieces[side] & regions & !position.leaders.when(leaders_walk_on)
    }

    /// Returns the squares of the regions in which each side cannot capture, but could if the inciti were empty
    /// squares.
    fn hopeless_regions(&self, position: &Position<G::Set>) -> BySide<G::Set> {
        let board = self.geometry.board();
        let whole = Region { squares: board, living: board };
        let mut hopeless = BySide::both(G::Set::EMPTY);
        for side in Side::BOTH.into_iter().filter(|&side| self.can_capture(position, side, whole)) {
            for region in self.regions(position).filter(|&region| !self.can_capture(position, side, region)) {
                hopeless[side] |= region.squares;
            }
        }
        hopeless
    }

    /// Returns whether neither side can capture in any region.
    fn is_barren(&self, position: &Position<G::Set>) -> bool {
        self.regions(position)
            .all(|region| Side::BOTH.into_iter().all(|side| !self.can_capture(position, side, region)))
    }

    /// Returns the regions of a position.
    fn regions(&self, position: &Position<G::Set>) -> impl Iterator<Item = Region<G::Set>> {
        let living = self.geometry.board() & !position.inciti;
        let mut rest = living;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let squares = if position.inciti.is_empty() {
                living
            } else {
                self.geometry.flood(G::Set::only(rest.lowest()), living)
            };
            rest &= !squares;
            Some(Region { squares, living })
        })
    }

    /// Returns whether `side` can capture in `region` in principle: a piece that strikes, enough captors, a capturable enemy,
    /// and a place.
    fn can_capture(&self, position: &Position<G::Set>, side: Side, region: Region<G::Set>) -> bool {
        let own = position.pieces[side] & region.squares;
        let strikers = self.strikers(own, position.leaders);
        if strikers.is_empty() {
            return false;
        }
        let captors = (strikers | self.supporters(own, position.leaders)).count();
        let enemy = position.pieces[!side] & region.squares;
        let enemy_leader = enemy & position.leaders;
        let takeable = if self.leader_falls_like_a_stone() { enemy } else { enemy & !position.leaders };
        (!takeable.is_empty() && self.has_site(captors, region))
            || self.has_special_site(position, !side, takeable, region)
            || (!self.special.four_sided.is_empty()
                && !enemy_leader.is_empty()
                && self.has_four_sided_site(captors, region))
    }

    /// Returns whether a leader is captured like a stone on some squares.
    fn leader_falls_like_a_stone(&self) -> bool {
        matches!(self.leader.capture, LeaderCapture::Custodial | LeaderCapture::ByThrone)
    }

    /// Returns whether `captors` pieces suffice for one of the rules of capture, in one of its places.
    fn has_site(&self, captors: u32, region: Region<G::Set>) -> bool {
        let straight = self.geometry.between(region.living);
        let needs_one = captors >= 1;
        let needs_two = captors >= 2;
        let rules = &self.rules;
        if rules.movement == Movement::Leap {
            return needs_one && region.squares.meets(straight);
        }
        let edge_sites = || {
            Direction::union(|direction| {
                let near = self.geometry.shift(region.living, direction.opposite());
                near & self.geometry.border(direction.opposite())
            })
        };
        let corner_sites = || {
            self.corners.squares().map(G::Set::only).fold(G::Set::EMPTY, |sites, corner| {
                let both_alive = (self.geometry.neighbours(corner) & !region.living).is_empty();
                sites | corner.when(both_alive)
            })
        };
        (needs_two && region.squares.meets(straight))
            || (rules.edge && needs_one && region.squares.meets(edge_sites()))
            || (rules.corner && needs_two && region.squares.meets(corner_sites()))
            || (rules.surround && needs_one && region.squares.meets(self.geometry.neighbours(region.living)))
    }

    /// Returns whether one captor suffices: before a square that is hostile to some of the `takeable` pieces of `victim`, or
    /// between two of them.
    fn has_special_site(
        &self,
        position: &Position<G::Set>,
        victim: Side,
        takeable: G::Set,
        region: Region<G::Set>,
    ) -> bool {
        let g = self.geometry;
        let hostile = self.special.hostile_to_stones[victim].when(!(takeable & !position.leaders).is_empty())
            | self.special.hostile_to_leaders.when(takeable.meets(position.leaders));
        let sites = Direction::union(|direction| {
            g.shift(hostile & region.living, direction) & g.shift(region.living, direction.opposite())
        });
        region.squares.meets(sites)
            || (self.rules.intervention && takeable.count() >= 2 && region.squares.meets(g.between(region.living)))
    }

    /// Returns whether a leader could be captured on some square of the region by captors on all its neighbours but a
    /// hostile throne.
    fn has_four_sided_site(&self, captors: u32, region: Region<G::Set>) -> bool {
        region.squares.squares().any(|square| {
            let neighbours = self.geometry.neighbours(G::Set::only(square));
            let alive = (neighbours & !region.living).is_empty();
            let count = neighbours.count();
            let enough = if self.edge_holds_leaders() { count >= 1 } else { count == 4 };
            let needed = (neighbours & !self.special.hostile_throne).count().max(1);
            alive && enough && captors >= needed
        })
    }
}
