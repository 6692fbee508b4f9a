//! A game as the page shows it. Squares are numbers, rank by rank from a1.

use petteia_engine::{Square, SquareSet};
use petteia_players::record::Moment;
use petteia_players::session::{Player, Session};
use serde::Serialize;

/// Returns the numbers of squares.
pub fn numbers(squares: impl IntoIterator<Item = Square>) -> Vec<u16> {
    squares.into_iter().map(|square| square.0).collect()
}

/// A position of a game, with what can be done in it if it is the present one.
#[derive(Default, Serialize)]
pub struct View {
    /// The text of the position.
    position: String,
    /// The number of steps that led to it.
    steps: usize,
    /// The squares by which the last piece moved, and those on which pieces were lost.
    last: Vec<u16>,
    lost: Vec<u16>,
    /// `human`, `agent` or `nothing`.
    awaits: &'static str,
    /// The agent to move.
    agent: Option<String>,
    /// How the game ended, in words and as in records.
    outcome: Option<String>,
    result: Option<String>,
    note: String,
    picked: Vec<u16>,
    targets: Vec<u16>,
    is_placing: bool,
    must_remove: bool,
    may_decline: bool,
}

impl View {
    /// Returns the present position.
    pub fn of(session: &Session) -> Self {
        let history = session.history();
        let (awaits, agent) = match session.mover() {
            Some(Player::Human) => ("human", None),
            Some(Player::Agent(agent)) => ("agent", Some(agent.to_string())),
            None => ("nothing", None),
        };
        let outcome = history.outcome();
        View {
            awaits,
            agent,
            outcome: outcome.map(|outcome| outcome.sentence()),
            result: outcome.map(|outcome| outcome.to_string()),
            note: session.note().to_owned(),
            picked: numbers(session.picked().iter().copied()),
            targets: numbers(session.targets()),
            is_placing: history.state().position().is_placing(),
            must_remove: session.must_remove(),
            may_decline: session.may_decline(),
            ..View::shown(session, history.moments().len())
        }
    }

    /// Returns the position after a number of steps, in which nothing can be done.
    ///
    /// # Errors
    /// The game has fewer steps.
    pub fn after(session: &Session, steps: usize) -> Result<Self, String> {
        if steps > session.history().moments().len() {
            return Err("the game has fewer steps".into());
        }
        Ok(View::shown(session, steps))
    }

    fn shown(session: &Session, steps: usize) -> Self {
        let history = session.history();
        let diagram = history.diagram(steps);
        View {
            position: history.game().text(&history.position_after(steps)),
            steps,
            last: numbers(diagram.way),
            lost: numbers(diagram.lost.squares()),
            awaits: "nothing",
            ..View::default()
        }
    }
}

/// A step of a game.
#[derive(Serialize)]
pub struct MoveEntry {
    turn: u32,
    text: String,
    /// The number of pieces lost.
    lost: usize,
}

/// Returns the steps so far.
pub fn moves(session: &Session) -> Vec<MoveEntry> {
    let history = session.history();
    let entry = |moment: &Moment| MoveEntry {
        turn: moment.turn,
        text: history.step_text(moment.step),
        lost: (moment.events.lost.white | moment.events.lost.black).count() as usize,
    };
    history.moments().iter().map(|moment| entry(moment)).collect()
}
