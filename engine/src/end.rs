//! Determines when a game is over and who has won (RULES §8).

use crate::game::Game;
use crate::geometry::Geometry;
use crate::history::History;
use crate::moves::{Decisions, Move};
use crate::position::{Position, Stage};
use crate::rules::{Adjudication, Bound, Goal, LeaderSurrounded, NoMoves, Repeats};
use crate::turn::Events;
use crate::vocab::{Direction, EndReason, Outcome, Side, SquareSet};

impl<G: Geometry> Game<G> {
    /// Makes tests 1 to 5, which depend on the pieces. `mover` made the last decision.
    #[inline(never)]
    pub(crate) fn end_by_pieces(
        &self,
        position: Position<G::Set>,
        mover: Side,
        events: Events<G::Set>,
    ) -> Option<Outcome> {
        let ended_by_leader =
            if self.rules.leader.is_some() { self.end_by_leader(&position, mover, &events) } else { None };
        ended_by_leader.or_else(|| self.end_by_counts(&position, mover))
    }

    /// Makes tests 1 to 3.
    fn end_by_leader(&self, position: &Position<G::Set>, mover: Side, events: &Events<G::Set>) -> Option<Outcome> {
        let leader = self.rules.leader?;
        if leader.lose {
            let fell = |side| events.leader_fell[side];
            if let Some(loser) = first_loser(mover, fell) {
                return Some(Outcome::win(!loser, EndReason::LeaderCaptured));
            }
        }
        if leader.surrounded.ends() {
            let surrounded = |side| self.is_surrounded(position, side) || self.is_shut_in(position, side);
            if let Some(loser) = first_loser(mover, surrounded) {
                return Some(Outcome::win(!loser, EndReason::LeaderSurrounded));
            }
        }
        let arrives = (position.leaders & position.pieces[mover]).meets(self.goal_of(mover));
        let reason = if leader.crossing { EndReason::Crossing } else { EndReason::Escape };
        if arrives {
            return Some(Outcome::win(mover, reason));
        }
        self.end_by_fort_or_ring(position, mover)
    }

    /// Returns the squares on which the leader of `side` wins (§8).
    pub fn goal_of(&self, side: Side) -> G::Set {
        match self.leader.goal() {
            Goal::None => G::Set::EMPTY,
            Goal::Crossing => self.back_rank(!side),
            Goal::Edge => self.special.rim,
            Goal::Corners => self.special.corners,
        }
    }

    /// Returns the empty squares on which a leader may end a move (§3).
    pub fn open_to_leaders(&self, position: &Position<G::Set>) -> G::Set {
        self.empty(position) & !self.special.closed.leaders
    }

    /// Returns whether the leader of `side` has no neighbour on which it may stop, where that loses (§8).
    fn is_shut_in(&self, position: &Position<G::Set>, side: Side) -> bool {
        let leader = position.leaders & position.pieces[side];
        let ways_out = self.geometry.neighbours(leader) & self.open_to_leaders(position);
        self.leader.surrounded == LeaderSurrounded::Open && !leader.is_empty() && ways_out.is_empty()
    }

    /// Returns whether the leader of `side` has pieces on all four neighbours.
    fn is_surrounded(&self, position: &Position<G::Set>, side: Side) -> bool {
        let leader = position.leaders & position.pieces[side];
        (self.geometry.neighbours(leader) & position.all_pieces()).count() == 4
    }

    fn back_rank(&self, side: Side) -> G::Set {
        self.geometry.border(if side == Side::White { Direction::South } else { Direction::North })
    }

    /// Makes tests 4 and 5.
    #[inline(always)]
    fn end_by_counts(&self, position: &Position<G::Set>, mover: Side) -> Option<Outcome> {
        if let Some(target) = self.rules.capture_target {
            let reached = |side: Side| position.captured[side] >= target;
            if let Some(winner) = [mover, !mover].into_iter().find(|&side| reached(side)) {
                return Some(Outcome::win(winner, EndReason::CaptureTarget));
            }
        }
        let is_bare = |side: Side| {
            let counted = if self.rules.count_leader { G::Set::EMPTY } else { position.leaders };
            let left = (position.pieces[side] & !counted).count();
            self.rules.bare[side].is_some_and(|bare| left <= u32::from(bare))
        };
        first_loser(mover, is_bare).map(|loser| Outcome::win(!loser, EndReason::Bare))
    }

