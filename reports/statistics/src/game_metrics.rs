//! Metrics of a single game, decision by decision.
//!
//! They are in the spirit of those that Browne (2009) proposed and that the Ludii system computes.
//!
//! C. Browne (2009), *Automatic generation and evaluation of recombination games*, PhD thesis, Queensland University of
//! Technology; L. V. Allis (1994), *Searching for solutions in games and artificial intelligence*, PhD thesis, University
//! of Limburg (game-tree complexity).

use std::collections::HashSet;

/// The probability of winning above which a game counts as decided, if it never falls below again.
const DECIDED: f64 = 0.75;

/// A decision and its consequences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TracedDecision {
    /// The number of legal decisions, at least 1.
    pub legal: u32,
    /// White's probability of winning in the position after the decision, as judged by an evaluation, from 0 to 1; at
    /// the end, the result, with ½ for a draw.
    pub white_chance: f64,
    /// A number that identifies the position after the decision.
    pub position: u64,
    /// Completed turns after the decision.
    pub ply: u32,
    /// Pieces of both sides after the decision, including those in hand.
    pub pieces: u32,
}

/// A game.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// Whether White won; `None` if neither side did.
    pub white_won: Option<bool>,
    /// Squares of the board.
    pub squares: u32,
    /// Squares on which a piece stood at some time.
    pub covered: u32,
    /// A number that identifies the position at the start.
    pub start: u64,
    /// Pieces of both sides at the start, including those in hand.
    pub start_pieces: u32,
    /// All decisions in order.
    pub decisions: Vec<TracedDecision>,
}

/// The metrics of a game; `None` if the game does not define the metric.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GameMetrics {
    /// Mean number of legal decisions.
    pub branching: Option<f64>,
    /// Share of decisions with more than one option.
    pub decision_moves: Option<f64>,
    /// Decimal logarithm of the product of the numbers of legal decisions (Allis 1994).
    pub tree_complexity: f64,
    /// Share of the squares on which a piece stood at some time.
    pub board_coverage: f64,
    /// Share of the positions after decisions that had occurred before.
    pub repetition: Option<f64>,
    /// Mean deficit of the winner over the positions in which it was behind, as the loser's probability of winning
    /// minus its own; 0 if it was never behind. Decided games only.
    pub drama: Option<f64>,
    /// Largest deficit of the winner. Decided games only.
    pub drama_max: Option<f64>,
    /// Number of times that the lead changed from one side to the other, divided by the number of decisions. An even
    /// position is not a lead.
    pub lead_changes: Option<f64>,
    /// 1 minus the mean change in White's probability of winning from one decision to the next.
    pub stability: Option<f64>,
    /// Share of the decisions that were still to come when the winner's probability of winning rose above ¾ for the
    /// last time. Decided games only.
    pub played_when_decided: Option<f64>,
    /// Completed turns.
    pub plies: u32,
    /// Pieces of both sides: the number at ply 0 and, whenever it changes, the ply and the new number.
    pub pieces: Vec<(u32, u32)>,
}

impl GameMetrics {
    /// Computes the metrics of a game.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let decisions = trace.decisions.as_slice();
        let n = decisions.len() as f64;
        let share = |count: usize| (n > 0.0).then(|| count as f64 / n);
        let mean = |sum: f64| (n > 0.0).then(|| sum / n);
        Self {
            branching: mean(decisions.iter().map(|decision| f64::from(decision.legal)).sum()),
            decision_moves: share(decisions.iter().filter(|decision| decision.legal > 1).count()),
            tree_complexity: decisions.iter().map(|decision| f64::from(decision.legal.max(1)).log10()).sum(),
            board_coverage: f64::from(trace.covered) / f64::from(trace.squares.max(1)),
            repetition: share(repeated(trace)),
            drama: deficits(trace).map(|deficits| average(&deficits)),
            drama_max: deficits(trace).map(|deficits| deficits.into_iter().fold(0.0, f64::max)),
            lead_changes: share(lead_changes(decisions)),
            stability: stability(decisions),
            played_when_decided: trace.white_won.and_then(|white| share(played_when_decided(decisions, white))),
            plies: decisions.last().map_or(0, |decision| decision.ply),
            pieces: pieces(trace),
        }
    }
}

/// Returns the number of pieces left, whenever it changes.
fn pieces(trace: &Trace) -> Vec<(u32, u32)> {
    let all = trace.decisions.iter().map(|decision| (decision.ply, decision.pieces));
    let mut pieces: Vec<(u32, u32)> = std::iter::once((0, trace.start_pieces)).chain(all).collect();
    pieces.dedup_by_key(|&mut (_, left)| left);
    pieces
}

