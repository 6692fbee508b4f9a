//! Who won each game, and how it ended.

use petteia_engine::{EndReason, Side};
use petteia_statistics::{Estimate, Results, mean_score};

/// Counts of games by winner and by whether the board or the adjudicator decided them. Each game is counted in exactly
/// one field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OutcomeCounts {
    /// White won on the board.
    pub white_on_board: u64,
    /// White was awarded the win at a deadlock or limit.
    pub white_adjudicated: u64,
    /// Drawn by the rules, not at a deadlock or limit.
    pub draw_on_board: u64,
    /// Drawn at a deadlock or limit.
    pub draw_adjudicated: u64,
    /// Stopped at the turn cap: scores ½ and is counted separately from draws.
    pub unfinished: u64,
    /// Black was awarded the win at a deadlock or limit.
    pub black_adjudicated: u64,
    /// Black won on the board.
    pub black_on_board: u64,
}

impl OutcomeCounts {
    /// Counts a game, given its winner, how it ended, and whether the adjudicator decided it.
    pub fn add(&mut self, winner: Option<Side>, reason: EndReason, adjudicated: bool) {
        let count = match (winner, adjudicated) {
            (Some(Side::White), false) => &mut self.white_on_board,
            (Some(Side::White), true) => &mut self.white_adjudicated,
            (Some(Side::Black), false) => &mut self.black_on_board,
            (Some(Side::Black), true) => &mut self.black_adjudicated,
            (None, _) if reason == EndReason::TurnCap => &mut self.unfinished,
            (None, false) => &mut self.draw_on_board,
            (None, true) => &mut self.draw_adjudicated,
        };
        *count += 1;
    }

    /// Returns the number of games that White won, on the board or adjudicated.
    #[must_use]
    pub fn white(&self) -> u64 {
        self.white_on_board + self.white_adjudicated
    }

    /// Returns the number of games that Black won, on the board or adjudicated.
    #[must_use]
    pub fn black(&self) -> u64 {
        self.black_on_board + self.black_adjudicated
    }

    /// Returns the number of games drawn, on the board or adjudicated.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        self.draw_on_board + self.draw_adjudicated
    }

    /// Returns the number of games that ended without a decision on the board: drawn, or won by adjudication.
    #[must_use]
    pub fn not_decided(&self) -> u64 {
        self.drawn() + self.white_adjudicated + self.black_adjudicated
    }

    /// Returns the number of games won on the board.
    #[must_use]
    pub fn decisive(&self) -> u64 {
        self.white_on_board + self.black_on_board
    }

    /// Returns White's wins, the games without a winner, and Black's wins.
    #[must_use]
    pub fn results(&self) -> Results {
        [self.white(), self.drawn() + self.unfinished, self.black()]
    }

    /// Returns White's mean score per game, from 0 to 1; see [`mean_score`].
    #[must_use]
    pub fn score(&self) -> Option<Estimate> {
        mean_score(self.results())
    }

    /// Returns the number of all games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white() + self.black() + self.drawn() + self.unfinished
    }

    /// Returns the number of all games; `None` if these are counts of no games, whose sum is beyond all numbers.
    #[must_use]
    pub fn checked_games(&self) -> Option<u64> {
        let counts = [
            self.white_on_board,
            self.white_adjudicated,
            self.draw_on_board,
            self.draw_adjudicated,
            self.unfinished,
            self.black_adjudicated,
            self.black_on_board,
        ];
        counts.into_iter().try_fold(0_u64, u64::checked_add)
    }

    /// Returns the same games as if all had been decided on the board.
    pub(crate) fn without_adjudication(self) -> Self {
        OutcomeCounts {
            white_on_board: self.white(),
            draw_on_board: self.drawn(),
            black_on_board: self.black(),
            unfinished: self.unfinished,
            ..OutcomeCounts::default()
        }
    }
}

impl std::ops::AddAssign for OutcomeCounts {
    fn add_assign(&mut self, more: Self) {
        self.white_on_board += more.white_on_board;
        self.white_adjudicated += more.white_adjudicated;
        self.draw_on_board += more.draw_on_board;
        self.draw_adjudicated += more.draw_adjudicated;
        self.unfinished += more.unfinished;
        self.black_adjudicated += more.black_adjudicated;
        self.black_on_board += more.black_on_board;
    }
}
