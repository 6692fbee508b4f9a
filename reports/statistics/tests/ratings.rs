//! Tests ratings against independently computed values, and by simulation.

use petteia_statistics::{Estimate, Meeting, Pentanomial, Rating, bradley_terry, elo_difference, score_of_elo};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus as Random;

fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, expected {expected}");
}

const fn meeting(players: [usize; 2], pairs: [u64; 5]) -> Meeting {
    Meeting { players, pairs: Pentanomial(pairs), independent: pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4] }
}

/// Four players who all scored against each other.
const FOUR: [Meeting; 6] = [
    meeting([0, 1], [1, 2, 5, 4, 3]),
    meeting([0, 2], [0, 1, 3, 5, 6]),
    meeting([0, 3], [0, 0, 1, 2, 12]),
    meeting([1, 2], [2, 3, 4, 3, 3]),
    meeting([1, 3], [0, 1, 2, 4, 8]),
    meeting([2, 3], [1, 0, 3, 3, 8]),
];

/// Their ratings by Zermelo's iteration (D. R. Hunter 2004, "MM algorithms for generalized Bradley–Terry models", *Annals of
/// Statistics* 32, 384–406) in an independent program.
const OF_FOUR: [f64; 4] = [172.119_063_727, 54.797_284_886, 0.874_831_972, -227.791_180_585];

/// Players who lost ten pairs to each of the four, and how many of them there are.
fn with_losers(losers: usize, pairs: u64) -> Vec<Meeting> {
    let lost =
        (4..4 + losers).flat_map(|loser| (0..4).map(move |winner| meeting([loser, winner], [pairs, 0, 0, 0, 0])));
    FOUR.into_iter().chain(lost).collect()
}

fn finite(rating: Rating) -> Estimate {
    rating.finite().unwrap_or_else(|| panic!("{rating:?} is finite"))
}

#[test]
fn ratings_are_those_of_zermelos_iteration() {
    for (rating, expected) in bradley_terry(4, &FOUR).into_iter().zip(OF_FOUR) {
        let rating = finite(rating);
        near(rating.value, expected, 1e-6, "rating");
        assert!(rating.low < rating.value && rating.value < rating.high && rating.n == 90, "{rating:?}");
    }
}

/// Before, each player had a virtual game, and the ratings of all depended on its weight and on who lost everything.
#[test]
fn who_loses_everything_changes_no_rating_and_has_a_bound() {
    let alone: Vec<Estimate> = bradley_terry(4, &FOUR).into_iter().map(finite).collect();
    for (losers, pairs) in [(1, 10), (1, 10_000), (3, 10)] {
        let meetings = with_losers(losers, pairs);
        let ratings = bradley_terry(4 + losers, &meetings);
        let with_them: Vec<Estimate> = ratings[..4].iter().copied().map(finite).collect();
        assert_eq!(with_them, alone, "{losers} losers of {pairs} pairs");
        for loser in &ratings[4..] {
            let bound = loser.at_most().expect("it lost everything");
            // The chance of losing all pairs is 5 % there; by bisection in an independent program for ten pairs.
            let chance: f64 = OF_FOUR.iter().map(|of| (1.0 - score_of_elo(bound - of)).powf(pairs as f64)).product();
            near(chance, 0.05, 1e-6, "chance");
            if pairs == 10 {
                near(bound, -503.228_422_965, 1e-6, "bound");
            }
        }
    }
}

#[test]
fn a_meeting_counts_as_its_independent_pairs() {
    let [pairs, tenfold] = [[1, 2, 3, 2, 4], [10, 20, 30, 20, 40]];
    let of = |pairs| [meeting([0, 1], pairs), meeting([1, 2], pairs), meeting([0, 2], [3, 2, 3, 2, 2])];
    let mut repeated = of(tenfold);
    repeated[..2].iter_mut().for_each(|meeting| meeting.independent = 12);
    for (one, other) in bradley_terry(3, &of(pairs)).into_iter().zip(bradley_terry(3, &repeated)) {
        let (one, other) = (finite(one), finite(other));
        near(other.value, one.value, 1e-6, "rating");
        near(other.high, one.high, 1e-6, "interval");
    }
}

#[test]
fn bounds_are_the_same_from_both_sides() {
    let turned = |meeting: Meeting| Meeting { players: [meeting.players[1], meeting.players[0]], ..meeting };
    let lost = bradley_terry(5, &with_losers(1, 10));
    let won = bradley_terry(5, &with_losers(1, 10).into_iter().map(turned).collect::<Vec<_>>());
    for (lost, won) in lost[..4].iter().zip(&won[..4]) {
        near(finite(*lost).value, -finite(*won).value, 1e-6, "rating");
    }
    near(lost[4].at_most().expect("it lost all"), -won[4].at_least().expect("it won all"), 1e-6, "bound");
}

