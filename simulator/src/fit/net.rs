//! The network of a game, trained on games of self-play.
//!
//! In each round the search plays itself with what was trained in the round before; in the first with the weights that all
//! games share. The network learns to foretell a mixture of the result and of what the search expected, by stochastic
//! gradient descent (Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015). Half of the positions are
//! shown in the mirror, since rules know no left and right.

use std::ops::ControlFlow;
use std::sync::Arc;

use petteia_engine::{CheckedRules, GameRng, game_seed};
use petteia_players::agents::{Budget, COUNTED, Inputs, Judge, Net, NetWeights, UNITS, Units, Weights};
use petteia_players::{Sample, SelfPlay};
use rayon::prelude::*;

use crate::contest::{in_order, progress_bar};
use crate::experiment::fnv1a;

/// What is played and trained.
#[derive(Clone, Debug)]
pub struct NetPlan {
    /// The game with its switches.
    pub game: String,
    /// Its rules.
    pub rules: CheckedRules,
    /// The seed of games and training.
    pub seed: u64,
    /// Games of self-play in each round.
    pub games: u64,
    /// Rounds.
    pub rounds: u32,
    /// Positions that the search looks at for each decision.
    pub nodes: u32,
}

/// A network and how well it foretells games that it was not trained on.
#[derive(Debug)]
pub struct Trained {
    /// The network.
    pub net: Net,
    /// Positions of the last round.
    pub positions: usize,
    /// The cross-entropy of the last round's held-out games, in bits: of one chance for all, of the evaluation that played
    /// them, and of the network.
    pub losses: [f64; 3],
}

/// Random decisions at the start of a game, in turns: most positions that a search looks at are unbalanced.
const OPENINGS: [u32; 4] = [4, 8, 16, 32];

/// How much of a target is the result; the rest is what the search expected.
const RESULT: f32 = 0.5;
/// What the search expects is cut off here: e to this power for odds are as good as won.
const SURE: f64 = 6.0;
/// One game in so many is held out.
const HELD_OUT: u64 = 20;

const EPOCHS: u32 = 8;
const BATCH: usize = 1024;
/// Samples of a batch that one thread looks at; gradients are added in the order of these chunks.
const CHUNK: usize = 128;
const FIRST_RATE: f32 = 0.003;
const DECAYS: [f32; 2] = [0.9, 0.999];

/// Plays and trains all rounds. The result is a function of the plan.
#[must_use]
pub fn train(plan: &NetPlan, quiet: bool) -> Option<Trained> {
    let mut judge = Judge::Linear(Weights::fitted().clone());
    let mut trained = None;
    for round in 0..plan.rounds {
        let (samples, held_out) = play(plan, round, &judge, quiet);
        if samples.is_empty() || held_out.is_empty() {
            return None;
        }
        let weights = descend(plan, round, &samples, quiet);
        let net = Net::new(&plan.game, &plan.rules, &weights);
        let mean = samples.iter().map(target).sum::<f32>() / samples.len() as f32;
        let constant = loss(&held_out, |_| logit(mean));
        let before = loss(&held_out, |sample| judged(&judge, sample));
        let after = loss(&held_out, |sample| forward(&net.weights, sample).1);
        let positions = samples.len() + held_out.len();
        judge = Judge::Net(Arc::new(net.clone()));
        trained = Some(Trained { net, positions, losses: [constant, before, after] });
    }
    trained
}

