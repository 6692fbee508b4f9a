//! How long games stay undecided: the share still in play, by ply.

use petteia_statistics::kaplan_meier;

use super::axis::Axis;
use super::curves::{self, Curve, Kind, Mark};
use super::lengths;
use super::picture::{Picture, Words};
use super::study::Study;

/// The curves of all cells.
pub(crate) fn draw(study: &Study) -> Vec<Picture> {
    let curve = |index: usize| {
        let cell = &study.cells[index];
        let steps = kaplan_meier(&cell.plies, &cell.unfinished_plies);
        Some(Curve { steps, band: Vec::new(), end: cell.plies.max().unwrap_or(0) })
    };
    let axis = lengths::axis(study);
    let kind = Kind {
        words: Words {
            title: "How long games stay undecided".to_owned(),
            note: "Share of games that have not ended by a ply (Kaplan–Meier; games stopped at the turn cap are censored). Marks only \
                   identify the curves."
                .to_owned(),
            caption: "How long games stay undecided: share of the games that have not ended by a ply, estimated by the \
                 method of Kaplan and Meier (1958), with games stopped at the turn cap as censored. Marks identify the curves; \
                 their height has no meaning. Before any game is stopped, a share of n games is within 100/√n percentage points of \
                 the truth with 95 % confidence, at any one ply."
                .to_owned(),
        },
        of_all_games: true,
        plies: &|_| axis.clone(),
        share: Axis::percent("Games still in play (%)", 100.0),
        mark: Mark::Spread,
        of: &curve,
    };
    curves::draw(study, &kind)
}
