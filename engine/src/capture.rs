//! Determines which pieces a move captures, and with whose help (RULES §4).

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::LeaderEdge;
use crate::special::corner_squares;
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
    /// Returns the mover's pieces that may be the captor opposite the moved one (§4).
    #[inline(always)]
    pub(crate) fn supporters<B: Bits<G::Set>>(&self, own: B, leaders: B) -> B {
        if self.leader.supports() { own } else { own & !leaders }
    }

    /// Returns the mover's pieces that may capture with their move (§4).
    #[inline(always)]
    pub(crate) fn strikers<B: Bits<G::Set>>(&self, own: B, leaders: B) -> B {
        if self.leader.strikes() { own } else { own & !leaders }
    }

    /// Returns the enemy pieces that can fall to custodial, edge and corner capture.
    #[inline(always)]
    pub(crate) fn takeable<B: Bits<G::Set>>(&self, enemy: B, leaders: B) -> B {
        if self.flags.leaders_are_takeable { enemy } else { enemy & !(leaders & B::splat(self.special.leader_spared)) }
    }

    /// Returns the `takeable` pieces that are held on their far side, seen in `direction`: by a captor or, with `edge`,
    /// by the edge of the board.
    #[inline(always)]
    pub(crate) fn held<B: Bits<G::Set>>(&self, takeable: B, captors: B, direction: Direction) -> B {
        self.held_or_at_edge(takeable, captors, direction, self.rules.edge)
    }

    /// Returns the `pieces` that captors or, with `edge`, the edge of the board hold on their far side.
    #[inline(always)]
    pub(crate) fn held_or_at_edge<B: Bits<G::Set>>(
        &self,
        pieces: B,
        captors: B,
        direction: Direction,
        edge: bool,
    ) -> B {
        let g = self.geometry;
        let beyond = g.shift(captors, direction.opposite());
        pieces & if edge { beyond | B::splat(g.border(direction)) } else { beyond }
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
        let captors = self.supporters(position.pieces[mover], position.leaders);
        if !self.leader.strikes() && at.meets(position.leaders) {
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
    /// knows: those that fall alone, before a hostile square or before the throne (§4), and those that fall with the line
    /// behind them.
    fn extra_held(
        &self,
        position: &Position<G::Set>,
        mover: Side,
        takeable: G::Set,
        captors: G::Set,
        direction: Direction,
    ) -> [G::Set; 2] {
        let (special, enemy) = (&self.special, position.pieces[!mover]);
        let before_hostile =
            self.before(special.hostile_to_stones[!mover] & !enemy, takeable & !position.leaders, direction)
                | self.before(special.hostile_to_leaders & !enemy, takeable & position.leaders, direction);
        let before_throne = self.before(special.throne, self.linnaean_stone(position, mover, captors), direction);
        let lines = if self.rules.capture_run { self.held_lines(takeable, captors, direction) } else { G::Set::EMPTY };
        [before_hostile | before_throne, lines]
    }

    /// Returns the stone that falls to Linnaeus' rule when it is struck from the side away from the throne: its leader stands
    /// on the throne, and `captors` on the three other neighbours (§4).
    fn linnaean_stone(&self, position: &Position<G::Set>, mover: Side, captors: G::Set) -> G::Set {
        let enemy = position.pieces[!mover];
        if !self.rules.linnaean || !self.special.throne.meets(enemy & position.leaders) {
            return G::Set::EMPTY;
        }
        let around = self.geometry.neighbours(self.special.throne);
        let others = around & !captors;
        (others & enemy & !position.leaders).when(around.count() == 4 && others.count() == 1)
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
        let captors = self.supporters(position.pieces[mover], position.leaders);
        let mut capture = Capture { victims: custodial, helpers: G::Set::EMPTY };
        let takeable = self.takeable(position.pieces[!mover], position.leaders);
        if self.flags.extra_holds {
            self.held_otherwise(&mut capture, &position, mover, [at, takeable, captors]);
        }
        if self.rules.corner {
            let cornered = self.held_in_corners(at, takeable, captors);
            capture.victims |= cornered;
            capture.helpers |= self.geometry.neighbours(cornered);
        }
        if self.rules.shieldwall {
            self.shieldwall(&mut capture, &position, mover, captors, at);
        }
        if self.rules.intervention {
            capture.victims |= self.intervention(takeable, at);
        }
        self.four_sided(&mut capture, &position, mover, captors, at);
        self.surround(&mut capture, &position, mover, at);
        capture
    }

    /// Adds the pieces next to `at` that are held on their far side in other ways than custodial and edge capture.
    fn held_otherwise(
        &self,
        capture: &mut Capture<G::Set>,
        position: &Position<G::Set>,
        mover: Side,
        [at, takeable, captors]: [G::Set; 3],
    ) {
        let g = self.geometry;
        for direction in Direction::ALL {
            let [alone, lines] = self.extra_held(position, mover, takeable, captors, direction);
            let next = g.shift(at, direction);
            let line = g.fill(next & lines, lines, direction);
            capture.victims |= (next & alone) | line;
            capture.helpers |= g.shift(line, direction) & captors;
        }
        let struck = g.beyond(self.special.throne, self.linnaean_stone(position, mover, captors));
        if struck.meets(at) {
            capture.helpers |= g.neighbours(self.special.throne) & captors;
        }
    }

    /// Returns the enemies between two of which the moved piece stands on one axis, if both are `takeable` (§4).
    #[inline(always)]
    pub(crate) fn intervention<B: Bits<G::Set>>(&self, takeable: B, at: B) -> B {
        let g = self.geometry;
        union_of_directions!(|direction| {
            let opposite = g.shift(at, direction.opposite()) & takeable;
            takeable & g.shift(g.shift(opposite, direction), direction)
        })
    }

    /// Adds the rows along the edge that the moved piece closes at one end (§4).
    fn shieldwall(
        &self,
        capture: &mut Capture<G::Set>,
        position: &Position<G::Set>,
        mover: Side,
        captors: G::Set,
        at: G::Set,
    ) {
        let g = self.geometry;
        let enemy = position.pieces[!mover];
        let ends = captors | (self.board_corners() & self.special.hostile_to_stones[!mover] & !enemy);
        for edge in Direction::ALL.into_iter().filter(|&edge| at.meets(g.border(edge))) {
            let wall = enemy & g.border(edge) & !self.board_corners();
            for along in Direction::ALL.into_iter().filter(|&way| way != edge && way != edge.opposite()) {
                let row = g.fill(g.shift(at, along) & wall, wall, along);
                let before = g.shift(row, edge.opposite());
                let end = g.shift(row, along) & !row;
                let is_held = before.count() == row.count() && (before & !captors).is_empty() && end.meets(ends);
                if row.count() >= 2 && is_held {
                    capture.victims |= row & !position.leaders;
                    capture.helpers |= before | (end & captors);
                }
            }
        }
    }

    /// Returns the squares at the ends of both their rank and their file.
    fn board_corners(&self) -> G::Set {
        corner_squares(self.geometry, 1)
    }

    /// Returns the `takeable` pieces in corners between two captors, including the moved one.
    pub(crate) fn held_in_corners(&self, at: G::Set, takeable: G::Set, captors: G::Set) -> G::Set {
        let near = self.corners & takeable & self.geometry.neighbours(at);
        near.filter(|corner| (self.geometry.neighbours(G::Set::only(corner)) & !(captors | at)).is_empty())
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

    /// Adds a leader with captors on all four neighbours, including the moved one, where it falls only so. A hostile throne
    /// counts as a captor (§4).
    fn four_sided(
        &self,
        capture: &mut Capture<G::Set>,
        position: &Position<G::Set>,
        mover: Side,
        captors: G::Set,
        at: G::Set,
    ) {
        let leader =
            position.leaders & position.pieces[!mover] & self.special.four_sided & self.geometry.neighbours(at);
        if leader.is_empty() {
            return;
        }
        let neighbours = self.geometry.neighbours(leader);
        let held = captors | at | (self.special.hostile_throne & !position.pieces[!mover]);
        if (neighbours & !held).is_empty() && (self.edge_holds_leaders() || neighbours.count() == 4) {
            capture.victims |= leader;
            capture.helpers |= neighbours & captors;
        }
    }

    /// Returns whether squares off the board count as held in the four-sided test.
    pub(crate) fn edge_holds_leaders(&self) -> bool {
        self.rules.edge || self.leader.edge == LeaderEdge::Captor
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
            let spared = group.meets(position.leaders & self.special.leader_spared);
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
        let captors = self.supporters(position.pieces[mover], position.leaders);
        let enemy = position.pieces[!mover];
        let takeable = self.takeable(enemy, position.leaders);
        let mut sites = self.custodial_sites(takeable, captors);
        if self.flags.extra_holds {
            sites |= Direction::union(|way| {
                let [alone, lines] = self.extra_held(position, mover, takeable, captors, way);
                g.shift(alone | lines, way.opposite())
            });
            sites |= g.between(takeable).when(self.rules.intervention);
            let rim = self.special.rim.when(self.rules.shieldwall);
            sites |= rim & g.neighbours(enemy & rim);
        }
        let singular =
            (self.corners & takeable).when(self.rules.corner) | (position.leaders & enemy & self.special.four_sided);
        sites | g.neighbours(singular)
    }
}
