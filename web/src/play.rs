//! A game being played: begun, loaded, and continued by people and agents.

use petteia_engine::{AnyGame, AnyState, BySide, Move, Rules, Side, Square, Thought};
use petteia_players::agents::{AgentError, AgentSpec, Evaluation, Tables};
use petteia_players::config::Variant;
use petteia_players::record::{Header, History, Record, Step};
use petteia_players::session::{Player, Session};
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::view::numbers;

/// The largest budgets for a decision on this page, which take seconds: positions or playouts, moves ahead, and
/// milliseconds.
const MOST_POSITIONS: u64 = 100_000;
const MOST_DEPTH: u64 = 6;
const MOST_MILLISECONDS: u64 = 10_000;

/// Everything that defines a game in progress.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    choice: Choice,
    white: String,
    black: String,
    /// Determines the rolls and the choices of agents.
    seed: u32,
    /// The text of a position that replaces the start of the game.
    #[serde(default)]
    start: Option<String>,
    /// The steps so far, separated by spaces.
    #[serde(default)]
    steps: String,
}

impl Beginning {
    /// Returns the game after its steps.
    ///
    /// # Errors
    /// The game, a player, the start or a step is invalid.
    pub fn session(&self) -> Result<Session, String> {
        let players = BySide { white: player(&self.white)?, black: player(&self.black)? };
        let Variant { name, rules } = self.choice.chosen()?;
        let mut history = History::starting_at(&rules, self.start.as_deref()).map_err(|error| error.to_string())?;
        for (number, word) in (1..).zip(self.steps.split_whitespace()) {
            let step = next_step(&history, word).map_err(|problem| format!("step {number}: {problem}"))?;
            history.take(step);
        }
        let names = BySide { white: self.white.clone(), black: self.black.clone() };
        let header = Header { game: name, players: names, seed: Some(self.seed.into()) };
        Ok(Session::new(Record { header, history }, players, self.seed.into()))
    }
}

/// Reads the next step of a game, which must not be over.
fn next_step(history: &History, word: &str) -> Result<Step, String> {
    match history.outcome() {
        Some(outcome) => Err(format!("`{word}` comes after the end of the game: {outcome}")),
        None => history.read_step(word),
    }
}

/// Reads a player. Endgame tables, files and very long searches are not available here.
///
/// # Errors
/// There is no such player.
pub fn player(text: &str) -> Result<Player, String> {
    let player = text.parse().map_err(|error: AgentError| error.to_string())?;
    let Player::Agent(agent) = &player else { return Ok(player) };
    check_budget(agent)?;
    let AgentSpec::AlphaBeta(config) = agent else { return Ok(player) };
    match config.evaluation {
        _ if config.tables != Tables::Off => Err("this page has no endgame tables; leave out `tables`".into()),
        Evaluation::File(_) => Err("this page reads no files; `evaluation` is `fitted` or `shared`".into()),
        _ => Ok(player),
    }
}

/// Refuses an agent that would seem to hang.
fn check_budget(agent: &AgentSpec) -> Result<(), String> {
    let Some((unit, budget)) = agent.parts().budget else { return Ok(()) };
    let most = match unit {
        "depth" => MOST_DEPTH,
        "ms" => MOST_MILLISECONDS,
        _ => MOST_POSITIONS,
    };
    if budget > most {
        return Err(format!("`{agent}` takes too long for this page; use at most `{unit}={most}`"));
    }
    Ok(())
}

/// Reads an agent.
///
/// # Errors
/// There is no such agent.
pub fn agent(text: &str) -> Result<AgentSpec, String> {
    match player(text)? {
        Player::Agent(agent) => Ok(agent),
        Player::Human => Err("choose an agent; a person cannot play here".into()),
    }
}

/// The game of a record, in the form in which it is begun.
#[derive(Serialize)]
pub struct Loaded {
    game: String,
    rules: Rules,
    white: String,
    black: String,
    seed: u32,
    start: Option<String>,
    steps: String,
}

