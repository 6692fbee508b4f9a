//! The legal moves of the games in the lanes (RULES §3, §4, §6) as sets of target squares in each direction.

use std::hint::cold_path;

use super::batch::Batch;
use super::boards::{Boards, InLanes, On};
use super::vector::{Mask, Vector};
use crate::game::Game;
use crate::moves::ANY_DISTANCE;
use crate::rules::{Compulsory, Movement};
use crate::vocab::{Bits, Side, SquareSet, each_direction};

/// The possible choices of the sides to move.
#[derive(Clone, Copy)]
pub struct Targets<B, V> {
    /// The ends of slides and steps, in the order of [`Direction::ALL`].
    pub slides: [B; 4],
    /// In games in which leaders jump, the landing squares of jumps; in games that leap, the enemy stones that can be
    /// removed. No game has both.
    pub others: Option<B>,
    /// In games that leap, the number of chains.
    pub chains: Option<V>,
}

impl<B, V: Vector> Targets<B, V> {
    #[inline(always)]
    pub fn count<S>(&self) -> V
    where
        B: Boards<S, V>,
    {
        let [north, east, south, west] = self.slides;
        let mut count = (north.count() + east.count()) + (south.count() + west.count());
        if let Some(others) = self.others {
            count = count + others.count();
        }
        if let Some(chains) = self.chains {
            count = count + chains;
        }
        count
    }

    /// Returns the union of all squares.
    #[inline(always)]
    pub fn union<S>(&self) -> B
    where
        B: Boards<S, V>,
    {
        let slides = union(self.slides);
        if let Some(others) = self.others { slides | others } else { slides }
    }

    /// Returns these targets where the mask is set, and those of `no` elsewhere.
    #[inline(always)]
    pub fn or<S>(&self, mask: V::Mask, no: &Self) -> Self
    where
        B: Boards<S, V>,
    {
        let slides = each_direction!(|way| B::pick(mask, self.slides[way as usize], no.slides[way as usize]));
        let others = match (self.others, no.others) {
            (Some(yes), Some(no)) => Some(B::pick(mask, yes, no)),
            _ => None,
        };
        Targets { slides, others, chains: self.chains }
    }

    /// Returns these `squares` if stones are being placed, as moves to the north without an origin.
    #[inline(always)]
    pub fn or_placements<S>(mut self, placing: V::Mask, squares: B) -> Self
    where
        B: Boards<S, V>,
    {
        let ([north, east, south, west], moving) = (self.slides, !placing);
        self.slides = [B::pick(placing, squares, north), east.when(moving), south.when(moving), west.when(moving)];
        if let Some(others) = &mut self.others {
            *others = others.when(moving);
        }
        self
    }
}

/// Returns the squares of all directions.
#[inline(always)]
pub fn union<S, V: Vector, B: Boards<S, V>>([north, east, south, west]: [B; 4]) -> B {
    (north | east) | (south | west)
}

impl<G: InLanes> Game<G> {
    #[inline(always)]
    pub(super) fn lane_empty<V: Vector>(&self, batch: &Batch<G::Set, V>) -> On<G, V> {
        let taken = batch.own | batch.enemy;
        let taken = if self.rules.inciti { taken | batch.inciti } else { taken };
        On::<G, V>::splat(self.geometry.board()) & !taken
    }

    /// Returns the squares on which a stone may be placed.
    #[inline(always)]
    pub(super) fn lane_placeable<V: Vector>(&self, batch: &Batch<G::Set, V>, empty: On<G, V>) -> On<G, V> {
        let squares = empty & !On::<G, V>::splat(self.hole | self.special.closed.stones);
        if self.rules.restricts_placing() {
            squares & !self.barred_from_placing(batch.own, batch.enemy)
        } else {
            squares
        }
    }

    /// Returns which lanes have White to move.
    #[inline(always)]
    pub(super) fn lane_white<V: Vector>(&self, batch: &Batch<G::Set, V>) -> V::Mask {
        ((batch.turn + batch.parity) & V::splat(1)).is_zero()
    }

