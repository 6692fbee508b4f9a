//! What can be asked of the games of a rule set.

use petteia_engine::{EndReason, Rules, Side, did_you_mean, nearest};
use petteia_statistics::Moments;
use petteia_tables::{GameResult, OutcomeCounts};

/// A quantity whose mean over all games is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The share of games that nobody wins, unfinished ones included.
    Draws,
    /// The share of games won on the board, not by adjudication.
    Decisive,
    /// White's score, or the first player's where the players may change sides: win 1, draw ½, loss 0.
    WhiteScore,
    /// Completed turns.
    Plies,
    /// The share of games that ended for a reason.
    Ends(EndReason),
}

/// The names of the quantities without a reason.
const PLAIN: [(&str, Quantity); 4] = [
    ("draws", Quantity::Draws),
    ("on_board", Quantity::Decisive),
    ("white_score", Quantity::WhiteScore),
    ("plies", Quantity::Plies),
];

impl Quantity {
    /// Returns the quantity with a name: `draws`, `on_board`, `white_score`, `plies`, or a reason such as `no_moves`.
    ///
    /// # Errors
    /// There is none, and which name is near.
    pub fn named(text: &str) -> Result<Self, String> {
        let reasons = EndReason::ALL.map(|reason| (reason.name(), Quantity::Ends(reason)));
        let all = || PLAIN.into_iter().chain(reasons);
        let found = all().find(|(name, _)| *name == text).map(|(_, quantity)| quantity);
        found.ok_or_else(|| {
            let near = did_you_mean(nearest(text, all().map(|(name, _)| name)));
            format!(
                "there is no quantity `{text}`{near}; give `draws`, `on_board`, `white_score`, `plies` or how games end, such \
                 as `no_moves`"
            )
        })
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Ends(reason) => reason.name(),
            plain => PLAIN.iter().find(|(_, quantity)| *quantity == plain).map_or("", |(name, _)| name),
        }
    }

    /// Returns its sums over games by `rules` that ended like this; `None` if that does not determine them.
    pub(super) fn of_outcomes(self, rules: &Rules, outcomes: &OutcomeCounts) -> Option<Moments> {
        let [white, open, black] = outcomes.results().map(|games| games as f64);
        let share = |games: f64| (games, games);
        let (sum, squares) = match self {
            Quantity::Draws => share(open),
            Quantity::WhiteScore if rules.swap => return None,
            Quantity::WhiteScore => (white + open / 2.0, white + open / 4.0),
            Quantity::Decisive => share(outcomes.decisive() as f64),
            Quantity::Plies | Quantity::Ends(_) => return None,
        };
        Some(Moments { n: (white + open + black) as u64, sum, squares })
    }

    /// Returns its sums over some games by `rules`. `cap` is the most turns of a game, by which turns are divided.
    pub(super) fn of_games(self, rules: &Rules, games: &[GameResult], cap: f64) -> Moments {
        let value = |game: &GameResult| match self {
            Quantity::Draws => f64::from(game.outcome.winner.is_none()),
            Quantity::Decisive => f64::from(game.outcome.winner.is_some() && !rules.adjudicates(game.outcome.reason)),
            Quantity::WhiteScore => game
                .outcome
                .winner
                .map_or(0.5, |winner| f64::from(rules.credits(winner, game.is_swapped) == Side::White)),
            Quantity::Plies => (f64::from(game.plies) / cap).min(1.0),
            Quantity::Ends(reason) => f64::from(game.outcome.reason == reason),
        };
        let mut moments = Moments { n: games.len() as u64, ..Moments::default() };
        for value in games.iter().map(value) {
            moments.sum += value;
            moments.squares += value * value;
        }
        moments
    }
}
