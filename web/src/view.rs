//! A game as the page shows it. Squares are numbers, rank by rank from a1.

use petteia_engine::{AnySet, Side, Square, SquareSet};
use petteia_players::record::{Moment, Step};
use petteia_players::session::{Awaited, Session, squares_of};
use serde::Serialize;

/// Returns the numbers of squares.
pub fn numbers(squares: impl IntoIterator<Item = Square>) -> Vec<u16> {
    squares.into_iter().map(|square| square.0).collect()
}

/// A position of a game, with what can be done in it if it is the present one.
#[derive(Serialize)]
pub struct View {
    /// The text of the position.
    position: String,
    /// The number of steps that led to it.
    steps: usize,
    /// The squares that the last decision names, and those on which pieces were lost.
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
    must_remove: bool,
    may_decline: bool,
}

impl View {
    /// Returns the present position.
    pub fn of(session: &Session) -> Self {
        let history = session.history();
        let moments = history.moments();
        let (awaits, agent, outcome) = match session.awaited() {
            Awaited::Human => ("human", None, None),
            Awaited::Agent(agent) => ("agent", Some(agent.to_string()), None),
            Awaited::Nothing(outcome) => ("nothing", None, Some(outcome)),
        };
        View {
            position: history.game().text(history.state().position()),
            steps: moments.len(),
            last: last_squares(session, moments),
            lost: last_losses(moments),
            awaits,
            agent,
            outcome: outcome.map(|outcome| outcome.sentence()),
            result: outcome.map(|outcome| outcome.to_string()),
            note: session.note().to_owned(),
            picked: numbers(session.picked().iter().copied()),
            targets: numbers(session.targets()),
            must_remove: session.must_remove(),
            may_decline: session.may_decline(),
        }
    }

    /// Returns the position after a number of steps, in which nothing can be done.
    ///
    /// # Errors
    /// The game has fewer steps.
    pub fn after(session: &Session, steps: usize) -> Result<Self, String> {
        let history = session.history();
        let moments = history.moments().get(..steps).ok_or("the game has fewer steps")?;
        Ok(View {
            position: history.game().text(&history.position_after(steps)),
            steps,
            last: last_squares(session, moments),
            lost: last_losses(moments),
            awaits: "nothing",
            agent: None,
            outcome: None,
            result: None,
            note: String::new(),
            picked: Vec::new(),
            targets: Vec::new(),
            must_remove: false,
            may_decline: false,
        })
    }
}

/// Returns the squares of the last decision; a roll after it does not hide it.
fn last_squares(session: &Session, moments: &[Moment]) -> Vec<u16> {
    let decision = moments.iter().rev().find_map(|moment| match moment.step {
        Step::Decision(decision) => Some(decision),
        Step::Roll(_) => None,
    });
    decision.map_or_else(Vec::new, |decision| numbers(squares_of(session.history().game(), decision)))
}

fn last_losses(moments: &[Moment]) -> Vec<u16> {
    let last = moments.iter().rev().find(|moment| matches!(moment.step, Step::Decision(_)));
    last.map_or_else(Vec::new, losses)
}

fn losses(moment: &Moment) -> Vec<u16> {
    let lost = Side::BOTH.into_iter().fold(AnySet::EMPTY, |lost, side| lost | moment.events.lost[side]);
    numbers(lost.squares())
}

/// All steps of a game.
#[derive(Serialize)]
pub struct Moves(Vec<MoveEntry>);

#[derive(Serialize)]
struct MoveEntry {
    turn: u32,
    side: &'static str,
    text: String,
    /// The number of pieces lost.
    lost: usize,
}

impl Moves {
    /// Returns the steps so far.
    pub fn of(session: &Session) -> Self {
        let history = session.history();
        let entry = |moment: &Moment| MoveEntry {
            turn: moment.turn,
            side: moment.side.title(),
            text: history.step_text(moment.step),
            lost: losses(moment).len(),
        };
        Moves(history.moments().iter().map(entry).collect())
    }
}
