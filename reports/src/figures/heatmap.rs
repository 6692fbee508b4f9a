//! Boards whose squares are shaded by arrivals, losses or early placements, many to a page.

use std::collections::BTreeMap;

use petteia_tables::{CellSquares, SquareCount};

use super::pages::{heading, in_pages};
use super::picture::{Align, Area, Picture, Words, wrap};
use super::study::Study;
use super::theme::{self, LEADING, SMALL, Weight, mm, text_width};
use crate::number_format::grouped;

/// Boards on one page.
const A_PAGE: usize = 16;
const LARGEST_BOARD: f64 = mm(81.0);
const GAP: f64 = mm(5.0);

/// The quantity that shades the boards.
pub(crate) struct SquareCounter {
    title: &'static str,
    /// What a number is, after “mean”.
    unit: &'static str,
    /// Sentences about it for the note and the caption.
    remark: &'static str,
    /// A sentence for the caption.
    caveat: &'static str,
    of: fn(&SquareCount) -> u64,
}

/// Moves to a square.
pub(crate) const ARRIVALS: SquareCounter = SquareCounter {
    title: "Arrivals on each square",
    unit: "arrivals per game",
    remark: "",
    caveat: "The means have no intervals; they also depend on the start position and the lengths of the games.",
    of: |square| square.arrivals,
};

/// Pieces captured on a square.
pub(crate) const LOSSES: SquareCounter = SquareCounter {
    title: "Pieces lost on each square",
    unit: "losses per game",
    of: |square| square.losses,
    ..ARRIVALS
};

/// Games in which a square is taken early.
const PLACEMENTS: SquareCounter = SquareCounter {
    title: "Squares taken first",
    unit: "early placements per game",
    remark: " The first quarter of the placements after the random opening are early; 0.50 is a square taken \
             early in half of the games.",
    caveat: "The means have no intervals.",
    of: |square| square.placed_early,
};

struct Board<'a> {
    cell: u32,
    names: Vec<&'a str>,
    squares: &'a CellSquares,
    games: f64,
}

/// Pages of boards, in the order of the plan, each with a scale of its own.
pub(crate) fn draw(study: &Study, squares: &BTreeMap<u32, CellSquares>, quantity: &SquareCounter) -> Vec<Picture> {
    pages(study, boards(study, squares, 0..study.cells.len()), quantity)
}

/// Pages of boards with the squares that equal players take first, of each variant and each agent by growing budget;
/// none if players placed nothing.
pub(crate) fn draw_placements(study: &Study, squares: &BTreeMap<u32, CellSquares>) -> Vec<Picture> {
    let agent = |index: usize| &study.cells[index].white;
    let family = |index| (0..).find(|&first| agent(first).without_budget() == agent(index).without_budget());
    let group = |index| study.groups.iter().position(|group| group.cells.contains(&index));
    let mut cells: Vec<usize> = (0..study.cells.len()).filter(|&index| study.cells[index].plays_itself()).collect();
    cells.sort_by_cached_key(|&index| (group(index), family(index), agent(index).budget));
    let mut boards = boards(study, squares, cells);
    boards.retain(|board| board.highest(&PLACEMENTS) > 0.0);
    pages(study, boards, &PLACEMENTS)
}

/// The boards of the cells with these indices.
fn boards<'a>(
    study: &'a Study,
    squares: &'a BTreeMap<u32, CellSquares>,
    cells: impl IntoIterator<Item = usize>,
) -> Vec<Board<'a>> {
    let board = |index: usize| {
        let cell = &study.cells[index];
        let squares = squares.get(&cell.cell)?;
        let names = std::iter::once(study.label(index)).chain(study.agents(index)).collect();
        Some(Board { cell: cell.cell, names, squares, games: cell.games as f64 })
    };
    cells.into_iter().filter_map(board).collect()
}

