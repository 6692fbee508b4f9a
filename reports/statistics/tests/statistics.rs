//! Tests statistics against published and independently computed values, and by simulation.

use petteia_statistics::{
    Counts, Estimate, Histogram, Pentanomial, Sprt, SprtDecision, Z, bounded_mean, elo_difference, holm, mean_interval,
    newcombe_at, score, score_sequence, share_sequence, tango, wilson,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus as Random;

use crate::all_cases::all_cases;

fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, expected {expected}");
}

fn check(found: Option<Estimate>, low: f64, high: f64, tolerance: f64, what: &str) {
    let found = found.expect("there are trials");
    near(found.low, low, tolerance, what);
    near(found.high, high, tolerance, what);
    assert!(found.low <= found.value && found.value <= found.high, "{what}");
}

/// The first four are in R. G. Newcombe (1998), Statistics in Medicine 17, 857–872, table I,
/// method 3; all to full precision from statsmodels 0.15, `proportion_confint(…, "wilson")`.
#[test]
fn wilson_gives_the_published_values() {
    for (successes, n, low, high) in [
        (81, 263, 0.255_288_519_878_274_2, 0.366_209_576_982_800_04),
        (15, 148, 0.062_386_399_530_736_28, 0.160_487_241_723_308_03),
        (0, 20, 0.0, 0.161_125_158_052_819_4),
        (1, 29, 0.006_113_214_292_762_667, 0.171_755_218_793_202_94),
        (0, 1, 0.0, 0.793_450_685_622_762_7),
        (1, 1, 0.206_549_314_377_237_4, 1.0),
        (999_999, 1_000_000, 0.999_994_335_088_195_7, 0.999_999_823_475_423_3),
        (500, 10_000_000, 4.580_534_521_637_671e-5, 5.457_876_210_355_125e-5),
    ] {
        let what = format!("{successes} of {n}");
        check(wilson(successes, n), low, high, 1e-13, &what);
    }
}

/// The examples (a) to (h) of R. G. Newcombe (1998), Statistics in Medicine 17, 873–890, table II,
/// method 10; to full precision from statsmodels 0.15, `confint_proportions_2indep(…, "newcomb")`.
#[test]
fn newcombe_gives_the_published_values() {
    for ([a, m, b, n], low, high) in [
        ([56, 70, 48, 80], 0.052_431_472_402_364_98, 0.333_872_654_036_906_14),
        ([9, 10, 3, 10], 0.170_522_723_934_502_9, 0.809_017_973_535_488),
        ([6, 7, 2, 7], 0.058_227_927_482_312_09, 0.806_249_637_524_227_8),
        ([5, 56, 0, 29], -0.038_137_147_903_536_936, 0.192_560_013_855_111_65),
        ([0, 10, 0, 20], -0.161_125_158_052_819_4, 0.277_532_799_862_889_26),
        ([0, 10, 0, 10], -0.277_532_799_862_889_26, 0.277_532_799_862_889_26),
        ([10, 10, 0, 20], 0.679_086_037_141_914_5, 1.0),
        ([10, 10, 0, 10], 0.607_509_350_430_524_1, 1.0),
    ] {
        let first = Counts { successes: a, n: m };
        let second = Counts { successes: b, n };
        let what = format!("{a}/{m} - {b}/{n}");
        check(newcombe_at(Z, first, second), low, high, 1e-13, &what);
    }
}

/// Computed by maximising the restricted likelihood numerically and inverting the score test
/// (scipy 1.17, `minimize_scalar` and `brentq`), which shares no formula with the code tested.
#[test]
fn tango_gives_the_values_of_an_independent_computation() {
    for (plus, minus, n, low, high) in [
        (0, 1, 44, -0.118_077_096_98, 0.059_393_231_12),
        (12, 2, 50, 0.061_112_406_99, 0.344_708_747_86),
        (2, 0, 50, -0.034_201_502_57, 0.134_600_906_88),
        (0, 0, 20, -0.161_125_158_05, 0.161_125_158_05),
        (0, 0, 1, -0.793_450_685_62, 0.793_450_685_62),
        (1, 0, 1, -0.586_901_371_25, 1.0),
        (400, 300, 1000, 0.048_270_661_91, 0.151_129_447_93),
    ] {
        let what = format!("{plus} - {minus} of {n}");
        check(tango(plus, minus, n), low, high, 1e-6, &what);
    }
}

