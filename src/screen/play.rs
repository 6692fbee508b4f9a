//! A game being played: the keys, the agents at work on their thread, and the picture.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::{Move, Outcome, Square};
use petteia_files::write_output;
use petteia_players::agents::{AgentError, AgentSpec};
use petteia_players::foreign::NoChoice;
use petteia_players::record::{Record, Step};
use petteia_players::session::{Player, Session, Task};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use super::board::BoardView;
use super::panel::draw;

/// Why the screen is left.
#[derive(Clone, Debug, PartialEq)]
pub enum Leave {
    /// The person quits.
    Quit,
    /// The person goes on with another game, recorded in a file.
    Load(Box<Record>, PathBuf),
}

/// A choice being made on another thread.
struct Work {
    choice: Receiver<Result<Move, NoChoice>>,
    since: Instant,
    is_hint: bool,
}

/// An agent's move is shown no sooner, so that the eye can follow.
const PAUSE: Duration = Duration::from_millis(250);

/// A line being typed.
struct Prompt {
    asks: Asks,
    text: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Asks {
    Move,
    SaveAs,
    Load,
}

impl Asks {
    const fn question(self) -> &'static str {
        match self {
            Asks::Move => "move",
            Asks::SaveAs => "save as",
            Asks::Load => "load",
        }
    }
}

/// A session on the terminal.
pub struct PlayScreen {
    session: Session,
    hinter: AgentSpec,
    cursor: Square,
    file: PathBuf,
    work: Option<Work>,
    prompt: Option<Prompt>,
    /// What need not be saved: the game as it was begun, loaded or saved.
    saved: Vec<Step>,
    quitting: bool,
    /// Whether pieces are letters.
    ascii: bool,
}

const HELP: &str = "arrows/hjkl cursor  Enter choose  Esc clear  : type a move  - decline\n\
                    u take back  ? hint  s save  o load  q quit";

