//! The schema of every table: the name, type, unit and meaning of each column. All code that writes or reads a table refers
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
        $($(#[doc = $means:literal])+ $NAME:ident: $($of:ident)* < $kind:ty > $(in $unit:literal)? = $name:literal;)*
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
                    unit: concat!($($unit)?),
                    means: concat!($($means),+),
                }),*],
            };
        }
    };
    (@type each $kind:ty) => { Family<$kind> };
    (@type $kind:ty) => { Column<$kind> };
}

table! {
    /// The games of a folder, one row per game. Each chunk is a range of games of one cell,
    /// and is named after the hash of the cell, its first game and the game after its last. With `cell_id`,
    /// they are joined to `cells`, which says who played what. The metadata of each chunk hold the format of the folder.
    /// Columns from `captures_white` to `coins_black` are those of games from the start position alone, and columns from
    /// `drawn_by_tables` on those of an endgame test.
    games = "games";
    /// Hash of the content of the cell; `cells` has its number and everything else that is known about it.
    CELL_ID: <str> = "cell_id";
    /// Number of the game within its cell, from 0; `petteia replay RUN --cell CELL --game GAME` replays it. Games 0 and 1
    /// are a pair, and so on, where agents play pairs of games from one opening.
    GAME: <u64> = "game";
    /// Seed of the game's random stream.
    SEED: <u64> = "seed";
    /// Whether the cell's agents have swapped sides at the end, as in the second game of each pair, or by `swap`.
    IS_SWAPPED: <bool> = "is_swapped";
    /// `white` or `black`; empty for drawn and unfinished games.
    WINNER: <str> = "winner";
    /// How the game ended; the names are those of `reason_NAME` in the summary.
    REASON: <str> = "reason";
    /// Whether the game was adjudicated at a deadlock or limit, or forfeited, instead of being decided on the board.
    ADJUDICATED: <bool> = "adjudicated";
    /// Completed turns, those of the opening and placements included.
    PLIES: <u32> in "plies" = "plies";
    /// Stones captured by White; leaders are not counted.
    CAPTURES_WHITE: <u32> in "stones" = "captures_white";
    /// Stones captured by Black; leaders are not counted.
    CAPTURES_BLACK: <u32> in "stones" = "captures_black";
    /// Ply of the first capture, from 1; empty if nothing was captured.
    FIRST_CAPTURE_PLY: <u32> in "plies" = "first_capture_ply";
    /// Mean number of legal decisions.
    MEAN_BRANCHING: <f64> = "mean_branching";
    /// White's pieces at the end, leaders included.
    FINAL_WHITE: <u32> in "pieces" = "final_white";
    /// Black's pieces at the end, leaders included.
    FINAL_BLACK: <u32> in "pieces" = "final_black";
    /// Coins won by White; empty without stakes.
    COINS_WHITE: <u32> = "coins_white";
    /// Coins won by Black; empty without stakes.
    COINS_BLACK: <u32> = "coins_black";
    /// Mean depth that White's searches completed, in decisions, without those that proved a win or a loss; empty if White
    /// did not search by alpha-beta. In an endgame test, the searches are those of the agent that is examined.
    DEPTH_WHITE: <f64> in "decisions" = "depth_white";
    /// The same for Black's searches.
    DEPTH_BLACK: <f64> in "decisions" = "depth_black";
    /// Share of White's searches that completed an odd number of decisions, from 0 to 1; empty if White did not search by
    /// alpha-beta.
    SHARE_ODD_DEPTH_WHITE: <f64> in "share, from 0 to 1" = "share_odd_depth_white";
    /// Share of Black's searches that completed an odd number of decisions, from 0 to 1; empty if Black did not search by
    /// alpha-beta.
    SHARE_ODD_DEPTH_BLACK: <f64> in "share, from 0 to 1" = "share_odd_depth_black";
    /// Share of White's searches that completed no ply, from 0 to 1; empty if White did not search by alpha-beta.
    SHARE_NO_DEPTH_WHITE: <f64> in "share, from 0 to 1" = "share_no_depth_white";
    /// Share of Black's searches that completed no ply, from 0 to 1; empty if Black did not search by alpha-beta.
    SHARE_NO_DEPTH_BLACK: <f64> in "share, from 0 to 1" = "share_no_depth_black";
    /// Hash of the rolls and moves, in the games of matches and tournaments: games that are the same, move for move, have
    /// the same one.
    MOVES_HASH: <u64> = "moves_hash";
    /// Whether the placement from which the game starts is drawn with best play.
    DRAWN_BY_TABLES: <bool> = "drawn_by_tables";
    /// Whether White, to move, wins this placement with best play.
    WON_BY_TABLES: <bool> = "won_by_tables";
    /// Decisions in positions that the endgame tables cover.
    DECISIONS: <u32> = "decisions";
    /// Contested decisions: those in which some legal decision gives value away.
    CONTESTED: <u32> = "contested";
    /// Contested decisions that kept the value.
    BEST_MOVES: <u32> = "best_moves";
    /// Half points lost over all decisions.
    HALF_POINTS_LOST: <u32> = "half_points_lost";
}

