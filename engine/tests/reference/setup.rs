//! The start position and the placement (§2).

use petteia_engine::rules::{First, LeaderOwner, LeaderStart, Placing, Setup};
use petteia_engine::{BySide, Side};

use super::board::{At, Board, Cell, Kind, Piece};
use super::moves::Decision;
use super::{Position, Reference};

impl Reference {
    /// Returns the position before White's first decision.
    pub fn start(&self) -> Position {
        let mut board = Board::empty(self.rules.board);
        match &self.rules.setup {
            Setup::Position(text) => {
                let p = self.parse(text).expect("the rules were checked");
                return Position { side: self.first().unwrap_or(p.side), ..p };
            }
            Setup::Rows(rows) => Side::BOTH.iter().for_each(|&side| self.fill(&mut board, side, i32::from(rows[side]))),
            Setup::Placement(_) => {}
        }
        Position {
            board,
            side: self.first().unwrap_or(Side::White),
            hands: self.first_hands(),
            captured: BySide::both(0),
            clock: 0,
            turn: 0,
            roll: None,
            huff: Vec::new(),
            again: None,
            removed: false,
            swapped: false,
            last: BySide::both(None),
        }
    }

    /// Returns the side that makes the first turn, if the rules say it.
    fn first(&self) -> Option<Side> {
        self.rules.first.map(|first| if first == First::Black { Side::Black } else { Side::White })
    }

    /// Returns what the players have in hand before the first placement.
    pub(super) fn first_hands(&self) -> BySide<u32> {
        match &self.rules.setup {
            Setup::Rows(_) => BySide::both(0),
            Setup::Placement(stones) => {
                BySide::from_fn(|side| u32::from(*stones) + u32::from(self.rules.has_leader(side)))
            }
            Setup::Position(text) => hands_of(text),
        }
    }

