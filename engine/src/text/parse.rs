//! Reads positions, in canonical form only and without anything that the game does not have.

use super::error::PositionTextError;
use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::{Position, Stage};
use crate::rules::{Bound, CaptureAgain, Compulsory};
use crate::vocab::{BySide, Side, Square, SquareSet};

type Parsed<T> = Result<T, PositionTextError>;

fn wrong<T>(field: &'static str, found: impl ToString, problem: impl ToString) -> Parsed<T> {
    Err(PositionTextError { field, found: found.to_string(), problem: problem.to_string() })
}

const FORM: &str = "expected `<board> <side> <hands> <captured> <clock> <turn> [d<roll>] [huff=<squares>] \
                    [again=<square>] [removed] [swapped] [last=<move>,<move>]`, \
                    with single spaces; after a board alone, write ` w 0,0 0,0 0 1` if White moves";

impl<G: Geometry> Game<G> {
    /// Parses the text of a position.
    ///
    /// ```
    /// use petteia_engine::{Fixed, Game, Rules};
    /// let game = Game::new(Rules::parse("city-8").unwrap(), Fixed::<u64, 8, 8>::default());
    /// assert!(game.parse("ssssssss/8/8/8/8/8/8/SSSSSSSS b 0,0 0,0 1 1").is_ok());
    /// let error = game.parse("ssssssss/8/8/8/8/8/8/SSSSSSSV b 0,0 0,0 1 1").unwrap_err();
    /// assert_eq!((error.field, error.found.as_str()), ("board", "SSSSSSSV"));
    /// ```
    ///
    /// # Errors
    /// Describes what is wrong and where: anything that is not in canonical form, or that this game does not have.
    pub fn parse(&self, text: &str) -> Result<Position<G::Set>, PositionTextError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, side, hands, captured, clock, turn, rest @ ..] = fields.as_slice() else {
            return wrong("whole", text, FORM);
        };
        let mut position = self.parse_board(board)?;
        position.side = match *side {
            "w" => Side::White,
            "b" => Side::Black,
            other => return wrong("side", other, "expected `w` or `b`"),
        };
        position.hands = self.parse_hands(hands, position.side)?;
        let in_hand = u32::from(position.hands.white) + u32::from(position.hands.black);
        let room = (self.empty(&position) & !self.hole).count();
        if in_hand > room {
            return wrong("hands", hands, format!("the board has room for only {room} more pieces"));
        }
        position.captured = pair("captured", captured)?;
        position.clock = number("clock", clock)?;
        position.turn = number("turn", turn)?;
        self.check_placement(&position, board)?;
        self.check_held(&position, board)?;
        self.parse_options(&mut position, rest)?;
        position.prospects = self.prospects(&position);
        Ok(position)
    }

    fn parse_board(&self, text: &str) -> Parsed<Position<G::Set>> {
        let size = self.geometry.size();
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != usize::from(size.ranks) {
            return wrong(
                "board",
                text,
                format!(
                    "expected {} ranks of {} files separated by `/`, found {}",
                    size.ranks,
                    size.files,
                    ranks.len()
                ),
            );
        }
        let mut position = Position::empty();
        for (text, rank) in ranks.into_iter().zip((0..size.ranks).rev()) {
            self.parse_rank(&mut position, text, rank)?;
        }
        for side in Side::BOTH {
            if (position.leaders & position.pieces[side]).count() > 1 {
                return wrong("board", text, format!("{} has more than one leader", side.name()));
            }
        }
        Ok(position)
    }

    fn parse_rank(&self, position: &mut Position<G::Set>, text: &str, rank: u8) -> Parsed<()> {
        let size = self.geometry.size();
        let too_long = || format!("rank {} has more than {} squares", rank + 1, size.files);
        let mut file = 0_u8;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                let run: u32 = number("board", &rest[..digits])?;
                let end = u32::from(file).saturating_add(run);
                if run == 0 || end > u32::from(size.files) {
                    let problem =
                        if run == 0 { "a run of empty squares has at least 1 square".into() } else { too_long() };
                    return wrong("board", text, problem);
                }
                file = end as u8;
                rest = &rest[digits..];
            } else {
                let Some(square) = size.square(file, rank) else { return wrong("board", text, too_long()) };
                self.put(position, letter, square).or_else(|problem| wrong("board", text, problem))?;
                file += 1;
                rest = &rest[letter.len_utf8()..];
            }
        }
        if file < size.files {
            return wrong("board", text, format!("rank {} has {file} squares instead of {}", rank + 1, size.files));
        }
        Ok(())
    }

    /// Puts the piece of a letter on a square.
    fn put(&self, position: &mut Position<G::Set>, letter: char, square: Square) -> Result<(), String> {
        let bit = G::Set::only(square);
        if letter == '#' {
            position.inciti |= bit;
            return if self.rules.inciti { Ok(()) } else { Err("this game has no inciti (`#`)".into()) };
        }
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        position.pieces[side] |= bit;
        let known = match letter.to_ascii_uppercase() {
            'S' => true,
            'V' => self.rules.vagi,
            'A' => self.rules.binds(),
            'L' => self.rules.has_leader(side),
            _ => {
                return Err(format!(
                    "`{letter}` is not a piece; expected S, V, A, L (lower case for Black), # or a number"
                ));
            }
        };
        match letter.to_ascii_uppercase() {
            'V' | 'A' => position.turned |= bit,
            'L' => position.leaders |= bit,
            _ => {}
        }
        if known { Ok(()) } else { Err(format!("this game has no `{letter}`")) }
    }

    /// Parses the hands. One side places first and the players alternate.
    fn parse_hands(&self, text: &str, side: Side) -> Parsed<BySide<u8>> {
        let hands: BySide<u8> = pair("hands", text)?;
        let most = self.rules.hands();
        if let Some(side) = Side::BOTH.into_iter().find(|&side| hands[side] > most[side]) {
            return wrong("hands", text, format!("{} has at most {} pieces in hand", side.title(), most[side]));
        }
        let placing = hands != BySide::default();
        let in_pairs = self.rules.per_turn > 1 || self.leaders_in_hand != BySide::default();
        if placing && in_pairs && hands[side] == 0 {
            return wrong("hands", text, format!("{} is to place a piece, but has none in hand", side.title()));
        }
        let opens = self.rules.opens();
        if placing && !in_pairs && !alternates(hands, side, opens) {
            let (first, second) = (opens.title(), (!opens).title());
            return wrong(
                "hands",
                text,
                format!(
                    "stones are placed alternately: both hands are equal when {first} is to move, and {second} has one more when {second} is"
                ),
            );
        }
        Ok(hands)
    }

    /// Rejects pieces that cannot be on the board while pieces are placed (§2).
    fn check_placement(&self, position: &Position<G::Set>, text: &str) -> Parsed<()> {
        if !position.is_placing() {
            return Ok(());
        }
        if position.all_pieces().meets(self.hole) {
            return wrong("board", text, "no piece stands on the centre square while pieces are placed");
        }
        let is_early = |&side: &Side| {
            self.leaders_in_hand[side] > 0 && position.hands[side] > 0 && position.leaders.meets(position.pieces[side])
        };
        match Side::BOTH.into_iter().find(is_early) {
            Some(side) => wrong("board", text, format!("{}'s leader is placed after all its stones", side.title())),
            None => Ok(()),
        }
    }

    /// Rejects bound stones that nothing holds, in games in which stones are held (§6).
    fn check_held(&self, position: &Position<G::Set>, text: &str) -> Parsed<()> {
        if !self.rules.holds() || self.rules.bound == Some(Bound::Lasting) {
            return Ok(());
        }
        let held = self.held_stones(position, Side::White) | self.held_stones(position, Side::Black);
        let loose = position.turned & !held;
        if loose.is_empty() {
            return Ok(());
        }
        let name = self.geometry.size().name(loose.lowest());
        wrong("board", text, format!("the bound stone on {name} is not held by two free enemies"))
    }

    fn parse_options(&self, position: &mut Position<G::Set>, fields: &[&str]) -> Parsed<()> {
        let mut rest = fields;
        if let Some(roll) = option(&mut rest, "d") {
            position.roll = self.parse_roll(position, roll)?;
        }
        if let Some(squares) = option(&mut rest, "huff=") {
            position.pending = self.parse_huff(position, squares)?;
        } else if let Some(square) = option(&mut rest, "again=") {
            position.pending = self.parse_again(position, square)?;
            position.stage = Stage::Again;
        } else if let ["removed", others @ ..] = rest {
            self.check_removed(position)?;
            position.stage = Stage::Removed;
            rest = others;
        }
        if let ["swapped", others @ ..] = rest {
            self.check_swapped(position)?;
            position.swapped = true;
            rest = others;
        }
        if let Some(moves) = option(&mut rest, "last=") {
            position.last = self.parse_last(position, moves)?;
        }
        if let [first, ..] = rest { wrong("end", first, FORM) } else { Ok(()) }
    }

    /// Parses the last moves of both sides, which may not be taken back.
    fn parse_last(&self, position: &Position<G::Set>, text: &str) -> Parsed<BySide<Option<(Square, Square)>>> {
        if !self.rules.forbids_undo() {
            return wrong("last", text, "in this game a move may be taken back");
        }
        if position.is_placing() {
            return wrong("last", text, "no piece has moved while stones are placed");
        }
        let last = |text: &str| match text {
            "-" => Ok(None),
            _ => self.parse_ends(text).map(Some),
        };
        let Some((white, black)) = text.split_once(',') else {
            return wrong("last", text, "expected White's last move and Black's, separated by `,`");
        };
        let last = BySide { white: last(white)?, black: last(black)? };
        if last == BySide::both(None) {
            wrong("last", text, "leave it out if neither side has moved")
        } else {
            Ok(last)
        }
    }

    /// Parses the two squares of a move such as `a1-a5`.
    fn parse_ends(&self, text: &str) -> Parsed<(Square, Square)> {
        let size = self.geometry.size();
        let ends = text.split_once('-').and_then(|(from, to)| Some((size.parse_square(from)?, size.parse_square(to)?)));
        let none = || wrong("last", text, "expected two different squares, as in `a1-a5`, or `-`");
        ends.filter(|(from, to)| from != to).map_or_else(none, Ok)
    }

    /// Parses the square of the piece that has captured and may go on.
    fn parse_again(&self, position: &Position<G::Set>, text: &str) -> Parsed<G::Set> {
        if self.rules.capture_again == CaptureAgain::Off {
            return wrong("again", text, "in this game no captor goes on");
        }
        if position.is_placing() || position.clock > 0 {
            return wrong("again", text, "a piece that has just captured has the clock 0 and empty hands");
        }
        let at = self.geometry.size().parse_square(text).map(G::Set::only);
        let none = || wrong("again", text, "expected the square of a piece of the side to move");
        at.filter(|at| at.meets(position.pieces[position.side])).map_or_else(none, Ok)
    }

    fn check_removed(&self, position: &Position<G::Set>) -> Parsed<()> {
        if !self.rules.removes_first() {
            return wrong("end", "removed", "in this game no stone is removed before a move");
        }
        if position.is_placing() || position.clock > 0 {
            return wrong("end", "removed", "after a removal the clock is 0 and the hands are empty");
        }
        Ok(())
    }

    fn check_swapped(&self, position: &Position<G::Set>) -> Parsed<()> {
        if !self.rules.swap {
            return wrong("end", "swapped", "in this game the players do not change sides");
        }
        if position.turn < 2 {
            return wrong(
                "end",
                "swapped",
                "the players change sides at the second turn, so 2 turns or more are complete",
            );
        }
        Ok(())
    }

    fn parse_roll(&self, position: &Position<G::Set>, text: &str) -> Parsed<u8> {
        let Some(faces) = self.rules.die else { return wrong("roll", text, "this game has no die") };
        if position.is_placing() {
            return wrong("roll", text, "the die is not rolled while stones are placed");
        }
        let roll = number("roll", text)?;
        if (1..=faces).contains(&roll) { Ok(roll) } else { wrong("roll", text, format!("the die shows 1 to {faces}")) }
    }

    fn parse_huff(&self, position: &Position<G::Set>, text: &str) -> Parsed<G::Set> {
        let size = self.geometry.size();
        let enemy = position.pieces[!position.side];
        if self.rules.compulsory[!position.side] != Compulsory::Huff || position.is_placing() {
            return wrong("huff", text, "there is nothing to huff for this side");
        }
        if position.roll > 0 {
            return wrong("huff", text, "the die is rolled after the huff is decided");
        }
        let mut huff = G::Set::EMPTY;
        let mut last = None;
        for name in text.split(',') {
            let Some(square) = size.parse_square(name) else {
                return wrong("huff", name, "expected a square such as `a3`");
            };
            if !enemy.has(square) {
                return wrong("huff", name, "a huff removes an enemy piece, but there is none on this square");
            }
            let key = Some((size.file(square), size.rank(square)));
            if key <= last {
                return wrong("huff", text, "list each square once, ordered by file, then rank");
            }
            last = key;
            huff |= G::Set::only(square);
        }
        Ok(huff)
    }
}

