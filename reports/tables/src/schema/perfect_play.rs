//! The tables of what endgame tables and proofs reveal about perfect play.

use super::*;

table! {
    /// Statistics of endgame tables, one row per combination of pieces and side to move. The counts are exact and cover
    /// all placements of the pieces, so there are no intervals.
    endgames = "endgames";
    /// The game with its switches, as text.
    VARIANT: <str> = "variant";
    /// The pieces of the side to move: `3`, or `L2` with a leader.
    OWN: <str> = "own";
    /// The pieces of the opponent.
    OTHER: <str> = "other";
    /// The side to move; empty if both sides play by the same rules, because it then makes no difference.
    SIDE: <str> = "side";
    /// Number of placements up to symmetry.
    ENTRIES: <u64> = "entries";
    /// Number of all placements: the sum of `won`, `drawn` and `lost`.
    PLACEMENTS: <u64> = "placements";
    /// Placements in which the game is already over.
    TERMINAL: <u64> = "terminal";
    /// Placements that the side to move wins with best play on both sides.
    WON: <u64> = "won";
    /// Placements that are drawn with best play on both sides.
    DRAWN: <u64> = "drawn";
    /// Placements that the side to move loses with best play on both sides.
    LOST: <u64> = "lost";
    /// Placements in which the side to move can win and end the game with its next move.
    WON_AT_ONCE: <u64> = "won_at_once";
    /// Placements won at a distance of one ply: the next move wins and ends the game, or captures into a won ending.
    WON_IN_ONE: <u64> = "won_in_one";
    /// Share of all placements that are won, from 0 to 1.
    WON_SHARE: <f64> in "share, from 0 to 1" = "won_share";
    /// Share of all placements that are drawn, from 0 to 1.
    DRAWN_SHARE: <f64> in "share, from 0 to 1" = "drawn_share";
    /// Share of all placements that are lost, from 0 to 1.
    LOST_SHARE: <f64> in "share, from 0 to 1" = "lost_share";
    /// Largest number of plies to the next capture or the end of the game in a won placement; empty if there is none.
    LONGEST_WIN: <u32> in "plies" = "longest_win";
    /// A won position that takes this long.
    LONGEST_WIN_EXAMPLE: <str> = "longest_win_example";
    /// Largest number of plies to the next capture or the end of the game in a lost placement; empty if there is none.
    LONGEST_LOSS: <u32> in "plies" = "longest_loss";
    /// A lost position that takes this long.
    LONGEST_LOSS_EXAMPLE: <str> = "longest_loss_example";
    /// A drawn position in which the game is not over.
    DRAWN_EXAMPLE: <str> = "drawn_example";
}

table! {
    /// How well agents play endings whose value is known from endgame tables, one row for each ending and pairing. The agents
    /// play from random placements with White to move.
    exams = "exams";
    /// Hash of the content of the cell.
    CELL_ID: <str> = "cell_id";
    /// The game with its switches, as text.
    VARIANT: <str> = "variant";
    /// The pieces of White and Black, such as `4v1`.
    ENDING: <str> = "ending";
    /// The agent, as text; it plays both sides, or White if there is an opponent.
    AGENT: <str> = "agent";
    /// Another agent that plays Black, as text; empty if the agent plays both sides.
    OPPONENT: <str> = "opponent";
    /// Games, each from a random placement.
    GAMES: <u64> in "games" = "games";
    /// Games from placements that are drawn with best play.
    DRAWN_BY_TABLES: <u64> in "games" = "drawn_by_tables";
    /// Games from placements that White, to move, wins with best play.
    WON_BY_TABLES: <u64> in "games" = "won_by_tables";
    /// Games that ended in a draw.
    DRAWN: <u64> in "games" = "drawn";
    /// Share of games that ended in a draw (Wilson).
    DRAW_RATE: <Interval> in "share, from 0 to 1" = "draw_rate";
    /// Games that White won.
    WON: <u64> in "games" = "won";
    /// Decisions in positions that the tables cover, up to the first 200 of each game.
    DECISIONS: <u64> = "decisions";
    /// Contested decisions: those in which some legal decision loses half a point or a whole point.
    CONTESTED: <u64> = "contested";
    /// Contested decisions that kept the value of the position.
    BEST_MOVES: <u64> = "best_moves";
    /// Share of contested decisions that kept the value (Wilson, treating decisions as independent). Empty if there were
    /// none.
    BEST_MOVES_RATE: <Interval> in "share, from 0 to 1" = "best_moves_rate";
    /// Mean loss of a contested decision, in points from 0 to 1; empty if there were none.
    MEAN_LOSS: <f64> in "score per game, from 0 to 1" = "mean_loss";
    /// Mean over games of the mean depth that its searches completed, in decisions; empty without searches by alpha-beta.
    DEPTH: <f64> in "decisions" = "depth";
    /// Mean over games of the share of its searches that completed no ply, from 0 to 1; empty without searches by
    /// alpha-beta.
    SHARE_NO_DEPTH: <f64> in "share, from 0 to 1" = "share_no_depth";
}

