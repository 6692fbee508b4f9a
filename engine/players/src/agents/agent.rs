//! An agent playing a game.

use petteia_engine::{Game, GameRng, Geometry, Move, Outcome, Progress, State, Thought};

use crate::depths::Depths;
use crate::fault::Fault;
use crate::position_history::SearchLeaf;
use crate::record::Step;

/// An agent playing a game.
pub(crate) trait Agent<G: Geometry> {
    /// Prepares for a new game by forgetting everything about earlier ones, so that a game is a function of its seed.
    fn new_game(&mut self, _game: &Game<G>, _start: &State<G>) {}

    /// Follows the game: receives every roll and decision, its own included.
    fn saw(&mut self, _step: Step) {}

    /// Chooses a legal decision. All randomness comes from `rng`, the stream of the game, so that a seed reproduces its
    /// game.
    ///
    /// # Errors
    /// Only an external player can fail; it then forfeits the game.
    fn choose(&mut self, choice: &Choice<G>, rng: &mut GameRng) -> Result<Move, Fault>;

    /// Returns what the player thought of its last choice, which was in this state, and of the next best decisions: at most
    /// `lines` thoughts, and none if it does not search.
    fn thoughts(&self, _game: &Game<G>, _state: &State<G>, _lines: usize) -> Vec<Thought> {
        Vec::new()
    }

    /// Returns how deep it has searched since the game began.
    fn depths(&self) -> Depths {
        Depths::default()
    }

    /// Makes the same choice in steps. Whenever it needs a playout from its [leaf](Agent::leaf), it returns to ask for
    /// one, which is then [answered](Agent::answer). Between the calls nothing changes except `rng`, the stream that
    /// the playout also uses.
    fn ask(&mut self, game: &Game<G>, state: &State<G>, rng: &mut GameRng) -> Ask {
        self.choose(&Choice::of(game, state), rng).into()
    }

    /// Returns the start of the requested playout: the game is not over there, and no roll is due.
    fn leaf(&self) -> Option<&SearchLeaf<G::Set>> {
        None
    }

    /// Receives the outcome of the requested playout.
    fn answer(&mut self, _outcome: Outcome) {}
}

/// What an agent is to choose from.
pub(crate) struct Choice<'a, G: Geometry> {
    pub game: &'a Game<G>,
    /// The state of the game, which must not be over. No roll may be due.
    pub state: &'a State<G>,
    /// How many of the best decisions a search judges, which share its budget.
    pub lines: usize,
    /// May end a search early.
    pub progress: &'a dyn Progress,
}

impl<'a, G: Geometry> Choice<'a, G> {
    /// Returns a choice of one decision that nothing ends early.
    pub fn of(game: &'a Game<G>, state: &'a State<G>) -> Self {
        Choice { game, state, lines: 1, progress: &() }
    }

    /// Returns the `k`-th decision.
    pub fn decision(&self, k: u32) -> Move {
        self.game.nth_move(self.state.position(), self.state.decisions(), k, self.state.history())
    }
}

/// What an agent needs to continue its choice.
pub(crate) enum Ask {
    /// Nothing: it has chosen this decision.
    Decision(Move),
    /// Nothing: it has failed.
    Forfeit(Fault),
    /// The outcome of a random game from its leaf.
    Playout,
}

impl From<Result<Move, Fault>> for Ask {
    fn from(choice: Result<Move, Fault>) -> Self {
        choice.map_or_else(Ask::Forfeit, Ask::Decision)
    }
}
