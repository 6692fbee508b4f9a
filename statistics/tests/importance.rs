//! Shapley effects and Sobol indices against cases worked by hand, against brute force, and by simulation.

use fastrand::Rng;
use petteia_statistics::{Estimate, FactorialCell, Importance, Sample, importance};

/// A cell whose mean is known without noise.
fn exact(levels: &[usize], mean: f64) -> FactorialCell {
    FactorialCell { levels: levels.to_vec(), sample: Sample::Mean { mean, variance: 0.0, n: 10 } }
}

/// All combinations of factors with so many levels, the last changing fastest.
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
    let indices: Vec<[f64; 2]> = found.shares.iter().map(|s| [s.first, s.total].map(|index| index.unwrap().value)).collect();
    near(&indices.concat(), &[0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
}

/// Owen (2014), theorem 1: of independent factors each component of the analysis of variance is divided equally.
#[test]
fn three_levels_and_an_interaction_are_what_the_components_say() {
    let found = of_means(&combinations(&[3, 2]), |x| [0.0, 1.0, 2.0][x[0]] * x[1] as f64);
    // Means of 0, ½, 1 and of 0, 1: v(1) = 1/6, v(2) = 1/4; the squares have the mean 5/6, so that all is 5/6 - 1/4 = 7/12.
    let (first, second, both) = (1.0 / 6.0, 1.0 / 4.0, 7.0 / 12.0);
    let interaction = (both - first - second) / 2.0;
    near(&values(&found), &[(first + interaction) / both, (second + interaction) / both]);
    near(&[found.shares[0].total.unwrap().value], &[(both - second) / both]);
}

/// Song, Nelson and Staum (2016): what only depends on a factor that always comes with another is divided between the two.
#[test]
fn a_factor_that_doubles_another_has_half_of_it() {
    let cells: Vec<Vec<usize>> = combinations(&[2, 2]).into_iter().map(|x| vec![x[0], x[0], x[1]]).collect();
    let found = of_means(&cells, |x| 2.0 * x[0] as f64 + x[2] as f64);
    near(&values(&found), &[0.4, 0.4, 0.2]);
    assert!(found.shares.iter().all(|share| share.first.is_none() && share.total.is_none()));
}

/// What factors explain by the definition: the variance of the mean of Y among the cells with the same levels.
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

/// Shapley shares as the mean over all orders of what each factor adds.
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
    let mut rng = Rng::with_seed(1);
    for (levels, kept) in [(&[2, 2, 2, 2, 2][..], 32), (&[2, 2, 2, 2, 2], 17), (&[3, 2, 4, 2], 30), (&[2, 3], 3)] {
        let mut cells = combinations(levels);
        rng.shuffle(&mut cells);
        cells.truncate(kept);
        let y: Vec<f64> = cells.iter().map(|_| rng.f64()).collect();
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
    assert_eq!(importance(&[exact(&[0], 1.0), exact(&[0], 2.0)]), None, "a combination comes twice");
    assert_eq!(importance(&[exact(&[0], 1.0), exact(&[0, 1], 2.0)]), None);
    let single = FactorialCell { levels: vec![1], sample: Sample::Counts(vec![(1.0, 1), (0.0, 0)]) };
    assert_eq!(importance(&[exact(&[0], 1.0), single]), None, "one game has no variance");
    let thirteen: Vec<Vec<usize>> = (0..14).map(|on| (0..13).map(|factor| usize::from(factor == on)).collect()).collect();
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

/// Draws a number of successes one by one.
fn successes(n: u64, chance: f64, rng: &mut Rng) -> u64 {
    (0..n).filter(|_| rng.f64() < chance).count() as u64
}

/// How often intervals hold the truth.
#[derive(Default)]
struct Coverage {
    held: u32,
    of: u32,
    below: u32,
    sum: f64,
}

impl Coverage {
    fn add(&mut self, estimate: Estimate, truth: f64) {
        // A share that cannot be negative is 0 where the estimate is below.
        self.held += u32::from(estimate.low <= truth.max(estimate.value.min(0.0)) && truth <= estimate.high.max(0.0));
        self.below += u32::from(estimate.high < truth);
        self.of += 1;
        self.sum += estimate.value;
    }

    fn share(&self) -> f64 {
        f64::from(self.held) / f64::from(self.of)
    }
}

#[test]
fn explore() {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    type Truth = fn(&[usize]) -> f64;
    let strong: Truth = |x| 2.5 - 3.5 * x[0] as f64 - 1.5 * x[1] as f64 + 0.7 * (x[2] * x[3]) as f64;
    let weak: Truth = |x| 0.3 * x[0] as f64 - 0.4 * x[1] as f64;
    let extreme: Truth = |x| 5.0 - 9.0 * x[0] as f64 - 1.0 * x[1] as f64;
    for (name, truth, n, kept, factors) in [
        ("strong", strong, 40, 32, 5),
        ("strong incomplete", strong, 40, 20, 5),
        ("weak", weak, 40, 32, 5),
        ("weak more", weak, 400, 32, 5),
        ("extreme", extreme, 40, 32, 5),
        ("strong 7", strong, 40, 128, 7),
        ("weak 7", weak, 40, 128, 7),
    ] {
        let mut cells = combinations(&vec![2; factors]);
        let mut rng = Rng::with_seed(7);
        rng.shuffle(&mut cells);
        cells.truncate(kept);
        let p: Vec<f64> = cells.iter().map(|x| logistic(truth(x))).collect();
        let known = importance(&cells.iter().zip(&p).map(|(x, &p)| exact(x, p)).collect::<Vec<_>>()).unwrap();
        let v = known.variance.value;
        let (mut variance, mut given) = (Coverage::default(), 0);
        let mut shares: Vec<[Coverage; 3]> = (0..factors).map(|_| Default::default()).collect();
        let rounds = if factors == 7 { 100 } else { 300 };
        for _ in 0..rounds {
            let of = |(x, &p): (&Vec<usize>, &f64)| {
                let drawn = successes(n, p, &mut rng);
                FactorialCell { levels: x.clone(), sample: Sample::Counts(vec![(1.0, drawn), (0.0, n - drawn)]) }
            };
            let settings: Vec<FactorialCell> = cells.iter().zip(&p).map(of).collect();
            let found = importance(&settings).unwrap();
            variance.add(found.variance, v);
            given += u32::from(!found.shares.is_empty());
            for ((share, known), coverage) in found.shares.iter().zip(&known.shares).zip(&mut shares) {
                coverage[0].add(share.shapley, known.shapley.value);
                if let (Some(a), Some(b)) = (share.first, known.first) { coverage[1].add(a, b.value); }
                if let (Some(a), Some(b)) = (share.total, known.total) { coverage[2].add(a, b.value); }
            }
        }
        println!("{name}: variance {:.3} mean {:.5} true {v:.5}, given {given}", variance.share(), variance.sum / variance.of as f64);
        for (coverage, known) in shares.iter().zip(&known.shares) {
            println!("   true {:.4} mean {:.4}: shapley {:.3} (low {:.3}) first {:.3} total {:.3}", known.shapley.value, coverage[0].sum / given as f64, coverage[0].share(), coverage[0].below as f64 / given as f64, coverage[1].share(), coverage[2].share());
        }
    }
}
