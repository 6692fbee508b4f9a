//! How long games stay undecided: the share still in play, by ply.

use petteia_statistics::kaplan_meier;

use super::axis::Axis;
use super::curves::{self, Curve, Kind};
use super::lengths;
use super::picture::Picture;
use super::study::Study;

/// The curves of all cells.
pub(crate) fn draw(study: &Study) -> Vec<Picture> {
    let curve = |index: usize| {
        let cell = &study.cells[index];
        Some(Curve { steps: kaplan_meier(&cell.plies, &cell.unfinished_plies), end: cell.plies.max().unwrap_or(0) })
    };
    let kind = Kind {
        title: "How long games stay undecided",
        note: "Share of games that have not ended by a ply (Kaplan–Meier; stopped at the turn cap: censored). Mark: half \
               have ended, or the end of a curve.",
        caption: format!(
            "How long games stay undecided: share of the games that have neither been won nor drawn by a ply, estimated \
             after Kaplan and Meier (1958) with games stopped at the turn cap as censored. {} The mark is where half of the \
             games have ended, or at the end of a curve that stays above. Before any game is stopped, a share of n games is \
             within 100/√n percentage points of the truth with 95 % confidence, at any one ply.",
            study.caption()
        ),
        plies: lengths::axis(study),
        share: Axis::percent("Games still in play (%)", 100.0),
        of: &curve,
    };
    curves::draw(study, &kind)
}
