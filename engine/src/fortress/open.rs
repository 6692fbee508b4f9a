//! Open squares: those on which a piece outside the fortress can ever stand (experiments/studies/fortresses.md §1, a to d).

use super::{Fortress, Ground};
use crate::geometry::Geometry;
use crate::vocab::{Direction, SquareSet};

/// The pieces that can move over others.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// Leaders jump over lines of pieces.
    pub leaders_jump: bool,
    /// Leaders hop over single enemy pieces.
    pub leaders_hop: bool,
    /// Stones hop over single pieces of either side.
    pub stones_hop: bool,
}

/// A fortress or a candidate for one, with its consequences for the squares.
#[derive(Clone, Copy, Debug)]
pub struct Terrain<S> {
    pub wall: S,
    /// The squares of the moving pieces.
    pub room: S,
    /// The squares on which strangers can ever stand.
    pub open: S,
    /// The owner's pieces that do not belong to the fortress.
    pub own_strangers: S,
}

impl<S: SquareSet> Terrain<S> {
    /// Creates the terrain of a candidate.
    pub fn of<G: Geometry<Set = S>>(
        geometry: G,
        ground: &Ground<S>,
        fortress: &Fortress<S>,
        crossing: Crossing,
    ) -> Self {
        let own_strangers = ground.own & !fortress.pieces();
        let strangers = ground.enemy | own_strangers;
        let walkable = geometry.board() & !(fortress.wall | ground.inciti);
        let mut terrain = Terrain {
            wall: fortress.wall,
            room: fortress.room,
            open: geometry.flood(strangers, walkable),
            own_strangers,
        };
        if crossing.leaders_jump && (ground.enemy_has_leader || ground.own_leader.meets(own_strangers)) {
            terrain.widen(geometry, walkable, |terrain| terrain.jumps(geometry, ground));
        }
        if crossing.stones_hop || (crossing.leaders_hop && ground.enemy_has_leader) {
            // Beyond the wall pieces next to open squares.
            terrain.widen(geometry, walkable, |terrain| geometry.beyond(terrain.open, terrain.wall));
        }
        terrain
    }

    /// Adds the squares on which strangers land that cross pieces, and all squares that are reached from there.
    fn widen<G: Geometry<Set = S>>(&mut self, geometry: G, walkable: S, landings: impl Fn(&Self) -> S) {
        loop {
            let wider = geometry.flood(self.open | (landings(self) & walkable), walkable);
            if wider == self.open {
                return;
            }
            self.open = wider;
        }
    }

    /// Returns the squares just beyond the lines that a leader can jump over from an open square.
    fn jumps<G: Geometry<Set = S>>(&self, geometry: G, ground: &Ground<S>) -> S {
        let leader_is_shuttle = ground.own_leader.meets(self.room);
        let barred = ground.inciti | (ground.own_leader & self.wall) | self.room.when(leader_is_shuttle);
        let crossable = (self.wall | self.room | self.open) & !barred;
        Direction::union(|direction| {
            let run = geometry.fill(geometry.shift(self.open, direction) & crossable, crossable, direction);
            geometry.shift(run, direction)
        })
    }

    /// Returns the squares that stay empty as long as the moving pieces stand on `at`.
    pub fn calm<G: Geometry<Set = S>>(&self, geometry: G, ground: &Ground<S>, at: S) -> S {
        geometry.board() & !(self.open | self.wall | ground.inciti | at)
    }
}
