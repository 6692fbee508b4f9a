//! Ratings of players from all their games together.

use super::cholesky::Cholesky;
use super::numeric::{bisect, logistic};
use super::{Estimate, Pentanomial, Z};

/// The games between two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    /// The numbers of the two players.
    pub players: [usize; 2],
    /// Their pairs of games, by the points of the first player.
    pub pairs: Pentanomial,
    /// How many of the pairs are independent: all, unless games repeat each other. A meeting counts as so many pairs.
    pub independent: u64,
}

impl Meeting {
    /// Returns the meeting of two players in independent pairs, by the points of the first player.
    #[must_use]
    pub fn new(players: [usize; 2], pairs: Pentanomial) -> Self {
        Meeting { players, pairs, independent: pairs.pairs() }
    }
}

/// The rating of a player in Elo points.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// The maximum likelihood estimate with its 95 % interval.
    Finite(Estimate),
    /// The player lost all games against players with finite ratings: the upper end of a one-sided 95 % interval.
    AtMost(f64),
    /// The player won all games against players with finite ratings: the lower end of a one-sided 95 % interval.
    AtLeast(f64),
    /// The player has no games against players with finite ratings.
    Unknown,
}

impl Rating {
    /// Returns the estimate, if it is finite.
    #[must_use]
    pub fn finite(self) -> Option<Estimate> {
        if let Self::Finite(estimate) = self { Some(estimate) } else { None }
    }

    /// Returns the bound from above, if there is no finite estimate.
    #[must_use]
    pub fn at_most(self) -> Option<f64> {
        if let Self::AtMost(bound) = self { Some(bound) } else { None }
    }

    /// Returns the bound from below, if there is no finite estimate.
    #[must_use]
    pub fn at_least(self) -> Option<f64> {
        if let Self::AtLeast(bound) = self { Some(bound) } else { None }
    }
}

/// Elo points per factor of e in strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The probability with which a one-sided bound misses the rating, at most.
const MISSED: f64 = 0.05;

/// Returns the ratings of players 0 to `players - 1` in the model of Bradley and Terry: with a rating that is `d` points
/// higher, the expected score is 1 / (1 + 10^(-d / 400)), where a draw scores ½. The scale is that of
/// [`elo_difference`](super::elo_difference): 400 points are ten to one in *points scored*, not in decided games.
///
/// Maximum likelihood estimates exist for players of whom each scored against another one, who scored against another
/// one, and so on to all of them (Ford 1957). Only the largest such group has finite ratings, whose mean is 0; of several
/// groups of that size, the one with most points per game. A player alone in the group has rating 0 by definition. All
/// others won or lost every game against the group, and have one-sided bounds instead: the rating at which such a result
/// in all *pairs* of games has a probability of 5 %. Against one opponent, it is the exact bound of Clopper and Pearson
/// (1934) for that pair's score. The ratings of the group are taken as known.
///
/// Errors are robust (Liang and Zeger 1986): they come from the deviations of the pairs from their expectation, because
/// the games of a pair share their opening and because draws make scores vary less. A share h = z² / (N + z²) of the N
/// pairs of the group may deviate although none did, as in [`score()`](super::score()): the variance is enlarged by
/// 2Nh² / z² of that of independent decided games.
///
/// R. A. Bradley and M. E. Terry (1952), "Rank analysis of incomplete block designs: I. The method of paired comparisons",
/// *Biometrika* 39, 324–345. L. R. Ford (1957), "Solution of a ranking problem from binary comparisons", *American
/// Mathematical Monthly* 64 (8), 28–33. C. J. Clopper and E. S. Pearson (1934), "The use of confidence or fiducial limits
/// illustrated in the case of the binomial", *Biometrika* 26, 404–413. K.-Y. Liang and S. L. Zeger (1986), "Longitudinal
/// data analysis using generalized linear models", *Biometrika* 73, 13–22.
///
/// # Panics
/// A meeting refers to a player that does not exist.
///
/// ```
/// use petteia_statistics::{Meeting, Pentanomial, Rating, bradley_terry};
/// let even = Meeting::new([0, 1], Pentanomial([2, 3, 10, 3, 2]));
/// let lost = |to| Meeting::new([2, to], Pentanomial([20, 0, 0, 0, 0]));
/// let ratings = bradley_terry(3, &[even, lost(0), lost(1)]);
/// assert!(ratings[0].finite().is_some_and(|rating| rating.value.abs() < 1e-9));
/// // 0.05 = (1 - s)^40, and the Elo difference of the score s.
/// assert!(matches!(ratings[2], Rating::AtMost(bound) if bound.round() == -444.0));
/// ```
#[must_use]
pub fn bradley_terry(players: usize, meetings: &[Meeting]) -> Vec<Rating> {
    if players == 0 {
        return Vec::new();
    }
    let group = group(players, meetings);
    let place = |player: usize| group.iter().position(|&member| member == player);
    let within = |meeting: &Meeting| {
        let [first, second] = meeting.players.map(place);
        Some(Games { players: [first?, second?], pairs: meeting.pairs, independent: meeting.independent as f64 })
    };
    let fit = Fit::new(group.len(), meetings.iter().filter_map(within).collect());
    let estimates = fit.estimates();
    let rating = |player: usize| match place(player) {
        Some(member) => Rating::Finite(estimates[member]),
        None => {
            let games = meetings.iter().filter_map(|meeting| {
                let own = meeting.players.iter().position(|&other| other == player)?;
                let strength = fit.strengths[place(meeting.players[1 - own])?];
                Some((strength, points(meeting)[own], meeting.independent as f64))
            });
            bound(&games.filter(|&(.., pairs)| pairs > 0.0).collect::<Vec<_>>())
        }
    };
    (0..players).map(rating).collect()
}

