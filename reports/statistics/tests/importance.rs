//! Tests Shapley effects and Sobol indices against cases worked out by hand, against brute force, and by simulation.

use petteia_statistics::{Estimate, FactorialCell, Importance, Sample, importance};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus as Random;

use crate::all_cases::all_cases;

/// Returns a cell whose mean is known without noise.
fn exact(levels: &[usize], mean: f64) -> FactorialCell {
    FactorialCell { levels: levels.to_vec(), sample: Sample::Mean { mean, variance: 0.0, n: 10 } }
}

/// Returns all combinations of factors with these numbers of levels, the last one changing fastest.
fn combinations(levels: &[usize]) -> Vec<Vec<usize>> {
    levels.iter().fold(vec![Vec::new()], |all, &count| {
        let longer = |of: &Vec<usize>| (0..count).map(|level| [&of[..], &[level]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(longer).collect()
    })
}

fn of_means(cells: &[Vec<usize>], mean: impl Fn(&[usize]) -> f64) -> Importance {
    let cells: Vec<FactorialCell> = cells.iter().map(|levels| exact(levels, mean(levels))).collect();
    importance(&cells).expect("it is a factorial")
}

fn values(found: &Importance) -> Vec<f64> {
    found.shares.iter().map(|share| share.shapley.value).collect()
}

fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-9, "{found:?}, expected {expected:?}");
    }
}

#[test]
fn additive_effects_share_by_their_squares() {
    let found = of_means(&combinations(&[2, 2, 2]), |x| 3.0 * x[0] as f64 - 4.0 * x[1] as f64);
    near(&values(&found), &[9.0 / 25.0, 16.0 / 25.0, 0.0]);
    near(&[found.variance.value], &[25.0 / 4.0]);
    for share in &found.shares {
        let [first, total] = [share.first, share.total].map(|index| index.expect("it is complete").value);
        near(&[first, total], &[share.shapley.value; 2]);
    }
}

