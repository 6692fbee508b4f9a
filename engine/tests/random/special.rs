//! Positions in which the throne, the corners and the edge matter: shieldwalls, forts, rings, leaders among enemies.

use petteia_engine::rules::{Access, Captured, Hostile};
use petteia_engine::{GameRng, Rules, Side};

use super::{one_in, pick};

/// A row on the edge, with the stones before it. The last line lies on an edge. `S` and `s` are stones of both sides, `L` and
/// `l` leaders, `_` an empty square; `.` stays as it is.
const ROWS: [&[&str]; 7] = [
    &["SSS.", "_ssS"],
    &["S...", "_SS.", "_ssS"],
    &["SSSS.", "_sssS"],
    &["SSSS.", "_slsS"],
    &["LSS.", "_ssS"],
    &["SSSL.", "_lsS"],
    &[".SSSSS.", "Sss_ssS"],
];

/// The same with the last square in a corner.
const ROWS_TO_CORNERS: [&[&str]; 5] =
    [&["SSS.", "_ss_"], &["SSSL", "_ssL"], &["S...", "_SS.", "_ls_"], &["SSS.", "_sss"], &["SSSS.", "_sss_"]];

/// Forts on an edge.
const FORTS: [&[&str]; 6] = [
    &["SSSS", "SL_S"],
    &[".SS.", "SL_S"],
    &[".SSS.", "S___S", "SL__S"],
    &["..S..", ".S_S.", "S_L_S"],
    &[".S.", "S_S", "SLS"],
    &[".SS.", "S__S", ".SLS"],
];

/// Forts whose first or last square is in a corner.
const FORTS_IN_CORNERS: [&[&str]; 5] =
    [&["SSS", "S_L"], &["SS", "SS", "L_"], &["S..", "_SS", "_LS"], &[".SS", "S__", "SL_"], &["SSS", "SL_"]];

/// Enemies with an empty square between them.
const GAPS: [&[&str]; 3] = [&[".S.", "s_s"], &["..s..", ".s_sS", "..s.."], &["s_l", ".S."]];

/// The board, turned and mirrored in some way.
struct View<'a> {
    squares: &'a mut [char],
    files: usize,
    ranks: usize,
    is_turned: bool,
    is_mirrored: bool,
    is_flipped: bool,
    /// The side of the capital letters.
    own: Side,
}

impl View<'_> {
    fn wide(&self) -> usize {
        if self.is_turned { self.ranks } else { self.files }
    }

    fn high(&self) -> usize {
        if self.is_turned { self.files } else { self.ranks }
    }

    fn index(&self, x: usize, y: usize) -> usize {
        let (file, rank) = if self.is_turned { (y, x) } else { (x, y) };
        let file = if self.is_mirrored { self.files - 1 - file } else { file };
        let rank = if self.is_flipped { self.ranks - 1 - rank } else { rank };
        rank * self.files + file
    }

    fn set(&mut self, rules: &Rules, (x, y): (usize, usize), letter: char) {
        let side = if letter.is_uppercase() { self.own } else { !self.own };
        let at = self.index(x, y);
        self.squares[at] = match letter {
            '_' => ' ',
            'L' | 'l' if rules.has_leader(side) => {
                remove_leader(self.squares, side);
                of(side, 'l')
            }
            _ => of(side, 's'),
        };
    }

    /// Puts a pattern on the board, its lowest line on `y`. Returns whether there is room.
    fn stamp(&mut self, rules: &Rules, pattern: &[&str], (x, y): (usize, usize)) -> bool {
        if x + pattern[0].len() > self.wide() || y + pattern.len() > self.high() {
            return false;
        }
        for (line, row) in pattern.iter().rev().enumerate() {
            for (column, letter) in row.chars().enumerate().filter(|&(_, letter)| letter != '.') {
                self.set(rules, (x + column, y + line), letter);
            }
        }
        true
    }
}