/// M. W. Fagerland, S. Lydersen and P. Laake (2014), Statistics in Medicine 33, 2850–2875, table
/// on airway hyper-responsiveness (1, 1, 7, 12): Tango's interval is -0.517 to -0.026.
#[test]
fn tango_gives_the_published_value() {
    check(tango(1, 7, 21), -0.517, -0.026, 5e-4, "airway data");
}

#[test]
fn tango_without_a_third_outcome_is_wilson() {
    for (plus, n) in [(0, 7), (3, 7), (7, 7), (612, 1000)] {
        let share = wilson(plus, n).expect("trials").rescaled(2.0, -1.0);
        check(tango(plus, n - plus, n), share.low, share.high, 1e-9, "no draws");
    }
}

#[test]
fn tango_is_the_same_for_either_side() {
    for (plus, minus, n) in [(5, 3, 8), (0, 4, 9), (90, 10, 1000)] {
        let (a, b) = (tango(plus, minus, n).expect("trials"), tango(minus, plus, n).expect("trials"));
        near(a.low, -b.high, 1e-12, "mirrored");
        near(a.high, -b.low, 1e-12, "mirrored");
    }
}

/// statsmodels 0.15: `multipletests(…, method="holm")`, the second with a tie and a large value.
#[test]
fn holm_gives_the_values_of_statsmodels() {
    let five = holm(&[0.01, 0.02, 0.03, 0.04, 0.05]);
    for (found, expected) in five.into_iter().zip([0.05, 0.08, 0.09, 0.09, 0.09]) {
        near(found, expected, 1e-12, "five");
    }
    let mixed = holm(&[0.8, 0.001, 0.001, 0.6]);
    for (found, expected) in mixed.into_iter().zip([1.0, 0.004, 0.004, 1.0]) {
        near(found, expected, 1e-12, "mixed");
    }
    assert!(holm(&[]).is_empty());
}

/// scipy 1.17: `t.ppf(0.975, df)`, and `t.interval` of 3, 5, 5, 8, 13, 21.
#[test]
fn the_mean_has_students_interval() {
    for (df, t) in [
        (1, 12.706_204_736_174_694),
        (2, 4.302_652_729_749_462),
        (9, 2.262_157_162_798_205),
        (99, 1.984_216_951_586_417_4),
        (999_999, 1.959_966_356_816_479_1),
    ] {
        let n = df + 1;
        let half = t / (n as f64).sqrt();
        check(mean_interval(n, 0.0, 1.0), -half, half, 1e-7, "t");
    }
    let lengths: Histogram = [3, 5, 5, 8, 13, 21].into_iter().collect();
    let mean = lengths.mean().expect("six values");
    let variance = lengths.variance().expect("six values");
    let found = mean_interval(6, mean, variance);
    check(found, 2.067_122_742_780_222_5, 16.266_210_590_553_108, 1e-8, "lengths");
}

/// NumPy 2: `quantile([3, 5, 5, 8, 13, 21], …)`, which is type 7.
#[test]
fn quantiles_are_those_of_numpy() {
    let lengths: Histogram = [21, 3, 5, 13, 5, 8].into_iter().collect();
    for (share, expected) in [(0.0, 3.0), (0.1, 4.0), (0.25, 5.0), (0.5, 6.5), (0.75, 11.75), (1.0, 21.0)] {
        near(lengths.quantile(share).expect("six values"), expected, 1e-12, "quantile");
    }
}

/// The order statistics at the 2.5 % point of the binomial distribution and one above its 97.5 % point, computed in
/// exact fractions.
#[test]
fn quantiles_have_the_interval_of_the_order_statistics() {
    for (n, share, low, high) in [(20, 0.5, 6, 15), (100, 0.5, 40, 61), (100, 0.25, 17, 35), (1000, 0.9, 881, 919)] {
        let values: Histogram = (1..=n).collect();
        let found = values.quantile_interval(share).expect("there are values");
        assert_eq!((found.low, found.high), (f64::from(low), f64::from(high)), "{share} of {n}");
    }
    // For five values, all are on one side of the median with probability 2 / 2⁵ = 6 %, so their range is not a 95 %
    // interval.
    for n in 1..=5 {
        let few: Histogram = (1..=n).collect();
        let found = few.quantile_interval(0.5).expect("there are values");
        assert_eq!((found.low, found.high), (f64::NEG_INFINITY, f64::INFINITY), "{n}");
    }
    let six: Histogram = (1..=6).collect();
    let found = six.quantile_interval(0.5).expect("there are values");
    assert_eq!((found.low, found.value, found.high), (1.0, 3.5, 6.0));
    assert_eq!(Histogram::default().quantile_interval(0.5), None);
}

