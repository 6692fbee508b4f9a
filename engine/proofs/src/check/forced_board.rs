//! A camp as rows of letters, and the moves in it (experiments/studies/fortresses.md §8). Row 0 is the outermost rank and the last
//! row is the back rank; `S` is a piece of the owner, `s` a piece of the enemy, and `.` an empty square. Everything
//! beyond row 0 is the field.

/// A camp, and the number of enemies in the field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CampRows {
    pub rows: Vec<Vec<char>>,
    pub outside: usize,
}

/// The rules of capture in a camp beyond custodial capture, and the reach of the pieces.
#[derive(Clone, Copy, Debug)]
pub struct Captures {
    pub edge: bool,
    pub corner: bool,
    /// How far the owner's pieces can move.
    pub own_reach: usize,
    /// How far the enemy's pieces can move.
    pub enemy_reach: usize,
}

/// A square as file and row.
pub type Spot = (i32, i32);

const WAYS: [Spot; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The content of a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Off,
    Field,
    Square(char),
}

impl CampRows {
    /// Reads the ranks of a position text.
    pub fn read(text: &str, files: usize, outside: usize) -> Option<CampRows> {
        let row = |rank: &str| {
            let mut row = Vec::new();
            let mut run = String::new();
            for letter in rank.chars().chain(['|']) {
                if letter.is_ascii_digit() {
                    run.push(letter);
                    continue;
                }
                if !run.is_empty() {
                    let empty: usize = run.parse().ok().filter(|&empty| empty <= files)?;
                    row.extend(std::iter::repeat_n('.', empty));
                    run.clear();
                }
                match letter {
                    'S' | 's' => row.push(letter),
                    '|' => {}
                    _ => return None,
                }
            }
            (row.len() == files).then_some(row)
        };
        let rows = text.split('/').map(row).collect::<Option<Vec<_>>>()?;
        Some(CampRows { rows, outside })
    }

    /// Returns the text of its rows, with `own` for the owner's pieces, `enemy` for the enemy's, and `1` for empty
    /// squares.
    pub fn ranks(&self, own: char, enemy: char) -> Vec<String> {
        let write = |&square: &char| match square {
            'S' => own,
            's' => enemy,
            'L' if own == 'S' => 'L',
            'L' => 'l',
            _ => '1',
        };
        self.rows.iter().map(|row| merge(&row.iter().map(write).collect::<Vec<char>>())).collect()
    }

    /// Returns the same camp with the owner's leader marked as `L` on its square.
    pub fn with_leader(&self, spot: Option<Spot>) -> CampRows {
        let mut marked = self.clone();
        if let Some(spot) = spot.filter(|&spot| self.see(spot) == Seen::Square('S')) {
            marked.put(spot, 'L');
        }
        marked
    }

    /// Returns the same camp with one rank less, if possible.
    pub fn narrowed(&self) -> Option<CampRows> {
        let possible = self.rows.len() > 2 && !self.rows[0].contains(&'S');
        let leaving = self.rows[0].iter().filter(|&&letter| letter == 's').count();
        possible.then(|| CampRows { rows: self.rows[1..].to_vec(), outside: self.outside + leaving })
    }

    fn see(&self, (file, row): Spot) -> Seen {
        let (files, rows) = (self.rows[0].len() as i32, self.rows.len() as i32);
        if file < 0 || file >= files || row >= rows {
            Seen::Off
        } else if row < 0 {
            Seen::Field
        } else {
            Seen::Square(self.rows[row as usize][file as usize])
        }
    }

    fn put(&mut self, (file, row): Spot, letter: char) {
        self.rows[row as usize][file as usize] = letter;
    }

    fn spots_of(&self, letter: char) -> Vec<Spot> {
        let (files, rows) = (self.rows[0].len() as i32, self.rows.len() as i32);
        let all = (0..rows).flat_map(|row| (0..files).map(move |file| (file, row)));
        all.filter(|&spot| self.see(spot) == Seen::Square(letter)).collect()
    }

    /// Returns the number of the owner's pieces.
    pub fn own_pieces(&self) -> usize {
        self.spots_of('S').len()
    }

    /// Returns the number of the enemy's pieces in the camp.
    pub fn enemies(&self) -> usize {
        self.spots_of('s').len()
    }