/// Returns the points of both players.
fn points(meeting: &Meeting) -> [f64; 2] {
    let games = 2.0 * meeting.pairs.pairs() as f64;
    let first = games * meeting.pairs.mean().unwrap_or(0.0);
    [first, games - first]
}

/// Returns the players with finite ratings: the largest group in which a chain of opponents, of whom each scored against
/// the next, leads from everyone to everyone.
fn group(players: usize, meetings: &[Meeting]) -> Vec<usize> {
    let mut leads = vec![vec![false; players]; players];
    let mut scores = vec![(0.0, 0.0); players];
    for meeting in meetings {
        let scored = points(meeting);
        for (own, &player) in meeting.players.iter().enumerate() {
            leads[player][meeting.players[1 - own]] |= scored[own] > 0.0;
            scores[player].0 += scored[own];
            scores[player].1 += scored.iter().sum::<f64>();
        }
    }
    for middle in 0..players {
        let further = leads[middle].clone();
        for from in leads.iter_mut().filter(|from| from[middle]) {
            from.iter_mut().zip(&further).for_each(|(to, &more)| *to |= more);
        }
    }
    let members = |player: usize| -> Vec<usize> {
        (0..players).filter(|&other| other == player || leads[player][other] && leads[other][player]).collect()
    };
    let score = |group: &Vec<usize>| {
        let [points, games] = [|of: (f64, f64)| of.0, |of: (f64, f64)| of.1]
            .map(|part| group.iter().map(|&member| part(scores[member])).sum::<f64>());
        if games > 0.0 { points / games } else { 0.0 }
    };
    let by_size = |a: &Vec<usize>, b: &Vec<usize>| a.len().cmp(&b.len()).then(score(a).total_cmp(&score(b)));
    (0..players).map(members).max_by(by_size).unwrap_or_default()
}

/// Returns the bound on the rating of a player who won or lost all games, from the strength of each opponent, the points
/// scored, and the number of pairs.
///
/// A pair has a score above 0 with at least the probability that is its expected score, so the bound holds for games of
/// one pair that depend on each other, and for draws.
fn bound(games: &[(f64, f64, f64)]) -> Rating {
    /// Beyond this distance from all opponents, scores are 0 or 1 in 64 bits.
    const FURTHEST: f64 = 40.0;
    if games.is_empty() {
        return Rating::Unknown;
    }
    let sign = if games.iter().any(|&(_, points, _)| points > 0.0) { -1.0 } else { 1.0 };
    let strengths = || games.iter().map(|&(strength, ..)| sign * strength);
    let low = strengths().fold(f64::INFINITY, f64::min) - FURTHEST;
    let high = strengths().fold(f64::NEG_INFINITY, f64::max) + FURTHEST;
    let log_of_all = |rating: f64| -> f64 {
        games.iter().map(|&(strength, _, pairs)| pairs * log_score(sign * strength - rating)).sum()
    };
    let bound = sign * ELO * bisect([low, high], 100, |rating| log_of_all(rating) > MISSED.ln())[0];
    if sign > 0.0 { Rating::AtMost(bound) } else { Rating::AtLeast(bound) }
}

/// Returns the logarithm of the expected score of a player who is stronger by `difference`, a logarithm of odds.
fn log_score(difference: f64) -> f64 {
    difference.min(0.0) - (-difference.abs()).exp().ln_1p()
}

