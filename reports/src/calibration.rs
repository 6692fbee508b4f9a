//! Calibration: how often the intervals of limits contain the truth, in endings whose value is known.

use petteia_statistics::limit::{Quantity, TIMES, Unknown, limit, sides};
use petteia_statistics::{Estimate, Results};
use petteia_tables::exams::EndgameScore;
use petteia_tables::{Builder, Frame, VariantKey};

use crate::frames::name_of;
use crate::labels::distinct;
use crate::ladder::AgentFamily;
use crate::strong_play::unequal;

/// A limit in an ending, and the true value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Case {
    pub(crate) variant: VariantKey,
    pub(crate) ending: String,
    pub(crate) agent: AgentFamily,
    pub(crate) quantity: Quantity,
    /// The fewest games of a budget.
    pub(crate) games: u64,
    /// The value with best play of the placements that were played.
    pub(crate) truth: f64,
    pub(crate) limit: Result<Estimate, Unknown>,
}

impl Case {
    /// Whether the interval contains the truth; `None` without an interval.
    pub(crate) fn holds(&self) -> Option<bool> {
        self.limit.ok().map(|limit| limit.low <= self.truth && self.truth <= limit.high)
    }

    /// Whether the truth is far from 0 and 1, where most players find it.
    fn is_middle(&self) -> bool {
        (0.2..=0.8).contains(&self.truth)
    }
}

/// The cases of some endgame tests: agents with games between unequal budgets, in each ending and quantity.
pub(crate) fn cases(marks: &[EndgameScore]) -> Vec<Case> {
    let is_stronger = |mark: &&EndgameScore| {
        mark.opponent.as_ref().is_some_and(|opponent| mark.agent.has_times_the_budget_of(opponent, TIMES))
    };
    let all: Vec<Ladder> = marks.iter().filter(is_stronger).filter_map(ladder).collect();
    distinct(all.iter()).into_iter().flat_map(|ladder| of_ladder(ladder, marks)).collect()
}

/// A variant, its ending and an agent without its budget.
type Ladder = (VariantKey, String, AgentFamily);

fn ladder(mark: &EndgameScore) -> Option<Ladder> {
    Some((mark.variant.clone(), mark.ending.clone(), AgentFamily::of(&mark.agent)?.0))
}

fn of_ladder(of: &Ladder, marks: &[EndgameScore]) -> Vec<Case> {
    let own: Vec<&EndgameScore> = marks.iter().filter(|mark| ladder(mark).as_ref() == Some(of)).collect();
    let played = own.iter().map(|mark| (&mark.agent, mark.opponent.as_ref().unwrap_or(&mark.agent), results(mark)));
    let unequal = unequal(&played.collect::<Vec<_>>());
    let games = own.iter().map(|mark| mark.games).min().unwrap_or(0);
    let share =
        |count: fn(&EndgameScore) -> u64| own.first().map_or(0.0, |mark| count(mark) as f64 / mark.games.max(1) as f64);
    let (drawn, won) = (share(|mark| mark.drawn_by_tables), share(|mark| mark.won_by_tables));
    let case = |quantity: Quantity| Case {
        variant: of.0.clone(),
        ending: of.1.clone(),
        agent: of.2.clone(),
        quantity,
        games,
        truth: match quantity {
            Quantity::Draws => drawn,
            Quantity::WhiteScore => won + drawn / 2.0,
        },
        limit: limit(&sides(quantity, &unequal)),
    };
    Quantity::ALL.map(case).to_vec()
}

fn results(mark: &EndgameScore) -> Results {
    [mark.won, mark.drawn, mark.games - mark.won - mark.drawn]
}

/// How many cases there are, how many of them have an interval, and how many of these contain the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Coverage {
    cases: usize,
    identified: usize,
    held: usize,
}

/// The coverage of a quantity where the truth lies in the middle, or not.
pub(crate) fn coverage(cases: &[Case], quantity: Quantity, is_middle: bool) -> Coverage {
    let of = || cases.iter().filter(|case| case.quantity == quantity && case.is_middle() == is_middle);
    let held: Vec<bool> = of().filter_map(Case::holds).collect();
    Coverage { cases: of().count(), identified: held.len(), held: held.iter().filter(|&&holds| holds).count() }
}

