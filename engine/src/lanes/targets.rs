//! The legal moves of the games in the lanes (RULES §3, §4, §6), as sets of target squares in each direction.

use super::batch::Batch;
use super::boards::{Boards, On};
use super::vector::{Mask, Vector};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::rules::{Compulsory, Movement};
use crate::vocab::{Bits, BySide, Direction, Side, each_direction};

/// What the sides to move may choose.
#[derive(Clone, Copy)]
pub struct Targets<B, V> {
    /// The ends of slides and steps, in the order of [`Direction::ALL`].
    pub slides: [B; 4],
    /// Where leaders jump, the landing squares of jumps; in games that leap, the enemy stones that can be removed.
    pub others: Option<B>,
    /// In games that leap, the number of chains.
    pub chains: Option<V>,
}

impl<B, V: Vector> Targets<B, V> {
    /// Returns the number of decisions.
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
    fn union<S>(&self) -> B
    where
        B: Boards<S, V>,
    {
        let [north, east, south, west] = self.slides;
        let slides = (north | east) | (south | west);
        if let Some(others) = self.others { slides | others } else { slides }
    }

    /// Returns these targets where the mask says so, those of `no` elsewhere.
    #[inline(always)]
    fn or<S>(&self, mask: V::Mask, no: &Self) -> Self
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

    /// Returns any empty square where stones are being placed: like moves to the north without an origin.
    #[inline(always)]
    pub fn or_placements<S>(self, placing: V::Mask, empty: B) -> Self
    where
        B: Boards<S, V>,
    {
        let ([north, east, south, west], moving) = (self.slides, !placing);
        let others = match self.others {
            Some(others) => Some(others.when(moving)),
            None => None,
        };
        Targets {
            slides: [B::pick(placing, empty, north), east.when(moving), south.when(moving), west.when(moving)],
            others,
            chains: self.chains,
        }
    }
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
    ) -> Targets<On<G, V>, V> {
        let mut free = batch.own;
        let leaps = self.rules.movement == Movement::Leap;
        if self.rules.vagi || leaps {
            free = free & !batch.turned;
        }
        let leaders_apart = self.has_leaders && self.rules.movement != Movement::Slide;
        if leaders_apart {
            free = free & !batch.leaders;
        }
        let mut slides = self.stone_targets(batch, free, empty, roll);
        if self.rules.vagi {
            let attacks = self.geometry.neighbours(batch.enemy);
            let by_vagi = self.stone_targets(batch, batch.own & batch.turned, empty, roll);
            slides = each_direction!(|way| slides[way as usize] | (by_vagi[way as usize] & attacks));
        }
        if leaders_apart {
            let by_leaders = self.slide_targets(batch.own & batch.leaders, empty, roll);
            slides = each_direction!(|way| slides[way as usize] | by_leaders[way as usize]);
        }
        let mut targets = Targets { slides, others: None, chains: None };
        if self.leader_jumps {
            targets.others = Some(self.jump_targets(batch, empty, roll));
        }
        if leaps {
            targets.others = Some(batch.enemy & batch.turned);
            targets.chains = Some(self.lane_chains(batch, empty));
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
    ) -> [On<G, V>; 4] {
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
    fn slide_targets<V: Vector>(&self, pieces: On<G, V>, empty: On<G, V>, roll: Option<V>) -> [On<G, V>; 4] {
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

    /// The landing squares of leaders beyond the runs of pieces next to them, at most `roll` squares away.
    #[inline(always)]
    fn jump_targets<V: Vector>(&self, batch: &Batch<G::Set, V>, empty: On<G, V>, roll: Option<V>) -> On<G, V> {
        let g = self.geometry;
        let leader = batch.own & batch.leaders;
        let crossable = batch.own | (batch.enemy & !batch.leaders);
        let longest = self.reach(0).min(g.files().max(g.ranks()) - 1);
        let mut fronts = each_direction!(|way| g.shift(leader, way) & crossable);
        let mut landings = On::<G, V>::none();
        for distance in 2..=longest {
            fronts = each_direction!(|way| g.shift(fronts[way as usize], way));
            let [north, east, south, west] = fronts;
            let reached = (north | east) | (south | west);
            let landed = reached & empty;
            landings = landings
                | match roll {
                    Some(roll) => landed.when(!roll.less(V::splat(u64::from(distance)))),
                    None => landed,
                };
            if !(!(reached & crossable).is_empty()).any() {
                break;
            }
            fronts = each_direction!(|way| fronts[way as usize] & crossable);
        }
        landings
    }

    /// The targets where something is captured.
    #[inline(always)]
    fn capturing_targets<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        targets: &Targets<On<G, V>, V>,
    ) -> Targets<On<G, V>, V> {
        let sites = self.lane_capture_sites(batch, batch.own);
        let slides = each_direction!(|way| targets.slides[way as usize] & sites);
        let others = match targets.others {
            // A leader may jump over its prey, away from where the capture needs a piece.
            Some(jumps) => Some(jumps & self.lane_capture_sites(batch, batch.own & !batch.leaders)),
            None => None,
        };
        Targets { slides, others, chains: targets.chains }
    }

    /// Only the captures where there are any and they are compulsory.
    #[inline(always)]
    pub(super) fn lane_compulsory_targets<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        targets: Targets<On<G, V>, V>,
    ) -> Targets<On<G, V>, V> {
        let captures = self.capturing_targets(batch, &targets);
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
        captures.or(must & !captures.union().is_empty(), &targets)
    }
}