    /// Returns the pieces of `prey` that are captured when an enemy of theirs moves to `at`. With `field`, there is a
    /// captor on the far side of a piece if that side is in the field.
    fn fallen(&self, at: Spot, prey: char, rules: Captures, field: bool) -> Vec<Spot> {
        let hunter = if prey == 'S' { 's' } else { 'S' };
        let step = |(file, row): Spot, (df, dr): Spot| (file + df, row + dr);
        let falls = |way: Spot| {
            let victim = step(at, way);
            let across = self.see(step(victim, way));
            let beside: Vec<Seen> = WAYS.iter().map(|&way| self.see(step(victim, way))).collect();
            let in_corner = beside.iter().filter(|&&seen| seen == Seen::Off).count() == 2;
            let cornered = in_corner && beside.iter().all(|&seen| seen == Seen::Off || seen == Seen::Square(hunter));
            let held = match across {
                Seen::Off => rules.edge,
                Seen::Field => field,
                Seen::Square(letter) => letter == hunter,
            };
            (self.see(victim) == Seen::Square(prey) && (held || (rules.corner && cornered))).then_some(victim)
        };
        WAYS.into_iter().filter_map(falls).collect()
    }

    /// Returns the camp after the owner's move, if it is legal.
    pub fn after_own(&self, from: Spot, to: Spot, rules: Captures) -> Option<CampRows> {
        let way = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let distance = (to.0 - from.0).abs() + (to.1 - from.1).abs();
        let straight = WAYS.contains(&way) && distance as usize <= rules.own_reach;
        let on = |times: i32| self.see((from.0 + times * way.0, from.1 + times * way.1));
        let clear = (1..=distance).all(|times| on(times) == Seen::Square('.'));
        if self.see(from) != Seen::Square('S') || !straight || !clear {
            return None;
        }
        let mut after = self.clone();
        after.put(from, '.');
        after.put(to, 'S');
        for victim in after.fallen(to, 's', rules, false) {
            after.put(victim, '.');
        }
        Some(after)
    }

    /// Returns all camps after a move of the enemy.
    pub fn after_enemy(&self, rules: Captures) -> Vec<CampRows> {
        let mut camps = vec![self.clone()];
        if self.outside > 0 {
            let mut entered = self.clone();
            entered.outside -= 1;
            for file in 0..self.rows[0].len() as i32 {
                entered.walk(&mut camps, (file, -1), (0, 1), rules);
                camps.extend(self.after_landing_outside(file));
            }
        }
        for from in self.spots_of('s') {
            let mut lifted = self.clone();
            lifted.put(from, '.');
            for way in WAYS {
                lifted.walk(&mut camps, from, way, rules);
            }
        }
        camps
    }

    /// Moves an enemy, which is not in the camp's rows, from `from` over empty squares.
    fn walk(&self, camps: &mut Vec<CampRows>, from: Spot, way: Spot, rules: Captures) {
        let mut at = from;
        for _ in 0..rules.enemy_reach {
            at = (at.0 + way.0, at.1 + way.1);
            match self.see(at) {
                Seen::Square('.') => camps.extend([false, true].map(|field| self.after_landing(at, rules, field))),
                Seen::Field => {
                    let mut left = self.clone();
                    left.outside += 1;
                    camps.push(left);
                    return;
                }
                _ => return,
            }
        }
    }

    /// Returns the camp after an enemy moves to `at`. With `field`, other enemies, if there are any, stand in the field
    /// wherever they help.
    fn after_landing(&self, at: Spot, rules: Captures, field: bool) -> CampRows {
        let mut after = self.clone();
        after.put(at, 's');
        for victim in after.fallen(at, 'S', rules, field && self.outside > 0) {
            after.put(victim, '.');
        }
        after
    }

    /// Returns the camp after an enemy moves to the field square in front of a piece in row 0 that has another enemy
    /// behind it.
    fn after_landing_outside(&self, file: i32) -> Option<CampRows> {
        let pinned = self.see((file, 0)) == Seen::Square('S') && self.see((file, 1)) == Seen::Square('s');
        pinned.then(|| {
            let mut after = self.clone();
            after.put((file, 0), '.');
            after
        })
    }
}

/// Writes a row in which each empty square is `1`; a run of these becomes one number.
fn merge(row: &[char]) -> String {
    let runs = row.chunk_by(|a, b| a == b);
    runs.map(|run| if run[0] == '1' { run.len().to_string() } else { run.iter().collect() }).collect()
}