table! {
    /// The cells of a run, one row per cell, those without games included. Other tables are joined to them by `cell_id`.
    cells = "cells";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// Hash of the content of the cell: its rules, agents, opening and seed.
    CELL_ID: <str> = "cell_id";
    /// The variant of the rules.
    VARIANT: <VariantKey> = "variant";
    /// Level of each factor of the plan.
    FACTOR: each<str> = "factor_{}";
    /// White's agent; in pairs of games the first agent, which has White in the first game of each.
    WHITE: <AgentKey> = "white";
    /// Black's agent, or the second one.
    BLACK: <AgentKey> = "black";
    /// Random decisions before the agents start to play; the smaller number of two such as `[4, 5]`.
    OPENING: <u32> = "opening";
    /// Stones removed from White's starting position, if it is a game at odds; a negative number counts stones removed from
    /// Black's.
    WHITE_STONES_FEWER: <i32> in "stones" = "white_stones_fewer";
    /// White's first decision, if it is given.
    DECISION: <str> = "decision";
    /// The ending in which an agent is examined: the pieces of White and Black, such as `4v1`.
    ENDING: <str> = "ending";
    /// Games that count.
    GAMES: <u64> in "games" = "games";
    /// Games that are planned; if a stopping rule may end the cell, the most that it may have.
    PLANNED: <u64> in "games" = "planned";
    /// The rate that a stopping rule monitors, if there is one; the summary has a column of the same name. Or the difference
    /// of a rate from that of the variant `against`, such as `draw_rate_difference`.
    STOP_METRIC: <str> = "stop_metric";
    /// The half-width of the interval at which the rule stops.
    STOP_HALF_WIDTH: <f64> = "stop_half_width";
    /// The observed rate.
    STOP_VALUE: <f64> = "stop_value";
    /// Lower end of the confidence sequence of the rate.
    STOP_LOW: <f64> = "stop_low";
    /// Upper end of the confidence sequence of the rate.
    STOP_HIGH: <f64> = "stop_high";
    /// What ended the cell: `half_width`, `decided` (a difference), `comparisons` (all of them ended), `max_games` or `budget`.
    ENDED_BY: <str> = "ended_by";
}

table! {
    /// What happened on each square, one row per cell and square. Each chunk in `squares/` has the columns from `file` on
    /// and holds the counts of one chunk of games.
    squares = "squares";
    /// Hash of the content of the cell.
    CELL_ID: <str> = "cell_id";
    /// The file, from 0.
    FILE: <u32> = "file";
    /// The rank, from 0.
    RANK: <u32> = "rank";
    /// Name of the square, such as `a1`.
    SQUARE: <str> = "square";
    /// Pieces that arrived on the square, over all games.
    ARRIVALS: <u64> in "pieces" = "arrivals";
    /// Pieces lost on the square, over all games.
    LOSSES: <u64> in "pieces" = "losses";
    /// Games in which a player placed a piece on the square early: among the first quarter of the placements that
    /// follow the random opening. 0 if both sides play at random.
    PLACED_EARLY: <u64> in "games" = "placed_early";
}

