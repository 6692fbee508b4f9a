//! The tables of handicaps, openings and depth.

use super::*;

table! {
    /// White's score at each handicap played, and the handicap at which both sides are even, one row per handicap. One
    /// agent plays both sides.
    handicap = "handicap";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The agent.
    AGENT: <AgentKey> = "agent";
    /// Random decisions before the agent starts to play.
    OPENING: <u32> = "opening";
    /// Stones removed from White's starting position; a negative number counts stones removed from Black's.
    WHITE_STONES_FEWER: <i32> = "white_stones_fewer";
    /// Games played.
    GAMES: <u64> = "games";
    /// Games that White won.
    WHITE_WINS: <u64> = "white_wins";
    /// Games drawn.
    DRAWS: <u64> = "draws";
    /// Games that Black won.
    BLACK_WINS: <u64> = "black_wins";
    /// Games stopped at the turn cap; each scores ½.
    UNFINISHED: <u64> = "unfinished";
    /// White's mean score per game, from 0 to 1 (Tango).
    SCORE: <Interval> = "score";
    /// The handicap at which White's score is one half, from all rows together: by linear interpolation on the logit
    /// scale between neighbouring handicaps, with an interval derived from those of the scores (MOVER). Empty if the
    /// scores do not cross one half; an end is empty if no handicap on its side has a score significantly different
    /// from one half.
    EVEN: <Interval> = "even";
}

table! {
    /// White's score after each of its first decisions, one row per decision up to symmetry, the most even one first.
    /// After further random decisions, one agent plays both sides.
    openings = "openings";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The agent.
    AGENT: <AgentKey> = "agent";
    /// Decisions before the agent starts to play: the first one, followed by random ones.
    OPENING: <u32> = "opening";
    /// White's first decision.
    DECISION: <str> = "decision";
    /// Number of legal decisions that are equivalent by a symmetry of the board, including this one.
    ALIKE: <u32> = "alike";
    /// Games played.
    GAMES: <u64> = "games";
    /// Games that White won.
    WHITE_WINS: <u64> = "white_wins";
    /// Games drawn.
    DRAWS: <u64> = "draws";
    /// Games that Black won.
    BLACK_WINS: <u64> = "black_wins";
    /// Games stopped at the turn cap; each scores ½.
    UNFINISHED: <u64> = "unfinished";
    /// White's mean score per game, from 0 to 1 (Tango).
    SCORE: <Interval> = "score";
    /// The same score with an interval corrected for all rows by Holm's method: it excludes ½ exactly when the
    /// corrected p-value is at most 5 %.
    CORRECTED: <Interval> = "corrected";
    /// The p-value of the hypothesis that the score is one half, corrected by Holm's method.
    P_HOLM: <f64> = "p_holm";
}

table! {
    /// What each doubling of an agent's budget gains, one row per doubling. The agent with twice the budget plays the
    /// agent with the given budget, in pairs of games from the same opening.
    depth = "depth";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The agent with the smaller budget.
    AGENT: <AgentKey> = "agent";
    /// Random decisions of each opening.
    OPENING: <u32> = "opening";
    /// Games played.
    GAMES: <u64> = "games";
    /// Games won by the doubled budget.
    WINS: <u64> = "wins";
    /// Games drawn.
    DRAWS: <u64> = "draws";
    /// Games won by the smaller budget.
    LOSSES: <u64> = "losses";
    /// Games stopped at the turn cap; each scores ½.
    UNFINISHED: <u64> = "unfinished";
    /// Pairs by the number of points that the doubled budget scored in both games: 0, `half`, 1, `1_half`, 2.
    PAIRS: each<u64> = "pairs_{}";
    /// Mean score of the doubled budget, from 0 to 1 (Student's t over pairs).
    SCORE: <Interval> = "score";
    /// The Elo gain of the doubling, computed from the score; empty if infinite.
    ELO: <Interval> = "elo";
    /// Share of games that either agent won (Wilson).
    DECIDED: <Interval> = "decided";
    /// Share of these that the doubled budget won (Wilson, treating games as independent). Empty if no game was won.
    DECIDED_WON: <Interval> = "decided_won";
    /// Whether the doubling scores 60 % of the points: `enough` if the score is significantly at least that,
    /// `too_little` if it is significantly less, otherwise `open`; with intervals corrected for all rows (Bonferroni).
    GAIN: <str> = "gain";
}
