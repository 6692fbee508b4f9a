//! Checks a claimed fortress against the definition, condition by condition (experiments/studies/fortresses.md §1).

use petteia_engine::fortress::Waiting;
use petteia_engine::rules::{
    Bound, Compulsory, Entry, LeaderCapture, LeaderCaptures, LeaderMove, Movement, Over, Removal, Repetition, Undo,
};
use petteia_engine::{Game, Geometry, Move, Position, Rules, Side, Square, SquareSet};

use super::rules::are_known_in_fortresses;

/// Why a claimed fortress is not one, by the name of the condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("condition {condition} fails{}", at.map_or(String::new(), |at| format!(" on the square with index {}", at.0)))]
pub struct Objection {
    /// `F1` to `F8`, or `covered`.
    pub condition: &'static str,
    /// The square on which it fails, if it concerns a square.
    pub at: Option<Square>,
}

/// A square as file and rank; it may be off the board.
type Place = (i32, i32);

const WAYS: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn next((file, rank): Place, (df, dr): Place, times: i32) -> Place {
    (file + times * df, rank + times * dr)
}

/// What is on a square, from the owner's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    Nothing,
    Wall { leads: bool },
    Mover { leads: bool },
    Stranger { own: bool, leads: bool },
    Incitus,
}

struct Board<'a> {
    rules: &'a Rules,
    squares: Vec<Stands>,
    open: Vec<bool>,
    /// The squares on which the moving pieces stand, and from, over and to which they move.
    room: Vec<Place>,
    compelled: bool,
}

/// Returns the squares that the moving pieces leave first; `None` if none moves.
fn first_squares(moves: &[[Square; 2]]) -> Option<Vec<Square>> {
    let mut entered: Vec<Square> = Vec::new();
    let mut first: Vec<Square> = Vec::new();
    for &[from, to] in moves {
        if !entered.contains(&from) && !first.contains(&from) {
            first.push(from);
        }
        entered.push(to);
    }
    (!first.is_empty()).then_some(first)
}

/// Returns the ends of a move and, where moves may not be taken back, the squares between them.
fn on_the_way([from, to]: [Place; 2], undo: Undo) -> Vec<Place> {
    let way = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let far = (to.0 - from.0).abs() + (to.1 - from.1).abs();
    match undo {
        Undo::Allowed => vec![from, to],
        Undo::Forbidden => (0..=far).map(|i| next(from, way, i)).collect(),
    }
}

/// Returns whether the conditions are those of the rules.
fn is_covered(rules: &Rules, compelled: bool) -> bool {
    let hops = rules.movement == Movement::Hop;
    let recur = !matches!(rules.limits.repetition, Repetition::Forbidden | Repetition::ForbiddenBoard);
    let jumps = rules.leader.is_some_and(|leader| leader.jump);
    let undone = rules.undo == Undo::Allowed || !(rules.surround || rules.capture_run || hops || jumps);
    are_known_in_fortresses(rules)
        && recur
        && undone
        && matches!(rules.entry, None | Some(Entry::Free))
        && matches!(rules.bound, None | Some(Bound::Trapped | Bound::OneTurn | Bound::Held))
        && matches!(rules.removal, None | Some(Removal::Instead | Removal::BeforeMove))
        && !(compelled && (rules.surround || hops))
        && !(hops && rules.capture_run)
}

