//! Checks which combinations of rules make sense (RULES §2, §9).

use super::checked::CheckedRules;
use super::{
    Access, LeaderCapture, LeaderStart, Repetition, Rules, RulesError, RulesErrors, Setup, TurnLimit, combinations,
};
use crate::game::AnyGame;
use crate::geometry::AnyBoard;
use crate::setup;
use crate::vocab::{BySide, MOST_FILES, MOST_RANKS, MOST_SQUARES, Side, SquareSet};

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
    /// assert_eq!(flat.check().unwrap_err().to_string(), "the board is too small for its setup: use more ranks or fewer `rows`");
    /// ```
    ///
    /// # Errors
    /// All defects, each with what would be right.
    pub fn check(mut self) -> Result<CheckedRules, RulesErrors> {
        // A field that is not read makes no other game.
        if let (Setup::Position(_), Some(leader)) = (&self.setup, &mut self.leader) {
            leader.start = LeaderStart::default();
        }
        if let Some(leader) = &mut self.leader {
            leader.keep_goal(true);
        }
        let mut defects = RulesErrors(combinations::defects(&self));
        check_numbers(&self, &mut defects);
        check_board(&self, &mut defects);
        check_special_squares(&self, &mut defects);
        if !defects.0.is_empty() {
            return Err(defects);
        }
        self.forget_defaults();
        self.limits.no_progress = TurnLimit::Turns(self.no_progress());
        self.limits.turn_cap = TurnLimit::Turns(self.turn_cap());
        let checked = CheckedRules(self);
        match check_position(&checked) {
            Ok(()) => Ok(checked),
            Err(problem) => Err(RulesError::Senseless(problem).into()),
        }
    }

    /// Leaves out values that say what holds anyway, so that equal games have equal rules.
    fn forget_defaults(&mut self) {
        // Where stones are in hand, `first` also says who has placed first.
        let says_more =
            self.begins() != self.setup.begins() || (self.opens() == Side::Black && self.hands() != BySide::default());
        self.first = self.first.filter(|_| says_more);
        self.throne_stop = self.throne_stop.filter(|access| *access != Access::All);
        self.throne_pass = self.throne_pass.filter(|access| *access != Access::All);
        self.hostile_throne = self.hostile_throne.filter(|hostile| hostile.captures());
    }
}

impl RulesErrors {
    fn refuse_if(&mut self, wrong: bool, message: &str) {
        if wrong {
            self.0.push(RulesError::Senseless(message.to_owned()));
        }
    }
}

fn check_numbers(rules: &Rules, defects: &mut RulesErrors) {
    defects.refuse_if(rules.die == Some(0), "`die` has at least 1 face");
    defects.refuse_if(rules.stakes == Some(0), "`stakes` has at least 1 face");
    defects.refuse_if(rules.capture_target == Some(0), "`capture_target` is at least 1");
    let once = rules.limits.repetition == Repetition::Times(1);
    defects.refuse_if(once, "`repetition` is 0 (off), at least 2, or `forbidden`");
    defects.refuse_if(rules.per_turn == 0, "`per_turn` is at least 1");
    defects.refuse_if(rules.corner_size == 0, "`corner_size` is at least 1");
}

/// Special squares (§3, §9).
fn check_special_squares(rules: &Rules, defects: &mut RulesErrors) {
    let by_throne = rules.leader.is_some_and(|leader| leader.capture == LeaderCapture::ByThrone);
    let about_throne = [
        ("throne_stop", rules.throne_stop.is_some()),
        ("throne_pass", rules.throne_pass.is_some()),
        ("hostile_throne", rules.hostile_throne.is_some()),
        ("linnaean", rules.linnaean),
        ("leader_capture=by-throne", by_throne),
    ];
    for (name, _) in about_throne.into_iter().filter(|&(_, is_given)| is_given && rules.board.centre().is_none()) {
        let problem = format!("`{name}` needs an odd number of files and of ranks: only then there is a centre square");
        defects.refuse_if(true, &problem);
    }
    let most = rules.board.files.min(rules.board.ranks) / 2;
    let too_large = rules.corner_size > 1 && rules.corner_size > most;
    defects.refuse_if(too_large, "`corner_size` is at most half a side of the board");
}

fn check_board(rules: &Rules, defects: &mut RulesErrors) {
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
                _ => "the board is too small for its setup: use more ranks or fewer `rows`",
            };
            defects.refuse_if(size_fits && !no_middle && !in_hand && setup::rows(rules).is_none(), problem);
        }
        Setup::Placement(stones) => check_placement(rules, u32::from(stones), size_fits, defects),
        // The position can be read only once the rest makes sense.
        Setup::Position(_) => {}
    }
}

/// Stones and leaders that are placed, and the square on which none is.
fn check_placement(rules: &Rules, stones: u32, size_fits: bool, defects: &mut RulesErrors) {
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
    Ok(())
}
