//! Plays one game under all its limits, and keeps its record.

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use petteia_engine::{
    BySide, Events, Game, GameLog, GameRng, Geometry, Move, Outcome, PlayedGame, Position, Progress, RandomGames,
    Recorder, Simd, SquareCounts, SquareSet, State,
};

use crate::agents::{Agent, Ask, Choice};
use crate::depths::Depths;
use crate::record::Step;

/// One row of the table of games.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The number of the game within its cell.
    pub game: u64,
    /// The seed of its random stream.
    pub seed: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Completed turns.
    pub plies: u32,
    /// Stones captured by each side.
    pub captures: BySide<u32>,
    /// The ply of the first capture, from 1.
    pub first_capture_ply: Option<u32>,
    /// The mean number of legal decisions.
    pub mean_branching: f64,
    /// Pieces that each side has at the end.
    pub final_pieces: BySide<u32>,
    /// Coins won by each side, in games with stakes.
    pub coins: Option<BySide<u32>>,
    /// How deep each player searched, by the side with which it began.
    pub depths: BySide<Depths>,
    /// Whether the players changed sides: the second player then won if the side that began did.
    pub swapped: bool,
}

impl GameRecord {
    pub(crate) fn of<S: SquareSet>(played: &PlayedGame<S>) -> Self {
        let position = &played.position;
        GameRecord {
            game: played.number,
            seed: played.seed,
            outcome: played.outcome,
            plies: position.turn(),
            captures: BySide::from_fn(|side| u32::from(position.captured()[side])),
            first_capture_ply: played.first_capture_ply,
            mean_branching: played.choices as f64 / (played.decisions.max(1)) as f64,
            final_pieces: BySide::from_fn(|side| position.pieces(side).count()),
            coins: played.coins,
            depths: BySide::default(),
            swapped: position.is_swapped(),
        }
    }
}

/// The placements that are early: the first quarter of those that the players choose, after the random opening.
#[derive(Clone, Debug)]
pub(crate) struct Early {
    /// The numbers of pieces left in hand after them.
    left: Range<u32>,
}

impl Early {
    /// Returns those of games that begin with `opening` random decisions.
    pub(crate) fn of<G: Geometry>(game: &Game<G>, opening: u32) -> Self {
        let chosen = in_hand(&game.start()).saturating_sub(opening);
        Early { left: chosen - chosen.div_ceil(4)..chosen }
    }

    /// Counts a decision that led to the position `after`, if it is one of them.
    pub(crate) fn count<S: SquareSet>(&self, squares: &mut SquareCounts, decision: Move, after: &Position<S>) {
        if let Move::Place(to) = decision
            && self.left.contains(&in_hand(after))
        {
            squares.placed_early[to.index()] += 1;
        }
    }
}

/// Returns the number of pieces that both sides have yet to place.
fn in_hand<S: SquareSet>(position: &Position<S>) -> u32 {
    let hands = position.hands();
    u32::from(hands.white) + u32::from(hands.black)
}

/// Plays random games in order of their numbers, and adds what happened on the squares to `squares`.
pub(crate) fn play_random_games<G: Geometry>(
    game: &Game<G>,
    simd: Simd,
    numbers: Range<u64>,
    seed: &dyn Fn(u64) -> u64,
    squares: &mut SquareCounts,
) -> Vec<GameRecord> {
    let start = game.begin();
    let mut rows = Vec::with_capacity((numbers.end - numbers.start) as usize);
    RandomGames { game, start: &start, numbers, seed, simd }.play(Some(squares), |played| {
        rows.push(GameRecord::of(&played));
    });
    rows.sort_unstable_by_key(|row| row.game);
    rows
}

/// Plays the game of a seed: `opening` random decisions, then the agents. Adds what happened on the squares to
/// `squares`. Returns `None` if `stop` is set before the end.
pub(crate) fn play_game<G: Geometry>(
    game: &Game<G>,
    agents: &mut BySide<Box<dyn Agent<G>>>,
    opening: u32,
    number: u64,
    seed: u64,
    squares: &mut SquareCounts,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    let early = Early::of(game, opening);
    let mut log = GameLog::new(game.rules(), seed, None);
    let mut state = game.begin();
    let outcome = play_out(game, &mut state, agents, opening, seed, stop, |_, choices, decision, events, after| {
        Recorder::<G>::record(&mut log, choices, decision, events, after);
        squares.record(decision, events);
        early.count(squares, decision, after);
    });
    let depths = BySide::from_fn(|side| agents[side].depths());
    outcome
        .map(|outcome| GameRecord { depths, ..GameRecord::of(&log.finish(number, seed, outcome, *state.position())) })
}

