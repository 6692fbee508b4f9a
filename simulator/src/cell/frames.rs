//! The rows of games as tables: what the chunks of the store contain.

use petteia_engine::{BySide, Outcome, Side, Square, SquareCounts};
use petteia_players::{Depths, GameRecord};
use petteia_tables::exams::EndgameRecord;
use petteia_tables::searches::Searches;
use petteia_tables::{Builder, Frame};

use super::Cell;

/// A game of which only the result is recorded.
#[derive(Clone, Copy, Debug)]
pub struct ResultRecord {
    /// Its number.
    pub game: u64,
    /// The seed of its random stream.
    pub seed: u64,
    /// Whether the second agent has White at the end.
    pub is_swapped: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// Completed turns, including those of the opening.
    pub plies: u32,
    /// How deep each side searched.
    pub depths: BySide<Depths>,
    /// A hash of its rolls and decisions, in a pair.
    pub moves_hash: Option<u64>,
}

/// The rows of games, as much as is recorded of each kind.
#[derive(Debug)]
pub enum GameRecords {
    /// Games from the start position, and what happened on the squares.
    Games(Vec<GameRecord>, Box<SquareCounts>),
    /// Pairs, and games from other starts.
    Results(Vec<ResultRecord>),
    /// Games from placements, judged by tables.
    Judged(Vec<EndgameRecord>),
}

/// Builds the tables of some games of a cell: `games` and, for games from the start position, `squares`.
pub fn frames(cell: &Cell, rows: &GameRecords) -> Vec<Frame> {
    match rows {
        GameRecords::Games(rows, squares) => vec![games_frame(cell, rows), squares_frame(cell, squares)],
        GameRecords::Results(rows) => vec![results_frame(cell, rows)],
        GameRecords::Judged(rows) => vec![judged_frame(cell, rows)],
    }
}

/// Returns the searches of an agent as the tables have them.
pub fn searches(depths: Depths) -> Searches {
    Searches { depth: depths.mean(), odd: depths.odd_share(), blind: depths.blind_share() }
}

/// Begins a table with the cell of its games.
fn begin<'a, Row>(cell: &Cell, rows: &'a [Row]) -> Builder<'a, Row> {
    let mut table = Builder::of(rows);
    table.text(petteia_tables::schema::games::CELL_ID, &cell.id().to_string());
    table
}

/// Adds the columns that say which games they are and how they ended.
fn results<Row>(table: &mut Builder<Row>, cell: &Cell, result: impl Fn(&Row) -> ResultRecord) {
    use petteia_tables::schema::games::*;
    table.column(GAME, |row| result(row).game);
    table.column(SEED, |row| result(row).seed);
    table.column(IS_SWAPPED, |row| result(row).is_swapped);
    table.column(WINNER, |row| result(row).outcome.winner.map(Side::name));
    table.column(REASON, |row| result(row).outcome.reason.name());
    table.column(ADJUDICATED, |row| cell.matchup.rules.adjudicates(result(row).outcome.reason));
    table.column(PLIES, |row| result(row).plies);
}

/// Adds the columns that say how deep both sides searched.
pub fn depth_columns<Row>(table: &mut Builder<Row>, depths: impl Fn(&Row) -> BySide<Depths>) {
    use petteia_tables::schema::games::*;
    table.column(DEPTH_WHITE, |row| depths(row).white.mean());
    table.column(DEPTH_BLACK, |row| depths(row).black.mean());
    table.column(SHARE_ODD_DEPTH_WHITE, |row| depths(row).white.odd_share());
    table.column(SHARE_ODD_DEPTH_BLACK, |row| depths(row).black.odd_share());
    table.column(SHARE_NO_DEPTH_WHITE, |row| depths(row).white.blind_share());
    table.column(SHARE_NO_DEPTH_BLACK, |row| depths(row).black.blind_share());
}

/// Adds the columns that say what happened in a game.
pub fn course_columns(table: &mut Builder<GameRecord>) {
    use petteia_tables::schema::games::*;
    table.column(CAPTURES_WHITE, |row| row.captures.white);
    table.column(CAPTURES_BLACK, |row| row.captures.black);
    table.column(FIRST_CAPTURE_PLY, |row| row.first_capture_ply);
    table.column(MEAN_BRANCHING, |row| row.mean_branching);
    table.column(FINAL_WHITE, |row| row.final_pieces.white);
    table.column(FINAL_BLACK, |row| row.final_pieces.black);
    table.column(COINS_WHITE, |row| row.coins.map(|coins| coins.white));
    table.column(COINS_BLACK, |row| row.coins.map(|coins| coins.black));
}

fn games_frame(cell: &Cell, rows: &[GameRecord]) -> Frame {
    let mut table = begin(cell, rows);
    results(&mut table, cell, |row| ResultRecord {
        game: row.game,
        seed: row.seed,
        is_swapped: row.swapped,
        outcome: row.outcome,
        plies: row.plies,
        depths: row.depths,
        moves_hash: None,
    });
    course_columns(&mut table);
    depth_columns(&mut table, |row| row.depths);
    table.finish()
}

fn results_frame(cell: &Cell, rows: &[ResultRecord]) -> Frame {
    use petteia_tables::schema::games::MOVES_HASH;
    let mut table = begin(cell, rows);
    results(&mut table, cell, |row| *row);
    depth_columns(&mut table, |row| row.depths);
    table.column(MOVES_HASH, |row| row.moves_hash);
    table.finish()
}

fn judged_frame(cell: &Cell, rows: &[EndgameRecord]) -> Frame {
    use petteia_tables::schema::games::*;
    let mut table = begin(cell, rows);
    table.column(GAME, |row| row.game);
    table.column(WINNER, |row| row.outcome.winner.map(Side::name));
    table.column(REASON, |row| row.outcome.reason.name());
    table.column(PLIES, |row| row.plies);
    table.column(DEPTH_WHITE, |row| row.searches.depth);
    table.column(SHARE_ODD_DEPTH_WHITE, |row| row.searches.odd);
    table.column(SHARE_NO_DEPTH_WHITE, |row| row.searches.blind);
    table.column(DRAWN_BY_TABLES, |row| row.drawn_by_tables);
    table.column(WON_BY_TABLES, |row| row.won_by_tables);
    table.column(DECISIONS, |row| row.judged.decisions);
    table.column(CONTESTED, |row| row.judged.critical);
    table.column(BEST_MOVES, |row| row.judged.kept);
    table.column(HALF_POINTS_LOST, |row| row.judged.half_points_lost);
    table.finish()
}

/// Builds the table of what happened on the squares, in the order of the board.
fn squares_frame(cell: &Cell, counts: &SquareCounts) -> Frame {
    use petteia_tables::schema::squares::*;
    let board = cell.matchup.rules.board;
    let squares: Vec<Square> = board.each_square().collect();
    let mut table = Builder::of(&squares);
    table.column(FILE, |&square| u32::from(board.file(square)));
    table.column(RANK, |&square| u32::from(board.rank(square)));
    table.column(SQUARE, |&square| board.name(square));
    table.column(ARRIVALS, |square| counts.arrivals[square.index()]);
    table.column(LOSSES, |square| counts.losses[square.index()]);
    table.column(PLACED_EARLY, |square| counts.placed_early[square.index()]);
    table.finish()
}
