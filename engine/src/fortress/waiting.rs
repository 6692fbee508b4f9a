//! The moves with which the owner of a fortress waits forever (experiments/studies/fortresses.md §1).
//!
//! Where moves may be taken back, one piece goes to and fro. With `undo=forbidden` the arrangements of the pieces that
//! move form a graph, in which the owner must not turn back at once: it can go on forever from where it stands exactly
//! if it gets to a cycle (experiments/studies/fortresses.md §9).

use super::safety::Conditions;
use super::{Fortress, Ground};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::vocab::{BoardSize, Direction, Side, Square, SquareSet};

/// A sequence of moves that never ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// The moves, in order, each from one square to another.
    pub moves: Vec<[Square; 2]>,
    /// The number of the move, from 0, with which the owner goes on after the last.
    pub again: usize,
}

impl Waiting {
    /// A piece that goes to and fro.
    fn shuttle(home: Square, away: Square) -> Self {
        Waiting { moves: vec![[home, away], [away, home]], again: 0 }
    }

    /// Returns the names of the moves, as `a1-b1`.
    pub fn names(&self, board: BoardSize) -> Vec<String> {
        self.moves.iter().map(|ends| ends.map(|square| board.name(square)).join("-")).collect()
    }

    /// Returns the moves in words.
    pub fn text(&self, board: BoardSize) -> String {
        let names = self.names(board);
        let (first, again) = names.split_at(self.again);
        let first: String = first.iter().map(|name| format!("{name}, ")).collect();
        let then = if first.is_empty() { "" } else { "then " };
        format!("{first}{then}{} again and again", again.join(", "))
    }

    /// Returns the number of the move that follows a move.
    pub fn after(&self, number: usize) -> usize {
        if number + 1 < self.moves.len() { number + 1 } else { self.again }
    }
}

impl<S: SquareSet> Fortress<S> {
    /// Returns how `owner` waits with its fortress on a ground.
    ///
    /// ```
    /// use petteia_engine::fortress::{Ground, prove};
    /// use petteia_engine::{Fixed, Game, Rules, Side};
    /// let game = Game::new(Rules::parse("city-8+undo=forbidden").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let position = game.parse("ssssssss/8/8/8/8/8/SSS5/S2S4 w 0,0 3,0 0 80").unwrap();
    /// let fortress = prove(&game, &position, Side::White).fortress().unwrap();
    /// let waiting = fortress.waiting(&game, &Ground::of(&game, &position, Side::White), Side::White);
    /// assert_eq!(waiting.text(game.rules().board), "a1-b1, b1-c1, c1-a1 again and again");
    /// ```
    pub fn waiting<G: Geometry<Set = S>>(&self, game: &Game<G>, ground: &Ground<S>, owner: Side) -> Waiting {
        if !game.rules().forbids_undo() {
            return Waiting::shuttle(self.movers.lowest(), (self.room & !self.movers).lowest());
        }
        let start = Arrangement { pieces: self.movers, leader: ground.own_leader & self.movers };
        Walk { conditions: Conditions::of(game, owner), room: self.room }
            .endless(start, ground.last)
            .expect("the movers of a fortress can move forever")
    }
}

/// Where the pieces stand that move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrangement<S> {
    pub pieces: S,
    /// The leader, if it is one of them.
    pub leader: S,
}

impl<S: SquareSet> Arrangement<S> {
    fn after([from, to]: [Square; 2], Arrangement { pieces, leader }: Self) -> Self {
        let moved = |set: S| if set.has(from) { (set & !S::only(from)) | S::only(to) } else { set };
        Arrangement { pieces: moved(pieces), leader: moved(leader) }
    }
}

/// Moves of pieces within a room, none of which takes back the one before.
pub(super) struct Walk<'a, G: Geometry> {
    pub conditions: Conditions<'a, G>,
    /// The squares to which no stranger comes.
    pub room: G::Set,
}

impl<G: Geometry> Walk<'_, G> {
    /// Returns moves that never end, the first of which does not take back the `last` one; `None` if there are none.
    pub fn endless(&self, start: Arrangement<G::Set>, last: Option<(Square, Square)>) -> Option<Waiting> {
        let mut way = Way { arrangements: vec![start], moves: Vec::new() };
        self.extend(&mut way, last.map(|(from, to)| [from, to])).map(|again| Waiting { moves: way.moves, again })
    }

    /// Extends a way until it meets itself; returns the number of the arrangement that it meets. As the arrangements
    /// passed so far form a tree, no other is met twice.
    fn extend(&self, way: &mut Way<G::Set>, last: Option<[Square; 2]>) -> Option<usize> {
        let here = *way.arrangements.last().expect("a way has a start");
        let undo = last.map(|[from, to]| [to, from]);
        if let Some([one, other]) = self.two_shuttles(here) {
            let again = way.moves.len();
            let [first, second] = if Some(one) == undo { [other, one] } else { [one, other] };
            let back = |[from, to]: [Square; 2]| [to, from];
            way.moves.extend([first, second, back(first), back(second)]);
            return Some(again);
        }
        for going in self.moves(here).into_iter().filter(|&going| Some(going) != undo) {
            let after = Arrangement::after(going, here);
            let met = way.arrangements.iter().position(|&arrangement| arrangement == after);
            way.moves.push(going);
            way.arrangements.push(after);
            let again = met.or_else(|| self.extend(way, Some(going)));
            if again.is_some() {
                return again;
            }
            way.moves.pop();
            way.arrangements.pop();
        }
        None
    }

    fn moves(&self, here: Arrangement<G::Set>) -> Vec<[Square; 2]> {
        let free = self.room & !here.pieces;
        let of = |from: Square| {
            let leads = here.leader.has(from);
            self.conditions.destinations(here.pieces, leads, from, free).squares().map(move |to| [from, to])
        };
        here.pieces.squares().flat_map(of).collect()
    }

    /// Returns steps of two pieces that do not get in each other's way.
    fn two_shuttles(&self, here: Arrangement<G::Set>) -> Option<[[Square; 2]; 2]> {
        let (free, geometry) = (self.room & !here.pieces, self.conditions.geometry);
        let steps: Vec<[Square; 2]> = here
            .pieces
            .squares()
            .flat_map(|from| (geometry.neighbours(G::Set::only(from)) & free).squares().map(move |to| [from, to]))
            .collect();
        let apart = |[a, b]: [Square; 2], [c, d]: [Square; 2]| a != c && b != d;
        let pairs = steps.iter().enumerate().flat_map(|(i, &one)| steps[..i].iter().map(move |&other| [other, one]));
        pairs.into_iter().find(|&[one, other]| apart(one, other))
    }

    /// Returns the squares from, over and to which pieces go.
    pub fn squares(&self, waiting: &Waiting) -> G::Set {
        waiting.moves.iter().fold(G::Set::EMPTY, |squares, &[from, to]| {
            let (from, to) = (G::Set::only(from), G::Set::only(to));
            let line = |end, direction| self.conditions.geometry.slide(end, self.room, direction, u32::MAX);
            let between = Direction::union(|direction| line(from, direction) & line(to, direction.opposite()));
            squares | from | to | between
        })
    }
}

/// The arrangements passed, and the moves between them.
struct Way<S> {
    arrangements: Vec<Arrangement<S>>,
    moves: Vec<[Square; 2]>,
}