/// Reads a record. Players that the page does not know are people.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn load(text: &str) -> Result<(Session, Loaded), String> {
    let record = Record::read(text).map_err(|error| error.to_string())?;
    let header = record.header.clone();
    let players = BySide::from_fn(|side| player(&header.players[side]).unwrap_or(Player::Human));
    let seed = header.seed.and_then(|seed| u32::try_from(seed).ok()).unwrap_or_default();
    let session = Session::new(record, players.clone(), seed.into());
    let history = session.history();
    let steps: Vec<String> = history.steps().into_iter().map(|step| history.step_text(step)).collect();
    let loaded = Loaded {
        game: header.game,
        rules: Rules::clone(history.game().rules()),
        white: players.white.to_string(),
        black: players.black.to_string(),
        seed,
        start: history.own_start().map(|start| history.game().text(start)),
        steps: steps.join(" "),
    };
    Ok((session, loaded))
}

/// Chooses a square for the person to move.
///
/// # Errors
/// No person is to move, or the board has no such square.
pub fn choose(session: &mut Session, square: Square) -> Result<(), String> {
    if session.mover() != Some(&Player::Human) {
        return Err("it is not your turn".into());
    }
    let squares = session.history().game().rules().board.squares();
    if u32::from(square.0) >= squares {
        return Err(format!("the board has {squares} squares"));
    }
    session.choose(square);
    Ok(())
}

/// Makes the decision of an agent.
///
/// # Errors
/// No agent is to move, or the text is not a legal move.
pub fn decide(session: &mut Session, text: &str) -> Result<(), String> {
    let Some(Player::Agent(_)) = session.mover() else { return Err("no agent is to move".into()) };
    let history = session.history();
    let decision = history.game().parse_move_in(history.state(), text).map_err(|error| error.to_string())?;
    session.decide(decision);
    Ok(())
}

/// A choice to make in a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thinking {
    beginning: Beginning,
    agent: String,
    /// Whether it is a hint for a person.
    hint: bool,
}

/// A decision, and what the agent thinks of the position.
#[derive(Serialize)]
pub struct Decision {
    text: String,
    /// The squares that identify it.
    squares: Vec<u16>,
    /// The expected score of the side to move, from 0 to 1.
    score: Option<f64>,
    /// After how many decisions it wins, or loses if negative, as far as this is proven.
    wins_in: Option<i32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The expected continuation.
    line: Vec<Expected>,
}

/// A decision of the expected continuation.
#[derive(Serialize)]
struct Expected {
    text: String,
    white: bool,
    /// The squares by which a piece moves, or the one that the decision names.
    way: Vec<u16>,
}

impl Thinking {
    /// Returns what the agent chooses.
    ///
    /// # Errors
    /// The game or the agent is invalid, or the game is over.
    pub fn decision(&self) -> Result<Decision, String> {
        let (session, agent) = (self.beginning.session()?, agent(&self.agent)?);
        if session.mover().is_none() {
            return Err("the game is over".into());
        }
        let task = if self.hint { session.hint_task(&agent) } else { session.task(&agent) };
        let (choice, thought) = task.think().map_err(|error| format!("{agent}: {error}"))?;
        Ok(Decision::of(session.history(), choice, &thought))
    }
}

impl Decision {
    fn of(history: &History, choice: Move, thought: &Thought) -> Self {
        let &Thought { score, wins_in, depth, nodes, ref line } = thought;
        let (game, mut state) = (history.game(), history.state().clone());
        let line = line.iter().map(|&decision| Expected::next(game, &mut state, decision)).collect();
        let (text, squares) = (game.move_text(choice), numbers(game.squares_of(choice)));
        Decision { text, squares, score, wins_in, depth, nodes, line }
    }
}

impl Expected {
    /// Makes the decision.
    fn next(game: &AnyGame, state: &mut AnyState, decision: Move) -> Self {
        let position = *state.position();
        let way = match game.way(&position, decision) {
            way if way.is_empty() => game.squares_of(decision),
            way => way,
        };
        game.play(state, decision);
        Expected { text: game.move_text(decision), white: position.side() == Side::White, way: numbers(way) }
    }
}
