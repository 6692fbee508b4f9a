//! Applies decisions in the order of §5: remove, sweep, then turn, bind and free; and the huff (§6, §7).

use petteia_engine::rules::{Bound, CaptureAgain, Captured, Compulsory, LeaderCapture, Movement, Progress, Undo};
use petteia_engine::{BySide, Side};

use super::board::{At, Board, Cell, DIRECTIONS, Kind, Piece};
use super::end::Outcome;
use super::history::History;
use super::moves::{Decision, moved};
use super::special::stone_of;
use super::{Position, Reference};

/// A decision in progress.
pub(super) struct Turn {
    pub after: Position,
    pub fallen_leaders: BySide<bool>,
    pub captures: bool,
    /// Whether an enemy stone became bound.
    pub binds: bool,
}

impl Reference {
    /// Returns the position after a decision, and the outcome by tests 1 to 7 of §8.
    pub(super) fn play(&self, p: &Position, decision: &Decision, history: &History) -> (Position, Option<Outcome>) {
        let Turn { after, fallen_leaders, .. } = self.make(p, decision, history);
        let history = history.after(p, &after);
        let outcome = match (p.is_placing(), after.is_placing()) {
            _ if *decision == Decision::Swap => None,
            // The test after each placement concerns games that do not allow every square (§2).
            (true, _) => self.no_moves(&after, &history),
            (false, _) if after.removed && self.joins_removal() => None,
            (false, _) => self.tests(&after, p.side, fallen_leaders, &history),
        };
        (after, outcome)
    }

    /// Makes a decision.
    pub(super) fn make(&self, p: &Position, decision: &Decision, history: &History) -> Turn {
        let mut turn = self.make_without_going_on(p, decision, history);
        if let Decision::Move { to, .. } = decision {
            self.let_go_on(p, &mut turn, *to, history);
        }
        turn
    }

    /// Makes a decision after which the turn ends even if the piece that has captured may go on.
    pub(super) fn make_without_going_on(&self, p: &Position, decision: &Decision, history: &History) -> Turn {
        let fallen_leaders = BySide::both(false);
        let mut turn = Turn { after: p.clone(), fallen_leaders, captures: false, binds: false };
        match decision {
            Decision::Place(at) => self.place(&mut turn.after, *at),
            Decision::Huff(at) => self.huff(&mut turn, *at),
            Decision::Decline if p.again.is_some() => self.end_turn(p, &mut turn, &[]),
            Decision::Decline => turn.after.huff.clear(),
            Decision::Pass => self.end_turn(p, &mut turn, &[]),
            Decision::Swap => swap(&mut turn.after),
            Decision::Remove(at) => self.remove_bound(p, &mut turn, *at),
            Decision::Move { from, to } => self.move_piece(p, &mut turn, (*from, *to), history),
            Decision::Leap(path) => self.leap(p, &mut turn, path),
        }
        turn
    }

    fn remove_bound(&self, p: &Position, turn: &mut Turn, at: At) {
        self.remove(turn, &[at]);
        self.sweep(turn);
        if self.removes_first() {
            turn.after.removed = true;
            turn.after.clock = 0;
        } else {
            self.end_turn(p, turn, &[]);
        }
    }

    /// Takes back the end of the turn if the piece that has captured may go on (§4).
    fn let_go_on(&self, p: &Position, turn: &mut Turn, to: At, history: &History) {
        let goes_on = turn.captures && self.rules.capture_again != CaptureAgain::Off;
        if !goes_on || self.tests_of_pieces(&turn.after, p.side, turn.fallen_leaders).is_some() {
            return;
        }
        let open = Position { side: p.side, turn: p.turn, again: Some(to), ..turn.after.clone() };
        if !self.moves_again(&open, to, history).is_empty() {
            turn.after = open;
        }
    }

    /// Makes a huff (§7). A huffed piece is captured in every respect but turns no vagi; the side that huffs has yet to
    /// move.
    fn huff(&self, turn: &mut Turn, at: At) {
        turn.after.huff.clear();
        turn.after.clock = 0;
        self.remove(turn, &[at]);
        self.sweep(turn);
    }

    fn move_piece(&self, p: &Position, turn: &mut Turn, (from, to): (At, At), history: &History) {
        self.remove(turn, &self.removed_with_move(&p.board, p.side));
        turn.after.board = moved(&turn.after.board, from, to);
        let attacks = turn.after.board.is_beside(to, !p.side);
        let found = self.captures(&turn.after.board, to);
        if self.rules.captured == Captured::Removed {
            self.remove(turn, &found.captured);
        } else {
            self.convert(turn, found.captured.clone(), p.side);
        }
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
        let bound = self.bind(turn, to, p.side);
        self.end_turn(p, turn, &bound);
        if self.rules.undo == Undo::Forbidden {
            turn.after.last[p.side] = Some((from, to));
        }
        if !turn.captures {
            turn.after.huff = self.huff_choices(p, from, to, history);
        }
    }

