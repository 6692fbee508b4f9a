//! What follows from the fields of the rules, one question each.

use super::setup::is_symmetric;
use super::{
    Bound, Captured, Compulsory, Entry, First, Hostile, Komi, LeaderOwner, LeaderStart, Movement, NoMoves, Placing,
    Progress, Removal, Repeats, Repetition, Rules, Setup, TurnLimit, Undo, limits,
};
use crate::vocab::{BySide, EndReason, Side};

impl Rules {
    /// Returns whether `side` starts with a leader.
    pub fn has_leader(&self, side: Side) -> bool {
        self.leader.is_some_and(|leader| match leader.owner {
            LeaderOwner::Both => true,
            LeaderOwner::White => side == Side::White,
            LeaderOwner::Black => side == Side::Black,
        })
    }

    /// Returns the side that places first, or else moves first if the game does not start from a position (§2).
    #[inline(always)]
    pub fn opens(&self) -> Side {
        if self.first == Some(First::Black) { Side::Black } else { Side::White }
    }

    /// Returns the side that makes the first turn (§2).
    ///
    /// ```
    /// use petteia_engine::{Rules, Side};
    /// let begins = |game| Rules::parse(game).unwrap().begins();
    /// assert_eq!([begins("city-8"), begins("brandubh"), begins("brandubh+first=white")], [Side::White, Side::Black, Side::White]);
    /// ```
    pub fn begins(&self) -> Side {
        if self.first.is_some() { self.opens() } else { self.setup.begins() }
    }

    /// Returns the side to which a win counts where fairness is measured: to the winner's or, where the players may change
    /// sides, to White if the player who began has won, else to Black.
    ///
    /// ```
    /// use petteia_engine::{Rules, Side};
    /// let rules = Rules::parse("brandubh+swap").unwrap();
    /// // Black began, and has White since the players changed sides.
    /// assert_eq!(rules.credits(Side::White, true), Side::White);
    /// assert_eq!(rules.credits(Side::White, false), Side::Black);
    /// ```
    pub fn credits(&self, winner: Side, is_swapped: bool) -> Side {
        if !self.swap {
            return winner;
        }
        let began_with = if is_swapped { !winner } else { winner };
        if began_with == self.begins() { Side::White } else { Side::Black }
    }

    /// Returns how many pieces each side has in hand at the start: its stones, and a leader that is placed last.
    ///
    /// ```
    /// use petteia_engine::{BySide, Rules};
    /// assert_eq!(Rules::read("bell-8x8").unwrap().hands(), BySide::both(17));
    /// ```
    pub fn hands(&self) -> BySide<u8> {
        let stones = self.setup.hands();
        match self.setup {
            Setup::Placement(_) => BySide::from_fn(|side| stones[side].saturating_add(self.places_leader(side).into())),
            _ => stones,
        }
    }

    /// Returns whether a side places a leader, as the last piece of its hand (§2).
    pub fn places_leader(&self, side: Side) -> bool {
        let is_placed = self.leader.is_some_and(|leader| leader.start == LeaderStart::PlacedLast);
        is_placed && self.has_leader(side) && matches!(self.setup, Setup::Placement(_))
    }

    /// Returns whether stones may go between two enemies only on a condition (§6).
    #[inline(always)]
    pub fn guards_entry(&self) -> bool {
        matches!(self.entry, Some(Entry::Traps | Entry::Safe))
    }

    /// Returns whether a player removes a bound stone before moving (§6).
    #[inline(always)]
    pub fn removes_first(&self) -> bool {
        matches!(self.removal, Some(Removal::BeforeMove | Removal::Joined))
    }

    /// Returns whether the removal of a stone before a move and this move are one whole (§6).
    #[inline(always)]
    pub fn joins_removal(&self) -> bool {
        self.removal == Some(Removal::Joined)
    }

    /// Returns whether every move begins with the removal of all bound enemy stones (§6).
    #[inline(always)]
    pub fn removes_all(&self) -> bool {
        self.removal == Some(Removal::All)
    }

    /// Returns whether stones may not be placed on every square (§2).
    #[inline(always)]
    pub fn restricts_placing(&self) -> bool {
        matches!(self.placing, Some(Placing::Safe | Placing::Quiet))
    }

    /// Returns whether a player without a move passes (§8).
    #[inline(always)]
    pub fn passes(&self) -> bool {
        self.no_moves == NoMoves::Passes
    }

    /// Returns whether a side must capture if it can (§4).
    #[inline(always)]
    pub fn some_side_must_capture(&self) -> bool {
        self.compulsory != BySide::default()
    }

    /// Returns whether a side that does not capture can lose the piece (§4).
    #[inline(always)]
    pub fn some_side_is_huffed(&self) -> bool {
        self.compulsory.white == Compulsory::Huff || self.compulsory.black == Compulsory::Huff
    }

    /// Returns whether earlier positions matter (§8).
    #[inline(always)]
    pub fn counts_positions(&self) -> bool {
        self.forbids_repetition() || self.limits.repetition.limit() > 0
    }

    /// Returns whether moves bind stones between two free enemies and capture nothing: `bound` is `held`, `lasting` or
    /// `chain` (§6).
    #[inline(always)]
    pub fn holds(&self) -> bool {
        matches!(self.bound, Some(Bound::Held | Bound::Lasting | Bound::Chain))
    }