/// The games between two members of the group.
struct Games {
    players: [usize; 2],
    pairs: Pentanomial,
    /// The pairs as which they count.
    independent: f64,
}

impl Games {
    fn difference(&self, strengths: &[f64]) -> f64 {
        strengths[self.players[0]] - strengths[self.players[1]]
    }

    /// Returns the number of independent games.
    fn count(&self) -> f64 {
        2.0 * self.independent
    }

    /// Returns the information of independent decided games on the difference of the strengths.
    fn information(&self, strengths: &[f64]) -> f64 {
        let score = logistic(self.difference(strengths));
        self.count() * score * (1.0 - score)
    }

    /// Returns the sum of the squared differences between the points of the independent pairs and their expectation.
    fn squares(&self, strengths: &[f64]) -> f64 {
        let (score, share) = (logistic(self.difference(strengths)), self.independent / self.pairs.pairs() as f64);
        let squares =
            self.pairs.0.iter().zip(Pentanomial::SCORES).map(|(&n, of)| n as f64 * (2.0 * (of - score)).powi(2));
        share * squares.sum::<f64>()
    }
}

/// The maximum likelihood strengths of a group: logarithms of odds, with mean 0.
struct Fit {
    games: Vec<Games>,
    strengths: Vec<f64>,
}

impl Fit {
    /// Fits the model by Newton's method. The log-likelihood is concave, so steps that are halved until they improve it
    /// lead to its only maximum.
    fn new(size: usize, games: Vec<Games>) -> Self {
        let games = games.into_iter().filter(|games| games.count() > 0.0).collect();
        let mut fit = Self { games, strengths: vec![0.0; size] };
        for _ in 0..100 {
            let step = fit.information().solve(&fit.gradient());
            let moved = |length: f64| -> Vec<f64> {
                fit.strengths.iter().zip(&step).map(|(strength, part)| strength + length * part).collect()
            };
            let present = fit.log_likelihood(&fit.strengths);
            let lengths = (0..40).map(|halvings| 0.5_f64.powi(halvings));
            match lengths.map(moved).find(|strengths| fit.log_likelihood(strengths) > present) {
                Some(strengths) => fit.strengths = strengths,
                None => break,
            }
        }
        fit
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let of = |games: &Games| {
            let (difference, score) = (games.difference(strengths), games.pairs.mean().unwrap_or(0.5));
            games.count() * (score * log_score(difference) + (1.0 - score) * log_score(-difference))
        };
        self.games.iter().map(of).sum()
    }

    fn gradient(&self) -> Vec<f64> {
        let mut gradient = vec![0.0; self.strengths.len()];
        for games in &self.games {
            let score = logistic(games.difference(&self.strengths));
            let more = games.count() * (games.pairs.mean().unwrap_or(score) - score);
            gradient[games.players[0]] += more;
            gradient[games.players[1]] -= more;
        }
        gradient
    }

    /// Returns the information on the strengths if all games were independent and decided, and if their mean were observed,
    /// too: games say nothing about it.
    fn information(&self) -> Cholesky {
        let size = self.strengths.len();
        let mut sum = vec![vec![1.0 / size as f64; size]; size];
        for games in &self.games {
            let (information, [a, b]) = (games.information(&self.strengths), games.players);
            sum[a][a] += information;
            sum[b][b] += information;
            sum[a][b] -= information;
            sum[b][a] -= information;
        }
        Cholesky::new(&sum).expect("games connect all members of the group")
    }

    /// Returns the ratings of the group with their intervals.
    fn estimates(&self) -> Vec<Estimate> {
        let covariance = self.information().inverse();
        let mean = 1.0 / self.strengths.len() as f64;
        let pairs: f64 = self.games.iter().map(|games| games.count() / 2.0).sum();
        let other = Z * Z / (pairs + Z * Z);
        let least = 2.0 * pairs * (other / Z).powi(2);
        let estimate = |(member, &strength): (usize, &f64)| {
            let own = &covariance[member];
            let part = |games: &Games| {
                let [a, b] = games.players;
                games.squares(&self.strengths) * (own[a] - own[b]).powi(2)
            };
            let variance = self.games.iter().map(part).sum::<f64>() + least * (own[member] - mean);
            let (value, half) = (ELO * strength, Z * ELO * variance.max(0.0).sqrt());
            let own = self.games.iter().filter(|games| games.players.contains(&member));
            let n = own.map(|games| 2 * games.pairs.pairs()).sum();
            Estimate { value, low: value - half, high: value + half, n }
        };
        self.strengths.iter().enumerate().map(estimate).collect()
    }
}