/// The samples of a round, and those of games that are held out.
fn play(plan: &NetPlan, round: u32, judge: &Judge, quiet: bool) -> (Vec<Sample>, Vec<Sample>) {
    let stream = fnv1a(format!("net {round} {}", plan.game).as_bytes());
    let bar = progress_bar(plan.games, quiet);
    bar.set_message(format!("round {} of {}", round + 1, plan.rounds));
    let (mut samples, mut held_out, mut number) = (Vec::new(), Vec::new(), 0);
    let work = |number: u64| {
        let (rules, budget) = (&plan.rules, Budget::Nodes(plan.nodes));
        let opening = OPENINGS[(number % OPENINGS.len() as u64) as usize];
        SelfPlay { rules, budget, judge, opening, number, seed: game_seed(plan.seed, stream, number) }.samples()
    };
    in_order(0, plan.games, work, |played| {
        let place = if number % HELD_OUT == 0 { &mut held_out } else { &mut samples };
        place.extend(played);
        number += 1;
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    (samples, held_out)
}

/// What a network is to foretell of a position: the points that the side to move gets, from 0 to 1.
fn target(sample: &Sample) -> f32 {
    let expected = sigmoid(sample.expected.clamp(-SURE, SURE) as f32);
    RESULT * sample.result as f32 + (1.0 - RESULT) * expected
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

fn logit(share: f32) -> f32 {
    (share / (1.0 - share)).ln()
}

/// The mean cross-entropy in bits.
fn loss(samples: &[Sample], foretell: impl Fn(&Sample) -> f32) -> f64 {
    let of = |sample: &Sample| {
        let (target, share) = (f64::from(target(sample)), f64::from(sigmoid(foretell(sample))).clamp(1e-6, 1.0 - 1e-6));
        -(target * share.log2() + (1.0 - target) * (1.0 - share).log2())
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// What the evaluation that played says of a position.
fn judged(judge: &Judge, sample: &Sample) -> f32 {
    match judge {
        Judge::Linear(weights) => {
            let worth: i32 = sample.features.iter().zip(weights.of).map(|(feature, weight)| feature * weight).sum();
            worth as f32 / weights.scale as f32
        }
        Judge::Net(net) => forward(&net.weights, sample).1,
    }
}

fn forward(weights: &NetWeights, sample: &Sample) -> (Units, f32) {
    weights.forward(sample.inputs.0.iter().map(|&input| usize::from(input)), &sample.inputs.1)
}

/// Weights that foretell the samples.
fn descend(plan: &NetPlan, round: u32, samples: &[Sample], quiet: bool) -> NetWeights {
    let inputs = Inputs::of(&plan.rules);
    let mut rng = GameRng::from_seed(game_seed(plan.seed, fnv1a(b"net training"), u64::from(round)));
    let mut weights = first_weights(inputs.count(), &mut rng);
    let mut moments = [zero(&weights), zero(&weights)];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = EPOCHS as usize * samples.len().div_ceil(BATCH);
    let mut step = 0;
    let bar = progress_bar(u64::from(EPOCHS), quiet);
    bar.set_message("training");
    for _ in 0..EPOCHS {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let mirror = rng.next_u64();
        for batch in order.chunks(BATCH) {
            let gradient = gradient(&weights, &inputs, samples, batch, mirror);
            step += 1;
            let rate = FIRST_RATE * (1.0 - step as f32 / (steps + 1) as f32);
            let scale = 1.0 / batch.len() as f32;
            adam(&mut weights, &gradient, &mut moments, rate, scale, step as i32);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    weights
}

/// Small random weights.
fn first_weights(inputs: usize, rng: &mut GameRng) -> NetWeights {
    let mut small = |most: f32| most * ((rng.next_u64() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0);
    let mut units = |most: f32| -> Units { std::array::from_fn(|_| small(most)) };
    NetWeights {
        squares: (0..inputs).map(|_| units(0.1)).collect(),
        features: (0..COUNTED).map(|_| units(0.1)).collect(),
        bias: [0.2; UNITS],
        output: units(0.3),
        direct: [0.0; COUNTED],
        constant: 0.0,
    }
}

/// The sum over a batch of the gradients of the cross-entropy.
fn gradient(weights: &NetWeights, inputs: &Inputs, samples: &[Sample], batch: &[u32], mirror: u64) -> NetWeights {
    let of_chunk = |chunk: &[u32]| {
        let mut sum = zero(weights);
        for &at in chunk {
            let sample = &samples[at as usize];
            let mirrored = (mirror ^ u64::from(at).wrapping_mul(0x9E37_79B9_7F4A_7C15)) >> 63 == 1;
            let seen = |&input: &u16| if mirrored { inputs.mirrored(input.into()) } else { input.into() };
            let (units, result) = weights.forward(sample.inputs.0.iter().map(seen), &sample.inputs.1);
            let error = sigmoid(result) - target(sample);
            let mut down = [0.0; UNITS];
            for unit in 0..UNITS {
                sum.output[unit] += error * units[unit].clamp(0.0, 1.0);
                down[unit] = if units[unit] > 0.0 && units[unit] < 1.0 { error * weights.output[unit] } else { 0.0 };
            }
            for input in sample.inputs.0.iter().map(seen) {
                add(&mut sum.squares[input], &down, 1.0);
            }
            for (feature, &value) in sample.inputs.1.iter().enumerate() {
                add(&mut sum.features[feature], &down, value);
                sum.direct[feature] += error * value;
            }
            add(&mut sum.bias, &down, 1.0);
            sum.constant += error;
        }
        sum
    };
    let sums: Vec<NetWeights> = batch.par_chunks(CHUNK).map(of_chunk).collect();
    let mut total = zero(weights);
    for sum in &sums {
        for (total, part) in parts_mut(&mut total).into_iter().zip(parts(sum)) {
            for (total, part) in total.iter_mut().zip(part) {
                *total += part;
            }
        }
    }
    total
}

fn add(row: &mut Units, what: &Units, times: f32) {
    for (weight, what) in row.iter_mut().zip(what) {
        *weight += times * what;
    }
}

fn zero(like: &NetWeights) -> NetWeights {
    NetWeights {
        squares: vec![[0.0; UNITS]; like.squares.len()],
        features: vec![[0.0; UNITS]; like.features.len()],
        bias: [0.0; UNITS],
        output: [0.0; UNITS],
        direct: [0.0; COUNTED],
        constant: 0.0,
    }
}

/// All numbers, part by part.
fn parts(weights: &NetWeights) -> [&[f32]; 6] {
    let NetWeights { squares, features, bias, output, direct, constant } = weights;
    [squares.as_flattened(), features.as_flattened(), bias, output, direct, std::slice::from_ref(constant)]
}

fn parts_mut(weights: &mut NetWeights) -> [&mut [f32]; 6] {
    let NetWeights { squares, features, bias, output, direct, constant } = weights;
    [
        squares.as_flattened_mut(),
        features.as_flattened_mut(),
        bias,
        output,
        direct,
        std::slice::from_mut(constant),
    ]
}

/// One step down the gradient.
fn adam(
    weights: &mut NetWeights,
    gradient: &NetWeights,
    [first, second]: &mut [NetWeights; 2],
    rate: f32,
    scale: f32,
    step: i32,
) {
    let corrections = DECAYS.map(|decay| 1.0 / (1.0 - decay.powi(step)));
    let all = parts_mut(weights).into_iter().zip(parts(gradient)).zip(parts_mut(first)).zip(parts_mut(second));
    for (((weights, gradient), first), second) in all {
        for (((weight, gradient), first), second) in weights.iter_mut().zip(gradient).zip(first).zip(second) {
            let gradient = gradient * scale;
            *first = DECAYS[0] * *first + (1.0 - DECAYS[0]) * gradient;
            *second = DECAYS[1] * *second + (1.0 - DECAYS[1]) * gradient * gradient;
            *weight -= rate * *first * corrections[0] / ((*second * corrections[1]).sqrt() + 1e-8);
        }
    }
}
