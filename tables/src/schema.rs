//! The schema of every table: each column with its name, the type of its values and what they mean. Whoever writes or reads a
//! table names its columns by these constants, and `docs/tables.md` is [made of them](page).

use crate::column::{About, Column, Family, Holds, Interval};

/// A table, for readers.
#[derive(Clone, Copy, Debug)]
pub struct TableAbout {
    /// Its name, which is that of its files.
    pub name: &'static str,
    /// What it is, and what a row is.
    pub about: &'static str,
    /// Its columns, in their order.
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
                    is_family: table!(@family $($of)*),
                    holds: <$kind as Holds>::NAME,
                    means: concat!($($means),+),
                }),*],
            };
        }
    };
    (@type each $kind:ty) => { Family<$kind> };
    (@type $kind:ty) => { Column<$kind> };
    (@family each) => { true };
    (@family) => { false };
}

table! {
    /// The games of a run, one row per game: one part for each work unit, a range of the games of a cell, named by the cell and
    /// the first game. Each part carries the version and commit of the program, the seed, the experiment file with its SHA-256
    /// and the SHA-256 of the plan as metadata.
    games = "games/*";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// Level of each factor of the plan.
    FACTOR: each<str> = "factor_{}";
    /// White's agent, as text.
    WHITE: <str> = "white";
    /// Black's agent, as text.
    BLACK: <str> = "black";
    /// Number of the game in its cell, from 0; `petteia replay RUN --cell CELL --game GAME` shows it.
    GAME: <u64> = "game";
    /// Seed of its random stream.
    SEED: <u64> = "seed";
    /// `white` or `black`; empty for drawn and unfinished games.
    WINNER: <str> = "winner";
    /// How the game ended, as in `reason_NAME` of the summary.
    REASON: <str> = "reason";
    /// Whether it was decided at a deadlock or limit, not on the board.
    ADJUDICATED: <bool> = "adjudicated";
    /// Completed turns, placements included.
    PLIES: <u32> = "plies";
    /// Stones captured by White; leaders are not counted.
    CAPTURES_WHITE: <u32> = "captures_white";
    /// Stones captured by Black; leaders are not counted.
    CAPTURES_BLACK: <u32> = "captures_black";
    /// Ply of the first capture, from 1; empty without a capture.
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
}

table! {
    /// What happened on each square, one row per cell and square. The parts in `squares/` hold the counts of one work unit each,
    /// with the same columns.
    squares = "squares";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// White's agent, as text.
    WHITE: <str> = "white";
    /// Black's agent, as text.
    BLACK: <str> = "black";
    /// The file, from 0.
    FILE: <u32> = "file";
    /// The rank, from 0.
    RANK: <u32> = "rank";
    /// Name of the square, such as `a1`.
    SQUARE: <str> = "square";
    /// Pieces that came to stand there, in all games.
    ARRIVALS: <u64> = "arrivals";
    /// Pieces lost there, in all games.
    LOSSES: <u64> = "losses";
}