fn pages(study: &Study, boards: Vec<Board>, quantity: &SquareCounter) -> Vec<Picture> {
    let note = format!(
        "Mean {}. Each board has its own scale, from 0 to its highest mean, below it.{}",
        quantity.unit, quantity.remark
    );
    let caption = format!(
        "{}: mean {}, by the colour of the square, on a scale of its own for each board.{} {}",
        quantity.title, quantity.unit, quantity.remark, quantity.caveat
    );
    let words = Words { title: quantity.title.to_owned(), note, caption };
    in_pages(&words, &boards, A_PAGE, |words, boards| page(study, words, boards, quantity))
}

impl Board<'_> {
    fn rate(&self, square: &SquareCount, quantity: &SquareCounter) -> f64 {
        (quantity.of)(square) as f64 / self.games
    }

    fn highest(&self, quantity: &SquareCounter) -> f64 {
        self.squares.squares.values().map(|square| self.rate(square, quantity)).fold(0.0, f64::max)
    }
}

fn page(study: &Study, words: Words, boards: &[Board], quantity: &SquareCounter) -> Picture {
    let across = across(boards.len());
    let room = theme::WIDTH - 2.0 * theme::MARGIN - GAP * (across as f64 - 1.0);
    let width = (room / across as f64).min(LARGEST_BOARD);
    let lines_of = |board: &Board| board.names.iter().flat_map(|name| wrap(name, width - EDGE, SMALL)).collect();
    let lines: Vec<Vec<String>> = boards.iter().map(lines_of).collect();
    let heights = |row: usize| {
        let members = row * across..((row + 1) * across).min(boards.len());
        let names = members.clone().map(|i| lines[i].len()).max().unwrap_or(0);
        let height = |board: &Board| square_side(board, width) * f64::from(size(board).1) + EDGE + SCALE;
        let board = members.map(|i| height(&boards[i])).fold(0.0, f64::max);
        (names as f64 * SMALL * LEADING, board)
    };
    let rows = boards.len().div_ceil(across);
    let mut picture = Picture::figure(theme::WIDTH, words);
    let mut y = heading(&mut picture, &study.note(true)) + mm(1.5);
    let total: f64 = (0..rows).map(|row| heights(row).0 + heights(row).1 + GAP).sum();
    picture.height = y + total + theme::MARGIN;
    for row in 0..rows {
        let (names_height, board_height) = heights(row);
        for index in row * across..((row + 1) * across).min(boards.len()) {
            let left = theme::MARGIN + (index - row * across) as f64 * (width + GAP);
            for (line, text) in lines[index].iter().enumerate() {
                let above = (lines[index].len() - 1 - line) as f64 * SMALL * LEADING;
                let at = (left + EDGE, y + names_height - above - mm(0.9));
                picture.text(text, at, Align::Left, SMALL);
            }
            let board = &boards[index];
            let place = (left, y + names_height);
            picture.group(Some(board.cell), |picture| draw_board(picture, board, place, width, quantity));
        }
        y += names_height + board_height + GAP;
    }
    picture
}

/// How many boards stand side by side.
fn across(boards: usize) -> usize {
    match boards {
        0 | 1 => 1,
        2 | 4 => 2,
        3 | 5 | 6 | 9 => 3,
        _ => 4,
    }
}

/// Room for the scale of a board, below the file letters.
const SCALE: f64 = mm(4.0);

/// Room for the rank numbers at the left of a board and the file letters below it.
const EDGE: f64 = mm(3.6);

/// Files and ranks of a board.
fn size(board: &Board) -> (u32, u32) {
    let squares = board.squares.squares.keys();
    squares.fold((1, 1), |(files, ranks), &(rank, file)| (files.max(file + 1), ranks.max(rank + 1)))
}

fn square_side(board: &Board, width: f64) -> f64 {
    let (files, ranks) = size(board);
    (width - EDGE) / f64::from(files.max(ranks))
}

