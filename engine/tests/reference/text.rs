//! Positions as text (§10).

use petteia_engine::rules::{CaptureAgain, Compulsory, Undo};
use petteia_engine::{BySide, Side};

use super::board::{At, Board, Cell, Kind, Piece};
use super::{Position, Reference};

impl Position {
    /// Returns the text in canonical form.
    pub fn text(&self) -> String {
        let pair = |counts: BySide<u32>| format!("{},{}", counts.white, counts.black);
        let side = if self.side == Side::White { "w" } else { "b" };
        let mut fields = vec![board_text(&self.board), side.to_owned(), pair(self.hands), pair(self.captured)];
        fields.push(self.clock.to_string());
        fields.push(self.turn.to_string());
        fields.extend(self.roll.map(|roll| format!("d{roll}")));
        if !self.huff.is_empty() {
            let names: Vec<String> = self.huff.iter().map(|at| at.name()).collect();
            fields.push(format!("huff={}", names.join(",")));
        }
        fields.extend(self.again.map(|at| format!("again={}", at.name())));
        if self.removed {
            fields.push("removed".to_owned());
        }
        if self.swapped {
            fields.push("swapped".to_owned());
        }
        if self.last != BySide::both(None) {
            let ends = |side| match self.last[side] {
                Some((from, to)) => format!("{}-{}", from.name(), to.name()),
                None => "-".to_owned(),
            };
            fields.push(format!("last={},{}", ends(Side::White), ends(Side::Black)));
        }
        fields.join(" ")
    }
}

fn board_text(board: &Board) -> String {
    let rank_text = |rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..board.files {
            let letter = letter(board[At { file, rank }]);
            if letter.is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.extend(letter);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..board.ranks).rev().map(rank_text).collect::<Vec<_>>().join("/")
}

fn letter(cell: Cell) -> Option<char> {
    let piece = match cell {
        Cell::Off | Cell::Empty => return None,
        Cell::Incitus => return Some('#'),
        Cell::Held(piece) => piece,
    };
    let letter = match piece.kind {
        Kind::Ordinarius => 'S',
        Kind::Vagus => 'V',
        Kind::Alligatus => 'A',
        Kind::Leader => 'L',
    };
    Some(if piece.side == Side::White { letter } else { letter.to_ascii_lowercase() })
}

/// Returns the cell of a letter, the inverse of [`letter`].
fn cell(c: char) -> Option<Cell> {
    let kind = match c.to_ascii_uppercase() {
        '#' => return Some(Cell::Incitus),
        'S' => Kind::Ordinarius,
        'V' => Kind::Vagus,
        'A' => Kind::Alligatus,
        'L' => Kind::Leader,
        _ => return None,
    };
    let side = if c.is_ascii_uppercase() { Side::White } else { Side::Black };
    Some(Cell::Held(Piece { side, kind }))
}

impl Reference {
    /// Parses a position; rejects everything that is not in canonical form or that this game does not have.
    pub fn parse(&self, fen: &str) -> Result<Position, String> {
        let mut fields = fen.split(' ');
        let mut field = |name: &str| fields.next().ok_or(format!("no {name} in `{fen}`"));
        let mut p = Position {
            board: self.read_board(field("board")?)?,
            side: read_side(field("side")?)?,
            hands: read_pair(field("hands")?)?,
            captured: read_pair(field("captured")?)?,
            clock: read_number(field("clock")?)?,
            turn: read_number(field("turn")?)?,
            roll: None,
            huff: Vec::new(),
            again: None,
            removed: false,
            swapped: false,
            last: BySide::both(None),
        };
        for extra in fields {
            if let Some(roll) = extra.strip_prefix('d') {
                p.roll = Some(roll.parse().map_err(|_| format!("bad roll `{extra}`"))?);
            } else if let Some(squares) = extra.strip_prefix("huff=") {
                p.huff = squares.split(',').map(|name| read_square(&p.board, name)).collect::<Result<_, _>>()?;
            } else if let Some(name) = extra.strip_prefix("again=") {
                p.again = Some(read_square(&p.board, name)?);
            } else if extra == "removed" {
                p.removed = true;
            } else if extra == "swapped" {
                p.swapped = true;
            } else if let Some(turns) = extra.strip_prefix("last=") {
                let (white, black) = turns.split_once(',').ok_or(format!("`{turns}` is not a pair of turns"))?;
                p.last = BySide { white: read_last(&p.board, white)?, black: read_last(&p.board, black)? };
            } else {
                return Err(format!("`{extra}` is not part of a position"));
            }
        }
        self.refuse_strangers(&p)?;
        self.refuse_wrong_hands(&p)?;
        self.refuse_wrong_words(&p)?;
        let canonical = p.text();
        if canonical == fen { Ok(p) } else { Err(format!("`{fen}` is not canonical, `{canonical}` is")) }
    }

    fn read_board(&self, text: &str) -> Result<Board, String> {
        let mut board = Board::empty(self.rules.board);
        let wrong_size = || format!("the board `{text}` is not of {}", self.rules.board);
        let ranks: Vec<&str> = text.split('/').collect();
        if i32::try_from(ranks.len()) != Ok(board.ranks) {
            return Err(wrong_size());
        }
        for (rank, row) in (0..board.ranks).rev().zip(ranks) {
            let mut at = At { file: 0, rank };
            for part in parts(row) {
                if let Ok(run) = part.parse::<u8>() {
                    at.file += i32::from(run);
                    continue;
                }
                let piece = part.chars().next().and_then(cell).ok_or(format!("`{part}` in `{row}` is not a piece"))?;
                if board[at] == Cell::Off {
                    return Err(wrong_size());
                }
                board[at] = piece;
                at.file += 1;
            }
            if at.file != board.files {
                return Err(wrong_size());
            }
        }
        Ok(board)
    }