table! {
    /// The cells of a run, one row per cell: a variant of the rules played by a pairing of agents. Rates are shares of all games,
    /// unfinished ones included, from 0 to 1.
    summary = "summary";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// Level of each factor of the plan.
    FACTOR: each<str> = "factor_{}";
    /// White's agent, as text.
    WHITE: <str> = "white";
    /// Black's agent, as text.
    BLACK: <str> = "black";
    /// Games played.
    GAMES: <u64> = "games";
    /// Share of games that White won, on the board or adjudicated; Wilson.
    WHITE_RATE: <Interval> = "white_rate";
    /// Share of games that Black won, on the board or adjudicated; Wilson.
    BLACK_RATE: <Interval> = "black_rate";
    /// Share of games drawn; Wilson.
    DRAW_RATE: <Interval> = "draw_rate";
    /// Share of games drawn if all adjudicated games were draws; Wilson.
    DRAW_RATE_ADJUDICATED_DRAWN: <Interval> = "draw_rate_adjudicated_drawn";
    /// Share of games stopped at the turn cap, which are unfinished: each scores ½ and is counted apart from draws; Wilson.
    UNFINISHED_RATE: <Interval> = "unfinished_rate";
    /// Share of games won on the board, not by adjudication; Wilson.
    DECISIVE_RATE: <Interval> = "decisive_rate";
    /// Whether both sides have the same pieces, start and rules, so that only the first move tells them apart.
    SIDES_ARE_EQUAL: <bool> = "sides_are_equal";
    /// White's mean score (win 1, draw or unfinished ½, loss 0) minus ½, from -½ to ½; Tango. Where `sides_are_equal` it is the
    /// advantage of the first move, elsewhere that of White's side.
    FIRST_MOVE_ADVANTAGE: <Interval> = "first_move_advantage";
    /// (White's wins - Black's wins) / wins, adjudicated wins included, from -1 to 1; Wilson of White's share; empty without a
    /// win.
    DECISIVE_ADVANTAGE: <Interval> = "decisive_advantage";
    /// Mean length in plies.
    PLIES_MEAN: <f64> = "plies_mean";
    /// Lower end of the interval of the mean length; Student's t; empty for a single game.
    PLIES_MEAN_LOW: <f64> = "plies_mean_low";
    /// Upper end of the interval of the mean length.
    PLIES_MEAN_HIGH: <f64> = "plies_mean_high";
    /// Median length in plies, with the interval of the order statistics.
    PLIES_MEDIAN: <Interval> = "plies_median";
    /// First quartile of the length in plies.
    PLIES_Q1: <f64> = "plies_q1";
    /// Third quartile of the length in plies.
    PLIES_Q3: <f64> = "plies_q3";
    /// Plies of the shortest game.
    PLIES_MIN: <u32> = "plies_min";
    /// Plies of the longest game.
    PLIES_MAX: <u32> = "plies_max";
    /// Mean ply of the first capture, over games with a capture.
    FIRST_CAPTURE_MEAN: <f64> = "first_capture_mean";
    /// Mean over games of a game's mean number of legal decisions.
    MEAN_BRANCHING: <f64> = "mean_branching";
    /// Mean number of stones captured by White per game.
    CAPTURES_WHITE_MEAN: <f64> = "captures_white_mean";
    /// Mean number of stones captured by Black per game.
    CAPTURES_BLACK_MEAN: <f64> = "captures_black_mean";
    /// Mean number of coins won by White per game; empty without stakes.
    COINS_WHITE_MEAN: <f64> = "coins_white_mean";
    /// Mean number of coins won by Black per game; empty without stakes.
    COINS_BLACK_MEAN: <f64> = "coins_black_mean";
    /// Games, among the first 10,000, that equal an earlier one in everything the table records. Many of them mean that the
    /// openings are not random enough.
    DUPLICATES: <u64> = "duplicates";
    /// Games that ended so: `leader_captured`, `leader_surrounded`, `crossing`, `capture_target`, `bare`, `no_moves` (on the
    /// board), `dead_position`, `repetition`, `no_progress`, `fortress` (deadlock or limit), `turn_cap` (unfinished).
    REASON: each<u64> = "reason_{}";
}

table! {
    /// Where stopping rules ended the cells of a run, one row per cell with a rule.
    stopping = "stopping";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// White's agent, as text.
    WHITE: <str> = "white";
    /// Black's agent, as text.
    BLACK: <str> = "black";
    /// The rate that the rule watches; a column of the summary has the same name.
    METRIC: <str> = "metric";
    /// Half the width of the interval that the rule asks for.
    HALF_WIDTH: <f64> = "half_width";
    /// The rate.
    VALUE: <f64> = "value";
    /// Lower end of its confidence sequence.
    LOW: <f64> = "low";
    /// Upper end of its confidence sequence.
    HIGH: <f64> = "high";
    /// Games played.
    GAMES: <u64> = "games";
    /// What ended the cell: `half_width`, `max_games` or `budget`.
    ENDED_BY: <str> = "ended_by";
}

