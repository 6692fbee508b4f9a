//! Decides which arms belong to the front, as far as their intervals allow.

use crate::Estimate;

/// What is asked of the arms.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The limits within which quantities must lie.
    pub limits: Vec<Threshold>,
    /// The quantities that are to be small.
    pub minimised: Vec<usize>,
    /// For each quantity, the difference that need not be told apart.
    pub tolerances: Vec<f64>,
}

/// The limits of a quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// Which quantity.
    pub quantity: usize,
    /// Its least value; −∞ if there is none.
    pub least: f64,
    /// Its greatest value; ∞ if there is none.
    pub most: f64,
}

impl Threshold {
    /// Returns whether the whole interval of the quantity is within the limit; `None` if it includes an end of it.
    #[must_use]
    pub fn keeps(&self, Estimate { low, high, .. }: Estimate) -> Option<bool> {
        match () {
            () if low >= self.least && high <= self.most => Some(true),
            () if high < self.least || low > self.most => Some(false),
            () => None,
        }
    }
}

/// What is known about an arm.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// What it costs: it is known, and is to be small.
    pub cost: f64,
    /// An interval of each quantity.
    pub values: &'a [Estimate],
}

/// Whether an arm belongs to the front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    /// It does.
    In,
    /// It does not.
    Out(Reason),
    /// This is not known yet.
    Undecided(Doubt),
}

/// Why an arm does not belong to the front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// It breaks this limit.
    Breaks(usize),
    /// This arm is at least as good.
    Beaten(usize),
}

/// What has to be known before an arm is decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doubt {
    /// Whether it breaks this limit.
    Limit(usize),
    /// Whether this arm is better.
    Rival(usize),
    /// Whether this arm, which is better, belongs to the front.
    Better(usize),
}

/// Whether an arm keeps the limits.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Keeps {
    All,
    AllBut(usize),
    Unknown(usize),
}

/// Returns whether each arm belongs to the front; `None` for an arm about which nothing is known, which counts as if it
/// did not exist.
///
/// If all intervals contain the truth, the front has these properties, where ε is the tolerance of each quantity:
///
/// 1. Each member keeps the limits, or breaks one by at most ε.
/// 2. No arm that keeps the limits and costs no more than a member is better than it by more than ε in every quantity.
/// 3. For each arm that is out and keeps the limits, a member costs no more and is worse by at most ε in every quantity.
///
/// Where no quantity is minimised, an arm is as good as another only if it costs less, so that all arms of one cost stay.
///
/// So an arm that costs more than a member belongs to the front only if it is better in some quantity, and an improvement
/// of less than ε may be left out; of arms that cost the same, one that a member beats by more than ε in some quantity, and
/// that is better by at most ε in the others, is left out too. Once each interval is at most half as wide as ε, every arm
/// is decided.
///
/// The margins follow C. Kone, E. Kaufmann and L. Richert (2023), "Adaptive algorithms for relaxed Pareto set
/// identification", *Advances in Neural Information Processing Systems* 36 (ε₁-ε₂-relaxation), and the same authors (2025),
/// "Constrained Pareto set identification with bandit feedback", *International Conference on Machine Learning*,
/// arXiv 2506.08127.
///
/// ```
/// use petteia_statistics::Estimate;
/// use petteia_statistics::identification::{Arm, Goal, Threshold, Reason, Status, judge};
/// let goal = Goal {
///     limits: vec![Threshold { quantity: 0, least: 0.0, most: 0.5 }],
///     minimised: vec![0],
///     tolerances: vec![0.05],
/// };
/// let near = |value: f64| [Estimate { value, low: value - 0.01, high: value + 0.01, n: 1 }];
/// let [few, many, most] = [0.1, 0.4, 0.9].map(near);
/// let arms = [(2.0, &few), (1.0, &many), (0.0, &most)].map(|(cost, values)| Some(Arm { cost, values }));
/// let expected = [Status::In, Status::In, Status::Out(Reason::Breaks(0))].map(Some);
/// assert_eq!(judge(&goal, &arms), expected);
/// ```
#[must_use]
pub fn judge(goal: &Goal, arms: &[Option<Arm>]) -> Vec<Option<Status>> {
    let mut order: Vec<usize> = (0..arms.len()).filter(|&index| arms[index].is_some()).collect();
    let cost = |index: usize| arms[index].map_or(f64::INFINITY, |arm| arm.cost);
    order.sort_by(|&a, &b| cost(a).total_cmp(&cost(b)));
    let mut judging = Judging { goal, arms, statuses: vec![None; arms.len()], front: Vec::new(), rivals: Vec::new() };
    order.chunk_by(|&a, &b| cost(a) == cost(b)).for_each(|equal| judging.judge_equal(equal));
    judging.statuses
}