/// The coverage of a quantity, in a sentence.
pub(crate) fn sentence(cases: &[Case], quantity: Quantity) -> String {
    let name = match quantity {
        Quantity::Draws => "draws",
        Quantity::WhiteScore => "White’s score",
    };
    let part = |is_middle: bool| {
        let Coverage { cases, identified, held } = coverage(cases, quantity, is_middle);
        format!(
            "{identified} of {cases} limits are identified, and {held} of the {identified} intervals contain the truth"
        )
    };
    format!(
        "Calibration of {name}: where the truth lies between 20 and 80 %, {}; elsewhere {}.",
        part(true),
        part(false)
    )
}

pub(crate) fn frame(cases: &[Case]) -> Frame {
    use petteia_tables::schema::limits::*;
    let mut table = Builder::of(cases);
    table.column(VARIANT, |case| case.variant.name.as_str());
    table.column(ENDING, |case| case.ending.clone());
    table.column(AGENT, |case| case.agent.key().text.as_str());
    table.column(QUANTITY, |case| case.quantity.name());
    table.interval(LIMIT, |case| case.limit.ok());
    table.column(NOT_IDENTIFIED, |case| case.limit.err().map(name_of));
    table.column(GAMES, |case| case.games);
    table.column(TRUTH, |case| case.truth);
    table.column(COVERS_TRUTH, Case::holds);
    table.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{agent, variant};

    /// Returns the marks of budgets in an ending of which half is drawn and a quarter won: in each pair the draws if the
    /// attacker is stronger, and if the defender is, in percent. Only White attacks.
    fn marks(ending: &str, draws: &[[u64; 2]]) -> Vec<EndgameScore> {
        let mark = |white: u64, black: u64, drawn: u64| EndgameScore {
            variant: variant("city-8"),
            ending: ending.to_owned(),
            agent: agent(&format!("alphabeta:nodes={white},endgames=3")),
            opponent: Some(agent(&format!("alphabeta:nodes={black},endgames=3"))),
            games: 1000,
            drawn_by_tables: 500,
            won_by_tables: 250,
            drawn: 10 * drawn,
            won: 1000 - 10 * drawn,
            ..EndgameScore::default()
        };
        let pair = |(step, &[attack, defence]): (usize, &[u64; 2])| {
            let (large, small) = (40 << step, 10 << step);
            [mark(large, small, attack), mark(small, large, defence)]
        };
        draws.iter().enumerate().flat_map(pair).collect()
    }

    #[test]
    fn each_ending_is_a_case_and_only_identified_limits_count() {
        let steady = marks("4v1", &[[30, 70], [40, 60], [45, 55], [48, 52], [49, 51]]);
        let wrong = marks("3v1", &[[60, 99], [70, 95], [75, 85], [80, 84], [81, 83]]);
        let wide = marks("2v1", &[[10, 90]; 5]);
        let alone = EndgameScore { agent: agent("random"), opponent: None, ..steady[0].clone() };
        let cases = cases(&[steady, wrong, wide, vec![alone]].concat());
        let held = |quantity| -> Vec<Option<bool>> {
            cases.iter().filter(|case| case.quantity == quantity).map(Case::holds).collect()
        };
        assert_eq!(held(Quantity::Draws), [Some(true), Some(false), None], "{cases:?}");
        assert_eq!(coverage(&cases, Quantity::Draws, true), Coverage { cases: 3, identified: 2, held: 1 });
        assert_eq!(coverage(&cases, Quantity::Draws, false), Coverage { cases: 0, identified: 0, held: 0 });
        let expected = "Calibration of draws: where the truth lies between 20 and 80 %, 2 of 3 limits are identified, and 1 of \
                        the 2 intervals contain the truth; elsewhere ";
        assert!(sentence(&cases, Quantity::Draws).starts_with(expected));
    }

    #[test]
    fn without_games_between_unequal_budgets_there_is_no_case() {
        let alone = |mark: EndgameScore| EndgameScore { opponent: None, ..mark };
        let marks: Vec<EndgameScore> = marks("4v1", &[[30, 70]; 5]).into_iter().map(alone).collect();
        assert!(cases(&marks).is_empty());
    }
}
