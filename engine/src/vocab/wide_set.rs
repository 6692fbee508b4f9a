//! [`Wide`] as a set of squares.

use super::Square;
use super::square_set::{SquareSet, Value, sealed};
use super::wide::{WORDS, Wide};

impl sealed::Set for Wide {}

impl SquareSet for Wide {
    const EMPTY: Wide = Wide([0; WORDS]);
    const BITS: u32 = 64 * WORDS as u32;
    const IN_LANES: bool = false;

    type PerSquare<T: Value> = [T; 64 * WORDS];

    #[inline(always)]
    fn truncate(word: u128) -> Wide {
        Wide::of_pair(word)
    }

    #[inline(always)]
    fn narrow(set: Wide) -> Wide {
        set
    }

    #[inline(always)]
    fn widen(self) -> Wide {
        self
    }

    fn per_square<T: Value>(mut value: impl FnMut(Square) -> T) -> [T; 64 * WORDS] {
        std::array::from_fn(|index| value(Square(index as u16)))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn lowest(self) -> Square {
        let index = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        Square(64 * index as u16 + self.0[index].lowest().0)
    }

    #[inline(always)]
    fn highest(self) -> Square {
        let index = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        Square(64 * index as u16 + self.0[index].highest().0)
    }

    #[inline(always)]
    fn select(self, k: u32) -> Square {
        let mut left = k;
        let mut index = 0;
        while index + 1 < WORDS && left >= self.0[index].count_ones() {
            left -= self.0[index].count_ones();
            index += 1;
        }
        Square(64 * index as u16 + self.0[index].select(left).0)
    }

    #[inline(always)]
    fn without_lowest(self) -> Wide {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        Wide(words)
    }

    #[inline(always)]
    fn only(square: Square) -> Wide {
        let mut words = [0; WORDS];
        words[square.index() / 64] = 1 << (square.0 % 64);
        Wide(words)
    }

    #[inline(always)]
    fn mix(self, other: Wide, a: u64, b: u64) -> u64 {
        let pairs = self.0.iter().zip(other.0).enumerate();
        pairs.fold(0, |key, (index, (&first, second))| {
            let turn = 9 * index as u32;
            key ^ first.mix(second, a.rotate_left(turn), b.rotate_right(turn)).rotate_left(3 * turn)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set as a list of squares.
    fn squares(set: Wide) -> Vec<u16> {
        set.squares().map(|square| square.0).collect()
    }

    #[test]
    fn sets_do_what_lists_of_squares_do() {
        let mut noise = 0x9E37_79B9_7F4A_7C15_u64;
        for round in 0..400_u32 {
            let list: Vec<u16> = (0..448)
                .filter(|_| {
                    noise = noise.wrapping_mul(0xDA94_2042_E4DD_58B5).rotate_left(29);
                    noise % 7 < u64::from(round % 6)
                })
                .collect();
            let set = list.iter().fold(Wide::EMPTY, |set, &square| set | Wide::only(Square(square)));
            assert_eq!(squares(set), list);
            assert_eq!((set.count() as usize, set.is_empty()), (list.len(), list.is_empty()));
            for (k, &square) in list.iter().enumerate() {
                assert_eq!(set.select(k as u32).0, square);
            }
            if let (Some(&first), Some(&last)) = (list.first(), list.last()) {
                assert_eq!((set.lowest().0, set.highest().0), (first, last));
            }
            let by = round % 448;
            let up = |square: u16| u32::from(square) + by;
            let expected: Vec<u16> = list.iter().map(|&s| up(s)).filter(|&s| s < 448).map(|s| s as u16).collect();
            assert_eq!(squares(set << by), expected, "<< {by}");
            let expected: Vec<u16> =
                list.iter().filter_map(|&s| u32::from(s).checked_sub(by)).map(|s| s as u16).collect();
            assert_eq!(squares(set >> by), expected, ">> {by}");
            assert_eq!((!set).count(), 448 - set.count());
        }
    }
}
