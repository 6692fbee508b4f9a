//! A recorded game, step by step.

use std::io::{self, Write};

use petteia_engine::Outcome;
use petteia_players::record::{Header, History, Step, result_text};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::board::BoardView;
use super::panel::{PANEL_WIDTH, panel};

/// A game being replayed.
pub struct ReplayScreen {
    header: Header,
    history: History,
    /// How many steps of it are shown.
    steps: usize,
    /// Whether pieces are letters.
    ascii: bool,
}

const HELP: &str = "right, l or space: next  left or h: back  Home or g: start  End or G: end  q: quit";

impl ReplayScreen {
    /// A game at its start.
    pub fn new(header: Header, history: History, ascii: bool) -> Self {
        ReplayScreen { header, history, steps: 0, ascii }
    }

    /// Does what a key asks for. Returns whether to quit.
    pub fn on_key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Right | KeyCode::Char('l' | 'n' | ' ') => self.forward(),
            KeyCode::Left | KeyCode::Char('h' | 'p') => self.back(),
            KeyCode::Home | KeyCode::Char('g') => self.steps = 0,
            KeyCode::End | KeyCode::Char('G') => self.steps = self.history.moments().len(),
            KeyCode::Char('q') | KeyCode::Esc => return true,
            _ => {}
        }
        false
    }

    /// To the next decision; a roll belongs to the decision after it.
    fn forward(&mut self) {
        let is_roll = |steps: usize| matches!(self.history.moments()[steps - 1].step, Step::Roll(_));
        let end = self.history.moments().len();
        let mut steps = (self.steps + 1).min(end);
        while steps > 0 && steps < end && is_roll(steps) {
            steps += 1;
        }
        self.steps = steps;
    }

    fn back(&mut self) {
        let is_roll = |steps: usize| matches!(self.history.moments()[steps - 1].step, Step::Roll(_));
        let mut steps = self.steps.saturating_sub(1);
        while steps > 0 && is_roll(steps) {
            steps -= 1;
        }
        self.steps = steps;
    }

    /// Draws the position.
    pub fn draw(&self, frame: &mut Frame) {
        let rows =
            Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(2), Constraint::Length(1)]);
        let [title, middle, status, help] = rows.areas(frame.area());
        let view = BoardView::of(&self.history, self.steps, self.ascii);
        let room = view.room(middle, PANEL_WIDTH);
        let columns = Layout::horizontal([Constraint::Length(room.width + 1), Constraint::Min(0)]);
        let [board, side] = columns.areas(middle);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        frame.render_widget(Line::styled(self.header.game.clone(), bold), title);
        frame.render_widget(&view, board);
        frame.render_widget(
            Paragraph::new(panel(&self.header, &self.history, self.steps, side.height, self.ascii)),
            side,
        );
        frame.render_widget(Paragraph::new(self.status()).wrap(Wrap { trim: true }), status);
        frame.render_widget(Line::styled(HELP, Style::new().add_modifier(Modifier::DIM)), help);
    }

    fn status(&self) -> String {
        let end = self.history.moments().len();
        let position = self.history.game().text(&self.history.position_after(self.steps));
        match self.history.outcome() {
            Some(outcome) if self.steps == end => format!("{}\n{position}", outcome.sentence()),
            _ => format!("step {} of {end}\n{position}", self.steps),
        }
    }
}

/// Writes every position of a game as text, and the result.
///
/// # Errors
/// The output cannot be written.
pub fn print(output: &mut impl Write, header: &Header, history: &History, ascii: bool) -> io::Result<()> {
    let [game, white, black] =
        [&header.game, &header.players.white, &header.players.black].map(|text| crate::commands::shown(text));
    writeln!(output, "{game}: {white} against {black}")?;
    print_position(output, "start", history, 0, ascii)?;
    let mut roll = String::new();
    for (steps, moment) in (1..).zip(history.moments()) {
        let text = history.step_text(moment.step);
        match moment.step {
            Step::Roll(_) => roll = format!("{text} "),
            Step::Decision(_) => {
                let title = format!("{}. {} {roll}{text}", moment.turn, moment.side.title());
                print_position(output, &title, history, steps, ascii)?;
                roll.clear();
            }
        }
    }
    let result = history.outcome();
    writeln!(output, "\n{}", result.map_or_else(|| "the game is not over".into(), Outcome::sentence))?;
    writeln!(output, "{}", result_text(result))
}

fn print_position(
    output: &mut impl Write,
    title: &str,
    history: &History,
    steps: usize,
    ascii: bool,
) -> io::Result<()> {
    let fen = history.game().text(&history.position_after(steps));
    writeln!(output, "\n{title}\n{}{fen}", BoardView::of(history, steps, ascii).text())
}
