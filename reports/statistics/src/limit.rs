//! The limit of a share of draws or of a score as the budgets of both players grow without bound, from games between
//! unequal budgets.
//!
//! Self-play alone cannot tell how far its players are from best play: attack and defence improve together, and where
//! they balance, the curve is flat at a wrong value. Games in which one side has several times the budget of the other
//! show both. Let `w(a, b)` be the share of games that White wins with budget `a` against Black's budget `b`. It rises
//! with `a` and falls with `b`, and its limit for both is the share with best play. So `w(∞, b) ≥ w(∞, ∞) ≥ w(a, ∞)`:
//! the stronger White reaches at least that share, the weaker White at most. The same holds for Black's wins. With
//! finite budgets `n` and `n / times` the two sides still differ, and as `n` grows they close on the limit from above and
//! below. The interval reaches from the one side to the other, with the error of both.
//!
//! This needs no model of the curve. It fails where the larger budget sees as little as the smaller one, for instance a
//! win that lies beyond the horizon of both: then the two sides agree too early. How often that happens is measured on
//! endings and small boards whose value is known (`experiments/studies/perfect-play.md`).

use serde::Serialize;

use crate::ladder::{CHANCE, pairs};
use crate::{Estimate, Results, Z};

/// Games between a budget and one several times smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unequal {
    /// The larger budget.
    pub budget: u64,
    /// White's results if White has it.
    pub white_stronger: Results,
    /// White's results if Black has it.
    pub black_stronger: Results,
}

/// What is to be known in the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// The share of games that neither side wins on the board: drawn, or decided by the adjudicator. With best play and without
    /// limits these are draws.
    Draws,
    /// White's mean score: win on the board 1, loss on the board 0, any other game ½.
    WhiteScore,
}

impl Quantity {
    /// All quantities.
    pub const ALL: [Quantity; 2] = [Quantity::Draws, Quantity::WhiteScore];

    /// Returns its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Draws => "draws",
            Quantity::WhiteScore => "white_score",
        }
    }

    /// Returns its value in a proven draw.
    #[must_use]
    pub fn of_a_draw(self) -> f64 {
        match self {
            Quantity::Draws => 1.0,
            Quantity::WhiteScore => 0.5,
        }
    }
}

/// The two sides between which a limit lies, as far as the budgets show it; each has the error of its own games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides {
    /// The larger budget.
    pub budget: u64,
    /// The lower side: for draws, where the attacker has the larger budget; for the score, where Black has it.
    pub low: Estimate,
    /// The upper side: for draws, where the defender has the larger budget; for the score, where White has it.
    pub high: Estimate,
}

/// Why a limit is not identified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unknown {
    /// There are games between unequal budgets with fewer than [`FEWEST_BUDGETS`] budgets.
    FewBudgets,
    /// A side moves away from the other by more than chance as the budget grows, or they have crossed.
    Swings,
    /// The sides are further apart than [`WIDEST`].
    Wide,
    /// Without the largest budget there is no answer, or one that excludes this one.
    Unstable,
}

/// The fewest larger budgets for an answer: those of an interval, and one more, because the answer must be the same
/// without the largest.
pub const FEWEST_BUDGETS: usize = TAIL + 1;

/// How many times one budget is as large as the other, in the games that the method uses and with which it was calibrated.
pub const TIMES: u64 = 4;

/// The widest interval that is reported as an answer.
pub const WIDEST: f64 = 0.3;

/// The number of last budgets among which no side may move away from the other.
const TAIL: usize = 4;

/// The number of last budgets that the interval covers: with one of them, a lucky parity of depth could close it.
const LAST: usize = 2;

/// Returns the sides of a quantity with each budget.
///
/// ```
/// use petteia_statistics::limit::{Unequal, Quantity, sides};
/// let unequal = Unequal { budget: 400, white_stronger: [60, 30, 10], black_stronger: [40, 40, 20] };
/// let [sides] = sides(Quantity::Draws, &[unequal])[..] else { panic!() };
/// // The stronger White wins 60 %, the stronger Black 20 %; the weaker ones 40 and 10 %.
/// assert_eq!((sides.low.value, sides.high.value), (0.2, 0.5));
/// ```
#[must_use]
pub fn sides(quantity: Quantity, games: &[Unequal]) -> Vec<Sides> {
    let sides = |&Unequal { budget, ref white_stronger, ref black_stronger }: &Unequal| {
        let (low, high) = match quantity {
            Quantity::Draws => (undecided(white_stronger, black_stronger), undecided(black_stronger, white_stronger)),
            Quantity::WhiteScore => (score(black_stronger), score(white_stronger)),
        };
        Sides { budget, low, high }
    };
    games.iter().map(sides).collect()
}

