//! The dot plot of a tournament: ratings with 95 % intervals or bounds, by variant.

use petteia_statistics::{Estimate, Rating};

use super::axis::Axis;
use super::chart::{Chart, Panel, Row};
use super::estimates::dot;
use super::legend::{self, ARROW};
use super::picture::{Picture, Words};
use super::study::{Study, spread};
use crate::contest::{AgentRating, BOUNDS, MEAN, SCALE};
use crate::labels;
use crate::number_format::rating_text;

/// The rating of each agent on each variant.
pub(crate) fn draw(ratings: &[AgentRating]) -> Vec<Picture> {
    let variants = labels::variants(ratings.iter().map(|rating| &rating.variant));
    let agents = labels::agents(ratings.iter().map(|rating| &rating.agent));
    let words = Words {
        title: "Ratings".to_owned(),
        note: format!("{SCALE} {MEAN} Bars: 95 % intervals. {BOUNDS}"),
        caption: caption(ratings),
    };
    let panel = Panel::of(axis("Rating (Elo points)", ratings.iter().map(|rating| rating.rating)), Some(0.0));
    let numbers = ratings.iter().map(|rating| rating_text(rating.rating)).collect();
    let chart = Chart { numbers: Some(("Elo [95 %]", numbers)), ..Chart::of(words, vec![panel]) };
    chart.draw(&Study::of_rows(variants, agents, "Agent"), |picture, row| mark(picture, row, ratings[row.cell].rating))
}

/// The axis of ratings: all intervals, and bounds up to 400 points beyond; further bounds are at its ends.
pub(crate) fn axis(label: &str, ratings: impl Iterator<Item = Rating> + Clone) -> Axis {
    const BEYOND: f64 = 400.0;
    let finite = || ratings.clone().filter_map(Rating::finite);
    let low = finite().map(|Estimate { low, .. }| low).fold(0.0, f64::min);
    let high = finite().map(|Estimate { high, .. }| high).fold(0.0, f64::max);
    let bounds = || ratings.clone().filter_map(|rating| rating.at_most().or(rating.at_least()));
    let further = bounds().map(|bound| bound.clamp(low - BEYOND, high + BEYOND));
    let (low, high) = further.fold((low, high), |(low, high), bound| (low.min(bound), high.max(bound)));
    Axis::whole(label, low, high)
}

/// Draws a rating, and returns it as text.
fn mark(picture: &mut Picture, row: &Row, rating: Rating) -> String {
    let mut arrow = |bound, towards| {
        let (x, y) = row.field.at(bound, 0.5);
        let inside = x.clamp(row.field.area.left + ARROW, row.field.area.right - ARROW);
        legend::bounded(picture, row.pairing, (inside, y), (towards, 0.0));
    };
    match rating {
        Rating::Finite(elo) => return dot(picture, row, elo),
        Rating::AtMost(bound) => arrow(bound, -1.0),
        Rating::AtLeast(bound) => arrow(bound, 1.0),
        Rating::Unknown => return String::new(),
    }
    rating_text(rating)
}

fn caption(ratings: &[AgentRating]) -> String {
    format!(
        "Ratings of the agents of a tournament, from their games against all others on the variant ({}), in the model of \
         Bradley and Terry (1952) by maximum likelihood. {SCALE} {MEAN} Ratings of different variants cannot be compared. \
         Bars: 95 % intervals, robust errors over pairs of games (Liang and Zeger 1986). {BOUNDS}",
        spread(ratings.iter().map(|rating| rating.games), "per agent")
    )
}
