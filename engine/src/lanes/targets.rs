//! The legal moves of the games in the lanes (RULES §3, §4, §6), as sets of target squares in each direction.

use super::batch::Batch;
use super::boards::{Boards, On};
use super::vector::Vector;
use crate::game::Game;
use crate::geometry::Geometry;
use crate::rules::{Compulsory, Movement};
use crate::vocab::{Bits, BySide, Direction, Side, each_direction};

/// Targets in the order of [`Direction::ALL`].
pub type Targets<B> = [B; 4];

/// The number of targets.
#[inline(always)]
pub fn count<S, V: Vector, B: Boards<S, V>>(targets: &Targets<B>) -> V {
    let [north, east, south, west] = targets;
    (north.count() + east.count()) + (south.count() + west.count())
}

/// Any empty square where stones are being placed: like moves to the north without an origin.
#[inline(always)]
pub fn or_placements<S, V: Vector, B: Boards<S, V>>(targets: Targets<B>, placing: V::Mask, empty: B) -> Targets<B> {
    let [north, east, south, west] = targets;
    let moving = !placing;
    [B::pick(placing, empty, north), east.when(moving), south.when(moving), west.when(moving)]
}

impl<G: Geometry> Game<G> {
    /// The empty squares.
    #[inline(always)]
    pub(super) fn lane_empty<V: Vector>(&self, batch: &Batch<G::Set, V>) -> On<G, V> {
        let taken = batch.own | batch.enemy;
        let taken = if self.rules.inciti { taken | batch.inciti } else { taken };
        On::<G, V>::splat(self.geometry.board()) & !taken
    }

    /// Which lanes have White to move.
    #[inline(always)]
    pub(super) fn lane_white<V: Vector>(&self, batch: &Batch<G::Set, V>) -> V::Mask {
        ((batch.turn + batch.parity) & V::splat(1)).is_zero()
    }

    /// All targets: within the `roll` of each lane, without one with the highest roll.
    #[inline(always)]
    pub(super) fn lane_targets<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        empty: On<G, V>,
        roll: Option<V>,
    ) -> Targets<On<G, V>> {
        let mut free = batch.own;
        if self.rules.vagi {
            free = free & !batch.turned;
        }
        let leaders_apart = self.has_leaders && self.rules.movement != Movement::Slide;
        if leaders_apart {
            free = free & !batch.leaders;
        }
        let mut targets = self.stone_targets(batch, free, empty, roll);
        if self.rules.vagi {
            let attacks = self.geometry.neighbours(batch.enemy);
            let by_vagi = self.stone_targets(batch, batch.own & batch.turned, empty, roll);
            targets = each_direction!(|way| targets[way as usize] | (by_vagi[way as usize] & attacks));
        }
        if leaders_apart {
            let by_leaders = self.slide_targets(batch.own & batch.leaders, empty, roll);
            targets = each_direction!(|way| targets[way as usize] | by_leaders[way as usize]);
        }
        targets
    }

    /// The targets of stones that may move as the rules say.
    #[inline(always)]
    fn stone_targets<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        stones: On<G, V>,
        empty: On<G, V>,
        roll: Option<V>,
    ) -> Targets<On<G, V>> {
        if self.rules.movement == Movement::Slide {
            return self.slide_targets(stones, empty, roll);
        }
        let steps = each_direction!(|way| self.geometry.shift(stones, way) & empty);
        if self.rules.movement != Movement::Forward {
            return steps;
        }
        let (white, [north, _, south, _]) = (self.lane_white(batch), steps);
        [north.when(white), On::<G, V>::none(), south.when(!white), On::<G, V>::none()]
    }

    #[inline(always)]
    fn slide_targets<V: Vector>(&self, pieces: On<G, V>, empty: On<G, V>, roll: Option<V>) -> Targets<On<G, V>> {
        let g = self.geometry;
        if let Some(roll) = roll {
            return each_direction!(|way| self.walk_targets(pieces, empty, way, roll));
        }
        if g.is_chessboard()
            && self.rules.die.is_none()
            && let Some(targets) = On::<G, V>::slides_on_chessboard(pieces, empty)
        {
            return targets;
        }
        let reach = self.reach(0);
        each_direction!(|way| g.slide(pieces, empty, way, reach))
    }

    /// Slides of at most `roll` squares.
    #[inline(always)]
    fn walk_targets<V: Vector>(&self, pieces: On<G, V>, empty: On<G, V>, way: Direction, roll: V) -> On<G, V> {
        let longest = self.reach(0).min(self.geometry.length(way) - 1);
        let (mut reached, mut front) = (On::<G, V>::none(), pieces);
        for distance in 1..=longest {
            front = self.geometry.shift(front, way) & empty;
            reached = reached | front.when(!roll.less(V::splat(u64::from(distance))));
        }
        reached
    }

    /// Only the captures where there are any and they are compulsory.
    #[inline(always)]
    pub(super) fn lane_compulsory_targets<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        targets: Targets<On<G, V>>,
    ) -> Targets<On<G, V>> {
        let sites = self.lane_capture_sites(batch);
        let captures = each_direction!(|way| targets[way as usize] & sites);
        let [north, east, south, west] = captures;
        let white = self.lane_white(batch);
        let strict = BySide {
            white: self.rules.compulsory[Side::White] == Compulsory::Strict,
            black: self.rules.compulsory[Side::Black] == Compulsory::Strict,
        };
        let must = match (strict.white, strict.black) {
            (true, true) => white | !white,
            (true, false) => white,
            (false, _) => !white,
        };
        let must = must & !((north | east) | (south | west)).is_empty();
        each_direction!(|way| On::<G, V>::pick(must, captures[way as usize], targets[way as usize]))
    }
}
