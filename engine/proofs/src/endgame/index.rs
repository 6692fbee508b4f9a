//! Numbers placements: every placement of the given pieces, up to symmetry, has a number.
//!
//! A symmetry maps the stones of one side, the *anchor* (the larger set, which is seldom symmetric itself), to the
//! first set of their class; the class is the leading digit. The following digits are the stones of the other side,
//! counted among the remaining squares, then the leaders, then one bit for each stone that can be turned. Sets of
//! squares are numbered by the combinatorial number system (Lehmer 1964; Knuth, TAOCP 4A, 7.2.1.3): `k` squares `s1 < …
//! < sk` have the number `C(s1,1) + … + C(sk,k)`.
//!
//! If the anchor is symmetric itself, a placement has several numbers. The smallest is used; the others are *doubles*
//! and their entries are empty.

use std::sync::Arc;

use petteia_engine::{MOST_SQUARES, Square, SquareSet};

use super::material::Material;
use super::symmetry::Symmetries;

/// Pieces from the point of view of the side to move. The pieces of a side include its leader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Placement<S> {
    /// The pieces of the side to move.
    pub own: S,
    /// The pieces of its opponent.
    pub other: S,
    /// The leaders of both sides.
    pub leaders: S,
    /// The turned stones.
    pub turned: S,
}

/// The sets of a given number of squares, in classes up to symmetry.
#[derive(Debug)]
struct Anchors<S> {
    /// For each set, by its number: its class, and the symmetries that map it to the first set of the class.
    of: Vec<(u32, u8)>,
    /// The first set of each class.
    first: Vec<S>,
    /// The symmetries that map the first set of each class to itself.
    fixing: Vec<u8>,
}

/// Numbers the placements of given material, for one side to move.
#[derive(Clone, Debug)]
pub(super) struct Numbering<S: SquareSet> {
    symmetries: Arc<Symmetries>,
    anchors: Arc<Anchors<S>>,
    own: Material,
    other: Material,
    /// Whether stones can be turned.
    turns: bool,
    board: S,
    /// For each square, the squares with a lower index.
    below: Arc<S::PerSquare<S>>,
    squares: u32,
    /// The number of placements of everything except the anchor and the states.
    rests: u64,
}

impl<S: SquareSet> Numbering<S> {
    /// Creates the numbering for `own` pieces of the side to move against `other`.
    pub fn new(symmetries: Arc<Symmetries>, squares: u32, own: Material, other: Material, turns: bool) -> Self {
        let first = |count: u32| (0..count as u16).fold(S::EMPTY, |set, square| set | S::only(Square(square)));
        let board = first(squares);
        let below = S::per_square(|square| first(u32::from(square.0).min(squares)));
        let anchors = Arc::new(Anchors::new(&symmetries, squares, anchored(own, other)));
        let rests = rests(squares, own, other);
        Numbering { symmetries, anchors, own, other, turns, board, below: Arc::new(below), squares, rests }
    }

    /// Returns an upper bound on how many numbers there are, including doubles, without creating the numbering.
    pub fn estimate(symmetries: &Symmetries, squares: u32, own: Material, other: Material, turns: bool) -> u64 {
        let classes = binomial(squares, anchored(own, other)).div_ceil(symmetries.count() as u64);
        let states = if turns { u32::from(own.stones) + u32::from(other.stones) } else { 0 };
        classes.saturating_mul(rests(squares, own, other)).saturating_mul(1 << states)
    }

    /// Returns how many numbers there are, including doubles.
    pub fn len(&self) -> u64 {
        (self.anchors.first.len() as u64 * self.rests) << self.state_bits()
    }

    /// Returns the number of a placement.
    #[inline]
    pub fn number(&self, placement: &Placement<S>) -> u64 {
        let (class, maps) = self.anchors.of[number_of(self.anchor(placement)) as usize];
        let mut maps = maps;
        let mut least = u64::MAX;
        while maps != 0 {
            least = least.min(self.number_of_rest(placement, maps.trailing_zeros() as usize));
            maps &= maps - 1;
        }
        ((u64::from(class) * self.rests) << self.state_bits()) + least
    }