/// The interval contains the true median of a skewed distribution at least as often as claimed.
#[test]
fn the_interval_of_the_median_covers() {
    let mut random = Random::seed_from_u64(11);
    let geometric = |random: &mut Random| (random.random::<f64>().ln() / 0.99_f64.ln()) as u32;
    // P(X <= 68) = 1 - 0.99^69 = 0.5002, so 68 is the median.
    let missed = (0..2000)
        .filter(|_| {
            let sample: Histogram = (0..151).map(|_| geometric(&mut random)).collect();
            let found = sample.quantile_interval(0.5).expect("there are values");
            found.low > 68.0 || found.high < 68.0
        })
        .count();
    assert!(missed <= 100 + 30, "{missed} of 2000");
}

#[test]
fn nothing_is_estimated_from_nothing() {
    assert_eq!(wilson(0, 0), None);
    assert_eq!(wilson(3, 2), None);
    assert_eq!(tango(0, 0, 0), None);
    assert_eq!(tango(u64::MAX, 1, 5), None);
    assert_eq!(mean_interval(1, 5.0, 0.0), None);
    let none = Counts { successes: 0, n: 0 };
    assert_eq!(newcombe_at(Z, none, Counts { successes: 1, n: 2 }), None);
    let empty = Histogram::default();
    assert_eq!((empty.mean(), empty.quantile(0.5), empty.min(), empty.max()), (None, None, None, None));
}

#[test]
fn extremes_give_finite_intervals_inside_their_range() {
    let counts = [0, 1, 2, 999, 1_000_000_000_000];
    for n in counts.into_iter().filter(|&n| n > 0) {
        for plus in counts.into_iter().filter(|&plus| plus <= n) {
            let share = wilson(plus, n).expect("trials");
            assert!(share.low >= 0.0 && share.high <= 1.0 && share.low < share.high);
            assert!(share.low <= share.value && share.value <= share.high);
            let minus = (n - plus) / 2;
            let difference = tango(plus, minus, n).expect("trials");
            assert!(difference.low >= -1.0 && difference.high <= 1.0);
            assert!(difference.low <= difference.value && difference.value <= difference.high);
        }
    }
    let same = mean_interval(5, 7.0, 0.0).expect("five values");
    assert_eq!((same.low, same.high), (7.0, 7.0));
}

/// Checks that 93 to 97 % of 20,000 intervals from simulated games contain the truth.
fn covers(what: &str, mut trial: impl FnMut(&mut Random) -> (Option<Estimate>, f64)) {
    let mut random = Random::seed_from_u64(20_261);
    let holding = (0..20_000)
        .filter(|_| {
            let (interval, truth) = trial(&mut random);
            interval.is_some_and(|e| e.low <= truth && truth <= e.high)
        })
        .count();
    assert!((18_600..=19_400).contains(&holding), "{what}: {holding} of 20000 contain the truth");
}

/// Returns the number of successes in `n` trials with probability `p`.
fn successes(random: &mut Random, n: u64, p: f64) -> u64 {
    (0..n).filter(|_| random.random::<f64>() < p).count() as u64
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    for (p, n) in [(0.3, 60), (0.1, 200), (0.02, 1000)] {
        covers(&format!("wilson {p} {n}"), |random| (wilson(successes(random, n, p), n), p));
    }
    for (win, loss, n) in [(0.45, 0.35, 80), (0.1, 0.05, 300), (0.5, 0.5, 50)] {
        covers(&format!("tango {win} {loss} {n}"), |random| {
            let (mut plus, mut minus) = (0, 0);
            for _ in 0..n {
                let chance = random.random::<f64>();
                plus += u64::from(chance < win);
                minus += u64::from(chance >= win && chance < win + loss);
            }
            (tango(plus, minus, n), win - loss)
        });
    }
    covers("newcombe", |random| {
        let a = Counts { successes: successes(random, 80, 0.3), n: 80 };
        let b = Counts { successes: successes(random, 120, 0.2), n: 120 };
        (newcombe_at(Z, a, b), 0.3 - 0.2)
    });
    covers("mean", |random| {
        let lengths: Histogram = (0..30).map(|_| random.random_range(10..=50) + random.random_range(10..=50)).collect();
        let (mean, variance) = (lengths.mean().unwrap_or(0.0), lengths.variance().unwrap_or(0.0));
        (mean_interval(30, mean, variance), 60.0)
    });
}

