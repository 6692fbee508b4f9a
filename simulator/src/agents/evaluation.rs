//! A judgement of positions that are not over: what greedy play and search go by where they stop looking.

use petteia_engine::rules::{LeaderCapture, Movement};
use petteia_engine::{Game, Geometry, Position, Side, SquareSet};

/// What each feature is worth, in hundredths of a stone. Every value is for the side that has it. The defaults are set by
/// hand, not fitted to games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A stone or leader.
    pub piece: i32,
    /// A legal move.
    pub mobility: i32,
    /// A vagus.
    pub vagus: i32,
    /// An alligatus.
    pub alligatus: i32,
    /// A rank that a leader who wins by crossing has come forward.
    pub progress: i32,
    /// An enemy piece next to a leader that can be captured.
    pub danger: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { piece: 100, mobility: 1, vagus: -12, alligatus: -60, progress: 15, danger: -20 }
    }
}

impl Weights {
    /// The worth of a position for the side to move, in hundredths of a stone.
    pub fn evaluate<G: Geometry>(&self, game: &Game<G>, position: &Position<G::Set>) -> i32 {
        let side = position.side();
        self.of_side(game, position, side) - self.of_side(game, position, !side)
    }

    fn of_side<G: Geometry>(&self, game: &Game<G>, position: &Position<G::Set>, side: Side) -> i32 {
        let rules = game.rules();
        let pieces = position.pieces(side);
        let hand = i32::from(position.hands()[side]);
        let mut worth = self.piece * (pieces.count() as i32 + hand);
        if hand == 0 {
            worth += self.mobility * game.mobility(position, side) as i32;
        }
        let turned = (pieces & position.turned()).count() as i32;
        worth += turned * if rules.movement == Movement::Leap { self.alligatus } else { self.vagus };
        worth
            + rules.leader.map_or(0, |leader| {
                let square = position.leaders() & pieces;
                let progress = if leader.crossing { self.progress * advance(game, square, side) } else { 0 };
                let besiegers = (game.geometry().neighbours(square) & position.pieces(!side)).count() as i32;
                progress + if leader.capture == LeaderCapture::Never { 0 } else { self.danger * besiegers }
            })
    }
}

/// How many ranks a leader, if it is there, has left its own back rank behind.
fn advance<G: Geometry>(game: &Game<G>, leader: G::Set, side: Side) -> i32 {
    leader.squares().next().map_or(0, |square| {
        let board = game.rules().board;
        let rank = i32::from(board.rank(square));
        if side == Side::White { rank } else { i32::from(board.ranks) - 1 - rank }
    })
}