    /// Rejects everything that the game does not have.
    fn refuse_strangers(&self, p: &Position) -> Result<(), String> {
        let rules = &self.rules;
        let has = |cell| p.board.squares().any(|at| p.board[at] == cell);
        refuse_if(!rules.inciti && has(Cell::Incitus), "the game has no inciti")?;
        for side in Side::BOTH {
            let has = |kind| has(Cell::Held(Piece { side, kind }));
            refuse_if(!rules.vagi && has(Kind::Vagus), "the game has no vagi")?;
            refuse_if(!rules.binds() && has(Kind::Alligatus), "the game has no alligati")?;
            let leaders = p.board.pieces_of(side).filter(|(_, piece)| piece.is_leader()).count();
            refuse_if(leaders > usize::from(rules.has_leader(side)), "more leaders than the game has")?;
        }
        let escaped = self.moves_bind() && !self.stays_bound() && !self.escaped(&p.board).is_empty();
        refuse_if(escaped, "an alligatus that is not held")
    }

    /// Rejects hands that the placement cannot leave.
    fn refuse_wrong_hands(&self, p: &Position) -> Result<(), String> {
        let most = self.first_hands();
        for side in Side::BOTH {
            refuse_if(p.hands[side] > most[side], "more pieces in hand than the game has")?;
            let placed_too_soon = p.hands[side] > 0 && p.board.leader_of(side).is_some();
            refuse_if(placed_too_soon, "a leader is placed last")?;
        }
        refuse_if(p.is_placing() && p.hands[p.side] == 0, "the side to move has nothing to place")?;
        let one_by_one = self.rules.per_turn == 1 && self.rules.leader.is_none();
        refuse_if(p.is_placing() && one_by_one && !self.is_in_order(p), "the players do not come to these hands")?;
        let room =
            p.board.squares().filter(|&at| p.board[at] == Cell::Empty && self.hole(&p.board) != Some(at)).count();
        let in_hand = usize::try_from(p.hands.white + p.hands.black).expect("a board is small");
        refuse_if(in_hand > room, "no room for the pieces in hand")?;
        let on_hole = self.hole(&p.board).is_some_and(|at| p.board[at].piece().is_some());
        refuse_if(p.is_placing() && on_hole, "nothing is placed on the hole")
    }

    /// Rejects the words at the end that do not fit the game or the position.
    fn refuse_wrong_words(&self, p: &Position) -> Result<(), String> {
        let rules = &self.rules;
        let moving = !p.is_placing();
        let rolled = p.roll.is_some_and(|roll| !(1..=rules.die.unwrap_or(0)).contains(&roll));
        refuse_if(rolled || (p.roll.is_some() && !moving), "the die cannot show this now")?;
        let may_huff = rules.compulsory[!p.side] == Compulsory::Huff && moving && p.roll.is_none();
        refuse_if(!p.huff.is_empty() && !may_huff, "there is no huff now")?;
        refuse_if(p.huff.iter().any(|&at| !p.board[at].is_of(!p.side)), "only enemies are huffed")?;
        refuse_if(!p.huff.is_sorted_by(|a, b| a < b), "huff squares go by file, then rank")?;
        let within_turn = moving && p.clock == 0;
        let goes_on = within_turn && rules.capture_again != CaptureAgain::Off;
        refuse_if(p.again.is_some() && !goes_on, "no piece can go on now")?;
        refuse_if(p.again.is_some_and(|at| !p.board[at].is_of(p.side)), "only a piece of the side to move goes on")?;
        refuse_if(p.removed && !(within_turn && self.removes_first()), "nothing can have been removed now")?;
        refuse_if(p.swapped && !(rules.swap && p.turn >= 2), "the players cannot have changed sides")?;
        let remembers = moving && rules.undo == Undo::Forbidden;
        refuse_if(p.last != BySide::both(None) && !remembers, "no last turns are remembered now")
    }
}

fn refuse_if(wrong: bool, what: &str) -> Result<(), String> {
    if wrong { Err(what.to_owned()) } else { Ok(()) }
}

/// Splits a rank into its numbers and letters.
fn parts(row: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for c in row.chars() {
        match parts.last_mut() {
            Some(last) if c.is_ascii_digit() && last.ends_with(|d: char| d.is_ascii_digit()) => last.push(c),
            _ => parts.push(c.to_string()),
        }
    }
    parts
}

fn read_side(text: &str) -> Result<Side, String> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(format!("`{text}` is not a side: w or b")),
    }
}

fn read_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

fn read_pair(text: &str) -> Result<BySide<u32>, String> {
    let (white, black) = text.split_once(',').ok_or(format!("`{text}` is not a pair of numbers"))?;
    Ok(BySide { white: read_number(white)?, black: read_number(black)? })
}

fn read_square(board: &Board, name: &str) -> Result<At, String> {
    board.squares().find(|at| at.name() == name).ok_or(format!("`{name}` is not a square of the board"))
}

/// Reads the two ends of a side's last turn; `None` if it was no move.
fn read_last(board: &Board, text: &str) -> Result<Option<(At, At)>, String> {
    if text == "-" {
        return Ok(None);
    }
    let (from, to) = text.split_once('-').ok_or(format!("`{text}` is not a move"))?;
    let (from, to) = (read_square(board, from)?, read_square(board, to)?);
    refuse_if(from == to, "a move has two ends")?;
    Ok(Some((from, to)))
}
