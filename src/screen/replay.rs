//! A recorded game, step by step.

use std::io::{self, Write};

use petteia_engine::Outcome;
use petteia_players::record::{History, Moment, Record, Step, result_text};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use super::board::BoardView;
use super::panel::draw;

/// A game being replayed.
pub struct ReplayScreen {
    record: Record,
    /// How many steps of it are shown.
    steps: usize,
    /// Whether pieces are letters.
    ascii: bool,
}

const HELP: &str = "right, l or space: next  left or h: back  Home or g: start  End or G: end  q: quit";

impl ReplayScreen {
    /// A game at its start.
    pub fn new(record: Record, ascii: bool) -> Self {
        ReplayScreen { record, steps: 0, ascii }
    }

    /// Does what a key asks for. Returns whether to quit.
    pub fn on_key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Right | KeyCode::Char('l' | 'n' | ' ') => self.forward(),
            KeyCode::Left | KeyCode::Char('h' | 'p') => self.back(),
            KeyCode::Home | KeyCode::Char('g') => self.steps = 0,
            KeyCode::End | KeyCode::Char('G') => self.steps = self.record.history.moments().len(),
            KeyCode::Char('q') | KeyCode::Esc => return true,
            _ => {}
        }
        false
    }

    /// To the next decision; a roll belongs to the decision after it.
    fn forward(&mut self) {
        let end = self.record.history.moments().len();
        self.steps = (self.steps + 1..end).find(|&steps| !self.ends_with_a_roll(steps)).unwrap_or(end);
    }

    fn back(&mut self) {
        self.steps = (0..self.steps).rev().find(|&steps| !self.ends_with_a_roll(steps)).unwrap_or(0);
    }

    fn ends_with_a_roll(&self, steps: usize) -> bool {
        self.record.history.moments()[..steps].last().is_some_and(|moment| matches!(moment.step, Step::Roll(_)))
    }

    /// Draws the position.
    pub fn draw(&self, frame: &mut Frame) {
        let view = BoardView::of(&self.record.history, self.steps, self.ascii);
        draw(frame, &self.record, self.steps, &view, self.status(), HELP);
    }

    fn status(&self) -> String {
        let end = self.record.history.moments().len();
        let position = self.record.history.game().text(&self.record.history.position_after(self.steps));
        match self.record.history.outcome() {
            Some(outcome) if self.steps == end => format!("{}\n{position}", outcome.sentence()),
            _ => format!("step {} of {end}\n{position}", self.steps),
        }
    }
}

/// The decisions of a game: the number of steps up to each, a title with the roll before it, and the moment.
pub fn decisions(history: &History) -> impl Iterator<Item = (usize, String, &Moment)> {
    let mut roll = String::new();
    (1..).zip(history.moments()).filter_map(move |(steps, moment)| {
        let text = history.step_text(moment.step);
        if let Step::Roll(_) = moment.step {
            roll = format!("{text} ");
            return None;
        }
        let title = format!("{}. {} {roll}{text}", moment.turn, moment.side.title());
        roll.clear();
        Some((steps, title, moment.as_ref()))
    })
}

/// Writes every position of a game as text, and the result.
///
/// # Errors
/// The output cannot be written.
pub fn print(output: &mut impl Write, Record { header, history }: &Record, ascii: bool) -> io::Result<()> {
    let [game, white, black] =
        [&header.game, &header.players.white, &header.players.black].map(|text| crate::commands::shown(text));
    writeln!(output, "{game}: {white} against {black}")?;
    let start = [(0, "start".to_owned())].into_iter();
    for (steps, title) in start.chain(decisions(history).map(|(steps, title, _)| (steps, title))) {
        let fen = history.game().text(&history.position_after(steps));
        writeln!(output, "\n{title}\n{}{fen}", BoardView::of(history, steps, ascii).text())?;
    }
    let result = history.outcome();
    writeln!(output, "\n{}", result.map_or_else(|| "the game is not over".into(), Outcome::sentence))?;
    writeln!(output, "{}", result_text(result))
}
