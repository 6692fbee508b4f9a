//! Two agents on one game, and the pairs that they play.

use std::time::{Duration, Instant};

use petteia_engine::{BySide, CheckedRules, Game, GameRng, Geometry, OnBoard, Rules, State, game_seed, with_geometry};
use petteia_reports::contest::ContestGame;

use crate::agents::{Agent, AgentSpec};
use crate::experiment::{check_limits, fnv1a};
use crate::play::advance;

/// The most random decisions of an opening.
pub const MOST_OPENING: u32 = 1000;

/// Two agents, a game, and what else their pairs depend on.
#[derive(Clone, Debug)]
pub struct Duel {
    variant: String,
    rules: CheckedRules,
    agents: [AgentSpec; 2],
    seed: u64,
    opening: u32,
}

/// Why two agents cannot play each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelError {
    /// The game is none, or it might never end.
    #[error("{0}")]
    Rules(String),
    /// Openings end the game.
    #[error(
        "`{variant}`: an opening of {opening} random decisions ended the game {ATTEMPTS} times in a row; \
         give a shorter one"
    )]
    NoOpening {
        /// The variant.
        variant: String,
        /// Decisions of the opening.
        opening: u32,
    },
}

/// Both games of a pair, and the time that the agents took.
#[derive(Clone, Copy, Debug)]
pub struct PlayedPair {
    /// In game 0 agent 0 has White, in game 1 agent 1.
    pub games: [ContestGame; 2],
    /// The time of each agent.
    pub clocks: [Clock; 2],
}

/// Time spent on decisions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    /// Decisions.
    pub decisions: u64,
    /// The time of all of them.
    pub time: Duration,
}

impl Clock {
    /// Adds what another clock shows.
    pub fn add(&mut self, other: Clock) {
        self.decisions += other.decisions;
        self.time += other.time;
    }

    /// The mean time of a decision; nothing without decisions.
    pub fn mean(&self) -> Option<Duration> {
        (self.decisions > 0).then(|| self.time.div_f64(self.decisions as f64))
    }
}

/// Openings that are drawn before a pair is given up.
const ATTEMPTS: u64 = 100;

impl Duel {
    /// Two agents on a game with its switches.
    ///
    /// # Errors
    /// There is no such game or switch, or it has no limits at all.
    pub fn new(variant: &str, agents: [AgentSpec; 2], seed: u64, opening: u32) -> Result<Self, DuelError> {
        let rules = Rules::parse(variant).map_err(|error| DuelError::Rules(error.to_string()))?;
        check_limits(variant, rules.limits).map_err(DuelError::Rules)?;
        agents.iter().try_for_each(|agent| agent.check(&rules)).map_err(|error| DuelError::Rules(error.to_string()))?;
        Ok(Duel { variant: variant.to_owned(), rules, agents, seed, opening })
    }

    /// The game with its switches.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Both agents, as text.
    pub fn agents(&self) -> [String; 2] {
        self.agents.each_ref().map(ToString::to_string)
    }

    /// Plays the pair of a number. Agents start afresh in every game.
    ///
    /// # Errors
    /// The opening is so long that it ends the game again and again.
    pub fn play(&self, pair: u64) -> Result<PlayedPair, DuelError> {
        with_geometry(self.rules.board, PlayPair { duel: self, pair })
    }

    /// The position after the opening of a pair. It depends on the seed, the game and the number of the pair, but not on
    /// the agents, so that all pairings of a tournament play the same openings. One that ends the game is drawn again
    /// with the next sub-stream.
    fn opened<G: Geometry>(&self, game: &Game<G>, pair: u64) -> Result<State<G>, DuelError> {
        let stream = fnv1a(format!("opening {}", self.variant).as_bytes());
        let seed = game_seed(self.seed, stream, pair);
        let open = |attempt| random_decisions(game, self.opening, game_seed(seed, stream, attempt));
        let opened = (0..ATTEMPTS).find_map(open);
        opened.ok_or_else(|| DuelError::NoOpening { variant: self.variant.clone(), opening: self.opening })
    }

    /// The seed of a game after its opening.
    fn game_seed(&self, pair: u64, game: usize) -> u64 {
        let [first, second] = self.agents();
        let stream = fnv1a(format!("{} {first} {second}", self.variant).as_bytes());
        game_seed(self.seed, stream, 2 * pair + game as u64)
    }
}

