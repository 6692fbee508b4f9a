//! The frontier of a tournament: the strength of each agent against its speed, with a field for each game.

use petteia_tables::{AgentKey, AgentSpeed, VariantKey};

use super::axis::Axis;
use super::fields::{Field, pages};
use super::legend::{Legend, Sign};
use super::picture::{Area, Picture, Point, Words};
use super::theme;
use crate::contest::AgentRating;

/// An agent in a field.
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
        let mark = Mark { agent, rating, games_per_second: speed.games_per_second() };
        match fields.iter_mut().find(|(variant, _)| **variant == speed.variant) {
            Some((_, marks)) => marks.push(mark),
            None => fields.push((&speed.variant, vec![mark])),
        }
    }
    let words = Words {
        title: "Strength against speed".to_owned(),
        note: "Elo points with mean 0 in each game, against games per second and core in self-play. Bars: 95 % intervals. Line: \
               agents than which no other agent is both faster and stronger."
            .to_owned(),
        caption: "Strength against speed. Each field shows the agents of a tournament on one game: Elo points by the model of \
                  Bradley and Terry with draws (Davidson 1970), with mean 0 in each game, and the speed of self-play in games \
                  per second and core, on a logarithmic axis. Bars: 95 % intervals from the information matrix. The line \
                  joins the agents than which no other agent is both faster and stronger. Speeds depend on the machine; \
                  their ratios carry over."
            .to_owned(),
    };
    let named = agents.iter().enumerate();
    let legend = Legend {
        heading: "Agent".to_owned(),
        entries: named.map(|(index, agent)| (Sign::Marker(index), agent.display_name().to_owned())).collect(),
    };
    pages(&words, Some(&legend), &fields, |picture, area, (variant, marks)| {
        let field = field(marks, area);
        field.frame(picture, &format!("{}: Elo", variant.display_name()));
        let on_it = frontier(marks).into_iter();
        let frontier: Vec<Point> = on_it.map(|mark| field.at(mark.games_per_second, mark.rating.elo.value)).collect();
        picture.line(&frontier, theme::THIN, theme::QUIET);
        for mark in marks {
            field.estimate(picture, mark.agent, mark.games_per_second, mark.rating.elo);
        }
    })
}

/// Speed across, strength upwards.
fn field(marks: &[Mark], area: Area) -> Field {
    let least = |of: &dyn Fn(&Mark) -> f64| marks.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: &dyn Fn(&Mark) -> f64| marks.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (slow, fast) = (least(&|mark| mark.games_per_second), most(&|mark| mark.games_per_second));
    Field {
        area,
        across: Axis::logarithmic("Games per second and core", slow / 1.3, fast * 1.3),
        up: Axis::signed("Elo", least(&|mark| mark.rating.elo.low), most(&|mark| mark.rating.elo.high)),
    }
}

/// The agents than which no other is both faster and stronger, the fastest first.
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
    use petteia_tables::searches::Searches;

    use super::*;
    use crate::made_up;

    fn rating(agent: &str, value: f64) -> AgentRating {
        AgentRating {
            variant: made_up::variant("city-8"),
            agent: made_up::agent(agent),
            elo: Estimate { value, low: value - 20.0, high: value + 20.0, n: 10 },
            games: 10,
            points: 5.0,
            draw_rate: None,
            searches: Searches::default(),
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
        let speed = AgentSpeed {
            variant: made_up::variant("city-8"),
            agent: made_up::agent("a"),
            games: 10,
            plies: 200,
            seconds: 4.0,
        };
        assert_eq!(draw(&[rating("a", 0.0)], &[speed]).len(), 1);
    }
}
