//! Records what the tables need of a random game.

use crate::geometry::Geometry;
use crate::moves::Move;
use crate::playout::Recorder;
use crate::position::Position;
use crate::random::{GameRng, game_seed};
use crate::rules::Rules;
use crate::turn::Events;
use crate::vocab::{BySide, MOST_SQUARES, Outcome, Side, SquareSet};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame<S> {
    /// Its number.
    pub number: u64,
    /// The seed of its random stream.
    pub seed: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Its last position, with the turns and captures.
    pub position: Position<S>,
    /// The number of decisions made.
    pub decisions: u64,
    /// The number of legal decisions, summed over all decisions made.
    pub choices: u64,
    /// The ply of the first capture, from 1.
    pub first_capture_ply: Option<u32>,
    /// Coins won by each side, in games with stakes.
    pub coins: Option<BySide<u32>>,
}

impl<S: SquareSet> PlayedGame<S> {
    /// Returns the same game with its position in sets of another word ([`Position::cast`]).
    #[must_use]
    pub fn cast<T: SquareSet>(&self) -> PlayedGame<T> {
        let PlayedGame { number, seed, outcome, decisions, choices, first_capture_ply, coins, .. } = *self;
        let position = self.position.cast();
        PlayedGame { number, seed, outcome, position, decisions, choices, first_capture_ply, coins }
    }
}

/// Arrivals, losses and early placements on each square, summed over games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareCounts {
    /// The number of times a piece arrived on the square, by a move or from the hand.
    pub arrivals: [u64; MOST_SQUARES as usize],
    /// The number of times a piece was captured on the square.
    pub losses: [u64; MOST_SQUARES as usize],
    /// The number of games in which a piece was placed on the square early; left to those who know the players.
    pub placed_early: [u64; MOST_SQUARES as usize],
}

impl Default for SquareCounts {
    fn default() -> Self {
        let none = [0; MOST_SQUARES as usize];
        SquareCounts { arrivals: none, losses: none, placed_early: none }
    }
}

impl SquareCounts {
    /// Adds the counts of other games.
    pub fn add(&mut self, other: &SquareCounts) {
        for square in 0..MOST_SQUARES as usize {
            self.arrivals[square] += other.arrivals[square];
            self.losses[square] += other.losses[square];
            self.placed_early[square] += other.placed_early[square];
        }
    }

    /// Counts the effects of a decision.
    #[inline(always)]
    pub fn record<S: SquareSet>(&mut self, decision: Move, events: &Events<S>) {
        if let Move::Go { to, .. } | Move::Place(to) | Move::Leap { to, .. } = decision {
            self.arrivals[to.index()] += 1;
        }
        if events.captured() {
            self.lose(events.lost.white | events.lost.black);
        }
    }

    /// Counts captured pieces.
    #[inline(always)]
    pub(crate) fn lose<S: SquareSet>(&mut self, lost: S) {
        for square in lost.squares() {
            self.losses[square.index()] += 1;
        }
    }
}

/// Records a game for the tables.
#[derive(Debug)]
pub struct GameLog<'a> {
    squares: Option<&'a mut SquareCounts>,
    decisions: u64,
    choices: u64,
    first_capture_ply: Option<u32>,
    stakes: Option<Stakes>,
}

impl<'a> GameLog<'a> {
    /// Creates a log for the game with a seed. What happens on the squares is added to `squares`, if given.
    pub fn new(rules: &Rules, seed: u64, squares: Option<&'a mut SquareCounts>) -> Self {
        GameLog { squares, decisions: 0, choices: 0, first_capture_ply: None, stakes: Stakes::of(rules, seed) }
    }

    /// Returns the record of the finished game.
    pub fn finish<S>(self, number: u64, seed: u64, outcome: Outcome, position: Position<S>) -> PlayedGame<S> {
        PlayedGame {
            number,
            seed,
            outcome,
            position,
            decisions: self.decisions,
            choices: self.choices,
            first_capture_ply: self.first_capture_ply,
            coins: self.stakes.map(|stakes| stakes.coins),
        }
    }
}

impl<G: Geometry> Recorder<G> for GameLog<'_> {
    #[inline(always)]
    fn record(&mut self, choices: u32, decision: Move, events: &Events<G::Set>, after: &Position<G::Set>) {
        self.decisions += 1;
        self.choices += u64::from(choices);
        if let Some(squares) = &mut self.squares {
            squares.record(decision, events);
        }
        if !events.captured() {
            return;
        }
        self.first_capture_ply = self.first_capture_ply.or(Some(after.turn() + u32::from(!events.turn_over)));
        if let Some(stakes) = &mut self.stakes {
            stakes.pay(events);
        }
    }
}

/// The die of the gambling version. It has its own random stream, so that coins never affect play (RULES §8).
#[derive(Clone, Debug)]
pub(crate) struct Stakes {
    faces: u8,
    rng: GameRng,
    /// What each side has won so far.
    pub coins: BySide<u32>,
}

/// Separates the stream of the stakes from the stream of the game.
const STAKES_STREAM: u64 = 1;

impl Stakes {
    /// Creates the die for the game with a seed, if the rules have one.
    pub fn of(rules: &Rules, seed: u64) -> Option<Self> {
        let faces = rules.stakes?;
        let rng = GameRng::from_seed(game_seed(seed, STAKES_STREAM, 0));
        Some(Stakes { faces, rng, coins: BySide::both(0) })
    }

    /// Pays for each captured piece.
    pub fn pay<S: SquareSet>(&mut self, events: &Events<S>) {
        for loser in Side::BOTH {
            for _ in 0..events.lost[loser].count() {
                self.coins[!loser] += 1 + self.rng.below(u32::from(self.faces));
            }
        }
    }
}
