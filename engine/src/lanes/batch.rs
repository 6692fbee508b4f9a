//! The games of a batch, one in each lane.

use super::boards::{Boards, InLanes, Laned};
use super::vector::{MOST_LANES, Mask, Vector};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::log::Stakes;
use crate::moves::Decisions;
use crate::position::{Position, Prospects};
use crate::random::GameRng;
use crate::rules::{NoMoves, Rules};
use crate::state::Snapshot;
use crate::turn::Events;
use crate::vocab::{Bits, BySide, Side, SquareSet};

/// The start of a game in a lane: not over, and with no roll due.
#[derive(Clone, Debug)]
pub struct Start<S> {
    /// The number by which its owner knows the game.
    pub number: u64,
    /// Its seed, which determines the rolls for coins.
    pub seed: u64,
    /// Its random stream.
    pub stream: GameRng,
    /// The first position.
    pub snapshot: Snapshot<S>,
    /// The earlier positions that count for `repetition`, most recent last.
    pub history: Vec<Position<S>>,
}

impl<S> Start<S> {
    /// Creates the start of a game without earlier positions, whose number, seed and stream have yet to be set.
    pub(crate) fn new(snapshot: Snapshot<S>) -> Self {
        Start { number: 0, seed: 0, stream: GameRng::from_seed(0), snapshot, history: Vec::new() }
    }
}

/// Games in parallel. Data that every step changes are stored in vectors, the rest lane by lane.
pub struct Batch<S: Laned, V: Vector> {
    /// The pieces of the side to move.
    pub own: S::Boards<V>,
    /// The pieces of its opponent.
    pub enemy: S::Boards<V>,
    pub leaders: S::Boards<V>,
    /// The turned stones of both sides.
    pub turned: S::Boards<V>,
    /// The dead squares.
    pub inciti: S::Boards<V>,
    /// The pieces that the sides to move may huff before they move.
    pub huffable: S::Boards<V>,
    /// The random streams; see [`GameRng`].
    pub streams: [V; 2],
    pub turn: V,
    /// The turn at which a limit ends the game.
    pub deadline: V,
    /// The turn at which the clock stood at 0, or would have stood while stones are placed (modulo 2^64).
    pub clock_start: V,
    /// The turn at which all stones are placed.
    pub placed: V,
    /// White is to move if the turn plus this number is even.
    pub parity: V,
    /// A capture that leaves no more pieces than this to a side may end the game.
    pub few: V,
    /// The step that led to the oldest position that can recur.
    pub since: V,
    /// The number of decisions that do not end a turn: about huffs, and the first of two placements.
    pub within_turns: V,
    /// The total number of legal decisions.
    pub choices: V,
    /// The ply of the first capture; 0 before it.
    pub first_capture: V,
    /// 128 if the game is not recorded, otherwise 0: its events are counted beyond the board.
    pub unseen: V,
    /// The lanes whose games are recorded.
    pub seen: u16,
    /// The lanes in which tests 4, 5 and 7 have yet to be made (see [`Snapshot`]) and would end the game.
    pub untested: u16,
    /// The lanes in which neither side can capture.
    pub barren: u16,
    /// The lanes whose position has occurred as often as `repetition` allows.
    pub repeated: u16,
    /// The lanes in which a huff is open.
    pub open_huffs: u16,
    /// The lanes in which the first of two stones has been placed.
    pub begun: u16,
    /// The lanes whose game is known to continue from the present position.
    pub settled: u16,
    /// How stones are placed.
    placing: PlacingTurns,
    /// Rarely used data.
    pub slots: [LaneSlot; MOST_LANES],
}

/// The number of stones placed per turn.
#[derive(Clone, Copy, Debug)]
struct PlacingTurns {
    /// In every turn but the last of a side.
    stones: u64,
    /// How many fewer in that turn.
    lacking: u64,
}

impl PlacingTurns {
    fn of(rules: &Rules) -> Self {
        let stones = u64::from(rules.per_turn).max(1);
        let lacking = u64::from(rules.setup.hands().white).wrapping_neg() % stones;
        PlacingTurns { stones, lacking }
    }

    /// Returns the number of stones in hand of a side that has yet to place in `turns` turns.
    fn hand(self, turns: u64) -> u64 {
        (turns * self.stones).saturating_sub(self.lacking)
    }

    /// Returns the number of placing turns left, including one that has begun.
    fn left<S>(self, position: &Position<S>) -> u64 {
        let of_side = |hand: u8| if hand == 0 { 0 } else { (u64::from(hand) + self.lacking).div_ceil(self.stones) };
        of_side(position.hands.white) + of_side(position.hands.black)
    }
}

/// The game that a lane plays.
#[derive(Clone, Debug, Default)]
pub struct LaneSlot {
    /// Its number; `None` if the game is not recorded.
    pub number: Option<u64>,
    /// The seed of its game.
    pub seed: u64,
    /// The turn of its first position.
    first_turn: u64,
    /// For each side, the number of stones that it has captured and that it can still capture.
    prey: BySide<u64>,
    /// The die for coins.
    pub stakes: Option<Stakes>,
}

