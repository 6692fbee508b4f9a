//! The schema of every table: the name, type and meaning of each column. All code that writes or reads a table refers
//! to its columns by these constants, and `docs/tables.md` is generated from them.

use crate::column::{About, Column, Family, Holds, Interval};
use crate::keys::{AgentKey, VariantKey};

/// A table, for readers.
#[derive(Clone, Copy, Debug)]
pub struct TableAbout {
    /// Its name, which is also the name of its files.
    pub name: &'static str,
    /// What the table contains, and what one row is.
    pub about: &'static str,
    /// Its columns, in order.
    pub columns: &'static [About],
}

macro_rules! table {
    (
        $(#[doc = $about:literal])+ $module:ident = $table:literal;
        $($(#[doc = $means:literal])+ $NAME:ident: $($of:ident)* < $kind:ty > = $name:literal;)*
    ) => {
        $(#[doc = $about])+
        pub mod $module {
            use super::*;
            $($(#[doc = $means])+ pub const $NAME: table!(@type $($of)* $kind) = <table!(@type $($of)* $kind)>::new($name);)*

            /// The table.
            pub const TABLE: TableAbout = TableAbout {
                name: $table,
                about: concat!($($about, "\n"),+),
                columns: &[$(About {
                    name: $name,
                    holds: <$kind as Holds>::NAME,
                    means: concat!($($means),+),
                }),*],
            };
        }
    };
    (@type each $kind:ty) => { Family<$kind> };
    (@type $kind:ty) => { Column<$kind> };
}

table! {
    /// The games of a folder, one row per game. There is one part for each work unit, which is a range of games of one
    /// cell; the part is named after the hash of the cell, its first game and the game after its last. The metadata of
    /// each part hold the version and commit of the program. Pairs of a match or tournament, and games at odds or after
    /// a first decision, have the columns from `cell_id` to `plies` only.
    games = "games/*";
    /// Hash of the content of the cell; `cells` has its number and everything else that is known about it.
    CELL_ID: <str> = "cell_id";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// White's agent, as text.
    WHITE: <str> = "white";
    /// Black's agent, as text.
    BLACK: <str> = "black";
    /// Number of the game within its cell, from 0; `petteia replay RUN --cell CELL --game GAME` replays it.
    GAME: <u64> = "game";
    /// Seed of the game's random stream.
    SEED: <u64> = "seed";
    /// `white` or `black`; empty for drawn and unfinished games.
    WINNER: <str> = "winner";
    /// How the game ended; the names are those of `reason_NAME` in the summary.
    REASON: <str> = "reason";
    /// Whether the game was adjudicated at a deadlock or limit, or forfeited, instead of being decided on the board.
    ADJUDICATED: <bool> = "adjudicated";
    /// Completed turns, placements included.
    PLIES: <u32> = "plies";
    /// Stones captured by White; leaders are not counted.
    CAPTURES_WHITE: <u32> = "captures_white";
    /// Stones captured by Black; leaders are not counted.
    CAPTURES_BLACK: <u32> = "captures_black";
    /// Ply of the first capture, from 1; empty if nothing was captured.
    FIRST_CAPTURE_PLY: <u32> = "first_capture_ply";
    /// Mean number of legal decisions.
    MEAN_BRANCHING: <f64> = "mean_branching";
    /// White's pieces at the end, leaders included.
    FINAL_WHITE: <u32> = "final_white";
    /// Black's pieces at the end, leaders included.
    FINAL_BLACK: <u32> = "final_black";
    /// Coins won by White; empty without stakes.
    COINS_WHITE: <u32> = "coins_white";
    /// Coins won by Black; empty without stakes.
    COINS_BLACK: <u32> = "coins_black";
    /// Mean depth that White's searches completed, in decisions; empty if White did not search by alpha-beta.
    DEPTH_WHITE: <f64> = "depth_white";
    /// Mean depth that Black's searches completed, in decisions; empty if Black did not search by alpha-beta.
    DEPTH_BLACK: <f64> = "depth_black";
    /// Share of White's searches that completed an odd number of decisions, from 0 to 1; empty if White did not search by
    /// alpha-beta.
    ODD_WHITE: <f64> = "odd_white";
    /// Share of Black's searches that completed an odd number of decisions, from 0 to 1; empty if Black did not search by
    /// alpha-beta.
    ODD_BLACK: <f64> = "odd_black";
    /// Share of White's searches that completed no ply, from 0 to 1; empty if White did not search by alpha-beta.
    BLIND_WHITE: <f64> = "blind_white";
    /// Share of Black's searches that completed no ply, from 0 to 1; empty if Black did not search by alpha-beta.
    BLIND_BLACK: <f64> = "blind_black";
    /// Hash of the rolls and moves, in the games of matches and tournaments: games that are the same, move for move, have
    /// the same one.
    MOVES_HASH: <u64> = "moves_hash";
}

table! {
    /// The cells of a run, one row per cell, those without games included: with `cell_id`, the games in `games/*` are
    /// joined to them.
    cells = "cells";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// Hash of the content of the cell: its rules, agents, opening and seed.
    CELL_ID: <str> = "cell_id";
    /// The variant of the rules.
    VARIANT: <VariantKey> = "variant";
    /// Level of each factor of the plan.
    FACTOR: each<str> = "factor_{}";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// Games that count.
    GAMES: <u64> = "games";
    /// Games that are planned; if a stopping rule may end the cell, the most that it may have.
    PLANNED: <u64> = "planned";
}

table! {
    /// What happened on each square, one row per cell and square. Each part in `squares/` has the columns from `file` on
    /// and holds the counts of one work unit.
    squares = "squares";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules.
    VARIANT: <VariantKey> = "variant";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// The file, from 0.
    FILE: <u32> = "file";
    /// The rank, from 0.
    RANK: <u32> = "rank";
    /// Name of the square, such as `a1`.
    SQUARE: <str> = "square";
    /// Pieces that arrived on the square, over all games.
    ARRIVALS: <u64> = "arrivals";
    /// Pieces lost on the square, over all games.
    LOSSES: <u64> = "losses";
    /// Games in which a player placed a piece on the square early: among the first quarter of the placements that
    /// follow the random opening. 0 if both sides play at random.
    PLACED_EARLY: <u64> = "placed_early";
}

table! {
    /// The cells of a run, one row per cell. A cell is one variant of the rules played by one pair of agents. Rates are
    /// shares of all games, including unfinished ones, from 0 to 1.
    summary = "summary";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules.
    VARIANT: <VariantKey> = "variant";
    /// Level of each factor of the plan.
    FACTOR: each<str> = "factor_{}";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// Games played.
    GAMES: <u64> = "games";
    /// Share of games that White won, on the board or adjudicated (Wilson).
    WHITE_RATE: <Interval> = "white_rate";
    /// Share of games that Black won, on the board or adjudicated (Wilson).
    BLACK_RATE: <Interval> = "black_rate";
    /// Share of games drawn (Wilson).
    DRAW_RATE: <Interval> = "draw_rate";
    /// Share of games drawn if every adjudicated game counted as a draw (Wilson).
    DRAW_RATE_ADJUDICATED_DRAWN: <Interval> = "draw_rate_adjudicated_drawn";
    /// Share of games stopped at the turn cap (Wilson). They are unfinished: each scores ½ and is counted separately
    /// from draws.
    UNFINISHED_RATE: <Interval> = "unfinished_rate";
    /// Share of games won on the board rather than by adjudication (Wilson).
    DECISIVE_RATE: <Interval> = "decisive_rate";
    /// Whether both sides have the same pieces, starting position and rules, so that they differ only in who moves
    /// first.
    SIDES_ARE_EQUAL: <bool> = "sides_are_equal";
    /// White's mean score (win 1, draw or unfinished ½, loss 0) minus ½, from -½ to ½ (Tango). If `sides_are_equal`, it
    /// is the first-move advantage; otherwise it is the advantage of White's side.
    FIRST_MOVE_ADVANTAGE: <Interval> = "first_move_advantage";
    /// (White's wins - Black's wins) / wins, including adjudicated wins, from -1 to 1; from the Wilson interval of
    /// White's share. Empty if neither side won a game.
    DECISIVE_ADVANTAGE: <Interval> = "decisive_advantage";
    /// Mean length in plies.
    PLIES_MEAN: <f64> = "plies_mean";
    /// Lower end of the confidence interval of the mean length (Student's t). Empty for a single game.
    PLIES_MEAN_LOW: <f64> = "plies_mean_low";
    /// Upper end of the confidence interval of the mean length.
    PLIES_MEAN_HIGH: <f64> = "plies_mean_high";
    /// Median length in plies, with a confidence interval from order statistics.
    PLIES_MEDIAN: <Interval> = "plies_median";
    /// First quartile of the length in plies.
    PLIES_Q1: <f64> = "plies_q1";
    /// Third quartile of the length in plies.
    PLIES_Q3: <f64> = "plies_q3";
    /// Length of the shortest game in plies.
    PLIES_MIN: <u32> = "plies_min";
    /// Length of the longest game in plies.
    PLIES_MAX: <u32> = "plies_max";
    /// Mean ply of the first capture, over the games with a capture.
    FIRST_CAPTURE_MEAN: <f64> = "first_capture_mean";
    /// Mean over all games of each game's mean number of legal decisions.
    MEAN_BRANCHING: <f64> = "mean_branching";
    /// Mean number of stones captured by White per game.
    CAPTURES_WHITE_MEAN: <f64> = "captures_white_mean";
    /// Mean number of stones captured by Black per game.
    CAPTURES_BLACK_MEAN: <f64> = "captures_black_mean";
    /// Mean number of coins won by White per game; empty without stakes.
    COINS_WHITE_MEAN: <f64> = "coins_white_mean";
    /// Mean number of coins won by Black per game; empty without stakes.
    COINS_BLACK_MEAN: <f64> = "coins_black_mean";
    /// Mean over games of the mean depth that the searches of a side completed, in decisions; empty without searches.
    DEPTH: each<f64> = "depth_{}";
    /// Mean over games of the share of a side's searches that completed an odd number of decisions; empty without searches.
    ODD: each<f64> = "odd_{}";
    /// Mean over games of the share of a side's searches that completed no ply; empty without searches.
    BLIND: each<f64> = "blind_{}";
    /// Number of games among the first 10,000 that are identical to an earlier one in everything that the table
    /// records. Many duplicates mean that the openings are not random enough.
    DUPLICATES: <u64> = "duplicates";
    /// Games that ended in this way: `leader_captured`, `leader_surrounded`, `crossing`, `capture_target`, `bare`,
    /// `no_moves` (on the board), `dead_position`, `repetition`, `no_progress`, `fortress` (deadlock or limit),
    /// `turn_cap` (unfinished); `illegal_move`, `timeout`, `crash` (forfeits of players that are programs of their own).
    REASON: each<u64> = "reason_{}";
}

table! {
    /// Where stopping rules ended the cells of a run, one row per cell with a stopping rule.
    stopping = "stopping";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules.
    VARIANT: <VariantKey> = "variant";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// The rate that the rule monitors; the summary has a column of the same name.
    METRIC: <str> = "metric";
    /// The half-width of the interval at which the rule stops.
    HALF_WIDTH: <f64> = "half_width";
    /// The observed rate.
    VALUE: <f64> = "value";
    /// Lower end of the confidence sequence of the rate.
    LOW: <f64> = "low";
    /// Upper end of the confidence sequence of the rate.
    HIGH: <f64> = "high";
    /// Games played.
    GAMES: <u64> = "games";
    /// What ended the cell: `half_width`, `max_games` or `budget`.
    ENDED_BY: <str> = "ended_by";
}

table! {
    /// Differences between cells, one row per difference. `petteia compare` writes the same columns as `comparison`,
    /// for the share of draws, White's advantage and the mean length of cells from one or more runs.
    comparisons = "comparisons";
    /// `draws`: the share of draws of a variant minus that of the plain game it modifies, or of the first variant if
    /// none modifies another; `draws_by_strength`: the share of draws with an agent's largest budget minus that with
    /// its smallest; `draws_at_last_budget`: the share with the largest budget minus that with the next smaller one;
    /// `first_move`: White's mean score minus one half, if both sides are equal; `white_advantage`: the same if the
    /// sides differ, so that it is not the value of the first move; `decisive`: the share of games won on the board,
    /// for the same cells as `draws`; `length`: the mean length in plies, for the same cells.
    QUANTITY: <str> = "quantity";
    /// Number of the compared cell in the plan.
    CELL: <u32> = "cell";
    /// Variant of the compared cell.
    VARIANT: <VariantKey> = "variant";
    /// Agents of the compared cell.
    AGENTS: <str> = "agents";
    /// White's agent in the compared cell.
    WHITE: <AgentKey> = "white";
    /// Black's agent in the compared cell.
    BLACK: <AgentKey> = "black";
    /// Number of the base cell; empty if the comparison is with zero.
    BASE_CELL: <u32> = "base_cell";
    /// Variant of the base cell.
    BASE_VARIANT: <VariantKey> = "base_variant";
    /// Agents of the base cell.
    BASE_AGENTS: <str> = "base_agents";
    /// White's agent in the base cell.
    BASE_WHITE: <AgentKey> = "base_white";
    /// Black's agent in the base cell.
    BASE_BLACK: <AgentKey> = "base_black";
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
    /// Cells of several runs side by side, one row per difference, as written by `petteia compare`.
    comparison = "comparison";
    /// `draws`; `first_move_difference`, or `white_advantage_difference` if the sides of a cell differ; `length`. Pairs
    /// of cells with identical games have no row. Comparisons that a run makes itself are the same as in its own table.
    QUANTITY: <str> = "quantity";
    /// The run of the `first` or `second` cell. The difference is the second minus the first.
    RUN: each<str> = "{}_run";
    /// Number of that cell in the plan.
    CELL: each<u32> = "{}_cell";
    /// Variant of that cell.
    VARIANT: each<VariantKey> = "{}_variant";
    /// White's agent in that cell.
    WHITE: each<AgentKey> = "{}_white";
    /// Black's agent in that cell.
    BLACK: each<AgentKey> = "{}_black";
    /// Games played in that cell.
    GAMES: each<u64> = "{}_games";
    /// The difference. This and all following columns are as in `comparisons`.
    DIFFERENCE: <Interval> = "difference";
}

table! {
    /// The effects of the factors of a run, one row per term and pair of agents. They are observed contrasts between
    /// cells, relative to the first level of each factor; no model is fitted.
    effects = "effects";
    /// The agents that played the games.
    AGENTS: <str> = "agents";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// The outcome that was observed: `draw`.
    OUTCOME: <str> = "outcome";
    /// The factor, or a pair of factors such as `vagi:edge`.
    TERM: <str> = "term";
    /// The observed difference in the log-odds of a draw, with the other factors at their first levels, averaged over
    /// the base variants; for a pair of factors, the difference between two such differences (Wald).
    LOG_ODDS: <Interval> = "log_odds";
    /// The same effect as an odds ratio (Wald).
    ODDS_RATIO: <Interval> = "odds_ratio";
    /// The observed change in the share of draws, from -1 to 1, averaged over the variants played; for a pair of
    /// factors, the change beyond the sum of their separate changes (Wald). The effect of a single factor on a single
    /// base variant is the difference of two cells, with the intervals and p-values of `comparisons` (Newcombe).
    MARGINAL: <Interval> = "marginal";
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
}

table! {
    /// How the variation between the variants of a factorial is divided among its factors, one row per pair of agents,
    /// quantity and factor.
    importance = "importance";
    /// The agents that played the games.
    AGENTS: <str> = "agents";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// The quantity that varies between variants: `draws` (share of draws), `score` (White's mean score) or `length`
    /// (mean length in plies).
    QUANTITY: <str> = "quantity";
    /// The factor; `game` is the factor formed by several base variants.
    FACTOR: <str> = "factor";
    /// Number of variants played.
    VARIANTS: <u64> = "variants";
    /// Games played by these agents.
    GAMES: <u64> = "games";
    /// The variance of the quantity between equally likely variants, without sampling noise. The estimate is unbiased
    /// and can therefore be negative.
    VARIANCE: <Interval> = "variance";
    /// The Shapley effect as a share of that variance; the effects of all factors sum to 1. Empty, like the indices, if
    /// the interval of the variance includes 0.
    SHAPLEY: <Interval> = "shapley";
    /// The first-order Sobol index: the share of the variance that the factor explains by itself. Empty if combinations
    /// are left out.
    FIRST_ORDER: <Interval> = "first_order";
    /// The total Sobol index: the share of the variance that the other factors do not explain. Empty if combinations
    /// are left out.
    TOTAL: <Interval> = "total";
}

table! {
    /// What the games are like to play, one row per cell and metric; `docs/reports.md` defines the metrics.
    metrics = "metrics";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules.
    VARIANT: <VariantKey> = "variant";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// Name of the metric.
    METRIC: <str> = "metric";
    /// Value of the metric.
    VALUE: <f64> = "value";
    /// Lower end of its 95 % interval; empty if the games do not determine one.
    LOW: <f64> = "low";
    /// Upper end of its 95 % interval; empty if the games do not determine one.
    HIGH: <f64> = "high";
    /// Number of games from which it is computed.
    GAMES: <u64> = "games";
    /// Whether it is computed from a sample of the games, which was replayed.
    IS_SAMPLED: <bool> = "is_sampled";
}

table! {
    /// The games of a tournament, one row per game; the games of a match are in `pairs`.
    contests = "games";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The first agent.
    FIRST: <AgentKey> = "first";
    /// The second agent.
    SECOND: <AgentKey> = "second";
    /// Number of the pair, from 0; pairs with the same number have the same opening in every pairing.
    PAIR: <u64> = "pair";
    /// 0 if the first agent has White, 1 if the second has.
    GAME: <u32> = "game";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// `white` or `black`; empty for drawn and unfinished games.
    WINNER: <str> = "winner";
    /// How the game ended; the names are those of `reason_NAME` in the summary.
    REASON: <str> = "reason";
    /// Completed turns, including those of the opening.
    PLIES: <u32> = "plies";
    /// Mean depth that White's searches completed, in decisions; empty without searches by alpha-beta.
    DEPTH_WHITE: <f64> = "depth_white";
    /// Mean depth that Black's searches completed, in decisions; empty without searches by alpha-beta.
    DEPTH_BLACK: <f64> = "depth_black";
}

table! {
    /// The agents of a tournament, one row per variant and agent, strongest first.
    ratings = "ratings";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The agent.
    AGENT: <AgentKey> = "agent";
    /// Rating in Elo points (Bradley and Terry), on the scale of scores, as the Elo difference of a match. The agents of a
    /// variant whose ratings are finite have mean 0; empty for an agent that won or lost all games against them.
    ELO: <Interval> = "elo";
    /// Upper end of a one-sided 95 % interval, for an agent that lost all games against those with finite ratings.
    ELO_AT_MOST: <f64> = "elo_at_most";
    /// Lower end of a one-sided 95 % interval, for an agent that won all games against those with finite ratings.
    ELO_AT_LEAST: <f64> = "elo_at_least";
    /// Games played.
    GAMES: <u64> = "games";
    /// Points scored: 1 for a win, ½ for a draw or an unfinished game.
    POINTS: <f64> = "points";
    /// Points per game.
    SCORE: <f64> = "score";
    /// The strongest agent with a finite rating; empty in its own row.
    REFERENCE: <str> = "reference";
    /// Points per game against it (Student's t over pairs).
    REFERENCE_SCORE: <Interval> = "reference_score";
    /// The agent one row above, the next stronger; empty in the first row of a variant.
    NEIGHBOUR: <str> = "neighbour";
    /// Points per game against it (Student's t over pairs).
    NEIGHBOUR_SCORE: <Interval> = "neighbour_score";
    /// Share of games drawn (Wilson).
    DRAW_RATE: <Interval> = "draw_rate";
    /// Mean over games of the mean depth that its searches completed, in decisions; empty without searches by alpha-beta.
    DEPTH: <f64> = "depth";
    /// Mean over games of the share of its searches that completed no ply, from 0 to 1; empty without searches by
    /// alpha-beta.
    BLIND: <f64> = "blind";
}

table! {
    /// The pairings of a tournament, one row per variant and pair of agents.
    pairings = "pairings";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The first agent.
    FIRST: <AgentKey> = "first";
    /// The second agent.
    SECOND: <AgentKey> = "second";
    /// Games played.
    GAMES: <u64> = "games";
    /// Games that the first agent won.
    FIRST_WINS: <u64> = "first_wins";
    /// Games that the second agent won.
    SECOND_WINS: <u64> = "second_wins";
    /// Games drawn.
    DRAWS: <u64> = "draws";
    /// Games stopped at the turn cap.
    UNFINISHED: <u64> = "unfinished";
    /// Games that the first agent forfeited: it is a program of its own, and returned an illegal move, exceeded its
    /// time or crashed. They count among the games that the second agent won.
    FIRST_FORFEITS: <u64> = "first_forfeits";
    /// Games that the second agent forfeited.
    SECOND_FORFEITS: <u64> = "second_forfeits";
    /// Pairs in which the first agent scored `0`, `half`, `1`, `1_half` or `2` points.
    PAIRS: each<u64> = "pairs_{}";
    /// Mean score of the first agent.
    SCORE: <Interval> = "score";
    /// Games that differ from all earlier ones of the pairing by at least one move. Intervals are those of so many games.
    DISTINCT: <u64> = "distinct";
    /// Elo advantage of the first agent; empty if infinite.
    ELO: <f64> = "elo";
    /// Lower end of its interval; empty if infinite.
    ELO_LOW: <f64> = "elo_low";
    /// Upper end of its interval; empty if infinite.
    ELO_HIGH: <f64> = "elo_high";
    /// Share of games drawn (Wilson).
    DRAW_RATE: <Interval> = "draw_rate";
    /// Mean over games of the mean depth that the searches of the `first` or `second` agent completed, in decisions; empty
    /// without searches by alpha-beta.
    DEPTH: each<f64> = "depth_{}";
    /// Mean over games of the share of its searches that completed no ply, from 0 to 1; empty without searches by
    /// alpha-beta.
    BLIND: each<f64> = "blind_{}";
}

table! {
    /// How fast the agents of a tournament play against themselves, one row for each variant and agent. It is written if the
    /// tournament file sets `speed_seconds`. The numbers depend on the machine and differ from run to run.
    speeds = "speeds";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The agent.
    AGENT: <AgentKey> = "agent";
    /// Games played.
    GAMES: <u64> = "games";
    /// Total plies of these games.
    PLIES: <u64> = "plies";
    /// Seconds of computing time on one core.
    SECONDS: <f64> = "seconds";
    /// Games per second and core.
    GAMES_PER_SECOND: <f64> = "games_per_second";
}

mod balance;
mod perfect_play;
mod search;

pub use balance::{depth, handicap, openings};
pub use perfect_play::{calibration, endgames, exams, limits, placements, verdicts};
pub use search::{confirmations, rulesets};
