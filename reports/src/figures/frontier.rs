//! The frontier of a tournament: the strength of each agent against its speed, with a field for each game.

use petteia_tables::{AgentKey, AgentSpeed, VariantKey};

use super::axis::Axis;
use super::fields::{Field, pages};
use super::legend::{self, ARROW, Legend};
use super::picture::{Align, Area, Picture, Point, Words};
use super::ratings::axis;
use super::theme::{self, SMALL, Weight, mm, text_width};
use crate::contest::{AgentRating, BOUNDS, MEAN, SCALE};
use crate::labels;
use crate::number_format::rating_text;

struct Mark<'a> {
    /// Which of all agents it is.
    agent: usize,
    rating: &'a AgentRating,
    games_per_second: f64,
}

/// Pages of fields; none without speeds.
pub(crate) fn draw(ratings: &[AgentRating], speeds: &[AgentSpeed]) -> Vec<Picture> {
    let mut agents: Vec<&AgentKey> = Vec::new();
    let mut fields: Vec<(&VariantKey, Vec<Mark>)> = Vec::new();
    // In the order of the file, so that budgets of one agent stand together in the legend.
    for speed in speeds {
        let is_of = |rating: &&AgentRating| rating.variant == speed.variant && rating.agent == speed.agent;
        let Some(rating) = ratings.iter().find(is_of) else { continue };
        let agent = agents.iter().position(|&known| *known == speed.agent).unwrap_or_else(|| {
            agents.push(&speed.agent);
            agents.len() - 1
        });
        let mark = Mark { agent, rating, games_per_second: speed.speed.games_per_second() };
        match fields.iter_mut().find(|(variant, _)| **variant == speed.variant) {
            Some((_, marks)) => marks.push(mark),
            None => fields.push((&speed.variant, vec![mark])),
        }
    }
    let words = Words {
        title: "Strength against speed".to_owned(),
        note: format!(
            "Elo points against games per second and core in self-play. {SCALE} {MEAN} Bars: 95 % intervals. Arrows: {BOUNDS} \
             Line: agents with finite ratings than which no other of them is both faster and stronger."
        ),
        caption: format!(
            "Strength against speed. Each field shows the agents of a tournament on one game: Elo points by the model of \
             Bradley and Terry (1952), and the speed of self-play in games per second and core, on a logarithmic axis. \
             {SCALE} {MEAN} Bars: 95 % intervals, robust errors over pairs of games (Liang and Zeger 1986). Arrows: {BOUNDS} \
             The line joins the agents with finite ratings than which no other of them is both faster and stronger. Speeds \
             depend on the machine; their ratios carry over."
        ),
    };
    let legend = Legend::of_markers("Agent", labels::agents(agents.iter().copied()).labels.into_iter());
    pages(&words, Some(&legend), &fields, |picture, area, (variant, marks)| {
        let field = field(variant, marks, area);
        field.frame(picture);
        let on_it = frontier(marks).into_iter();
        let frontier = on_it.map(|(mark, elo)| (mark.games_per_second, elo)).collect();
        field.line(picture, frontier, theme::THIN, theme::QUIET);
        let mut taken: Vec<Area> = Vec::new();
        for mark in marks {
            if let Some(elo) = mark.rating.rating.finite() {
                field.estimates(picture, mark.agent, &[(mark.games_per_second, elo)]);
                let ends = [elo.low, elo.high].map(|elo| field.at(mark.games_per_second, elo));
                taken.push(around(ends[0], ends[1]));
            }
        }
        bounds(picture, &field, marks, &mut taken);
    })
}

/// The room of a marker and its bar.
fn around(lowest: Point, highest: Point) -> Area {
    const MARKER: f64 = mm(1.3);
    Area { left: lowest.0 - MARKER, right: lowest.0 + MARKER, top: highest.1 - MARKER, bottom: lowest.1 + MARKER }
}

/// Draws the bounds as arrows, each with its value where no other mark is in the way; `taken` is the room of the others.
fn bounds(picture: &mut Picture, field: &Field, marks: &[Mark], taken: &mut Vec<Area>) {
    let mut arrows = Vec::new();
    for mark in marks {
        let rating = mark.rating.rating;
        let Some((bound, down)) = rating.at_most().map(|of| (of, 1.0)).or(rating.at_least().map(|of| (of, -1.0)))
        else {
            continue;
        };
        let (x, y) = field.at(mark.games_per_second, bound);
        let y = y.clamp(field.area.top + ARROW, field.area.bottom - ARROW);
        legend::bounded(picture, mark.agent, (x, y), (0.0, down));
        let ends = [y, y + down * ARROW];
        taken.push(around((x, ends[0].max(ends[1])), (x, ends[0].min(ends[1]))));
        arrows.push((x, y, rating_text(rating)));
    }
    for (x, y, text) in arrows {
        let width = text_width(&text, SMALL, Weight::Regular);
        let at = |left: f64, down: f64| {
            let baseline = y + 0.35 * SMALL + down;
            Area { left, right: left + width, top: baseline - 0.75 * SMALL, bottom: baseline + 0.22 * SMALL }
        };
        let sides = [x + mm(1.8), x - mm(1.8) - width];
        let rows = [0.0, mm(2.4), -mm(2.4), -mm(4.8), mm(4.8)];
        let free = rows.iter().flat_map(|&down| sides.map(|left| at(left, down))).find(|area| {
            let Area { left, right, top, bottom } = field.area;
            let inside = area.left >= left && area.right <= right && area.top >= top && area.bottom <= bottom;
            inside && !taken.iter().any(|other| other.overlaps(*area))
        });
        if let Some(area) = free {
            picture.text(&text, (area.left, area.bottom - 0.22 * SMALL), Align::Left, SMALL);
            taken.push(area);
        }
    }
}

