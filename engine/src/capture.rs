//! Determines which pieces a move captures, and with whose help (RULES §4).

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::LeaderCapture;
use crate::turn::relocate;
use crate::vocab::{Bits, Direction, Side, Square, SquareSet, union_of_directions};

/// What a move captures.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Capture<S> {
    pub victims: S,
    /// The mover's other pieces that take part (§6).
    pub helpers: S,
}

impl<G: Geometry> Game<G> {
    /// Returns the mover's pieces that count as captors.
    #[inline(always)]
    pub(crate) fn captors<B: Bits<G::Set>>(&self, own: B, leaders: B) -> B {
        if self.leader.strikes() { own } else { own & !leaders }
    }

    /// Returns the enemy pieces that can fall to custodial, edge and corner capture.
    #[inline(always)]
    pub(crate) fn takeable<B: Bits<G::Set>>(&self, enemy: B, leaders: B) -> B {
        if self.leader.capture == LeaderCapture::Custodial { enemy } else { enemy & !leaders }
    }

    /// Returns the `takeable` pieces that are held on their far side, seen in `direction`: by a captor or, with `edge`,
    /// by the edge of the board.
    #[inline(always)]
    pub(crate) fn held<B: Bits<G::Set>>(&self, takeable: B, captors: B, direction: Direction) -> B {
        let g = self.geometry;
        let beyond = g.shift(captors, direction.opposite());
        takeable & if self.rules.edge { beyond | B::splat(g.border(direction)) } else { beyond }
    }

    /// Returns the `takeable` pieces that fall to custodial and edge capture by a captor that has just come to `at`.
    #[inline(always)]
    pub(crate) fn custodial<B: Bits<G::Set>>(&self, at: B, takeable: B, captors: B) -> B {
        union_of_directions!(|direction| self.geometry.shift(at, direction) & self.held(takeable, captors, direction))
    }

    /// Returns the squares on which an arriving captor makes custodial and edge captures.
    #[inline(always)]
    pub(crate) fn custodial_sites<B: Bits<G::Set>>(&self, takeable: B, captors: B) -> B {
        let g = self.geometry;
        union_of_directions!(|direction| g.shift(self.held(takeable, captors, direction), direction.opposite()))
    }

    /// Returns what `mover` captures with the piece that has just come to `at` (one square), before anything is
    /// removed.
    #[inline(always)]
    pub(crate) fn capture(&self, position: &Position<G::Set>, mover: Side, at: G::Set) -> Capture<G::Set> {
        let captors = self.captors(position.pieces[mover], position.leaders);
        if !self.leader.strikes() && !at.meets(captors) {
            return Capture::default();
        }
        let takeable = self.takeable(position.pieces[!mover], position.leaders);
        let custodial = self.custodial(at, takeable, captors);
        let mut capture = Capture { victims: custodial, helpers: G::Set::EMPTY };
        if self.flags.extra_captures {
            capture = self.extra_captures(*position, mover, at, custodial);
        }
        if self.rules.vagi && !capture.victims.is_empty() {
            capture.helpers |= self.geometry.beyond(at, capture.victims) & captors;
        }
        capture
    }

    /// Returns the `pieces` that have one of the squares `beyond` straight behind them, seen in `direction`.
    fn before(&self, beyond: G::Set, pieces: G::Set, direction: Direction) -> G::Set {
        self.geometry.shift(beyond, direction.opposite()) & pieces
    }

    /// Returns the `takeable` pieces from which a line of such pieces leads, in `direction`, to one of the `captors`.
    fn held_lines(&self, takeable: G::Set, captors: G::Set, direction: Direction) -> G::Set {
        let last = self.before(captors, takeable, direction);
        self.geometry.fill(last, takeable, direction.opposite())
    }

    /// Returns the `takeable` pieces that are held on their far side, seen in `direction`, in other ways than [`Game::held`]
    /// knows: those that fall alone, before a corner square, and those that fall with the line behind them.
    fn extra_held(
        &self,
        position: &Position<G::Set>,
        mover: Side,
        takeable: G::Set,
        captors: G::Set,
        direction: Direction,
    ) -> [G::Set; 2] {
        let corners = self.hostile_corners & !position.pieces[!mover];
        let lines = if self.rules.capture_run { self.held_lines(takeable, captors, direction) } else { G::Set::EMPTY };
        [self.before(corners, takeable, direction), lines]
    }

    /// Adds all other captures to the victims of custodial and edge capture.
    #[inline(never)]
    fn extra_captures(
        &self,
        position: Position<G::Set>,
        mover: Side,
        at: G::Set,
        custodial: G::Set,
    ) -> Capture<G::Set> {
        let g = self.geometry;
        let captors = self.captors(position.pieces[mover], position.leaders);
        let mut capture = Capture { victims: custodial, helpers: G::Set::EMPTY };
        let takeable = self.takeable(position.pieces[!mover], position.leaders);
        if self.flags.extra_holds {
            for direction in Direction::ALL {
                let [alone, lines] = self.extra_held(&position, mover, takeable, captors, direction);
                let next = g.shift(at, direction);
                let line = g.fill(next & lines, lines, direction);
                capture.victims |= (next & alone) | line;
                capture.helpers |= g.shift(line, direction) & captors;
            }
        }
        if self.rules.corner {
            let cornered = self.held_in_corners(at, takeable, captors);
            capture.victims |= cornered;
            capture.helpers |= g.neighbours(cornered);
        }
        self.four_sided(&mut capture, &position, mover, captors, at);
        self.surround(&mut capture, &position, mover, at);
        capture
    }

