//! The end of the game (§8).

use std::cmp::Ordering;

use petteia_engine::rules::{Adjudication, Goal, LeaderSurrounded, NoMoves, Repeats, TurnLimit};
use petteia_engine::{BySide, Side};

use super::board::{At, Board, Cell, Kind};
use super::history::History;
use super::moves::Decision;
use super::{Position, Reference};

/// The winner and the test that ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub winner: Option<&'static str>,
    pub by: &'static str,
}

impl Outcome {
    pub(super) fn new(winner: Option<Side>, by: &'static str) -> Self {
        Outcome { winner: winner.map(Side::name), by }
    }
}

/// Returns the outcome if at least one side loses; if both do, the one that did not act loses.
fn loss(losers: BySide<bool>, m: Side, by: &'static str) -> Option<Outcome> {
    if losers[!m] {
        Some(Outcome::new(Some(m), by))
    } else if losers[m] {
        Some(Outcome::new(Some(!m), by))
    } else {
        None
    }
}

impl Reference {
    /// Makes tests 2 to 7 on a position read from text; the side not to move has just acted, except within a turn. Test 6
    /// alone is made during the placement, and between a removal and its move if both are one whole.
    pub fn outcome_of_text(&self, p: &Position) -> Option<Outcome> {
        let m = if p.again.is_some() || p.removed { p.side } else { !p.side };
        let history = self.history_of(p);
        if p.is_placing() || (p.removed && self.joins_removal()) {
            self.no_moves(p, &history)
        } else {
            self.tests(p, m, BySide::both(false), &history)
        }
    }

    /// Makes tests 1 to 7 after a decision of `m`.
    pub(super) fn tests(&self, p: &Position, m: Side, fallen: BySide<bool>, history: &History) -> Option<Outcome> {
        self.tests_of_pieces(p, m, fallen).or_else(|| self.tests_of_moves(p, m, history))
    }

    /// Makes tests 1 to 5.
    pub(super) fn tests_of_pieces(&self, p: &Position, m: Side, fallen_leaders: BySide<bool>) -> Option<Outcome> {
        let lost = self.rules.leader.is_some_and(|leader| leader.lose);
        let leader_captured = if lost { loss(fallen_leaders, m, "leader_captured") } else { None };
        leader_captured
            .or_else(|| self.leader_surrounded(&p.board, m))
            .or_else(|| self.goal(&p.board, m))
            .or_else(|| self.edge_fort(&p.board, m))
            .or_else(|| self.encircled(&p.board))
            .or_else(|| self.capture_target(p, m))
            .or_else(|| self.bare(&p.board, m))
    }

    /// Makes tests 6 and 7. Both wait while a piece may go on, and test 6 while a huff is open.
    fn tests_of_moves(&self, p: &Position, m: Side, history: &History) -> Option<Outcome> {
        if p.again.is_some() {
            return None;
        }
        let no_moves = if p.huff.is_empty() { self.no_moves(p, history) } else { None };
        no_moves.or_else(|| self.dead_position(p, m, history))
    }

    /// Makes test 2.
    fn leader_surrounded(&self, board: &Board, m: Side) -> Option<Outcome> {
        let surrounded = self.rules.leader?.surrounded;
        let is_closed = |at: At| match surrounded {
            LeaderSurrounded::Off => false,
            LeaderSurrounded::On => board[at].piece().is_some(),
            LeaderSurrounded::Open => board[at] != Cell::Empty || !self.may_stop(board, at, true),
        };
        let is_lost = |side| board.leader_of(side).is_some_and(|leader| leader.beside().into_iter().all(is_closed));
        loss(BySide::from_fn(is_lost), m, "leader_surrounded")
    }

    /// Returns where a leader wins, which may be written in two ways.
    pub(super) fn goal_of_leader(&self) -> Goal {
        let Some(leader) = self.rules.leader else { return Goal::None };
        if leader.crossing { Goal::Crossing } else { leader.goal }
    }

    /// Makes test 3.
    fn goal(&self, board: &Board, m: Side) -> Option<Outcome> {
        let at = board.leader_of(m)?;
        let (is_reached, by) = match self.goal_of_leader() {
            Goal::None => (false, ""),
            Goal::Crossing => (at.rank == board.back_rank(!m), "crossing"),
            Goal::Edge => (board.is_edge(at), "escape"),
            Goal::Corners => (self.is_corner_square(board, at), "escape"),
        };
        is_reached.then(|| Outcome::new(Some(m), by))
    }

    /// Makes test 4: a side that has captured enough wins, so the other side loses.
    fn capture_target(&self, p: &Position, m: Side) -> Option<Outcome> {
        let target = u32::from(self.rules.capture_target?);
        loss(BySide::from_fn(|side| p.captured[!side] >= target), m, "capture_target")
    }

    /// Makes test 5.
    fn bare(&self, board: &Board, m: Side) -> Option<Outcome> {
        let counts = |kind| kind != Kind::Leader || self.rules.count_leader;
        let is_bare = |side| {
            let left = board.pieces_of(side).filter(|(_, piece)| counts(piece.kind)).count();
            self.rules.bare[side].is_some_and(|n| left <= usize::from(n))
        };
        loss(BySide::from_fn(is_bare), m, "bare")
    }

    /// Makes test 6.
    pub(super) fn no_moves(&self, p: &Position, history: &History) -> Option<Outcome> {
        if self.has_move(p, p.side, history) {
            return None;
        }
        let winner = match self.rules.no_moves {
            NoMoves::Loses => Some(!p.side),
            NoMoves::Draw => None,
            NoMoves::Passes if self.has_move(p, !p.side, history) => return None,
            NoMoves::Passes | NoMoves::Adjudicate => self.adjudicated(p),
        };
        Some(Outcome::new(winner, "no_moves"))
    }