impl<S: SquareSet + Laned, V: Vector> Batch<S, V> {
    /// Creates a batch without games: every lane must then get one.
    #[inline(always)]
    pub fn new(rules: &Rules) -> Self {
        let nothing = S::Boards::<V>::splat(S::EMPTY);
        let zero = V::splat(0);
        Batch {
            own: nothing,
            enemy: nothing,
            leaders: nothing,
            turned: nothing,
            inciti: nothing,
            huffable: nothing,
            streams: [zero; 2],
            turn: zero,
            deadline: zero,
            clock_start: zero,
            placed: zero,
            parity: zero,
            few: zero,
            since: zero,
            within_turns: zero,
            choices: zero,
            first_capture: zero,
            unseen: zero,
            seen: 0,
            untested: 0,
            barren: 0,
            repeated: 0,
            open_huffs: 0,
            begun: 0,
            settled: 0,
            placing: PlacingTurns::of(rules),
            slots: Default::default(),
        }
    }

    /// Starts a game in a lane.
    pub fn fill<G: Geometry<Set = S>>(&mut self, lane: usize, game: &Game<G>, start: &Start<S>, is_recorded: bool) {
        let position = &start.snapshot.position;
        let stakes = Stakes::of(game.rules(), start.seed);
        let prey = |side: Side| {
            let stones = (position.pieces[!side] & !position.leaders).count();
            u64::from(position.captured[side]) + u64::from(stones) + u64::from(position.hands[!side])
        };
        let first_turn = u64::from(position.turn);
        let number = is_recorded.then_some(start.number);
        self.slots[lane] = LaneSlot { number, seed: start.seed, first_turn, prey: BySide::from_fn(prey), stakes };
        self.set_stream(lane, start.stream);
        self.parity.set(lane, u64::from(position.turn) + u64::from(position.side == Side::Black));
        self.placed.set(lane, u64::from(position.turn) + self.placing.left(position));
        self.few.set(lane, few(game, &self.slots[lane].prey));
        self.within_turns.set(lane, 0);
        self.choices.set(lane, 0);
        self.first_capture.set(lane, 0);
        self.unseen.set(lane, if is_recorded { 0 } else { 128 });
        set_bit(&mut self.seen, 1 << lane, is_recorded);
        self.put(lane, game, &start.snapshot);
        self.settled |= 1 << lane;
    }

    /// Restarts the clocks of lanes in which something is captured, at a `ply` whose last step is `step`.
    #[inline(always)]
    pub fn note_captures<G: Geometry<Set = S>>(&mut self, game: &Game<G>, captured: V::Mask, step: u64, ply: V) {
        let (quiet, cap) = (self.turn + V::splat(no_progress(&game.rules)), V::splat(turn_cap(&game.rules)));
        let deadline = V::pick(cap.less(quiet), cap, quiet);
        self.since = V::pick(captured, V::splat(step), self.since);
        self.clock_start = V::pick(captured, self.turn, self.clock_start);
        self.deadline = V::pick(captured, deadline, self.deadline);
        self.first_capture = V::pick(captured & self.first_capture.is_zero(), ply, self.first_capture);
    }

    /// Records a capture of a special lane, whose clocks are restored together with its position.
    pub fn note_capture(&mut self, lane: usize, step: u64, ply: u64) {
        self.since.set(lane, step);
        if self.first_capture.get(lane) == 0 {
            self.first_capture.set(lane, ply);
        }
    }

    pub fn stream(&self, lane: usize) -> GameRng {
        GameRng::from_state(self.streams.each_ref().map(|part| part.get(lane)))
    }

    pub fn set_stream(&mut self, lane: usize, stream: GameRng) {
        for (part, word) in self.streams.iter_mut().zip(stream.state()) {
            part.set(lane, word);
        }
    }

    #[inline(never)]
    pub fn put<G: Geometry<Set = S>>(&mut self, lane: usize, game: &Game<G>, snapshot: &Snapshot<S>) {
        let position = &snapshot.position;
        self.own.set(lane, position.pieces[position.side]);
        self.enemy.set(lane, position.pieces[!position.side]);
        self.leaders.set(lane, position.leaders);
        self.turned.set(lane, position.turned);
        self.inciti.set(lane, position.inciti);
        self.huffable.set(lane, position.pending);
        let turn = u64::from(position.turn);
        let clock_start = turn.wrapping_sub(u64::from(position.clock)).wrapping_add(self.placing.left(position));
        self.turn.set(lane, turn);
        self.clock_start.set(lane, clock_start);
        let quiet = clock_start.wrapping_add(no_progress(&game.rules)) as i64;
        let deadline = quiet.min(turn_cap(&game.rules) as i64);
        self.deadline.set(lane, deadline as u64);
        let bit = 1 << lane;
        let is_plain = || game.goes_on_untested(position) && deadline > turn as i64;
        set_bit(&mut self.untested, bit, snapshot.untested && !is_plain());
        set_bit(&mut self.open_huffs, bit, position.huff_is_open());
        set_bit(&mut self.barren, bit, position.prospects.barren);
        set_bit(&mut self.begun, bit, game.is_within_placing_turn(position));
    }