/// Two players who drew with each other and lost everything to three others have no finite rating either.
#[test]
fn a_group_that_only_lost_to_the_others_has_bounds() {
    let even = [1, 2, 4, 2, 1];
    let lost = [10, 0, 0, 0, 0];
    let across = (0..3).flat_map(|strong| [3, 4].map(|weak| meeting([weak, strong], lost)));
    let within = [[0, 1], [0, 2], [1, 2], [3, 4]].map(|players| meeting(players, even));
    let ratings = bradley_terry(5, &across.chain(within).collect::<Vec<_>>());
    for rating in &ratings[..3] {
        near(finite(*rating).value, 0.0, 1e-9, "rating");
    }
    // With 30 pairs against equals, 0.05 = (1 - s)^30.
    let bound = 400.0 * ((1.0 - 0.05_f64.powf(1.0 / 30.0)) / 0.05_f64.powf(1.0 / 30.0)).log10();
    for rating in &ratings[3..] {
        near(rating.at_most().expect("it lost all"), bound, 1e-6, "bound");
    }
}

#[test]
fn half_a_point_makes_a_rating_finite() {
    let ratings = bradley_terry(2, &[meeting([0, 1], [0, 0, 0, 1, 9])]);
    near(finite(ratings[0]).value - finite(ratings[1]).value, 400.0 * 39_f64.log10(), 1e-6, "difference");
    let ratings = bradley_terry(2, &[meeting([0, 1], [0, 0, 0, 0, 10])]);
    assert_eq!(finite(ratings[0]).value, 0.0);
    assert!(ratings[1].at_most().is_some());
}

/// Who won, drew and lost no game has a finite rating: the scale is that of scores, on which draws count.
#[test]
fn two_players_differ_as_in_a_match() {
    for pairs in [[0, 0, 150, 60, 40], [10, 20, 300, 40, 30], [0, 0, 100, 0, 0]] {
        let expected = elo_difference(Pentanomial(pairs)).expect("there are pairs");
        let rating = finite(bradley_terry(2, &[meeting([0, 1], pairs)])[0]);
        near(2.0 * rating.value, expected.value, 1e-6, "difference");
        near((rating.high - rating.low) / (expected.high - expected.low), 0.5, 0.02, "width");
    }
}

#[test]
fn without_games_nothing_is_known() {
    assert!(bradley_terry(0, &[]).is_empty());
    assert_eq!(bradley_terry(2, &[])[0], Rating::Unknown);
    let apart = bradley_terry(3, &[meeting([0, 1], [1, 0, 3, 0, 1])]);
    assert_eq!(apart[2], Rating::Unknown);
    near(finite(apart[0]).value, 0.0, 1e-9, "rating");
}

/// For draws and openings that favour one colour, about 95 % of the intervals contain the true rating.
#[test]
fn intervals_of_ratings_hold_the_truth() {
    let truth = [110.0, 60.0, 0.0, -40.0, -130.0];
    for (drawn, favour) in [(0.0, 0.0), (0.7, 0.0), (0.3, 0.6)] {
        let mut random = Random::seed_from_u64(9);
        let (mut held, mut all) = (0, 0);
        for _ in 0..300 {
            let pairings = (0..5).flat_map(|a| (0..a).map(move |b| [b, a]));
            let meetings: Vec<Meeting> = pairings
                .map(|players| {
                    let score = score_of_elo(truth[players[0]] - truth[players[1]]);
                    // As many draws as the score allows, and as much favour.
                    let drawn = drawn * 2.0 * score.min(1.0 - score);
                    let most = favour * (score - drawn / 2.0).min(1.0 - score - drawn / 2.0);
                    let mut pairs = Pentanomial::default();
                    for _ in 0..20 {
                        let favour = most * (2.0 * random.random::<f64>() - 1.0);
                        let points = [favour, -favour].map(|favour| match random.random::<f64>() {
                            chance if chance < score - drawn / 2.0 + favour => 2,
                            chance if chance < score + drawn / 2.0 + favour => 1,
                            _ => 0,
                        });
                        pairs.add(points.iter().sum());
                    }
                    Meeting::new(players, pairs)
                })
                .collect();
            for (rating, truth) in bradley_terry(5, &meetings).into_iter().zip(truth) {
                let rating = finite(rating);
                held += usize::from(rating.low <= truth && truth <= rating.high);
                all += 1;
            }
        }
        assert!(held * 100 >= all * 93 && held * 100 <= all * 97, "{drawn}, {favour}: {held} of {all}");
    }
}
