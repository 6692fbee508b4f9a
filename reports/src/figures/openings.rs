//! The dot plot of first decisions: White's score after each of them.

use petteia_tables::fair::FirstDecisions;

use super::axis::Axis;
use super::chart::{Chart, Panel};
use super::estimates::dot;
use super::picture::{Picture, Words};
use super::study::Study;
use crate::labels::ShortLabels;
use crate::number_format::percent_with_interval;

/// White's score after each first decision, the most even one first.
pub(crate) fn draw(first: &FirstDecisions) -> Vec<Picture> {
    let (compared, variant) = (first.compared(), first.variant.display_name());
    let agent = first.agent.display_name();
    let games: u64 = compared.iter().map(|(first, _)| first.outcomes.games()).sum();
    let furthest =
        compared.iter().map(|(_, compared)| compared.corrected.rescaled(100.0, -50.0).reach()).fold(0.0, f64::max);
    let words = Words {
        title: format!("White's score after each first decision: {variant}"),
        note: "White's score less 50 %, in percentage points. The agent plays both sides. Bars: 95 % intervals, corrected \
               for all decisions (Holm)."
            .to_owned(),
        caption: format!(
            "White's score after each of its first decisions in {}, less 50 %, in percentage points, the most even first. Of \
             {} opening decisions, the first is prescribed and the others are random; then {} plays both sides ({games} \
             games). Decisions that are equivalent by a symmetry of the board are played once. Bars: intervals of Tango \
             (1998), corrected by the method of Holm (1979): an interval excludes 0 if the decision significantly favours \
             a side.",
            variant, first.opening, agent
        ),
    };
    let panel = Panel::of(Axis::points("White's score less 50 % (percentage points)", furthest), Some(0.0));
    let numbers = compared.iter().map(|(_, compared)| percent_with_interval(Some(compared.corrected))).collect();
    let chart = Chart { numbers: Some(("Score % [95 %]", numbers)), ..Chart::of(words, vec![panel]) };
    let rows = ShortLabels::of(compared.iter().map(|(first, _)| first.decision.as_str()));
    let agents = ShortLabels::of(vec![agent; compared.len()]);
    chart.draw(&Study::of_rows(rows, agents, "Agent"), |picture, row| {
        dot(picture, row, compared[row.cell].1.corrected.rescaled(100.0, -50.0))
    })
}
