//! Random positions, written as text: any pieces on any squares, whether or not a game could reach them.

use petteia_engine::rules::{Bound, CaptureAgain, Compulsory, First, Movement, Removal, Setup, Undo};
use petteia_engine::{BySide, GameRng, Rules, Side, Square};

use super::special::plant_special;
use super::{one_in, pick};

/// The density of pieces on a board, in percent.
struct Crowd {
    pieces: u32,
    white: u32,
    turned: u32,
    dead: u32,
}

/// Returns a random position text of a game, without anything that the game does not have.
pub fn random_text(rng: &mut GameRng, rules: &Rules) -> String {
    let mut squares = random_squares(rng, rules);
    let placing = if one_in(rng, 2) { placing(rng, rules) } else { None };
    if let Some((_, hands)) = placing {
        clear_for_placing(rules, &mut squares, hands);
    }
    let has_room = |&(_, hands): &(Side, BySide<u8>)| {
        let empty = squares.iter().filter(|&&square| square == ' ').count();
        usize::from(hands.white) + usize::from(hands.black) + usize::from(rules.hole.is_some()) <= empty
    };
    let (side, hands) = placing.filter(has_room).unwrap_or_else(|| (pick(rng, &Side::BOTH), BySide::default()));
    let word = if hands == BySide::default() { word(rng, rules, &squares, side) } else { String::new() };
    let within_turn = word.starts_with("again") || word == "removed";
    let remembers = hands == BySide::default() && rules.undo == Undo::Forbidden && !one_in(rng, 3);
    let last = if remembers { last(rng, rules, &squares) } else { String::new() };
    let clock = if within_turn { 0 } else { near(rng, rules.no_progress()) };
    let turn = match rules.limits.move_cap {
        _ if rules.swap && one_in(rng, 3) => 1,
        cap if cap > 0 && one_in(rng, 2) => rules.placing_turns() + near(rng, cap),
        _ => near(rng, rules.turn_cap()),
    };
    let swapped = if rules.swap && turn >= 2 && one_in(rng, 2) { "swapped" } else { "" };
    let captured = format!("{},{}", rng.below(4), rng.below(4));
    let letter = if side == Side::White { 'w' } else { 'b' };
    let board = board_text(rules, &squares);
    let text = format!("{board} {letter} {},{} {captured} {clock} {turn}", hands.white, hands.black);
    [text, word, swapped.to_owned(), last].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the word for the last turns of both sides: moves, most of which a piece could take back.
fn last(rng: &mut GameRng, rules: &Rules, squares: &[char]) -> String {
    let [white, black] =
        Side::BOTH.map(|side| if one_in(rng, 4) { None } else { last_move(rng, rules, squares, side) });
    if white.is_none() && black.is_none() {
        return String::new();
    }
    let text = |last: Option<(Square, Square)>| match last {
        Some((from, to)) => format!("{}-{}", rules.board.name(from), rules.board.name(to)),
        None => "-".to_owned(),
    };
    format!("last={},{}", text(white), text(black))
}

/// Returns the two ends of a move that a side may have made: as a rule it ended on a piece and began on an empty square
/// one or two squares away.
fn last_move(rng: &mut GameRng, rules: &Rules, squares: &[char], side: Side) -> Option<(Square, Square)> {
    let own = squares_of(rules, squares, side);
    let any = Square(u16::try_from(rng.below(rules.board.squares())).expect("a board is small"));
    if own.is_empty() || one_in(rng, 6) {
        let other = Square(u16::try_from(rng.below(rules.board.squares())).expect("a board is small"));
        return (any != other).then_some((any, other));
    }
    let to = pick(rng, &own);
    let files = usize::from(rules.board.files);
    let is_near = |from: usize| {
        let (ranks_off, files_off) =
            ((from / files).abs_diff(to.index() / files), (from % files).abs_diff(to.index() % files));
        squares[from] == ' ' && matches!((ranks_off, files_off), (1 | 2, 0) | (0, 1 | 2))
    };
    let near: Vec<usize> = (0..squares.len()).filter(|&from| is_near(from)).collect();
    let from = if near.is_empty() { return None } else { pick(rng, &near) };
    Some((Square(u16::try_from(from).expect("a board is small")), to))
}

/// Returns what follows the numbers: a huff, a turn that goes on, a roll, or nothing.
fn word(rng: &mut GameRng, rules: &Rules, squares: &[char], side: Side) -> String {
    let huff = huff(rng, rules, squares, side);
    if !huff.is_empty() {
        return format!("huff={}", huff.join(","));
    }
    let own = squares_of(rules, squares, side);
    if rules.capture_again != CaptureAgain::Off && !own.is_empty() && one_in(rng, 3) {
        return format!("again={}", rules.board.name(pick(rng, &own)));
    }
    if matches!(rules.removal, Some(Removal::BeforeMove | Removal::Joined)) && one_in(rng, 4) {
        return "removed".to_owned();
    }
    match rules.die {
        Some(faces) if one_in(rng, 2) => format!("d{}", 1 + rng.below(u32::from(faces))),
        _ => String::new(),
    }
}

/// Returns a number of turns, occasionally just below a limit.
fn near(rng: &mut GameRng, limit: u32) -> u32 {
    if one_in(rng, 8) { limit.saturating_sub(1) } else { rng.below(limit / 2 + 1) }
}

fn random_squares(rng: &mut GameRng, rules: &Rules) -> Vec<char> {
    let mut pieces = pick(rng, &[4, 8, 25, 40, 60, 85]);
    if rules.movement == Movement::Leap {
        // On a crowded board there can be too many chains of leaps to list.
        pieces = pieces.min(if rules.board.squares() > 128 { 25 } else { 40 });
    }
    let stays_bound = rules.bound == Some(Bound::Lasting);
    let turns = rules.vagi || rules.movement == Movement::Leap || stays_bound;
    let turned = if turns { pick(rng, &[0, 30, 60]) } else { 0 };
    // A few scattered vagi: a low roll leaves them without an attack, so the player must pass.
    let (pieces, turned) = if rules.vagi && one_in(rng, 3) { (8, 100) } else { (pieces, turned) };
    let dead = if rules.inciti { pick(rng, &[0, 10, 30, 50]) } else { 0 };
    let crowd = Crowd { pieces, white: pick(rng, &[15, 30, 50, 70, 85]), turned, dead };
    let letter = if rules.vagi { 'v' } else { 'a' };
    let mut squares: Vec<char> = (0..rules.board.squares()).map(|_| crowd.square(rng, letter)).collect();
    for side in Side::BOTH {
        if rules.has_leader(side) && !one_in(rng, 6) {
            let at = rng.below(rules.board.squares()) as usize;
            squares[at] = of(side, 'l');
        }
    }
    if !one_in(rng, 3) {
        plant_special(rng, rules, &mut squares);
    }
    if rules.holds() && !stays_bound && !one_in(rng, 4) {
        bind(rng, rules, &mut squares);
    }
    if rules.bound == Some(Bound::Chain) && one_in(rng, 4) {
        plant_chain(rng, rules, &mut squares);
    }
    squares
}

/// A bound stone that a step to the empty square `_` sets free, between two enemies of which it then binds one.
const CHAIN: [&str; 3] = ["S...", "sAsS", "_S.."];

/// Puts a [`CHAIN`] on the board, for either side, turned any way, and frees the stones that are no longer held.
fn plant_chain(rng: &mut GameRng, rules: &Rules, squares: &mut [char]) {
    let (files, ranks) = (usize::from(rules.board.files), usize::from(rules.board.ranks));
    let [is_turned, is_mirrored, is_flipped, is_blacks] = [(); 4].map(|()| one_in(rng, 2));
    let (wide, high) = if is_turned { (CHAIN.len(), CHAIN[0].len()) } else { (CHAIN[0].len(), CHAIN.len()) };
    if files < wide || ranks < high {
        return;
    }
    let at_most = |rng: &mut GameRng, n: usize| rng.below(u32::try_from(n + 1).expect("a board is small")) as usize;
    let (first_file, first_rank) = (at_most(rng, files - wide), at_most(rng, ranks - high));
    for (row, line) in CHAIN.iter().enumerate() {
        for (column, letter) in line.chars().enumerate().filter(|&(_, letter)| letter != '.') {
            let (x, y) = if is_turned { (row, column) } else { (column, row) };
            let file = first_file + if is_mirrored { wide - 1 - x } else { x };
            let rank = first_rank + if is_flipped { high - 1 - y } else { y };
            squares[rank * files + file] = match letter {
                '_' => ' ',
                _ if is_blacks && letter.is_uppercase() => letter.to_ascii_lowercase(),
                _ if is_blacks => letter.to_ascii_uppercase(),
                _ => letter,
            };
        }
    }
    let is_loose = |squares: &[char], at: usize| matches!(squares[at], 'A' | 'a') && !is_held(rules, squares, at);
    while let Some(at) = (0..squares.len()).find(|&at| is_loose(squares, at)) {
        squares[at] = if squares[at] == 'A' { 'S' } else { 's' };
    }
}

/// Binds some stones that are held, as long as every bound stone stays held.
fn bind(rng: &mut GameRng, rules: &Rules, squares: &mut [char]) {
    let start = rng.below(rules.board.squares()) as usize;
    for step in 0..squares.len() {
        let at = (start + step) % squares.len();
        let letter = squares[at];
        if !letter.is_alphabetic() || one_in(rng, 4) {
            continue;
        }
        squares[at] = if letter.is_uppercase() { 'A' } else { 'a' };
        let is_bound = |&at: &usize| matches!(squares[at], 'A' | 'a');
        if !(0..squares.len()).filter(is_bound).all(|at| is_held(rules, squares, at)) {
            squares[at] = letter;
        }
    }
}

/// Returns whether free enemies hold the stone on a square.
fn is_held(rules: &Rules, squares: &[char], at: usize) -> bool {
    let (files, ranks) = (usize::from(rules.board.files), usize::from(rules.board.ranks));
    let (file, rank) = (at % files, at / files);
    let holder = if squares[at].is_uppercase() { 's' } else { 'S' };
    // Outside the board the numbers wrap round and become too large.
    let holds = |file: usize, rank: usize| file < files && rank < ranks && squares[rank * files + file] == holder;
    let beside_files = [file.wrapping_sub(1), file + 1].map(|file| holds(file, rank));
    let beside_ranks = [rank.wrapping_sub(1), rank + 1].map(|rank| holds(file, rank));
    let ends = |n: usize, count: usize| count > 1 && (n == 0 || n + 1 == count);
    let in_corner = rules.corner && ends(file, files) && ends(rank, ranks);
    let in_each = |held: [bool; 2]| held[0] || held[1];
    beside_files == [true, true]
        || beside_ranks == [true, true]
        || (in_corner && in_each(beside_files) && in_each(beside_ranks))
}

impl Crowd {
    fn square(&self, rng: &mut GameRng, turned: char) -> char {
        let percent = |rng: &mut GameRng, n| rng.below(100) < n;
        if percent(rng, self.dead) {
            return '#';
        }
        if !percent(rng, self.pieces) {
            return ' ';
        }
        let side = if percent(rng, self.white) { Side::White } else { Side::Black };
        of(side, if percent(rng, self.turned) { turned } else { 's' })
    }
}

fn of(side: Side, letter: char) -> char {
    if side == Side::White { letter.to_ascii_uppercase() } else { letter }
}

/// Returns who places next and both hands at some time of the placement, most often near its end.
fn placing(rng: &mut GameRng, rules: &Rules) -> Option<(Side, BySide<u8>)> {
    if !matches!(rules.setup, Setup::Placement(_)) {
        return None;
    }
    let order = order_of_placing(rules);
    let length = u32::try_from(order.len()).expect("a board is small");
    let any = 1 + rng.below(length);
    let from_end = pick(rng, &[1, 1, 2, 2, 3, 4, 5, any]);
    order.get(order.len().checked_sub(from_end as usize)?).copied()
}

/// Returns the side to place and both hands before each placement of a game.
fn order_of_placing(rules: &Rules) -> Vec<(Side, BySide<u8>)> {
    let first = rules.hands();
    let (mut side, mut hands) = (if rules.first == Some(First::Black) { Side::Black } else { Side::White }, first);
    let mut order = Vec::new();
    while hands != BySide::default() {
        order.push((side, hands));
        hands[side] -= 1;
        let left = hands[side];
        let leader_is_left = rules.has_leader(side) && left == 1;
        let ends = (first[side] - left).is_multiple_of(rules.per_turn) || left == 0 || leader_is_left;
        if ends && hands[!side] > 0 {
            side = !side;
        }
    }
    order
}

/// Removes what cannot be on the board while these pieces are in hand.
fn clear_for_placing(rules: &Rules, squares: &mut [char], hands: BySide<u8>) {
    if let Some(hole) = rules.hole_square() {
        squares[hole.index()] = ' ';
    }
    for side in Side::BOTH.into_iter().filter(|&side| hands[side] > 0) {
        squares.iter_mut().filter(|square| **square == of(side, 'l')).for_each(|square| *square = of(side, 's'));
    }
    if rules.holds() && rules.bound != Some(Bound::Lasting) {
        // A stone on the hole may have held others.
        let free = |letter: char| {
            if letter == 'A' {
                'S'
            } else if letter == 'a' {
                's'
            } else {
                letter
            }
        };
        squares.iter_mut().for_each(|square| *square = free(*square));
    }
}

/// Returns some enemy squares, if the side to move could be deciding about a huff.
fn huff(rng: &mut GameRng, rules: &Rules, squares: &[char], side: Side) -> Vec<String> {
    if rules.compulsory[!side] != Compulsory::Huff || one_in(rng, 2) {
        return Vec::new();
    }
    let enemies = squares_of(rules, squares, !side);
    enemies.into_iter().filter(|_| one_in(rng, 3)).map(|at| rules.board.name(at)).collect()
}

/// Returns the squares with pieces of one side, by file, then rank.
fn squares_of(rules: &Rules, squares: &[char], side: Side) -> Vec<Square> {
    let (files, ranks) = (rules.board.files, rules.board.ranks);
    let by_file = (0..files).flat_map(|file| (0..ranks).filter_map(move |rank| rules.board.square(file, rank)));
    let is_own = |at: &Square| {
        let letter = squares[at.index()];
        letter.is_alphabetic() && letter == of(side, letter.to_ascii_lowercase())
    };
    by_file.filter(is_own).collect()
}

fn board_text(rules: &Rules, squares: &[char]) -> String {
    let rank_text = |rank: &[char]| {
        let mut text = String::new();
        let mut empty = 0;
        for &square in rank.iter().chain(&['/']) {
            if square == ' ' {
                empty += 1;
            } else {
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.push(square);
            }
        }
        text
    };
    let ranks: String = squares.chunks(usize::from(rules.board.files)).rev().map(rank_text).collect();
    ranks.trim_end_matches('/').to_owned()
}
