//! Certificates: a forced fortress as a list that anybody can check (docs/fortresses.md §8).

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use petteia_engine::{Geometry, Side, Square, SquareSet};

use super::camp::{Camp, State};
use super::search::Search;

/// A strategy for every state that can arise while it is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The lines after the head: states with a move to make, then states with a fortress.
    lines: Vec<String>,
    head: String,
    /// The number of states with a move.
    pub moves: usize,
    /// The number of states with a fortress.
    pub fortresses: usize,
}

impl Certificate {
    /// The strategy that a search has found from its roots. `name` is the game with its switches.
    ///
    /// # Panics
    /// When the search has not found the goal from each of them.
    pub fn of<G: Geometry>(search: &mut Search<G>, name: &str, roots: &[State<G::Set>]) -> Self {
        let mut tracer = Tracer { search, lines: BTreeMap::new(), seen: HashSet::new() };
        for root in roots {
            tracer.trace(root);
        }
        let Tracer { search, lines, .. } = tracer;
        let camp = search.camp();
        let head = format!(
            "petteia-force 1\ngame {name}\nside {}\nranks {}\ngoal {}\n",
            camp.owner().name(),
            camp.ranks(),
            search.goal().name()
        );
        let moves = lines.keys().filter(|(kind, _)| *kind == Kind::Move).count();
        let fortresses = lines.len() - moves;
        Certificate { lines: lines.into_values().collect(), head, moves, fortresses }
    }

    /// The text of the certificate.
    ///
    /// After the head come lines `STATE MOVES FROM-TO`: in this state of the camp (as a position text writes it, the
    /// owner's pieces as `S`, the enemy's as `s`, from the outermost rank to the back rank) the owner moves so, and has the
    /// goal within so many moves; and lines `STATE = WALL FROM-TO`: here it has it.
    pub fn text(&self) -> String {
        let mut text = self.head.clone();
        for line in &self.lines {
            writeln!(text, "{line}").expect("writing to a string does not fail");
        }
        text
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Move,
    Goal,
}

/// Follows the strategy through all that the enemy can do.
struct Tracer<'a, G: Geometry> {
    search: &'a mut Search<G>,
    lines: BTreeMap<(Kind, String), String>,
    seen: HashSet<State<G::Set>>,
}

impl<G: Geometry> Tracer<'_, G> {
    fn trace(&mut self, state: &State<G::Set>) {
        if !self.seen.insert(*state) || self.tell_goal(state) {
            return;
        }
        let (within, from, to) = self.search.best(state).expect("the goal is forced from this state");
        let size = self.search.camp().game().rules().board;
        let told = state_text(self.search.camp(), state);
        let line = format!("{told} {within} {}-{}", size.name(from), size.name(to));
        self.lines.insert((Kind::Move, told), line);
        let moves = self.search.camp().own_moves(state);
        let after =
            moves.into_iter().find(|&(a, b, _)| (a, b) == (from, to)).expect("the strategy makes legal moves").2;
        if !self.tell_goal(&after) {
            for option in self.search.camp().enemy_options(&after) {
                self.trace(&option);
            }
        }
    }

    /// Writes the fortress of a state, if there is one.
    fn tell_goal(&mut self, state: &State<G::Set>) -> bool {
        let Some(fortress) = self.search.reached(state) else { return false };
        let size = self.search.camp().game().rules().board;
        let names = |squares: G::Set| squares.squares().map(|square| size.name(square)).collect::<Vec<_>>().join(",");
        let [home, away] = fortress.shuttle;
        let told = state_text(self.search.camp(), state);
        let line = format!("{told} = {} {}-{}", names(fortress.wall), size.name(home), size.name(away));
        self.lines.insert((Kind::Goal, told), line);
        true
    }
}

/// A state as certificates write it.
fn state_text<G: Geometry>(camp: &Camp<G>, state: &State<G::Set>) -> String {
    let size = camp.game().rules().board;
    let outermost = |steps: u8| match camp.owner() {
        Side::White => camp.ranks() - 1 - steps,
        Side::Black => size.ranks - camp.ranks() + steps,
    };
    let letter = |square: Square| match (state.own.has(square), state.enemy.has(square)) {
        (true, _) => Some('S'),
        (_, true) => Some('s'),
        _ => None,
    };
    let rank_text = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for square in (0..size.files).filter_map(|file| size.square(file, rank)) {
            match letter(square) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text += &std::mem::take(&mut empty).to_string();
                    }
                    text.push(letter);
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..camp.ranks()).map(|steps| rank_text(outermost(steps))).collect::<Vec<_>>().join("/")
}