/// The differences and errors in the tests of fastchess 1.0 (`elo_test.cpp`), which allow 1 %; its errors are half the
/// width of the normal interval.
#[test]
fn elo_differences_are_those_of_fastchess() {
    for (pairs, difference, error) in [
        ([34, 54, 63, 64, 75], 55.58, 27.65),
        ([332, 433, 498, 333, 334], -8.64, 10.33),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
    ] {
        let found = elo_difference(Pentanomial(pairs)).expect("there are pairs");
        near(found.value, difference, 0.01, "difference");
        near((found.high - found.low) / 2.0, error, 0.01 * error, "error");
    }
}

/// By hand: the t interval of four pairs, ½ ± 3.1824 √(1/24), extends beyond 0 and 1; of 20 pairs that are all drawn, a
/// share of 3.8415 / (20 + 3.8415) may be different.
#[test]
fn scores_stay_in_their_range_and_have_a_width() {
    check(score(Pentanomial([1, 0, 2, 0, 1])), 0.0, 1.0, 0.0, "few");
    let other = 3.841_459 / 23.841_459;
    check(score(Pentanomial([0, 0, 20, 0, 0])), 0.5 - other / 2.0, 0.5 + other / 2.0, 1e-6, "all drawn");
    assert_eq!(score(Pentanomial::default()), None);
    assert_eq!(elo_difference(Pentanomial::default()), None);
    assert!(score(Pentanomial([0, 1, 0, 0, 0])).is_some_and(|one| one.low < 0.25 && one.high > 0.25));
}

/// Pairs whose openings favour one colour, so their two games are not independent.
#[test]
fn intervals_of_scores_hold_the_truth_as_often_as_they_say() {
    let mut random = Random::seed_from_u64(13);
    const MATCHES: usize = 2000;
    let held = (0..MATCHES).filter(|_| {
        let mut pairs = Pentanomial::default();
        for _ in 0..40 {
            let favour = random.random::<f64>() - 0.5;
            // The first player wins with probability 0.45 with either colour, and more if the opening favours it.
            let won = |favour: f64, random: &mut Random| usize::from(random.random::<f64>() < 0.45 + 0.8 * favour);
            pairs.add(2 * (won(favour, &mut random) + won(-favour, &mut random)));
        }
        score(pairs).is_some_and(|score| score.low <= 0.45 && 0.45 <= score.high)
    });
    let held = held.count();
    assert!((MATCHES * 93 / 100..=MATCHES * 97 / 100).contains(&held), "{held} of {MATCHES}");
}

/// The first two are in the tests of fastchess 1.0 (`sprt_test.cpp`, logistic pentanomial); the others were computed
/// from the definition by an independent program.
#[test]
fn log_likelihood_ratios_are_those_of_fastchess() {
    for (pairs, elo0, elo1, expected, tolerance) in [
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07, 0.005),
        ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98, 0.005),
        ([10, 20, 30, 25, 15], 0.0, 10.0, 0.482_286_156_3, 1e-9),
        ([0, 0, 0, 0, 104], 0.0, 5.0, 1.485_939_568_5, 1e-9),
        ([0, 0, 50, 0, 0], 0.0, 5.0, -0.717_605_836_1, 1e-9),
    ] {
        let test = Sprt::new(elo0, elo1).expect("two differences");
        near(test.log_likelihood_ratio(Pentanomial(pairs)), expected, tolerance, "ratio");
    }
}

#[test]
fn a_sequential_test_decides_at_its_bounds() {
    let test = Sprt::new(0.0, 50.0).expect("two differences");
    near(Sprt::bounds().1, 2.944_439, 1e-6, "upper bound");
    assert_eq!(Sprt::bounds().0, -Sprt::bounds().1);
    assert_eq!(test.verdict(Pentanomial::default()), SprtDecision::Undecided);
    assert_eq!(test.log_likelihood_ratio(Pentanomial::default()), 0.0);
    assert_eq!(test.verdict(Pentanomial([2, 2, 2, 2, 2])), SprtDecision::Undecided);
    assert_eq!(test.verdict(Pentanomial([2, 5, 20, 30, 60])), SprtDecision::Accept);
    assert_eq!(test.verdict(Pentanomial([60, 30, 20, 5, 2])), SprtDecision::Reject);
    for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (0.0, f64::NAN), (0.0, f64::INFINITY), (-2000.0, 0.0)] {
        assert_eq!(Sprt::new(elo0, elo1), None, "{elo0} to {elo1}");
    }
}

