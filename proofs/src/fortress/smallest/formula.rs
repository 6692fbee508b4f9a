//! Expresses the conditions of a fortress as a formula: which squares belong to the wall, and which the enemy cannot
//! reach. A SAT solver finds solutions with few pieces, and the prover verifies each of them.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use petteia_engine::rules::{Compulsory, LeaderCapture, Movement};
use petteia_engine::{AnyBoard, AnySet, Direction, Game, Geometry, Rules, Side, Square, SquareSet};

use super::{Cast, Example};
use crate::fortress::Fortress;

/// A formula with its solver, for one pair of shuttle squares.
pub(super) struct Formula {
    geometry: AnyBoard,
    solver: BasicSolver,
    shuttle: [Square; 2],
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
    pub fn new(game: &Game<AnyBoard>, owner: Side, shuttle: [Square; 2], cast: Cast, most: u32) -> Self {
        let squares = game.rules().board.squares();
        let mut formula = Formula {
            geometry: game.geometry(),
            solver: BasicSolver::default(),
            shuttle,
            cast,
            wall: Vec::new(),
            closed: Vec::new(),
            leader: Vec::new(),
            more_than: Vec::new(),
        };
        let mut literals =
            || (0..squares).map(|_| Lit::new(formula.solver.new_var_default(), true)).collect::<Vec<_>>();
        (formula.wall, formula.closed, formula.leader) = (literals(), literals(), literals());
        formula.place_pieces();
        formula.enclose();
        for square in formula.geometry.board().squares() {
            formula.hold(game.rules(), square);
        }
        let jumps = game.rules().leader.is_some_and(|leader| leader.jump);
        if jumps && game.rules().has_leader(!owner) {
            formula.bar_jumps();
        }
        if game.rules().compulsory[owner] != Compulsory::Off {
            for square in formula.geometry.board().squares() {
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

    fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        self.geometry.shift(AnySet::only(square), direction).squares().next()
    }

    fn steps(&self, square: Square) -> bool {
        self.shuttle.contains(&square)
    }

    /// Requires that the wall is closed and does not include the shuttle's squares, and that it contains one leader or
    /// none.
    fn place_pieces(&mut self) {
        let all: Vec<Square> = self.geometry.board().squares().collect();
        for &square in &all {
            let i = square.index();
            self.add([!self.wall[i], self.closed[i]]);
            self.add([!self.leader[i], self.wall[i]]);
            if self.steps(square) {
                self.add([!self.wall[i]]);
                self.add([self.closed[i]]);
            }
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

    /// Requires that a closed square outside the wall has no open neighbour.
    fn enclose(&mut self) {
        for square in self.geometry.board().squares() {
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
        if capture == LeaderCapture::FourSided && (rules.edge || all.len() == 4) {
            let falls: Vec<Lit> = [!self.leader[i]].into_iter().chain(all).collect();
            self.add(falls);
        }
    }

    /// Adds F7 for a piece of the wall on `from` if the owner has no other pieces: no piece that it can reach may be
    /// captured. Captures on four sides and by a leader that is the shuttle are left to the prover.
    fn never_capture(&mut self, rules: &Rules, from: Square, jumps: bool) {
        let takes_as_leader = rules.leader.is_none_or(|leader| leader.captures);
        let unless_leader = (!takes_as_leader).then_some(self.leader[from.index()]);
        for direction in Direction::ALL {
            let mut slides = vec![!self.wall[from.index()]];
            slides.extend(unless_leader);
            let mut target = self.neighbour(from, direction);
            while let Some(at) = target {
                slides.push(self.closed[at.index()]);
                self.never_capture_at(rules, from, at, &slides);
                if jumps && takes_as_leader {
                    let jump = [!self.leader[from.index()], self.closed[at.index()]];
                    self.never_capture_at(rules, from, at, &jump);
                }
                target = self.neighbour(at, direction);
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
                Some(across) if across != from => self.add(clause(Some(across), self)),
                None if rules.edge => self.add(clause(None, self)),
                _ => {}
            }
            let others: Vec<Square> = self.geometry.neighbours(AnySet::only(victim)).squares().collect();
            let corner = self.is_corner(victim);
            for other in others.into_iter().filter(|&other| rules.corner && corner && other != at && other != from) {
                self.add(clause(Some(other), self));
            }
        }
    }

    fn is_corner(&self, square: Square) -> bool {
        let there = Direction::ALL.map(|direction| self.neighbour(square, direction).is_some());
        there[0] != there[2] && there[1] != there[3]
    }

    /// Adds (c): no jump from an open square ends on a closed square outside the wall. A run of pieces ends at a closed
    /// square outside the wall, and may not contain the owner's leader.
    fn bar_jumps(&mut self) {
        for target in self.geometry.board().squares() {
            for direction in Direction::ALL {
                let t = target.index();
                let mut clause = vec![!self.closed[t], self.wall[t]];
                let mut crossed = self.neighbour(target, direction);
                while let Some(square) = crossed {
                    let s = square.index();
                    let next = self.neighbour(square, direction);
                    if self.steps(square) {
                        if self.cast == Cast::Shuttle {
                            break;
                        }
                    } else {
                        let empty = self.empty(square);
                        clause.extend([empty, self.leader[s]]);
                    }
                    if let Some(from) = next {
                        let barred: Vec<Lit> = clause.iter().copied().chain([self.closed[from.index()]]).collect();
                        self.add(barred);
                    }
                    crossed = next;
                }
            }
        }
    }

    /// Returns a literal that implies that a square is closed and outside the wall.
    fn empty(&mut self, square: Square) -> Lit {
        let i = square.index();
        let empty = Lit::new(self.solver.new_var_default(), true);
        self.add([!empty, self.closed[i]]);
        self.add([!empty, !self.wall[i]]);
        empty
    }

    /// Returns literals that are true if more than 0, 1, … `most` of `inputs` are true: a sequential counter (C. Sinz,
    /// CP 2005).
    fn count(&mut self, inputs: &[Lit], most: usize) -> Vec<Lit> {
        let mut sums: Vec<Lit> = Vec::new();
        for &input in inputs {
            let next: Vec<Lit> = (0..=most).map(|_| Lit::new(self.solver.new_var_default(), true)).collect();
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

    /// Returns a solution with at most this number of pieces, including the shuttle.
    pub fn solve(&mut self, pieces: u32) -> Option<Example> {
        let few = !self.more_than[pieces as usize - 1];
        if self.solver.solve_limited(&[few]) != lbool::TRUE {
            return None;
        }
        let holds = |literals: &[Lit]| {
            let squares = self.geometry.board().squares();
            let true_ones = squares.filter(|square| self.solver.value_lit(literals[square.index()]) == lbool::TRUE);
            true_ones.fold(AnySet::EMPTY, |set, square| set | AnySet::only(square))
        };
        let leader = match self.cast {
            Cast::Shuttle => AnySet::only(self.shuttle[0]),
            Cast::Wall | Cast::Absent => holds(&self.leader),
        };
        let fortress = Fortress { wall: holds(&self.wall), shuttle: self.shuttle };
        Some(Example { fortress, leader, open: self.geometry.board() & !holds(&self.closed) })
    }

    /// Excludes a solution: if it is a fortress, together with all solutions that have the same wall; otherwise only
    /// itself.
    pub fn exclude(&mut self, example: &Example, holds: bool) {
        let mut clause: Vec<Lit> = example.fortress.wall.squares().map(|square| !self.wall[square.index()]).collect();
        if !holds {
            for square in self.geometry.board().squares() {
                let (i, open) = (square.index(), example.open.has(square));
                clause.push(if open { self.closed[i] } else { !self.closed[i] });
                if !example.fortress.wall.has(square) {
                    clause.push(self.wall[i]);
                }
            }
        }
        self.add(clause);
    }
}
