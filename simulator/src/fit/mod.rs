//! The weights of the evaluation, fitted to games of self-play.
//!
//! In each round the search plays itself with the weights of the previous round; in the first only pieces count. A
//! logistic regression then estimates how the results depended on the features of positions in the games
//! ([`FEATURES`]). All games share the weights; each has its own scale, since in some games one stone decides and in
//! others it does not.
//!
//! The method is that of P. Österlund's chess program Texel (2014), which fitted weights to results by logistic
//! regression.

mod file;
mod tune;

use std::sync::Arc;

use petteia_players::Sample;
use petteia_players::agents::{AlphaBetaConfig, COUNT, Evaluation, FEATURES, Weights};
use petteia_statistics::{Observations, logistic};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::progress_style::progress_bar;
pub use file::FitPlan;
pub use tune::{TunePlan, tune};

/// Keeps the weights of rare features near 0.
const RIDGE: f64 = 1e-3;

/// How often weights and scales are fitted in turn; they converge long before.
const TURNS: usize = 30;

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// For each game the number of positions, and the number of stones that make a win e times as likely as a loss.
    pub games: Vec<FittedGame>,
}

/// The contribution of a game to a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedGame {
    /// The game with its switches.
    pub variant: String,
    /// The number of positions.
    pub positions: usize,
    /// The number of stones that make a win e times as likely as a loss; infinite if stones have no effect.
    pub stones: f64,
}

/// Why games of self-play give nothing to fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// A game has no positions.
    #[error("no position of `{0}` can be fitted; play more games with `each`, or give it a higher `turn_cap`")]
    NoPositions(String),
    /// Pieces have no effect, but weights are measured in stones.
    #[error(
        "in the games played, more pieces did not win more often, so a stone cannot be the unit of the weights; play more \
         games with `each`, or games that captures decide"
    )]
    StonesDecideNothing,
}

/// Plays and fits all rounds. The result is a function of the plan.
///
/// # Errors
/// A game has no positions, or pieces have no effect in any game.
pub fn fit(plan: &FitPlan, quiet: bool) -> Result<Fitted, FitError> {
    let mut weights = Weights::material();
    let mut fitted = None;
    for round in 0..plan.rounds {
        let evaluation = Evaluation::These(Arc::new(weights));
        let agent = AlphaBetaConfig { budget: plan.budget, evaluation, ..AlphaBetaConfig::default() };
        let samples = play_round(plan, round, &agent, quiet);
        if let Some(game) = samples.iter().position(Vec::is_empty) {
            return Err(FitError::NoPositions(plan.games[game].name.clone()));
        }
        let result = fit_round(plan, &samples).ok_or(FitError::StonesDecideNothing)?;
        weights = result.weights.clone();
        fitted = Some(result);
    }
    Ok(fitted.expect("a plan has at least one round"))
}

/// Returns the number of a feature among all.
fn number_of(name: &str) -> usize {
    FEATURES.iter().position(|feature| feature.name == name).expect("it is the name of a feature")
}

/// Returns the samples of a round, game by game.
fn play_round(plan: &FitPlan, round: u32, agent: &AlphaBetaConfig, quiet: bool) -> Vec<Vec<Sample>> {
    let bar = progress_bar(plan.each * plan.games.len() as u64, "games", quiet);
    bar.set_message(format!("round {} of {}", round + 1, plan.rounds));
    let play = |game: usize, k: u64| {
        let samples = plan.self_play(game, round, k, agent).samples();
        bar.inc(1);
        samples
    };
    let of_game = |game| (0..plan.each).into_par_iter().flat_map_iter(|k| play(game, k)).collect();
    let samples = (0..plan.games.len()).into_par_iter().map(of_game).collect();
    bar.finish_and_clear();
    samples
}

/// Fits the weights and the scales of the games in turn; `None` if pieces have no effect.
fn fit_round(plan: &FitPlan, samples: &[Vec<Sample>]) -> Option<Fitted> {
    let mut scales = vec![1.0; samples.len()];
    let mut weights = [0.0; COUNT];
    for _ in 0..TURNS {
        weights = fit_weights(samples, &scales)?;
        scales = samples.iter().map(|samples| fit_scale(samples, &weights)).collect();
    }
    let variants = plan.games.iter().zip(samples).zip(&scales);
    let games: Vec<FittedGame> = variants
        .map(|((game, samples), scale)| FittedGame {
            variant: game.name.clone(),
            positions: samples.len(),
            stones: 1.0 / scale,
        })
        .collect();
    let positive: Vec<f64> = scales.into_iter().filter(|&scale| scale > 0.0).collect();
    let mean = positive.iter().sum::<f64>() / positive.len().max(1) as f64;
    if mean <= 0.0 {
        return None;
    }
    let of = weights.map(|weight| (1000.0 * weight).round() as i32);
    Some(Fitted { weights: Weights::new(of, of, (1000.0 / mean).round()), games })
}

/// Returns the weights in stones, given the effect of a stone in each game; `None` if it has none. All games count
/// equally.
fn fit_weights(samples: &[Vec<Sample>], scales: &[f64]) -> Option<[f64; COUNT]> {
    let mut seen = Observations::new(COUNT);
    for (samples, scale) in samples.iter().zip(scales) {
        for sample in samples {
            let scaled = sample.features.map(|feature| scale * f64::from(feature));
            seen.add(&scaled, sample.result, 1e4 / samples.len() as f64);
        }
    }
    let fitted = logistic(&seen, RIDGE).expect("the ridge makes it unique");
    let piece = number_of("piece");
    (fitted[piece] > 0.0).then(|| std::array::from_fn(|feature| fitted[feature] / fitted[piece]))
}

/// Returns how much a stone adds to the log-odds of winning in a game; at least 0.
fn fit_scale(samples: &[Sample], weights: &[f64; COUNT]) -> f64 {
    let mut seen = Observations::new(1);
    for sample in samples {
        let worth: f64 =
            sample.features.iter().zip(weights).map(|(&feature, weight)| f64::from(feature) * weight).sum();
        seen.add(&[worth], sample.result, 1e4 / samples.len() as f64);
    }
    logistic(&seen, RIDGE).expect("the ridge makes it unique")[0].max(0.0)
}
