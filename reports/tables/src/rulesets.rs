//! What a search for rules has found.

use petteia_statistics::Estimate;
use petteia_statistics::identification::{Audit, Reason, Status, Threshold};

use crate::keys::AgentKey;

/// The answer of a search for rules.
#[derive(Clone, Debug)]
pub struct RuleSearchResult {
    /// The game from which it starts.
    pub base: String,
    /// The agent that played the search.
    pub agent: AgentKey,
    /// The names of the factors.
    pub factors: Vec<String>,
    /// The quantities that are asked for.
    pub quantities: Vec<QuantityAbout>,
    /// The limits, with each quantity by its place.
    pub limits: Vec<Threshold>,
    /// The quantities that are to be small, by their place.
    pub minimised: Vec<usize>,
    /// Whether the distance is to be small.
    pub is_near: bool,
    /// The difference that need not be told apart.
    pub tolerance: f64,
    /// The probability with which everything that the search says is true.
    pub confidence: f64,
    /// All rule sets, the nearest first.
    pub rule_sets: Vec<FoundRuleSet>,
    /// The members of the front by their places, in the order of their files.
    pub members: Vec<usize>,
    /// The combinations whose rules make no sense, each with the reason.
    pub left_out: Vec<String>,
    /// Combinations that are the same game as a nearer one.
    pub same: usize,
    /// Rule sets that are proved to be draws with best play; they were not played.
    pub proved: Vec<String>,
    /// What the audit found, if there was one.
    pub audit: Option<Audit>,
    /// The fewest and the most random moves with which games begin.
    pub opening: [u32; 2],
    /// The members of the front, played again by each confirming agent.
    pub confirmations: Vec<Confirmation>,
}

/// What is said of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantityAbout {
    /// Its name in files.
    pub name: &'static str,
    /// Whether it is a share, and not a number of turns.
    pub is_share: bool,
}

/// A rule set, and what is known about it.
#[derive(Clone, Debug)]
pub struct FoundRuleSet {
    /// The name of the game, with what is changed.
    pub name: String,
    /// What is changed, as in the name.
    pub changes: Vec<String>,
    /// The level of each factor.
    pub levels: Vec<String>,
    /// Whether the players may change sides: White's score is then that of the player who moves first.
    pub may_swap: bool,
    /// How far it is from the source.
    pub distance: f64,
    /// Whether it belongs to the front; `None` if it was not played. The numbers in it are places of limits and of rule
    /// sets.
    pub status: Option<Status>,
    /// Games of the search.
    pub games: u64,
    /// Each quantity; none if it was not played.
    pub values: Vec<Estimate>,
}

/// A member of the front, played again.
#[derive(Clone, Debug)]
pub struct Confirmation {
    /// The place of the rule set.
    pub rule_set: usize,
    /// The agent.
    pub agent: AgentKey,
    /// Games played.
    pub games: u64,
    /// Each quantity, with an interval for itself; `None` without games.
    pub values: Vec<Option<Estimate>>,
}

impl RuleSearchResult {
    /// Returns the rule sets with a status.
    pub fn with(&self, is: impl Fn(&Option<Status>) -> bool) -> impl Iterator<Item = (usize, &FoundRuleSet)> {
        self.rule_sets.iter().enumerate().filter(move |(_, set)| is(&set.status))
    }

    /// Returns the changes of a rule set as its name, or the source's name.
    #[must_use]
    pub fn short_name(&self, set: &FoundRuleSet) -> String {
        if set.changes.is_empty() { self.base.clone() } else { set.changes.concat() }
    }

    /// Returns the members of the front, in the order of their files.
    pub fn front(&self) -> impl Iterator<Item = (usize, &FoundRuleSet)> {
        self.members.iter().map(|&member| (member, &self.rule_sets[member]))
    }

    /// Returns the members of the front that do not stand: with a confirming agent they break a limit for certain, or, unless
    /// all agents confirm another member, they may break one.
    #[must_use]
    pub fn fallen(&self) -> Vec<usize> {
        let with = |member: usize, keeps| self.confirmations_of(member).any(|of| self.keeps(&of.values) == keeps);
        let (refuted, stand): (Vec<usize>, Vec<usize>) = self.members.iter().partition(|&&m| with(m, Some(false)));
        let (open, stand): (Vec<usize>, Vec<usize>) = stand.iter().partition(|&&m| with(m, None));
        let is_confirmed = stand.iter().any(|&member| with(member, Some(true)));
        if is_confirmed { refuted } else { [refuted, open].concat() }
    }

    /// Returns how many rule sets only those beat that do not stand, although these were not withdrawn.
    #[must_use]
    pub fn hidden(&self) -> usize {
        let fallen = self.fallen();
        self.with(|status| matches!(status, Some(Status::Out(Reason::Beaten(other))) if fallen.contains(other))).count()
    }

    /// Returns the confirmations of a rule set.
    pub fn confirmations_of(&self, rule_set: usize) -> impl Iterator<Item = &Confirmation> {
        self.confirmations.iter().filter(move |confirmation| confirmation.rule_set == rule_set)
    }

    /// Returns the games of the search.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rule_sets.iter().map(|set| set.games).sum()
    }

    /// Returns whether values keep all limits; `None` if an interval includes a limit.
    #[must_use]
    pub fn keeps(&self, values: &[Option<Estimate>]) -> Option<bool> {
        let keeps = |limit: &Threshold| values[limit.quantity].and_then(|value| limit.keeps(value));
        let all: Vec<Option<bool>> = self.limits.iter().map(keeps).collect();
        if all.contains(&Some(false)) {
            Some(false)
        } else {
            all.into_iter().collect::<Option<Vec<bool>>>().map(|_| true)
        }
    }
}
