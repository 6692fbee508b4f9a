//! The dot plot of a tournament: ratings with 95 % intervals, by variant.

use super::axis::Axis;
use super::chart::{Chart, Panel};
use super::estimates::dot;
use super::picture::Picture;
use super::study::{Group, Study};
use super::theme::mm;
use crate::contest::AgentRating;
use crate::labels;
use crate::terminal::elo_with_interval;

/// The rating of each agent on each variant.
pub(crate) fn draw(ratings: &[AgentRating]) -> Vec<Picture> {
    let study = study(ratings);
    let low = ratings.iter().map(|rating| rating.elo.low).fold(0.0, f64::min);
    let high = ratings.iter().map(|rating| rating.elo.high).fold(0.0, f64::max);
    let chart = Chart {
        title: "Ratings",
        note: "Elo points by the Bradley–Terry model with draws, with mean 0 on each variant: 400 points are odds of \
               ten to one that a decided game is won. Bars: 95 % intervals.",
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

/// The ratings as rows grouped by variant; each agent keeps its mark in all groups.
fn study(ratings: &[AgentRating]) -> Study<'static> {
    let variants: Vec<&str> = ratings.iter().map(|rating| rating.variant.as_str()).collect();
    let short = labels::variants(&variants);
    let mut groups: Vec<Group> = Vec::new();
    let mut agents: Vec<String> = Vec::new();
    let mut agent_of = Vec::new();
    for (index, rating) in ratings.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if index > 0 && variants[index - 1] == rating.variant => group.cells.push(index),
            _ => groups.push(Group { label: short.labels[index].clone(), cells: vec![index] }),
        }
        let known = agents.iter().position(|agent| *agent == rating.agent);
        agent_of.push(known.unwrap_or(agents.len()));
        if known.is_none() {
            agents.push(rating.agent.clone());
        }
    }
    Study { cells: &[], common: short.common, groups, pairings: agents, pairing_heading: "Agent", pairing_of: agent_of }
}
