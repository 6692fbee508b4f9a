//! The tables of what growing budgets and proofs reveal about perfect play.

use super::*;

table! {
    /// Statistics of endgame tables, one row per combination of pieces and side to move. The counts are exact and cover
    /// all placements of the pieces, so there are no intervals.
    endgames = "endgames";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
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
    OVER: <u64> = "over";
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
    WON_SHARE: <f64> = "won_share";
    /// Share of all placements that are drawn, from 0 to 1.
    DRAWN_SHARE: <f64> = "drawn_share";
    /// Share of all placements that are lost, from 0 to 1.
    LOST_SHARE: <f64> = "lost_share";
    /// Largest number of plies to the next capture or the end of the game in a won placement; empty if there is none.
    LONGEST_WIN: <u32> = "longest_win";
    /// A won position that takes this long.
    LONGEST_WIN_EXAMPLE: <str> = "longest_win_example";
    /// Largest number of plies to the next capture or the end of the game in a lost placement; empty if there is none.
    LONGEST_LOSS: <u32> = "longest_loss";
    /// A lost position that takes this long.
    LONGEST_LOSS_EXAMPLE: <str> = "longest_loss_example";
    /// A drawn position in which the game is not over.
    DRAWN_EXAMPLE: <str> = "drawn_example";
}

table! {
    /// What shares of draws and White's scores approach as the budget grows, one row per variant, agent with growing
    /// budgets, and quantity.
    limits = "limits";
    /// The variant of the rules, as text.
    VARIANT: <VariantKey> = "variant";
    /// The agent without its budget, and the unit of the budget.
    AGENT: <AgentKey> = "agent";
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
    /// The smallest number of games played with any budget.
    GAMES: <u64> = "games";
}

table! {
    /// How well agents play endings whose value is known from endgame tables, one row for each ending and pairing. The agents
    /// play from random placements with White to move.
    exams = "exams";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The pieces of White and Black, such as `4v1`.
    ENDING: <str> = "ending";
    /// The agent, which plays both sides, or White if there is an opponent.
    AGENT: <AgentKey> = "agent";
    /// Another agent that plays Black, as text; empty if the agent plays both sides.
    OPPONENT: <str> = "opponent";
    /// Games, each from a random placement.
    GAMES: <u64> = "games";
    /// Games from placements that are drawn with best play.
    DRAWN_BY_TABLES: <u64> = "drawn_by_tables";
    /// Games from placements that White, to move, wins with best play.
    WON_BY_TABLES: <u64> = "won_by_tables";
    /// Games that ended in a draw.
    DRAWN: <u64> = "drawn";
    /// Share of games that ended in a draw (Wilson).
    DRAW_RATE: <Interval> = "draw_rate";
    /// Games that White won.
    WON: <u64> = "won";
    /// Decisions in positions that the tables cover, up to the first 200 of each game.
    DECISIONS: <u64> = "decisions";
    /// Critical decisions: those in which some legal decision loses half a point or a whole point.
    CRITICAL: <u64> = "critical";
    /// Critical decisions that kept the value of the position.
    KEPT: <u64> = "kept";
    /// Share of critical decisions that kept the value (Wilson, treating decisions as independent). Empty if there were
    /// none.
    KEPT_SHARE: <Interval> = "kept_share";
    /// Mean loss of a critical decision, in points from 0 to 1; empty if there were none.
    MEAN_LOSS: <f64> = "mean_loss";
    /// Mean over games of the mean depth that its searches completed, in decisions; empty without searches by alpha-beta.
    DEPTH: <f64> = "depth";
    /// Mean over games of the share of its searches that completed no ply, from 0 to 1; empty without searches by
    /// alpha-beta.
    BLIND: <f64> = "blind";
}

table! {
    /// Limits estimated from unequal budgets, next to the true values, one row for each ending, agent and quantity of an
    /// examination with enough budgets.
    calibration = "calibration";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// The pieces of White and Black, such as `4v1`.
    ENDING: <str> = "ending";
    /// The agent without its budget, and the unit of the budget.
    AGENT: <AgentKey> = "agent";
    /// `draws` or `white_score`.
    QUANTITY: <str> = "quantity";
    /// The smallest number of games played with any budget, each from another placement.
    GAMES: <u64> = "games";
    /// The quantity with best play, for the placements that were played.
    TRUTH: <f64> = "truth";
    /// The limit with its interval; empty if it is not identified.
    LIMIT: <Interval> = "limit";
    /// Whether the interval contains the truth.
    HOLDS: <bool> = "holds";
    /// Why the limit is not identified: `few_budgets`, `swings`, `wide` or `unstable`.
    NOT_IDENTIFIED: <str> = "not_identified";
}

