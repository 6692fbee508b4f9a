//! How the board empties: the share of the pieces that are left, by ply.

use std::collections::BTreeMap;

use petteia_statistics::GameMetrics;

use super::axis::Axis;
use super::curves::{self, Curve, Kind};
use super::picture::Picture;
use super::study::Study;

/// The curves of all cells of which games were sampled; nothing when there are none.
pub(crate) fn draw(study: &Study, samples: &BTreeMap<u32, Vec<GameMetrics>>) -> Vec<Picture> {
    let games = |index: usize| samples.get(&study.cells[index].cell).map_or(&[][..], Vec::as_slice);
    let sizes: Vec<usize> = (0..study.cells.len()).map(|index| games(index).len()).filter(|&size| size > 0).collect();
    let (Some(least), Some(most)) = (sizes.iter().min(), sizes.iter().max()) else { return Vec::new() };
    let number = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let longest = (0..study.cells.len()).flat_map(games).map(|game| game.plies).max().unwrap_or(1);
    let kind = Kind {
        title: "How the board empties",
        note: "Mean share of both sides’ pieces that are left by a ply, in a sample of games; a game that has ended keeps what \
               it had. Mark: half are left, or the end.",
        caption: format!(
            "How the board empties: pieces of both sides that are left by a ply, those in hand among them, as a share of \
             those at the start. Mean over the first {number} games of each cell, of which one that has ended counts with \
             the pieces it ended with. The mark is where half of the pieces are left, or at the end of a curve that stays \
             above. A mean without an interval; cells whose games cannot be played again are left out."
        ),
        plies: Axis::lengths("Ply", 0.0, longest.into(), false),
        share: Axis::percent("Pieces left (%)", 100.0),
        of: &|index| (!games(index).is_empty()).then(|| mean_curve(games(index))),
    };
    curves::draw(study, &kind)
}

/// The mean of the games' shares; each keeps its last one when it has ended.
pub(crate) fn mean_curve(games: &[GameMetrics]) -> Curve {
    // By how much the sum of all shares falls at each ply.
    let mut falls: BTreeMap<u32, f64> = BTreeMap::new();
    for game in games {
        let Some(&(_, start)) = game.pieces.first() else { continue };
        for pair in game.pieces.windows(2) {
            *falls.entry(pair[1].0).or_default() +=
                (f64::from(pair[0].1) - f64::from(pair[1].1)) / f64::from(start.max(1));
        }
    }
    let mut share = 1.0;
    let fall = |(ply, fall): (u32, f64)| {
        share -= fall / games.len() as f64;
        (ply, share)
    };
    Curve { steps: falls.into_iter().map(fall).collect(), end: games.iter().map(|game| game.plies).max().unwrap_or(0) }
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
        assert!((first - (0.8 + 0.75) / 2.0).abs() < 1e-12 && (second - (0.8 + 0.25) / 2.0).abs() < 1e-12);
    }
}