table! {
    /// The cells of a run, one row per cell. A cell is one variant of the rules played by one pair of agents. Rates are
    /// shares of all games, including unfinished ones, from 0 to 1.
    summary = "summary";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// Hash of the content of the cell.
    CELL_ID: <str> = "cell_id";
    /// The variant of the rules.
    VARIANT: <VariantKey> = "variant";
    /// Level of each factor of the plan.
    FACTOR: each<str> = "factor_{}";
    /// White's agent.
    WHITE: <AgentKey> = "white";
    /// Black's agent.
    BLACK: <AgentKey> = "black";
    /// Games played.
    GAMES: <u64> in "games" = "games";
    /// Share of games that White won, on the board or adjudicated (Wilson).
    WHITE_RATE: <Interval> in "share, from 0 to 1" = "white_rate";
    /// Share of games that Black won, on the board or adjudicated (Wilson).
    BLACK_RATE: <Interval> in "share, from 0 to 1" = "black_rate";
    /// Share of games drawn (Wilson).
    DRAW_RATE: <Interval> in "share, from 0 to 1" = "draw_rate";
    /// Share of games drawn if every adjudicated game counted as a draw (Wilson).
    DRAW_RATE_ADJUDICATED_DRAWN: <Interval> in "share, from 0 to 1" = "draw_rate_adjudicated_drawn";
    /// Share of games stopped at the turn cap (Wilson). They are unfinished: each scores ½ and is counted separately
    /// from draws.
    UNFINISHED_RATE: <Interval> in "share, from 0 to 1" = "unfinished_rate";
    /// Share of games won on the board rather than by adjudication (Wilson).
    DECISIVE_RATE: <Interval> in "share, from 0 to 1" = "decisive_rate";
    /// Whether the players differ only in who moves first: both sides have the same pieces, starting position and rules, and White begins,
    /// or the players may change sides.
    SIDES_ARE_EQUAL: <bool> = "sides_are_equal";
    /// White's mean score (win 1, draw or unfinished ½, loss 0) minus ½, from -½ to ½ (Tango). If `sides_are_equal`, it
    /// is the first-move advantage; otherwise it is the advantage of White's side. With `swap`, the score is that of the
    /// player who moves first.
    FIRST_MOVE_ADVANTAGE: <Interval> in "score per game, from -½ to ½" = "first_move_advantage";
    /// (White's wins - Black's wins) / wins, including adjudicated wins, from -1 to 1; from the Wilson interval of
    /// White's share. Empty if neither side won a game.
    DECISIVE_ADVANTAGE: <Interval> in "difference of shares, from -1 to 1" = "decisive_advantage";
    /// Mean length in plies (Student's t). A single game has no interval.
    PLIES_MEAN: <Interval> in "plies" = "plies_mean";
    /// Median length in plies, with a confidence interval from order statistics.
    PLIES_MEDIAN: <Interval> in "plies" = "plies_median";
    /// First quartile of the length in plies.
    PLIES_Q1: <f64> in "plies" = "plies_q1";
    /// Third quartile of the length in plies.
    PLIES_Q3: <f64> in "plies" = "plies_q3";
    /// Length of the shortest game in plies.
    PLIES_MIN: <u32> in "plies" = "plies_min";
    /// Length of the longest game in plies.
    PLIES_MAX: <u32> in "plies" = "plies_max";
    /// Mean ply of the first capture, over the games with a capture.
    FIRST_CAPTURE_MEAN: <f64> in "plies" = "first_capture_mean";
    /// Mean over all games of each game's mean number of legal decisions.
    MEAN_BRANCHING: <f64> = "mean_branching";
    /// Mean number of stones captured by White per game.
    CAPTURES_WHITE_MEAN: <f64> in "stones" = "captures_white_mean";
    /// Mean number of stones captured by Black per game.
    CAPTURES_BLACK_MEAN: <f64> in "stones" = "captures_black_mean";
    /// Mean number of coins won by White per game; empty without stakes.
    COINS_WHITE_MEAN: <f64> = "coins_white_mean";
    /// Mean number of coins won by Black per game; empty without stakes.
    COINS_BLACK_MEAN: <f64> = "coins_black_mean";
    /// Mean over games of the mean depth that the searches of a side completed, in decisions, without those that proved a
    /// win or a loss; empty without searches.
    DEPTH: each<f64> in "decisions" = "depth_{}";
    /// Mean over games of the share of a side's searches that completed an odd number of decisions; empty without searches.
    SHARE_ODD_DEPTH: each<f64> in "share, from 0 to 1" = "share_odd_depth_{}";
    /// Mean over games of the share of a side's searches that completed no ply; empty without searches.
    SHARE_NO_DEPTH: each<f64> in "share, from 0 to 1" = "share_no_depth_{}";
    /// Number of games among the first 10,000 that are identical to an earlier one in everything that the table
    /// records. Many duplicates mean that the openings are not random enough.
    DUPLICATES: <u64> in "games" = "duplicates";
    /// Games that ended in this way: `leader_captured`, `leader_surrounded`, `crossing`, `capture_target`, `bare`,
    /// `no_moves` (on the board), `dead_position`, `repetition`, `no_progress`, `fortress` (deadlock or limit),
    /// `turn_cap` (unfinished); `illegal_move`, `timeout`, `crash` (forfeits of players that are programs of their own).
    REASON: each<u64> in "games" = "reason_{}";
}

mod contests;
mod findings;
mod perfect_play;
mod search;

pub use contests::{matches, ratings};
pub use findings::{comparisons, effects, limits, metrics};
pub use perfect_play::{endgames, exams, verdicts};
pub use search::rulesets;
