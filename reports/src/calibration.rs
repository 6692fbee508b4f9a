//! Calibration: how often intervals of extrapolated limits contain the truth, in endings whose value is known.

use petteia_statistics::limit::{Ladder, Rung, extrapolate};
use petteia_statistics::{Estimate, wilson};
use petteia_tables::exams::Mark;
use petteia_tables::{Builder, Frame, VariantKey};

use crate::ladders::AgentFamily;
use crate::limits::{bounds, reason_name};
use crate::words::percent;

/// A ladder of budgets in an ending, and the true value of the ending.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Case {
    pub(crate) variant: VariantKey,
    pub(crate) ending: String,
    pub(crate) agent: AgentFamily,
    /// The fewest games of a budget.
    pub(crate) games: u64,
    /// The share of the placements that are drawn with best play.
    pub(crate) truth: f64,
    pub(crate) ladder: Ladder,
}

impl Case {
    /// Whether the interval contains the truth; `None` without an interval.
    pub(crate) fn holds(&self) -> Option<bool> {
        let limit = self.ladder.limit.ok()?;
        Some(limit.low <= self.truth && self.truth <= limit.high)
    }
}

/// An agent in an ending, with its budgets.
struct Steps<'a> {
    agent: AgentFamily,
    marks: Vec<(u64, &'a Mark)>,
}

impl Steps<'_> {
    fn is_of(&self, agent: &AgentFamily, mark: &Mark) -> bool {
        let (_, first) = self.marks[0];
        self.agent == *agent && (&first.variant, &first.ending) == (&mark.variant, &mark.ending)
    }

    /// `None` if there are too few budgets for a curve.
    fn case(mut self) -> Option<Case> {
        self.marks.sort_by_key(|mark| mark.0);
        let (_, first) = self.marks[0];
        let rung = |(budget, mark): &(u64, &Mark)| Rung::share(*budget as f64, mark.drawn, mark.games);
        let ladder = extrapolate(&self.marks.iter().map(rung).collect::<Vec<_>>());
        ladder.fit.is_some().then(|| Case {
            variant: first.variant.clone(),
            ending: first.ending.clone(),
            agent: self.agent,
            games: self.marks.iter().map(|(_, mark)| mark.games).min().unwrap_or(0),
            truth: first.drawn_by_tables as f64 / first.games.max(1) as f64,
            ladder,
        })
    }
}

/// The cases of some examinations: agents with enough budgets for a curve.
pub(crate) fn cases(marks: &[Mark]) -> Vec<Case> {
    let mut ladders: Vec<Steps> = Vec::new();
    for mark in marks {
        let Some((agent, budget)) = AgentFamily::of(&mark.agent) else { continue };
        match ladders.iter_mut().find(|steps| steps.is_of(&agent, mark)) {
            Some(steps) => steps.marks.push((budget, mark)),
            None => ladders.push(Steps { agent, marks: vec![(budget, mark)] }),
        }
    }
    ladders.into_iter().filter_map(Steps::case).collect()
}

/// The number of cases with an interval, and the share of these that contain the truth.
pub(crate) fn coverage(cases: &[Case]) -> (u64, Option<Estimate>) {
    let held: Vec<bool> = cases.iter().filter_map(Case::holds).collect();
    let (held, answered) = (held.iter().filter(|&&holds| holds).count() as u64, held.len() as u64);
    (answered, wilson(held, answered))
}

/// The coverage, in a sentence.
pub(crate) fn sentence(cases: &[Case]) -> String {
    let all = cases.len();
    match coverage(cases) {
        (answered, Some(share)) => format!(
            "Calibration: the limit is identified in {answered} of {all} cases; {} of the nominal 95 % intervals contain the truth.",
            percent(share)
        ),
        (_, None) => format!("Calibration: the limit is identified in none of {all} cases."),
    }
}

/// The table of the cases.
pub(crate) fn frame(cases: &[Case]) -> Frame {
    use petteia_tables::schema::calibration::*;
    let mut table = Builder::of(cases);
    table.variant(VARIANT, |case| &case.variant);
    table.column(ENDING, |case| case.ending.clone());
    table.agent(AGENT, |case| case.agent.key());
    table.column(GAMES, |case| case.games);
    table.column(TRUTH, |case| case.truth);
    table.interval(LIMIT, |case| case.ladder.limit.ok());
    table.column(HOLDS, Case::holds);
    table.column(NOT_IDENTIFIED, |case| case.ladder.limit.err().map(reason_name));
    table.column(AT_LEAST, |case| bounds(case.ladder.bound).0);
    table.column(AT_MOST, |case| bounds(case.ladder.bound).1);
    table.column(P, |case| case.ladder.fit.map(|fit| fit.p));
    table.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{agent, variant};

    fn mark(ending: &str, nodes: u64, drawn: u64) -> Mark {
        Mark {
            variant: variant("city-8"),
            ending: ending.to_owned(),
            agent: agent(&format!("alphabeta:nodes={nodes},tables=3")),
            games: 10_000,
            drawn_by_tables: 5_000,
            drawn: 10 * drawn,
            ..Mark::default()
        }
    }

    #[test]
    fn each_ending_is_a_case_and_only_identified_limits_count() {
        let steady = [600, 550, 525, 512, 506, 503];
        let wrong = [900, 850, 825, 812, 806, 803];
        let swinging = [600, 100, 600, 100, 600, 100];
        let ladder = |ending: &'static str, drawn: [u64; 6]| {
            (0..).zip(drawn).map(move |(k, drawn)| mark(ending, 10 << k, drawn)).collect::<Vec<_>>()
        };
        let mut marks = [ladder("4v1", steady), ladder("3v1", wrong), ladder("2v1", swinging)].concat();
        marks.push(Mark { agent: agent("random"), ..mark("4v1", 1, 7) });
        let cases = cases(&marks);
        let held: Vec<Option<bool>> = cases.iter().map(Case::holds).collect();
        assert_eq!(held, [Some(true), Some(false), None], "{cases:?}");
        assert_eq!(coverage(&cases).0, 2);
        assert!(sentence(&cases).starts_with("Calibration: the limit is identified in 2 of 3 cases; 50.0 % ["));
    }

    #[test]
    fn too_few_budgets_are_no_case() {
        assert!(cases(&[mark("4v1", 10, 500), mark("4v1", 20, 500)]).is_empty());
    }
}
