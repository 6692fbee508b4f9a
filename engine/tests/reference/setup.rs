//! The start position (§2).

use petteia_engine::rules::{LeaderOwner, LeaderStart, Setup};
use petteia_engine::{BySide, Side};

use super::board::{At, Board, Cell, Kind, Piece};
use super::{Position, Reference};

impl Reference {
    /// Returns the position before White's first decision.
    pub fn start(&self) -> Position {
        let mut board = Board::empty(self.rules.board);
        let mut hands = BySide::both(0);
        match &self.rules.setup {
            Setup::Position(text) => return self.parse(text).expect("the rules were checked"),
            Setup::Rows(rows) => Side::BOTH.iter().for_each(|&side| self.fill(&mut board, side, i32::from(rows[side]))),
            Setup::Placement(stones) => hands = BySide::both(u32::from(*stones)),
        }
        let captured = BySide::both(0);
        Position { board, side: Side::White, hands, captured, clock: 0, turn: 0, roll: None, huff: Vec::new() }
    }

    /// Places the rows of one side, and its leader on the rank in front of them.
    fn fill(&self, board: &mut Board, side: Side, rows: i32) {
        let (files, ranks) = (board.files, board.ranks);
        // Files and ranks from the owner's point of view: from its left, and from its back rank.
        let seen = |file, rank| match side {
            Side::White => At { file, rank },
            Side::Black => At { file: files - 1 - file, rank: ranks - 1 - rank },
        };
        for rank in 0..rows {
            for file in 0..files {
                board[seen(file, rank)] = Cell::Held(Piece { side, kind: Kind::Ordinarius });
            }
        }
        if let Some(leader) = self.rules.leader.filter(|_| self.rules.has_leader(side)) {
            let at = match leader.start {
                LeaderStart::LeftCentre => seen(files / 2 - 1, rows),
                LeaderStart::ThirdFromRight => seen(files - 3, rows),
                LeaderStart::Square { file, rank } if leader.owner == LeaderOwner::Black => {
                    At { file: i32::from(file), rank: i32::from(rank) }
                }
                LeaderStart::Square { file, rank } => seen(i32::from(file), i32::from(rank)),
            };
            board[at] = Cell::Held(Piece { side, kind: Kind::Leader });
        }
    }
}