/// Returns the number of decisions that led to a position that had occurred before.
fn repeated(trace: &Trace) -> usize {
    let mut seen = HashSet::from([trace.start]);
    trace.decisions.iter().filter(|decision| !seen.insert(decision.position)).count()
}

/// Returns the probability of winning of White, or of Black.
fn chance_of(decision: &TracedDecision, white: bool) -> f64 {
    if white { decision.white_chance } else { 1.0 - decision.white_chance }
}

/// Returns the loser's probability of winning minus the winner's, for all positions in which the winner was behind.
fn deficits(trace: &Trace) -> Option<Vec<f64>> {
    let winner = trace.white_won?;
    let deficits = trace.decisions.iter().map(|decision| 1.0 - 2.0 * chance_of(decision, winner));
    Some(deficits.filter(|&deficit| deficit > 0.0).collect())
}

fn average(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

fn lead_changes(decisions: &[TracedDecision]) -> usize {
    let leads = decisions.iter().filter(|decision| decision.white_chance != 0.5);
    let leads: Vec<bool> = leads.map(|decision| decision.white_chance > 0.5).collect();
    leads.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

fn stability(decisions: &[TracedDecision]) -> Option<f64> {
    let changes: Vec<f64> =
        decisions.windows(2).map(|pair| (pair[1].white_chance - pair[0].white_chance).abs()).collect();
    (!changes.is_empty()).then(|| 1.0 - average(&changes))
}

fn played_when_decided(decisions: &[TracedDecision], winner: bool) -> usize {
    let decided = decisions.iter().rev().take_while(|decision| chance_of(decision, winner) > DECIDED).count();
    decided.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a game in which White chooses among 10 and leads (probability 0.6). Black has a single reply, which turns the game (0.2) and
    /// leads back to the start position. White chooses among 100 and wins.
    fn three_moves() -> Trace {
        let decision =
            |legal, white_chance, position| TracedDecision { legal, white_chance, position, ply: 1, pieces: 30 };
        Trace {
            white_won: Some(true),
            squares: 64,
            covered: 16,
            start: 7,
            start_pieces: 32,
            decisions: vec![
                TracedDecision { pieces: 32, ..decision(10, 0.6, 8) },
                TracedDecision { ply: 2, ..decision(1, 0.2, 7) },
                TracedDecision { ply: 3, ..decision(100, 1.0, 9) },
            ],
        }
    }

    fn near(found: Option<f64>, expected: f64) {
        let found = found.expect("there is a value");
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    #[test]
    fn three_moves_are_measured_as_by_hand() {
        let found = GameMetrics::of(&three_moves());
        near(found.branching, 111.0 / 3.0);
        near(found.decision_moves, 2.0 / 3.0);
        near(Some(found.tree_complexity), 1.0 + 0.0 + 2.0);
        near(Some(found.board_coverage), 0.25);
        near(found.repetition, 1.0 / 3.0);
        near(found.drama, 0.8 - 0.2);
        near(found.drama_max, 0.6);
        near(found.lead_changes, 2.0 / 3.0);
        near(found.stability, 1.0 - (0.4 + 0.8) / 2.0);
        near(found.played_when_decided, 0.0);
        assert_eq!((found.plies, found.pieces), (3, vec![(0, 32), (2, 30)]));
    }

    #[test]
    fn the_loser_is_not_measured_as_the_winner() {
        let found = GameMetrics::of(&Trace { white_won: Some(false), ..three_moves() });
        near(found.drama, ((0.6 - 0.4) + (1.0 - 0.0)) / 2.0);
        near(found.played_when_decided, 0.0);
    }

    #[test]
    fn a_game_decided_early_is_played_on() {
        let mut trace = three_moves();
        trace.decisions[1].white_chance = 0.8;
        trace.decisions[0].white_chance = 0.9;
        let found = GameMetrics::of(&trace);
        near(found.drama, 0.0);
        near(found.lead_changes, 0.0);
        near(found.played_when_decided, 2.0 / 3.0);
    }

    #[test]
    fn a_drawn_game_has_no_winner_to_be_behind() {
        let found = GameMetrics::of(&Trace { white_won: None, ..three_moves() });
        assert_eq!((found.drama, found.drama_max, found.played_when_decided), (None, None, None));
        near(found.lead_changes, 2.0 / 3.0);
    }

    #[test]
    fn a_game_without_decisions_has_nothing_to_measure() {
        let found = GameMetrics::of(&Trace { decisions: Vec::new(), white_won: None, ..three_moves() });
        assert_eq!(found, GameMetrics { board_coverage: 0.25, pieces: vec![(0, 32)], ..GameMetrics::default() });
    }
}