/// The test errs about as often as claimed, at most, if one of the two differences is true.
#[test]
fn a_sequential_test_holds_its_error_rates() {
    let test = Sprt::new(0.0, 60.0).expect("two differences");
    let mut random = Random::seed_from_u64(5);
    let mut wrong = 0;
    const MATCHES: usize = 400;
    for round in 0..MATCHES {
        // Half of the games are drawn; expected scores of 0.5 and 0.5855 correspond to 0 and 60 Elo points.
        let (won, verdict) = if round % 2 == 0 { (0.25, SprtDecision::Reject) } else { (0.3355, SprtDecision::Accept) };
        let mut pairs = Pentanomial::default();
        while test.verdict(pairs) == SprtDecision::Undecided {
            let mut half_points = || match random.random::<f64>() {
                x if x < won => 2,
                x if x < won + 0.5 => 1,
                _ => 0,
            };
            pairs.add(half_points() + half_points());
        }
        wrong += usize::from(test.verdict(pairs) != verdict);
    }
    assert!(wrong <= MATCHES * 8 / 100, "{wrong} of {MATCHES}");
}

/// How many sequences of games are examined.
fn sequences() -> u32 {
    if all_cases() { 1000 } else { 200 }
}

/// Returns how many sequences of games, examined every 20 games, are ever outside their interval.
fn ever_missed(chances: [f64; 2], truth: f64, interval: impl Fn([u64; 3]) -> Estimate) -> u32 {
    let mut random = Random::seed_from_u64(11);
    let mut missed = 0;
    for _ in 0..sequences() {
        let mut counts = [0_u64; 3];
        let is_missed = (1..=3000).any(|game| {
            let chance = random.random::<f64>();
            let result = if chance < chances[0] { 0 } else { usize::from(chance >= chances[0] + chances[1]) + 1 };
            counts[result] += 1;
            let estimate = (game % 20 == 0).then(|| interval(counts));
            estimate.is_some_and(|estimate| truth < estimate.low || estimate.high < truth)
        });
        missed += u32::from(is_missed);
    }
    missed
}

#[test]
fn confidence_sequences_may_be_looked_at_all_the_time() {
    for share in [0.02, 0.3, 0.5] {
        let missed = ever_missed([share, 0.0], share, |[yes, _, no]| {
            share_sequence(yes, yes + no, 0.04, 0.05).expect("there are games")
        });
        assert!((1..=sequences() / 20).contains(&missed), "{share}: {missed}");
        // The effect of such endgame tests on an interval for a fixed number of games.
        let fixed = ever_missed([share, 0.0], share, |[yes, _, no]| wilson(yes, yes + no).expect("there are games"));
        assert!(fixed > sequences() * 3 / 20, "{share}: {fixed}");
    }
    for (wins, draws) in [(0.5, 0.1), (0.3, 0.5), (0.02, 0.95)] {
        let missed = ever_missed([wins, draws], wins + draws / 2.0, |counts| {
            score_sequence(counts, 0.02, 0.05).expect("there are games")
        });
        assert!(missed <= sequences() / 20, "{wins} {draws}: {missed}");
    }
}

#[test]
fn confidence_sequences_have_the_width_that_they_are_made_for() {
    // By Chernoff's bound: n = 2 p (1 - p) ln(2 / 0.05) / half width².
    for (share, half_width, n) in [(0.5, 0.01, 18_500_u64), (0.1, 0.01, 7_500), (0.5, 0.1, 186)] {
        let successes = (share * n as f64) as u64;
        let estimate = share_sequence(successes, n, half_width, 0.05).expect("there are games");
        let width = (estimate.high - estimate.low) / 2.0;
        assert!((width / half_width - 1.0).abs() < 0.1, "{share}: {width}");
    }
    // The score needs two and a half to three times as many games as with a number fixed in advance.
    for (games, draws) in [(25_900_u64, 0.0), (18_200, 0.3), (13_000, 0.5), (7_800, 0.7), (2_900, 0.9)] {
        let drawn = (draws * games as f64) as u64;
        let won = (games - drawn).div_euclid(2);
        let score = score_sequence([won, drawn, won], 0.01, 0.05).expect("there are games");
        let fixed = (1.96_f64 / 0.01).powi(2) * (1.0 - draws) / 4.0;
        assert!((2.5..3.1).contains(&(games as f64 / fixed)), "{draws}: {}", games as f64 / fixed);
        assert!(score.high - score.low < 0.021, "{draws}: {score:?}");
    }
    // The more games are drawn, the narrower the interval of the score.
    let width =
        |counts| score_sequence(counts, 0.01, 0.05).map(|score| score.high - score.low).expect("there are games");
    assert!(width([50, 9900, 50]) < 0.5 * width([5000, 0, 5000]));
}

