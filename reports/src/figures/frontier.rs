//! The frontier of a tournament: how strong each agent is beside how fast it plays, with a field for each game.

use petteia_tables::AgentSpeed;

use super::axis::Axis;
use super::chart::{heading, titled};
use super::legend::{self, Legend, Sign};
use super::picture::{Align, Area, Picture, Point, Words};
use super::theme::{self, LABEL, SMALL, Weight, mm};
use crate::contest::AgentRating;

/// Fields beside each other, and below each other on one page.
const COLUMNS: usize = 2;
const ROWS: usize = 4;

const HEIGHT: f64 = mm(36.0);
const ABOVE: f64 = mm(7.0);
const BELOW: f64 = mm(9.5);
const AXIS_WIDTH: f64 = mm(11.0);
const GAP: f64 = mm(5.0);

/// An agent in a field.
struct Mark<'a> {
    /// Which of all agents it is.
    agent: usize,
    rating: &'a AgentRating,
    games_per_second: f64,
}

/// Pages of fields; none where no speed is known.
pub(crate) fn draw(ratings: &[AgentRating], speeds: &[AgentSpeed]) -> Vec<Picture> {
    let mut agents: Vec<&str> = Vec::new();
    let mut fields: Vec<(&str, Vec<Mark>)> = Vec::new();
    // In the order of the file, so that budgets of one agent stand together in the legend.
    for speed in speeds {
        let is_of = |rating: &&AgentRating| rating.variant == speed.variant && rating.agent == speed.agent;
        let Some(rating) = ratings.iter().find(is_of) else { continue };
        let agent = agents.iter().position(|&known| known == speed.agent).unwrap_or_else(|| {
            agents.push(&speed.agent);
            agents.len() - 1
        });
        let mark = Mark { agent, rating, games_per_second: speed.games_per_second() };
        match fields.iter_mut().find(|(variant, _)| *variant == speed.variant) {
            Some((_, marks)) => marks.push(mark),
            None => fields.push((&speed.variant, vec![mark])),
        }
    }
    let pages = fields.chunks(COLUMNS * ROWS);
    let count = pages.len();
    pages.enumerate().map(|(index, fields)| page(fields, &agents, index, count)).collect()
}

fn page(fields: &[(&str, Vec<Mark>)], agents: &[&str], index: usize, count: usize) -> Picture {
    let words = Words {
        title: titled("Strength against speed", index, count),
        note: "Elo points, with mean 0 on each game, and games per second and core of the agent against itself. Bars: 95 % \
               intervals. Line: no agent is both faster and stronger than those on it."
            .to_owned(),
        caption: "Strength against speed. Each field shows the agents of a tournament on one game: Elo points by the model of \
                  Bradley and Terry with draws (Davidson 1970), with mean 0 on each game, and the speed of the agent against \
                  itself in games per second and core, on a logarithmic axis. Bars: 95 % intervals from the information \
                  matrix. The line joins the agents that no other agent beats in both. Speeds are of the machine that \
                  played; their ratios carry over."
            .to_owned(),
    };
    let legend = Legend {
        heading: "Agent".to_owned(),
        entries: agents.iter().enumerate().map(|(index, agent)| (Sign::Marker(index), (*agent).to_owned())).collect(),
    };
    let head = |picture: &mut Picture| {
        let y = heading(picture, &words.title, &[&words.note]);
        legend::draw(picture, &legend, y + mm(0.8))
    };
    let top = head(&mut Picture::sized(theme::WIDTH, 0.0));
    let each = ABOVE + HEIGHT + BELOW;
    let rows = fields.len().div_ceil(COLUMNS);
    let mut picture = Picture::figure(theme::WIDTH, top + each * rows as f64, words.clone());
    head(&mut picture);
    let room = picture.width - 2.0 * theme::MARGIN + GAP;
    let width = room / COLUMNS as f64;
    for (index, (variant, marks)) in fields.iter().enumerate() {
        let left = theme::MARGIN + (index % COLUMNS) as f64 * width + AXIS_WIDTH;
        let right = left + width - AXIS_WIDTH - GAP;
        let top = top + each * index.div_euclid(COLUMNS) as f64 + ABOVE;
        let area = Area { left, top, right, bottom: top + HEIGHT };
        Field::of(marks, area).draw(&mut picture, variant, marks);
    }
    picture
}

/// Speed across, strength upwards.
struct Field {
    area: Area,
    speed: Axis,
    elo: Axis,
}