    /// Makes tests 6 and 7, which depend on the moves. `decisions` are those of the side to move after `history`, before
    /// the roll. Test 6 waits while a huff is open; both wait while a captor may go on.
    #[inline(always)]
    pub(crate) fn end_by_moves(
        &self,
        position: &Position<G::Set>,
        mover: Side,
        decisions: &Decisions<G::Set>,
        history: &dyn History,
    ) -> Option<Outcome> {
        let waits = !position.pending.is_empty();
        let no_moves = if waits { None } else { self.end_by_no_moves(position, decisions, history) };
        if no_moves.is_some() || !position.prospects.barren {
            return no_moves;
        }
        self.end_by_dead_position(*position, mover, history)
    }

    /// Makes test 7 in a position in which neither side can capture in any region.
    #[inline(never)]
    fn end_by_dead_position(&self, position: Position<G::Set>, mover: Side, history: &dyn History) -> Option<Outcome> {
        // A stone that stays bound can still be removed.
        let can_remove = self.rules.bound == Some(Bound::Lasting) && !position.turned.is_empty();
        if position.stage == Stage::Again || can_remove {
            return None;
        }
        let dead = Side::BOTH.into_iter().all(|side| self.has_a_move(&position, side, history));
        dead.then(|| self.adjudicate(position, mover, EndReason::DeadPosition))
    }

    /// Makes test 6.
    #[inline(always)]
    pub(crate) fn end_by_no_moves(
        &self,
        position: &Position<G::Set>,
        decisions: &Decisions<G::Set>,
        history: &dyn History,
    ) -> Option<Outcome> {
        let stuck = if self.flags.extra_move_tests {
            self.is_stuck(*position, decisions, history)
        } else {
            decisions.is_empty()
        };
        if stuck { Some(self.standstill(*position)) } else { None }
    }

    /// Makes test 6 while stones are placed: there may be no square for them where placing is restricted (§2).
    #[inline(always)]
    pub(crate) fn end_by_placing(&self, position: &Position<G::Set>, decisions: &Decisions<G::Set>) -> Option<Outcome> {
        if decisions.is_empty() { Some(self.standstill(*position)) } else { None }
    }

    /// Makes the limit that comes before all tests, at the end of a turn of the movement phase (§8). A change of sides during
    /// the placement counts as a placing turn (§2).
    #[inline(always)]
    pub(crate) fn end_by_move_cap(&self, position: &Position<G::Set>, mover: Side) -> Option<Outcome> {
        let cap = self.rules.limits.move_cap;
        if cap == 0 {
            return None;
        }
        let placing_turns = self.rules.placing_turns();
        let swapped_while_placing = position.swapped && placing_turns > 0 && self.start().turn + placing_turns > 1;
        let moves = position.turn.saturating_sub(placing_turns + u32::from(swapped_while_placing));
        (moves >= cap).then(|| self.adjudicate(*position, mover, EndReason::MoveCap))
    }

    /// Returns whether a removal has been made that is one whole with the move that must follow, so that no test is made
    /// (§6).
    #[inline(always)]
    pub(crate) fn is_joining(&self, position: &Position<G::Set>) -> bool {
        self.rules.joins_removal() && position.stage == Stage::Removed
    }

    /// Returns whether nobody can go on: the side to move has only hopeless moves, or both sides would have to pass.
    #[inline(never)]
    fn is_stuck(&self, position: Position<G::Set>, decisions: &Decisions<G::Set>, history: &dyn History) -> bool {
        if self.rules.keeps_hopeless() {
            return !self.has_a_move(&position, position.side, history);
        }
        decisions.is_pass() && !self.has_a_move(&position, !position.side, history)
    }