table! {
    /// Differences between cells, one row per difference. `petteia compare` writes the same columns as `comparison`, for draws,
    /// White's advantage and mean length of cells of one run or several.
    comparisons = "comparisons";
    /// `draws`: the share of draws of a variant minus that of the plain form that it changes, or of the first variant where none
    /// changes another; `draws_by_strength`: with the largest budget of an agent minus that with the smallest;
    /// `draws_at_last_budget`: the same minus that with the next smaller one; `first_move`: White's mean score minus one half
    /// where both sides are equal; `white_advantage`: the same where they differ, so that it is not what the first move is
    /// worth; `decisive`: the share of games won on the board, of the same cells as `draws`; `length`: mean plies, of the same
    /// cells.
    QUANTITY: <str> = "quantity";
    /// Number of the cell that is compared.
    CELL: <u32> = "cell";
    /// Its variant.
    VARIANT: <str> = "variant";
    /// Its agents.
    AGENTS: <str> = "agents";
    /// Number of the cell that it is compared with; empty for zero.
    BASE_CELL: <u32> = "base_cell";
    /// The variant of that cell.
    BASE_VARIANT: <str> = "base_variant";
    /// The agents of that cell.
    BASE_AGENTS: <str> = "base_agents";
    /// The difference with its 95 % interval (Newcombe; Tango for the mean score, Welch for plies).
    DIFFERENCE: <Interval> = "difference";
    /// Lower end of the interval at the level that Holm's procedure gives this comparison among all of its quantity. The interval
    /// excludes zero exactly when `p_holm` is at most 0.05.
    CORRECTED_LOW: <f64> = "corrected_low";
    /// Upper end of that interval.
    CORRECTED_HIGH: <f64> = "corrected_high";
    /// The p-value, by the same method as the interval.
    P: <f64> = "p";
    /// The p-value adjusted by Holm.
    P_HOLM: <f64> = "p_holm";
    /// Whether the corrected interval excludes zero: only then do findings report a difference.
    IS_SHOWN: <bool> = "is_shown";
}

table! {
    /// Cells of several runs side by side, one row per difference: what `petteia compare` writes.
    comparison = "comparison";
    /// `draws`; `first_move_difference`, or `white_advantage_difference` where the sides of a cell differ; `length`. Cells with the
    /// very same games have no row. What a run compares itself is as in its own table.
    QUANTITY: <str> = "quantity";
    /// The `first` or the `second` cell: its run. The difference is the second minus the first.
    RUN: each<str> = "{}_run";
    /// Its number in the plan.
    CELL: each<u32> = "{}_cell";
    /// Its variant.
    VARIANT: each<str> = "{}_variant";
    /// White's agent.
    WHITE: each<str> = "{}_white";
    /// Black's agent.
    BLACK: each<str> = "{}_black";
    /// Games played.
    GAMES: each<u64> = "{}_games";
    /// The difference and all that follows, as in `comparisons`.
    DIFFERENCE: <Interval> = "difference";
}

table! {
    /// The effects of the factors of a run, one row per term and pairing of agents: observed contrasts of the cells, against the
    /// first level of each factor. No model is fitted.
    effects = "effects";
    /// Whose games.
    AGENTS: <str> = "agents";
    /// What was observed: `draw`.
    OUTCOME: <str> = "outcome";
    /// The factor, or two of them: `vagi:edge`.
    TERM: <str> = "term";
    /// The observed difference of the log-odds of a draw, with the other factors at their first levels, averaged over the base
    /// variants; of two factors, the difference of two such differences; Wald.
    LOG_ODDS: <Interval> = "log_odds";
    /// The same as a ratio of odds; Wald.
    ODDS_RATIO: <Interval> = "odds_ratio";
    /// The observed change of the share of draws, from -1 to 1, averaged over the variants played; of two factors, how much more
    /// it changes than by both alone; Wald.
    MARGINAL: <Interval> = "marginal";
    /// Lower end of the corrected interval, over the terms of these agents; see `comparisons`.
    CORRECTED_LOW: <f64> = "corrected_low";
    /// Upper end of the corrected interval.
    CORRECTED_HIGH: <f64> = "corrected_high";
    /// The p-value.
    P: <f64> = "p";
    /// The p-value adjusted by Holm.
    P_HOLM: <f64> = "p_holm";
    /// Whether the corrected interval excludes zero.
    IS_SHOWN: <bool> = "is_shown";
    /// Whether half a game was added to both outcomes of each cell for the log-odds and all intervals, because somewhere all
    /// games or none were drawn.
    SMOOTHED: <bool> = "smoothed";
}

