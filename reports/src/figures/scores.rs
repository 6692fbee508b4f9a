//! A score against a number, with intervals and a reference level: for handicaps and for doublings.

use petteia_statistics::Estimate;
use petteia_tables::depths::{Doubling, Doublings, STEP};
use petteia_tables::fair::Handicap;

use super::axis::Axis;
use super::chart::{Texts, heading, ticks};
use super::fields::levels;
use super::picture::{Align, Area, Picture, Point, Words};
use super::theme::{self, LABEL, SMALL, Weight, mm};
use crate::numbers::grouped;

const HEIGHT: f64 = mm(62.0);
const ABOVE: f64 = mm(6.5);
const BELOW: f64 = mm(11.0);
const AXIS_WIDTH: f64 = mm(12.0);

/// A field with one score for each number.
struct Field<'a> {
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
    let field = Field {
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
        across: Axis::whole("Stones that White starts without (negative: Black)", low, high),
        upwards: "White's score (%)",
        level: (50.0, "even"),
        points,
        found,
    };
    vec![field.draw()]
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
    let agent = played.doublings.first().map_or("", |doubling| doubling.agent.display_name());
    let label = "Smaller budget (positions or playouts per decision)";
    let mut across = Axis::logarithmic(label, low / 1.2, high * 1.2);
    across.ticks = points.iter().map(|&(budget, _)| (budget, grouped(budget))).collect();
    let field = Field {
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
    vec![field.draw()]
}

/// The least and the greatest number.
fn ends(points: &[(f64, Estimate)]) -> (f64, f64) {
    let numbers = || points.iter().map(|&(number, _)| number);
    (numbers().reduce(f64::min).unwrap_or(1.0), numbers().reduce(f64::max).unwrap_or(1.0))
}

impl Field<'_> {
    fn draw(self) -> Picture {
        let mut picture = Picture::figure(theme::WIDTH, self.words.clone());
        let top = heading(&mut picture, "") + ABOVE;
        picture.height = top + HEIGHT + BELOW;
        let (left, right) = (theme::MARGIN + AXIS_WIDTH, theme::WIDTH - theme::MARGIN - mm(3.0));
        let area = Area { left, top, right, bottom: top + HEIGHT };
        let percent = Axis::percent(self.upwards, 100.0);
        let at = |number: f64, score: f64| -> Point {
            let x = area.left + (0.04 + 0.92 * self.across.place(number)) * area.width();
            (x, area.bottom - percent.place(100.0 * score) * area.height())
        };
        if let Some(found) = self.found {
            let ((left, _), (right, _)) = (at(found.low, 0.0), at(found.high, 0.0));
            picture.rectangle(Area { left, right, ..area }, theme::BAND);
            picture.line(&[at(found.value, 0.0), at(found.value, 1.0)], theme::THIN, theme::QUIET);
        }
        self.frame(&mut picture, area, &percent, &at);
        let (level, name) = self.level;
        let (_, y) = at(0.0, level / 100.0);
        picture.line(&[(area.left, y), (area.right, y)], theme::THIN, theme::INK);
        let side = (area.right, y - mm(1.0));
        picture.styled(name, side, Align::Right, SMALL, Weight::Regular, theme::QUIET);
        picture.line(&self.curve(&at), theme::THIN, theme::QUIET);
        for &(number, score) in &self.points {
            picture.line(&[at(number, score.low), at(number, score.high)], theme::STRONG, theme::OKABE_ITO[0]);
            picture.disc(at(number, score.value), mm(0.95), theme::OKABE_ITO[0]);
        }
        picture
    }

    /// The scores joined: straight on the logit scale where a number is looked for.
    fn curve(&self, at: &impl Fn(f64, f64) -> Point) -> Vec<Point> {
        const STEPS: u32 = 24;
        let logit = |score: f64| (score / (1.0 - score)).ln();
        let pairs = self.points.windows(2).flat_map(|pair| {
            let [(from, first), (to, second)] =
                [pair[0], pair[1]].map(|(number, score)| (number, logit(score.value.clamp(1e-3, 0.999))));
            (0..=STEPS).map(move |step| {
                let share = f64::from(step) / f64::from(STEPS);
                (from + share * (to - from), 1.0 / (1.0 + (-(first + share * (second - first))).exp()))
            })
        });
        match self.found {
            Some(_) => pairs.map(|(number, score)| at(number, score)).collect(),
            None => self.points.iter().map(|&(number, score)| at(number, score.value)).collect(),
        }
    }

    fn frame(&self, picture: &mut Picture, area: Area, percent: &Axis, at: &impl Fn(f64, f64) -> Point) {
        let Area { left, right, top, bottom } = area;
        levels(picture, area, percent);
        let texts = Texts { baseline: bottom + mm(3.8), gap: mm(1.5) };
        ticks(
            picture,
            &self.across,
            |value| at(value, 0.0).0,
            texts,
            |picture, x| {
                picture.line(&[(x, bottom), (x, bottom + mm(1.0))], theme::THIN, theme::INK);
            },
        );
        picture.line(&[(left, bottom), (right, bottom)], theme::THIN, theme::INK);
        picture.text(&self.across.label, (f64::midpoint(left, right), bottom + mm(8.2)), Align::Centre, SMALL);
        let above = (theme::MARGIN, top - mm(2.4));
        picture.styled(&percent.label, above, Align::Left, LABEL, Weight::Medium, theme::INK);
    }
}

#[cfg(test)]
mod tests {
    use petteia_tables::Outcomes;

    use super::*;
    use crate::made_up::{agent, variant};

    #[test]
    fn a_crossing_is_shaded_and_an_unknown_one_is_not() {
        let picture = |results: &[(i32, u64, u64)]| {
            let outcomes =
                |white, black| Outcomes { white_on_board: white, black_on_board: black, ..Outcomes::default() };
            let scores = results.iter().map(|&(stones, white, black)| (stones, outcomes(white, black))).collect();
            let one = Handicap { variant: variant("city-8"), agent: agent("greedy"), opening: 4, scores };
            handicap(&one, "Nothing.").remove(0)
        };
        let is_shaded = |picture: &Picture| {
            picture.shapes.iter().any(|shape| matches!(shape, super::super::picture::Shape::Rectangle { .. }))
        };
        assert!(is_shaded(&picture(&[(0, 70, 30), (1, 20, 80)])));
        assert!(!is_shaded(&picture(&[(0, 50, 50), (1, 51, 49)])));
    }
}
