//! The rows of the table of endgame tests: how well agents play endings whose value is known.

use petteia_engine::{Outcome, Side};
use petteia_statistics::{Estimate, wilson};

use crate::chunk_rows;
use crate::chunks::Chunk;
use crate::error::TableError;
use crate::keys::{AgentKey, VariantKey};
use crate::outcome_columns::OutcomeColumns;
use crate::schema::games::*;
use crate::searches::{SearchSums, Searches};

/// A game from a random placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndgameRecord {
    /// Its number.
    pub game: u64,
    /// Whether its placement is drawn with best play.
    pub drawn_by_tables: bool,
    /// Whether White, to move, wins its placement with best play.
    pub won_by_tables: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// Completed turns.
    pub plies: u32,
    /// What the tables say of its decisions.
    pub judged: JudgedDecisions,
    /// The searches of both sides.
    pub searches: Searches,
}

/// What the tables say of the decisions of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JudgedDecisions {
    /// Decisions in positions that the tables cover.
    pub decisions: u32,
    /// Decisions among them in which some legal decision gives value away.
    pub critical: u32,
    /// Critical decisions that kept the value.
    pub kept: u32,
    /// Half points lost over all decisions.
    pub half_points_lost: u32,
}

/// Returns the games of a chunk of an endgame test, in order.
///
/// # Errors
/// The chunk cannot be read, or is not one of an endgame test.
pub fn endgame_records(chunk: &Chunk) -> Result<Vec<EndgameRecord>, TableError> {
    let mut found = Vec::new();
    let rows = &chunk_rows::read(chunk, None)?;
    let (games, outcomes, plies) = (rows.get(GAME)?, OutcomeColumns::of(rows)?, rows.get(PLIES)?);
    let (drawn, won) = (rows.get(DRAWN_BY_TABLES)?, rows.get(WON_BY_TABLES)?);
    let (decisions, critical) = (rows.get(DECISIONS)?, rows.get(CONTESTED)?);
    let (kept, lost) = (rows.get(BEST_MOVES)?, rows.get(HALF_POINTS_LOST)?);
    let (depth, odd, blind) =
        (rows.get(DEPTH_WHITE)?, rows.get(SHARE_ODD_DEPTH_WHITE)?, rows.get(SHARE_NO_DEPTH_WHITE)?);
    for row in 0..rows.len() {
        found.push(EndgameRecord {
            game: games.require(row)?,
            drawn_by_tables: drawn.require(row)?,
            won_by_tables: won.require(row)?,
            outcome: outcomes.get(row)?,
            plies: plies.require(row)?,
            judged: JudgedDecisions {
                decisions: decisions.require(row)?,
                critical: critical.require(row)?,
                kept: kept.require(row)?,
                half_points_lost: lost.require(row)?,
            },
            searches: Searches { depth: depth.get(row), odd: odd.get(row), blind: blind.get(row) },
        });
    }
    Ok(found)
}

/// The performance of an agent in one ending.
#[derive(Clone, Debug, Default, serde::Serialize, PartialEq)]
pub struct EndgameScore {
    /// The hash of its cell.
    pub cell: String,
    /// The game with its switches.
    pub variant: VariantKey,
    /// The ending, with White's pieces before Black's; White is to move.
    pub ending: String,
    /// The agent, which plays both sides, or only White if there is an opponent.
    pub agent: AgentKey,
    /// Another agent that plays Black.
    pub opponent: Option<AgentKey>,
    /// Games, each from a random placement.
    pub games: u64,
    /// Games from placements that are drawn with best play.
    pub drawn_by_tables: u64,
    /// Games from placements that White, to move, wins with best play.
    pub won_by_tables: u64,
    /// Games that ended in a draw.
    pub drawn: u64,
    /// Games that White won.
    pub won: u64,
    /// Decisions in positions that the tables cover.
    pub decisions: u64,
    /// Critical decisions: those in which some legal decision loses half a point or a whole point.
    pub critical: u64,
    /// Critical decisions that kept the value.
    pub kept: u64,
    /// Half points lost over all decisions.
    pub half_points_lost: u64,
    /// Its searches.
    #[serde(skip)]
    pub searches: SearchSums,
}

impl EndgameScore {
    /// Counts a game.
    pub fn add(&mut self, game: &EndgameRecord) {
        self.games += 1;
        self.drawn_by_tables += u64::from(game.drawn_by_tables);
        self.won_by_tables += u64::from(game.won_by_tables);
        self.drawn += u64::from(game.outcome.winner.is_none());
        self.won += u64::from(game.outcome.winner == Some(Side::White));
        self.decisions += u64::from(game.judged.decisions);
        self.critical += u64::from(game.judged.critical);
        self.kept += u64::from(game.judged.kept);
        self.half_points_lost += u64::from(game.judged.half_points_lost);
        self.searches.add(game.searches);
    }

    /// Returns the share of games that ended in a draw, or `None` if no games were played.
    #[must_use]
    pub fn draw_rate(&self) -> Option<Estimate> {
        wilson(self.drawn, self.games)
    }

    /// Returns the share of critical decisions that kept the value, or `None` if there were none.
    #[must_use]
    pub fn kept(&self) -> Option<Estimate> {
        wilson(self.kept, self.critical)
    }

    /// Returns the mean loss of a critical decision, in points from 0 to 1, or `None` if there were none.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        (self.critical > 0).then(|| self.half_points_lost as f64 / 2.0 / self.critical as f64)
    }
}