table! {
    /// How the variation between the variants of a factorial is divided among its factors, one row per pairing of agents, quantity
    /// and factor.
    importance = "importance";
    /// Whose games.
    AGENTS: <str> = "agents";
    /// What varies between variants: `draws` (their share), `score` (White's mean score) or `length` (mean plies).
    QUANTITY: <str> = "quantity";
    /// The factor; `game` stands for several base variants.
    FACTOR: <str> = "factor";
    /// How many variants were played.
    VARIANTS: <u64> = "variants";
    /// Games of these agents.
    GAMES: <u64> = "games";
    /// The variance of the quantity between variants, all equally likely, without the noise of sampling; unbiased, so that it can be
    /// below 0.
    VARIANCE: <Interval> = "variance";
    /// The Shapley effect as a share of that variance; those of all factors sum to 1. Empty, as are the indices, where the
    /// variance does not exclude 0.
    SHAPLEY: <Interval> = "shapley";
    /// The Sobol index of first order: the share that the factor explains by itself. Empty where combinations are left out.
    FIRST_ORDER: <Interval> = "first_order";
    /// The total Sobol index: the share that the other factors do not explain. Empty where combinations are left out.
    TOTAL: <Interval> = "total";
}

table! {
    /// What the games are like to play, one row per cell and metric; `reports/README.md` defines the metrics.
    metrics = "metrics";
    /// Number of the cell in the plan.
    CELL: <u32> = "cell";
    /// The variant of the rules, as text.
    VARIANT: <str> = "variant";
    /// White's agent, as text.
    WHITE: <str> = "white";
    /// Black's agent, as text.
    BLACK: <str> = "black";
    /// Name of the metric.
    METRIC: <str> = "metric";
    /// Its value.
    VALUE: <f64> = "value";
    /// Lower end of its 95 % interval; empty where the games give none.
    LOW: <f64> = "low";
    /// Upper end of its 95 % interval; empty where the games give none.
    HIGH: <f64> = "high";
    /// Games that it rests on.
    GAMES: <u64> = "games";
    /// Whether it rests on a sample of the games, played again.
    IS_SAMPLED: <bool> = "is_sampled";
}

table! {
    /// The games of a tournament, one row per game; those of a match are in `pairs`.
    contests = "games";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The first agent.
    FIRST: <str> = "first";
    /// The second agent.
    SECOND: <str> = "second";
    /// Number of the pair, from 0; the same number is the same opening in every pairing.
    PAIR: <u64> = "pair";
    /// 0: the first agent has White; 1: the second.
    GAME: <u32> = "game";
    /// White's agent.
    WHITE: <str> = "white";
    /// Black's agent.
    BLACK: <str> = "black";
    /// `white` or `black`; empty for drawn and unfinished games.
    WINNER: <str> = "winner";
    /// How the game ended, as in `reason_NAME` of the summary.
    REASON: <str> = "reason";
    /// Completed turns, those of the opening included.
    PLIES: <u32> = "plies";
}

table! {
    /// The agents of a tournament, one row per variant and agent, the strongest first.
    ratings = "ratings";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The agent.
    AGENT: <str> = "agent";
    /// Rating in Elo points, with mean 0 on each variant; Davidson.
    ELO: <Interval> = "elo";
    /// Games played.
    GAMES: <u64> = "games";
    /// Points made: 1 for a win, ½ for a draw or an unfinished game.
    POINTS: <f64> = "points";
    /// Points per game.
    SCORE: <f64> = "score";
    /// Share of games drawn; Wilson.
    DRAW_RATE: <Interval> = "draw_rate";
}

