//! The tables of a search for rules.

use super::*;

table! {
    /// The rule sets of a search, one row per rule set, the nearest to the source first: whether it belongs to the front,
    /// and what decided that.
    rulesets = "rulesets";
    /// The source with what is changed.
    VARIANT: <str> = "variant";
    /// The number of changed rules, or their weights added up.
    DISTANCE: <f64> = "distance";
    /// The level of each factor.
    FACTOR: each<str> = "factor_{}";
    /// `in` the front, `out`, `undecided`, or `not played`.
    STATUS: <str> = "status";
    /// What decided it, or what has to be known first: a quantity whose limit it breaks or may break, or a rule set that is
    /// at least as good or may be. Empty if it is in the front or was not played.
    BECAUSE: <str> = "because";
    /// Games of the search.
    GAMES: <u64> = "games";
    /// Each quantity, with an interval that holds for all rule sets, quantities and times together. The values are those
    /// that chose the front: use the confirmations to report it.
    ESTIMATE: each<Interval> = "estimate_{}";
}

table! {
    /// The front of a search, played again with fresh seeds and by other players: one row per rule set and agent.
    confirmations = "confirmations";
    /// The source with what is changed.
    VARIANT: <str> = "variant";
    /// The number of changed rules, or their weights added up.
    DISTANCE: <f64> = "distance";
    /// The agent, which plays both sides.
    AGENT: <AgentKey> = "agent";
    /// Games played.
    GAMES: <u64> = "games";
    /// Whether the rule set keeps all limits with this agent: `yes`, `no`, or `open` if an interval includes a limit.
    KEEPS: <str> = "keeps";
    /// Each quantity (Wilson for shares, Tango for White's score, Student's t for turns).
    ESTIMATE: each<Interval> = "estimate_{}";
}
