//! Moving, compulsory capture, and the moves of a piece that has captured (§3, §4).

use petteia_engine::Side;
use petteia_engine::rules::{CaptureAgain, Compulsory, LeaderMove, Movement, NoMoves, Over, Removal};

use super::board::{At, Board, Cell, DIRECTIONS, Direction, Kind, NORTH, Piece, SOUTH};
use super::history::History;
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
    /// The players change sides.
    Swap,
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
            Decision::Swap => "swap".to_owned(),
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
    pub(super) fn decisions(&self, p: &Position, history: &History) -> Vec<Decision> {
        let swap = self.may_swap(p).then_some(Decision::Swap);
        self.decisions_on_board(p, history).into_iter().chain(swap).collect()
    }

    /// Returns whether the player of the side to move may take the other side: at the start of the second turn.
    fn may_swap(&self, p: &Position) -> bool {
        let within_turn = p.again.is_some() || p.removed || !p.huff.is_empty() || self.is_within_placing_turn(p);
        self.rules.swap && p.turn == 1 && !within_turn
    }

    fn decisions_on_board(&self, p: &Position, history: &History) -> Vec<Decision> {
        if p.is_placing() {
            return self.placements(p);
        }
        if !p.huff.is_empty() {
            return p.huff.iter().copied().map(Decision::Huff).chain([Decision::Decline]).collect();
        }
        if let Some(at) = p.again {
            return self.moves_again(p, at, history).into_iter().chain([Decision::Decline]).collect();
        }
        let moves = self.legal_moves(p, history);
        if moves.is_empty() && self.passes(p, history) { vec![Decision::Pass] } else { moves }
    }

    /// Returns whether a player without a legal move passes: one whom a better roll would give a move, or by `no_moves`.
    fn passes(&self, p: &Position, history: &History) -> bool {
        let rolled_best = Position { roll: self.rules.die, ..p.clone() };
        let waits_for_roll = p.roll != self.rules.die && !self.legal_moves(&rolled_best, history).is_empty();
        waits_for_roll || self.rules.no_moves == NoMoves::Passes
    }

    /// Returns the legal moves and removals of the side to move (§3, §4, §6).
    pub(super) fn legal_moves(&self, p: &Position, history: &History) -> Vec<Decision> {
        let removals: Vec<Decision> = self.removals(p).collect();
        if self.removes_first() && !removals.is_empty() {
            return removals.into_iter().filter(|removal| self.may_remove(p, removal, history)).collect();
        }
        if self.rules.compulsory[p.side] == Compulsory::Strict {
            let captures = self.legal_captures(p, history);
            if !captures.is_empty() {
                return captures;
            }
        }
        let moves = self.free_moves(p).into_iter().filter(|decision| !self.is_forbidden(p, decision, history));
        moves.chain(removals).collect()
    }

    /// Returns whether a move can follow a removal, if both are one whole.
    fn may_remove(&self, p: &Position, removal: &Decision, history: &History) -> bool {
        let removed = self.make(p, removal, history).after;
        !self.joins_removal() || !self.legal_moves(&removed, &history.after(p, &removed)).is_empty()
    }

    /// Returns the moves, without removals, that capture something and are legal.
    pub(super) fn legal_captures(&self, p: &Position, history: &History) -> Vec<Decision> {
        let captures = self.only_captures(&p.board, &self.free_moves(p));
        captures.into_iter().filter(|decision| !self.is_forbidden(p, decision, history)).collect()
    }

    /// Returns the further moves of a piece that has captured (§4).
    pub(super) fn moves_again(&self, p: &Position, at: At, history: &History) -> Vec<Decision> {
        let moves = self.legal_moves(p, history);
        let own: Vec<Decision> = moves.into_iter().filter(|decision| decision.origin() == Some(at)).collect();
        match self.rules.capture_again {
            CaptureAgain::Off => Vec::new(),
            CaptureAgain::Any => own,
            CaptureAgain::Capturing => self.only_captures(&p.board, &own),
        }
    }

    /// Returns the removals of one bound enemy; there is only one in a turn, and none where a move removes them all.
    fn removals(&self, p: &Position) -> impl Iterator<Item = Decision> {
        let is_open = !p.removed && self.rules.removal != Some(Removal::All);
        let bound = p.board.pieces_of(!p.side).filter(move |(_, piece)| is_open && !piece.is_free());
        bound.map(|(at, _)| Decision::Remove(at))
    }

    /// Returns those moves that capture something.
    pub(super) fn only_captures(&self, board: &Board, moves: &[Decision]) -> Vec<Decision> {
        let captures = |decision: &&Decision| match decision {
            Decision::Move { from, to } => !self.captures(&moved(board, *from, *to), *to).captured.is_empty(),
            _ => false,
        };
        moves.iter().filter(captures).cloned().collect()
    }

    /// Returns the moves, without removals, before repetition and compulsory capture are considered. A move straight back
    /// is none where it is forbidden.
    fn free_moves(&self, p: &Position) -> Vec<Decision> {
        let (board, side) = (&p.board, p.side);
        let mut moves = Vec::new();
        for (from, piece) in board.pieces_of(side) {
            for to in self.targets(board, from, piece, p.roll) {
                let attacks = piece.kind != Kind::Vagus || moved(board, from, to).is_beside(to, !side);
                let is_undo = p.last[side] == Some((to, from));
                if attacks && !is_undo && self.may_enter(p, from, to) {
                    moves.push(Decision::Move { from, to });
                }
            }
            if self.rules.movement == Movement::Leap && piece.kind == Kind::Ordinarius {
                self.add_leaps(board, &[from], &mut moves);
            }
        }
        moves
    }

    /// Returns the squares to which a piece may move, except by leaps.
    fn targets(&self, board: &Board, from: At, piece: Piece, roll: Option<u8>) -> Vec<At> {
        let reach = roll.map_or(i32::MAX, i32::from);
        let ahead = if piece.side == Side::White { NORTH } else { SOUTH };
        let slides = |reach| -> Vec<At> {
            DIRECTIONS.iter().flat_map(|&direction| self.slide(board, from, direction, reach)).collect()
        };
        match (piece.kind, self.rules.movement) {
            (Kind::Alligatus, _) => Vec::new(),
            (Kind::Leader, _) => self.leader_targets(board, from, reach),
            (_, Movement::Slide) => slides(reach),
            (_, Movement::Step | Movement::Leap) => slides(1),
            (_, Movement::Forward) => self.slide(board, from, ahead, 1),
            (_, Movement::Hop) => [slides(1), self.hops(board, from, piece.side)].concat(),
        }
    }

    fn leader_targets(&self, board: &Board, from: At, reach: i32) -> Vec<At> {
        let Some(leader) = self.rules.leader else { unreachable!("a leader stands there") };
        let reach = if leader.reach == 0 { reach } else { reach.min(i32::try_from(leader.reach).unwrap_or(i32::MAX)) };
        let slides = |reach| DIRECTIONS.iter().flat_map(move |&direction| self.slide(board, from, direction, reach));
        let mut targets: Vec<At> = match leader.movement {
            LeaderMove::Slide => slides(reach).collect(),
            LeaderMove::Step => slides(1).collect(),
            LeaderMove::Hop if reach == 1 => slides(1).collect(),
            LeaderMove::Hop => slides(1).chain(leader_hops(board, from)).collect(),
        };
        if leader.jump {
            targets.extend(DIRECTIONS.iter().filter_map(|&direction| jump(board, from, direction, reach)));
        }
        targets.retain(|&to| self.may_stop(board, to, true));
        targets
    }

    /// Returns the empty squares in one direction on which a piece may end its move.
    fn slide(&self, board: &Board, from: At, direction: Direction, reach: i32) -> Vec<At> {
        let is_leader = board[from].piece().is_some_and(Piece::is_leader);
        let longest = reach.min(board.files.max(board.ranks));
        let mut targets = Vec::new();
        for to in (1..=longest).map(|n| from.toward(direction, n)) {
            if board[to] != Cell::Empty {
                break;
            }
            if self.may_stop(board, to, is_leader) {
                targets.push(to);
            }
            if !self.may_pass(board, to, is_leader) {
                break;
            }
        }
        targets
    }

    /// Returns the squares that a stone reaches by one hop or more. Which way it took does not matter.
    fn hops(&self, board: &Board, from: At, side: Side) -> Vec<At> {
        let mut on_the_way = board.clone();
        on_the_way[from] = Cell::Empty;
        let mut reached = vec![from];
        let mut looked_at = 0;
        while looked_at < reached.len() {
            let at = reached[looked_at];
            for direction in DIRECTIONS {
                let (over, to) = (at.next(direction), at.toward(direction, 2));
                let lands = on_the_way[to] == Cell::Empty && !reached.contains(&to);
                if lands && self.may_cross(on_the_way[over], side) {
                    reached.push(to);
                }
            }
            looked_at += 1;
        }
        reached.split_off(1)
    }

    /// Returns whether a stone of `side` may hop over what is on a square.
    fn may_cross(&self, cell: Cell, side: Side) -> bool {
        let Some(piece) = cell.piece() else { return false };
        match self.rules.over.unwrap_or_default() {
            Over::Any => true,
            Over::Own => piece.side == side,
            Over::OwnOrBound => piece.side == side || !piece.is_free(),
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

/// Returns the squares behind the enemies next to a leader.
fn leader_hops(board: &Board, from: At) -> Vec<At> {
    let Cell::Held(leader) = board[from] else { unreachable!("the leader stands there") };
    let across = DIRECTIONS.map(|direction| (from.next(direction), from.toward(direction, 2)));
    let open = across.into_iter().filter(|&(over, to)| board[over].is_of(!leader.side) && board[to] == Cell::Empty);
    open.map(|(_, to)| to).collect()
}