table! {
    /// The pairings of a tournament, one row per variant and two agents.
    pairings = "pairings";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The first agent.
    FIRST: <str> = "first";
    /// The second agent.
    SECOND: <str> = "second";
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
    /// Pairs in which the first agent made `0`, `half`, `1`, `1_half` or `2` points.
    PAIRS: each<u64> = "pairs_{}";
    /// Mean score of the first agent.
    SCORE: <Interval> = "score";
    /// Elo difference of the first agent; empty where infinite.
    ELO: <f64> = "elo";
    /// Lower end of its interval; empty where infinite.
    ELO_LOW: <f64> = "elo_low";
    /// Upper end of its interval; empty where infinite.
    ELO_HIGH: <f64> = "elo_high";
    /// Share of games drawn; Wilson.
    DRAW_RATE: <Interval> = "draw_rate";
}

table! {
    /// Endgame tables in numbers, one row for each pieces against pieces with one side to move. The counts are exact, over all
    /// placements of the pieces, so there is no interval.
    endgames = "endgames";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The pieces of the side to move: `3`, or `L2` with a leader.
    OWN: <str> = "own";
    /// The pieces of its opponent.
    OTHER: <str> = "other";
    /// The side to move; empty where both sides play by the same rules, so that it does not matter.
    SIDE: <str> = "side";
    /// Placements up to symmetry.
    ENTRIES: <u64> = "entries";
    /// All placements: `won`, `drawn` and `lost` together.
    PLACEMENTS: <u64> = "placements";
    /// Placements in which the game is over already.
    OVER: <u64> = "over";
    /// Placements that the side to move wins with best play on both sides.
    WON: <u64> = "won";
    /// Placements that are drawn with best play on both sides.
    DRAWN: <u64> = "drawn";
    /// Placements that the side to move loses with best play on both sides.
    LOST: <u64> = "lost";
    /// Placements in which the next move wins and ends the game.
    WON_AT_ONCE: <u64> = "won_at_once";
    /// Placements won with a distance of one ply: the next move wins and ends the game, or captures into a won ending.
    WON_IN_ONE: <u64> = "won_in_one";
    /// Share of all placements that are won, 0 to 1.
    WON_SHARE: <f64> = "won_share";
    /// Share of all placements that are drawn, 0 to 1.
    DRAWN_SHARE: <f64> = "drawn_share";
    /// Share of all placements that are lost, 0 to 1.
    LOST_SHARE: <f64> = "lost_share";
    /// Most plies to the next capture or the end in a won placement; empty where there is none.
    LONGEST_WIN: <u32> = "longest_win";
    /// Such a position.
    LONGEST_WIN_EXAMPLE: <str> = "longest_win_example";
    /// Most plies to the next capture or the end in a lost placement; empty where there is none.
    LONGEST_LOSS: <u32> = "longest_loss";
    /// Such a position.
    LONGEST_LOSS_EXAMPLE: <str> = "longest_loss_example";
    /// A drawn position that is not over.
    DRAWN_EXAMPLE: <str> = "drawn_example";
}

table! {
    /// How fast the agents of a tournament play against themselves, one row for each variant and agent. Written where the file
    /// sets `speed_seconds`; these numbers are of the machine and differ from run to run.
    speeds = "speeds";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The agent.
    AGENT: <str> = "agent";
    /// Games played.
    GAMES: <u64> = "games";
    /// Their plies.
    PLIES: <u64> = "plies";
    /// Seconds that they took, on one core.
    SECONDS: <f64> = "seconds";
    /// Games per second and core.
    GAMES_PER_SECOND: <f64> = "games_per_second";
}

table! {
    /// How agents do in endings whose value is known from endgame tables, one row for each ending and agent. The agent plays both
    /// sides, from random placements with White to move.
    exams = "exams";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// White's and Black's pieces, such as `4v1`.
    ENDING: <str> = "ending";
    /// The agent.
    AGENT: <str> = "agent";
    /// Games, each from a random placement.
    GAMES: <u64> = "games";
    /// Games from placements that are drawn with best play.
    DRAWN_BY_TABLES: <u64> = "drawn_by_tables";
    /// Games from placements that White, who is to move, wins with best play.
    WON_BY_TABLES: <u64> = "won_by_tables";
    /// Games that ended in a draw.
    DRAWN: <u64> = "drawn";
    /// Share of games that ended in a draw; Wilson.
    DRAW_RATE: <Interval> = "draw_rate";
    /// Games that White won.
    WON: <u64> = "won";
    /// Decisions in positions that the tables know, at most the first 200 of a game.
    DECISIONS: <u64> = "decisions";
    /// Those among them in which some legal decision loses a half or a whole point.
    CRITICAL: <u64> = "critical";
    /// Critical decisions that kept the value of the position.
    KEPT: <u64> = "kept";
    /// Share of critical decisions that kept the value; Wilson, which takes decisions for independent. Empty without any.
    KEPT_SHARE: <Interval> = "kept_share";
    /// Mean loss of a critical decision, in points from 0 to 1; empty without any.
    MEAN_LOSS: <f64> = "mean_loss";
}