#[test]
fn a_pure_interaction_is_divided_equally() {
    let found = of_means(&combinations(&[2, 2, 2]), |x| if x[0] == x[1] { 1.0 } else { 0.0 });
    near(&values(&found), &[0.5, 0.5, 0.0]);
    let indices: Vec<[f64; 2]> =
        found.shares.iter().map(|s| [s.first, s.total].map(|index| index.unwrap().value)).collect();
    near(&indices.concat(), &[0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
}

/// Owen (2014), theorem 1: for independent factors, each component of the analysis of variance is divided equally.
#[test]
fn three_levels_and_an_interaction_are_what_the_components_say() {
    let found = of_means(&combinations(&[3, 2]), |x| [0.0, 1.0, 2.0][x[0]] * x[1] as f64);
    // Means of 0, ½, 1 and of 0, 1: v(1) = 1/6 and v(2) = 1/4; the squares have the mean 5/6, so the total is 5/6 - 1/4
    // = 7/12.
    let (first, second, both) = (1.0 / 6.0, 1.0 / 4.0, 7.0 / 12.0);
    let interaction = (both - first - second) / 2.0;
    near(&values(&found), &[(first + interaction) / both, (second + interaction) / both]);
    near(&[found.shares[0].total.unwrap().value], &[(both - second) / both]);
}

/// Song, Nelson and Staum (2016): an effect that depends only on one of two factors that always occur together is
/// divided between them.
#[test]
fn a_factor_that_doubles_another_has_half_of_it() {
    let cells: Vec<Vec<usize>> = combinations(&[2, 2]).into_iter().map(|x| vec![x[0], x[0], x[1]]).collect();
    let found = of_means(&cells, |x| 2.0 * x[0] as f64 + x[2] as f64);
    near(&values(&found), &[0.4, 0.4, 0.2]);
    assert!(found.shares.iter().all(|share| share.first.is_none() && share.total.is_none()));
}

/// Returns what factors explain by definition: the variance of the mean of Y among the cells with the same levels.
fn explained(cells: &[Vec<usize>], y: &[f64], set: &[usize]) -> f64 {
    let mean = y.iter().sum::<f64>() / y.len() as f64;
    let conditional = cells.iter().map(|cell| {
        let same = cells.iter().zip(y).filter(|(other, _)| set.iter().all(|&factor| other[factor] == cell[factor]));
        let (sum, n) = same.fold((0.0, 0.0), |(sum, n), (_, y)| (sum + y, n + 1.0));
        (sum / n - mean).powi(2)
    });
    conditional.sum::<f64>() / y.len() as f64
}

fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let from = |&first: &usize| {
        let rest: Vec<usize> = of.iter().copied().filter(|&other| other != first).collect();
        orders(&rest).into_iter().map(move |order| [&[first][..], &order].concat())
    };
    of.iter().flat_map(from).collect()
}

/// Returns Shapley shares as the mean contribution of each factor over all orders.
fn brute_force(cells: &[Vec<usize>], y: &[f64]) -> Vec<f64> {
    let factors: Vec<usize> = (0..cells[0].len()).collect();
    let orders = orders(&factors);
    let all = explained(cells, y, &factors);
    let mut shares = vec![0.0; factors.len()];
    for order in &orders {
        for (place, &factor) in order.iter().enumerate() {
            let added = explained(cells, y, &order[..=place]) - explained(cells, y, &order[..place]);
            shares[factor] += added / all / orders.len() as f64;
        }
    }
    shares
}

#[test]
fn incomplete_designs_agree_with_brute_force_over_all_orders() {
    let mut rng = Random::seed_from_u64(1);
    for (levels, kept) in [(&[2, 2, 2, 2, 2][..], 32), (&[2, 2, 2, 2, 2], 17), (&[3, 2, 4, 2], 30), (&[2, 3], 5)] {
        let mut cells = combinations(levels);
        cells.shuffle(&mut rng);
        cells.truncate(kept);
        let y: Vec<f64> = cells.iter().map(|_| rng.random::<f64>()).collect();
        let settings: Vec<FactorialCell> = cells.iter().zip(&y).map(|(levels, &mean)| exact(levels, mean)).collect();
        let found = importance(&settings).expect("it is a factorial");
        near(&values(&found), &brute_force(&cells, &y));
        near(&[values(&found).iter().sum()], &[1.0]);
        assert_eq!(found.shares[0].total.is_some(), kept == combinations(levels).len());
    }
}

#[test]
fn what_is_no_factorial_has_no_shares() {
    assert_eq!(importance(&[]), None);
    assert_eq!(importance(&[exact(&[0], 1.0)]), None);
    assert_eq!(importance(&[exact(&[], 1.0), exact(&[], 2.0)]), None);
    assert_eq!(importance(&[exact(&[0], 1.0), exact(&[0], 2.0)]), None, "a combination occurs twice");
    assert_eq!(importance(&[exact(&[0], 1.0), exact(&[0, 1], 2.0)]), None);
    let single = FactorialCell { levels: vec![1], sample: Sample::Counts(vec![(1.0, 1), (0.0, 0)]) };
    assert_eq!(importance(&[exact(&[0], 1.0), single]), None, "one game has no variance");
    let thirteen: Vec<Vec<usize>> =
        (0..14).map(|on| (0..13).map(|factor| usize::from(factor == on)).collect()).collect();
    assert_eq!(of_means(&thirteen, |x| x[0] as f64).shares.len(), 13);
    let fourteen: Vec<FactorialCell> = (0..2).map(|on| exact(&[on; 14], 1.0)).collect();
    assert_eq!(importance(&fourteen), None);
}

#[test]
fn where_nothing_varies_nothing_is_divided() {
    let found = of_means(&combinations(&[2, 2]), |_| 0.3);
    assert_eq!((found.variance.value, found.shares.len()), (0.0, 0));
    assert_eq!(found.ties[0][1], 1.0);
}

/// Counts how often intervals contain the truth.
#[derive(Default)]
struct Coverage {
    held: u32,
    of: u32,
    sum: f64,
}

impl Coverage {
    fn add(&mut self, estimate: Estimate, truth: f64) {
        assert!(estimate.low <= estimate.value && estimate.value <= estimate.high, "{estimate:?}");
        // A rule that explains nothing may have a negative estimate; its interval then ends at 0 or above.
        self.held += u32::from(estimate.low <= truth && truth <= estimate.high);
        self.of += 1;
        self.sum += estimate.value;
    }

    fn share(&self) -> f64 {
        f64::from(self.held) / f64::from(self.of)
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.of)
    }
}

/// The chances of the values 1, ½ and 0 in a cell of a simulation.
type Chances = fn(&[usize]) -> [f64; 3];

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the chances of draws with two strong rules, an interaction of two others, and one without any effect.
fn draws(x: &[usize]) -> [f64; 3] {
    let p = logistic(2.5 - 3.5 * x[0] as f64 - 1.5 * x[1] as f64 + 0.7 * (x[2] * x[3]) as f64);
    [p, 0.0, 1.0 - p]
}

/// Returns the chances for small effects on a score with many draws.
fn score(x: &[usize]) -> [f64; 3] {
    let white = 0.25 + 0.12 * x[0] as f64 + 0.06 * x[1] as f64;
    [white, 0.5, 0.5 - white]
}