    /// Returns whether a side, as if to move, has a legal move in the sense of test 6: with the highest roll, and not by
    /// a hopeless piece that stays.
    fn has_move(&self, p: &Position, side: Side, history: &History) -> bool {
        let counts = |decision: &Decision| match decision.origin() {
            Some(from) => !(self.rules.keeps_hopeless() && self.is_hopeless(&p.board, from)),
            None => true,
        };
        // A removal is a part of the turn of the player who made it.
        let removed = p.removed && side == p.side;
        let as_if = Position { side, roll: self.rules.die, huff: Vec::new(), removed, ..p.clone() };
        if p.is_placing() {
            return !self.placements(&as_if).is_empty();
        }
        self.legal_moves(&as_if, history).iter().any(counts)
    }

    /// Makes test 7.
    fn dead_position(&self, p: &Position, m: Side, history: &History) -> Option<Outcome> {
        let dead = self.rules.tests_dead_position()
            && self.is_dead(&p.board)
            && !self.can_remove_lasting(&p.board)
            && Side::BOTH.iter().all(|&side| self.has_move(p, side, history));
        if !dead {
            return None;
        }
        let winner = match self.rules.adjudication {
            Adjudication::LastMoverLoses => Some(!m),
            _ => self.adjudicated(p),
        };
        Some(Outcome::new(winner, "dead_position"))
    }

    /// Returns whether a stone is bound until it is removed, which can always be done.
    fn can_remove_lasting(&self, board: &Board) -> bool {
        self.stays_bound() && board.pieces().any(|(_, piece)| !piece.is_free())
    }

    /// Tests the limit of turns of the movement phase, at the end of each of them, before everything else.
    pub(super) fn move_cap(&self, before: &Position, after: &Position) -> Option<Outcome> {
        let cap = self.rules.limits.move_cap;
        let is_reached =
            cap != 0 && after.turn.saturating_sub(self.placing_turns() + self.swaps_in_placement(after)) >= cap;
        let ends_turn = !before.is_placing() && before.turn != after.turn;
        (is_reached && ends_turn).then(|| Outcome::new(self.adjudicated(after), "move_cap"))
    }

    /// Tests the limits at the end of a turn of the movement phase. The history ends with `after`.
    pub(super) fn limits(&self, before: &Position, after: &Position, history: &History) -> Option<Outcome> {
        let limits = self.rules.limits;
        let turns = |limit: TurnLimit| match limit {
            TurnLimit::Turns(turns) => turns,
            TurnLimit::ByBoard => panic!("the check gives a number of turns"),
        };
        let reached = |limit: u32, count: u32| limit != 0 && count >= limit;
        let repetition = if self.rules.repeats == Repeats::Illegal { 0 } else { limits.repetition.limit() };
        if before.is_placing() || before.turn == after.turn {
            None
        } else if reached(repetition, u32::try_from(history.times()).expect("a game is short")) {
            self.repetition(before.side, after)
        } else if reached(turns(limits.no_progress), after.clock) {
            Some(Outcome::new(self.adjudicated(after), "no_progress"))
        } else if reached(turns(limits.turn_cap), after.turn) {
            Some(Outcome::new(None, "turn_cap"))
        } else {
            None
        }
    }

    /// Returns the end of a game in which `m` has repeated a position too often.
    fn repetition(&self, m: Side, after: &Position) -> Option<Outcome> {
        let winner = match self.rules.repeats {
            Repeats::Adjudicated => self.adjudicated(after),
            Repeats::MoverLoses => Some(!m),
            Repeats::WhiteLoses => Some(Side::Black),
            Repeats::BlackLoses => Some(Side::White),
            Repeats::Illegal => return None,
        };
        Some(Outcome::new(winner, "repetition"))
    }

    /// Returns the winner of a deadlock, except under `last-mover-loses`.
    fn adjudicated(&self, p: &Position) -> Option<Side> {
        // Counts are doubled, because a komi may be half a piece.
        let most_with = |komi: u32, count: &dyn Fn(Side) -> u32| match (2 * count(Side::White))
            .cmp(&(2 * count(Side::Black) + komi))
        {
            Ordering::Greater => Some(Side::White),
            Ordering::Less => Some(Side::Black),
            Ordering::Equal => None,
        };
        let most = |count: &dyn Fn(Side) -> u32| most_with(0, count);
        let komi = self.rules.komi.halves();
        let lost_leader = |side| u32::from(self.rules.has_leader(side) && p.board.leader_of(side).is_none());
        let captures = |side: Side| p.captured[side] + lost_leader(!side);
        let count = |side, counts: fn(Kind) -> bool| {
            let pieces = p.board.pieces_of(side).filter(|(_, piece)| counts(piece.kind));
            u32::try_from(pieces.count()).expect("a board is small")
        };
        let pieces = |side| count(side, |_| true);
        let free = |side| count(side, |kind| kind != Kind::Alligatus);
        let ordinarii = |side| count(side, |kind| kind == Kind::Ordinarius);
        match self.rules.adjudication {
            Adjudication::Draw | Adjudication::LastMoverLoses => None,
            Adjudication::Captures => most(&captures),
            Adjudication::Pieces if self.rules.vagi => most_with(komi, &pieces).or_else(|| most(&ordinarii)),
            Adjudication::Pieces => most_with(komi, &pieces),
            Adjudication::Free => most_with(komi, &free),
        }
    }
}
