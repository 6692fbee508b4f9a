//! The dot plot of a tournament: ratings with 95 % intervals, by variant.

use super::axis::Axis;
use super::chart::{Chart, Panel};
use super::estimates::dot;
use super::picture::{Picture, Words};
use super::study::{Study, spread};
use super::theme::{self, mm};
use crate::contest::AgentRating;
use crate::labels;
use crate::numbers::elo_with_interval;

/// The rating of each agent on each variant.
pub(crate) fn draw(ratings: &[AgentRating]) -> Vec<Picture> {
    let study = study(ratings);
    let low = ratings.iter().map(|rating| rating.elo.low).fold(0.0, f64::min);
    let high = ratings.iter().map(|rating| rating.elo.high).fold(0.0, f64::max);
    let chart = Chart {
        words: Words {
            title: "Ratings".to_owned(),
            note: "Elo points of the Bradley–Terry model with draws, with mean 0 on each variant: 400 points are odds of ten \
                   to one of winning a decided game. Bars: 95 % intervals."
                .to_owned(),
            caption: caption(ratings),
        },
        width: theme::WIDTH,
        legends: Vec::new(),
        panels: vec![Panel {
            heading: None,
            axis: Axis::signed("Rating (Elo points)", low, high),
            reference: Some(0.0),
        }],
        pitch: mm(3.8),
        name_agents: true,
        numbers: Some(("Elo [95 %]", ratings.iter().map(|rating| elo_with_interval(Some(rating.elo))).collect())),
    };
    chart.draw(&study, |picture, row| dot(picture, row, ratings[row.cell].elo))
}

fn caption(ratings: &[AgentRating]) -> String {
    let games = || ratings.iter().map(|rating| rating.games);
    format!(
        "Ratings of the agents of a tournament, from their games against all others on the variant ({}). Elo points of the \
         model of Bradley and Terry with draws (Davidson 1970), by maximum likelihood: 400 points are odds of ten to one of \
         winning a decided game. The agents have mean 0 on each variant, so ratings of different variants cannot be \
         compared. Bars: 95 % intervals from the information matrix; they treat games as independent, although the two \
         games of a pair share an opening.",
        spread(games().min().unwrap_or(0), games().max().unwrap_or(0), "per agent")
    )
}

/// The ratings as rows grouped by variant; each agent keeps its mark in all groups.
fn study(ratings: &[AgentRating]) -> Study<'static> {
    let short = labels::variants(ratings.iter().map(|rating| &rating.variant));
    let agents = labels::agents(ratings.iter().map(|rating| &rating.agent));
    let rows = short.labels.into_iter().zip(agents.labels).collect();
    Study { common_agents: agents.common, ..Study::of_rows(rows, short.common, "Agent") }
}
