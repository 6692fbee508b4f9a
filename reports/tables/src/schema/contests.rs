//! The tables of games between two agents.

use super::*;

table! {
    /// What two agents scored against each other, or one agent against itself, one row per cell: the pairings of a match or
    /// tournament, each doubling of a budget, each handicap, and each first decision of White. A table has the columns of its
    /// kind.
    matches = "matches";
    /// Hash of the content of the cell.
    CELL_ID: <str> = "cell_id";
    /// The game with its switches, as text.
    VARIANT: <str> = "variant";
    /// The first agent, as text: of a doubling the agent with twice the budget, of games of an agent against itself White.
    FIRST: <str> = "first";
    /// The second agent, as text.
    SECOND: <str> = "second";
    /// Random decisions before the agents start to play, a given first decision included.
    OPENING: <u32> = "opening";
    /// Stones removed from White's starting position; a negative number counts stones removed from Black's.
    WHITE_STONES_FEWER: <i32> in "stones" = "white_stones_fewer";
    /// White's first decision; the most even one stands first.
    DECISION: <str> = "decision";
    /// Number of legal decisions that are equivalent to it by a symmetry of the board, including this one.
    EQUIVALENT_MOVES: <u32> = "equivalent_moves";
    /// Games played.
    GAMES: <u64> in "games" = "games";
    /// Games that the first agent won.
    FIRST_WINS: <u64> in "games" = "first_wins";
    /// Games drawn.
    DRAWS: <u64> in "games" = "draws";
    /// Games that the second agent won.
    SECOND_WINS: <u64> in "games" = "second_wins";
    /// Games stopped at the turn cap; each scores ½.
    UNFINISHED: <u64> in "games" = "unfinished";
    /// Games that the first agent forfeited: it is a program of its own, and returned an illegal move, exceeded its
    /// time or crashed. They count among the games that the second agent won.
    FIRST_FORFEITS: <u64> in "games" = "first_forfeits";
    /// Games that the second agent forfeited.
    SECOND_FORFEITS: <u64> in "games" = "second_forfeits";
    /// Pairs in which the first agent scored `0`, `half`, `1`, `1_half` or `2` points.
    PAIRS: each<u64> = "pairs_{}";
    /// Mean score of the first agent, from 0 to 1 (Student's t over pairs; Tango without pairs).
    SCORE: <Interval> in "score per game, from 0 to 1" = "score";
    /// Games that differ from all earlier ones of the cell by at least one move. Intervals are those of so many games.
    DISTINCT: <u64> in "games" = "distinct";
    /// Elo advantage of the first agent, computed from the score; empty if infinite.
    ELO: <Interval> in "Elo points" = "elo";
    /// Share of games drawn (Wilson).
    DRAW_RATE: <Interval> in "share, from 0 to 1" = "draw_rate";
    /// Share of games that either agent won (Wilson).
    DECIDED: <Interval> in "share, from 0 to 1" = "decided";
    /// Share of these that the first agent won (Wilson, treating games as independent). Empty if no game was won.
    DECIDED_WON: <Interval> in "share, from 0 to 1" = "decided_won";
    /// Whether the doubling scores 60 % of the points: `enough` if the score is significantly at least that,
    /// `too_little` if it is significantly less, otherwise `open`; with intervals corrected for all rows (Bonferroni).
    GAIN: <str> = "gain";
    /// The handicap at which White's score is one half, from all rows together: by linear interpolation on the logit
    /// scale between neighbouring handicaps, with an interval derived from those of the scores (MOVER). Empty if the
    /// scores do not cross one half; an end is empty if no handicap on its side has a score significantly different
    /// from one half.
    FAIR_HANDICAP: <Interval> in "stones" = "fair_handicap";
    /// The score with an interval corrected for all rows by Holm's method: it excludes ½ exactly when the corrected
    /// p-value is at most 5 %.
    CORRECTED: <Interval> in "score per game, from 0 to 1" = "corrected";
    /// The p-value of the hypothesis that the score is one half, corrected by Holm's method.
    P_HOLM: <f64> = "p_holm";
    /// Mean over games of the mean depth that the searches of the `first` or `second` agent completed, in decisions; empty
    /// without searches by alpha-beta.
    DEPTH: each<f64> in "decisions" = "depth_{}";
    /// Mean over games of the share of its searches that completed no ply, from 0 to 1; empty without searches by
    /// alpha-beta.
    SHARE_NO_DEPTH: each<f64> in "share, from 0 to 1" = "share_no_depth_{}";
}

table! {
    /// The agents of a tournament, one row per variant and agent, strongest first. If the tournament file sets
    /// `speed_seconds`, the columns from `speed_games` on say how fast each plays against itself; they depend on the machine
    /// and differ from run to run.
    ratings = "ratings";
    /// The game with its switches, as text.
    VARIANT: <str> = "variant";
    /// The agent, as text.
    AGENT: <str> = "agent";
    /// Rating in Elo points (Bradley and Terry), on the scale of scores, as the Elo difference of a match. The agents of a
    /// variant whose ratings are finite have mean 0; empty for an agent that won or lost all games against them.
    ELO: <Interval> in "Elo points" = "elo";
    /// Upper end of a one-sided 95 % interval, for an agent that lost all games against those with finite ratings.
    ELO_AT_MOST: <f64> in "Elo points" = "elo_at_most";
    /// Lower end of a one-sided 95 % interval, for an agent that won all games against those with finite ratings.
    ELO_AT_LEAST: <f64> in "Elo points" = "elo_at_least";
    /// Games played.
    GAMES: <u64> in "games" = "games";
    /// Points scored: 1 for a win, ½ for a draw or an unfinished game.
    POINTS: <f64> in "points" = "points";
    /// Points per game.
    SCORE: <f64> in "score per game, from 0 to 1" = "score";
    /// The strongest agent with a finite rating; empty in its own row.
    REFERENCE: <str> = "reference";
    /// Points per game against it (Student's t over pairs).
    REFERENCE_SCORE: <Interval> in "score per game, from 0 to 1" = "reference_score";
    /// The agent one row above, the next stronger; empty in the first row of a variant.
    NEIGHBOUR: <str> = "neighbour";
    /// Points per game against it (Student's t over pairs).
    NEIGHBOUR_SCORE: <Interval> in "score per game, from 0 to 1" = "neighbour_score";
    /// Share of games drawn (Wilson).
    DRAW_RATE: <Interval> in "share, from 0 to 1" = "draw_rate";
    /// Mean over games of the mean depth that its searches completed, in decisions; empty without searches by alpha-beta.
    DEPTH: <f64> in "decisions" = "depth";
    /// Mean over games of the share of its searches that completed no ply, from 0 to 1; empty without searches by
    /// alpha-beta.
    SHARE_NO_DEPTH: <f64> in "share, from 0 to 1" = "share_no_depth";
    /// Games that it played against itself.
    SPEED_GAMES: <u64> in "games" = "speed_games";
    /// Total plies of these games.
    SPEED_PLIES: <u64> in "plies" = "speed_plies";
    /// Seconds of computing time on one core.
    SECONDS: <f64> in "seconds" = "seconds";
    /// Games per second and core.
    GAMES_PER_SECOND: <f64> = "games_per_second";
}
