//! Both games of a pair: one random opening, played twice with colours swapped.

use std::cell::RefCell;
use std::time::Duration;

use petteia_engine::{
    BySide, CheckedRules, Game, GameRng, Geometry, OnBoard, Outcome, Progress, Side, State, with_geometry,
};

use crate::agents::{Agent, AgentError, AgentSpec, Choice};
use crate::depths::Depths;
use crate::game::{continue_unless_cancelled, play_to_end, tell};
use crate::opening::Opening;
use crate::record::Step;
use crate::seeds::fnv1a;
use crate::stopwatch::Stopwatch;

/// Two agents, their game, and everything else that determines their two games.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The rules.
    pub rules: &'a CheckedRules,
    /// The agents. Agent 0 has White in game 0, agent 1 in game 1.
    pub agents: &'a [AgentSpec; 2],
    /// Random decisions of the opening.
    pub opening: Opening,
    /// The seeds of the opening. If an opening ends the game, the next seed is used.
    pub opening_seeds: &'a [u64],
    /// The seed of each game after its opening.
    pub seeds: [u64; 2],
}

/// Both games of a pair, and the time taken by each agent.
#[derive(Clone, Copy, Debug)]
pub struct PlayedPair {
    /// Both games.
    pub games: [PlayedGame; 2],
    /// The time of each agent.
    pub clocks: [Clock; 2],
}

/// A game of a pair.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame {
    /// How it ended.
    pub outcome: Outcome,
    /// Completed turns, including those of the opening.
    pub plies: u32,
    /// How deep each player searched, by the side with which it began.
    pub depths: BySide<Depths>,
    /// Whether the players changed sides.
    pub swapped: bool,
    /// A hash of its rolls and decisions, those of the opening included.
    pub moves_hash: u64,
}

impl PlayedGame {
    /// Returns the winning player, named by the side with which it began.
    #[must_use]
    pub fn winning_player(&self) -> Option<Side> {
        self.outcome.winner.map(|side| if self.swapped { !side } else { side })
    }
}

/// Time spent on decisions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    /// The number of decisions.
    pub decisions: u64,
    /// The total time of these decisions.
    pub time: Duration,
}

impl Clock {
    /// Adds the time and decisions of another clock.
    pub fn add(&mut self, other: Clock) {
        self.decisions += other.decisions;
        self.time += other.time;
    }

    /// Returns the mean time per decision, or `None` if there were none.
    #[must_use]
    pub fn mean(&self) -> Option<Duration> {
        (self.decisions > 0).then(|| self.time.div_f64(self.decisions as f64))
    }
}

impl Pair<'_> {
    /// Plays both games; returns `None` if every opening ends the game, or it is cancelled before the end.
    ///
    /// # Errors
    /// An external player cannot be started.
    pub fn play(self, progress: &dyn Progress) -> Result<Option<PlayedPair>, AgentError> {
        with_geometry(self.rules.board, PlayPair { pair: self, progress })
    }
}

/// Returns the game after this number of random decisions with its steps, unless it is over.
fn random_decisions<G: Geometry>(game: &Game<G>, count: u32, seed: u64) -> Option<(State<G>, Vec<Step>)> {
    let mut rng = GameRng::from_seed(seed);
    let (mut state, mut steps) = (game.begin(), Vec::new());
    for _ in 0..count {
        if state.outcome().is_some() {
            break;
        }
        game.roll_if_needed(&mut state, &mut rng);
        steps.extend(state.position().roll().map(Step::Roll));
        let decision = game.random_move(&state, &mut rng);
        steps.push(Step::Decision(decision));
        game.play(&mut state, decision);
    }
    state.outcome().is_none().then_some((state, steps))
}

struct PlayPair<'a> {
    pair: Pair<'a>,
    progress: &'a dyn Progress,
}

impl OnBoard for PlayPair<'_> {
    type Output = Result<Option<PlayedPair>, AgentError>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let PlayPair { pair: Pair { rules, agents, opening, opening_seeds, seeds }, progress } = self;
        let game = Game::new(rules.clone(), geometry);
        let opened = opening_seeds.iter().find_map(|&seed| random_decisions(&game, opening.of(seed), seed));
        let Some(opened) = opened else { return Ok(None) };
        let mut clocks = [Clock::default(); 2];
        let mut play = |number: usize| -> Result<Option<PlayedGame>, AgentError> {
            let (first, second) = (agents[0].make(&game)?, agents[1].make(&game)?);
            let agents = match number {
                0 => BySide { white: first, black: second },
                _ => BySide { white: second, black: first },
            };
            let Some((played, times)) = play_on(&game, &opened, agents, seeds[number], progress) else {
                return Ok(None);
            };
            clocks[number].add(times.white);
            clocks[1 - number].add(times.black);
            Ok(Some(played))
        };
        let (Some(first), Some(second)) = (play(0)?, play(1)?) else { return Ok(None) };
        Ok(Some(PlayedPair { games: [first, second], clocks }))
    }
}

/// Plays a game to its end from its opening. A player that fails forfeits it. Returns `None` if the progress has enough
/// before the end.
fn play_on<G: Geometry>(
    game: &Game<G>,
    (opened, opening): &(State<G>, Vec<Step>),
    mut agents: BySide<Box<dyn Agent<G>>>,
    seed: u64,
    progress: &dyn Progress,
) -> Option<(PlayedGame, BySide<Clock>)> {
    for side in Side::BOTH {
        agents[side].new_game(game, &game.begin());
        opening.iter().for_each(|&step| agents[side].saw(step));
    }
    let (mut state, mut clocks, mut steps) = (opened.clone(), BySide::<Clock>::default(), opening.clone());
    let players = RefCell::new(&mut agents);
    let choose = |state: &State<G>, rng: &mut GameRng| {
        let side = state.position().player();
        let running = Stopwatch::start();
        let choice = players.borrow_mut()[side].choose(&Choice { game, state, lines: 1, progress }, rng);
        clocks[side].add(Clock { decisions: 1, time: running.elapsed() });
        choice.into()
    };
    let outcome =
        play_to_end(game, &mut state, &mut GameRng::from_seed(seed), &mut 0, choose, |roll, _, decision, _, _| {
            tell(*players.borrow_mut(), roll, decision);
            steps.extend(roll.map(Step::Roll).into_iter().chain([Step::Decision(decision)]));
            continue_unless_cancelled(progress)
        });
    // A player that was broken off may have failed.
    let outcome = outcome.filter(|_| !progress.is_cancelled())?;
    let depths = BySide::from_fn(|side| agents[side].depths());
    let position = state.position();
    let moves_hash = fnv1a(steps.iter().map(|&step| text(game, step)).collect::<String>().as_bytes());
    Some((PlayedGame { outcome, plies: position.turn(), depths, swapped: position.is_swapped(), moves_hash }, clocks))
}

/// Returns a step as a word with a space behind it.
fn text<G: Geometry>(game: &Game<G>, step: Step) -> String {
    match step {
        Step::Roll(face) => format!("d{face} "),
        Step::Decision(decision) => game.move_text(decision) + " ",
    }
}