/// Arms are judged from the cheapest on, because only arms that cost no more can beat one.
struct Judging<'a> {
    goal: &'a Goal,
    arms: &'a [Option<Arm<'a>>],
    statuses: Vec<Option<Status>>,
    /// The members of the front so far.
    front: Vec<usize>,
    /// The cheaper arms that are not out.
    rivals: Vec<usize>,
}

impl Judging<'_> {
    /// Judges all arms of one cost.
    fn judge_equal(&mut self, equal: &[usize]) {
        let mut left: Vec<(usize, Keeps)> = Vec::new();
        for &arm in equal {
            let keeps = self.keeps(arm);
            match (keeps, self.front.iter().find(|&&member| self.covers(member, arm))) {
                (Keeps::AllBut(limit), _) => self.statuses[arm] = Some(Status::Out(Reason::Breaks(limit))),
                (_, Some(&member)) => self.statuses[arm] = Some(Status::Out(Reason::Beaten(member))),
                _ => left.push((arm, keeps)),
            }
        }
        let sound: Vec<usize> = left.iter().filter(|(_, keeps)| *keeps == Keeps::All).map(|(arm, _)| *arm).collect();
        let (dominated, left): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|&(arm, _)| sound.iter().any(|&other| self.dominates(other, arm)));
        for &(arm, keeps) in &left {
            let doubt = match keeps {
                Keeps::Unknown(limit) => Some(Doubt::Limit(limit)),
                _ => self.strongest_rival(arm, &left).map(Doubt::Rival),
            };
            self.statuses[arm] = Some(doubt.map_or(Status::In, Status::Undecided));
        }
        let members = self.outdo(left.iter().map(|(arm, _)| *arm).filter(|&arm| self.is(arm, Status::In)).collect());
        for &(arm, _) in &left {
            let winner = members.iter().find(|&&member| !self.is(arm, Status::In) && self.outdoes(member, arm));
            if let Some(&winner) = winner {
                self.statuses[arm] = Some(Status::Out(Reason::Beaten(winner)));
            }
        }
        for (arm, _) in dominated {
            self.statuses[arm] = Some(self.status_of_dominated(arm, &sound));
        }
        let is_left = |arm: &usize| !matches!(self.statuses[*arm], Some(Status::Out(_)));
        self.rivals.extend(left.iter().map(|(arm, _)| *arm).filter(is_left));
        self.front.extend(members);
    }

    /// Returns those of some arms of one cost that belong to the front which no other of them outdoes; the others are out.
    fn outdo(&mut self, mut arms: Vec<usize>) -> Vec<usize> {
        let size = |arm: usize| -> f64 { self.goal.minimised.iter().map(|&q| self.values(arm)[q].value).sum() };
        arms.sort_by(|&a, &b| size(a).total_cmp(&size(b)));
        let mut kept: Vec<usize> = Vec::new();
        for arm in arms {
            match kept.iter().find(|&&member| self.outdoes(member, arm)) {
                Some(&member) => self.statuses[arm] = Some(Status::Out(Reason::Beaten(member))),
                None => kept.push(arm),
            }
        }
        kept
    }

    /// Returns the status of an arm that others of its cost dominate. It is out once one of these is decided: then that one,
    /// or a member that covers it, covers this arm, too.
    fn status_of_dominated(&self, arm: usize, sound: &[usize]) -> Status {
        let is_decided = |other: usize| matches!(self.statuses[other], Some(Status::In | Status::Out(_)));
        let better: Vec<usize> = sound.iter().copied().filter(|&other| self.dominates(other, arm)).collect();
        match better.iter().find(|&&other| is_decided(other)) {
            Some(&other) => Status::Out(Reason::Beaten(other)),
            None => Status::Undecided(Doubt::Better(better[0])),
        }
    }

    fn is(&self, arm: usize, status: Status) -> bool {
        self.statuses[arm] == Some(status)
    }

    fn values(&self, arm: usize) -> &[Estimate] {
        self.arms[arm].map_or(&[], |arm| arm.values)
    }

    /// Returns whether an arm keeps all limits, up to the tolerance.
    fn keeps(&self, arm: usize) -> Keeps {
        let values = self.values(arm);
        let breaks = |limit: &Threshold| {
            let value = values[limit.quantity];
            value.high < limit.least || value.low > limit.most
        };
        let is_open = |limit: &Threshold| {
            let (value, tolerance) = (values[limit.quantity], self.goal.tolerances[limit.quantity]);
            value.low < limit.least - tolerance || value.high > limit.most + tolerance
        };
        let limits = &self.goal.limits;
        match (limits.iter().position(breaks), limits.iter().position(is_open)) {
            (Some(limit), _) => Keeps::AllBut(limit),
            (None, Some(limit)) => Keeps::Unknown(limit),
            (None, None) => Keeps::All,
        }
    }

    /// Returns whether an arm is certainly worse than another by at most the tolerance, in every quantity.
    fn covers(&self, member: usize, arm: usize) -> bool {
        let (member, values) = (self.values(member), self.values(arm));
        self.goal.minimised.iter().all(|&q| member[q].high <= values[q].low + self.goal.tolerances[q])
    }

    /// Returns whether an arm of the same cost is certainly better by more than the tolerance in a quantity, and worse by at
    /// most the tolerance in the others.
    fn outdoes(&self, member: usize, arm: usize) -> bool {
        let (better, values) = (self.values(member), self.values(arm));
        let clearly = |&q: &usize| better[q].high < values[q].low - self.goal.tolerances[q];
        member != arm && self.covers(member, arm) && self.goal.minimised.iter().any(clearly)
    }

    /// Returns whether an arm of the same cost is certainly better.
    fn dominates(&self, other: usize, arm: usize) -> bool {
        let (other_values, values) = (self.values(other), self.values(arm));
        let mut both = self.goal.minimised.iter().map(|&q| (other_values[q].high, values[q].low));
        other != arm && !self.goal.minimised.is_empty() && both.all(|(high, low)| high < low)
    }

    /// Returns the arm that most probably beats one that keeps the limits, among those that may.
    fn strongest_rival(&self, arm: usize, equal: &[(usize, Keeps)]) -> Option<usize> {
        let values = self.values(arm);
        // A cheaper arm beats this one if it is as good; an equally expensive one if it is better by the tolerance.
        let ahead = |rival: usize, margin: f64| {
            let rival = self.values(rival);
            let leads = self.goal.minimised.iter().map(|&q| {
                let tolerance = self.goal.tolerances[q];
                (values[q].high - rival[q].low) / tolerance - margin
            });
            leads.fold(f64::INFINITY, f64::min)
        };
        let cheaper = self.rivals.iter().map(|&rival| (rival, ahead(rival, 0.0)));
        let others = equal.iter().map(|&(rival, _)| rival).filter(|&rival| rival != arm);
        let equal = others.filter(|_| !self.goal.minimised.is_empty()).map(|rival| (rival, ahead(rival, 1.0)));
        let threats = cheaper.chain(equal).filter(|(_, lead)| *lead > 0.0);
        threats.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(rival, _)| rival)
    }
}