/// However many games are played, more or fewer than the half-width requires, the interval is at most one and a half
/// times as wide as one tuned for exactly that number of games.
#[test]
fn confidence_sequences_are_narrow_for_any_number_of_games() {
    for games in [1_000_u64, 4_000, 18_500, 100_000, 500_000] {
        let best = (2.0 * 0.25 * (2.0_f64 / 0.05).ln() / games as f64).sqrt();
        let share = share_sequence(games / 2, games, 0.01, 0.05).expect("there are games");
        let width = (share.high - share.low) / 2.0;
        assert!(width < 1.5 * best, "{games}: {width} instead of {best}");
        let score = score_sequence([games / 2, 0, games / 2], 0.01, 0.05).expect("there are games");
        let width = (score.high - score.low) / 2.0;
        assert!(width < 1.5 * best, "{games}: {width} instead of {best}");
    }
}

/// A number drawn from a distribution.
type Draw = fn(&mut Random) -> f64;

/// Tests rare large values, values that are nearly all the same, and values that are all zero: of 1,000 intervals, at
/// most 5 % miss the mean, and none leaves the range.
#[test]
fn bounded_means_are_covered_however_few_there_are() {
    let distributions: [(f64, Draw); 4] = [
        (0.1, |random| f64::from(u8::from(random.random::<f64>() < 0.1))),
        (0.25, |random| random.random::<f64>().powi(3)),
        (0.95, |random| 0.9 + 0.1 * random.random::<f64>()),
        (0.5, |random| random.random::<f64>()),
    ];
    for ((mean, draw), n) in distributions.into_iter().flat_map(|each| [2, 5, 20].map(|n| (each, n))) {
        let mut random = Random::seed_from_u64(5);
        let missed = (0..1000).filter(|_| {
            let values: Vec<f64> = (0..n).map(|_| draw(&mut random)).collect();
            let found = bounded_mean(&values).expect("there are values");
            assert!(0.0 <= found.low && found.low <= found.value, "{found:?}");
            assert!(found.value <= found.high && found.high <= 1.0, "{found:?}");
            mean < found.low || found.high < mean
        });
        assert!(missed.count() <= 50, "{mean} of {n}");
    }
}

/// By hand: against a mean of at most m, values that are all x win (1 + c (x / m - 1))ⁿ with a stake of c.
#[test]
fn bounded_means_that_are_all_alike_have_a_width() {
    let found = bounded_mean(&[0.0; 5]).expect("there are values");
    assert_eq!((found.low, found.value, found.n), (0.0, 0.0, 5));
    let ratio = 1.0 / (1.0 - found.high);
    let capital = (ratio.powi(6) - 1.0) / (6.0 * (ratio - 1.0));
    near(capital, 40.0, 0.1, "the mean over all stakes");
    assert_eq!(bounded_mean(&[]), None);
    assert_eq!(bounded_mean(&[0.5, 1.1]), None);
}

#[test]
fn confidence_sequences_keep_to_the_range() {
    assert!(share_sequence(0, 0, 0.01, 0.05).is_none() && share_sequence(2, 1, 0.01, 0.05).is_none());
    assert!(score_sequence([0; 3], 0.01, 0.05).is_none());
    let none = share_sequence(0, 1000, 0.01, 0.05).expect("there are games");
    assert!(none.low == 0.0 && none.value == 0.0 && none.high > 0.003 && none.high < 0.011, "{none:?}");
    let all = share_sequence(1000, 1000, 0.01, 0.05).expect("there are games");
    assert!(all.high == 1.0 && (all.low - (1.0 - none.high)).abs() < 1e-9, "{all:?}");
}