table! {
    /// What is proved about each variant, alongside what was played, one row per variant. AGENTS stands for each
    /// pairing.
    verdicts = "verdicts";
    /// The game with its switches.
    VARIANT: <VariantKey> = "variant";
    /// What follows for best play: `draw`, `no_win` (neither side wins, but no limit makes a draw of such a game),
    /// `white_cannot_lose`, `black_cannot_lose`, `no_fortress` (the pieces of the first player form no fortress, so no
    /// fortress draws the game), `open`.
    BEST_PLAY: <str> = "best_play";
    /// Number of pieces in the smallest fortress; empty if there is none or if it is unknown.
    FORTRESS_PIECES: <u32> = "fortress_pieces";
    /// Number of fortresses of this size, up to symmetry.
    FORTRESS_KINDS: <u32> = "fortress_kinds";
    /// The squares of one such fortress.
    FORTRESS_SQUARES: <str> = "fortress_squares";
    /// No fortress exists with this number of pieces or fewer.
    NO_FORTRESS_TO: <u32> = "no_fortress_to";
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
    ENDING_WON: each<f64> = "ending_{}_won";
    /// Share of these placements that are drawn.
    ENDING_DRAWN: each<f64> = "ending_{}_drawn";
    /// Share of these placements that the first side loses.
    ENDING_LOST: each<f64> = "ending_{}_lost";
    /// Games played by these agents.
    GAMES: each<u64> = "games {}";
    /// Share of their games that were drawn.
    DRAW_RATE: each<Interval> = "draw_rate {}";
    /// Games stopped by a limit: `repetition`, `no_progress`, `turn_cap` or `fortress`.
    STOPPED: each<u64> = "stopped {}";
    /// Stopped games whose last position was examined; these are the first ones of the cell. Each is counted once
    /// below, in the first category that applies.
    LOOKED_AT: each<u64> = "looked_at {}";
    /// Both sides had a fortress, and neither could win any more.
    BOTH_CLOSED: each<u64> = "both_closed {}";
    /// According to an endgame table, neither side could force a win.
    DRAWN_ENDING: each<u64> = "drawn_ending {}";
    /// According to an endgame table, one side could have forced a win.
    WON_ENDING: each<u64> = "won_ending {}";
    /// One side had a fortress with which it could not lose.
    ONE_CLOSED: each<u64> = "one_closed {}";
    /// None of the above is known.
    OPEN: each<u64> = "open {}";
    /// In addition: both sides had such a fortress at some point, whether or not they kept it.
    ONCE_CLOSED: each<u64> = "once_closed {}";
}

table! {
    /// The games of an examination, one row per game, in the parts of its folder. They also have `winner`, `reason` and
    /// `plies` as in `games/*`.
    placements = "games/* of an examination";
    /// Hash of the content of the cell.
    CELL_ID: <str> = "cell_id";
    /// The game with its switches.
    VARIANT: <str> = "variant";
    /// The agent, which plays both sides.
    AGENT: <str> = "agent";
    /// Number of the game within its cell, from 0.
    GAME: <u64> = "game";
    /// Whether its placement is drawn with best play.
    DRAWN_BY_TABLES: <bool> = "drawn_by_tables";
    /// Whether White, to move, wins its placement with best play.
    WON_BY_TABLES: <bool> = "won_by_tables";
    /// Decisions in positions that the tables cover.
    DECISIONS: <u32> = "decisions";
    /// Decisions among them in which some legal decision gives value away.
    CRITICAL: <u32> = "critical";
    /// Critical decisions that kept the value.
    KEPT: <u32> = "kept";
    /// Half points lost over all decisions.
    HALF_POINTS_LOST: <u32> = "half_points_lost";
    /// Mean depth that its searches completed, in decisions; empty if it did not search by alpha-beta.
    DEPTH: <f64> = "depth";
    /// Share of its searches that completed an odd number of decisions, from 0 to 1; empty if it did not search by alpha-beta.
    ODD: <f64> = "odd";
    /// Share of its searches that completed no ply, from 0 to 1; empty if it did not search by alpha-beta.
    BLIND: <f64> = "blind";
}
