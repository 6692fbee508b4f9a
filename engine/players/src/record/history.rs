//! A game in progress: its start, every roll and decision, and the positions between them.

use std::sync::Arc;

use petteia_engine::diagram::Diagram;
use petteia_engine::{
    AnyGame, AnyPosition, AnySet, AnyState, CheckedRules, EndReason, Events, Move, Outcome, PositionTextError, Side,
};

/// A step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The die shows this face.
    Roll(u8),
    /// The side to move has decided.
    Decision(Move),
}

/// A step and its effects.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The step.
    pub step: Step,
    /// Who was to move.
    pub side: Side,
    /// The number of its turn, from 1.
    pub turn: u32,
    /// Its effects.
    pub events: Events<AnySet>,
    /// The position after the step.
    pub after: AnyPosition,
}

/// A game with the whole history of its present state, so that it can be shown, rewound and recorded.
#[derive(Clone, Debug)]
pub struct History {
    /// Copies of a game in progress share it.
    game: Arc<AnyGame>,
    start: Option<AnyPosition>,
    state: AnyState,
    /// Copies share them too.
    moments: Vec<Arc<Moment>>,
    /// How the game ended if a player forfeited it.
    forfeit: Option<Outcome>,
}

impl History {
    /// Creates a game at its start.
    pub fn of(rules: &CheckedRules) -> Self {
        History::new(AnyGame::of(rules.clone()), None)
    }

    /// Creates a game at its start, or at the text of a position that replaces it.
    ///
    /// # Errors
    /// The text is invalid.
    pub fn starting_at(rules: &CheckedRules, start: Option<&str>) -> Result<Self, PositionTextError> {
        let game = AnyGame::of(rules.clone());
        let start = start.map(|text| game.parse(text)).transpose()?;
        Ok(History::new(game, start))
    }

    /// Creates a game at its start, or at a position that replaces it.
    pub fn new(game: impl Into<Arc<AnyGame>>, start: Option<AnyPosition>) -> Self {
        let game = game.into();
        let state = begin(&game, start);
        History { game, start, state, moments: Vec::new(), forfeit: None }
    }

    /// Returns the game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the present state.
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// Returns how the game ended, on the board or by a forfeit; `None` if it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome().or(self.forfeit)
    }

    /// Ends the game because the player of the side to move has failed; `reason` is a [forfeit](EndReason::is_forfeit).
    pub fn forfeit(&mut self, reason: EndReason) {
        debug_assert!(reason.is_forfeit(), "{reason:?} is no forfeit");
        self.forfeit = Some(Outcome::win(!self.state.position().side(), reason));
    }

    /// Returns the position that replaces the game's own start.
    pub fn own_start(&self) -> Option<&AnyPosition> {
        self.start.as_ref()
    }

    /// Returns all steps with their effects.
    pub fn moments(&self) -> &[Arc<Moment>] {
        &self.moments
    }

    /// Returns only the steps.
    pub fn steps(&self) -> Vec<Step> {
        self.moments.iter().map(|moment| moment.step).collect()
    }

    /// Returns one line for each turn in the first `steps` steps: its number, and what happened in it.
    pub fn turns(&self, steps: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for turn in self.moments[..steps].chunk_by(|a, b| a.turn == b.turn) {
            let steps = turn.iter().map(|moment| format!(" {}", self.step_text(moment.step)));
            lines.push(format!("{}.{}", turn[0].turn, steps.collect::<String>()));
        }
        lines
    }

    /// Formats a roll as `d3`, and a decision in its move form.
    pub fn step_text(&self, step: Step) -> String {
        match step {
            Step::Roll(face) => format!("d{face}"),
            Step::Decision(decision) => self.game.move_text(decision),
        }
    }

    /// Returns the position after this number of steps; 0 is the start.
    pub fn position_after(&self, steps: usize) -> AnyPosition {
        match steps.checked_sub(1) {
            Some(last) => self.moments[last].after,
            None => *begin(&self.game, self.start).position(),
        }
    }

    /// Returns the board after this number of steps, with the marks of the last decision that was no pass.
    pub fn diagram(&self, steps: usize) -> Diagram {
        let diagram = Diagram::of(&self.game, &self.position_after(steps));
        let last = self.moments[..steps].iter().enumerate().rev().find_map(|(before, moment)| match moment.step {
            Step::Decision(decision) if decision != Move::Pass => Some((before, decision, moment.events.lost)),
            _ => None,
        });
        match last {
            Some((before, decision, lost)) => {
                diagram.marked(self.game.way(&self.position_after(before), decision), lost.white | lost.black)
            }
            None => diagram,
        }
    }

    /// Reads the next step: a roll such as `d3` if one is due, otherwise a legal decision in its move form. The game
    /// must not be over.
    ///
    /// # Errors
    /// The text is not such a step; the message says what would be.
    pub fn read_step(&self, text: &str) -> Result<Step, String> {
        let Some(faces) = self.game.awaits_roll(self.state.position()) else {
            return self.game.parse_move_in(&self.state, text).map(Step::Decision).map_err(|error| error.to_string());
        };
        let face = (1..=faces).find(|face| text == format!("d{face}"));
        face.map(Step::Roll)
            .ok_or_else(|| format!("`{text}` is not a roll; a roll from `d1` to `d{faces}` must come first"))
    }

    /// Takes the next step. It must be legal: a roll if one is due, otherwise a legal decision.
    pub fn take(&mut self, step: Step) {
        let before = self.state.position();
        let (side, turn) = (before.side(), before.turn().saturating_add(1));
        let events = match step {
            Step::Roll(face) => {
                self.game.roll(&mut self.state, face);
                Events::default()
            }
            Step::Decision(decision) => self.game.play(&mut self.state, decision),
        };
        self.moments.push(Arc::new(Moment { step, side, turn, events, after: *self.state.position() }));
    }

    /// Takes back all steps after the first `steps`.
    pub fn rewind(&mut self, steps: usize) {
        let kept = self.steps();
        self.moments.clear();
        self.forfeit = None;
        self.state = begin(&self.game, self.start);
        kept.into_iter().take(steps).for_each(|step| self.take(step));
    }
}

/// Two games are equal if they have the same rules, start, steps and end.
impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.game.rules() == other.game.rules()
            && (self.start, self.outcome()) == (other.start, other.outcome())
            && self.steps() == other.steps()
    }
}

impl Eq for History {}

fn begin(game: &AnyGame, start: Option<AnyPosition>) -> AnyState {
    start.map_or_else(|| game.begin(), |position| game.resume(position))
}
