//! A score against a number, with intervals and a reference level: for handicaps and for doublings.

use petteia_statistics::Estimate;
use petteia_tables::depths::{Doubling, Doublings, STEP};
use petteia_tables::fair::Handicap;
use plotters::element::Rectangle;
use plotters::style::Color;

use super::axis::Axis;
use super::fields::{BELOW, Field, only};
use super::pages::heading;
use super::picture::{Align, Picture, Words};
use super::theme::{self, SMALL, Weight, mm};
use crate::labels::player;

const HEIGHT: f64 = mm(62.0);

/// A field with one score for each number.
struct Scores<'a> {
    words: Words,
    across: Axis,
    /// The name of the score, above the panel.
    upwards: &'a str,
    /// The reference level, in percent, and its name.
    level: (f64, &'a str),
    points: Vec<(f64, Estimate)>,
    /// The estimated number, with its interval.
    found: Option<Estimate>,
}

/// White's score at each handicap, and where it is one half; `sentence` says so.
pub(crate) fn handicap(handicap: &Handicap, sentence: &str) -> Vec<Picture> {
    let points: Vec<(f64, Estimate)> =
        handicap.scores.iter().filter_map(|(stones, outcomes)| Some((f64::from(*stones), outcomes.score()?))).collect();
    let (low, high) = ends(&points);
    let found = handicap.even().filter(|even| even.low.is_finite() && even.high.is_finite());
    let games: u64 = handicap.scores.iter().map(|(_, outcomes)| outcomes.games()).sum();
    let scores = Scores {
        words: Words {
            title: format!("{}: {}", handicap.variant.display_name(), sentence.trim_end_matches('.')),
            note: "White's score in self-play with a handicap. Bars: 95 % intervals. Line: linear on the logit scale. Shaded: the 95 % \
                   interval of the even handicap."
                .to_owned(),
            caption: format!(
                "White's score in {} with a handicap, the agent {} playing both sides ({games} games, each after {} random \
                 decisions). Bars: 95 % intervals of Tango (1998) for the mean score. The line joins the scores on the logit \
                 scale; it crosses 50 % at the even handicap. The shaded range, the 95 % interval, contains every handicap at \
                 which the interpolated score does not differ significantly from 50 %.",
                handicap.variant.display_name(),
                handicap.agent.display_name(),
                handicap.opening
            ),
        },
        across: Axis::whole("Stones that White starts without (negative: Black)", low, high).with_room(),
        upwards: "White's score (%)",
        level: (50.0, "even"),
        points,
        found,
    };
    vec![scores.draw()]
}

/// Returns the budget that is doubled.
pub(crate) fn budget(doubling: &Doubling) -> u64 {
    doubling.agent.budget.unwrap_or(0)
}

/// The score of each doubling of a budget; `sentence` says what they amount to.
pub(crate) fn depth(played: &Doublings, sentence: &str) -> Vec<Picture> {
    let points: Vec<(f64, Estimate)> = played
        .doublings
        .iter()
        .filter_map(|doubling| Some((budget(doubling) as f64, doubling.tally.score()?)))
        .collect();
    let (low, high) = ends(&points);
    let games: u64 = played.doublings.iter().map(|doubling| doubling.tally.games()).sum();
    let agent = played.doublings.first().map_or_else(String::new, |doubling| player(&doubling.agent));
    let label = "Smaller budget (positions or playouts per decision)";
    let across = Axis::logarithmic(label, low / 1.2, high * 1.2).with_ticks(points.iter().map(|point| point.0));
    let scores = Scores {
        words: Words {
            title: format!("{}: {}", played.variant.display_name(), sentence.trim_end_matches('.')),
            note: format!(
                "Score of twice the budget against the budget, from {agent} on, in pairs of games. Bars: 95 % intervals."
            ),
            caption: format!(
                "The gain of doubling the budget in {}, from {agent} on ({games} games in pairs from openings of {} random decisions, \
                 with colours exchanged). Bars: 95 % intervals of Student's t over pairs; unfinished games score ½. The line \
                 at 60 % is the threshold of a step; the depth of a game is its number of consecutive steps.",
                played.variant.display_name(),
                played.opening
            ),
        },
        across,
        upwards: "Score of the doubled budget (%)",
        level: (100.0 * STEP, "a step"),
        points,
        found: None,
    };
    vec![scores.draw()]
}

