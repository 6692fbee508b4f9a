//! Checks which combinations of rules make sense (RULES §2, §9).

use std::ops::Deref;

use super::{DeadPosition, Hopeless, LeaderStart, Movement, Rules, RulesError, RulesErrors, Setup};
use crate::game::AnyGame;
use crate::geometry::AnyBoard;
use crate::setup;
use crate::vocab::{BySide, Side, SquareSet};

/// Rules that passed the check; only these can be played. They can be read like [`Rules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedRules(Rules);

impl Deref for CheckedRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

impl CheckedRules {
    pub(super) fn new(mut rules: Rules) -> Result<Self, RulesErrors> {
        // A field that is not read makes no other game.
        if let (Setup::Position(_), Some(leader)) = (&rules.setup, &mut rules.leader) {
            leader.start = LeaderStart::default();
        }
        let mut defects = Defects(Vec::new());
        check_switches(&rules, &mut defects);
        check_numbers(&rules, &mut defects);
        check_board(&rules, &mut defects);
        if !defects.0.is_empty() {
            return Err(RulesErrors(defects.0));
        }
        let checked = CheckedRules(rules);
        match check_position(&checked) {
            Ok(()) => Ok(checked),
            Err(problem) => Err(RulesError::Senseless(problem).into()),
        }
    }
}

impl Rules {
    /// Reads a game id with switches, such as `city-8+vagi+edge` or `poleis-vagi`, and checks the result (§9).
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// assert!(Rules::parse("city-8-edge+die=4").is_ok());
    /// let error = Rules::parse("city-8+vagy").unwrap_err();
    /// assert!(error.to_string().contains("did you mean `vagi`"));
    /// ```
    ///
    /// # Errors
    /// An unknown game or switch (with the closest name), an invalid value, or a combination that makes no sense.
    pub fn parse(text: &str) -> Result<CheckedRules, RulesErrors> {
        Rules::read(text)?.check()
    }

    /// Checks the rules and reports every combination that makes no sense at once.
    ///
    /// ```
    /// use petteia_engine::{BoardSize, Rules};
    /// let flat = Rules { board: BoardSize { files: 8, ranks: 2 }, ..Rules::default() };
    /// assert_eq!(flat.check().unwrap_err().to_string(), "the board is too small for its setup");
    /// ```
    ///
    /// # Errors
    /// All defects, each with what would be right.
    pub fn check(self) -> Result<CheckedRules, RulesErrors> {
        CheckedRules::new(self)
    }

    /// Returns whether a dead position ends the game, given the setting and the other rules (§8, test 7).
    pub fn tests_dead_position(&self) -> bool {
        match self.dead_position {
            DeadPosition::On => true,
            DeadPosition::Off => false,
            DeadPosition::OffWithoutInciti => self.inciti,
            DeadPosition::Default => self.inciti || !(self.vagi || self.movement == Movement::Forward),
        }
    }

    /// Returns whether hopeless pieces stay on the board (§5).
    pub fn keeps_hopeless(&self) -> bool {
        self.inciti && self.hopeless == Some(Hopeless::Idle)
    }

    /// Returns whether the game begins with placing stones (§2).
    pub fn has_placement(&self) -> bool {
        self.setup.hands() != BySide::default()
    }
}

struct Defects(Vec<RulesError>);

impl Defects {
    fn refuse_if(&mut self, wrong: bool, message: &str) {
        if wrong {
            self.0.push(RulesError::Senseless(message.to_owned()));
        }
    }
}

