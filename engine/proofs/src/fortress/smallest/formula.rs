//! Expresses the conditions of a fortress as a formula: which squares belong to the wall, and which the enemy cannot
//! reach. A SAT solver finds solutions with few pieces, and the prover verifies each of them.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use petteia_engine::rules::{Compulsory, LeaderCapture, LeaderCaptures, LeaderMove, Movement, Over};
use petteia_engine::{AnyBoard, AnySet, Direction, Game, Geometry, Rules, Side, Square, SquareSet};

use super::{Cast, Example, Round};
use crate::fortress::Fortress;

/// A formula with its solver, for one shuttle, or for any of several rounds.
pub(super) struct Formula {
    geometry: AnyBoard,
    solver: BasicSolver,
    rounds: Vec<Round>,
    /// For each round: its pieces can move in this way.
    goes_round: Vec<Lit>,
    cast: Cast,
    /// For each square: it belongs to the wall.
    wall: Vec<Lit>,
    /// For each square: it is closed, that is, no enemy can reach it.
    closed: Vec<Lit>,
    /// For each square: the leader is there, in the wall.
    leader: Vec<Lit>,
    /// For each number: the wall has more pieces than this.
    more_than: Vec<Lit>,
}

impl Formula {
    /// Creates the formula of rounds, at least one, that have the same number of moving pieces.
    pub fn new(game: &Game<AnyBoard>, owner: Side, rounds: Vec<Round>, cast: Cast, most: u32) -> Self {
        let squares = game.rules().board.squares();
        let mut formula = Formula {
            geometry: game.geometry(),
            solver: BasicSolver::default(),
            rounds,
            goes_round: Vec::new(),
            cast,
            wall: Vec::new(),
            closed: Vec::new(),
            leader: Vec::new(),
            more_than: Vec::new(),
        };
        formula.wall = formula.literals(squares as usize);
        formula.closed = formula.literals(squares as usize);
        formula.leader = formula.literals(squares as usize);
        formula.place_pieces();
        formula.choose_a_round();
        if !game.rules().forbids_undo() {
            formula.clear_the_way(game.rules());
        }
        formula.enclose();
        for square in formula.squares() {
            formula.hold(game.rules(), square);
        }
        let jumps = game.rules().leader.is_some_and(|leader| leader.jump);
        if jumps && game.rules().has_leader(!owner) {
            formula.bar_jumps();
        }
        let leader_hops = game.rules().leader.is_some_and(|leader| leader.movement == LeaderMove::Hop);
        let stones_hop = game.rules().movement == Movement::Hop && game.rules().over.unwrap_or_default() == Over::Any;
        if stones_hop || (leader_hops && game.rules().has_leader(!owner)) {
            formula.bar_hops();
        }
        if game.rules().capture_run {
            formula.hold_lines(game.rules());
        }
        if game.rules().compulsory[owner] != Compulsory::Off {
            for square in formula.squares() {
                formula.never_capture(game.rules(), square, jumps);
            }
        }
        let walls = formula.wall.clone();
        formula.more_than = formula.count(&walls, most as usize);
        let closed = formula.closed.clone();
        let half = squares as usize / 2;
        let too_many = formula.count(&closed, half)[half];
        formula.add([!too_many]);
        formula
    }

    fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.solver.add_clause_reuse(&mut clause.into_iter().collect());
    }

    /// Returns this many new literals.
    fn literals(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| Lit::new(self.solver.new_var_default(), true)).collect()
    }

    fn squares(&self) -> Vec<Square> {
        self.geometry.board().squares().collect()
    }

    fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        self.geometry.shift(AnySet::only(square), direction).squares().next()
    }

    /// Returns the squares beyond `from` up to the border, nearest first.
    fn ray(&self, from: Square, direction: Direction) -> Vec<Square> {
        let next = |&square: &Square| self.neighbour(square, direction);
        std::iter::successors(next(&from), next).collect()
    }

    /// Returns whether the shuttle moves to or from a square, where there is one shuttle.
    fn steps(&self, square: Square) -> bool {
        self.rounds[0].room.has(square)
    }

    /// Requires that the squares of one of the rounds are closed and do not belong to the wall.
    fn choose_a_round(&mut self) {
        self.goes_round = self.literals(self.rounds.len());
        self.add(self.goes_round.clone());
        for (at, goes) in self.goes_round.clone().into_iter().enumerate() {
            for square in self.rounds[at].room.squares() {
                self.add([!goes, !self.wall[square.index()]]);
                self.add([!goes, self.closed[square.index()]]);
            }
        }
    }

    /// Requires that the wall is closed and contains one leader or none.
    fn place_pieces(&mut self) {
        for square in self.squares() {
            let i = square.index();
            self.add([!self.wall[i], self.closed[i]]);
            self.add([!self.leader[i], self.wall[i]]);
        }
        let leaders = self.leader.clone();
        if self.cast == Cast::Wall {
            self.add(leaders.iter().copied());
            let two = self.count(&leaders, 1)[1];
            self.add([!two]);
        } else {
            leaders.into_iter().for_each(|leader| self.add([!leader]));
        }
    }

    /// Requires that the squares between those of the shuttle are empty if it slides, and hold a piece of the wall if it
    /// hops.
    fn clear_the_way(&mut self, rules: &Rules) {
        let Round { movers, room } = self.rounds[0];
        let (home, away) = (movers.lowest(), (room & !movers).lowest());
        for direction in Direction::ALL {
            let line = |end| self.geometry.slide(AnySet::only(end), self.geometry.board(), direction, u32::MAX);
            let between = line(home) & !line(away) & !AnySet::only(away);
            if !line(home).has(away) {
                continue;
            }
            for square in between.squares() {
                let wall = self.wall[square.index()];
                self.add([if rules.movement == Movement::Hop { wall } else { !wall }]);
            }
        }
    }

    /// Requires that a closed square outside the wall has no open neighbour.
    fn enclose(&mut self) {
        for square in self.squares() {
            for neighbour in self.geometry.neighbours(AnySet::only(square)).squares() {
                self.add([!self.closed[square.index()], self.wall[square.index()], self.closed[neighbour.index()]]);
            }
        }
    }

    /// Adds F2, F3, F4 and F6 for a piece of the wall on `square`.
    fn hold(&mut self, rules: &Rules, square: Square) {
        let i = square.index();
        let around = Direction::ALL.map(|direction| self.neighbour(square, direction));
        let closed = |neighbour: Option<Square>, formula: &Self| neighbour.map(|n| formula.closed[n.index()]);
        if rules.movement == Movement::Leap {
            for (d, near) in around.into_iter().enumerate() {
                if let (Some(near), Some(across)) = (near, around[(d + 2) % 4]) {
                    self.add([!self.wall[i], self.closed[near.index()], self.wall[across.index()]]);
                }
            }
            return;
        }
        let capture = rules.leader.map_or(LeaderCapture::Custodial, |leader| leader.capture);
        let exempt = (capture != LeaderCapture::Custodial).then_some(self.leader[i]);
        let stone = |formula: &mut Self, unless: Vec<Lit>| {
            let falls = [!formula.wall[i]].into_iter().chain(exempt).chain(unless);
            formula.add(falls);
        };
        for (a, b) in [(around[0], around[2]), (around[1], around[3])] {
            let sides: Vec<Lit> = [closed(a, self), closed(b, self)].into_iter().flatten().collect();
            if sides.len() == 2 || (rules.edge && sides.len() == 1) {
                stone(self, sides);
            }
        }
        let all: Vec<Lit> = around.into_iter().filter_map(|neighbour| closed(neighbour, self)).collect();
        if rules.corner && self.is_corner(square) {
            stone(self, all.clone());
        }
        for (d, near) in around.into_iter().enumerate() {
            if let (Some(corner), Some(across)) = (near, around[(d + 2) % 4])
                && rules.hostile_corner.captures()
                && self.is_at_both_edges(corner)
            {
                let way = vec![self.wall[corner.index()], self.closed[across.index()]];
                stone(self, way);
            }
        }
        if capture == LeaderCapture::FourSided && (rules.edge || all.len() == 4) {
            let falls: Vec<Lit> = [!self.leader[i]].into_iter().chain(all).collect();
            self.add(falls);
        }
    }

    /// Adds F2 for lines: those of pieces of the wall, one of which may be the shuttle, must not have two open ends.
    fn hold_lines(&mut self, rules: &Rules) {
        let spared = rules.leader.is_some_and(|leader| leader.capture != LeaderCapture::Custodial);
        for before in self.squares() {
            for direction in [Direction::North, Direction::East] {
                let mut clause = vec![self.closed[before.index()]];
                let mut with_shuttle = false;
                for square in self.ray(before, direction) {
                    let i = square.index();
                    if clause.len() > 1 {
                        self.add(clause.iter().copied().chain([self.closed[i]]).collect::<Vec<_>>());
                    }
                    if self.steps(square) {
                        // One of the shuttle's two squares is empty.
                        if with_shuttle || (spared && self.cast == Cast::Shuttle) {
                            break;
                        }
                        with_shuttle = true;
                    } else {
                        clause.push(!self.wall[i]);
                        clause.extend(spared.then_some(self.leader[i]));
                    }
                }
            }
        }
    }

    /// Adds F7 for a piece of the wall on `from` if the owner has no other pieces: no piece that it can reach may be
    /// captured. Captures on four sides and by a leader that is the shuttle are left to the prover.
    fn never_capture(&mut self, rules: &Rules, from: Square, jumps: bool) {
        let takes_as_leader = rules.leader.is_none_or(|leader| leader.captures == LeaderCaptures::On);
        let unless_leader = (!takes_as_leader).then_some(self.leader[from.index()]);
        for direction in Direction::ALL {
            let mut slides = vec![!self.wall[from.index()]];
            slides.extend(unless_leader);
            for at in self.ray(from, direction) {
                slides.push(self.closed[at.index()]);
                self.never_capture_at(rules, from, at, &slides);
                if jumps && takes_as_leader {
                    let jump = [!self.leader[from.index()], self.closed[at.index()]];
                    self.never_capture_at(rules, from, at, &jump);
                }
            }
        }
    }

    /// Adds clauses that are satisfied if a literal of `way` is true, that is, if the piece does not get from `from` to
    /// `at`; otherwise they require that it captures nothing there.
    fn never_capture_at(&mut self, rules: &Rules, from: Square, at: Square, way: &[Lit]) {
        for direction in Direction::ALL {
            let Some(victim) = self.neighbour(at, direction) else { continue };
            let clause = |held: Option<Square>, formula: &Self| {
                let held = held.map(|held| !formula.wall[held.index()]);
                way.iter().copied().chain([formula.closed[victim.index()]]).chain(held).collect::<Vec<_>>()
            };
            match self.neighbour(victim, direction) {
                Some(across) if rules.hostile_corner.captures() && self.is_at_both_edges(across) => {
                    self.add(clause(None, self))
                }
                Some(across) if across != from => self.add(clause(Some(across), self)),
                None if rules.edge => self.add(clause(None, self)),
                _ => {}
            }
            if rules.capture_run {
                self.never_capture_line(from, victim, direction, way);
            }
            let others: Vec<Square> = self.geometry.neighbours(AnySet::only(victim)).squares().collect();
            let corner = self.is_corner(victim);
            for other in others.into_iter().filter(|&other| rules.corner && corner && other != at && other != from) {
                self.add(clause(Some(other), self));
            }
        }
    }

    /// Adds to [`never_capture_at`](Self::never_capture_at) that no line of several pieces is captured that begins with
    /// `first`.
    fn never_capture_line(&mut self, from: Square, first: Square, direction: Direction, way: &[Lit]) {
        let mut clause: Vec<Lit> = way.iter().copied().chain([self.closed[first.index()]]).collect();
        for across in self.ray(first, direction).into_iter().take_while(|&across| across != from) {
            self.add(clause.iter().copied().chain([!self.wall[across.index()]]).collect::<Vec<_>>());
            clause.push(self.closed[across.index()]);
        }
    }

    /// Returns whether a square has no neighbour on one side of its rank and of its file.
    fn is_at_both_edges(&self, square: Square) -> bool {
        let there = Direction::ALL.map(|direction| self.neighbour(square, direction).is_some());
        (!there[0] || !there[2]) && (!there[1] || !there[3])
    }

    fn is_corner(&self, square: Square) -> bool {
        let there = Direction::ALL.map(|direction| self.neighbour(square, direction).is_some());
        there[0] != there[2] && there[1] != there[3]
    }

    /// Adds (c): no jump from an open square ends on a closed square outside the wall. A run of pieces ends at a closed
    /// square outside the wall, and may not contain the owner's leader.
    fn bar_jumps(&mut self) {
        for target in self.squares() {
            for direction in Direction::ALL {
                let t = target.index();
                let mut clause = vec![!self.closed[t], self.wall[t]];
                let ray = self.ray(target, direction);
                for (at, &square) in ray.iter().enumerate() {
                    if self.steps(square) {
                        if self.cast == Cast::Shuttle {
                            break;
                        }
                    } else {
                        let empty = self.empty(square);
                        clause.extend([empty, self.leader[square.index()]]);
                    }
                    if let Some(from) = ray.get(at + 1) {
                        self.add(clause.iter().copied().chain([self.closed[from.index()]]).collect::<Vec<_>>());
                    }
                }
            }
        }
    }

    /// Adds (d): no hop from an open square over one piece ends on a closed square outside the wall. That piece is in
    /// the wall: all other pieces that strangers can stand next to are on open squares.
    fn bar_hops(&mut self) {
        for target in self.squares() {
            for direction in Direction::ALL {
                if let Some(from) = self.ray(target, direction).get(1) {
                    let t = target.index();
                    self.add([!self.closed[t], self.wall[t], self.closed[from.index()]]);
                }
            }
        }
    }

    /// Returns a literal that implies that a square is closed and outside the wall.
    fn empty(&mut self, square: Square) -> Lit {
        let i = square.index();
        let empty = self.literals(1)[0];
        self.add([!empty, self.closed[i]]);
        self.add([!empty, !self.wall[i]]);
        empty
    }

    /// Returns literals that are true if more than 0, 1, … `most` of `inputs` are true: a sequential counter (C. Sinz,
    /// CP 2005).
    fn count(&mut self, inputs: &[Lit], most: usize) -> Vec<Lit> {
        let mut sums: Vec<Lit> = Vec::new();
        for &input in inputs {
            let next = self.literals(most + 1);
            self.add([!input, next[0]]);
            for (j, &sum) in sums.iter().enumerate() {
                self.add([!sum, next[j]]);
                if j < most {
                    self.add([!input, !sum, next[j + 1]]);
                }
            }
            sums = next;
        }
        sums
    }

    /// Returns the number of pieces that move.
    pub fn movers(&self) -> u32 {
        self.rounds[0].movers.count()
    }

    /// Returns a solution with at most this number of pieces, including those that move.
    pub fn solve(&mut self, pieces: u32) -> Option<Example> {
        let few = !self.more_than[pieces.checked_sub(self.movers())? as usize];
        if self.solver.solve_limited(&[few]) != lbool::TRUE {
            return None;
        }
        let holds = |literals: &[Lit]| {
            let squares = self.geometry.board().squares();
            let true_ones = squares.filter(|square| self.solver.value_lit(literals[square.index()]) == lbool::TRUE);
            true_ones.fold(AnySet::EMPTY, |set, square| set | AnySet::only(square))
        };
        let goes = |&(_, &goes): &(&Round, &Lit)| self.solver.value_lit(goes) == lbool::TRUE;
        let (round, _) = self.rounds.iter().zip(&self.goes_round).find(goes)?;
        let leader = match self.cast {
            Cast::Shuttle => AnySet::only(round.movers.lowest()),
            Cast::Wall | Cast::Absent => holds(&self.leader),
        };
        let fortress = Fortress { wall: holds(&self.wall), movers: round.movers, room: round.room };
        Some(Example { fortress, leader, open: self.geometry.board() & !holds(&self.closed) })
    }

    /// Excludes all solutions whose walls contain this one.
    pub fn exclude_wall(&mut self, wall: AnySet) {
        self.add(wall.squares().map(|square| !self.wall[square.index()]).collect::<Vec<_>>());
    }

    /// Excludes a solution that is not a fortress.
    pub fn exclude(&mut self, example: &Example) {
        let differs = |(lit, holds): (Lit, bool)| if holds { !lit } else { lit };
        let different = |square: Square| {
            let i = square.index();
            let (wall, closed) = (example.fortress.wall.has(square), !example.open.has(square));
            [(self.wall[i], wall), (self.closed[i], closed)].map(differs)
        };
        self.add(self.squares().into_iter().flat_map(different).collect::<Vec<_>>());
    }
}