/// Puts something on the board on which the special rules of a game depend.
pub fn plant_special(rng: &mut GameRng, rules: &Rules, squares: &mut [char]) {
    type Plant = fn(&mut GameRng, &Rules, &mut View);
    let leader = rules.leader.is_some();
    let hostile = rules.hostile_throne.unwrap_or_default() != Hostile::Off || rules.hostile_corner != Hostile::Off;
    let stops =
        [rules.throne_stop, rules.throne_pass, Some(rules.corner_stop)].iter().flatten().any(|&who| who != Access::All);
    let plants: [(bool, Plant); 9] = [
        (rules.shieldwall, plant_row),
        (rules.edge_fort, plant_fort),
        (rules.encirclement, plant_ring),
        (leader, plant_leader),
        (rules.linnaean, plant_linnaean),
        (hostile || stops, plant_beside_special),
        (rules.intervention, plant_gap),
        (rules.captured == Captured::Cascading, plant_cascade),
        (leader && stops, plant_leader),
    ];
    let wanted: Vec<Plant> = plants.into_iter().filter(|(is_on, _)| *is_on).map(|(_, plant)| plant).collect();
    if wanted.is_empty() {
        return;
    }
    let [is_turned, is_mirrored, is_flipped, is_blacks] = [(); 4].map(|()| one_in(rng, 2));
    let (files, ranks) = (usize::from(rules.board.files), usize::from(rules.board.ranks));
    let own = if is_blacks { Side::Black } else { Side::White };
    let mut view = View { squares, files, ranks, is_turned, is_mirrored, is_flipped, own };
    pick(rng, &wanted)(rng, rules, &mut view);
    if one_in(rng, 4) {
        let at = rng.below(rules.board.squares()) as usize;
        if !matches!(view.squares[at], 'L' | 'l') {
            view.squares[at] = pick(rng, &[' ', ' ', 'S', 's']);
        }
    }
}

fn plant_row(rng: &mut GameRng, rules: &Rules, view: &mut View) {
    if one_in(rng, 2) {
        let pattern = pick(rng, &ROWS);
        let x = below(rng, (view.wide() + 1).saturating_sub(pattern[0].len()));
        view.stamp(rules, pattern, (x, 0));
    } else {
        let pattern = pick(rng, &ROWS_TO_CORNERS);
        let x = view.wide().saturating_sub(pattern[0].len());
        view.stamp(rules, pattern, (x, 0));
    }
}

fn plant_fort(rng: &mut GameRng, rules: &Rules, view: &mut View) {
    view.own = owner(rng, rules);
    if one_in(rng, 2) {
        let pattern = pick(rng, &FORTS);
        let x = below(rng, (view.wide() + 1).saturating_sub(pattern[0].len()));
        view.stamp(rules, pattern, (x, 0));
    } else {
        let pattern = pick(rng, &FORTS_IN_CORNERS);
        let x = view.wide().saturating_sub(pattern[0].len());
        view.stamp(rules, pattern, (x, 0));
    }
}

/// Surrounds everything of a side with enemies, most often with a gap next to one of them.
fn plant_ring(rng: &mut GameRng, rules: &Rules, view: &mut View) {
    view.own = owner(rng, rules);
    let (wide, high) = (view.wide(), view.high());
    if wide < 3 || high < 3 {
        return;
    }
    let (x, y) = (1 + below(rng, wide - 2), 1 + below(rng, high - 2));
    let (right, top) = (x + below(rng, wide - 1 - x), y + below(rng, high - 1 - y));
    let gap = below(rng, 2 * (right - x + top - y) + 8);
    let mut number = 0;
    for (column, row) in (0..wide).flat_map(|column| (0..high).map(move |row| (column, row))) {
        let within_files = (x..=right).contains(&column);
        let within_ranks = (y..=top).contains(&row);
        let on_ring = (within_files && (row + 1 == y || row == top + 1))
            || (within_ranks && (column + 1 == x || column == right + 1));
        let at = view.index(column, row);
        let is_own = view.squares[at].is_alphabetic() && view.squares[at].is_uppercase() == (view.own == Side::White);
        if on_ring {
            number += 1;
            view.set(rules, (column, row), if number == gap { '_' } else { 's' });
        } else if is_own && !(within_files && within_ranks) {
            view.squares[at] = ' ';
        }
    }
    view.set(rules, (x, y), pick(rng, &['L', 'S', 'L']));
}