impl PlayScreen {
    /// A screen for a session; hints come from `hinter`, and `file` is where the game is saved by default.
    pub fn new(session: Session, hinter: AgentSpec, file: PathBuf, ascii: bool) -> Self {
        let saved = session.history().steps();
        let cursor = Square(0);
        PlayScreen { session, hinter, cursor, file, work: None, prompt: None, saved, quitting: false, ascii }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Sets agents to work and takes up what they have chosen.
    pub fn tick(&mut self) {
        let Some(work) = &self.work else {
            if let Some(Player::Agent(spec)) = self.session.mover() {
                self.start_work(self.session.task(spec), false);
            }
            return;
        };
        let is_hint = work.is_hint;
        let choice = if work.since.elapsed() >= PAUSE { work.choice.try_recv() } else { Err(TryRecvError::Empty) };
        if choice == Err(TryRecvError::Empty) {
            return;
        }
        self.work = None;
        match choice {
            Ok(Ok(hint)) if is_hint => self.show_hint(hint),
            Ok(Ok(decision)) => self.session.decide(decision),
            Ok(Err(_)) if is_hint => self.session.set_note("there is no hint: the player failed"),
            Ok(Err(NoChoice::Failed(fault))) => self.session.forfeit(fault),
            // The player is started again, until it can be.
            Ok(Err(NoChoice::NotStarted(error))) => self.session.set_note(error.to_string()),
            Err(_) => {}
        }
    }

    fn start_work(&mut self, task: Task, is_hint: bool) {
        let (sender, choice) = channel();
        let refusal = sender.clone();
        // The receiver is gone if the move has been taken back.
        let think = move || drop(sender.send(task.think().map(|(choice, _)| choice)));
        if let Err(error) = thread::Builder::new().spawn(think) {
            let no_thread = AgentError::shortage(format!("there is no thread for the player: {error}"));
            refusal.send(Err(no_thread.into())).expect("its receiver is here");
        }
        self.work = Some(Work { choice, since: Instant::now(), is_hint });
    }

    fn show_hint(&mut self, hint: Move) {
        let game = self.session.history().game();
        let note = format!("hint: {}", game.move_text(hint));
        if let Some(&first) = game.squares_of(hint).first() {
            self.cursor = first;
        }
        self.session.set_note(note);
    }

    /// Does what a key asks for.
    pub fn on_key(&mut self, key: KeyCode) -> Option<Leave> {
        if self.prompt.is_some() {
            return self.on_prompt_key(key);
        }
        let was_quitting = std::mem::take(&mut self.quitting);
        match key {
            KeyCode::Left | KeyCode::Char('h') => self.move_cursor(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => self.move_cursor(1, 0),
            KeyCode::Up | KeyCode::Char('k') => self.move_cursor(0, 1),
            KeyCode::Down | KeyCode::Char('j') => self.move_cursor(0, -1),
            KeyCode::Enter | KeyCode::Char(' ') => self.if_human(|session, cursor| session.choose(cursor)),
            KeyCode::Esc => self.session.clear_choice(),
            KeyCode::Char(':') => self.ask(Asks::Move, String::new()),
            KeyCode::Char('-') => {
                self.if_human(|session, _| session.type_move("--").unwrap_or_else(|error| session.set_note(error)))
            }
            KeyCode::Char('u') => self.take_back(),
            KeyCode::Char('?') => self.ask_for_hint(),
            KeyCode::Char('s') => self.ask(Asks::SaveAs, self.file.display().to_string()),
            KeyCode::Char('o') => self.ask_for_game(),
            KeyCode::Char('q') => return self.quit(was_quitting),
            _ => {}
        }
        None
    }

    fn move_cursor(&mut self, files: i8, ranks: i8) {
        let size = self.session.history().game().rules().board;
        let file = size.file(self.cursor).saturating_add_signed(files);
        let rank = size.rank(self.cursor).saturating_add_signed(ranks);
        self.cursor = size.square(file, rank).unwrap_or(self.cursor);
    }

    fn if_human(&mut self, act: impl FnOnce(&mut Session, Square)) {
        if self.session.mover() == Some(&Player::Human) {
            let before = self.session.history().moments().len();
            act(&mut self.session, self.cursor);
            // A hint for the position before the move is of no use after it.
            if self.session.history().moments().len() != before {
                self.work = None;
            }
        } else {
            self.session.set_note("it is not your turn");
        }
    }

    fn take_back(&mut self) {
        self.work = None;
        self.session.undo();
    }

    fn ask_for_hint(&mut self) {
        if self.work.is_none() && self.session.mover() == Some(&Player::Human) {
            self.start_work(self.session.hint_task(&self.hinter), true);
        }
    }

    /// A game that would be lost asks twice.
    fn quit(&mut self, asked: bool) -> Option<Leave> {
        if asked || self.session.history().steps() == self.saved {
            return Some(Leave::Quit);
        }
        self.quitting = true;
        self.session.set_note("the game is not saved: s saves it, q again quits");
        None
    }

    fn ask_for_game(&mut self) {
        if self.session.history().steps() != self.saved {
            self.session.set_note("the game is not saved: Esc and s save it");
        }
        self.ask(Asks::Load, self.file.display().to_string());
    }

    fn ask(&mut self, asks: Asks, text: String) {
        self.prompt = Some(Prompt { asks, text });
    }

    fn on_prompt_key(&mut self, key: KeyCode) -> Option<Leave> {
        let prompt = self.prompt.as_mut()?;
        match key {
            KeyCode::Char(letter) => prompt.text.push(letter),
            KeyCode::Backspace => drop(prompt.text.pop()),
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                let Prompt { asks, text } = self.prompt.take()?;
                return self.answer(asks, &text).unwrap_or_else(|error| {
                    self.session.set_note(error);
                    None
                });
            }
            _ => {}
        }
        None
    }

    fn answer(&mut self, asks: Asks, text: &str) -> Result<Option<Leave>, String> {
        let file_error = |error: &dyn std::fmt::Display| format!("{text}: {error}");
        match asks {
            Asks::Move => {
                self.session.type_move(text)?;
                // A hint for the position before has become idle.
                self.work = None;
            }
            Asks::SaveAs => {
                write_output(Path::new(text), "play", self.session.record().to_string().as_bytes())
                    .map_err(|error| error.to_string())?;
                self.file = text.into();
                self.saved = self.session.history().steps();
                self.session.set_note(format!("saved as {text}"));
            }
            Asks::Load => {
                let record = std::fs::read_to_string(text).map_err(|error| file_error(&error))?;
                let record = Record::read(&record).map_err(|error| file_error(&error))?;
                return Ok(Some(Leave::Load(Box::new(record), text.into())));
            }
        }
        Ok(None)
    }

    /// Draws the game.
    pub fn draw(&self, frame: &mut Frame) {
        let history = self.session.history();
        let steps = history.moments().len();
        let view = BoardView::of(history, steps, self.ascii);
        let view = if self.session.mover() == Some(&Player::Human) {
            view.choosing(self.cursor, self.session.picked(), &self.marked_targets())
        } else {
            view
        };
        draw(frame, self.session.record(), steps, &view, self.status(), HELP);
    }

    /// What may be chosen next; of the pieces that can move only few are worth a mark.
    fn marked_targets(&self) -> Vec<Square> {
        let takes_one_square = self.session.history().state().position().huff_is_open();
        if takes_one_square || !self.session.picked().is_empty() { self.session.targets() } else { Vec::new() }
    }

    /// What the person should know now, and what is being typed.
    fn status(&self) -> String {
        let note = self.session.note();
        if let Some(prompt) = &self.prompt {
            return format!("{note}\n{}: {}_", prompt.asks.question(), prompt.text);
        }
        let now = match (self.session.mover(), &self.work) {
            (_, Some(work)) if work.is_hint => "searching for a hint …".into(),
            (Some(Player::Agent(_)), _) => format!("{} is thinking …", self.mover()),
            (Some(Player::Human), _) => self.invitation(),
            (None, _) => self.session.history().outcome().map_or_else(String::new, Outcome::sentence),
        };
        format!("{note}\n{now}")
    }

    fn mover(&self) -> &'static str {
        self.session.history().state().position().side().title()
    }

    fn invitation(&self) -> String {
        let (game, position) = (self.session.history().game(), self.session.history().state().position());
        let mover = self.mover();
        if position.huff_is_open() {
            return format!("{mover}: choose a piece to huff, or - to decline");
        }
        if position.is_placing() {
            let leads = position.hands()[position.side()] == 1 && game.rules().places_leader(position.side());
            return format!("{mover}: choose a square for {}", if leads { "the leader" } else { "a stone" });
        }
        if let Some(square) = position.goes_on_with() {
            return format!("{mover}: go on with {}, or - to stop", game.rules().board.name(square));
        }
        if self.session.must_remove() {
            return format!("{mover}: choose a bound stone to remove");
        }
        let roll = position.roll().map_or_else(String::new, |roll| format!(" rolls {roll}"));
        match self.session.picked().is_empty() {
            true => format!("{mover}{roll}: choose a piece"),
            false => format!("{mover}{roll}: choose where it goes"),
        }
    }
}
