//! The dot plot of endgame tests: the share of decisions with which an agent keeps the value of a position, by ending.

use petteia_statistics::Estimate;
use petteia_tables::exams::EndgameScore;

use super::axis::Axis;
use super::chart::{Chart, Panel};
use super::estimates::dot;
use super::picture::{Picture, Words};
use super::study::{Study, spread};
use crate::labels::{self, ShortLabels};
use crate::number_format::percent_with_interval;

/// The share of each agent's critical decisions that keep the value, in each ending; none if no agent plays itself.
pub(crate) fn draw(marks: &[EndgameScore]) -> Vec<Picture> {
    let marks: Vec<EndgameScore> = marks.iter().filter(|mark| mark.opponent.is_none()).cloned().collect();
    if marks.is_empty() {
        return Vec::new();
    }
    let marks = marks.as_slice();
    let kept: Vec<Option<Estimate>> = marks.iter().map(EndgameScore::kept).collect();
    let low = kept.iter().flatten().map(|share| share.low).fold(1.0, f64::min);
    let words = Words {
        title: "Decisions that keep the value of an ending".to_owned(),
        note: "Share of the critical decisions, those with a legal alternative that loses half a point or more by the endgame \
               tables. The agent plays both sides. Bars: 95 % Wilson intervals."
            .to_owned(),
        caption: caption(marks),
    };
    let panel = Panel::of(Axis::percent_from("Kept (% of critical decisions)", 100.0 * low), None);
    let numbers = kept.iter().map(|&share| percent_with_interval(share)).collect();
    let chart = Chart { numbers: Some(("Kept % [95 %]", numbers)), ..Chart::of(words, vec![panel]) };
    chart.draw(&study(marks), |picture, row| {
        kept[row.cell].map_or_else(String::new, |share| dot(picture, row, share.rescaled(100.0, 0.0)))
    })
}

fn caption(marks: &[EndgameScore]) -> String {
    format!(
        "Decisions that keep the value of an ending. Each agent plays both sides of endings from random placements with White \
         to move ({}); endgame tables give the value of each position with best play. A decision counts if some legal \
         alternative loses half a point or a whole one, among the first 200 decisions of a game. Bars: 95 % intervals of \
         Wilson (1927); they treat decisions as independent, although those of one game are not.",
        spread(marks.iter().map(|mark| mark.games), "per agent and ending")
    )
}

/// The marks as rows grouped by ending; each agent keeps its sign in all groups.
fn study(marks: &[EndgameScore]) -> Study<'static> {
    let ShortLabels { common, labels } = labels::variants(marks.iter().map(|mark| &mark.variant));
    let groups = labels.into_iter().zip(marks).map(|(variant, mark)| {
        if variant.is_empty() { mark.ending.clone() } else { format!("{variant} {}", mark.ending) }
    });
    let rows = ShortLabels { common, labels: groups.collect() };
    Study::of_rows(rows, labels::agents(marks.iter().map(|mark| &mark.agent)), "Agent")
}
