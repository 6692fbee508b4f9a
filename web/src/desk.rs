//! The questions of the page and who answers them.

use petteia_engine::Square;
use petteia_players::session::Session;
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::fortress::{Smallest, Standing};
use crate::measure::{Counted, Measure, Wanted};
use crate::play::{Beginning, Thinking};
use crate::view::{View, moves};
use crate::{catalogue, choice, play};

/// A question.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Question {
    /// All games, switches and agents.
    Catalogue,
    /// The rules of a game in words.
    Rules { choice: Choice },
    /// A game that the reader wrote.
    Own { table: String },
    /// Begins a game, or goes on with one.
    Begin { beginning: Beginning },
    /// Goes on with the game of a record.
    Load { record: String },
    /// All steps so far.
    Moves,
    /// The position after a number of steps.
    At { steps: usize },
    /// The record of the game.
    Record,
    /// A person chooses a square.
    Choose { square: u16 },
    /// A person forgets the chosen squares.
    Clear,
    /// A person makes a move given as text.
    Type { text: String },
    /// The agent to move has decided.
    Decide { text: String },
    /// Takes back.
    Undo,
    /// The choice of an agent in a game, which is not the one being played here.
    Think { thinking: Thinking },
    /// Begins to play many games.
    Measure { wanted: Wanted },
    /// Plays more of them.
    More { games: u32 },
    /// By how much the rates of one game exceed those of another.
    Compare { one: Counted, other: Counted },
    /// Whether a game has a position; the answer is a refusal or nothing.
    Check { choice: Choice, position: String },
    /// The fortresses of a position.
    Standing { choice: Choice, position: String },
    /// The smallest fortresses of a game.
    Smallest { choice: Choice, white: bool },
}

/// What is kept between questions: the game being played, and the games being counted.
#[derive(Default)]
pub struct Desk {
    session: Option<Session>,
    measure: Option<Measure>,
}

impl Desk {
    /// Answers a question in JSON: `{"ok": …}` or `{"error": "…"}`.
    pub fn answer(&mut self, question: &[u8]) -> Vec<u8> {
        let question = serde_json::from_slice(question).map_err(|error| error.to_string());
        let answer = question.and_then(|question| self.answer_to(question));
        match answer {
            Ok(json) => [b"{\"ok\":", json.as_slice(), b"}"].concat(),
            Err(problem) => serde_json::json!({ "error": problem }).to_string().into_bytes(),
        }
    }

    fn answer_to(&mut self, question: Question) -> Result<Vec<u8>, String> {
        match question {
            Question::Catalogue => json(&catalogue::all()),
            Question::Rules { choice } => json(&catalogue::about(&choice)?),
            Question::Own { table } => json(&choice::own(&table)?),
            Question::Begin { beginning } => self.begin(beginning.session()?),
            Question::Load { record } => {
                let (session, loaded) = play::load(&record)?;
                self.begin(session)?;
                json(&loaded)
            }
            Question::Moves => json(&moves(self.session()?)),
            Question::At { steps } => json(&View::after(self.session()?, steps)?),
            Question::Record => json(&self.session()?.record().to_string()),
            Question::Choose { square } => self.act(|session| play::choose(session, Square(square))),
            Question::Clear => self.act(|session| {
                session.clear_choice();
                Ok(())
            }),
            Question::Type { text } => self.act(|session| session.type_move(&text)),
            Question::Decide { text } => self.act(|session| play::decide(session, &text)),
            Question::Undo => self.act(|session| {
                session.undo();
                Ok(())
            }),
            Question::Think { thinking } => json(&thinking.decision()?),
            Question::Measure { wanted } => json(&self.measure.insert(wanted.begin()?).totals()),
            Question::More { games } => {
                let measure = self.measure.as_mut().ok_or("no games are being counted")?;
                measure.play(games);
                json(&measure.totals())
            }
            Question::Compare { one, other } => json(&one.minus(&other)),
            Question::Check { choice, position } => json(&choice.check_position(&position)?),
            Question::Standing { choice, position } => json(&Standing::of(&choice, &position)?),
            Question::Smallest { choice, white } => json(&Smallest::of(&choice, white)?),
        }
    }

    fn session(&mut self) -> Result<&mut Session, String> {
        self.session.as_mut().ok_or_else(|| "no game is being played".into())
    }

    fn begin(&mut self, session: Session) -> Result<Vec<u8>, String> {
        json(&View::of(self.session.insert(session)))
    }

    /// Acts on the game being played and shows it.
    fn act(&mut self, act: impl FnOnce(&mut Session) -> Result<(), String>) -> Result<Vec<u8>, String> {
        let session = self.session()?;
        act(session)?;
        json(&View::of(session))
    }
}

fn json(answer: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(answer).map_err(|error| error.to_string())
}