    /// Returns the `takeable` pieces in corners between two captors, including the moved one.
    pub(crate) fn held_in_corners(&self, at: G::Set, takeable: G::Set, captors: G::Set) -> G::Set {
        let near = self.corners & takeable & self.geometry.neighbours(at);
        near.filter(|corner| (self.geometry.neighbours(G::Set::only(corner)) & !captors).is_empty())
    }

    /// Returns those of the pieces `prey` that fall to custodial, edge and corner capture when one of the `captors` has
    /// come to each square of `at`. The sets need not belong to a position.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8+edge").unwrap(), Fixed::<u64, 8, 8>::default());
    /// // A captor has come to b1 and takes a1 against the edge and c1 against the captor on d1.
    /// assert_eq!(game.captures_among(0b0010, 0b0101, 0b1010), 0b0101);
    /// ```
    pub fn captures_among(&self, at: G::Set, prey: G::Set, captors: G::Set) -> G::Set {
        let custodial = self.custodial(at, prey, captors);
        if self.rules.corner { custodial | self.held_in_corners(at, prey, captors) } else { custodial }
    }

    /// Returns a leader with captors on all four neighbours, including the moved one.
    fn four_sided(
        &self,
        capture: &mut Capture<G::Set>,
        position: &Position<G::Set>,
        mover: Side,
        captors: G::Set,
        at: G::Set,
    ) {
        if self.leader.capture != LeaderCapture::FourSided {
            return;
        }
        let leader = position.leaders & position.pieces[!mover] & self.geometry.neighbours(at);
        let neighbours = self.geometry.neighbours(leader);
        let all_held = (neighbours & !captors).is_empty() && (self.rules.edge || neighbours.count() == 4);
        if !leader.is_empty() && all_held {
            capture.victims |= leader;
            capture.helpers |= neighbours;
        }
    }

    /// Adds the groups next to `at` that have no empty neighbour once the other victims are removed.
    fn surround(&self, capture: &mut Capture<G::Set>, position: &Position<G::Set>, mover: Side, at: G::Set) {
        if !self.rules.surround {
            return;
        }
        let g = self.geometry;
        let enemy = position.pieces[!mover] & !capture.victims;
        let dead = position.inciti | capture.victims.when(self.rules.inciti);
        let empty = g.board() & !enemy & !position.pieces[mover] & !dead;
        let mut seeds = g.neighbours(at) & enemy;
        while !seeds.is_empty() {
            let group = g.flood(G::Set::only(seeds.lowest()), enemy);
            seeds &= !group;
            let around = g.neighbours(group);
            let spared = group.meets(position.leaders) && self.leader.capture != LeaderCapture::Custodial;
            if !around.meets(empty) && !spared {
                capture.victims |= group;
                capture.helpers |= around & position.pieces[mover];
            }
        }
    }

    /// Returns what the side to move captures by moving between two squares.
    pub(crate) fn captures_of(&self, position: &Position<G::Set>, from: Square, to: Square) -> G::Set {
        let mut after = *position;
        let to = G::Set::only(to);
        relocate(&mut after, G::Set::only(from), to);
        self.capture(&after, position.side, to).victims
    }

    /// Returns the enemy pieces that `mover` would take if its piece on `at` had just come there.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules, Side, Square};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let position = game.parse("8/8/8/8/8/8/8/SsS5 b 0,0 7,6 2 40").unwrap();
    /// assert_eq!(game.captures_on_arrival(&position, Side::White, Square(0)), 1 << 1);
    /// ```
    #[inline]
    pub fn captures_on_arrival(&self, position: &Position<G::Set>, mover: Side, at: Square) -> G::Set {
        self.capture(position, mover, G::Set::only(at)).victims
    }

    /// Returns the squares on which an arriving captor may capture without `surround`; on all others it cannot.
    pub(crate) fn threats(&self, position: &Position<G::Set>, mover: Side) -> G::Set {
        let g = self.geometry;
        let captors = self.captors(position.pieces[mover], position.leaders);
        let takeable = self.takeable(position.pieces[!mover], position.leaders);
        let mut sites = self.custodial_sites(takeable, captors);
        if self.flags.extra_holds {
            sites |= Direction::union(|way| {
                let [alone, lines] = self.extra_held(position, mover, takeable, captors, way);
                g.shift(alone | lines, way.opposite())
            });
        }
        let singular = (self.corners & takeable).when(self.rules.corner)
            | (position.leaders & position.pieces[!mover]).when(self.leader.capture == LeaderCapture::FourSided);
        sites | g.neighbours(singular)
    }
}