/// Returns the share that remains if White wins as in some games and Black as in others.
fn undecided(as_white: &Results, as_black: &Results) -> Estimate {
    let [(white, n), (black, m)] = [(as_white[0], as_white), (as_black[2], as_black)].map(|(wins, results)| {
        let games = games(results);
        (wins as f64 / games, games)
    });
    estimate(1.0 - white - black, variance_of_share(white, n) + variance_of_share(black, m), n + m)
}

fn games(results: &Results) -> f64 {
    results.iter().sum::<u64>() as f64
}

/// Returns the variance of an observed share; a quarter of a game keeps it above 0.
fn variance_of_share(share: f64, games: f64) -> f64 {
    (share * (1.0 - share) + 0.25 / games) / games
}

fn score(results: &Results) -> Estimate {
    let games = games(results);
    let [white, black] = [results[0], results[2]].map(|wins| wins as f64 / games);
    let variance = ((white + black - (white - black).powi(2)) / 4.0 + 0.25 / games) / games;
    estimate(f64::midpoint(1.0, white - black), variance, games)
}

/// Returns a value with its normal interval, which may reach beyond 0 and 1.
fn estimate(value: f64, variance: f64, games: f64) -> Estimate {
    let reach = Z * variance.sqrt();
    Estimate { value, low: value - reach, high: value + reach, n: games as u64 }
}

/// Returns the limit of a quantity with its interval, from the sides with growing budgets. Its value is the middle of the
/// last two sides.
///
/// # Errors
/// There are too few budgets, a side moves away from the other, the interval would be too wide, or the answer is another
/// without the largest budget.
///
/// ```
/// use petteia_statistics::limit::{Unequal, Quantity, limit, sides};
/// // The stronger side wins more than the weaker one with small budgets, and hardly more with large ones.
/// let unequal = |step: u64| {
///     let gap = 160 >> step;
///     let results = |white, black| [white, 1000 - white - black, black];
///     let (white_stronger, black_stronger) = (results(300 + gap, 200 - gap), results(300 - gap, 200 + gap));
///     Unequal { budget: 400 << step, white_stronger, black_stronger }
/// };
/// let games: Vec<Unequal> = (0..6).map(unequal).collect();
/// let draws = limit(&sides(Quantity::Draws, &games)).unwrap();
/// assert!(draws.low < 0.5 && 0.5 < draws.high && draws.high - draws.low < 0.15, "{draws:?}");
/// ```
pub fn limit(sides: &[Sides]) -> Result<Estimate, Unknown> {
    if sides.len() < FEWEST_BUDGETS {
        return Err(Unknown::FewBudgets);
    }
    let found = interval(sides)?;
    let before = interval(&sides[..sides.len() - 1]);
    let survives = before.is_ok_and(|before| before.low <= found.high && found.low <= before.high);
    if survives { Ok(found) } else { Err(Unknown::Unstable) }
}

/// Returns the interval between the sides of the last of at least [`TAIL`] budgets.
fn interval(sides: &[Sides]) -> Result<Estimate, Unknown> {
    let last = &sides[sides.len() - LAST..];
    let low = last.iter().map(|sides| sides.low.low).fold(f64::INFINITY, f64::min).max(0.0);
    let high = last.iter().map(|sides| sides.high.high).fold(f64::NEG_INFINITY, f64::max).min(1.0);
    if moves_away(&sides[sides.len() - TAIL..]) || low > high {
        return Err(Unknown::Swings);
    }
    if high - low > WIDEST {
        return Err(Unknown::Wide);
    }
    let closest = &last[LAST - 1];
    let middle = f64::midpoint(closest.low.value, closest.high.value);
    Ok(Estimate { value: middle.clamp(low, high), low, high, n: closest.low.n + closest.high.n })
}

/// Returns whether a side moves away from the other by more than chance, between any two budgets.
fn moves_away(sides: &[Sides]) -> bool {
    pairs(sides).any(|(before, after)| rise(before.high, after.high) > CHANCE || rise(before.low, after.low) < -CHANCE)
}