/// Plays a game to its end. `watch` receives every decision: its roll, the number of legal decisions, the decision, its
/// effects, and the position after it. Returns `None` if it is cancelled before the end.
#[inline(always)]
pub(crate) fn play_out<G: Geometry>(
    game: &Game<G>,
    state: &mut State<G>,
    agents: &mut BySide<Box<dyn Agent<G>>>,
    opening: u32,
    seed: u64,
    progress: &dyn Progress,
    mut watch: impl FnMut(Option<u8>, u32, Move, &Events<G::Set>, &Position<G::Set>),
) -> Option<Outcome> {
    let mut rng = GameRng::from_seed(seed);
    agents.white.new_game(game, state);
    agents.black.new_game(game, state);
    let mut random_left = opening;
    let agents = RefCell::new(agents);
    let choose = |state: &State<G>, rng: &mut GameRng| {
        let choice = Choice { game, state, lines: 1, progress };
        agents.borrow_mut()[state.position().player()].choose(&choice, rng).into()
    };
    let outcome =
        play_to_end(game, state, &mut rng, &mut random_left, choose, |roll, choices, decision, events, after| {
            tell(*agents.borrow_mut(), roll, decision);
            watch(roll, choices, decision, events, after);
            continue_unless_cancelled(progress)
        });
    // A player that was broken off may have failed.
    outcome.filter(|_| !progress.is_cancelled())
}

/// Breaks off when the game is cancelled.
pub(crate) fn continue_unless_cancelled(progress: &dyn Progress) -> ControlFlow<()> {
    if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Tells both agents about a decision and the roll with which it was made.
pub(crate) fn tell<G: Geometry>(agents: &mut BySide<Box<dyn Agent<G>>>, roll: Option<u8>, decision: Move) {
    for step in roll.map(Step::Roll).into_iter().chain([Step::Decision(decision)]) {
        agents.white.saw(step);
        agents.black.saw(step);
    }
}

/// Returns a random decision other than to change sides.
fn random_move<G: Geometry>(game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Move {
    loop {
        let decision = game.random_move(state, rng);
        if decision != Move::Swap {
            return decision;
        }
    }
}

/// Continues a game to its end: first `random_left` random decisions, then those of `choose`, which always decides whether the
/// players change sides. `watch` receives every decision, as for [`play_out`], and may break off. A player that fails forfeits
/// the game. Returns `None` if it is broken off or `choose` asks for a playout.
#[inline(always)]
pub(crate) fn play_to_end<G: Geometry>(
    game: &Game<G>,
    state: &mut State<G>,
    rng: &mut GameRng,
    random_left: &mut u32,
    mut choose: impl FnMut(&State<G>, &mut GameRng) -> Ask,
    mut watch: impl FnMut(Option<u8>, u32, Move, &Events<G::Set>, &Position<G::Set>) -> ControlFlow<()>,
) -> Option<Outcome> {
    loop {
        if let Some(outcome) = state.outcome() {
            return Some(outcome);
        }
        game.roll_if_needed(state, rng);
        let is_opening = *random_left > 0;
        // Whether the players change sides is never left to the opening; a move instead is as random as the others.
        let asked = if is_opening && !game.may_swap(state.position()) { None } else { Some(choose(state, rng)) };
        let decision = match asked {
            Some(Ask::Forfeit(fault)) => return Some(Outcome::win(!state.position().side(), fault.reason())),
            Some(Ask::Playout) => return None,
            Some(Ask::Decision(decision)) if !is_opening || decision == Move::Swap => decision,
            _ => random_move(game, state, rng),
        };
        *random_left = random_left.saturating_sub(u32::from(decision != Move::Swap));
        let (roll, choices) = (state.position().roll(), state.decisions().count());
        let events = game.play(state, decision);
        if watch(roll, choices, decision, &events, state.position()).is_break() {
            return None;
        }
    }
}
