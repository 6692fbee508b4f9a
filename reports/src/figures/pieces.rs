//! How the board empties: the share of the pieces that are left, by ply.

use std::collections::BTreeMap;

use petteia_statistics::{GameMetrics, mean_interval};

use super::axis::Axis;
use super::curves::{self, Curve, Kind, Mark};
use super::picture::{Picture, Words};
use super::study::{Study, spread};

/// A mean of fewer games than this is not drawn.
const FEWEST: usize = 10;

/// The curves of all cells with enough sampled games; none without such cells.
pub(crate) fn draw(study: &Study, samples: &BTreeMap<u32, Vec<GameMetrics>>) -> Vec<Picture> {
    let games =
        |index: usize| samples.get(&study.cells[index].cell).map(Vec::as_slice).filter(|games| games.len() >= FEWEST);
    let sizes = || (0..study.cells.len()).filter_map(games).map(|games| games.len() as u64);
    if sizes().next().is_none() {
        return Vec::new();
    }
    let sample = spread(sizes(), "per cell");
    let kind = Kind {
        words: Words {
            title: "How the board empties".to_owned(),
            note: format!(
                "Mean share of both sides’ pieces that are left by a ply; games that have ended keep their last share. Bands: 95 % \
                 intervals for each ply. Sample: {sample}."
            ),
            caption: format!(
                "How the board empties: the pieces of both sides that are left by a ply, including those in hand, as a share of \
                 those at the start. Mean of {sample}, the first ones of each ({FEWEST} or more), where a game that has ended keeps its last share. Bands: 95 % \
                 intervals by Student’s t, for each ply separately. Cells with fewer games, and cells whose games cannot be played \
                 again, are left out."
            ),
        },
        of_all_games: false,
        plies: &|longest| Axis::lengths("Ply", 0.0, longest.into(), false),
        share: Axis::percent("Pieces left (%)", 100.0),
        mark: Mark::End,
        of: &|index| games(index).map(mean_curve),
    };
    curves::draw(study, &kind)
}

/// The mean of the games' shares with its intervals; each game keeps its last share when it has ended.
fn mean_curve(games: &[GameMetrics]) -> Curve {
    // By how much the share of each game falls at each ply.
    let mut falls: BTreeMap<u32, Vec<(usize, f64)>> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        let Some(&(_, start)) = game.pieces.first() else { continue };
        for pair in game.pieces.windows(2) {
            let fall = (f64::from(pair[0].1) - f64::from(pair[1].1)) / f64::from(start.max(1));
            falls.entry(pair[1].0).or_default().push((number, fall));
        }
    }
    let n = games.len() as f64;
    let mut shares = vec![1.0; games.len()];
    let (mut sum, mut squares) = (n, n);
    let (mut steps, mut band) = (Vec::new(), Vec::new());
    for (ply, falls) in falls {
        for (number, fall) in falls {
            let before: f64 = shares[number];
            shares[number] = before - fall;
            sum -= fall;
            squares += shares[number].powi(2) - before.powi(2);
        }
        let mean = sum / n;
        let variance = ((squares - sum * mean) / (n - 1.0)).max(0.0);
        steps.push((ply, mean));
        band.extend(mean_interval(games.len() as u64, mean, variance).map(|mean| mean.clamped(0.0, 1.0)));
    }
    Curve { steps, band, end: games.iter().map(|game| game.plies).max().unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_has_ended_keeps_its_pieces() {
        let game =
            |pieces: &[(u32, u32)], plies| GameMetrics { pieces: pieces.to_vec(), plies, ..GameMetrics::default() };
        let curve = mean_curve(&[game(&[(0, 10), (5, 8)], 9), game(&[(0, 20), (5, 15), (30, 5)], 31)]);
        assert_eq!(curve.end, 31);
        let [(5, first), (30, second)] = curve.steps[..] else { panic!("{:?}", curve.steps) };
        // Student's t of 0.8 and 0.75 is so wide that it is cut off.
        assert!((curve.band[0].high - 1.0).abs() < 1e-12 && curve.band[0].low < 0.6, "{:?}", curve.band);
        assert!((first - (0.8 + 0.75) / 2.0).abs() < 1e-12 && (second - (0.8 + 0.25) / 2.0).abs() < 1e-12);
    }
}
