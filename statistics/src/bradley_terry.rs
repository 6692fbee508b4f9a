//! Ratings of players from all their games together, including draws.

use nalgebra::{DMatrix, DVector};

use super::{Estimate, Z};

/// The games between two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    /// The numbers of the two players.
    pub players: [usize; 2],
    /// The number of wins of each player.
    pub wins: [u64; 2],
    /// The number of draws.
    pub draws: u64,
}

/// Elo points per factor of e in strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The number of virtual games of each player against an average opponent: one third each won, lost and drawn.
const VIRTUAL: f64 = 1.0;

/// Returns the ratings of players 0 to `players - 1`: maximum likelihood estimates in the Bradley–Terry model with
/// draws, on the Elo scale, with mean 0. `n` is the number of each player's games.
///
/// With strengths a and b, a win, a loss and a draw have probabilities proportional to a : b : ν√(ab), with the same ν
/// for all pairs. Hence 400 points are odds of ten to one of winning a *decided* game; if many games are drawn, mean
/// scores differ less than these odds suggest. Standard errors come from the inverse information matrix, for ratings
/// minus their mean; games are treated as independent.
///
/// In addition, each player has one virtual game against an average opponent, of which one third each is won, drawn and
/// lost. It keeps ratings finite if a player wins all games or all games are drawn, and has little weight compared with
/// ten real games.
///
/// R. R. Davidson (1970), "On extending the Bradley–Terry model to accommodate ties in paired comparison experiments",
/// *Journal of the American Statistical Association* 65, 317–328.
///
/// # Panics
/// A meeting refers to a player that does not exist.
///
/// ```
/// use petteia_statistics::{Meeting, bradley_terry};
/// let ratings = bradley_terry(2, &[Meeting { players: [0, 1], wins: [20, 0], draws: 0 }]);
/// assert!(ratings[0].low > 0.0 && ratings[0].high.is_finite());
/// assert!((ratings[0].value + ratings[1].value).abs() < 1e-9);
/// ```
#[must_use]
pub fn bradley_terry(players: usize, meetings: &[Meeting]) -> Vec<Estimate> {
    if players == 0 {
        return Vec::new();
    }
    let fit = Fit::new(players, meetings, VIRTUAL);
    let information = fit.slope(&fit.parameters).1;
    let covariance = information.try_inverse().expect("virtual games make every strength known");
    let mean = fit.parameters[..players].iter().sum::<f64>() / players as f64;
    let strengths = covariance.view((0, 0), (players, players));
    let with_mean = strengths.column_mean();
    let of_mean = with_mean.mean();
    let estimate = |player: usize| {
        let value = ELO * (fit.parameters[player] - mean);
        let half = Z * ELO * (strengths[(player, player)] - 2.0 * with_mean[player] + of_mean).max(0.0).sqrt();
        let own = meetings.iter().filter(|meeting| meeting.players.contains(&player));
        let n = own.map(|meeting| meeting.wins[0] + meeting.wins[1] + meeting.draws).sum();
        Estimate { value, low: value - half, high: value + half, n }
    };
    (0..players).map(estimate).collect()
}

/// Real or virtual games between two players; `None` is the average player, whose strength is 1.
struct Games {
    players: [Option<usize>; 2],
    /// Games won by the first player, won by the second, and drawn.
    results: [f64; 3],
}

/// The multiples of the logarithms of both strengths and of ν in the logarithm of each result's likelihood.
const FEATURES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 1.0]];

/// The maximum likelihood parameters: the logarithms of the strengths, followed by that of ν.
struct Fit {
    games: Vec<Games>,
    parameters: Vec<f64>,
}

impl Fit {
    /// Fits the model by Newton's method. The log-likelihood is concave, so steps that are halved until they improve it
    /// lead to its only maximum.
    fn new(players: usize, meetings: &[Meeting], virtual_games: f64) -> Self {
        let real = meetings.iter().map(|meeting| Games {
            players: meeting.players.map(Some),
            results: [meeting.wins[0], meeting.wins[1], meeting.draws].map(|count| count as f64),
        });
        let imagined =
            (0..players).map(|player| Games { players: [Some(player), None], results: [virtual_games / 3.0; 3] });
        let mut fit = Self { games: real.chain(imagined).collect(), parameters: vec![0.0; players + 1] };
        for _ in 0..100 {
            let Some(step) = fit.step() else { break };
            let moved = |length: f64| -> Vec<f64> {
                fit.parameters.iter().zip(&step).map(|(parameter, part)| parameter + length * part).collect()
            };
            let present = fit.log_likelihood(&fit.parameters);
            let lengths = (0..40).map(|halvings| 0.5_f64.powi(halvings));
            let better = lengths.map(moved).find(|parameters| fit.log_likelihood(parameters) > present);
            match better {
                Some(parameters) => fit.parameters = parameters,
                None => break,
            }
        }
        fit
    }

    /// Returns the Newton step, or `None` if the information is lost to rounding.
    fn step(&self) -> Option<Vec<f64>> {
        let (gradient, information) = self.slope(&self.parameters);
        Some((information.try_inverse()? * gradient).as_slice().to_vec())
    }

