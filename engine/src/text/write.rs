//! Writing positions.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::position::Position;
use crate::vocab::{BoardSize, Side, Square, SquareSet};

impl<G: Geometry> Game<G> {
    /// Returns the text of a position in canonical form.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// assert_eq!(game.text(&game.start()), "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0");
    /// ```
    pub fn text(&self, position: &Position<G::Set>) -> String {
        format!("{} {}", self.board_text(position), self.text_behind_board(position))
    }

    /// Returns what the text of a position says behind the board: the side to move, hands, captured pieces, counts, and
    /// what the turn still awaits.
    pub fn text_behind_board(&self, position: &Position<G::Set>) -> String {
        let side = if position.side == Side::White { 'w' } else { 'b' };
        let (hands, captured) = (position.hands, position.captured);
        let mut text = format!(
            "{side} {},{} {},{} {} {}",
            hands.white, hands.black, captured.white, captured.black, position.clock, position.turn
        );
        if position.roll > 0 {
            text += &format!(" d{}", position.roll);
        }
        if position.huff_is_open() {
            text += &format!(" huff={}", self.huff_text(position));
        }
        if let Some(square) = position.goes_on_with() {
            text += &format!(" again={}", self.geometry.size().name(square));
        }
        if position.has_removed() {
            text += " removed";
        }
        if position.swapped {
            text += " swapped";
        }
        let last = Side::BOTH.map(|side| position.last[side].map(|(from, to)| self.move_text(Move::Go { from, to })));
        if last.iter().any(Option::is_some) {
            let [white, black] = last.map(|text| text.unwrap_or_else(|| "-".to_owned()));
            text += &format!(" last={white},{black}");
        }
        text
    }

    /// Returns the letter of a square, or `None` if it is empty: `S` stone, `V` vagus, `A` alligatus, `L` leader, `#`
    /// incitus; lower case for Black.
    pub fn letter(&self, position: &Position<G::Set>, square: Square) -> Option<char> {
        let state = if position.leaders.has(square) {
            'L'
        } else if position.turned.has(square) {
            if self.rules.vagi { 'V' } else { 'A' }
        } else {
            'S'
        };
        if position.inciti.has(square) {
            Some('#')
        } else if position.pieces.white.has(square) {
            Some(state)
        } else if position.pieces.black.has(square) {
            Some(state.to_ascii_lowercase())
        } else {
            None
        }
    }

    fn board_text(&self, position: &Position<G::Set>) -> String {
        let rank_text = |(_, squares)| self.rank_text(position, squares);
        self.geometry.size().rows().map(rank_text).collect::<Vec<_>>().join("/")
    }

    fn rank_text(&self, position: &Position<G::Set>, squares: impl Iterator<Item = Square>) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for square in squares {
            let letter = self.letter(position, square);
            if letter.is_some() && empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            match letter {
                Some(letter) => text.push(letter),
                None => empty += 1,
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    /// Returns the huffable squares by file, then rank.
    fn huff_text(&self, position: &Position<G::Set>) -> String {
        let size = self.geometry.size();
        let squares = by_file(size, position.pending.squares().collect());
        let names: Vec<String> = squares.into_iter().map(|square| size.name(square)).collect();
        names.join(",")
    }
}

/// Sorts squares. Not generic, so that the code for it is compiled once.
fn by_file(size: BoardSize, mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort_by_key(|&square| (size.file(square), size.rank(square)));
    squares
}