    /// Returns the placement with a number, or `None` for a double.
    #[inline]
    pub fn placement(&self, number: u64) -> Option<Placement<S>> {
        let placement = self.decode(number);
        let first = self.has_plain_anchor(number) || self.number(&placement) == number;
        first.then_some(placement)
    }

    /// Returns how many placements on the board have this number, that is, the number of its symmetric images.
    pub fn images_of(&self, number: u64) -> u64 {
        if self.has_plain_anchor(number) {
            return self.symmetries.count() as u64;
        }
        let placement = self.decode(number);
        let maps = self.anchors.fixing[self.class(number)];
        let number_under = |map: &usize| self.number_of_rest(&placement, *map);
        let identity = number_under(&0);
        let fixing = (0..8).filter(|map| maps >> map & 1 == 1 && number_under(map) == identity).count();
        (self.symmetries.count() / fixing) as u64
    }

    fn class(&self, number: u64) -> usize {
        ((number >> self.state_bits()) / self.rests) as usize
    }

    /// Returns whether the anchor itself has no symmetry, so that no number is a double.
    #[inline]
    fn has_plain_anchor(&self, number: u64) -> bool {
        self.anchors.fixing[self.class(number)].count_ones() == 1
    }

    fn state_bits(&self) -> u32 {
        if self.turns { u32::from(self.own.stones) + u32::from(self.other.stones) } else { 0 }
    }

    /// Returns whether the stones of the side to move are the anchor.
    fn own_is_anchor(&self) -> bool {
        self.own.stones >= self.other.stones
    }

    #[inline]
    fn anchor(&self, placement: &Placement<S>) -> S {
        let side = if self.own_is_anchor() { placement.own } else { placement.other };
        side & !placement.leaders
    }

    /// Returns the digits after the class, on the board transformed by a symmetry.
    #[inline]
    fn number_of_rest(&self, placement: &Placement<S>, symmetry: usize) -> u64 {
        let image = |set: S| self.symmetries.apply(symmetry, set);
        let [own, other] = [placement.own, placement.other].map(|side| image(side & !placement.leaders));
        let (anchor, stones) = if self.own_is_anchor() { (own, other) } else { (other, own) };
        let mut taken = anchor;
        let mut number = self.rank_among(stones, taken);
        taken |= stones;
        for side in [placement.own, placement.other] {
            let leader = image(side & placement.leaders);
            if !leader.is_empty() {
                let places = u64::from(self.squares - taken.count());
                number = number * places + self.rank_among(leader, taken);
                taken |= leader;
            }
        }
        if self.turns {
            let turned = image(placement.turned);
            number = extract(turned, other, extract(turned, own, number));
        }
        number
    }

    /// Returns the number of a set among the sets of squares that are not taken.
    #[inline]
    fn rank_among(&self, set: S, taken: S) -> u64 {
        let mut number = 0;
        for (i, square) in set.squares().enumerate() {
            let place = square.index() - (taken & self.below[square.index()]).count() as usize;
            number += BINOMIALS[i + 1][place];
        }
        number
    }

    /// Returns the set of `size` squares with a number, among those that are not taken.
    fn unrank_among(&self, mut number: u64, size: u32, taken: S) -> S {
        let free = self.board & !taken;
        let mut set = S::EMPTY;
        let mut place = free.count() as usize;
        for i in (1..=size as usize).rev() {
            place = (0..place).rev().find(|&place| BINOMIALS[i][place] <= number).expect("C(0,i) is 0");
            number -= BINOMIALS[i][place];
            set |= S::only(free.select(place as u32));
        }
        set
    }