/// Returns by how many standard errors the second of two estimates exceeds the first.
fn rise(before: Estimate, after: Estimate) -> f64 {
    let error = |estimate: Estimate| (estimate.high - estimate.value) / Z;
    (after.value - before.value) / error(before).hypot(error(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the games of 200 placements with each budget from percentages: White's and Black's wins if White is
    /// stronger, then if Black is.
    fn games(percent: &[[u64; 4]]) -> Vec<Unequal> {
        let results = |white: u64, black: u64| [2 * white, 200 - 2 * (white + black), 2 * black];
        let unequal = |(step, &[white, black, weak_white, strong_black]): (usize, &[u64; 4])| Unequal {
            budget: 40 << step,
            white_stronger: results(white, black),
            black_stronger: results(weak_white, strong_black),
        };
        percent.iter().enumerate().map(unequal).collect()
    }

    fn draws(percent: &[[u64; 4]]) -> Result<Estimate, Unknown> {
        limit(&sides(Quantity::Draws, &games(percent)))
    }

    #[test]
    fn a_flat_ladder_is_distrusted_if_strength_still_decides() {
        // Four against three on 5×4 squares: self-play draws 10, 10, 9, 7 and 9 %, best play 34 %.
        let played = [[91, 0, 50, 0], [98, 0, 52, 0], [98, 0, 66, 0], [98, 0, 64, 0], [98, 0, 64, 0], [98, 0, 68, 0]];
        assert_eq!(draws(&played), Err(Unknown::Wide));
    }

    /// Three against three on 4×4 squares with steps and edge capture: best play draws 25 %, White wins 64 %.
    const STEPS: [[u64; 4]; 6] =
        [[71, 6, 44, 28], [65, 8, 57, 18], [66, 10, 56, 17], [66, 10, 57, 16], [62, 12, 59, 16], [63, 12, 61, 14]];

    #[test]
    fn a_limit_in_the_middle_is_identified() {
        let score = limit(&sides(Quantity::WhiteScore, &games(&STEPS))).unwrap();
        assert!(score.low < 0.765 && 0.765 < score.high && score.high - score.low < 0.2, "{score:?}");
    }

    #[test]
    fn an_answer_survives_without_the_largest_budget() {
        assert!(interval(&sides(Quantity::Draws, &games(&STEPS))).is_ok());
        assert_eq!(draws(&STEPS), Err(Unknown::Unstable), "without the largest budget it is too wide");
        let again = [&STEPS[..], &STEPS[5..]].concat();
        let found = draws(&again).unwrap();
        assert!(found.low < 0.25 && 0.25 < found.high, "{found:?}");
    }

    #[test]
    fn an_answer_that_excludes_the_one_before_is_none() {
        // The lower side falls after the sides have crossed, but by less than chance.
        let side = |value: f64| Estimate { value, low: value - 0.02, high: value + 0.02, n: 1000 };
        let at = |(low, high): (f64, f64)| Sides { budget: 1, low: side(low), high: side(high) };
        let played = [(0.56, 0.6), (0.56, 0.6), (0.56, 0.6), (0.56, 0.5), (0.53, 0.5)].map(at);
        assert!(interval(&played).is_ok() && interval(&played[..4]).is_ok());
        assert_eq!(limit(&played), Err(Unknown::Unstable));
    }

    #[test]
    fn a_defence_that_improves_again_is_no_limit() {
        // Three against one on 5×4 squares: the defender begins to see the escape that best play has in 44 %.
        let played = [[100, 0, 94, 0], [100, 0, 98, 0], [100, 0, 100, 0], [100, 0, 69, 0], [100, 0, 76, 0]];
        assert_eq!(draws(&played), Err(Unknown::Swings));
    }

    #[test]
    fn few_budgets_are_no_ladder() {
        assert_eq!(draws(&[[50, 20, 50, 20]; 4]), Err(Unknown::FewBudgets));
        assert!(draws(&[[50, 20, 50, 20]; 5]).is_ok());
    }

    #[test]
    fn a_game_that_is_always_drawn_is_drawn_in_the_limit() {
        let found = draws(&[[0; 4]; 5]).unwrap();
        assert!(found.high >= 1.0 && found.low > 0.97, "{found:?}");
    }
}
