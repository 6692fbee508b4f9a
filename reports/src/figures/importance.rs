//! The share of the variation between the variants of a factorial that each rule explains: a row for each rule, a field for
//! each quantity, a mark for each pairing of agents.

use super::axis::Axis;
use super::chart::Panel;
use super::estimates::{dot, dot_plot};
use super::picture::{Picture, Words};
use super::study::{Study, spread};
use super::theme;
use super::title::fitting;
use crate::importance::{Division, Varying};
use crate::labels::{self, Pairing, ShortLabels, distinct, pairing};

/// The quantities above the fields, in the order of [`Varying::ALL`].
const HEADINGS: [&str; 3] = ["Draws", "White’s score", "Length"];

/// The figure of all divisions, with the rules in their order for the draws of the `leading` agents; none without divisions.
pub(crate) fn draw(divisions: &[Division], leading: Option<Pairing>) -> Vec<Picture> {
    let of_leading = divisions.iter().filter(|division| Some(division.agents()) == leading);
    let Some(first) = divisions.first() else { return Vec::new() };
    let order = of_leading.clone().map(Division::order).find(|order| !order.is_empty());
    let order = order.unwrap_or_else(|| (0..first.factors.len()).collect());
    let agents = distinct(divisions.iter().map(Division::agents));
    let rows: Vec<(usize, Pairing)> =
        order.iter().flat_map(|&factor| agents.iter().map(move |&agents| (factor, agents))).collect();
    let short = labels::pairings(&rows.iter().map(|(_, agents)| *agents).collect::<Vec<_>>());
    let named = ShortLabels::of(rows.iter().map(|&(factor, _)| first.factors[factor].as_str()));
    let two_agents = agents.iter().any(|(white, black)| white != black);
    let of_agents = |agents: Pairing| divisions.iter().find(|division| division.agents() == agents);
    let games = rows.iter().map(|&(_, agents)| of_agents(agents).map_or(0, |division| division.found.variance.n));
    let study =
        Study::of_rows(named, short, labels::pairing_heading(two_agents)).with_sizes(&games.collect::<Vec<_>>());
    let shares = divisions.iter().flat_map(|division| &division.found.shares);
    let highest = shares.map(|share| share.shapley.high).fold(0.0, f64::max);
    let axis = Axis::percent("% of the variation", 100.0 * highest);
    let panel = |heading| Panel { heading: Some(heading), ..Panel::of(axis.clone(), None) };
    let words = words(first, divisions, &study, of_leading.clone());
    dot_plot(&study, words, HEADINGS.map(panel).into(), None).draw(&study, |picture, row| {
        let (factor, agents) = rows[row.cell];
        let is_meant = |division: &&Division| division.agents() == agents && division.of == Varying::ALL[row.panel];
        let share = divisions.iter().find(is_meant).and_then(|division| division.found.shares.get(factor));
        share.map_or_else(String::new, |share| dot(picture, row, share.shapley.rescaled(100.0, 0.0)))
    })
}

fn words<'a>(
    first: &Division,
    divisions: &[Division],
    study: &Study,
    of_leading: impl Iterator<Item = &'a Division>,
) -> Words {
    let games = spread(divisions.iter().map(|division| division.found.variance.n), "per pairing of agents");
    let agents = study.agents_in_caption("");
    Words {
        title: title(of_leading),
        note: "Shapley effects: shares of the variance between variants, without sampling noise; they sum to 100 %. Bars: 95 % \
               intervals. No mark: no significant variation."
            .to_owned(),
        caption: format!(
            "Importance of the rules in a factorial of {} variants, {agents}; {games}. Shown are Shapley effects (Owen \
             2014; Song, Nelson and Staum 2016): the variance of the share of draws, of White’s score and of the mean length \
             between variants, each equally likely, divided among the rules, interactions included. The expected sampling \
             noise is subtracted, so the estimate for a rule that explains nothing may be slightly below 0 and is drawn there. \
             Bars: 95 % intervals of one share each, by parametric bootstrap and Fieller (1954). There is no mark if the \
             variance between variants does not differ significantly from 0. A share measures how much a rule matters \
             among these rules and levels, not the direction of its effect.",
            first.variants
        ),
    }
}

/// The rules that lead significantly, with their quantities.
fn title<'a>(of_leading: impl Iterator<Item = &'a Division>) -> String {
    let neutral = "Importance of the rules";
    let lead = |division: &'a Division| {
        let factor = division.leader()?;
        let share = 100.0 * division.found.shares[factor].shapley.value;
        let heading = HEADINGS[Varying::ALL.iter().position(|of| *of == division.of)?];
        let quantity = if heading.starts_with("White") { heading.to_owned() } else { heading.to_lowercase() };
        Some((division, format!("{} for {quantity} ({share:.0} %)", division.factors[factor])))
    };
    let leads: Vec<(&Division, String)> = of_leading.filter_map(lead).collect();
    let Some((division, _)) = leads.first() else { return neutral.to_owned() };
    let texts: Vec<&str> = leads.iter().map(|(_, text)| text.as_str()).collect();
    let finding = format!("Most important: {}", texts.join(", "));
    fitting([format!("{finding}; {}", pairing(division.agents())), finding], neutral, theme::WIDTH)
}