/// Checks the claim that `wall` is the wall of a fortress of `owner` that waits with these moves.
///
/// # Errors
/// The first condition that fails.
pub fn check_fortress<G: Geometry>(
    game: &Game<G>,
    position: &Position<G::Set>,
    owner: Side,
    wall: &[Square],
    waiting: &Waiting,
) -> Result<(), Objection> {
    let rules = game.rules();
    let compelled = rules.compulsory[owner] != Compulsory::Off;
    let fail = |condition, at| Err(Objection { condition, at });
    let hands = position.hands();
    if hands.white + hands.black > 0 || game.outcome(position).is_some() || !is_covered(rules, compelled) {
        return fail("covered", None);
    }
    let Some(movers) = first_squares(&waiting.moves) else { return fail("F1", None) };
    let own = |square: Square| position.pieces(owner).has(square);
    let stray = wall.iter().find(|square| movers.contains(square));
    if let Some(&stray) = stray.or_else(|| wall.iter().chain(&movers).find(|&&square| !own(square))) {
        return fail("F1", Some(stray));
    }
    let files = i32::from(rules.board.files);
    let place = |square: Square| (i32::from(square.0) % files, i32::from(square.0) / files);
    let squares = (0..rules.board.squares() as u16).map(|index| {
        let square = Square(index);
        let leads = position.leaders().has(square);
        if position.inciti().has(square) {
            Stands::Incitus
        } else if movers.contains(&square) {
            Stands::Mover { leads }
        } else if wall.contains(&square) {
            Stands::Wall { leads }
        } else if own(square) || position.pieces(!owner).has(square) {
            Stands::Stranger { own: own(square), leads }
        } else {
            Stands::Nothing
        }
    });
    let moves: Vec<[Place; 2]> = waiting.moves.iter().map(|ends| ends.map(place)).collect();
    let room = moves.iter().flat_map(|&ends| on_the_way(ends, rules.undo)).collect();
    let mut board = Board { rules, squares: squares.collect(), open: Vec::new(), room, compelled };
    board.find_open();
    if let Some(&bound) = movers.iter().find(|&&square| position.turned().has(square) && !rules.vagi) {
        return fail("F1", Some(bound));
    }
    let last = position.last_move(owner).map(|(from, to)| [place(from), place(to)]);
    if !board.goes_on_forever(&moves, waiting.again, last) {
        return fail("F1", movers.first().copied());
    }
    let huffable = game
        .moves(position)
        .into_iter()
        .any(|decision| matches!(decision, Move::Huff(square) if wall.contains(&square) || movers.contains(&square)));
    if huffable {
        return fail("F7", None);
    }
    for &square in wall {
        let (at, alone) = (place(square), position.turned().has(square) && !rules.vagi);
        if alone {
            return fail("F1", Some(square));
        }
        board.check_wall(at).or_else(|condition| fail(condition, Some(square)))?;
    }
    board.check_movers().or_else(|condition| fail(condition, movers.first().copied()))?;
    board.check_inciti().or_else(|condition| fail(condition, None))
}

/// How strangers can cross pieces.
#[derive(Clone, Copy)]
struct Ways {
    jumps: bool,
    hops: bool,
}

