//! The tables of what growing budgets say about perfect play.

use super::*;

table! {
    /// What shares, scores and lengths come to with an unlimited budget, one row per variant, agent with growing budgets and
    /// quantity.
    limits = "limits";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// The agent without its budget, and what the budget counts.
    AGENT: <str> = "agent";
    /// `draws` (share of games that nobody wins on the board, from 0 to 1), `white_score` (White's mean score, from 0 to 1, with
    /// adjudicated games as draws) or `length` (mean length in plies).
    QUANTITY: <str> = "quantity";
    /// On what the answer rests: `proved`, `estimated`, `bounded` or `unknown`.
    EVIDENCE: <str> = "evidence";
    /// The value with best play, where a theorem says it.
    PROVED: <f64> = "proved";
    /// The limit of the fitted curve with its calibrated interval; empty where it is not identified.
    LIMIT: <Interval> = "limit";
    /// Why the limit is not identified: `few_budgets`, `swings`, `misfit` or `wide`.
    NOT_IDENTIFIED: <str> = "not_identified";
    /// The limit is at least this if the curve goes on rising as between the last two budgets; 97.5 %.
    AT_LEAST: <f64> = "at_least";
    /// The limit is at most this if the curve goes on falling as between the last two budgets; 97.5 %.
    AT_MOST: <f64> = "at_most";
    /// The power of the budget with which the curve approaches its limit.
    EXPONENT: <f64> = "exponent";
    /// Residual deviance of the curve.
    DEVIANCE: <f64> = "deviance";
    /// Its degrees of freedom.
    FREEDOM: <u64> = "freedom";
    /// The chance of a deviance as large if the curve is right.
    P: <f64> = "p";
    /// Budgets played.
    BUDGETS: <u32> = "budgets";
    /// The smallest budget.
    SMALLEST_BUDGET: <u64> = "smallest_budget";
    /// The largest budget.
    LARGEST_BUDGET: <u64> = "largest_budget";
    /// The fewest games of a budget.
    GAMES: <u64> = "games";
    /// Where the interval would be too wide: further doublings of the budget that would identify the limit.
    NEEDED_DOUBLINGS: <u32> = "needed_doublings";
    /// The same: times as many games of each budget.
    NEEDED_GAMES: <u32> = "needed_games";
}

table! {
    /// Limits that ladders of budgets point to beside the truth, one row for each ending and agent of an examination with enough
    /// budgets.
    calibration = "calibration";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// White's and Black's pieces, such as `4v1`.
    ENDING: <str> = "ending";
    /// The agent without its budget, and what the budget counts.
    AGENT: <str> = "agent";
    /// The fewest games of a budget.
    GAMES: <u64> = "games";
    /// Share of the placements that are drawn with best play.
    TRUTH: <f64> = "truth";
    /// The limit of the share of draws with its calibrated interval; empty where it is not identified.
    LIMIT: <Interval> = "limit";
    /// Whether the interval holds the truth.
    HOLDS: <bool> = "holds";
    /// Why the limit is not identified: `few_budgets`, `swings`, `misfit` or `wide`.
    NOT_IDENTIFIED: <str> = "not_identified";
    /// The limit is at least this if the curve goes on rising; 97.5 %.
    AT_LEAST: <f64> = "at_least";
    /// The limit is at most this if the curve goes on falling; 97.5 %.
    AT_MOST: <f64> = "at_most";
    /// The chance of a deviance as large if the curve is right.
    P: <f64> = "p";
}
