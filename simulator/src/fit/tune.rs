//! The weights of one game, tuned by play.
//!
//! Simultaneous perturbation stochastic approximation (Spall, "Multivariate stochastic approximation using a
//! simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37, 1992): in each pair of
//! games the current weights, all changed a little in a random direction, play against the weights changed in the
//! opposite direction, and the weights move towards the winner. A stone remains the unit.
//!
//! Play hardly shows a constant: what is the same in all positions matters only against a draw or a swap. So at the end games
//! of self-play show how the chances depend on the evaluation, and how large a constant makes equal chances zero.

use std::sync::Arc;

use petteia_engine::{CheckedRules, GameRng, Side, game_seed};
use petteia_players::agents::{AgentSpec, AlphaBetaConfig, Budget, COUNT, Evaluation, Features, Weights, occurs};
use petteia_players::seeds::fnv1a;
use petteia_players::{Pair, Sample, SelfPlay};
use petteia_statistics::{Observations, logistic};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{RIDGE, number_of};
use crate::progress_style::progress_bar;

/// What to tune, and for how long.
#[derive(Clone, Debug)]
pub struct TunePlan {
    /// The game with its switches.
    pub game: String,
    /// Its rules.
    pub rules: CheckedRules,
    /// The seed of all games.
    pub seed: u64,
    /// The number of pairs of games.
    pub pairs: u64,
    /// The number of positions that the search examines per decision; half and twice as many in other games.
    pub nodes: u32,
}

/// How far weights are changed to find out which direction is better, in thousandths of a stone.
const STEPS: [(&str, f64); COUNT] = [
    ("piece", 0.0),
    ("move", 6.0),
    ("threat", 80.0),
    ("company", 40.0),
    ("diagonal", 40.0),
    ("contact", 40.0),
    ("exposed", 50.0),
    ("freedom", 25.0),
    ("centre", 40.0),
    ("border", 40.0),
    ("vagus", 120.0),
    ("alligatus", 120.0),
    ("advance", 100.0),
    ("besieger", 120.0),
    ("pursuit", 20.0),
    ("attacker", 100.0),
    ("crown", 100.0),
    ("escape", 200.0),
    ("approach", 60.0),
    ("outlet", 30.0),
    ("room", 60.0),
    ("guard", 100.0),
    ("turn", 40.0),
];

/// Pairs played with the same weights before the weights move.
const BATCH: u64 = 32;
/// How far weights initially move for a win, as a fraction of the step, and how this decreases.
const FIRST_GAIN: f64 = 0.04;
const GAIN_DECAY: f64 = 0.602;
const STEP_DECAY: f64 = 0.101;
/// The fraction of all batches after which the gain begins to decrease.
const DELAY: f64 = 0.1;
/// The budgets of the search in turn, in halves of the plan's: weights tuned at one budget suit the parity of its depth.
const BUDGETS: [u32; 3] = [1, 2, 4];
/// Random decisions at the start, so that the sides are unequal.
const OPENINGS: [u32; 3] = [4, 8, 12];

/// Weights during tuning: for each feature the weight for both sides, and the additional weight for the side to move.
#[derive(Clone, Copy, Debug)]
struct Point {
    alike: [f64; COUNT],
    more: [f64; COUNT],
}

impl Point {
    fn of(weights: &Weights) -> Self {
        let (own, other) = (weights.own(), weights.other());
        Point {
            alike: std::array::from_fn(|feature| f64::from(own[feature] + other[feature]) / 2.0),
            more: std::array::from_fn(|feature| f64::from(own[feature] - other[feature]) / 2.0),
        }
    }

    /// Returns the weights of the features that can occur in a game.
    fn weights(&self, rules: &CheckedRules) -> Weights {
        let weight = |feature: usize, sign: f64| (self.alike[feature] + sign * self.more[feature]).round() as i32;
        let side = |sign: f64| -> Features {
            std::array::from_fn(|feature| if occurs(feature, rules) { weight(feature, sign) } else { 0 })
        };
        Weights::new(side(1.0), side(-1.0), Weights::shared().scale())
    }

    /// Returns a direction in which each weight is changed: by 1 or -1.
    fn random_direction(rng: &mut GameRng) -> Self {
        let mut signs = || std::array::from_fn(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 });
        Point { alike: signs(), more: signs() }
    }

    /// Returns the point that is this many steps away in a direction.
    fn moved(&self, direction: &Point, steps: f64) -> Point {
        let mut point = *self;
        for (feature, (_, step)) in STEPS.iter().enumerate() {
            let step = steps * step;
            point.alike[feature] += step * direction.alike[feature];
            point.more[feature] += step / 2.0 * direction.more[feature];
        }
        point
    }
}