    /// Returns the placement with a number, which may be a double.
    fn decode(&self, number: u64) -> Placement<S> {
        let states = number & ((1 << self.state_bits()) - 1);
        let number = number >> self.state_bits();
        let anchor = self.anchors.first[(number / self.rests) as usize];
        let mut rest = number % self.rests;
        let free = self.squares - anchor.count();
        let stones = u32::from(self.own.stones.min(self.other.stones));
        let mut leader_digits = [0; 2];
        let mut places = u64::from(free - stones) + 1 - u64::from(self.own.leader) - u64::from(self.other.leader);
        for (digit, leader) in leader_digits.iter_mut().zip([self.own.leader, self.other.leader]).rev() {
            if leader {
                (*digit, rest) = (rest % places, rest / places);
                places += 1;
            }
        }
        let others = self.unrank_among(rest, stones, anchor);
        let (own, other) = if self.own_is_anchor() { (anchor, others) } else { (others, anchor) };
        let turned = deposit(states >> other.count(), own) | deposit(states, other);
        let mut placement = Placement { own, other, leaders: S::EMPTY, turned: turned.when(self.turns) };
        for (digit, own_side) in [(leader_digits[0], true), (leader_digits[1], false)] {
            if if own_side { self.own.leader } else { self.other.leader } {
                let leader = self.unrank_among(digit, 1, placement.own | placement.other);
                *(if own_side { &mut placement.own } else { &mut placement.other }) |= leader;
                placement.leaders |= leader;
            }
        }
        placement
    }
}

impl<S: SquareSet> Anchors<S> {
    fn new(symmetries: &Symmetries, squares: u32, size: u32) -> Self {
        let count = binomial(squares, size);
        let unseen = (u32::MAX, 0);
        let mut of = vec![unseen; usize::try_from(count).expect("the number of sets fits in memory")];
        let (mut first, mut fixing) = (Vec::new(), Vec::new());
        let mut set: Vec<u16> = (0..size as u16).collect();
        for number in 0..of.len() {
            let squares = set.iter().fold(S::EMPTY, |squares, &square| squares | S::only(Square(square)));
            if of[number] == unseen {
                let class = first.len() as u32;
                first.push(squares);
                // If a symmetry maps one set to another, its inverse, which is also in the group, maps it back.
                for back in 0..symmetries.count() {
                    let image = symmetries.apply(back, squares);
                    let entry = &mut of[number_of(image) as usize];
                    let maps = (0..symmetries.count()).filter(|&map| symmetries.apply(map, image) == squares);
                    *entry = (class, maps.fold(0, |maps, map| maps | 1 << map));
                }
                fixing.push(of[number].1);
            }
            advance(&mut set);
        }
        Anchors { of, first, fixing }
    }
}

/// Advances to the next set of the same size in order of number.
fn advance(set: &mut [u16]) {
    for i in 0..set.len() {
        let room = set.get(i + 1).is_none_or(|&next| set[i] + 1 < next);
        if room {
            set[i] += 1;
            for (lower, square) in set[..i].iter_mut().enumerate() {
                *square = lower as u16;
            }
            return;
        }
    }
}

/// Returns the number of stones of the anchor.
fn anchored(own: Material, other: Material) -> u32 {
    own.stones.max(other.stones).into()
}

/// Returns the number of placements of everything except the anchor and the states.
fn rests(squares: u32, own: Material, other: Material) -> u64 {
    let free = squares - anchored(own, other);
    let stones = u32::from(own.stones.min(other.stones));
    let leaders = u32::from(own.leader) + u32::from(other.leader);
    let places_of_leaders = (0..leaders).map(|placed| u64::from(free - stones - placed)).product();
    binomial(free, stones).saturating_mul(places_of_leaders)
}

/// Returns the number of a set of squares among all sets of its size.
#[inline]
fn number_of<S: SquareSet>(set: S) -> u64 {
    set.squares().enumerate().map(|(i, square)| BINOMIALS[i + 1][square.index()]).sum()
}