    /// Returns whether `side`, as if to move, has a legal move in the sense of test 6.
    fn has_a_move(&self, position: &Position<G::Set>, side: Side, history: &dyn History) -> bool {
        if !self.rules.bars_repetition() && !self.rules.removes_first() {
            return !self.counting_moves(position, side).is_empty();
        }
        let mut as_if = Position { pending: G::Set::EMPTY, ..*position };
        if side != position.side {
            (as_if.side, as_if.stage) = (side, Stage::Beginning);
        }
        let hopeless = self.hopeless_pieces(position, side, position.prospects.hopeless[side]);
        let decisions = self.without_repetitions(&as_if, history);
        let mut has_one = false;
        self.each_move(&as_if, &decisions, self.geometry.board(), history, |decision| {
            has_one |= match decision {
                Move::Go { from, .. } | Move::Leap { from, .. } => !hopeless.has(from),
                _ => !matches!(decision, Move::Pass | Move::Swap),
            };
        });
        has_one
    }

    /// Returns the outcome of test 6.
    #[inline(never)]
    fn standstill(&self, position: Position<G::Set>) -> Outcome {
        match self.rules.no_moves {
            NoMoves::Loses => Outcome::win(!position.side, EndReason::NoMoves),
            NoMoves::Draw => Outcome::draw(EndReason::NoMoves),
            NoMoves::Passes | NoMoves::Adjudicate => self.adjudicate(position, !position.side, EndReason::NoMoves),
        }
    }

    /// Tests the limits at the end of a turn; `times` is the number of times the position has occurred.
    #[inline(always)]
    pub(crate) fn end_by_limit(&self, position: &Position<G::Set>, mover: Side, times: u32) -> Option<Outcome> {
        let limits = self.rules.limits;
        let reached = |count: u32, limit: u32| limit > 0 && count >= limit;
        if reached(times, limits.repetition.limit()) && self.rules.repeats != Repeats::Illegal {
            self.end_by_repetition(position, mover)
        } else if reached(position.clock, self.rules.no_progress()) {
            Some(self.adjudicate(*position, mover, EndReason::NoProgress))
        } else if reached(position.turn, self.rules.turn_cap()) {
            Some(Outcome::draw(EndReason::TurnCap))
        } else {
            None
        }
    }

    /// Returns what the last occurrence of a position means that `mover` has completed (§8).
    #[inline(never)]
    fn end_by_repetition(&self, position: &Position<G::Set>, mover: Side) -> Option<Outcome> {
        let loser = match self.rules.repeats {
            Repeats::Adjudicated => return Some(self.adjudicate(*position, mover, EndReason::Repetition)),
            Repeats::MoverLoses => mover,
            Repeats::WhiteLoses => Side::White,
            Repeats::BlackLoses => Side::Black,
            Repeats::Illegal => return None,
        };
        Some(Outcome::win(!loser, EndReason::Repetition))
    }

    /// Makes tests 2 to 7 on a position as it stands, as when it is read from text; the side not to move is assumed to
    /// have moved last, unless the turn has already begun. While stones are placed, and after a removal that is one whole
    /// with a move, only test 6 is made.
    ///
    /// ```
    /// use petteia_engine::{EndReason, Fixed, Game, Outcome, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let position = game.parse("8/8/8/3s4/8/8/3S4/8 w 0,0 7,7 2 40").unwrap();
    /// assert_eq!(game.outcome(&position), Some(Outcome::draw(EndReason::DeadPosition)));
    /// ```
    pub fn outcome(&self, position: &Position<G::Set>) -> Option<Outcome> {
        if position.is_placing() {
            return self.end_by_placing(position, &self.decisions(position));
        }
        let unrolled = position.with_roll(0);
        self.outcome_with(&unrolled, &self.decisions(&unrolled))
    }

    /// Does the same as [`Game::outcome`] in the movement phase, before a roll, for a position whose decisions are known.
    pub(crate) fn outcome_with(&self, position: &Position<G::Set>, decisions: &Decisions<G::Set>) -> Option<Outcome> {
        let mover = if position.stage == Stage::Beginning { !position.side } else { position.side };
        let itself = self.path_from(position);
        if self.is_joining(position) {
            return self.end_by_no_moves(position, decisions, &itself);
        }
        self.end_by_pieces(*position, mover, Events::default())
            .or_else(|| self.end_by_moves(position, mover, decisions, &itself))
    }