fn check_switches(rules: &Rules, defects: &mut Defects) {
    let leap = rules.movement == Movement::Leap;
    let compulsory = rules.compulsory != BySide::default();
    defects.refuse_if(rules.hopeless.is_some() && !rules.inciti, "`hopeless` is for games with `inciti`; add it");
    defects.refuse_if(rules.bound.is_some() && !leap, "`bound` is for games that leap, such as lemery-latrunculi");
    defects.refuse_if(
        rules.inciti && rules.movement == Movement::Forward,
        "`inciti` and forward moves do not go together; use slide or step",
    );
    defects.refuse_if(
        rules.inciti && rules.dead_position == DeadPosition::Off,
        "`inciti` always ends dead positions; leave out `dead_position=off`",
    );
    defects.refuse_if(leap && rules.vagi, "stones that leap are bound, they do not turn: leave out `vagi`");
    defects.refuse_if(
        leap && (rules.edge || rules.corner || rules.surround),
        "stones that leap do not capture custodially: leave out `edge`, `corner` and `surround`",
    );
    defects.refuse_if(leap && compulsory, "`compulsory` is for games that capture custodially, not by leaps");
    defects.refuse_if(leap && rules.leader.is_some(), "no source says what a leader does in a game of leaps");
    let crosses_and_falls = rules.leader.is_some_and(|l| l.lose && l.capture == super::LeaderCapture::Never);
    defects.refuse_if(crosses_and_falls, "a leader that is never captured cannot be lost: leave out `lose`");
}

fn check_numbers(rules: &Rules, defects: &mut Defects) {
    defects.refuse_if(rules.die == Some(0), "`die` has at least 1 face");
    defects.refuse_if(rules.stakes == Some(0), "`stakes` has at least 1 face");
    defects.refuse_if(rules.capture_target == Some(0), "`capture_target` is at least 1");
    defects.refuse_if(rules.limits.repetition == 1, "`repetition` is 0 (off) or at least 2");
}

fn check_board(rules: &Rules, defects: &mut Defects) {
    let board = rules.board;
    let size_fits = (1..=16).contains(&board.files) && board.ranks >= 1 && board.squares() <= 128;
    defects.refuse_if(!size_fits, "a board has 1 to 16 files and at most 128 squares");
    match rules.setup {
        Setup::Rows(_) => {
            let start = rules.leader.map(|leader| leader.start);
            let no_middle = start == Some(LeaderStart::LeftCentre) && board.files % 2 == 1;
            defects.refuse_if(
                no_middle,
                "`left-centre` needs an even number of files; give the leader's `start` as a square, such as `e1`",
            );
            let problem = match start {
                Some(LeaderStart::Square { .. }) => "the leader's square is off the board, or taken by the other side",
                _ => "the board is too small for its setup",
            };
            defects.refuse_if(size_fits && !no_middle && setup::rows(rules).is_none(), problem);
        }
        Setup::Placement(stones) => {
            defects.refuse_if(rules.leader.is_some(), "a game that places its stones has no leader");
            defects.refuse_if(stones == 0, "`placement` needs at least 1 stone per side");
            defects.refuse_if(
                size_fits && u32::from(stones) * 2 > board.squares(),
                "the board is too small for the stones that are placed on it",
            );
        }
        // The position can be read only once the rest makes sense.
        Setup::Position(_) => {}
    }
}

/// Says what is wrong with a position that a game starts from.
fn check_position(rules: &CheckedRules) -> Result<(), String> {
    let Setup::Position(_) = rules.setup else { return Ok(()) };
    let game = AnyGame::before_start(rules.clone(), AnyBoard::new(rules.board));
    let start = game.first_position().map_err(|error| format!("the start position: {error}"))?;
    for side in Side::BOTH {
        if start.pieces(side).is_empty() && start.hands()[side] == 0 {
            return Err(format!("the start position: {} has no pieces", side.title()));
        }
        let leaders = (start.leaders() & start.pieces(side)).count();
        if rules.has_leader(side) && leaders == 0 {
            return Err(format!(
                "the start position: {}'s leader is missing; put an `L` (Black's `l`) on its square",
                side.title()
            ));
        }
    }
    if rules.leader.is_some() && rules.has_placement() {
        return Err(
            "the start position: a game that places its stones has no leader; leave no stones in hand".to_owned()
        );
    }
    if start.all_pieces().count() >= rules.board.squares() {
        return Err("the start position: no square is empty".to_owned());
    }
    if start.huff_is_open() {
        return Err("the start position: a game cannot start with a huff; leave out `huff=`".to_owned());
    }
    match game.outcome(&start) {
        Some(outcome) => Err(format!("the start position: the game is over before it starts: {}", outcome.sentence())),
        None => Ok(()),
    }
}
