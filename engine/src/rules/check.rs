//! Checks which combinations of rules make sense (RULES §2, §9).

use std::ops::Deref;

use super::{
    Adjudication, Bound, CaptureAgain, DeadPosition, Hopeless, LeaderMove, LeaderStart, Movement, NoMoves, Over,
    Repetition, Rules, RulesError, RulesErrors, Setup,
};
use crate::game::AnyGame;
use crate::geometry::AnyBoard;
use crate::setup;
use crate::vocab::{BoardSize, BySide, MOST_FILES, MOST_RANKS, MOST_SQUARES, Side, Square, SquareSet};

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
        check_hops(&rules, &mut defects);
        check_captures(&rules, &mut defects);
        check_held(&rules, &mut defects);
        check_ends(&rules, &mut defects);
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

    /// Returns the square on which no stone is placed, if there is one (§2).
    pub fn hole_square(&self) -> Option<Square> {
        let BoardSize { files, ranks } = self.board;
        let has_centre = self.hole.is_some() && files % 2 == 1 && ranks % 2 == 1;
        if has_centre { self.board.square(files / 2, ranks / 2) } else { None }
    }

    /// Returns whether the game begins with placing stones (§2).
    pub fn has_placement(&self) -> bool {
        self.hands() != BySide::default()
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
    defects.refuse_if(
        matches!(rules.bound, Some(Bound::Trapped | Bound::OneTurn)) && !leap,
        "`bound` is `trapped` or `one-turn` in games that leap, such as lemery-latrunculi; give `held` to other games",
    );
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

/// Leaders and stones that hop.
fn check_hops(rules: &Rules, defects: &mut Defects) {
    let hop = rules.movement == Movement::Hop;
    let jumps_too = rules.leader.is_some_and(|leader| leader.jump && leader.movement != LeaderMove::Slide);
    defects
        .refuse_if(jumps_too, "a leader that jumps moves by `slide` otherwise: leave out `leader_move`, or its `jump`");
    defects.refuse_if(
        hop && (rules.die.is_some() || rules.vagi || rules.inciti || rules.leader.is_some()),
        "stones that hop do not go together with `die`, `vagi`, `inciti` or leaders",
    );
    defects.refuse_if(rules.over.is_some() && !hop, "`over` is for games in which stones hop; add `move=hop`");
    defects.refuse_if(
        rules.over == Some(Over::OwnOrBound) && !rules.holds(),
        "`over=own-or-bound` is for games with `bound=held`; give `any` or `own`",
    );
}

/// Corner squares that capture, lines, and captors that go on.
fn check_captures(rules: &Rules, defects: &mut Defects) {
    let leap = rules.movement == Movement::Leap;
    let hostile_and_other = rules.hostile_corner && (leap || rules.inciti || rules.capture_run);
    defects.refuse_if(hostile_and_other, "`hostile_corner` does not go together with leaps, `inciti` or `capture_run`");
    defects
        .refuse_if(rules.capture_run && leap, "stones that leap do not capture custodially: leave out `capture_run`");
    let compulsory = rules.compulsory != BySide::default();
    defects.refuse_if(
        rules.capture_again != CaptureAgain::Off
            && (leap || rules.vagi || rules.inciti || rules.die.is_some() || compulsory),
        "`capture_again` does not go together with leaps, `vagi`, `inciti`, `die` or `compulsory`",
    );
}

/// Stones that are bound as long as two enemies hold them.
fn check_held(rules: &Rules, defects: &mut Defects) {
    let held = rules.holds();
    defects.refuse_if(
        held && !matches!(rules.movement, Movement::Step | Movement::Slide | Movement::Hop),
        "`bound=held` is for games in which stones step, slide or hop",
    );
    defects.refuse_if(held && rules.leader.is_some(), "`bound=held` is for games without leaders");
    let captures = rules.edge
        || rules.surround
        || rules.hostile_corner
        || rules.capture_run
        || rules.capture_again != CaptureAgain::Off
        || rules.compulsory != BySide::default();
    defects.refuse_if(
        held && captures,
        "with `bound=held` no move captures: leave out `edge`, `surround`, `hostile_corner`, `capture_run`, \
         `capture_again` and `compulsory`",
    );
    defects.refuse_if(
        held && (rules.vagi || rules.inciti || rules.die.is_some()),
        "`bound=held` does not go together with `vagi`, `inciti` or `die`",
    );
    defects.refuse_if(rules.removal.is_some() && !held, "`removal` is for games with `bound=held`; add it");
    defects.refuse_if(rules.entry.is_some() && !held, "`entry` is for games with `bound=held`; add it");
}

/// Players without a move, and positions that may not recur.
fn check_ends(rules: &Rules, defects: &mut Defects) {
    let passes = rules.no_moves == NoMoves::Passes;
    let idle = rules.hopeless == Some(Hopeless::Idle);
    defects.refuse_if(
        passes && (rules.die.is_some() || idle),
        "`no_moves=passes` does not go together with `die` or `hopeless=idle`",
    );
    defects.refuse_if(
        matches!(rules.no_moves, NoMoves::Passes | NoMoves::Adjudicate)
            && rules.adjudication == Adjudication::LastMoverLoses,
        "where the last mover loses a deadlock, `no_moves` is `loses` or `draw`",
    );
    defects.refuse_if(
        rules.forbids_repetition() && rules.die.is_some(),
        "`repetition=forbidden` does not go together with `die`",
    );
}

fn check_numbers(rules: &Rules, defects: &mut Defects) {
    defects.refuse_if(rules.die == Some(0), "`die` has at least 1 face");
    defects.refuse_if(rules.stakes == Some(0), "`stakes` has at least 1 face");
    defects.refuse_if(rules.capture_target == Some(0), "`capture_target` is at least 1");
    let once = rules.limits.repetition == Repetition::Times(1);
    defects.refuse_if(once, "`repetition` is 0 (off), at least 2, or `forbidden`");
    defects.refuse_if(rules.per_turn == 0, "`per_turn` is at least 1");
    let placement = matches!(rules.setup, Setup::Placement(_));
    defects.refuse_if(rules.per_turn > 1 && !placement, "`per_turn` is for games with `placement`");
    defects.refuse_if(rules.hole.is_some() && !placement, "`hole` is for games with `placement`");
}

fn check_board(rules: &Rules, defects: &mut Defects) {
    let board = rules.board;
    let size_fits = (1..=MOST_FILES).contains(&board.files)
        && (1..=MOST_RANKS).contains(&board.ranks)
        && board.squares() <= MOST_SQUARES;
    defects.refuse_if(!size_fits, "a board has 1 to 24 files, 1 to 24 ranks and at most 400 squares");
    match rules.setup {
        Setup::Rows(rows) => {
            let start = rules.leader.map(|leader| leader.start);
            let is_even = board.files.is_multiple_of(2);
            let no_middle = match start {
                Some(LeaderStart::LeftCentre | LeaderStart::RightCentre) => !is_even,
                Some(LeaderStart::BackRankCentre) => is_even,
                _ => false,
            };
            defects.refuse_if(
                no_middle,
                "`left-centre` and `right-centre` need an even number of files, `back-rank-centre` an odd one; give the \
                 leader's `start` as a square, such as `e1`",
            );
            let in_hand = start == Some(LeaderStart::PlacedLast);
            defects.refuse_if(in_hand, "a leader that is `placed-last` is for games with `placement`");
            let problem = match start {
                Some(LeaderStart::BackRankCentre) => {
                    "`back-rank-centre` needs a row of stones, and the board room for both"
                }
                Some(LeaderStart::Square { .. }) => "the leader's square is off the board, or taken by the other side",
                _ if Side::BOTH.into_iter().any(|side| rows[side] == 0 && !rules.has_leader(side)) => {
                    "a side whose `rows` are 0 needs a leader, or it has no pieces"
                }
                _ => "the board is too small for its setup",
            };
            defects.refuse_if(size_fits && !no_middle && !in_hand && setup::rows(rules).is_none(), problem);
        }
        Setup::Placement(stones) => check_placement(rules, u32::from(stones), size_fits, defects),
        // The position can be read only once the rest makes sense.
        Setup::Position(_) => {}
    }
}

/// Stones and leaders that are placed, and the square on which none is.
fn check_placement(rules: &Rules, stones: u32, size_fits: bool, defects: &mut Defects) {
    defects.refuse_if(stones == 0, "`placement` needs at least 1 stone per side");
    if let Some(leader) = rules.leader {
        defects.refuse_if(
            leader.start != LeaderStart::PlacedLast,
            "in a game that places its stones, a leader starts `placed-last`",
        );
        defects.refuse_if(leader.crossing, "a leader that is placed anywhere cannot win by `crossing`");
    }
    let barred = rules.hole.map_or(0, |_| 1);
    let no_centre = barred > 0 && rules.hole_square().is_none();
    defects
        .refuse_if(no_centre, "`hole` needs an odd number of files and of ranks: only then there is a centre square");
    let in_hand: u32 = Side::BOTH.into_iter().map(|side| stones + u32::from(rules.has_leader(side))).sum();
    defects.refuse_if(
        size_fits && in_hand > rules.board.squares().saturating_sub(barred),
        "the board is too small for the pieces that are placed on it",
    );
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
        return Err("the start position: leaders cannot be placed from here; leave no stones in hand".to_owned());
    }
    if start.all_pieces().count() >= rules.board.squares() {
        return Err("the start position: no square is empty".to_owned());
    }
    if start.huff_is_open() || start.goes_on_with().is_some() || start.has_removed() {
        return Err(
            "the start position: a game starts at the beginning of a turn; leave out `huff=`, `again=` and `removed`"
                .to_owned(),
        );
    }
    match game.outcome(&start) {
        Some(outcome) => Err(format!("the start position: the game is over before it starts: {}", outcome.sentence())),
        None => Ok(()),
    }
}
