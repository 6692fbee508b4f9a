//! Tests even handicaps and depth against independent computations and by simulation.

use std::collections::BTreeMap;

use petteia_statistics::{Gain, HandicapSearch, Pentanomial, Results, depth, even_handicap, gains, score, score_at};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus as Random;

/// Expected values from a computation in Python that shares no formula: Tango's test by numerical maximization of the
/// likelihood, isotonic regression by its minimax formula, and a search over all handicaps of a fine grid.
#[test]
fn even_handicaps_are_those_of_an_independent_computation() {
    type Case<'a> = (&'a [(i32, Results)], [f64; 3]);
    let cases: [Case; 4] = [
        (&[(0, [60, 10, 30]), (1, [30, 10, 60])], [0.5, 0.25497, 0.74503]),
        (
            &[(-1, [80, 10, 10]), (0, [55, 30, 15]), (1, [40, 25, 35]), (2, [20, 20, 60])],
            [1.105_755_968_576_46, 0.767_435, 1.375_205],
        ),
        (&[(0, [45, 10, 45]), (-1, [70, 10, 20]), (1, [30, 5, 65])], [0.0, -0.26885, 0.37956]),
        (&[(0, [50, 20, 30]), (1, [56, 14, 30]), (2, [45, 10, 45]), (4, [0, 0, 100])], [2.0, 1.50464, 2.14052]),
    ];
    for (played, [value, low, high]) in cases {
        let even = even_handicap(&played.iter().copied().collect()).expect("the scores cross one half");
        assert!((even.value - value).abs() < 1e-9, "{played:?}: {even:?}");
        assert!((even.low - low).abs() < 3e-5 && (even.high - high).abs() < 3e-5, "{played:?}: {even:?}");
    }
}

#[test]
fn what_the_games_do_not_show_is_not_estimated() {
    let even = |played: &[(i32, Results)]| even_handicap(&played.iter().copied().collect());
    assert_eq!(even(&[]), None);
    assert_eq!(even(&[(0, [0, 100, 0]), (1, [0, 100, 0])]), None, "all games are drawn");
    assert_eq!(even(&[(0, [60, 10, 30]), (1, [58, 10, 32])]), None, "White stays ahead");
    let open = even(&[(0, [60, 10, 30]), (1, [48, 3, 49])]).expect("the scores cross one half");
    assert!(open.low > 0.0 && open.high == f64::INFINITY, "{open:?}");
    let open = even(&[(0, [51, 3, 46]), (1, [30, 10, 60])]).expect("the scores cross one half");
    assert!(open.low == f64::NEG_INFINITY && open.high < 1.0, "{open:?}");
}

/// The method treats White's stones and Black's in the same way.
#[test]
fn the_sides_may_be_exchanged() {
    let played = BTreeMap::from([(-2, [90, 4, 6]), (-1, [61, 9, 30]), (0, [44, 11, 45]), (1, [20, 7, 73])]);
    let other = played.iter().map(|(&stones, &[wins, draws, losses])| (-stones, [losses, draws, wins])).collect();
    let (one, other) = (even_handicap(&played), even_handicap(&other));
    let (one, other) = one.zip(other).expect("the scores cross one half");
    assert!((one.value + other.value).abs() < 1e-9, "{one:?} {other:?}");
    assert!((one.low + other.high).abs() < 1e-9 && (one.high + other.low).abs() < 1e-9, "{one:?} {other:?}");
}

/// White's chances at each handicap.
type Chances<'a> = &'a dyn Fn(i32) -> [f64; 2];

/// Runs a search to its end.
fn searched(random: &mut Random, chances: Chances, most: u64) -> HandicapSearch {
    let mut search = HandicapSearch::new(-6, 6, most.div_ceil(4), most);
    while let Some((stones, games)) = search.next() {
        let [win, loss] = chances(stones);
        let mut results = [0; 3];
        for _ in 0..games {
            let chance = random.random::<f64>();
            results[if chance < win {
                0
            } else if chance < win + loss {
                2
            } else {
                1
            }] += 1;
        }
        search.add(stones, results);
    }
    search
}

/// Returns the chances for scores on a straight line of logits, with a share of draws.
fn straight(start: f64, slope: f64, draws: f64) -> impl Fn(i32) -> [f64; 2] {
    move |stones| {
        let score = 1.0 / (1.0 + (slope * f64::from(stones) - start).exp());
        let draws = draws.min(2.0 * score).min(2.0 * (1.0 - score));
        [score - draws / 2.0, 1.0 - score - draws / 2.0]
    }
}

