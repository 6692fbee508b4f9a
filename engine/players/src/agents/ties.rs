//! The best of several choices, with ties broken at random.

use petteia_engine::GameRng;

/// Returns the number among `numbers` with the highest value. Ties are broken at random, because moves are ordered by
/// direction, and always taking the first would drive the stones across the board.
pub fn random_best<T: PartialOrd>(numbers: std::ops::Range<u32>, value: impl Fn(u32) -> T, rng: &mut GameRng) -> u32 {
    let (mut best, mut best_value, mut equals) = (numbers.start, None, 0);
    for number in numbers {
        let value = value(number);
        let is_better = best_value.as_ref().is_none_or(|best| value > *best);
        if is_better {
            (best, best_value, equals) = (number, Some(value), 1);
        } else if best_value.as_ref() == Some(&value) {
            equals += 1;
            if rng.below(equals) == 0 {
                best = number;
            }
        }
    }
    best
}
