//! The table of a search for rules.

use super::*;

table! {
    /// The rule sets of a search, one row per rule set, the nearest to the source first: whether it belongs to the front,
    /// and what decided that. Below them, one row per agent for each rule set of the front: it was played again with fresh
    /// seeds and by other players.
    rulesets = "rulesets";
    /// The source with what is changed.
    VARIANT: <str> = "variant";
    /// The number of changed rules, or their weights added up.
    DISTANCE: <f64> = "distance";
    /// The level of each factor.
    FACTOR: each<str> = "factor_{}";
    /// `in` the front, `out`, `undecided`, or `not played`; `played again` in the rows below them.
    STATUS: <str> = "status";
    /// What decided it, or what has to be known first: a quantity whose limit it breaks or may break, or a rule set that is
    /// at least as good or may be. Empty if it is in the front or was not played.
    REASON: <str> = "reason";
    /// The agent that played the rule set again, on both sides.
    AGENT: <str> = "agent";
    /// Games played.
    GAMES: <u64> in "games" = "games";
    /// Whether the rule set keeps all limits with this agent: `yes`, `no`, or `open` if an interval includes a limit.
    KEEPS: <str> = "keeps";
    /// Each quantity, with an interval that holds for all rule sets, quantities and times together. These values are those
    /// that chose the front: use those of the rows below to report it (Wilson for shares, Tango for White's score, Student's t
    /// for turns).
    ESTIMATE: each<Interval> = "estimate_{}";
}
