//! The tables of what makes a game even, and of how deep it is.

use super::*;

table! {
    /// White's score against itself at each handicap that was played, one row for each, and the handicap at which both sides are
    /// even. One agent plays both sides.
    handicap = "handicap";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The agent.
    AGENT: <str> = "agent";
    /// Random decisions before the agent plays.
    OPENING: <u32> = "opening";
    /// Stones that White starts without; a negative number of stones that Black starts without.
    WHITE_STONES_FEWER: <i32> = "white_stones_fewer";
    /// Games.
    GAMES: <u64> = "games";
    /// Games that White won.
    WHITE_WINS: <u64> = "white_wins";
    /// Games drawn.
    DRAWS: <u64> = "draws";
    /// Games that Black won.
    BLACK_WINS: <u64> = "black_wins";
    /// Games stopped at the turn cap; they count half.
    UNFINISHED: <u64> = "unfinished";
    /// White's mean score of a game, from 0 to 1; Tango.
    SCORE: <Interval> = "score";
    /// The handicap at which White's score is one half, by all rows together: linear on the logit scale between neighbouring
    /// handicaps, with the interval that their scores make (MOVER). Empty where the scores do not cross one half; an end is empty
    /// where no handicap on its side has a score that is significantly other than one half.
    EVEN: <Interval> = "even";
}

table! {
    /// White's score after each of its first decisions, one row for each up to symmetry, the most even one first. After random
    /// decisions one agent plays both sides.
    openings = "openings";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The agent.
    AGENT: <str> = "agent";
    /// Decisions before the agent plays: the first one, and random ones.
    OPENING: <u32> = "opening";
    /// White's first decision.
    DECISION: <str> = "decision";
    /// Legal decisions that are the same by a symmetry of the board, this one counted.
    ALIKE: <u32> = "alike";
    /// Games.
    GAMES: <u64> = "games";
    /// Games that White won.
    WHITE_WINS: <u64> = "white_wins";
    /// Games drawn.
    DRAWS: <u64> = "draws";
    /// Games that Black won.
    BLACK_WINS: <u64> = "black_wins";
    /// Games stopped at the turn cap; they count half.
    UNFINISHED: <u64> = "unfinished";
    /// White's mean score of a game, from 0 to 1; Tango.
    SCORE: <Interval> = "score";
    /// The same with an interval corrected for all rows by Holm's method: it excludes ½ just where the corrected p-value is at most
    /// 5 %.
    CORRECTED: <Interval> = "corrected";
    /// The p-value of a score of one half, corrected by Holm's method.
    P_HOLM: <f64> = "p_holm";
}

table! {
    /// What each doubling of an agent's budget gains, one row for each: the agent with twice the budget plays the agent with the budget,
    /// in pairs of games from one opening.
    depth = "depth";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The agent with the smaller budget.
    AGENT: <str> = "agent";
    /// Its budget: positions or playouts per decision.
    BUDGET: <u64> = "budget";
    /// Random decisions of each opening.
    OPENING: <u32> = "opening";
    /// Games.
    GAMES: <u64> = "games";
    /// Games that the doubled budget won.
    WINS: <u64> = "wins";
    /// Games drawn.
    DRAWS: <u64> = "draws";
    /// Games that the smaller budget won.
    LOSSES: <u64> = "losses";
    /// Games stopped at the turn cap; they count half.
    UNFINISHED: <u64> = "unfinished";
    /// Pairs by the points of the doubled budget in both games: 0, `half`, 1, `1_half`, 2.
    PAIRS: each<u64> = "pairs_{}";
    /// Mean score of the doubled budget, from 0 to 1; Student's t over pairs.
    SCORE: <Interval> = "score";
    /// The Elo points that the doubling gains, from the score; empty where infinite.
    ELO: <Interval> = "elo";
    /// Share of games that one of both won; Wilson.
    DECIDED: <Interval> = "decided";
    /// Share of them that the doubled budget won; Wilson, which takes games for independent. Empty where none was.
    DECIDED_WON: <Interval> = "decided_won";
    /// Whether the doubling makes 60 % of the points: `enough` or `too_little` where the score is significantly at least or less, else
    /// `open`; by intervals corrected for all rows (Bonferroni).
    GAIN: <str> = "gain";
}
