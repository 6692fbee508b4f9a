//! Playing one game, and what is kept of it.

use petteia_engine::{
    BySide, Events, Game, GameRng, Geometry, Move, Outcome, Position, Recorder, Side, SquareSet, State, game_seed,
};

use crate::agents::Agent;
use crate::record::Step;

/// One row of the table of games.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// The number of the game in its cell.
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
    /// Pieces left of each side.
    pub final_pieces: BySide<u32>,
    /// Coins won by each side, in games with stakes.
    pub coins: Option<BySide<u32>>,
}

/// Arrivals and losses on each square, summed over games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareCounts {
    /// How often a piece came to the square, by a move or from hand.
    pub arrivals: [u64; 128],
    /// How often a piece was captured on the square.
    pub losses: [u64; 128],
}

impl Default for SquareCounts {
    fn default() -> Self {
        SquareCounts { arrivals: [0; 128], losses: [0; 128] }
    }
}

/// Watches a game for the tables.
struct Log<'a> {
    squares: &'a mut SquareCounts,
    decisions: u64,
    choices: u64,
    first_capture_ply: Option<u32>,
    stakes: Option<Stakes>,
}

/// The die of the gambling version, with a stream of its own: coins never affect play (RULES §8).
struct Stakes {
    faces: u8,
    rng: GameRng,
    coins: BySide<u32>,
}

/// Tells the stream of the stakes from the stream of the game.
const STAKES_STREAM: u64 = 1;

impl<G: Geometry> Recorder<G> for Log<'_> {
    fn record(&mut self, choices: u32, decision: Move, events: &Events<G::Set>, after: &Position<G::Set>) {
        self.decisions += 1;
        self.choices += u64::from(choices);
        if let Move::Go { to, .. } | Move::Place(to) | Move::Leap { to, .. } = decision {
            self.squares.arrivals[to.index()] += 1;
        }
        if !events.captured() {
            return;
        }
        self.first_capture_ply = self.first_capture_ply.or(Some(after.turn() + u32::from(!events.turn_over)));
        for square in (events.lost.white | events.lost.black).squares() {
            self.squares.losses[square.index()] += 1;
        }
        if let Some(stakes) = &mut self.stakes {
            for loser in Side::BOTH {
                for _ in 0..events.lost[loser].count() {
                    stakes.coins[!loser] += 1 + stakes.rng.below(u32::from(stakes.faces));
                }
            }
        }
    }
}

/// Plays the game with a seed: `opening` random decisions, then the agents. What happened on the squares is
/// added to `squares`.
pub fn play_game<G: Geometry>(
    game: &Game<G>,
    agents: &mut BySide<Box<dyn Agent<G>>>,
    opening: u32,
    number: u64,
    seed: u64,
    squares: &mut SquareCounts,
) -> GameRow {
    let stakes = game.rules().stakes.map(|faces| {
        let rng = GameRng::from_seed(game_seed(seed, STAKES_STREAM, 0));
        Stakes { faces, rng, coins: BySide::both(0) }
    });
    let mut log = Log { squares, decisions: 0, choices: 0, first_capture_ply: None, stakes };
    let mut state = game.begin();
    let outcome = play_out(game, &mut state, agents, opening, seed, |_, choices, decision, events, after| {
        Recorder::<G>::record(&mut log, choices, decision, events, after);
    });
    let position = state.position();
    GameRow {
        game: number,
        seed,
        outcome,
        plies: position.turn(),
        captures: BySide::from_fn(|side| u32::from(position.captured()[side])),
        first_capture_ply: log.first_capture_ply,
        mean_branching: log.choices as f64 / (log.decisions.max(1)) as f64,
        final_pieces: BySide::from_fn(|side| position.pieces(side).count()),
        coins: log.stakes.map(|stakes| stakes.coins),
    }
}

/// The rolls and decisions of the game that [`play_game`] plays with the same arguments.
pub fn steps_of_game<G: Geometry>(
    game: &Game<G>,
    agents: &mut BySide<Box<dyn Agent<G>>>,
    opening: u32,
    seed: u64,
) -> Vec<Step> {
    let mut steps = Vec::new();
    play_out(game, &mut game.begin(), agents, opening, seed, |roll, _, decision, _, _| {
        steps.extend(roll.map(Step::Roll));
        steps.push(Step::Decision(decision));
    });
    steps
}

/// Plays a game to its end. `watch` is told of every decision: the roll that it was made with, the number of
/// legal ones, the decision, what happened, and the position after it.
#[inline(always)]
fn play_out<G: Geometry>(
    game: &Game<G>,
    state: &mut State<G>,
    agents: &mut BySide<Box<dyn Agent<G>>>,
    opening: u32,
    seed: u64,
    mut watch: impl FnMut(Option<u8>, u32, Move, &Events<G::Set>, &Position<G::Set>),
) -> Outcome {
    let mut rng = GameRng::from_seed(seed);
    let mut random_left = opening;
    loop {
        if let Some(outcome) = state.outcome() {
            return outcome;
        }
        game.roll_if_needed(state, &mut rng);
        let decision = if random_left > 0 {
            random_left -= 1;
            game.random_move(state, &mut rng)
        } else {
            agents[state.position().side()].choose(game, state, &mut rng)
        };
        let (roll, choices) = (state.position().roll(), state.decisions().count());
        let events = game.advance(state, decision);
        watch(roll, choices, decision, &events, state.position());
    }
}