    /// Turns captured stones into stones of the captor, which with `cascading` capture in turn (§4).
    fn convert(&self, turn: &mut Turn, captured: Vec<At>, side: Side) {
        let mut captured = captured;
        while !captured.is_empty() {
            for &at in &captured {
                turn.after.board[at] = Cell::Held(stone_of(side));
                turn.after.captured[side] += 1;
                turn.captures = true;
            }
            if self.rules.captured != Captured::Cascading {
                return;
            }
            let next = captured.iter().flat_map(|&at| self.captures(&turn.after.board, at).captured);
            let mut next: Vec<At> = next.collect();
            next.sort();
            next.dedup();
            captured = next;
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
        let bound = self.bind(turn, to, p.side);
        self.end_turn(p, turn, &bound);
    }

    /// Binds the enemies between the moved piece, if it survived the sweep, and its friends (§6). Returns those of a game
    /// of leaps.
    fn bind(&self, turn: &mut Turn, to: At, side: Side) -> Vec<At> {
        let board = &mut turn.after.board;
        if self.moves_bind() {
            turn.binds = self.bind_and_free(board, to, side);
        }
        if self.rules.movement != Movement::Leap || !board[to].is_of(side) {
            return Vec::new();
        }
        let between = |direction| board[to.toward(direction, 2)].is_of(side);
        let squares =
            DIRECTIONS.into_iter().filter(|&direction| between(direction)).map(|direction| to.next(direction));
        let bound: Vec<At> = squares.filter(|&at| board[at].is_of(!side)).collect();
        for &at in &bound {
            turn.binds |= board[at].piece().is_some_and(Piece::is_free);
            change(board, at, !side, Kind::Ordinarius, Kind::Alligatus);
        }
        bound
    }

    /// Frees and counts, and passes the turn to the opponent. `bound` are the stones that this turn's move bound,
    /// possibly again.
    fn end_turn(&self, p: &Position, turn: &mut Turn, bound: &[At]) {
        if self.rules.movement == Movement::Leap {
            self.free_trapped(&mut turn.after.board, p.side, bound);
        }
        let has_captured = turn.captures || p.again.is_some() || p.removed;
        let progresses = has_captured || (turn.binds && self.rules.limits.progress == Some(Progress::Binds));
        let after = &mut turn.after;
        after.side = !p.side;
        after.turn += 1;
        after.clock = if progresses { 0 } else { p.clock + 1 };
        after.roll = None;
        after.again = None;
        after.removed = false;
        after.last[p.side] = None;
    }

    /// Frees the stones in a game of leaps after a turn of `side`.
    fn free_trapped(&self, board: &mut Board, side: Side, bound: &[At]) {
        for (at, piece) in board.clone().pieces().filter(|(_, piece)| !piece.is_free()) {
            let missed_its_turn =
                self.rules.bound == Some(Bound::OneTurn) && piece.side != side && !bound.contains(&at);
            if missed_its_turn || !board.is_between(at, |cell| cell.is_of(!piece.side)) {
                change(board, at, piece.side, Kind::Alligatus, Kind::Ordinarius);
            }
        }
    }

    /// Returns the squares of the pieces that could have captured instead of making the move `from`-`to` (§7).
    fn huff_choices(&self, p: &Position, from: At, to: At, history: &History) -> Vec<At> {
        if self.rules.compulsory[p.side] != Compulsory::Huff {
            return Vec::new();
        }
        let captures = self.legal_captures(p, history);
        let never_falls = |at: At| {
            let leader = p.board[at].piece().is_some_and(Piece::is_leader);
            let now = if at == from { to } else { at };
            leader && (self.leader_capture() == Some(LeaderCapture::Never) || self.is_safe_on_edge(&p.board, now))
        };
        let could = captures.iter().filter_map(Decision::origin).filter(|&at| !never_falls(at));
        let mut choices: Vec<At> = could.map(|at| if at == from { to } else { at }).collect();
        choices.sort();
        choices.dedup();
        choices
    }
}

/// Lets the players change sides: only the turns are counted.
fn swap(after: &mut Position) {
    after.clock += u32::from(!after.is_placing());
    after.turn += 1;
    after.swapped = true;
}

/// Changes the state of a piece on a square, if one of `side` in the state `from` stands there.
fn change(board: &mut Board, at: At, side: Side, from: Kind, to: Kind) {
    if board[at] == Cell::Held(Piece { side, kind: from }) {
        board[at] = Cell::Held(Piece { side, kind: to });
    }
}
