//! A game between people, agents or both, independent of any terminal: whose turn it is, choosing a move square by
//! square or by text, taking back moves, hints, and the record of the game.

mod player;
mod task;

use petteia_engine::{AnyGame, BySide, GameRng, Geometry, Move, Outcome, Side, Square, SquareSet, game_seed};

use crate::agents::AgentSpec;
use crate::fault::Fault;
use crate::record::{History, Moment, Record, Step};
pub use player::Player;
pub use task::Task;

/// Streams of the session's seed. A roll depends only on the turn, and a choice only on its place in the game. A move
/// that is taken back and played again therefore meets the same die and the same answer.
const ROLLS: u64 = 1;
const AGENTS: u64 = 2;
const HINTS: u64 = 3;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Session {
    record: Record,
    players: BySide<Player>,
    seed: u64,
    /// The legal decisions of a person to move, with the squares that identify each.
    choices: Vec<(Move, Vec<Square>)>,
    /// The squares chosen so far.
    picked: Vec<Square>,
    note: String,
}

impl Session {
    /// Continues a recorded game; `seed` determines the rolls and the agents' choices from here on.
    pub fn new(mut record: Record, players: BySide<Player>, seed: u64) -> Self {
        record.header.players = BySide::from_fn(|side| players[side].to_string());
        record.header.seed = Some(seed);
        let (choices, picked, note) = (Vec::new(), Vec::new(), String::new());
        let mut session = Session { record, players, seed, choices, picked, note };
        session.proceed();
        session
    }

    /// Returns the game so far.
    pub fn history(&self) -> &History {
        &self.record.history
    }

    /// Returns the record of the game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the players of both sides.
    pub fn players(&self) -> &BySide<Player> {
        &self.players
    }

    /// Returns a note on what happened last, or on why a choice was rejected.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Returns the player for whose decision the session waits, or `None` if the game is over.
    pub fn mover(&self) -> Option<&Player> {
        let history = self.history();
        history.outcome().is_none().then(|| &self.players[history.state().position().player()])
    }

    /// Ends the game because the player of the side to move has failed.
    pub fn forfeit(&mut self, fault: Fault) {
        self.record.history.forfeit(fault.reason());
        self.note = self.record.history.outcome().map_or_else(String::new, Outcome::sentence);
    }

    /// Returns the squares chosen so far for the move.
    pub fn picked(&self) -> &[Square] {
        &self.picked
    }

    /// Returns the squares that may be chosen next, each once.
    pub fn targets(&self) -> Vec<Square> {
        let continuations = self.choices.iter().filter_map(|(_, path)| path.strip_prefix(self.picked.as_slice()));
        let mut targets: Vec<Square> = continuations.filter_map(|path| path.first().copied()).collect();
        targets.sort();
        targets.dedup();
        targets
    }

    /// Returns whether the person must first remove a bound stone.
    pub fn must_remove(&self) -> bool {
        let mut decisions = self.choices.iter().map(|(decision, _)| decision);
        !self.choices.is_empty() && decisions.all(|decision| matches!(decision, Move::Remove(_)))
    }

    /// Returns whether the person may decline a huff, or to go on after a capture.
    pub fn may_decline(&self) -> bool {
        self.choices.iter().any(|(decision, _)| *decision == Move::Decline)
    }

    /// Chooses a square: first a piece, then its destination, leap by leap. Choosing the last square again ends a chain
    /// that could continue. A stone from the hand, a removal and a huff take one square.
    pub fn choose(&mut self, square: Square) {
        let complete = |path: &[Square]| self.choices.iter().find(|(_, squares)| squares == path).map(|(m, _)| *m);
        if self.picked.last() == Some(&square) {
            match complete(&self.picked) {
                Some(decision) => self.decide(decision),
                None => self.clear_choice(),
            }
            return;
        }
        let longer = [self.picked.as_slice(), &[square]].concat();
        let path = [longer, vec![square]].into_iter().find(|path| self.ways(path) > 0);
        let Some(path) = path else {
            self.clear_choice();
            self.note = format!("{} cannot be chosen here", self.name(square));
            return;
        };
        match complete(&path) {
            Some(decision) if self.ways(&path) == 1 => self.decide(decision),
            Some(_) => {
                self.note = format!("choose {} again to stop there, or leap on", self.name(square));
                self.picked = path;
            }
            None => self.picked = path,
        }
    }

