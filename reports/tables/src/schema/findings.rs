//! The tables of what the cells of a run show together.

use super::*;

table! {
    /// Differences between cells, one row per difference: the cell minus the base cell. `petteia compare` writes the same
    /// table for cells of several runs, with the runs and their games.
    comparisons = "comparisons";
    /// `draws`: the share of draws of a variant minus that of the plain game it modifies, or of the first variant if
    /// none modifies another; `draws_by_strength`: the share of draws with an agent's largest budget minus that with
    /// its smallest; `draws_at_last_budget`: the share with the largest budget minus that with the next smaller one;
    /// `first_move`: White's mean score minus one half, if both sides are equal; `white_advantage`: the same if the
    /// sides differ, so that it is not the value of the first move; `first_move_difference`: White's mean score minus
    /// that in the cell that `draws` compares, or `white_advantage_difference` if the sides of one differ (none if the
    /// players of only one may change sides and Black begins); `decisive`: the share of games won on the board, for the
    /// same cells; `length`: the mean length in plies, for the same cells.
    QUANTITY: <str> = "quantity";
    /// The run of the compared cell.
    RUN: <str> = "run";
    /// Hash of the content of the compared cell.
    CELL_ID: <str> = "cell_id";
    /// Variant of the compared cell, as text.
    VARIANT: <str> = "variant";
    /// White's agent in the compared cell, as text.
    WHITE: <str> = "white";
    /// Black's agent in the compared cell, as text.
    BLACK: <str> = "black";
    /// Games played in the compared cell.
    GAMES: <u64> in "games" = "games";
    /// The run of the base cell.
    BASE_RUN: <str> = "base_run";
    /// Hash of the content of the base cell; empty, like what follows about it, if the comparison is with zero.
    BASE_CELL_ID: <str> = "base_cell_id";
    /// Variant of the base cell, as text.
    BASE_VARIANT: <str> = "base_variant";
    /// White's agent in the base cell, as text.
    BASE_WHITE: <str> = "base_white";
    /// Black's agent in the base cell, as text.
    BASE_BLACK: <str> = "base_black";
    /// Games played in the base cell.
    BASE_GAMES: <u64> in "games" = "base_games";
    /// The difference with its 95 % interval (Newcombe; Tango for the mean score, Welch for plies).
    DIFFERENCE: <Interval> = "difference";
    /// Lower end of the interval at the level that Holm's procedure assigns to this comparison among all comparisons of
    /// the same quantity. The interval excludes zero exactly when `p_holm` is at most 0.05.
    CORRECTED_LOW: <f64> = "corrected_low";
    /// Upper end of the corrected interval.
    CORRECTED_HIGH: <f64> = "corrected_high";
    /// The p-value, by the same method as the interval.
    P: <f64> = "p";
    /// The p-value adjusted by Holm.
    P_HOLM: <f64> = "p_holm";
    /// Whether the corrected interval excludes zero. Findings report a difference only if it does.
    IS_SIGNIFICANT: <bool> = "is_significant";
}

table! {
    /// The effects of the factors of a run, one row per pair of agents, quantity and term. They are observed contrasts between
    /// cells, relative to the first level of each factor, for which no model is fitted; and how the variation between the
    /// variants is divided among the factors, from `variants` on.
    effects = "effects";
    /// White's agent, as text.
    WHITE: <str> = "white";
    /// Black's agent, as text.
    BLACK: <str> = "black";
    /// The quantity: `draws` (share of draws); for the division of the variation also `score` (White's mean score) or `length`
    /// (mean length in plies).
    QUANTITY: <str> = "quantity";
    /// The factor, or a pair of factors such as `vagi:edge`; `game` is the factor formed by several base variants.
    TERM: <str> = "term";
    /// The observed difference in the log-odds of a draw, with the other factors at their first levels, averaged over
    /// the base variants; for a pair of factors, the difference between two such differences (Wald).
    LOG_ODDS: <Interval> = "log_odds";
    /// The same effect as an odds ratio (Wald).
    ODDS_RATIO: <Interval> = "odds_ratio";
    /// The observed change in the share of draws, from -1 to 1, averaged over the variants played; for a pair of
    /// factors, the change beyond the sum of their separate changes (Wald). The effect of a single factor on a single
    /// base variant is the difference of two cells, with the intervals and p-values of `comparisons` (Newcombe).
    MARGINAL: <Interval> in "difference of shares, from -1 to 1" = "marginal";
    /// Lower end of the corrected interval, over all terms of these agents; see `comparisons`.
    CORRECTED_LOW: <f64> = "corrected_low";
    /// Upper end of the corrected interval.
    CORRECTED_HIGH: <f64> = "corrected_high";
    /// The p-value.
    P: <f64> = "p";
    /// The p-value adjusted by Holm.
    P_HOLM: <f64> = "p_holm";
    /// Whether the corrected interval excludes zero.
    IS_SIGNIFICANT: <bool> = "is_significant";
    /// Whether half a game was added to both outcomes of each cell for the log-odds and Wald's intervals. This is done
    /// if all games or no games of some cell were drawn.
    SMOOTHED: <bool> = "smoothed";
    /// Number of variants played.
    VARIANTS: <u64> = "variants";
    /// Games played by these agents.
    GAMES: <u64> in "games" = "games";
    /// The variance of the quantity between equally likely variants, without sampling noise. The estimate is unbiased
    /// and can therefore be negative.
    VARIANCE: <Interval> = "variance";
    /// The Shapley effect as a share of that variance; the effects of all factors sum to 1. Empty, like the indices, if
    /// the interval of the variance includes 0.
    SHAPLEY: <Interval> in "share, from 0 to 1" = "shapley";
    /// The first-order Sobol index: the share of the variance that the factor explains by itself. Empty if combinations
    /// are left out.
    FIRST_ORDER: <Interval> in "share, from 0 to 1" = "first_order";
    /// The total Sobol index: the share of the variance that the other factors do not explain. Empty if combinations
    /// are left out.
    TOTAL: <Interval> in "share, from 0 to 1" = "total";
}

