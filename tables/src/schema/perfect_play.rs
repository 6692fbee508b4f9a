//! The tables of what growing budgets reveal about perfect play.

use super::*;

table! {
    /// The limits of shares, scores and lengths as the budget grows without bound, one row per variant, agent with
    /// growing budgets, and quantity.
    limits = "limits";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// The agent without its budget, and the unit of the budget.
    AGENT: <str> = "agent";
    /// `draws` (share of games that are not won on the board, from 0 to 1), `white_score` (White's mean score, from 0
    /// to 1, with adjudicated games counted as draws) or `length` (mean length in plies).
    QUANTITY: <str> = "quantity";
    /// The evidence for the answer: `proved`, `estimated`, `bounded` or `unknown`.
    EVIDENCE: <str> = "evidence";
    /// The value with best play, if a theorem gives it.
    PROVED: <f64> = "proved";
    /// The limit of the fitted curve with its calibrated interval; empty if it is not identified.
    LIMIT: <Interval> = "limit";
    /// Why the limit is not identified: `few_budgets`, `swings`, `misfit` or `wide`.
    NOT_IDENTIFIED: <str> = "not_identified";
    /// Lower bound of the limit if the curve keeps rising as it does between the last two budgets (97.5 % confidence).
    AT_LEAST: <f64> = "at_least";
    /// Upper bound of the limit if the curve keeps falling as it does between the last two budgets (97.5 % confidence).
    AT_MOST: <f64> = "at_most";
    /// The power of the budget at which the curve approaches its limit.
    EXPONENT: <f64> = "exponent";
    /// Residual deviance of the fitted curve.
    DEVIANCE: <f64> = "deviance";
    /// Degrees of freedom of the deviance.
    FREEDOM: <u64> = "freedom";
    /// The probability of a deviance at least this large if the curve is correct.
    P: <f64> = "p";
    /// Number of budgets played.
    BUDGETS: <u32> = "budgets";
    /// The smallest budget.
    SMALLEST_BUDGET: <u64> = "smallest_budget";
    /// The largest budget.
    LARGEST_BUDGET: <u64> = "largest_budget";
    /// The smallest number of games played with any budget.
    GAMES: <u64> = "games";
    /// If the interval would be too wide: the number of further doublings of the budget in the cheapest larger ladder
    /// that would identify the limit.
    NEEDED_DOUBLINGS: <u32> = "needed_doublings";
    /// If the interval would be too wide: the factor by which that ladder also multiplies the games of each budget.
    NEEDED_GAMES: <u32> = "needed_games";
}

table! {
    /// Limits estimated from ladders of budgets, next to the true values, one row for each ending and agent of an
    /// examination with enough budgets.
    calibration = "calibration";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The pieces of White and Black, such as `4v1`.
    ENDING: <str> = "ending";
    /// The agent without its budget, and the unit of the budget.
    AGENT: <str> = "agent";
    /// The smallest number of games played with any budget.
    GAMES: <u64> = "games";
    /// Share of the placements that are drawn with best play.
    TRUTH: <f64> = "truth";
    /// The limit of the share of draws with its calibrated interval; empty if it is not identified.
    LIMIT: <Interval> = "limit";
    /// Whether the interval contains the truth.
    HOLDS: <bool> = "holds";
    /// Why the limit is not identified: `few_budgets`, `swings`, `misfit` or `wide`.
    NOT_IDENTIFIED: <str> = "not_identified";
    /// Lower bound of the limit if the curve keeps rising (97.5 % confidence).
    AT_LEAST: <f64> = "at_least";
    /// Upper bound of the limit if the curve keeps falling (97.5 % confidence).
    AT_MOST: <f64> = "at_most";
    /// The probability of a deviance at least this large if the curve is correct.
    P: <f64> = "p";
}