    /// Forgets the squares chosen so far.
    pub fn clear_choice(&mut self) {
        self.picked.clear();
    }

    /// Makes a move given as text.
    ///
    /// # Errors
    /// No person is to move, or the text is not a legal move.
    pub fn type_move(&mut self, text: &str) -> Result<(), String> {
        if self.mover() != Some(&Player::Human) {
            return Err("it is not your turn".into());
        }
        let state = self.record.history.state();
        let decision = self.game().parse_move_in(state, text.trim()).map_err(|error| error.to_string())?;
        self.decide(decision);
        Ok(())
    }

    /// Makes a legal decision for the side to move, then rolls and passes until a side must decide again.
    pub fn decide(&mut self, decision: Move) {
        self.record.history.take(Step::Decision(decision));
        self.note = self.last_decision_text();
        self.proceed();
    }

    /// Returns to the last decision of a person; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let by_person = |moment: &Moment| {
            let chosen = matches!(moment.step, Step::Decision(decision) if decision != Move::Pass);
            chosen && self.players[moment.side] == Player::Human
        };
        let Some(last) = self.record.history.moments().iter().rposition(|moment| by_person(moment)) else {
            self.note = "there is nothing to take back".into();
            return false;
        };
        self.record.history.rewind(last);
        self.list_choices();
        self.note = "taken back".into();
        true
    }

    /// Returns the task of choosing for the side to move.
    pub fn task(&self, spec: &AgentSpec) -> Task {
        self.task_with(spec, AGENTS)
    }

    /// Returns the task of finding a hint.
    pub fn hint_task(&self, spec: &AgentSpec) -> Task {
        self.task_with(spec, HINTS)
    }

    fn task_with(&self, spec: &AgentSpec, stream: u64) -> Task {
        let seed = game_seed(self.seed, stream, self.record.history.moments().len() as u64);
        Task { history: self.record.history.clone(), spec: spec.clone(), seed }
    }

    /// Rolls if a roll is due, and passes if a player has no move.
    fn proceed(&mut self) {
        while self.record.history.outcome().is_none() {
            let position = self.record.history.state().position();
            if let Some(faces) = self.game().awaits_roll(position) {
                let mut rng = GameRng::from_seed(game_seed(self.seed, ROLLS, u64::from(position.turn())));
                self.record.history.take(Step::Roll(1 + rng.below(u32::from(faces)) as u8));
            } else if self.game().legal_moves(self.record.history.state()) == [Move::Pass] {
                let side = position.side().title();
                let why = match position.roll() {
                    Some(roll) => format!("{side} rolls {roll}, which allows no move, and passes"),
                    None => format!("{side} has no move, and passes"),
                };
                self.record.history.take(Step::Decision(Move::Pass));
                self.note += &format!("; {why}");
            } else {
                break;
            }
        }
        self.note = self.note.trim_start_matches("; ").to_owned();
        self.list_choices();
    }

    fn list_choices(&mut self) {
        self.picked.clear();
        self.choices = match self.mover() {
            Some(Player::Human) => {
                let moves = self.game().legal_moves(self.record.history.state());
                moves.into_iter().map(|decision| (decision, self.game().squares_of(decision))).collect()
            }
            _ => Vec::new(),
        };
    }

    /// Returns the number of choices that begin with these squares.
    fn ways(&self, path: &[Square]) -> usize {
        self.choices.iter().filter(|(_, squares)| !path.is_empty() && squares.starts_with(path)).count()
    }

    fn game(&self) -> &AnyGame {
        self.record.history.game()
    }

    fn name(&self, square: Square) -> String {
        self.game().geometry().size().name(square)
    }

    /// Describes the last decision with its losses: `White a1-a5: Black loses b5, c5`.
    fn last_decision_text(&self) -> String {
        let Some(moment) = self.record.history.moments().last() else { return String::new() };
        let Step::Decision(decision) = moment.step else { return String::new() };
        let mut text = format!("{} {}", moment.side.title(), self.game().move_text(decision));
        for side in Side::BOTH {
            let lost: Vec<String> = moment.events.lost[side].squares().map(|square| self.name(square)).collect();
            if !lost.is_empty() {
                let leader = if moment.events.leader_fell[side] { ", including the leader" } else { "" };
                text += &format!("; {} loses {}{leader}", side.title(), lost.join(", "));
            }
        }
        text
    }
}