    /// Returns whether the binding of a stone counts as progress (§8).
    #[inline(always)]
    pub fn counts_binding(&self) -> bool {
        self.limits.progress == Some(Progress::Binds)
    }

    /// Returns whether enemy stones can be bound, by leaps or by holding them.
    #[inline(always)]
    pub fn binds(&self) -> bool {
        self.movement == Movement::Leap || self.holds()
    }

    /// Returns whether the adjudicator, not the board, decides games that end for this reason.
    ///
    /// ```
    /// use petteia_engine::{EndReason, Rules};
    /// let adjudicates = |game: &str| Rules::read(game).unwrap().adjudicates(EndReason::NoMoves);
    /// assert!(adjudicates("piso") && adjudicates("seega-5") && !adjudicates("city-8"));
    /// ```
    pub fn adjudicates(&self, reason: EndReason) -> bool {
        let standstill = matches!(self.no_moves, NoMoves::Passes | NoMoves::Adjudicate);
        reason.is_adjudicated() || (reason == EndReason::NoMoves && standstill)
    }

    /// Returns after how many turns without a capture the game is adjudicated; 0 for no limit (§8).
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let turns = |game: &str| Rules::read(game).unwrap().no_progress();
    /// assert_eq!((turns("city-8"), turns("seega-11x12"), turns("seega-11x12+no_progress=200")), (200, 412, 200));
    /// ```
    #[inline(always)]
    pub fn no_progress(&self) -> u32 {
        match self.limits.no_progress {
            TurnLimit::Turns(turns) => turns,
            TurnLimit::ByBoard => limits::no_progress_of(self.board),
        }
    }

    /// Returns after how many turns the game is stopped as unfinished; 0 for no limit (§8).
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let turns = |game: &str| Rules::read(game).unwrap().turn_cap();
    /// assert_eq!((turns("city-8"), turns("seega-17x18"), turns("seega-17x18+turn_cap=2000")), (2000, 19_120, 2000));
    /// ```
    #[inline(always)]
    pub fn turn_cap(&self) -> u32 {
        match self.limits.turn_cap {
            TurnLimit::Turns(turns) => turns,
            TurnLimit::ByBoard => limits::turn_cap_of(self.board),
        }
    }

    /// Returns whether a move that repeats a position or a board is illegal (§8).
    #[inline(always)]
    pub fn forbids_repetition(&self) -> bool {
        matches!(self.limits.repetition, Repetition::Forbidden | Repetition::ForbiddenBoard)
    }

    /// Returns whether a move can be illegal because of the positions before it (§8).
    #[inline(always)]
    pub fn bars_repetition(&self) -> bool {
        self.forbids_repetition() || self.repeats == Repeats::Illegal
    }

    /// Returns whether captured stones stay on the board as their captor's (§4).
    #[inline(always)]
    pub fn converts(&self) -> bool {
        self.captured != Captured::Removed
    }

    /// Returns whether a move that repeats a board is illegal, whoever is to move (§8).
    #[inline(always)]
    pub fn forbids_boards(&self) -> bool {
        self.limits.repetition == Repetition::ForbiddenBoard
    }

    /// Returns whether a side may not take back its last move (§3).
    #[inline(always)]
    pub fn forbids_undo(&self) -> bool {
        self.undo == Undo::Forbidden
    }

    /// Returns how many turns the placement takes, both sides together (§2).
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let turns = |game: &str| Rules::read(game).unwrap().placing_turns();
    /// assert_eq!((turns("city-8"), turns("poleis"), turns("seega-5"), turns("bell-8x8")), (0, 32, 12, 18));
    /// ```
    pub fn placing_turns(&self) -> u32 {
        let turns = |side| {
            let stones = u32::from(self.setup.hands()[side]);
            stones.div_ceil(u32::from(self.per_turn).max(1)) + u32::from(self.places_leader(side))
        };
        turns(Side::White) + turns(Side::Black)
    }

    /// Returns whether the players differ only in who moves first: both sides have the same pieces, start and rules, and White
    /// the first move, or the players may change sides.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let equal = |game: &str| Rules::read(game).unwrap().sides_are_equal();
    /// assert!(equal("city-8") && !equal("callen-proto-tafl") && equal("callen-proto-tafl+swap"));
    /// ```
    pub fn sides_are_equal(&self) -> bool {
        let same_start = match &self.setup {
            Setup::Rows(rows) => rows.white == rows.black,
            Setup::Placement(_) => true,
            Setup::Position(text) => is_symmetric(text),
        };
        let are_equal = same_start
            && self.has_leader(Side::White) == self.has_leader(Side::Black)
            && self.compulsory.white == self.compulsory.black
            && self.bare.white == self.bare.black
            && self.komi == Komi::default()
            && self.first != Some(First::Black)
            && !self.names_a_side();
        self.swap || are_equal
    }

    /// Returns whether a rule is for one side by its name (§4, §8).
    fn names_a_side(&self) -> bool {
        let is_of_a_side = |hostile| matches!(hostile, Hostile::White | Hostile::Black);
        is_of_a_side(self.hostile_corner)
            || self.hostile_throne.is_some_and(is_of_a_side)
            || matches!(self.repeats, Repeats::WhiteLoses | Repeats::BlackLoses)
    }
}
