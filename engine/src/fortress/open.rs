//! Open squares: those on which a piece outside the fortress can ever stand (docs/fortresses.md §1, a to c).

use super::{Fortress, Ground};
use crate::geometry::Geometry;
use crate::vocab::{Direction, SquareSet};

/// A fortress or a candidate for one, with its consequences for the squares.
#[derive(Clone, Copy, Debug)]
pub struct Terrain<S> {
    /// The wall.
    pub wall: S,
    /// The two squares of the shuttle.
    pub steps: S,
    /// The squares on which strangers can ever stand.
    pub open: S,
    /// The owner's pieces that do not belong to the fortress.
    pub own_strangers: S,
}

impl<S: SquareSet> Terrain<S> {
    /// Creates the terrain of a candidate. `jumps` is whether leaders jump.
    pub fn of<G: Geometry<Set = S>>(geometry: G, ground: &Ground<S>, fortress: &Fortress<S>, jumps: bool) -> Self {
        let [home, away] = fortress.shuttle;
        let own_strangers = ground.own & !fortress.pieces();
        let strangers = ground.enemy | own_strangers;
        let walkable = geometry.board() & !(fortress.wall | ground.inciti);
        let mut terrain = Terrain {
            wall: fortress.wall,
            steps: S::only(home) | S::only(away),
            open: geometry.flood(strangers, walkable),
            own_strangers,
        };
        if jumps && (ground.enemy_has_leader || ground.own_leader.meets(own_strangers)) {
            terrain.jump(geometry, ground, walkable);
        }
        terrain
    }

    /// Adds the squares that leaders reach by jumps, and all squares that are reached from there.
    fn jump<G: Geometry<Set = S>>(&mut self, geometry: G, ground: &Ground<S>, walkable: S) {
        loop {
            let barred = ground.inciti | (ground.own_leader & self.wall) | self.steps.when(self.led(ground));
            let crossable = (self.wall | self.steps | self.open) & !barred;
            let landings = Direction::union(|direction| {
                let run = geometry.fill(geometry.shift(self.open, direction) & crossable, crossable, direction);
                geometry.shift(run, direction)
            });
            let wider = geometry.flood(self.open | (landings & walkable), walkable);
            if wider == self.open {
                return;
            }
            self.open = wider;
        }
    }

    /// Returns whether the owner's leader is the shuttle.
    fn led(&self, ground: &Ground<S>) -> bool {
        ground.own_leader.meets(self.steps)
    }

    /// Returns the squares that stay empty as long as the shuttle stands on `at`.
    pub fn calm<G: Geometry<Set = S>>(&self, geometry: G, ground: &Ground<S>, at: S) -> S {
        geometry.board() & !(self.open | self.wall | ground.inciti | at)
    }
}