impl Field {
    fn of(marks: &[Mark], area: Area) -> Self {
        let least = |of: &dyn Fn(&Mark) -> f64| marks.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: &dyn Fn(&Mark) -> f64| marks.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (slow, fast) = (least(&|mark| mark.games_per_second), most(&|mark| mark.games_per_second));
        Field {
            area,
            speed: Axis::logarithmic("Games per second and core", slow / 1.3, fast * 1.3),
            elo: Axis::signed("Elo", least(&|mark| mark.rating.elo.low), most(&|mark| mark.rating.elo.high)),
        }
    }

    fn at(&self, speed: f64, elo: f64) -> Point {
        let x = self.area.left + self.speed.place(speed) * self.area.width();
        (x, self.area.bottom - self.elo.place(elo) * self.area.height())
    }

    fn draw(&self, picture: &mut Picture, variant: &str, marks: &[Mark]) {
        self.frame(picture, variant);
        let frontier: Vec<Point> =
            frontier(marks).into_iter().map(|mark| self.at(mark.games_per_second, mark.rating.elo.value)).collect();
        picture.line(&frontier, theme::THIN, theme::QUIET);
        for mark in marks {
            let (speed, elo) = (mark.games_per_second, mark.rating.elo);
            let colour = legend::colour_of(mark.agent);
            picture.line(&[self.at(speed, elo.low), self.at(speed, elo.high)], theme::STRONG, colour);
            legend::marker(picture, mark.agent, self.at(speed, elo.value));
        }
    }

    fn frame(&self, picture: &mut Picture, variant: &str) {
        let Area { left, right, top, bottom } = self.area;
        for (value, text) in &self.elo.ticks {
            let y = self.area.bottom - self.elo.place(*value) * self.area.height();
            picture.line(&[(left, y), (right, y)], theme::HAIRLINE, theme::GRID);
            picture.text(text, (left - mm(1.2), y + 0.35 * SMALL), Align::Right, SMALL);
        }
        for (value, text) in &self.speed.ticks {
            let x = left + self.speed.place(*value) * self.area.width();
            picture.line(&[(x, top), (x, bottom)], theme::HAIRLINE, theme::GRID);
            picture.text(text, (x, bottom + mm(3.2)), Align::Centre, SMALL);
        }
        picture.line(&[(left, bottom), (right, bottom)], theme::THIN, theme::INK);
        let below = (f64::midpoint(left, right), bottom + mm(6.8));
        picture.text(&self.speed.label, below, Align::Centre, SMALL);
        let above = (left - AXIS_WIDTH, top - mm(2.4));
        let heading = format!("{variant}: {}", self.elo.label);
        picture.styled(&heading, above, Align::Left, LABEL, Weight::Medium, theme::INK);
    }
}

/// The agents that no other beats in both speed and strength, the fastest first.
fn frontier<'a, 'b>(marks: &'b [Mark<'a>]) -> Vec<&'b Mark<'a>> {
    let mut by_speed: Vec<&Mark> = marks.iter().collect();
    by_speed.sort_by(|a, b| b.games_per_second.total_cmp(&a.games_per_second));
    let mut strongest = f64::NEG_INFINITY;
    by_speed.retain(|mark| {
        let is_on_it = mark.rating.elo.value > strongest;
        strongest = strongest.max(mark.rating.elo.value);
        is_on_it
    });
    by_speed
}

#[cfg(test)]
mod tests {
    use petteia_statistics::Estimate;

    use super::*;

    fn rating(agent: &str, value: f64) -> AgentRating {
        AgentRating {
            variant: "city-8".to_owned(),
            agent: agent.to_owned(),
            elo: Estimate { value, low: value - 20.0, high: value + 20.0, n: 10 },
            games: 10,
            points: 5.0,
            draw_rate: None,
        }
    }

    #[test]
    fn who_is_slower_and_weaker_is_not_on_the_frontier() {
        let ratings = [rating("slow", 50.0), rating("worse", 40.0), rating("fast", -90.0)];
        let mark = |agent: usize, games_per_second| Mark { agent, rating: &ratings[agent], games_per_second };
        let marks = [mark(0, 5.0), mark(1, 3.0), mark(2, 800.0)];
        let on_it: Vec<usize> = frontier(&marks).into_iter().map(|mark| mark.agent).collect();
        assert_eq!(on_it, [2, 0]);
    }

    #[test]
    fn there_is_no_figure_without_speeds() {
        assert!(draw(&[rating("a", 0.0)], &[]).is_empty());
        let speed =
            AgentSpeed { variant: "city-8".to_owned(), agent: "a".to_owned(), games: 10, plies: 200, seconds: 4.0 };
        assert_eq!(draw(&[rating("a", 0.0)], &[speed]).len(), 1);
    }
}