/// Draws a cell's games one by one or, for its length, the sample mean and variance, whose true mean is ten times that
/// of the values.
fn played(levels: &[usize], chances: [f64; 3], n: u64, is_length: bool, rng: &mut Random) -> FactorialCell {
    let mut counts = [(1.0, 0), (0.5, 0), (0.0, 0)];
    for _ in 0..n {
        let at = rng.random::<f64>();
        let value = if at < chances[0] { 0 } else { 1 + usize::from(at >= chances[0] + chances[1]) };
        counts[value].1 += 1;
    }
    let sample = if is_length {
        let (sum, squares) = counts.iter().fold((0.0, 0.0), |(sum, squares), &(value, count)| {
            (sum + 10.0 * value * count as f64, squares + 100.0 * value * value * count as f64)
        });
        let mean = sum / n as f64;
        Sample::Mean { mean, variance: (squares - sum * mean) / (n - 1) as f64, n }
    } else {
        Sample::Counts(counts.to_vec())
    };
    FactorialCell { levels: levels.to_vec(), sample }
}

/// In every setting, at least 91 % of 200 intervals (95 % level) of the Shapley effects and indices must contain the
/// truth (standard error 1.5 %); those of small or zero effects do so more often, because no share is negative. The
/// variance estimate must be unbiased.
#[test]
#[ignore = "long: make test-all"]
fn intervals_hold_the_truth() {
    const ROUNDS: u32 = 200;
    let settings: [(&str, Chances, u64, usize, bool); 4] = [
        ("draws", draws, 40, 32, false),
        ("draws, incomplete", draws, 40, 20, false),
        ("score", score, 100, 32, false),
        ("length", draws, 40, 32, true),
    ];
    for (name, chances, n, kept, is_length) in settings {
        let mut rng = Random::seed_from_u64(7);
        let mut cells = combinations(&[2; 5]);
        cells.shuffle(&mut rng);
        cells.truncate(kept);
        let scale = if is_length { 10.0 } else { 1.0 };
        let mean = |x: &[usize]| scale * (chances(x)[0] + chances(x)[1] / 2.0);
        let truth = of_means(&cells, mean);
        let (mut variance, mut shares) = (Coverage::default(), Vec::new());
        shares.resize_with(15, Coverage::default);
        for _ in 0..ROUNDS {
            let cells: Vec<FactorialCell> =
                cells.iter().map(|x| played(x, chances(x), n, is_length, &mut rng)).collect();
            let found = importance(&cells).expect("it is a factorial");
            variance.add(found.variance, truth.variance.value);
            for (factor, (share, truth)) in found.shares.iter().zip(&truth.shares).enumerate() {
                shares[factor].add(share.shapley, truth.shapley.value.max(0.0));
                for (kind, (index, truth)) in
                    [(share.first, truth.first), (share.total, truth.total)].into_iter().enumerate()
                {
                    if let (Some(index), Some(truth)) = (index, truth) {
                        shares[5 * (kind + 1) + factor].add(index, truth.value.max(0.0));
                    }
                }
            }
        }
        let bias = variance.mean() / truth.variance.value - 1.0;
        assert!(bias.abs() < 0.02, "{name}: the variance is {bias:.3} too large");
        assert!(variance.share() > 0.91, "{name}: {} of the variance", variance.share());
        let least = shares.iter().filter(|coverage| coverage.of > 0).map(Coverage::share).fold(1.0, f64::min);
        let shapley: Vec<String> = shares[..5].iter().map(|coverage| format!("{:.3}", coverage.share())).collect();
        println!(
            "{name}: Shapley effects {}; least of all {least:.3}; variance {:.3}",
            shapley.join(" "),
            variance.share()
        );
        assert!(least > 0.91, "{name}: {least}");
        for (coverage, truth) in shares.iter().zip(&truth.shares) {
            let (found, known) = (coverage.mean(), truth.shapley.value);
            assert!((found - known).abs() < 0.012, "{name}: a share of {known:.3} is estimated as {found:.3}");
        }
    }
}

/// Two equally important rules are found to differ in one of twenty runs.
#[test]
fn ties_hold_their_level() {
    let mut rng = Random::seed_from_u64(11);
    let cells = combinations(&[2; 4]);
    let alike = |x: &[usize]| 0.3 + 0.2 * x[0] as f64 + 0.2 * x[1] as f64;
    let studies = if all_cases() { 600 } else { 200 };
    let told_apart = (0..studies).filter(|_| {
        let play = |x: &Vec<usize>| played(x, [alike(x), 0.0, 1.0 - alike(x)], 60, false, &mut rng);
        importance(&cells.iter().map(play).collect::<Vec<_>>()).expect("it is a factorial").ties[0][1] <= 0.05
    });
    let share = told_apart.count() as f64 / f64::from(studies);
    println!("found to differ: {share:.3}");
    assert!((0.02..0.08).contains(&share), "{share}");
}