/// Plays and moves the weights. The result is a function of the plan.
#[must_use]
pub fn tune(plan: &TunePlan, quiet: bool) -> Weights {
    let mut point = Point::of(&Weights::of(&plan.rules));
    let batches = plan.pairs.div_ceil(BATCH);
    let bar = progress_bar(2 * BATCH * batches, "games", quiet);
    for batch in 0..batches {
        // By how many steps the weights are changed to play, and by how many they move for a win.
        let far = (1.0 + batch as f64).powf(-STEP_DECAY);
        let gain = FIRST_GAIN * (1.0 + batch as f64 / (DELAY * batches as f64)).powf(-GAIN_DECAY);
        let mut sum = Point { alike: [0.0; COUNT], more: [0.0; COUNT] };
        let work = |number| {
            let number = batch * BATCH + number;
            let direction = Point::random_direction(&mut GameRng::from_seed(plan.stream("direction", number)));
            let points = plan.play(number, [point.moved(&direction, far), point.moved(&direction, -far)]);
            (direction, points)
        };
        let played: Vec<(Point, f64)> = (0..BATCH).into_par_iter().map(work).collect();
        for (direction, points) in played {
            sum = sum.moved(&direction, gain * points);
        }
        for feature in 0..COUNT {
            point.alike[feature] += sum.alike[feature];
            point.more[feature] += sum.more[feature];
        }
        bar.inc(2 * BATCH);
    }
    bar.finish_and_clear();
    calibrate(plan, &point.weights(&plan.rules))
}

/// The feature that is constant while the only leader lives.
const CONSTANT: &str = "crown";

/// Gives weights the scale that results of self-play have, and the constant at which chances are equal.
fn calibrate(plan: &TunePlan, weights: &Weights) -> Weights {
    let evaluation = Evaluation::These(Arc::new(weights.clone()));
    let agent = AlphaBetaConfig { budget: Budget::Nodes(plan.nodes), evaluation, ..AlphaBetaConfig::default() };
    let samples: Vec<Sample> = (0..plan.pairs)
        .into_par_iter()
        .flat_map_iter(|number| {
            let (rules, seed) = (&plan.rules, plan.stream("calibration", number));
            SelfPlay { rules, agent: &agent, opening: OPENINGS[0], number, seed }.samples()
        })
        .collect();
    let constant = number_of(CONSTANT);
    let mut seen = Observations::new(2);
    for sample in &samples {
        seen.add(&[f64::from(sample.value) / 1000.0, f64::from(sample.features[constant])], sample.result, 1.0);
    }
    match logistic(&seen, RIDGE).as_deref() {
        Some(&[stone, side]) if stone > 0.0 => {
            let [mut own, mut other] = [*weights.own(), *weights.other()];
            let more = (1000.0 * side / stone).round() as i32;
            own[constant] += more;
            other[constant] += more;
            Weights::new(own, other, (1000.0 / stone).round())
        }
        _ => weights.clone(),
    }
}

impl TunePlan {
    fn stream(&self, what: &str, number: u64) -> u64 {
        game_seed(self.seed, fnv1a(format!("tune {what} {}", self.game).as_bytes()), number)
    }

    /// Plays a pair of games; returns by how many points the first weights won.
    fn play(&self, number: u64, points: [Point; 2]) -> f64 {
        let turn = |length: usize, every: u64| (number / every % length as u64) as usize;
        let half_budgets = BUDGETS[turn(BUDGETS.len(), OPENINGS.len() as u64)];
        let agents = points.map(|point| {
            AgentSpec::AlphaBeta(AlphaBetaConfig {
                budget: Budget::Nodes((self.nodes.saturating_mul(half_budgets) / 2).max(1)),
                evaluation: Evaluation::These(Arc::new(point.weights(&self.rules))),
                ..AlphaBetaConfig::default()
            })
        });
        let openings: Vec<u64> = (0..20).map(|attempt| self.stream("opening", 20 * number + attempt)).collect();
        let pair = Pair {
            rules: &self.rules,
            agents: &agents,
            opening: OPENINGS[turn(OPENINGS.len(), 1)].into(),
            opening_seeds: &openings,
            seeds: [0, 1].map(|game| self.stream("game", 2 * number + game)),
        };
        let Some(played) = pair.play(&()).expect("no external player takes part") else { return 0.0 };
        let first = [Side::White, Side::Black];
        let points = played.games.iter().zip(first).map(|(game, side)| match game.winning_player() {
            Some(winner) if winner == side => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        });
        points.sum()
    }
}