/// The game after so many random decisions, unless it is over.
fn random_decisions<G: Geometry>(game: &Game<G>, count: u32, seed: u64) -> Option<State<G>> {
    let mut rng = GameRng::from_seed(seed);
    let mut state = game.begin();
    for _ in 0..count {
        if state.outcome().is_some() {
            break;
        }
        game.roll_if_needed(&mut state, &mut rng);
        let decision = game.random_move(&state, &mut rng);
        advance(game, &mut state, decision);
    }
    state.outcome().is_none().then_some(state)
}

struct PlayPair<'a> {
    duel: &'a Duel,
    pair: u64,
}

impl OnBoard for PlayPair<'_> {
    type Output = Result<PlayedPair, DuelError>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let PlayPair { duel, pair } = self;
        let game = Game::new(duel.rules.clone(), geometry);
        let opened = duel.opened(&game, pair)?;
        let mut clocks = [Clock::default(); 2];
        let games = [0, 1].map(|number| {
            let [first, second] = duel.agents.each_ref().map(AgentSpec::make);
            let agents = match number {
                0 => BySide { white: first, black: second },
                _ => BySide { white: second, black: first },
            };
            let (played, times) = play_on(&game, opened.clone(), agents, duel.game_seed(pair, number));
            clocks[number].add(times.white);
            clocks[1 - number].add(times.black);
            played
        });
        Ok(PlayedPair { games, clocks })
    }
}

/// Plays a game on to its end.
fn play_on<G: Geometry>(
    game: &Game<G>,
    mut state: State<G>,
    mut agents: BySide<Box<dyn Agent<G>>>,
    seed: u64,
) -> (ContestGame, BySide<Clock>) {
    let mut rng = GameRng::from_seed(seed);
    let mut clocks: BySide<Clock> = BySide::default();
    loop {
        if let Some(outcome) = state.outcome() {
            return (ContestGame { outcome, plies: state.position().turn() }, clocks);
        }
        game.roll_if_needed(&mut state, &mut rng);
        let side = state.position().side();
        let started = Instant::now();
        let decision = agents[side].choose(game, &state, &mut rng);
        clocks[side].add(Clock { decisions: 1, time: started.elapsed() });
        advance(game, &mut state, decision);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(variant: &str, opening: u32) -> Duel {
        let agents = ["random", "mcts:playouts=2"].map(|text| text.parse().expect(text));
        Duel::new(variant, agents, 3, opening).expect(variant)
    }

    struct Openings<'a>(&'a Duel);

    impl OnBoard for Openings<'_> {
        type Output = Vec<String>;

        fn run<G: Geometry>(self, geometry: G) -> Vec<String> {
            let game = Game::new(self.0.rules.clone(), geometry);
            let text = |pair| game.text(self.0.opened(&game, pair).expect("there is an opening").position());
            (0..20).map(text).collect()
        }
    }

    #[test]
    fn openings_differ_by_pair_and_are_the_same_for_all_agents() {
        let one = duel("city-8+die=4", 4);
        let other = Duel { agents: ["random", "random"].map(|text| text.parse().expect(text)), ..one.clone() };
        let openings = |duel: &Duel| with_geometry(duel.rules.board, Openings(duel));
        assert_eq!(openings(&one), openings(&other));
        assert_eq!(openings(&one).into_iter().collect::<std::collections::HashSet<_>>().len(), 20);
        assert_ne!(openings(&one), openings(&Duel { seed: 4, ..one.clone() }));
    }

    #[test]
    fn a_pair_is_a_function_of_its_number() {
        let duel = duel("city-8+vagi", 4);
        let games = |pair| duel.play(pair).expect("there is an opening").games;
        assert_eq!(games(5), games(5));
        assert_ne!((0..9).map(games).collect::<Vec<_>>(), (1..10).map(games).collect::<Vec<_>>());
    }

    #[test]
    fn an_opening_that_ends_the_game_is_drawn_again_or_refused() {
        let vagi = duel("city-8+vagi", 40);
        assert!((0..30).all(|pair| vagi.play(pair).is_ok()));
        let cap = duel("city-8+turn_cap=10", 10);
        assert!(cap.play(0).is_err_and(|error| error.to_string().contains("shorter")));
    }
}