table! {
    /// What shares of draws and White's scores approach as the budget grows, one row per variant, agent with growing
    /// budgets, and quantity. An endgame test has a row for each ending, too, beside the true value.
    limits = "limits";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// The ending of an endgame test: the pieces of White and Black, such as `4v1`.
    ENDING: <str> = "ending";
    /// The agent without its budget, and the unit of the budget.
    AGENT: <str> = "agent";
    /// `draws` (share of games that are not won on the board, from 0 to 1) or `white_score` (White's mean score, from 0
    /// to 1, with adjudicated games counted as draws).
    QUANTITY: <str> = "quantity";
    /// The evidence for the answer: `proved`, `estimated` or `unknown`.
    EVIDENCE: <str> = "evidence";
    /// The value with best play, if a theorem gives it and all games begin at the start position, of which it speaks.
    PROVED: <f64> = "proved";
    /// The limit with its interval, which reaches from the lower side of the last two budgets to the upper one; empty if it
    /// is not identified.
    LIMIT: <Interval> = "limit";
    /// Why the limit is not identified: `few_budgets`, `swings`, `wide` or `unstable`.
    NOT_IDENTIFIED: <str> = "not_identified";
    /// What is observed with the largest budget if the attacker (for `white_score`: Black) has four times the budget of
    /// the other player.
    LOWER_SIDE: <Interval> = "lower_side";
    /// The same if the defender (for `white_score`: White) has it.
    UPPER_SIDE: <Interval> = "upper_side";
    /// Number of budgets that played one four times smaller.
    UNEQUAL_BUDGETS: <u32> = "unequal_budgets";
    /// If the observations of equal budgets swing with the parity of the searches' depth: the difference between odd and
    /// even depths, in log-odds.
    PARITY: <f64> = "parity";
    /// How often the observations turn by more than chance: a significant fall after a significant rise, or the other way
    /// round (2.58 standard errors, between any two budgets since the last turn).
    REVERSALS: <u32> = "reversals";
    /// The same after the effect of parity is taken out; empty if none is.
    REVERSALS_WITHOUT_PARITY: <u32> = "reversals_without_parity";
    /// Number of budgets played.
    BUDGETS: <u32> = "budgets";
    /// The smallest budget.
    SMALLEST_BUDGET: <u64> = "smallest_budget";
    /// The largest budget.
    LARGEST_BUDGET: <u64> = "largest_budget";
    /// The smallest number of games played with any budget; in an endgame test each from another placement.
    GAMES: <u64> in "games" = "games";
    /// In an endgame test: the quantity with best play, for the placements that were played.
    TRUTH: <f64> in "share, from 0 to 1" = "truth";
    /// Whether the interval contains the truth.
    COVERS_TRUTH: <bool> = "covers_truth";
}

table! {
    /// What the games are like to play, one row per cell and metric; `docs/reports.md` defines the metrics.
    metrics = "metrics";
    /// Hash of the content of the cell.
    CELL_ID: <str> = "cell_id";
    /// Name of the metric.
    METRIC: <str> = "metric";
    /// Value of the metric.
    VALUE: <f64> = "value";
    /// Lower end of its 95 % interval; empty if the games do not determine one.
    LOW: <f64> = "low";
    /// Upper end of its 95 % interval; empty if the games do not determine one.
    HIGH: <f64> = "high";
    /// Number of games from which it is computed.
    GAMES: <u64> in "games" = "games";
    /// Whether it is computed from a sample of the games, which was replayed.
    IS_SAMPLED: <bool> = "is_sampled";
}