/// Takes the next field if it begins with a prefix, and returns what follows the prefix.
fn option<'a>(rest: &mut &[&'a str], prefix: &str) -> Option<&'a str> {
    let (first, others) = rest.split_first()?;
    let value = first.strip_prefix(prefix)?;
    *rest = others;
    Some(value)
}

/// Returns whether stones placed one by one leave these hands: equal ones on the turn of the side that opens, and one more
/// for the other side on its turn.
fn alternates(hands: BySide<u8>, side: Side, opens: Side) -> bool {
    let more = u8::from(side != opens);
    hands[opens].checked_add(more) == Some(hands[!opens])
}

/// Parses a decimal number in canonical form.
fn number<T: std::str::FromStr + ToString>(field: &'static str, text: &str) -> Parsed<T> {
    match text.parse::<T>() {
        Ok(n) if n.to_string() == text => Ok(n),
        _ => wrong(field, text, "expected a number without sign or leading zeros that is not too large"),
    }
}

fn pair<T: std::str::FromStr + ToString>(field: &'static str, text: &str) -> Parsed<BySide<T>> {
    match text.split_once(',') {
        Some((white, black)) => Ok(BySide { white: number(field, white)?, black: number(field, black)? }),
        None => wrong(field, text, "expected two numbers, White's and Black's, separated by `,`"),
    }
}