fn draw_board(picture: &mut Picture, board: &Board, (left, top): (f64, f64), width: f64, quantity: &SquareCounter) {
    let (files, ranks) = size(board);
    let side = square_side(board, width);
    let left = left + EDGE;
    let area_of = |file: u32, rank: u32| {
        let (x, y) = (f64::from(file), f64::from(ranks - 1 - rank));
        Area {
            left: left + x * side,
            top: top + y * side,
            right: left + (x + 1.0) * side,
            bottom: top + (y + 1.0) * side,
        }
    };
    let highest = board.highest(quantity);
    for (&(rank, file), square) in &board.squares.squares {
        let area = area_of(file, rank);
        let share = if highest > 0.0 { board.rate(square, quantity) / highest } else { 0.0 };
        picture.mark(None, None, |picture| {
            picture.rectangle(area, theme::sequential(share));
            format!("{}{}: {:.2} {}", file_letter(file), rank + 1, board.rate(square, quantity), quantity.unit)
        });
    }
    for file in 1..files {
        let x = area_of(file, 0).left;
        picture.line(&[(x, area_of(0, ranks - 1).top), (x, area_of(0, 0).bottom)], theme::HAIRLINE, theme::WHITE);
    }
    for rank in 1..ranks {
        let y = area_of(0, rank).bottom;
        picture.line(&[(area_of(0, 0).left, y), (area_of(files - 1, 0).right, y)], theme::HAIRLINE, theme::WHITE);
    }
    let whole = Area { top: area_of(0, ranks - 1).top, right: area_of(files - 1, 0).right, ..area_of(0, 0) };
    picture.frame(whole, theme::THIN, theme::QUIET);
    coordinates(picture, whole, files, ranks, side);
    scale(picture, board, whole, quantity);
}

/// File letters below and rank numbers at the left; every second when they would touch.
fn coordinates(picture: &mut Picture, whole: Area, files: u32, ranks: u32, side: f64) {
    let size = SMALL * 0.85;
    let widest = text_width("88", size, Weight::Regular);
    let step = if side < widest.max(size) * 1.1 { 2 } else { 1 };
    for file in (0..files).step_by(step) {
        let x = whole.left + (f64::from(file) + 0.5) * side;
        let at = (x, whole.bottom + 1.05 * size);
        picture.text(&file_letter(file), at, Align::Centre, size);
    }
    for rank in (0..ranks).step_by(step) {
        let y = whole.bottom - (f64::from(rank) + 0.5) * side;
        let at = (whole.left - mm(0.7), y + 0.35 * size);
        picture.text(&(rank + 1).to_string(), at, Align::Right, size);
    }
}

/// `a`, `b`, … `z`; beyond the alphabet the number of the file.
fn file_letter(file: u32) -> String {
    u8::try_from(file)
        .ok()
        .filter(|file| *file < 26)
        .map_or_else(|| (file + 1).to_string(), |file| char::from(b'a' + file).to_string())
}

/// The scale of a board from 0 to its highest mean, and its number of games.
fn scale(picture: &mut Picture, board: &Board, whole: Area, quantity: &SquareCounter) {
    const STEPS: usize = 40;
    let size = 0.85 * SMALL;
    let baseline = whole.bottom + EDGE + mm(2.6);
    let start = whole.left + text_width("0", size, Weight::Regular) + mm(0.8);
    let bar = Area { left: start, top: baseline - mm(1.6), right: start + 0.3 * whole.width(), bottom: baseline };
    let step = bar.width() / STEPS as f64;
    for index in 0..STEPS {
        // Each step is covered by the next one, so that no seam is visible between them.
        let part = Area { left: bar.left + index as f64 * step, ..bar };
        picture.rectangle(part, theme::sequential((index as f64 + 0.5) / STEPS as f64));
    }
    picture.frame(bar, theme::HAIRLINE, theme::QUIET);
    picture.text("0", (whole.left, baseline), Align::Left, size);
    let highest = board.highest(quantity);
    let digits = if highest >= 100.0 { 0 } else { 2 };
    picture.text(&format!("{highest:.digits$}"), (bar.right + mm(0.8), baseline), Align::Left, size);
    picture.text(&format!("n = {}", grouped(board.games)), (whole.right, baseline), Align::Right, size);
}