/// The least and the greatest number.
fn ends(points: &[(f64, Estimate)]) -> (f64, f64) {
    let numbers = || points.iter().map(|&(number, _)| number);
    (numbers().reduce(f64::min).unwrap_or(1.0), numbers().reduce(f64::max).unwrap_or(1.0))
}

impl Scores<'_> {
    fn draw(self) -> Picture {
        let mut picture = Picture::figure(theme::WIDTH, self.words);
        let field = Field {
            area: only(theme::WIDTH, heading(&mut picture, ""), HEIGHT),
            across: self.across,
            up: Axis::percent(self.upwards, 100.0),
        };
        picture.height = field.area.bottom + BELOW;
        if let Some(found) = self.found {
            let range = Rectangle::new([(found.low, 0.0), (found.high, 100.0)], theme::BAND.filled());
            field.plot(&mut picture, |plot| plot.draw_series([range]).map(|_| ()));
            field.line(&mut picture, vec![(found.value, 0.0), (found.value, 100.0)], theme::THIN, theme::QUIET);
        }
        field.frame(&mut picture);
        let (level, name) = self.level;
        field.level(&mut picture, level, theme::THIN, theme::INK);
        let side = (field.area.right, field.at(0.0, level).1 - mm(1.0));
        picture.styled(name, side, Align::Right, SMALL, Weight::Regular, theme::QUIET);
        let points: Vec<(f64, Estimate)> =
            self.points.iter().map(|&(number, score)| (number, score.rescaled(100.0, 0.0))).collect();
        let line = match self.found {
            Some(_) => on_logit_scale(&self.points),
            None => points.iter().map(|&(number, score)| (number, score.value)).collect(),
        };
        field.line(&mut picture, line, theme::THIN, theme::QUIET);
        field.estimates(&mut picture, 0, &points);
        picture
    }
}

/// The scores joined by lines that are straight on the logit scale, in percent.
fn on_logit_scale(points: &[(f64, Estimate)]) -> Vec<(f64, f64)> {
    const STEPS: u32 = 24;
    let logit = |score: f64| (score / (1.0 - score)).ln();
    let pairs = points.windows(2).flat_map(|pair| {
        let [(from, first), (to, second)] =
            [pair[0], pair[1]].map(|(number, score)| (number, logit(score.value.clamp(1e-3, 0.999))));
        (0..=STEPS).map(move |step| {
            let share = f64::from(step) / f64::from(STEPS);
            (from + share * (to - from), 100.0 / (1.0 + (-(first + share * (second - first))).exp()))
        })
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use petteia_tables::OutcomeCounts;

    use super::*;
    use crate::fixtures::{agent, variant};

    #[test]
    fn a_crossing_is_shaded_and_an_unknown_one_is_not() {
        let picture = |results: &[(i32, u64, u64)]| {
            let outcomes = |white, black| OutcomeCounts {
                white_on_board: white,
                black_on_board: black,
                ..OutcomeCounts::default()
            };
            let scores = results.iter().map(|&(stones, white, black)| (stones, outcomes(white, black))).collect();
            let cells = results.iter().map(|(stones, ..)| stones.to_string()).collect();
            let one = Handicap { variant: variant("city-8"), agent: agent("greedy"), opening: 4, cells, scores };
            handicap(&one, "Nothing.").remove(0)
        };
        let is_shaded = |picture: &Picture| {
            picture.shapes.iter().any(|shape| matches!(shape, super::super::picture::Shape::Rectangle { .. }))
        };
        assert!(is_shaded(&picture(&[(0, 70, 30), (1, 20, 80)])));
        assert!(!is_shaded(&picture(&[(0, 50, 50), (1, 51, 49)])));
    }
}