/// Although a handicap that is decided early is not played further, at least 93 % of 6,000 intervals contain the truth.
#[test]
fn intervals_of_even_handicaps_hold_the_truth_as_often_as_they_say() {
    for (start, slope, draws, most) in [
        (0.3, 0.8, 0.2, 400),
        (0.05, 0.5, 0.5, 400),
        (-1.1, 1.0, 0.0, 200),
        (2.0, 1.3, 0.3, 200),
        (0.8, 0.4, 0.6, 1000),
    ] {
        let mut random = Random::seed_from_u64(20_262);
        let chances = straight(start, slope, draws);
        let truth = start / slope;
        let mut held = 0;
        for _ in 0..6000 {
            let even =
                even_handicap(searched(&mut random, &chances, most).played()).expect("the scores cross one half");
            held += u32::from(even.low <= truth && truth <= even.high);
        }
        assert!(held >= 5580, "{start} {slope} {draws} {most}: {held} of 6000 contain the truth");
    }
}

#[test]
fn a_search_plays_what_it_needs_and_no_more() {
    let mut random = Random::seed_from_u64(7);
    let search = searched(&mut random, &straight(2.2, 1.0, 0.1), 800);
    let played: Vec<i32> = search.played().keys().copied().collect();
    assert_eq!(played, [0, 1, 2, 3, 4]);
    assert!(search.played()[&0].iter().sum::<u64>() == 200, "a clear handicap is played once");
    // If all games are drawn, the search goes to both ends and stops.
    let drawn = searched(&mut random, &|_| [0.0, 0.0], 100);
    assert_eq!(drawn.played().keys().copied().collect::<Vec<_>>(), [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(even_handicap(drawn.played()), None);
    // A side may have no stone to give.
    let mut lost = HandicapSearch::new(0, 0, 50, 100);
    lost.add(0, [0, 0, 50]);
    assert_eq!(lost.next(), None);
}

/// `score_at` is Student's interval over the pairs, with the quantile t(0.995, 99) = 2.626405457.
#[test]
fn scores_have_intervals_of_any_level() {
    let pairs = Pentanomial([10, 20, 40, 20, 10]);
    let wide = score_at(2.575_829_303_548_901, pairs, 100).expect("there are pairs");
    let error = (7.5_f64 / 99.0 / 100.0).sqrt();
    assert!((wide.high - 0.5 - 2.626_405_457 * error).abs() < 1e-6, "{wide:?}");
    assert_eq!(score_at(petteia_statistics::Z, pairs, 100), score(pairs));
}

/// Both bounds are correct in at least 95 % of matches, and informative.
#[test]
fn the_depth_lies_between_its_bounds() {
    let scores = [0.50, 0.72, 0.70, 0.66, 0.62, 0.58, 0.54];
    let truth = 4;
    let mut random = Random::seed_from_u64(3);
    let (mut held, mut at_least, mut at_most) = (0, 0, 0);
    for _ in 0..1000 {
        let doublings = scores.map(|score| {
            let mut pairs = Pentanomial::default();
            for _ in 0..200 {
                let half_points = |random: &mut Random| {
                    let chance = random.random::<f64>();
                    if chance < 0.2 { 1 } else { 2 * usize::from(chance < 0.2 + score - 0.1) }
                };
                pairs.add(half_points(&mut random) + half_points(&mut random));
            }
            (pairs, 200)
        });
        let found = depth(&gains(&doublings, 0.6));
        held += u32::from(found.at_least <= truth && truth <= found.at_most);
        at_least += found.at_least;
        at_most += found.at_most;
    }
    assert!(held >= 950, "{held} of 1000");
    assert!(at_least >= 2000 && at_most <= 6000, "{at_least} {at_most}");
}

#[test]
fn one_doubling_is_judged_at_the_usual_level() {
    let pairs = Pentanomial([20, 20, 30, 40, 60]);
    let low = score(pairs).expect("there are pairs").low;
    let all = (pairs, pairs.pairs());
    assert_eq!(gains(&[all], low - 1e-9), [Gain::Enough]);
    assert_eq!(gains(&[all], low + 1e-9), [Gain::Open]);
    assert_eq!(gains(&[all, all], low - 1e-9), [Gain::Open; 2]);
    assert_eq!(gains(&[(pairs, 20)], low - 1e-9), [Gain::Open], "most games repeat others");
}