    /// Returns the squares on which a slide or step of the side to move may capture or end the game. One to any other
    /// square leads to a position with the same pieces, in which the game goes on unless it has reached a limit.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Geometry, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// let sites = |text| game.decisive_sites(&game.parse(text).unwrap());
    /// // d5 captures; no move can shut in Black's stone.
    /// assert_eq!(sites("8/8/8/4sS2/8/8/8/3S4 w 0,0 7,6 2 40"), 1 << 35);
    /// // Nothing can be captured, but a stone on a2 shuts in the one on a1.
    /// assert_eq!(sites("8/8/8/8/8/8/8/sS5S w 0,0 7,6 2 40"), 1 << 8);
    /// ```
    pub fn decisive_sites(&self, position: &Position<G::Set>) -> G::Set {
        let all = self.geometry.board();
        if !self.flags.free_where_open || position.prospects.barren || position.is_placing() {
            return all;
        }
        // A move takes away one way out at most.
        let enemies = position.pieces[!position.side] & !self.vagi(position);
        let ways_out = self.geometry.neighbours(enemies) & self.empty(position);
        let last = match ways_out.count() {
            0 => return all,
            1 => ways_out,
            _ => G::Set::EMPTY,
        };
        self.capture_sites(position) | last | self.sites_of_leaders(position)
    }

    /// Returns the squares on which a piece of the side to move may end the game by test 2 or 3.
    #[inline]
    fn sites_of_leaders(&self, position: &Position<G::Set>) -> G::Set {
        let g = self.geometry;
        let mut sites = G::Set::EMPTY;
        if self.leader.surrounded.ends() {
            let occupied = position.all_pieces();
            let enclosed = Direction::ALL.into_iter().fold(g.board(), |all, way| all & g.shift(occupied, way));
            sites |= g.neighbours(position.leaders) | enclosed;
        }
        if self.rules.edge_fort || self.rules.encirclement || self.leader.surrounded == LeaderSurrounded::Open {
            return g.board();
        }
        if self.leader.goal() != Goal::None {
            let goal = self.goal_of(position.side);
            let has_crossed = (position.leaders & position.pieces[position.side]).meets(goal);
            sites |= if has_crossed { g.board() } else { goal };
        }
        sites
    }

    /// Adjudicates a deadlock by the rules of the game.
    #[inline(never)]
    pub(crate) fn adjudicate(&self, position: Position<G::Set>, mover: Side, reason: EndReason) -> Outcome {
        let ranking = |merit: &dyn Fn(Side) -> (u32, u32)| match merit(Side::White).cmp(&merit(Side::Black)) {
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        };
        let winner = match self.rules.adjudication {
            Adjudication::Draw => None,
            Adjudication::Captures => ranking(&|side| (self.captures_with_leader(&position, side), 0)),
            Adjudication::Pieces => ranking(&|side| {
                let pieces = position.pieces[side];
                let ordinarii = pieces & !position.leaders & !position.turned;
                (self.with_komi(pieces, side), ordinarii.when(self.rules.vagi).count())
            }),
            Adjudication::Free => ranking(&|side| (self.with_komi(position.pieces[side] & !position.turned, side), 0)),
            Adjudication::LastMoverLoses => (reason == EndReason::DeadPosition).then_some(!mover),
        };
        Outcome { winner, reason }
    }

    /// Returns twice the number of pieces of `side`, plus the komi, which counts halves.
    fn with_komi(&self, pieces: G::Set, side: Side) -> u32 {
        let komi = if side == Side::Black { self.rules.komi.halves() } else { 0 };
        2 * pieces.count() + komi
    }

    /// Returns the number of stones captured by `side`, plus one if the enemy leader has been captured.
    fn captures_with_leader(&self, position: &Position<G::Set>, side: Side) -> u32 {
        let leader_gone = self.rules.has_leader(!side) && (position.leaders & position.pieces[!side]).is_empty();
        u32::from(position.captured[side]) + u32::from(leader_gone)
    }
}

/// Returns the side that loses by a test that applies to both sides; the opponent of the mover is tested first.
#[inline(always)]
fn first_loser(mover: Side, loses: impl Fn(Side) -> bool) -> Option<Side> {
    [!mover, mover].into_iter().find(|&side| loses(side))
}
