//! Chains of leaps that remove nothing (RULES §3). Two chains with the same ends are one move.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::{Movement, Over};
use crate::vocab::{Side, Square, SquareSet};

impl<G: Geometry> Game<G> {
    /// Returns the squares on which the chains of a stone of `side` can end. A chain may stop after any leap, so these are
    /// all squares that it can reach.
    pub(crate) fn hops_from(&self, position: &Position<G::Set>, side: Side, from: Square) -> G::Set {
        let start = G::Set::only(from);
        let crossable = self.crossable(position, side) & !start;
        let empty = self.empty(position);
        let mut reached = start;
        loop {
            let wider = reached | (self.geometry.beyond(reached, crossable) & empty);
            if wider == reached {
                break;
            }
            reached = wider;
        }
        let ends = reached & !start & !self.way_back(position, side, start);
        let guarded = ends & self.guarded(position, side);
        ends & !guarded.filter(|to| !self.may_enter(position, side, from, to))
    }

    /// Returns the squares of a shortest chain of the side to move between two squares, both included, or only these two if
    /// there is none.
    ///
    /// ```
    /// use petteia_engine::{Game, Rules};
    /// let game = Game::of(Rules::parse("city-8+move=hop").unwrap());
    /// let position = game.parse("5s2/8/8/8/8/8/2S5/Ss6 w 0,0 0,0 0 10").unwrap();
    /// let [from, via, to] = ["a1", "c1", "c3"].map(|name| game.rules().board.parse_square(name).unwrap());
    /// assert_eq!(game.hop_path(&position, from, to), [from, via, to]);
    /// ```
    pub fn hop_path(&self, position: &Position<G::Set>, from: Square, to: Square) -> Vec<Square> {
        let crossable = self.crossable(position, position.side) & !G::Set::only(from);
        let empty = self.empty(position);
        let mut paths = vec![vec![from]];
        let mut known = G::Set::only(from);
        let mut at = 0;
        while let Some(path) = paths.get(at).cloned() {
            at += 1;
            let last = G::Set::only(path[path.len() - 1]);
            let landings = self.geometry.beyond(last, crossable);
            for next in (landings & empty & !known).squares() {
                let longer = [path.as_slice(), &[next]].concat();
                if next == to {
                    return longer;
                }
                paths.push(longer);
            }
            known |= landings;
        }
        vec![from, to]
    }

    /// Returns the pieces that stones of `side` may cross.
    fn crossable(&self, position: &Position<G::Set>, side: Side) -> G::Set {
        let own = position.pieces[side];
        match self.rules.over.unwrap_or_default() {
            Over::Any => position.all_pieces(),
            Over::Own => own,
            Over::OwnOrBound => own | (position.pieces[!side] & position.turned),
        }
    }

    /// Returns the start and the ends of the chains of each of the `movers`, pieces of `side`, that is not bound and has some.
    pub(crate) fn hoppers(
        &self,
        position: &Position<G::Set>,
        side: Side,
        movers: G::Set,
    ) -> impl Iterator<Item = (Square, G::Set)> {
        let free = (movers & !position.turned).when(self.rules.movement == Movement::Hop);
        let hoppers = free.squares().map(move |from| (from, self.hops_from(position, side, from)));
        hoppers.filter(|(_, ends)| !ends.is_empty())
    }
}