    /// Returns all targets, within the `roll` of each lane in games with a die.
    #[inline(always)]
    pub(super) fn lane_targets<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        empty: On<G, V>,
        roll: V,
    ) -> Targets<On<G, V>, V> {
        let leaps = self.rules.movement == Movement::Leap;
        let free = if self.rules.vagi || leaps { batch.own & !batch.turned } else { batch.own };
        let mut slides = self.piece_targets(batch, free, empty, roll);
        if self.rules.vagi {
            let attacks = self.geometry.neighbours(batch.enemy);
            let by_vagi = self.piece_targets(batch, batch.own & batch.turned, empty, roll);
            slides = each_direction!(|way| slides[way as usize] | (by_vagi[way as usize] & attacks));
        }
        let mut targets = Targets { slides, others: None, chains: None };
        if self.leader.jump {
            targets.others = Some(self.jump_targets(batch, empty, roll));
        }
        if leaps {
            targets.others = Some(batch.enemy & batch.turned);
            targets.chains = Some(self.lane_chains(batch, empty));
        }
        targets
    }

    /// Returns the targets of `pieces`, of which stones move by the rules for stones.
    #[inline(always)]
    fn piece_targets<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        pieces: On<G, V>,
        empty: On<G, V>,
        roll: V,
    ) -> [On<G, V>; 4] {
        let stones_slide = self.rules.movement == Movement::Slide;
        let mut slides = [On::<G, V>::none(); 4];
        if self.flags.has_special_slides {
            cold_path();
            slides = self.special_slides(batch, pieces, empty, roll);
        } else if stones_slide || self.rules.leader.is_some() {
            let sliders = if stones_slide { pieces } else { pieces & batch.leaders };
            slides = self.slide_targets(sliders, empty, roll);
        }
        if stones_slide {
            return slides;
        }
        let open = empty & !On::<G, V>::splat(self.special.closed.stones);
        let mut steps = each_direction!(|way| self.geometry.shift(pieces & !batch.leaders, way) & open);
        if self.rules.movement == Movement::Forward {
            let (white, [north, _, south, _]) = (self.lane_white(batch), steps);
            steps = [north.when(white), On::<G, V>::none(), south.when(!white), On::<G, V>::none()];
        }
        each_direction!(|way| slides[way as usize] | steps[way as usize])
    }

    #[inline(always)]
    fn slide_targets<V: Vector>(&self, pieces: On<G, V>, empty: On<G, V>, roll: V) -> [On<G, V>; 4] {
        let g = self.geometry;
        if self.rules.die.is_some() {
            return self.walk_targets(pieces, empty, roll, self.reach(0), G::Set::EMPTY);
        }
        if g.is_chessboard()
            && let Some(targets) = On::<G, V>::slides_on_chessboard(pieces, empty)
        {
            return targets;
        }
        each_direction!(|way| g.fill(pieces, empty, way) & !pieces)
    }

    /// Returns slides of at most `reach` and `roll` squares, which end at squares that are `impassable`.
    #[inline(always)]
    fn walk_targets<V: Vector>(
        &self,
        pieces: On<G, V>,
        empty: On<G, V>,
        roll: V,
        reach: u32,
        impassable: G::Set,
    ) -> [On<G, V>; 4] {
        let longest = reach.min(self.geometry.files().max(self.geometry.ranks()) - 1);
        let (mut reached, mut fronts) = ([On::<G, V>::none(); 4], [pieces; 4]);
        for distance in 1..=longest {
            let is_near = !roll.less(V::splat(u64::from(distance)));
            fronts = each_direction!(|way| self.geometry.shift(fronts[way as usize], way) & empty);
            reached = each_direction!(|way| reached[way as usize] | fronts[way as usize].when(is_near));
            if !impassable.is_empty() {
                fronts = each_direction!(|way| fronts[way as usize] & !On::<G, V>::splat(impassable));
            }
        }
        reached
    }

    /// Returns slides where squares are closed, or where leaders slide less far than stones: first those of stones, or of
    /// all pieces if leaders slide alike, then those of leaders.
    #[inline(always)]
    fn special_slides<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        pieces: On<G, V>,
        empty: On<G, V>,
        roll: V,
    ) -> [On<G, V>; 4] {
        let stones_slide = self.rules.movement == Movement::Slide;
        let leaders_slide_apart = self.rules.leader.is_some() && (!stones_slide || self.flags.leaders_move_apart);
        let roll = if self.rules.die.is_some() { roll } else { V::splat(u64::from(ANY_DISTANCE)) };
        let (closed, impassable, reach) = (self.special.closed, self.special.impassable, self.reach(0));
        let stones = if leaders_slide_apart { pieces & !batch.leaders } else { pieces };
        let of_stones = (stones, closed.stones, impassable.stones, reach);
        let of_leaders = (pieces & batch.leaders, closed.leaders, impassable.leaders, self.leader_slide(reach));
        let mut slides = [On::<G, V>::none(); 4];
        for kind in usize::from(!stones_slide)..1 + usize::from(leaders_slide_apart) {
            let (movers, closed, impassable, reach) = if kind == 0 { of_stones } else { of_leaders };
            let reached = self.walk_targets(movers, empty, roll, reach, impassable);
            slides = each_direction!(|way| slides[way as usize] | (reached[way as usize] & !On::<G, V>::splat(closed)));
        }
        slides
    }

    /// Returns the landing squares of leaders beyond the runs of pieces next to them; in games with a die, at most
    /// `roll` squares away.
    #[inline(always)]
    fn jump_targets<V: Vector>(&self, batch: &Batch<G::Set, V>, empty: On<G, V>, roll: V) -> On<G, V> {
        let g = self.geometry;
        let leader = batch.own & batch.leaders;
        let crossable = batch.own | (batch.enemy & !batch.leaders);
        let open = empty & !On::<G, V>::splat(self.special.closed.leaders);
        let longest = self.leader_reach(self.reach(0)).min(g.files().max(g.ranks()) - 1);
        let mut fronts = [leader; 4];
        let mut landings = On::<G, V>::none();
        for distance in 1..=longest {
            fronts = each_direction!(|way| g.shift(fronts[way as usize], way));
            let reached = union(fronts);
            if distance > 1 {
                let landed = reached & open;
                let is_near = !roll.less(V::splat(u64::from(distance)));
                landings = landings | if self.rules.die.is_some() { landed.when(is_near) } else { landed };
            }
            if !(!(reached & crossable).is_empty()).any() {
                break;
            }
            fronts = each_direction!(|way| fronts[way as usize] & crossable);
        }
        landings
    }

    /// Returns the targets on which something is captured.
    #[inline(always)]
    pub(super) fn capturing_targets<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        targets: &Targets<On<G, V>, V>,
    ) -> Targets<On<G, V>, V> {
        // A leader may jump over its prey, away from a square on which the capture needs a piece.
        let helpers = [batch.own, batch.own & !batch.leaders];
        let mut sites = [On::<G, V>::none(); 2];
        for kind in 0..1 + usize::from(self.leader.jump) {
            sites[kind] = self.lane_capture_sites(batch, helpers[kind]);
        }
        let mut captures = *targets;
        captures.slides = each_direction!(|way| targets.slides[way as usize] & sites[0]);
        if let Some(jumps) = &mut captures.others {
            *jumps = *jumps & sites[1];
        }
        captures
    }

    /// Returns the pieces that make the capturing moves to these `captures`.
    #[inline(always)]
    pub(super) fn lane_capturers<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        captures: &Targets<On<G, V>, V>,
        empty: On<G, V>,
    ) -> On<G, V> {
        let mut fronts = captures.slides;
        let mut capturers = On::<G, V>::none();
        loop {
            fronts = each_direction!(|way| self.geometry.shift(fronts[way as usize], way.opposite()));
            capturers = capturers | (union(fronts) & batch.own);
            if !(!(union(fronts) & empty).is_empty()).any() {
                break;
            }
            fronts = each_direction!(|way| fronts[way as usize] & empty);
        }
        if let Some(jumps) = captures.others {
            capturers = capturers | (batch.own & batch.leaders).when(!jumps.is_empty());
        }
        capturers
    }

    /// Returns the lanes in which compulsory capture is `kind` for the side to move.
    #[inline(always)]
    pub(super) fn lane_compulsory<V: Vector>(&self, batch: &Batch<G::Set, V>, kind: Compulsory) -> V::Mask {
        let white = self.lane_white(batch);
        match Side::BOTH.map(|side| self.rules.compulsory[side] == kind) {
            [true, true] => white | !white,
            [true, false] => white,
            [false, true] => !white,
            [false, false] => white & !white,
        }
    }
}
