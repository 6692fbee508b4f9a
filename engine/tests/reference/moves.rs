//! Placing, moving, and compulsory capture (§2, §3, §4).

use petteia_engine::Side;
use petteia_engine::rules::{Compulsory, Movement};

use super::board::{At, Board, Cell, DIRECTIONS, Direction, Kind, NORTH, Piece, SOUTH};
use super::{Position, Reference};

/// One choice of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Place(At),
    Move {
        from: At,
        to: At,
    },
    /// The squares of a chain, from first to last.
    Leap(Vec<At>),
    Remove(At),
    Huff(At),
    Decline,
    Pass,
}

impl Decision {
    /// Returns the text as in §10.
    pub fn text(&self) -> String {
        match self {
            Decision::Place(at) => format!("@{}", at.name()),
            Decision::Move { from, to } => format!("{}-{}", from.name(), to.name()),
            Decision::Leap(path) => path.iter().map(|at| at.name()).collect::<Vec<_>>().join("x"),
            Decision::Remove(at) => format!("x{}", at.name()),
            Decision::Huff(at) => format!("!{}", at.name()),
            Decision::Decline => "--".to_owned(),
            Decision::Pass => "pass".to_owned(),
        }
    }

    /// Returns the square of the moving piece.
    pub fn origin(&self) -> Option<At> {
        match self {
            Decision::Move { from, .. } => Some(*from),
            Decision::Leap(path) => path.first().copied(),
            _ => None,
        }
    }
}

impl Reference {
    /// Returns the possible decisions of the side to move.
    pub(super) fn decisions(&self, p: &Position) -> Vec<Decision> {
        if p.is_placing() {
            return self.placements(p);
        }
        if !p.huff.is_empty() {
            return p.huff.iter().copied().map(Decision::Huff).chain([Decision::Decline]).collect();
        }
        let moves = self.legal_moves(&p.board, p.side, p.roll);
        let best_roll = self.rules.die;
        let passes =
            moves.is_empty() && p.roll != best_roll && !self.legal_moves(&p.board, p.side, best_roll).is_empty();
        if passes { vec![Decision::Pass] } else { moves }
    }

    /// Returns the placements of one stone from the hand on any empty square (§2).
    fn placements(&self, p: &Position) -> Vec<Decision> {
        let empty = p.board.squares().filter(|&at| p.hands[p.side] > 0 && p.board[at] == Cell::Empty);
        empty.map(Decision::Place).collect()
    }

    /// Returns the moves of `side`, as if it were to move, with this roll (§3, §4).
    pub(super) fn legal_moves(&self, board: &Board, side: Side, roll: Option<u8>) -> Vec<Decision> {
        let moves = self.free_moves(board, side, roll);
        if self.rules.compulsory[side] == Compulsory::Strict {
            let captures = self.only_captures(board, &moves);
            return if captures.is_empty() { moves } else { captures };
        }
        moves
    }

    /// Returns those moves that capture something.
    pub(super) fn only_captures(&self, board: &Board, moves: &[Decision]) -> Vec<Decision> {
        let captures = |decision: &&Decision| match decision {
            Decision::Move { from, to } => !self.captures(&moved(board, *from, *to), *to).captured.is_empty(),
            _ => false,
        };
        moves.iter().filter(captures).cloned().collect()
    }

    /// Returns the moves before compulsory capture is applied.
    fn free_moves(&self, board: &Board, side: Side, roll: Option<u8>) -> Vec<Decision> {
        let mut moves = Vec::new();
        for (from, piece) in board.pieces_of(side) {
            for to in self.targets(board, from, piece, roll) {
                if piece.kind != Kind::Vagus || moved(board, from, to).is_beside(to, !side) {
                    moves.push(Decision::Move { from, to });
                }
            }
            if self.rules.movement == Movement::Leap && piece.kind == Kind::Ordinarius {
                self.add_leaps(board, &[from], &mut moves);
            }
        }
        let bound = board.pieces_of(!side).filter(|(_, piece)| piece.kind == Kind::Alligatus);
        moves.extend(bound.map(|(at, _)| Decision::Remove(at)));
        moves
    }

    /// Returns the squares to which a piece may move, except by leaps.
    fn targets(&self, board: &Board, from: At, piece: Piece, roll: Option<u8>) -> Vec<At> {
        let reach = roll.map_or(i32::MAX, i32::from);
        let ahead = if piece.side == Side::White { NORTH } else { SOUTH };
        let slides = |reach| DIRECTIONS.iter().flat_map(|&direction| slide(board, from, direction, reach)).collect();
        match (piece.kind, self.rules.movement) {
            (Kind::Alligatus, _) => Vec::new(),
            (Kind::Leader, _) => {
                let mut targets: Vec<At> = slides(reach);
                if self.rules.leader.is_some_and(|leader| leader.jump) {
                    targets.extend(DIRECTIONS.iter().filter_map(|&direction| jump(board, from, direction, reach)));
                }
                targets
            }
            (_, Movement::Slide) => slides(reach),
            (_, Movement::Step | Movement::Leap) => slides(1),
            (_, Movement::Forward) => slide(board, from, ahead, 1),
        }
    }

    /// Adds every longer chain of leaps after the squares of `path`; the stone stands on the last of them.
    fn add_leaps(&self, board: &Board, path: &[At], chains: &mut Vec<Decision>) {
        let from = *path.last().expect("a path has its start");
        let Cell::Held(stone) = board[from] else { unreachable!("the leaping stone stands there") };
        for direction in DIRECTIONS {
            let (over, to) = (from.next(direction), from.toward(direction, 2));
            if !board[over].is_of(!stone.side) || board[to] != Cell::Empty {
                continue;
            }
            let mut after = moved(board, from, to);
            after[over] = self.left_behind();
            let path = [path, &[to]].concat();
            self.add_leaps(&after, &path, chains);
            chains.push(Decision::Leap(path));
        }
    }

    /// Returns what a captured piece leaves on its square (§5).
    pub(super) fn left_behind(&self) -> Cell {
        if self.rules.inciti { Cell::Incitus } else { Cell::Empty }
    }
}

/// Returns the board with a piece moved and nothing else changed.
pub(super) fn moved(board: &Board, from: At, to: At) -> Board {
    let mut after = board.clone();
    after[to] = after[from];
    after[from] = Cell::Empty;
    // A chain of leaps may end where it began.
    if from == to {
        after[to] = board[from];
    }
    after
}

/// Returns the empty squares in one direction.
fn slide(board: &Board, from: At, direction: Direction, reach: i32) -> Vec<At> {
    let longest = reach.min(board.files.max(board.ranks));
    (1..=longest).map(|n| from.toward(direction, n)).take_while(|&to| board[to] == Cell::Empty).collect()
}

/// Returns the square just beyond the run of pieces that begins next to the leader.
fn jump(board: &Board, from: At, direction: Direction, reach: i32) -> Option<At> {
    let mut distance = 1;
    while let Cell::Held(piece) = board[from.toward(direction, distance)] {
        if piece.is_leader() {
            return None;
        }
        distance += 1;
    }
    let to = from.toward(direction, distance);
    (distance > 1 && distance <= reach && board[to] == Cell::Empty).then_some(to)
}