    fn log_likelihood(&self, parameters: &[f64]) -> f64 {
        let of = |games: &Games| -> f64 {
            let shares = games.probabilities(parameters);
            games.results.iter().zip(shares).filter(|(count, _)| **count > 0.0).map(|(count, p)| count * p.ln()).sum()
        };
        self.games.iter().map(of).sum()
    }

    /// Returns the gradient of the log-likelihood, and the information matrix (its negative second derivatives).
    fn slope(&self, parameters: &[f64]) -> (DVector<f64>, DMatrix<f64>) {
        let size = parameters.len();
        let (mut gradient, mut information) = (DVector::zeros(size), DMatrix::zeros(size, size));
        for games in &self.games {
            let n: f64 = games.results.iter().sum();
            let shares = games.probabilities(parameters);
            let expected = |i: usize| (0..3).map(|result| shares[result] * FEATURES[result][i]).sum::<f64>();
            let places = games.places(size - 1);
            for (i, row) in places.iter().enumerate().filter_map(|(i, place)| Some((i, (*place)?))) {
                let observed: f64 = (0..3).map(|result| games.results[result] * FEATURES[result][i]).sum();
                gradient[row] += observed - n * expected(i);
                for (j, column) in places.iter().enumerate().filter_map(|(j, place)| Some((j, (*place)?))) {
                    let product: f64 = (0..3).map(|r| shares[r] * FEATURES[r][i] * FEATURES[r][j]).sum();
                    information[(row, column)] += n * (product - expected(i) * expected(j));
                }
            }
        }
        (gradient, information)
    }
}

impl Games {
    /// Returns the parameters to which the features belong.
    fn places(&self, draw: usize) -> [Option<usize>; 3] {
        [self.players[0], self.players[1], Some(draw)]
    }

    /// Returns the probabilities of the three results.
    fn probabilities(&self, parameters: &[f64]) -> [f64; 3] {
        let values = self.places(parameters.len() - 1).map(|place| place.map_or(0.0, |place| parameters[place]));
        let weights = FEATURES.map(|features| features.iter().zip(values).map(|(a, b)| a * b).sum::<f64>());
        let largest = weights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let odds = weights.map(|weight| (weight - largest).exp());
        odds.map(|part| part / odds.iter().sum::<f64>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A weight of virtual games so small that they only fix the mean.
    const HARDLY: f64 = 1e-7;

    /// Davidson's example: preferences among six brands of chocolate pudding. The estimates come from his iteration in
    /// an independent program; to four digits they agree with those published in the vignette of the R package
    /// PlackettLuce.
    #[test]
    fn davidsons_puddings_have_the_published_strengths() {
        let counts = [
            ([0, 1], [19, 22], 16),
            ([0, 2], [16, 19], 12),
            ([1, 2], [19, 19], 10),
            ([0, 3], [18, 23], 13),
            ([1, 3], [23, 19], 9),
            ([2, 3], [19, 20], 15),
            ([0, 4], [13, 19], 18),
            ([1, 4], [16, 20], 12),
            ([2, 4], [16, 15], 17),
            ([3, 4], [17, 14], 16),
            ([0, 5], [18, 21], 12),
            ([1, 5], [22, 20], 12),
            ([2, 5], [13, 18], 10),
            ([3, 5], [14, 19], 18),
            ([4, 5], [11, 21], 12),
        ];
        let meetings = counts.map(|(players, wins, draws)| Meeting { players, wins, draws });
        let fit = Fit::new(6, &meetings, HARDLY);
        let strengths: Vec<f64> = fit.parameters[..6].iter().map(|parameter| parameter.exp()).collect();
        let sum: f64 = strengths.iter().sum();
        let known = [0.138_803_375, 0.173_001_500, 0.161_747_434, 0.165_372_958, 0.158_685_395, 0.202_389_338];
        for (found, expected) in strengths.iter().zip(known) {
            assert!((found / sum - expected).abs() < 1e-7, "{}, expected {expected}", found / sum);
        }
        assert!((fit.parameters[6].exp() - 0.746_822_988).abs() < 1e-7);
    }

    /// For two players with w and l wins, the difference is ln(w / l) with variance 1/w + 1/l, and ν is d / √(wl).
    #[test]
    fn two_players_have_the_odds_of_their_decided_games() {
        let meeting = Meeting { players: [0, 1], wins: [40, 10], draws: 30 };
        let fit = Fit::new(2, &[meeting], HARDLY);
        assert!((fit.parameters[0] - fit.parameters[1] - 4_f64.ln()).abs() < 1e-6);
        assert!((fit.parameters[2].exp() - 1.5).abs() < 1e-6);
        let information = fit.slope(&fit.parameters).1;
        let covariance = information.try_inverse().expect("virtual games make every strength known");
        let variance = covariance[(0, 0)] + covariance[(1, 1)] - 2.0 * covariance[(0, 1)];
        assert!((variance / (1.0 / 40.0 + 1.0 / 10.0) - 1.0).abs() < 1e-5, "{variance}");
    }
}