/// Speed across, strength upwards.
fn field(variant: &VariantKey, marks: &[Mark], area: Area) -> Field {
    let least = |of: &dyn Fn(&Mark) -> f64| marks.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: &dyn Fn(&Mark) -> f64| marks.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (slow, fast) = (least(&|mark| mark.games_per_second), most(&|mark| mark.games_per_second));
    Field {
        area,
        across: Axis::logarithmic("Games per second and core", slow / 1.3, fast * 1.3),
        up: axis(&format!("{}: Elo", variant.display_name()), marks.iter().map(|mark| mark.rating.rating)),
    }
}

/// The agents with finite ratings than which no other of them is both faster and stronger, with these ratings, the fastest
/// first.
fn frontier<'a, 'b>(marks: &'b [Mark<'a>]) -> Vec<(&'b Mark<'a>, f64)> {
    let rated = marks.iter().filter_map(|mark| Some((mark, mark.rating.rating.finite()?.value)));
    let mut by_speed: Vec<(&Mark, f64)> = rated.collect();
    by_speed.sort_by(|(a, _), (b, _)| b.games_per_second.total_cmp(&a.games_per_second));
    let mut strongest = f64::NEG_INFINITY;
    by_speed.retain(|&(_, elo)| {
        let is_on_it = elo > strongest;
        strongest = strongest.max(elo);
        is_on_it
    });
    by_speed
}

#[cfg(test)]
mod tests {
    use petteia_statistics::{Estimate, Rating};
    use petteia_tables::Speed;
    use petteia_tables::searches::Searches;

    use super::*;
    use crate::fixtures;

    fn rated(agent: &str, rating: Rating) -> AgentRating {
        AgentRating {
            variant: fixtures::variant("city-8"),
            agent: fixtures::agent(agent),
            rating,
            games: 10,
            points: 5.0,
            draw_rate: None,
            reference: None,
            neighbour: None,
            searches: Searches::default(),
        }
    }

    fn rating(agent: &str, value: f64) -> AgentRating {
        rated(agent, Rating::Finite(Estimate { value, low: value - 20.0, high: value + 20.0, n: 10 }))
    }

    fn mark(agent: usize, rating: &AgentRating, games_per_second: f64) -> Mark<'_> {
        Mark { agent, rating, games_per_second }
    }

    fn speed(agent: &str, seconds: f64) -> AgentSpeed {
        let speed = Speed { games: 10, plies: 200, seconds };
        AgentSpeed { variant: fixtures::variant("city-8"), agent: fixtures::agent(agent), speed }
    }

    #[test]
    fn who_is_slower_and_weaker_is_not_on_the_frontier() {
        let ratings = [rating("slow", 50.0), rating("worse", 40.0), rating("fast", -90.0)];
        let marks = [mark(0, &ratings[0], 5.0), mark(1, &ratings[1], 3.0), mark(2, &ratings[2], 800.0)];
        let on_it: Vec<usize> = frontier(&marks).into_iter().map(|(mark, _)| mark.agent).collect();
        assert_eq!(on_it, [2, 0]);
    }

    #[test]
    fn who_lost_everything_is_an_arrow_at_the_edge_and_does_not_stretch_the_axis() {
        let ratings = [rating("a", 90.0), rating("b", -90.0), rated("random", Rating::AtMost(-4658.0))];
        let marks = [mark(0, &ratings[0], 5.0), mark(1, &ratings[1], 9.0), mark(2, &ratings[2], 800.0)];
        let area = Area { left: 0.0, top: 0.0, right: 700.0, bottom: 400.0 };
        let ticks = field(&ratings[0].variant, &marks, area).up.ticks;
        assert!(ticks[0].0 >= -600.0 && ticks[ticks.len() - 1].0 <= 200.0, "{ticks:?}");
        assert_eq!(frontier(&marks).len(), 2, "a bound is no place on the frontier");
        let speeds = [speed("a", 2.0), speed("b", 1.0), speed("random", 0.1)];
        let pages = draw(&ratings, &speeds);
        let texts: Vec<&str> = pages[0]
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                super::super::picture::Shape::Text(text) => Some(text.text.as_str()),
                _ => None,
            })
            .collect();
        assert!(texts.contains(&"≤ −4658"), "{texts:?}");
    }

    #[test]
    fn there_is_no_figure_without_speeds() {
        assert!(draw(&[rating("a", 0.0)], &[]).is_empty());
        assert_eq!(draw(&[rating("a", 0.0)], &[speed("a", 4.0)]).len(), 1);
    }
}