/// Appends a bit to `number` for each square of `places`, which is 1 if the square is in `turned`.
#[inline]
fn extract<S: SquareSet>(turned: S, places: S, number: u64) -> u64 {
    places.squares().fold(number, |number, square| number << 1 | u64::from(turned.has(square)))
}

/// Inverts [`extract`] for the squares appended last.
fn deposit<S: SquareSet>(number: u64, places: S) -> S {
    let last = places.count();
    let bits = places.squares().enumerate();
    bits.filter(|&(i, _)| number >> (last - 1 - i as u32) & 1 == 1).fold(S::EMPTY, |set, (_, at)| set | S::only(at))
}

/// The largest number of stones of one side that can be numbered.
pub(super) const MOST_STONES: u8 = 8;

/// For each number of stones, the number of ways to place them on each number of squares.
type Binomials = [[u64; MOST_SQUARES as usize + 1]; MOST_STONES as usize + 1];

/// `BINOMIALS[k][n]` is n choose k.
static BINOMIALS: Binomials = binomials();

const fn binomials() -> Binomials {
    let mut table = [[0; MOST_SQUARES as usize + 1]; MOST_STONES as usize + 1];
    let mut n = 0;
    while n < table[0].len() {
        table[0][n] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_STONES as usize {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

fn binomial(n: u32, k: u32) -> u64 {
    BINOMIALS[k as usize][n as usize]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use petteia_engine::{BoardSize, Rules};

    use super::*;

    fn numbering(files: u8, ranks: u8, own: (u8, bool), other: (u8, bool), turns: bool) -> Numbering<u64> {
        let rules = Rules { board: BoardSize { files, ranks }, ..Rules::default() };
        let material = |(stones, leader)| Material { stones, leader };
        let symmetries = Arc::new(Symmetries::of(&rules));
        Numbering::new(symmetries, rules.board.squares(), material(own), material(other), turns)
    }

    /// Checks that every placement has one number, that all its symmetric images have the same number, and that images
    /// are counted correctly.
    fn check(numbering: &Numbering<u64>) {
        let symmetries = &numbering.symmetries;
        let mut placements = HashSet::new();
        let mut images = 0;
        for number in 0..numbering.len() {
            let Some(placement) = numbering.placement(number) else { continue };
            images += numbering.images_of(number);
            for map in 0..symmetries.count() {
                let image = |set| symmetries.apply(map, set);
                let Placement { own, other, leaders, turned } = placement;
                let (own, other) = (image(own), image(other));
                let image = Placement { own, other, leaders: image(leaders), turned: image(turned) };
                assert_eq!(numbering.number(&image), number);
                placements.insert(image);
            }
        }
        let [own, other] = [numbering.own, numbering.other].map(|m| (u32::from(m.stones), u64::from(m.leader)));
        let squares = numbering.squares;
        let mut all = (binomial(squares, own.0) * binomial(squares - own.0, other.0)) << numbering.state_bits();
        for placed in 0..own.1 + other.1 {
            all *= u64::from(squares - own.0 - other.0) - placed;
        }
        assert_eq!((placements.len() as u64, images), (all, all));
    }

    #[test]
    fn every_placement_has_one_number() {
        check(&numbering(4, 4, (3, false), (2, false), false));
        check(&numbering(4, 4, (2, false), (2, false), true));
        check(&numbering(4, 3, (1, false), (3, false), true));
        check(&numbering(3, 4, (1, true), (2, true), false));
        check(&numbering(3, 3, (0, true), (0, true), false));
        check(&numbering(4, 4, (1, false), (1, true), true));
    }

    #[test]
    fn symmetry_leaves_about_an_eighth() {
        let numbering = numbering(8, 8, (3, false), (2, false), false);
        let eighth = (binomial(64, 3) * binomial(61, 2)).div_ceil(8);
        assert!((eighth..eighth + eighth / 50).contains(&numbering.len()), "{}", numbering.len());
    }
}