    /// Places the rows of one side, and its leader.
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
                LeaderStart::RightCentre => seen(files / 2, rows),
                LeaderStart::ThirdFromRight => seen(files - 3, rows),
                LeaderStart::BackRankCentre => seen(files / 2, 0),
                LeaderStart::PlacedLast => unreachable!("only in games with placement"),
                LeaderStart::Square { file, rank } if leader.owner == LeaderOwner::Black => {
                    At { file: i32::from(file), rank: i32::from(rank) }
                }
                LeaderStart::Square { file, rank } => seen(i32::from(file), i32::from(rank)),
            };
            board[at] = Cell::Held(Piece { side, kind: Kind::Leader });
        }
    }

    /// Returns the square on which nothing is placed.
    pub(super) fn hole(&self, board: &Board) -> Option<At> {
        board.centre().filter(|_| self.rules.hole.is_some())
    }

    /// Returns the placements of one piece from the hand on any empty square but the hole, as far as `placing` allows.
    pub(super) fn placements(&self, p: &Position) -> Vec<Decision> {
        let hole = self.hole(&p.board);
        let empty = p.board.squares().filter(|&at| p.board[at] == Cell::Empty && Some(at) != hole);
        let is_leader = self.only_leader_is_left(p, p.side);
        let allowed = empty.filter(|&at| {
            p.hands[p.side] > 0 && self.may_place(&p.board, at, p.side) && self.may_stop(&p.board, at, is_leader)
        });
        allowed.map(Decision::Place).collect()
    }

    /// Returns whether a stone may be placed on a square: not between enemies, nor where enemies would be between stones.
    fn may_place(&self, board: &Board, at: At, side: Side) -> bool {
        let mut after = board.clone();
        after[at] = Cell::Held(Piece { side, kind: Kind::Ordinarius });
        let is_safe = !self.is_between_stones(&after, at, side);
        let is_quiet = || {
            let enemies = at.beside().into_iter().filter(|&next| after[next].is_of(!side));
            enemies.into_iter().all(|enemy| !self.is_between_stones(&after, enemy, !side))
        };
        match self.rules.placing.unwrap_or_default() {
            Placing::Free => true,
            Placing::Safe => is_safe,
            Placing::Quiet => is_safe && is_quiet(),
        }
    }

    /// Returns whether a piece of `side` is between enemies or in a corner beside them, bound or not.
    fn is_between_stones(&self, board: &Board, at: At, side: Side) -> bool {
        self.is_between_holders(board, at, |cell| cell.is_of(!side))
    }

    /// Returns whether a position is in the middle of a turn of several placements.
    pub(super) fn is_within_placing_turn(&self, p: &Position) -> bool {
        p.is_placing() && p.hands[p.side] < self.first_hands()[p.side] && !self.ends_placing_turn(p, p.side)
    }

    /// Returns the number of turns of the whole placement.
    pub(super) fn placing_turns(&self) -> u32 {
        let turns = |side| {
            let in_hand = self.first_hands()[side];
            let leader = u32::from(in_hand > 0 && self.rules.has_leader(side));
            (in_hand - leader).div_ceil(u32::from(self.rules.per_turn)) + leader
        };
        turns(Side::White) + turns(Side::Black)
    }

    /// Returns how many turns of the placement were swaps.
    pub(super) fn swaps_in_placement(&self, p: &Position) -> u32 {
        let first_turn = match &self.rules.setup {
            Setup::Position(text) => text.split(' ').nth(5).and_then(|turn| turn.parse().ok()).unwrap_or(0),
            _ => 0,
        };
        let is_placing_on_turn_1 = first_turn <= 1 && self.placing_turns() > 1 - first_turn.min(1);
        u32::from(p.swapped && is_placing_on_turn_1)
    }

    /// Makes a placement; the last piece of a hand is the leader, if the side has one.
    pub(super) fn place(&self, p: &mut Position, at: At) {
        let kind = if self.only_leader_is_left(p, p.side) { Kind::Leader } else { Kind::Ordinarius };
        p.board[at] = Cell::Held(Piece { side: p.side, kind });
        self.take_from_hand(p);
    }

    /// Takes the next piece from the hand of the side to move, whose turn may end with it.
    fn take_from_hand(&self, p: &mut Position) {
        let side = p.side;
        p.hands[side] -= 1;
        if self.ends_placing_turn(p, side) {
            p.turn += 1;
            // A player with an empty hand has nothing to do before the movement.
            let waits = p.hands[!side] == 0 && p.hands[side] > 0;
            p.side = if waits { side } else { !side };
        }
    }

    /// Returns the side that begins, or would have begun, the placement.
    fn first_to_place(&self) -> Side {
        self.first().unwrap_or(Side::White)
    }

    fn only_leader_is_left(&self, p: &Position, side: Side) -> bool {
        self.rules.has_leader(side) && p.hands[side] == 1
    }

    fn ends_placing_turn(&self, p: &Position, side: Side) -> bool {
        let placed = self.hands_in_order()[side] - p.hands[side];
        placed.is_multiple_of(u32::from(self.rules.per_turn)) || p.hands[side] == 0 || self.only_leader_is_left(p, side)
    }

    /// Returns the hands with which White would have begun, had the whole placement been played.
    fn hands_in_order(&self) -> BySide<u32> {
        let first = self.first_hands();
        match self.rules.setup {
            Setup::Position(_) => BySide::both(first.white.max(first.black)),
            _ => first,
        }
    }

    /// Returns whether the placement, in its order, comes to these hands with this side to place.
    pub(super) fn is_in_order(&self, p: &Position) -> bool {
        let mut order = Position { side: self.first_to_place(), hands: self.hands_in_order(), ..p.clone() };
        while order.is_placing() {
            if (order.side, order.hands) == (p.side, p.hands) {
                return true;
            }
            self.take_from_hand(&mut order);
        }
        false
    }
}

/// Returns the third field of a position text.
fn hands_of(position: &str) -> BySide<u32> {
    let hands: Vec<u32> = position.split(' ').nth(2).unwrap_or("").split(',').filter_map(|n| n.parse().ok()).collect();
    BySide { white: hands.first().copied().unwrap_or(0), black: hands.get(1).copied().unwrap_or(0) }
}