table! {
    /// What is proved of each variant beside what was played, one row per variant. AGENTS stands for each pairing.
    verdicts = "verdicts";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// What follows with best play: `draw`, `white_cannot_lose`, `black_cannot_lose`, `no_fortress` (the pieces of the first player
    /// form none, so no fortress draws the game), `open`.
    BEST_PLAY: <str> = "best_play";
    /// Pieces of the smallest fortress; empty where there is none or it is not known.
    FORTRESS_PIECES: <u32> = "fortress_pieces";
    /// How many fortresses of this size there are, up to symmetry.
    FORTRESS_KINDS: <u32> = "fortress_kinds";
    /// The squares of one of them.
    FORTRESS_SQUARES: <str> = "fortress_squares";
    /// There is no fortress with so many pieces or fewer.
    NO_FORTRESS_TO: <u32> = "no_fortress_to";
    /// Why it is not known.
    FORTRESS_NOT_COVERED: <str> = "fortress_not_covered";
    /// A side forces a fortress from the start within so many of its moves, against every defence, unless the game ends
    /// before.
    FORCES_WITHIN: each<u32> = "{}_forces_within";
    /// It does so on so many of its first ranks.
    RANKS: each<u32> = "{}_ranks";
    /// Whether it cannot lose from then on, however the game is adjudicated.
    CANNOT_LOSE: each<bool> = "{}_cannot_lose";
    /// The file in `proofs` with the strategy, which the checker accepted.
    CERTIFICATE: each<str> = "{}_certificate";
    /// How far a search came that found nothing.
    SEARCHED: each<str> = "{}_searched";
    /// Why there was no search.
    NOT_COVERED: each<str> = "{}_not_covered";
    /// Share of all placements of an ending, such as `3v2`, that the first side wins with best play, having the move.
    ENDING_WON: each<f64> = "ending_{}_won";
    /// Share of the placements that are drawn.
    ENDING_DRAWN: each<f64> = "ending_{}_drawn";
    /// Share of the placements that it loses.
    ENDING_LOST: each<f64> = "ending_{}_lost";
    /// Games of these agents.
    GAMES: each<u64> = "games {}";
    /// Their share of draws.
    DRAW_RATE: each<Interval> = "draw_rate {}";
    /// Games that a limit stopped: `repetition`, `no_progress`, `turn_cap` or `fortress`.
    STOPPED: each<u64> = "stopped {}";
    /// Stopped games whose last position was examined, the first of the cell. Each is counted once below, where it first fits.
    LOOKED_AT: each<u64> = "looked_at {}";
    /// Both sides had a fortress, and nothing could be won any more.
    BOTH_CLOSED: each<u64> = "both_closed {}";
    /// By an endgame table neither side could force a win.
    DRAWN_ENDING: each<u64> = "drawn_ending {}";
    /// By an endgame table a side could have forced a win.
    WON_ENDING: each<u64> = "won_ending {}";
    /// One side had a fortress with which it could not lose.
    ONE_CLOSED: each<u64> = "one_closed {}";
    /// Nothing of this is known.
    OPEN: each<u64> = "open {}";
    /// In addition: both sides had such a fortress at some time, whether they kept it or not.
    ONCE_CLOSED: each<u64> = "once_closed {}";
}

mod balance;
mod perfect_play;

pub use balance::{depth, handicap, openings};
pub use perfect_play::{calibration, limits};
