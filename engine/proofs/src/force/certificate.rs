//! Certificates: strategies for forcing a fortress, as lists that anyone can check (experiments/studies/fortresses.md §8).

use std::collections::{BTreeMap, HashMap};

use petteia_engine::{CheckedRules, Geometry, Rules, Side, Square, SquareSet};

use super::camp::{Camp, CampState};
use super::goal::reaches;
use super::search::Search;

/// The game of a certificate: its name, and its rules as JSON where the name does not say them. The limits do not matter here.
fn game_text(name: &str, rules: &CheckedRules) -> String {
    if Rules::parse(name).is_ok_and(|named| named.unlimited() == rules.unlimited()) {
        return name.to_owned();
    }
    format!("{name} {}", serde_json::to_string(&**rules).expect("rules are plain data"))
}

/// A strategy for every state that can arise if it is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The lines after the header: states with a move to make, followed by states with a fortress.
    lines: Vec<String>,
    head: String,
    /// The number of moves within which the strategy reaches the goal.
    pub within: u8,
    /// The number of states with a move.
    pub moves: usize,
    /// The number of states with a fortress.
    pub fortresses: usize,
}

impl Certificate {
    /// Creates the strategy that a search has found from its roots. `name` is the game with its switches.
    ///
    /// # Panics
    /// The search has not found the goal from every root.
    pub fn of<G: Geometry>(search: &Search<G>, name: &str, roots: &[CampState<G::Set>]) -> Self {
        let mut tracer = Tracer { search, moves: BTreeMap::new(), goals: BTreeMap::new(), needed: HashMap::new() };
        let within = roots.iter().map(|root| tracer.trace(root)).max().unwrap_or(0);
        let Tracer { moves, goals, .. } = tracer;
        let camp = search.camp();
        let head = format!(
            "petteia-force 2\ngame {}\nside {}\nranks {}\ngoal {}\n",
            game_text(name, camp.game.rules()),
            camp.owner.name(),
            camp.ranks,
            search.goal.name()
        );
        let (count, fortresses) = (moves.len(), goals.len());
        let lines = moves.into_values().chain(goals.into_values()).collect();
        Certificate { lines, head, within, moves: count, fortresses }
    }

    /// Returns the text of the certificate.
    ///
    /// The header is followed by lines `STATE OUTSIDE MOVES FROM-TO` and lines `STATE = WALL FROM-TO`. `STATE` is a
    /// state of the camp written as in a position text, from the outermost rank to the back rank, with the owner's
    /// pieces as `S` and the enemy's as `s`. A line of the first form says: in this state with this number of enemies
    /// outside, the owner makes this move, and reaches the goal within this number of moves. A line of the second form
    /// says: in this state the owner has reached the goal with this wall and shuttle, however many enemies are outside.
    /// A state with fewer ranks than the camp is a state of a smaller camp.
    pub fn text(&self) -> String {
        self.lines.iter().fold(self.head.clone(), |text, line| text + line + "\n")
    }
}

/// Follows the strategy against all of the enemy's moves.
struct Tracer<'a, G: Geometry> {
    search: &'a Search<G>,
    /// The lines of states with a move and with a fortress, by what they begin with.
    moves: BTreeMap<String, String>,
    goals: BTreeMap<String, String>,
    /// The number of moves within which the strategy reaches the goal.
    needed: HashMap<CampState<G::Set>, u8>,
}

impl<'a, G: Geometry> Tracer<'a, G> {
    fn trace(&mut self, state: &CampState<G::Set>) -> u8 {
        let (camp, state) = self.search.smallest_camp(state);
        if let Some(&needed) = self.needed.get(&state) {
            return needed;
        }
        let needed = if self.tell_goal(camp, &state) { 0 } else { self.tell_move(camp, &state) };
        self.needed.insert(state, needed);
        needed
    }

    /// Writes the move in a state and everything that can follow.
    fn tell_move(&mut self, camp: &'a Camp<G>, state: &CampState<G::Set>) -> u8 {
        let (from, to) = self.search.best(state).expect("the goal is forced from this state");
        let mut moves = camp.own_moves(state).into_iter();
        let (_, _, after) = moves.find(|&(a, b, _)| (a, b) == (from, to)).expect("the strategy makes legal moves");
        let answers = if self.tell_goal(camp, &after) { Vec::new() } else { camp.enemy_options(&after) };
        let needed = 1 + answers.iter().map(|answer| self.trace(answer)).max().unwrap_or(0);
        let size = camp.game.rules().board;
        let told = format!("{} {}", state_text(camp, state), state.outside);
        let line = format!("{told} {needed} {}-{}", size.name(from), size.name(to));
        self.moves.insert(told, line);
        needed
    }

    /// Writes the fortress of a state; returns whether there is one.
    fn tell_goal(&mut self, camp: &Camp<G>, state: &CampState<G::Set>) -> bool {
        let Some(fortress) = reaches(camp, self.search.goal, state) else { return false };
        let size = camp.game.rules().board;
        let [home, away] = [fortress.movers, fortress.room & !fortress.movers].map(G::Set::lowest);
        let told = state_text(camp, state);
        let line = format!(
            "{told} = {} {}-{}",
            size.names(fortress.wall.squares()).join(","),
            size.name(home),
            size.name(away)
        );
        self.goals.insert(told, line);
        true
    }
}

/// Writes a state as in certificates.
fn state_text<G: Geometry>(camp: &Camp<G>, state: &CampState<G::Set>) -> String {
    let size = camp.game.rules().board;
    let outermost = |steps: u8| match camp.owner {
        Side::White => camp.ranks - 1 - steps,
        Side::Black => size.ranks - camp.ranks + steps,
    };
    let letter = |square: Square| match (state.own.has(square), state.enemy.has(square)) {
        (true, _) => Some('S'),
        (_, true) => Some('s'),
        _ => None,
    };
    let run_text = |run: &[Option<char>]| match run[0] {
        None => run.len().to_string(),
        Some(letter) => letter.to_string().repeat(run.len()),
    };
    let rank_text = |rank: u8| {
        let squares = (0..size.files).filter_map(|file| size.square(file, rank));
        squares.map(letter).collect::<Vec<_>>().chunk_by(|a, b| a == b).map(run_text).collect::<String>()
    };
    (0..camp.ranks).map(|steps| rank_text(outermost(steps))).collect::<Vec<_>>().join("/")
}
