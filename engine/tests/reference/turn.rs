//! Applies decisions in the order of §5: remove, sweep, then turn, bind and free; and the huff (§6, §7).

use petteia_engine::rules::{Bound, Compulsory, LeaderCapture, Movement};
use petteia_engine::{BySide, Side};

use super::board::{At, Board, Cell, DIRECTIONS, EAST, Kind, NORTH, Piece};
use super::end::Outcome;
use super::moves::{Decision, moved};
use super::{Position, Reference};

/// A decision in progress.
pub(super) struct Turn {
    pub after: Position,
    pub fallen_leaders: BySide<bool>,
    pub captures: bool,
}

impl Reference {
    /// Returns the position after a decision, and the outcome by tests 1 to 7 of §8.
    pub(super) fn play(&self, p: &Position, decision: &Decision) -> (Position, Option<Outcome>) {
        let mut turn = Turn { after: p.clone(), fallen_leaders: BySide::both(false), captures: false };
        match decision {
            Decision::Place(at) => return self.place(p, *at),
            Decision::Huff(at) => self.huff(&mut turn, *at),
            Decision::Decline => turn.after.huff.clear(),
            Decision::Pass => self.end_turn(p, &mut turn, &[]),
            Decision::Remove(at) => {
                self.remove(&mut turn, &[*at]);
                self.sweep(&mut turn);
                self.end_turn(p, &mut turn, &[]);
            }
            Decision::Move { from, to } => self.move_piece(p, &mut turn, *from, *to),
            Decision::Leap(path) => self.leap(p, &mut turn, path),
        }
        let outcome = self.tests(&turn.after, p.side, turn.fallen_leaders);
        (turn.after, outcome)
    }

    /// Makes a placement (§2); only test 6 is made, and only after the last one.
    fn place(&self, p: &Position, at: At) -> (Position, Option<Outcome>) {
        let mut after = Position { side: !p.side, turn: p.turn + 1, ..p.clone() };
        after.board[at] = Cell::Held(Piece { side: p.side, kind: Kind::Ordinarius });
        after.hands[p.side] -= 1;
        let outcome = if after.is_placing() { None } else { self.no_moves(&after) };
        (after, outcome)
    }

    /// Makes a huff (§7). A huffed piece is captured in every respect but turns no vagi; the side that huffs has yet to
    /// move.
    fn huff(&self, turn: &mut Turn, at: At) {
        turn.after.huff.clear();
        turn.after.clock = 0;
        self.remove(turn, &[at]);
        self.sweep(turn);
    }

    fn move_piece(&self, p: &Position, turn: &mut Turn, from: At, to: At) {
        turn.after.board = moved(&p.board, from, to);
        let attacks = turn.after.board.is_beside(to, !p.side);
        let found = self.captures(&turn.after.board, to);
        self.remove(turn, &found.captured);
        if turn.captures {
            self.sweep(turn);
        }
        if self.rules.vagi {
            let board = &mut turn.after.board;
            if !attacks {
                change(board, to, p.side, Kind::Ordinarius, Kind::Vagus);
            }
            found.helpers.iter().for_each(|&helper| change(board, helper, p.side, Kind::Vagus, Kind::Ordinarius));
        }
        let bound = self.bind(&mut turn.after.board, to, p.side);
        self.end_turn(p, turn, &bound);
        if !turn.captures {
            turn.after.huff = self.huff_choices(p, from, to);
        }
    }

    fn leap(&self, p: &Position, turn: &mut Turn, path: &[At]) {
        for step in path.windows(2) {
            let (from, to) = (step[0], step[1]);
            let over = At { file: (from.file + to.file) / 2, rank: (from.rank + to.rank) / 2 };
            turn.after.board = moved(&turn.after.board, from, to);
            self.remove(turn, &[over]);
        }
        self.sweep(turn);
        let to = path[path.len() - 1];
        let bound = self.bind(&mut turn.after.board, to, p.side);
        self.end_turn(p, turn, &bound);
    }

    /// Binds the enemies between the moved piece, if it survived the sweep, and its friends (§6).
    fn bind(&self, board: &mut Board, to: At, side: Side) -> Vec<At> {
        if self.rules.movement != Movement::Leap || !board[to].is_of(side) {
            return Vec::new();
        }
        let between = |direction| board[to.toward(direction, 2)].is_of(side);
        let squares =
            DIRECTIONS.into_iter().filter(|&direction| between(direction)).map(|direction| to.next(direction));
        let bound: Vec<At> = squares.filter(|&at| board[at].is_of(!side)).collect();
        for &at in &bound {
            change(board, at, !side, Kind::Ordinarius, Kind::Alligatus);
        }
        bound
    }

    /// Frees and counts, and passes the turn to the opponent. `bound` are the stones that this turn's move bound,
    /// possibly again.
    fn end_turn(&self, p: &Position, turn: &mut Turn, bound: &[At]) {
        let after = &mut turn.after;
        for (at, piece) in after.board.clone().pieces().filter(|(_, piece)| piece.kind == Kind::Alligatus) {
            let missed_its_turn =
                self.rules.bound == Some(Bound::OneTurn) && piece.side != p.side && !bound.contains(&at);
            if missed_its_turn || !is_trapped(&after.board, at, piece.side) {
                change(&mut after.board, at, piece.side, Kind::Alligatus, Kind::Ordinarius);
            }
        }
        after.side = !p.side;
        after.turn += 1;
        after.clock = if turn.captures { 0 } else { p.clock + 1 };
        after.roll = None;
    }

    /// Returns the squares of the pieces that could have captured instead of making the move `from`-`to` (§7).
    fn huff_choices(&self, p: &Position, from: At, to: At) -> Vec<At> {
        if self.rules.compulsory[p.side] != Compulsory::Huff {
            return Vec::new();
        }
        let moves = self.legal_moves(&p.board, p.side, p.roll);
        let captures = self.only_captures(&p.board, &moves);
        let never_falls = |at: At| {
            let leader = p.board[at].piece().is_some_and(Piece::is_leader);
            leader && self.leader_capture() == Some(LeaderCapture::Never)
        };
        let could = captures.iter().filter_map(Decision::origin).filter(|&at| !never_falls(at));
        let mut choices: Vec<At> = could.map(|at| if at == from { to } else { at }).collect();
        choices.sort();
        choices.dedup();
        choices
    }
}

/// Changes the state of a piece on a square, if one of `side` in the state `from` stands there.
fn change(board: &mut Board, at: At, side: Side, from: Kind, to: Kind) {
    if board[at] == Cell::Held(Piece { side, kind: from }) {
        board[at] = Cell::Held(Piece { side, kind: to });
    }
}

/// Returns whether a piece of `side` stands between two enemies on one axis.
fn is_trapped(board: &Board, at: At, side: Side) -> bool {
    [NORTH, EAST].iter().any(|&axis| [1, -1].iter().all(|&way| board[at.toward(axis, way)].is_of(!side)))
}