/// Puts a leader on a square that matters, among enemies.
fn plant_leader(rng: &mut GameRng, rules: &Rules, view: &mut View) {
    view.own = owner(rng, rules);
    let (wide, high) = (view.wide(), view.high());
    let (x, y) = match rng.below(6) {
        0 => (wide / 2, high / 2),
        1 => ((wide / 2 + 1).min(wide - 1), high / 2),
        2 => (below(rng, wide), 0),
        3 => (0, 0),
        4 => (1.min(wide - 1), 0),
        _ => (below(rng, wide), below(rng, high)),
    };
    view.set(rules, (x, y), 'L');
    let missing = if one_in(rng, 3) { 4 } else { rng.below(4) };
    for (number, (column, row)) in beside(view, (x, y)) {
        let letter = if number == missing { '_' } else { pick(rng, &['s', 's', 's', 's', 's', 's', 'S', '_']) };
        view.set(rules, (column, row), letter);
    }
}

/// Puts a leader on the throne with three enemies and a stone beside it, and an enemy that may come up to the stone.
fn plant_linnaean(rng: &mut GameRng, rules: &Rules, view: &mut View) {
    view.own = owner(rng, rules);
    let (x, y) = (view.wide() / 2, view.high() / 2);
    view.set(rules, (x, y), 'L');
    for (_, (column, row)) in beside(view, (x, y)) {
        view.set(rules, (column, row), if (column, row) == (x + 1, y) { 'S' } else { 's' });
    }
    if x + 2 < view.wide() {
        view.set(rules, (x + 2, y), '_');
        if y + 1 < view.high() {
            view.set(rules, (x + 2, y + 1), 's');
        }
    }
}

/// Puts a piece next to the throne or a corner square, and an enemy that may come up to it.
fn plant_beside_special(rng: &mut GameRng, rules: &Rules, view: &mut View) {
    let size = usize::from(rules.corner_size);
    let (x, y) = if one_in(rng, 2) {
        (view.wide() / 2, view.high() / 2)
    } else {
        (below(rng, size.min(view.wide())), below(rng, size.min(view.high())))
    };
    let letters = [pick(rng, &['_', '_', '_', 'L', 'l', 'S', 's']), pick(rng, &['s', 's', 'l', '_']), '_', 'S'];
    let room = view.wide() - x;
    for (distance, letter) in letters.into_iter().enumerate().take(room) {
        view.set(rules, (x + distance, y), letter);
    }
    if x + 2 < view.wide() && y + 1 < view.high() {
        view.set(rules, (x + 2, y + 1), pick(rng, &['S', 'S', 'L', '_']));
    }
}

fn plant_gap(rng: &mut GameRng, rules: &Rules, view: &mut View) {
    plant_anywhere(rng, rules, view, &GAPS);
}

/// Stones of which one, once converted, captures others.
fn plant_cascade(rng: &mut GameRng, rules: &Rules, view: &mut View) {
    plant_anywhere(rng, rules, view, &[&["S_sS", "..s.", "..S."], &[".S...", "._sS.", "..s..", "..sS.", "..S.."]]);
}

fn plant_anywhere(rng: &mut GameRng, rules: &Rules, view: &mut View, patterns: &[&[&str]]) {
    let pattern = pick(rng, patterns);
    let x = below(rng, (view.wide() + 1).saturating_sub(pattern[0].len()));
    let y = below(rng, (view.high() + 1).saturating_sub(pattern.len()));
    view.stamp(rules, pattern, (x, y));
}

/// Returns the neighbours of a square with numbers that do not depend on which are on the board.
fn beside(view: &View, (x, y): (usize, usize)) -> Vec<(u32, (usize, usize))> {
    // Outside the board the numbers wrap round and become too large.
    let all = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    (0..).zip(all).filter(|&(_, (x, y))| x < view.wide() && y < view.high()).collect()
}

/// Returns a side with a leader, if there is one.
fn owner(rng: &mut GameRng, rules: &Rules) -> Side {
    let any = pick(rng, &Side::BOTH);
    if rules.has_leader(any) { any } else { !any }
}

fn remove_leader(squares: &mut [char], side: Side) {
    squares.iter_mut().filter(|square| **square == of(side, 'l')).for_each(|square| *square = ' ');
}

fn of(side: Side, letter: char) -> char {
    if side == Side::White { letter.to_ascii_uppercase() } else { letter }
}

fn below(rng: &mut GameRng, n: usize) -> usize {
    rng.below(u32::try_from(n.max(1)).expect("a board is small")) as usize
}