    pub fn snapshot(&self, lane: usize) -> Snapshot<S> {
        let turn = self.turn.get(lane);
        let placing_turns = self.placed.get(lane).saturating_sub(turn);
        let bit = 1 << lane;
        let side = if (turn + self.parity.get(lane)).is_multiple_of(2) { Side::White } else { Side::Black };
        let (own, enemy) = (self.own.get(lane), self.enemy.get(lane));
        let pieces =
            if side == Side::White { BySide { white: own, black: enemy } } else { BySide { white: enemy, black: own } };
        let leaders = self.leaders.get(lane);
        // The side to move has the same number of placing turns left as its opponent, or one more.
        let in_hand = |turns: u64| self.placing.hand(turns);
        let placed_now = u64::from(self.begun & bit != 0);
        let hands = BySide::from_fn(|of| {
            let hand =
                if of == side { in_hand(placing_turns.div_ceil(2)) - placed_now } else { in_hand(placing_turns / 2) };
            hand as u8
        });
        let prey = self.slots[lane].prey;
        let captured = BySide::from_fn(|of: Side| {
            let left = u64::from((pieces[!of] & !leaders).count()) + u64::from(hands[!of]);
            (prey[of] - left).min(u64::from(u16::MAX)) as u16
        });
        let clock = turn.max(self.placed.get(lane)).wrapping_sub(self.clock_start.get(lane)) as u32;
        let position = Position {
            pieces,
            leaders,
            turned: self.turned.get(lane),
            inciti: self.inciti.get(lane),
            pending: self.huffable.get(lane),
            side,
            hands,
            captured,
            clock,
            turn: turn as u32,
            prospects: Prospects { barren: self.barren & bit != 0, hopeless: BySide::both(S::EMPTY) },
            ..Position::empty()
        };
        Snapshot { position, decisions: Decisions::default(), outcome: None, untested: self.untested & bit != 0 }
    }

    /// Returns the lanes in which a decision about a placement is the first of two in a turn.
    #[inline(always)]
    pub fn begins_turn(&self, placing: V::Mask) -> V::Mask {
        let begins = placing & !V::Mask::from_bits(self.begun);
        if self.placing.lacking > 0 { begins & (self.turn + V::splat(2)).less(self.placed) } else { begins }
    }

    /// Returns the number of decisions made in the game of a lane whose present turn is `turn`.
    pub fn decisions(&self, lane: usize, turn: u32) -> u64 {
        u64::from(turn) - self.slots[lane].first_turn + self.within_turns.get(lane)
    }
}

impl<G: InLanes> Game<G> {
    /// Returns whether a side without a move may pass.
    #[inline(always)]
    pub(super) fn may_pass(&self) -> bool {
        self.rules.die.is_some() || self.rules.no_moves == NoMoves::Passes
    }

    /// Returns the turn with which a game reaches `move_cap`.
    #[inline(always)]
    pub(super) fn last_turn(&self) -> u64 {
        u64::from(self.rules.placing_turns()) + u64::from(self.rules.limits.move_cap)
    }

    /// Returns whether tests 4, 5 and 7 would not end the game in a position in which they are not made.
    fn goes_on_untested(&self, position: &Position<G::Set>) -> bool {
        let passes = || self.end_by_pieces(*position, position.side, Events::default()).is_none();
        !position.is_placing() && !position.prospects.barren && passes()
    }
}

/// Returns the largest number of turns without a capture.
pub(super) fn longest_stretch(rules: &Rules) -> u64 {
    no_progress(rules).min(turn_cap(rules))
}

/// Returns `no_progress` or, if it is off, more turns than are ever played.
#[inline(always)]
fn no_progress(rules: &Rules) -> u64 {
    or_never(rules.no_progress())
}

/// Returns `turn_cap` or, if it is off, more turns than are ever played.
#[inline(always)]
fn turn_cap(rules: &Rules) -> u64 {
    or_never(rules.turn_cap())
}

#[inline(always)]
fn or_never(limit: u32) -> u64 {
    if limit > 0 { u64::from(limit) } else { 1 << 60 }
}

fn set_bit(bits: &mut u16, bit: u16, on: bool) {
    *bits = if on { *bits | bit } else { *bits & !bit };
}

/// Returns the number of pieces at or below which a capture that leaves a side with them may end the game: by
/// `capture_target`, by `bare`, or because neither side can capture any more. In the last case only the losing side
/// matters: the side that has just captured can capture again as long as there is prey, which is a stone, and of any
/// two pieces at least one is a stone. A leader is a piece that is not counted as captured.
fn few<G: Geometry>(game: &Game<G>, prey: &BySide<u64>) -> u64 {
    let rules = game.rules();
    let of_side = |side: Side| {
        let target = rules.capture_target.map_or(0, |target| (prey[side] + 1).saturating_sub(u64::from(target)));
        let leader = u64::from(!rules.count_leader);
        target.max(rules.bare[side].map_or(0, |bare| u64::from(bare) + leader))
    };
    of_side(Side::White).max(of_side(Side::Black)).max(2)
}