table! {
    /// What is proved about each variant, alongside what was played, one row per variant. AGENTS stands for each
    /// pairing.
    verdicts = "verdicts";
    /// The game with its switches, as text.
    VARIANT: <str> = "variant";
    /// What follows for best play: `draw`, `no_win` (neither side wins, but no limit makes a draw of such a game),
    /// `white_cannot_lose`, `black_cannot_lose`, `no_fortress` (the pieces of the first player form no fortress, so no
    /// fortress draws the game), `open`.
    BEST_PLAY: <str> = "best_play";
    /// Number of pieces in the smallest fortress; empty if there is none or if it is unknown.
    FORTRESS_PIECES: <u32> in "pieces" = "fortress_pieces";
    /// Number of fortresses of this size, up to symmetry.
    FORTRESS_KINDS: <u32> = "fortress_kinds";
    /// The squares of one such fortress.
    FORTRESS_SQUARES: <str> = "fortress_squares";
    /// No fortress exists with this number of pieces or fewer.
    NO_FORTRESS_TO: <u32> in "pieces" = "no_fortress_to";
    /// Why the smallest fortress is unknown.
    FORTRESS_NOT_COVERED: <str> = "fortress_not_covered";
    /// The side can force a fortress from the start within this number of its own moves, against every defence, unless
    /// the game ends before.
    FORCES_WITHIN: each<u32> = "{}_forces_within";
    /// It can do so on this number of its first ranks.
    RANKS: each<u32> = "{}_ranks";
    /// Whether the side cannot lose from then on, however the game is adjudicated.
    CANNOT_LOSE: each<bool> = "{}_cannot_lose";
    /// The file in `proofs` that contains the strategy, which the checker accepted.
    CERTIFICATE: each<str> = "{}_certificate";
    /// How far an unsuccessful search went.
    SEARCHED: each<str> = "{}_searched";
    /// Why no search was made.
    NOT_COVERED: each<str> = "{}_not_covered";
    /// Share of all placements of an ending, such as `3v2`, that the first side wins with best play when it is to move.
    ENDING_WON: each<f64> in "share, from 0 to 1" = "ending_{}_won";
    /// Share of these placements that are drawn.
    ENDING_DRAWN: each<f64> in "share, from 0 to 1" = "ending_{}_drawn";
    /// Share of these placements that the first side loses.
    ENDING_LOST: each<f64> in "share, from 0 to 1" = "ending_{}_lost";
    /// Games played by these agents.
    GAMES: each<u64> in "games" = "games {}";
    /// Share of their games that were drawn.
    DRAW_RATE: each<Interval> in "share, from 0 to 1" = "draw_rate {}";
    /// Games stopped by a limit: `repetition`, `no_progress`, `turn_cap` or `fortress`.
    STOPPED: each<u64> in "games" = "stopped {}";
    /// Stopped games whose last position was examined; these are the first ones of the cell. Each is counted once
    /// below, in the first category that applies.
    LOOKED_AT: each<u64> in "games" = "looked_at {}";
    /// Both sides had a fortress, and neither could win any more.
    BOTH_CLOSED: each<u64> in "games" = "both_closed {}";
    /// According to an endgame table, neither side could force a win.
    DRAWN_ENDING: each<u64> in "games" = "drawn_ending {}";
    /// According to an endgame table, one side could have forced a win.
    WON_ENDING: each<u64> in "games" = "won_ending {}";
    /// One side had a fortress with which it could not lose.
    ONE_CLOSED: each<u64> in "games" = "one_closed {}";
    /// None of the above is known.
    OPEN: each<u64> in "games" = "open {}";
    /// In addition: both sides had such a fortress at some point, whether or not they kept it.
    ONCE_CLOSED: each<u64> in "games" = "once_closed {}";
}
