//! Random positions, written as text: any pieces on any squares, whether or not a game could reach them.

use petteia_engine::rules::{Compulsory, Movement, Setup};
use petteia_engine::{GameRng, Rules, Side, Square};

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
    let side = pick(rng, &Side::BOTH);
    let squares = random_squares(rng, rules);
    let hands = hands(rng, rules, &squares, side);
    let placing = hands != "0,0";
    let (clock, turn) = (near(rng, rules.limits.no_progress), near(rng, rules.limits.turn_cap));
    let captured = format!("{},{}", rng.below(4), rng.below(4));
    let letter = if side == Side::White { 'w' } else { 'b' };
    let mut text = format!("{} {letter} {hands} {captured} {clock} {turn}", board_text(rules, &squares));
    let huff = if placing { Vec::new() } else { huff(rng, rules, &squares, side) };
    if !huff.is_empty() {
        text += &format!(" huff={}", huff.join(","));
    } else if let Some(faces) = rules.die
        && !placing
        && one_in(rng, 2)
    {
        text += &format!(" d{}", 1 + rng.below(u32::from(faces)));
    }
    text
}

/// Returns a number of turns, occasionally just below a limit.
fn near(rng: &mut GameRng, limit: u32) -> u32 {
    if one_in(rng, 8) { limit.saturating_sub(1) } else { rng.below(limit / 2 + 1) }
}

fn random_squares(rng: &mut GameRng, rules: &Rules) -> Vec<char> {
    let mut pieces = pick(rng, &[4, 8, 25, 40, 60, 85]);
    if rules.movement == Movement::Leap {
        // On a crowded board there can be too many chains of leaps to list.
        pieces = pieces.min(40);
    }
    let turned = if rules.vagi || rules.movement == Movement::Leap { pick(rng, &[0, 30, 60]) } else { 0 };
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
    squares
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

/// Occasionally returns stones in hand, for which there is room on the board.
fn hands(rng: &mut GameRng, rules: &Rules, squares: &[char], side: Side) -> String {
    let Setup::Placement(most) = rules.setup else { return "0,0".to_owned() };
    let empty = squares.iter().filter(|&&square| square == ' ').count();
    let black = pick(rng, &[0, 0, 1, 1, 2]);
    let white = if side == Side::White { black } else { black.max(1) - 1 };
    let fits = white + black <= empty && black <= usize::from(most);
    if fits && (black > 0 || side == Side::White) { format!("{white},{black}") } else { "0,0".to_owned() }
}

/// Returns some enemy squares, if the side to move could be deciding about a huff.
fn huff(rng: &mut GameRng, rules: &Rules, squares: &[char], side: Side) -> Vec<String> {
    if rules.compulsory[!side] != Compulsory::Huff || one_in(rng, 2) {
        return Vec::new();
    }
    let (files, ranks) = (rules.board.files, rules.board.ranks);
    let by_file = (0..files).flat_map(|file| (0..ranks).map(move |rank| rank * files + file));
    let is_enemy = |&at: &u8| {
        let letter = squares[usize::from(at)];
        letter.is_alphabetic() && letter == of(!side, letter.to_ascii_lowercase())
    };
    let enemies: Vec<u8> = by_file.filter(is_enemy).collect();
    enemies.into_iter().filter(|_| one_in(rng, 3)).map(|at| rules.board.name(Square(at))).collect()
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
