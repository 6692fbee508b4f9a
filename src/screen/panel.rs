//! A game on the screen, and what stands beside its board: the players, the counts, the last turns, what the letters mean.

use petteia_engine::{AnyPosition, Rules, Side};
use petteia_players::record::Record;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::board::BoardView;
use petteia_engine::terminal::piece;

/// Columns that the panel needs.
const PANEL_WIDTH: u16 = 26;

/// Draws a game after a number of steps: its name, the board and the panel, its status and the keys.
pub fn draw(frame: &mut Frame, record: &Record, steps: usize, view: &BoardView, status: String, help: &str) {
    let help_rows = Constraint::Length(help.lines().count() as u16);
    let rows = Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(2), help_rows]);
    let [top, middle, below, bottom] = rows.areas(frame.area());
    let room = view.room(middle, PANEL_WIDTH);
    let columns = Layout::horizontal([Constraint::Length(room.width + 1), Constraint::Min(0)]);
    let [board, side] = columns.areas(middle);
    frame.render_widget(Line::styled(record.header.game.clone(), Style::new().add_modifier(Modifier::BOLD)), top);
    frame.render_widget(view, board);
    frame.render_widget(Paragraph::new(panel(record, steps, side.height, view.ascii)), side);
    frame.render_widget(Paragraph::new(status).wrap(Wrap { trim: true }), below);
    frame.render_widget(Paragraph::new(help).style(Style::new().add_modifier(Modifier::DIM)), bottom);
}

/// The lines of the panel after a number of steps of a game; `rows` of them fit.
fn panel(Record { header, history }: &Record, steps: usize, rows: u16, ascii: bool) -> Vec<Line<'static>> {
    let position = history.position_after(steps);
    let rules = history.game().rules();
    let over = steps == history.moments().len() && history.outcome().is_some();
    let mut lines: Vec<Line> = Side::BOTH
        .into_iter()
        .map(|side| {
            let to_move = side == position.side() && !over;
            let style = if to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            let arrow = if to_move { '>' } else { ' ' };
            Line::styled(format!("{arrow}{} {}", side.title(), header.players[side]), style)
        })
        .collect();
    lines.extend(counts(rules, &position).into_iter().map(Line::raw));
    let legend = legend(rules, ascii);
    let turns = history.turns(steps);
    let room = usize::from(rows).saturating_sub(lines.len() + legend.len() + 2);
    lines.push(Line::raw(""));
    lines.extend(turns[turns.len().saturating_sub(room)..].iter().map(|turn| Line::raw(format!(" {turn}"))));
    let gap = usize::from(rows).saturating_sub(lines.len() + legend.len());
    lines.extend((0..gap).map(|_| Line::raw("")));
    lines.extend(legend.into_iter().map(Line::raw));
    lines
}

fn counts(rules: &Rules, position: &AnyPosition) -> Vec<String> {
    let (hands, captured) = (position.hands(), position.captured());
    let of = |n: u32, limit: u32| if limit > 0 { format!("{n} of {limit}") } else { n.to_string() };
    let mut lines = vec![format!(" captured {} : {}", captured.white, captured.black)];
    if position.is_placing() {
        lines.push(format!(" in hand {} : {}", hands.white, hands.black));
    }
    lines.push(format!(" turn {}", of(position.turn().saturating_add(1), rules.turn_cap())));
    lines.push(format!(" no capture {}", of(position.clock(), rules.no_progress())));
    if let Some(roll) = position.roll() {
        lines.push(format!(" die {roll}"));
    }
    lines
}

/// The pieces of the game, White's symbol before Black's, and the marks.
fn legend(rules: &Rules, ascii: bool) -> Vec<String> {
    let pieces = [
        ('S', "stone", true),
        ('L', "leader", rules.leader.is_some()),
        ('V', "vagus", rules.vagi),
        ('A', "alligatus", rules.binds()),
    ];
    let both = |letter: char| [letter, letter.to_ascii_lowercase()].map(|letter| piece(letter, ascii));
    let present = pieces.into_iter().filter(|&(.., present)| present).map(|(letter, name, _)| {
        let [white, black] = both(letter);
        format!(" {white} {black} {name}")
    });
    let inciti = rules.inciti.then(|| format!(" {} incitus", piece('#', ascii)));
    let marks = format!(" >{}< moved  : from  x lost", piece('S', ascii));
    present.chain(inciti).chain([marks]).collect()
}