impl Board<'_> {
    fn index(&self, (file, rank): Place) -> Option<usize> {
        let (files, ranks) = (i32::from(self.rules.board.files), i32::from(self.rules.board.ranks));
        let inside = (0..files).contains(&file) && (0..ranks).contains(&rank);
        inside.then_some((rank * files + file) as usize)
    }

    fn places(&self) -> Vec<Place> {
        let (files, ranks) = (i32::from(self.rules.board.files), i32::from(self.rules.board.ranks));
        (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect()
    }

    fn at(&self, place: Place) -> Option<Stands> {
        self.index(place).map(|index| self.squares[index])
    }

    fn off(&self, place: Place) -> bool {
        self.index(place).is_none()
    }

    fn is_open(&self, place: Place) -> bool {
        self.index(place).is_some_and(|index| self.open[index])
    }

    fn blocks(&self, place: Place) -> bool {
        matches!(self.at(place), None | Some(Stands::Wall { .. } | Stands::Incitus))
    }

    /// Applies (a) to (d) until no open square is added.
    fn find_open(&mut self) {
        self.open = self.squares.iter().map(|stands| matches!(stands, Stands::Stranger { .. })).collect();
        let leader = |stands: &Stands| matches!(stands, Stands::Stranger { leads: true, .. });
        let enemy_leader = Stands::Stranger { own: false, leads: true };
        let over_any = matches!(self.rules.over, None | Some(Over::Any));
        let ways = Ways {
            jumps: self.rules.leader.is_some_and(|leader| leader.jump) && self.squares.iter().any(leader),
            hops: (self.rules.movement == Movement::Hop && over_any)
                || (self.rules.leader.is_some_and(|leader| leader.movement == LeaderMove::Hop)
                    && self.squares.contains(&enemy_leader)),
        };
        loop {
            let reached = |&target: &Place| {
                !self.is_open(target)
                    && !self.blocks(target)
                    && WAYS.iter().any(|&way| self.is_reached(target, way, ways))
            };
            let Some(target) = self.places().into_iter().find(reached) else { return };
            let index = self.index(target).expect("a place of the board");
            self.open[index] = true;
        }
    }

    /// Returns whether a stranger can come to `target` from the open squares in direction `way` from it.
    fn is_reached(&self, target: Place, way: Place, Ways { jumps, hops }: Ways) -> bool {
        if self.is_open(next(target, way, 1)) {
            return true;
        }
        if hops
            && matches!(self.at(next(target, way, 1)), Some(Stands::Wall { .. }))
            && self.is_open(next(target, way, 2))
        {
            return true;
        }
        let mut crossed = 1;
        while jumps && self.is_crossable(next(target, way, crossed)) {
            crossed += 1;
            if self.is_open(next(target, way, crossed)) {
                return true;
            }
        }
        false
    }

    fn is_crossable(&self, place: Place) -> bool {
        let led = self.squares.contains(&Stands::Mover { leads: true });
        match self.at(place) {
            None | Some(Stands::Incitus | Stands::Wall { leads: true }) => false,
            Some(Stands::Wall { leads: false }) => true,
            Some(_) if self.room.contains(&place) => !led,
            Some(_) => self.is_open(place),
        }
    }

    /// Checks F1: makes the moves, and returns whether they can be made forever.
    fn goes_on_forever(&self, moves: &[[Place; 2]], again: usize, last: Option<[Place; 2]>) -> bool {
        let undo_allowed = self.rules.undo == Undo::Allowed;
        let mut now = self.squares.clone();
        let mut at_again = None;
        let mut before = last;
        for (number, &[from, to]) in moves.iter().enumerate() {
            if number == again {
                at_again = Some(now.clone());
            }
            let Some((start, end)) = self.index(from).zip(self.index(to)) else { return false };
            let Stands::Mover { leads } = now[start] else { return false };
            let keeps_moving = leads || !(self.rules.vagi || self.rules.movement == Movement::Forward);
            let empty = |place: Place| self.index(place).is_some_and(|index| now[index] == Stands::Nothing);
            let goes = WAYS.iter().any(|&way| self.goes(from, to, way, leads, empty));
            let enclosed = on_the_way([from, to], self.rules.undo).iter().all(|&place| !self.is_open(place));
            let undoes = !undo_allowed && before == Some([to, from]);
            if !(keeps_moving && goes && empty(to) && enclosed) || undoes {
                return false;
            }
            now.swap(start, end);
            before = Some([from, to]);
        }
        // A shuttle is one piece; only where moves may not be taken back may several pieces move.
        let one_piece = moves.len() == 2 && again == 0;
        let undoes = moves.get(again).is_none_or(|&[from, to]| !undo_allowed && before == Some([to, from]));
        at_again == Some(now) && !undoes && (one_piece || !undo_allowed)
    }

    /// Returns whether the piece on `home` can always move to `away` in this direction, and back.
    fn goes(&self, home: Place, away: Place, way: Place, leads: bool, is_empty: impl Fn(Place) -> bool) -> bool {
        if next(home, way, 1) == away {
            return true;
        }
        let over_a_wall =
            matches!(self.at(next(home, way, 1)), Some(Stands::Wall { .. })) && next(home, way, 2) == away;
        let leader_slides = self.rules.leader.is_some_and(|leader| leader.movement == LeaderMove::Slide);
        let slides = if leads { leader_slides } else { self.rules.movement == Movement::Slide };
        let empty = (1..).take_while(|&i| is_empty(next(home, way, i))).count() as i32;
        let along_a_line = (2..=empty).any(|i| next(home, way, i) == away);
        let far = self.rules.capture_run || self.rules.undo == Undo::Forbidden;
        (self.rules.movement == Movement::Hop && over_a_wall)
            || (far && self.rules.die.is_none() && slides && along_a_line)
    }

    fn check_wall(&self, at: Place) -> Result<(), &'static str> {
        let leads = self.at(at) == Some(Stands::Wall { leads: true });
        if self.rules.movement == Movement::Leap {
            let can_be_leapt = WAYS.into_iter().any(|way| {
                let across = next(at, way, -1);
                self.is_open(next(at, way, 1)) && !self.off(across) && !self.blocks(across)
            });
            return if can_be_leapt { Err("F6") } else { Ok(()) };
        }
        match self.rules.leader.map(|leader| leader.capture) {
            Some(LeaderCapture::Never) if leads => {}
            Some(LeaderCapture::FourSided) if leads => {
                let held = |place| self.is_open(place) || (self.rules.edge && self.off(place));
                if WAYS.into_iter().all(|way| held(next(at, way, 1))) {
                    return Err("F4");
                }
            }
            _ => self.check_stone(at)?,
        }
        self.check_group(at)?;
        self.check_compulsion(at, leads)
    }

    /// Checks F2 and F3.
    fn check_stone(&self, at: Place) -> Result<(), &'static str> {
        for way in WAYS {
            let (near, far) = (next(at, way, 1), next(at, way, -1));
            if self.is_open(near) && (self.is_open(far) || (self.rules.edge && self.off(far))) {
                return Err("F2");
            }
            let at_corner = self.ends_everywhere(far) && !matches!(self.at(far), Some(Stands::Wall { .. }));
            if self.rules.hostile_corner.captures() && at_corner && self.is_open(near) {
                return Err("F2");
            }
            let in_line = |&stand: &Place| {
                self.line_is_open(at, way, stand) && self.line_is_open(at, next((0, 0), way, -1), stand)
            };
            if self.rules.capture_run && self.room.iter().any(in_line) {
                return Err("F2");
            }
        }
        let beside: Vec<Place> = WAYS.iter().map(|&way| next(at, way, 1)).filter(|&place| !self.off(place)).collect();
        let cornered = self.is_corner(at) && beside.iter().all(|&place| self.is_open(place));
        if self.rules.corner && cornered { Err("F3") } else { Ok(()) }
    }

    fn is_corner(&self, (file, rank): Place) -> bool {
        let (files, ranks) = (i32::from(self.rules.board.files), i32::from(self.rules.board.ranks));
        files > 1 && ranks > 1 && (file == 0 || file == files - 1) && (rank == 0 || rank == ranks - 1)
    }

    /// Returns whether a square of the board has no neighbour on one side of its rank and of its file.
    fn ends_everywhere(&self, (file, rank): Place) -> bool {
        let last = (i32::from(self.rules.board.files) - 1, i32::from(self.rules.board.ranks) - 1);
        (file == 0 || file == last.0) && (rank == 0 || rank == last.1)
    }

    /// Returns whether the pieces in this direction, with the shuttle on `stand`, end at an open square.
    fn line_is_open(&self, at: Place, way: Place, stand: Place) -> bool {
        let as_stones = self.rules.leader.is_none_or(|leader| leader.capture == LeaderCapture::Custodial);
        let shuttle_leads = self.squares.contains(&Stands::Mover { leads: true });
        let mut end = next(at, way, 1);
        loop {
            let falls = match self.at(end) {
                Some(Stands::Wall { leads }) => as_stones || !leads,
                _ => end == stand && (as_stones || !shuttle_leads),
            };
            if self.is_open(end) || !falls {
                return self.is_open(end);
            }
            end = next(end, way, 1);
        }
    }

    /// Checks F5 for the group of the piece on `at`, which may be the shuttle.
    fn check_group(&self, at: Place) -> Result<(), &'static str> {
        if !self.rules.surround {
            return Ok(());
        }
        let shuttle_leads = self.squares.contains(&Stands::Mover { leads: true });
        let moves = self.room.contains(&at);
        for &stand in &self.room {
            let from = if moves { stand } else { at };
            let mut group = vec![from];
            let mut looked_at = 0;
            let (mut opens, mut calm, mut leader) = (false, false, false);
            while looked_at < group.len() {
                let piece = group[looked_at];
                looked_at += 1;
                leader |= self.at(piece) == Some(Stands::Wall { leads: true }) || (piece == stand && shuttle_leads);
                for place in WAYS.map(|way| next(piece, way, 1)) {
                    let is_piece = place == stand || matches!(self.at(place), Some(Stands::Wall { .. }));
                    if is_piece && !group.contains(&place) {
                        group.push(place);
                    }
                    opens |= self.is_open(place);
                    calm |= !is_piece && !self.is_open(place) && !self.blocks(place);
                }
            }
            let as_stones = self.rules.leader.is_none_or(|leader| leader.capture == LeaderCapture::Custodial);
            if opens && !calm && (as_stones || !leader) {
                return Err("F5");
            }
        }
        Ok(())
    }

    /// Checks F7 for the piece on `from`.
    fn check_compulsion(&self, from: Place, leads: bool) -> Result<(), &'static str> {
        let leader = self.rules.leader;
        if !self.compelled || (leads && leader.is_some_and(|leader| leader.captures == LeaderCaptures::Off)) {
            return Ok(());
        }
        let jumps = leads && leader.is_some_and(|leader| leader.jump);
        for way in WAYS {
            let mut sliding = true;
            let mut target = next(from, way, 1);
            while !self.off(target) {
                sliding &= self.is_open(target);
                if self.is_open(target) && (sliding || jumps) && self.finds_a_capture(from, target) {
                    return Err("F7");
                }
                target = next(target, way, 1);
            }
        }
        Ok(())
    }

    fn finds_a_capture(&self, from: Place, target: Place) -> bool {
        let own_strangers = self.squares.iter().any(|stands| matches!(stands, Stands::Stranger { own: true, .. }));
        let held = |place: Place| {
            let by_wall = matches!(self.at(place), Some(Stands::Wall { .. })) || self.room.contains(&place);
            place != from && (by_wall || (own_strangers && self.is_open(place)))
        };
        WAYS.into_iter().any(|way| {
            let victim = next(target, way, 1);
            let across = next(victim, way, 1);
            let mut end = across;
            while self.rules.capture_run && self.is_open(end) && !held(end) {
                end = next(end, way, 1);
            }
            let others: Vec<Place> =
                WAYS.iter().map(|&way| next(victim, way, 1)).filter(|&place| place != target).collect();
            let all_others = others.iter().all(|&place| self.off(place) || held(place));
            let four_sided = self.rules.leader.is_some_and(|leader| leader.capture == LeaderCapture::FourSided);
            self.is_open(victim)
                && (held(end)
                    || (self.rules.hostile_corner.captures() && self.ends_everywhere(across))
                    || (self.rules.edge && self.off(across))
                    || (self.rules.corner && self.is_corner(victim) && all_others)
                    || (four_sided && all_others))
        })
    }

    /// Checks F5 and F7 for the moving pieces, on all of their squares.
    fn check_movers(&self) -> Result<(), &'static str> {
        let leads = self.squares.contains(&Stands::Mover { leads: true });
        self.room.first().map_or(Ok(()), |&square| self.check_group(square))?;
        self.room.iter().try_for_each(|&square| self.check_compulsion(square, leads))
    }

    /// Checks F8.
    fn check_inciti(&self) -> Result<(), &'static str> {
        let own_strangers = self.squares.iter().any(|stands| matches!(stands, Stands::Stranger { own: true, .. }));
        let idle = self.rules.keeps_hopeless() && self.squares.contains(&Stands::Incitus);
        if self.rules.inciti && (own_strangers || idle) { Err("F8") } else { Ok(()) }
    }
}
