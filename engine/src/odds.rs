//! Odds: one side starts with fewer stones than the rules provide, to make the game more even.

use crate::game::AnyGame;
use crate::geometry::AnySet;
use crate::position::AnyPosition;
use crate::random::GameRng;
use crate::vocab::{BoardSize, BySide, Side, Square, SquareSet};

/// The number of stones that a side gives as odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The side that starts with fewer stones.
    pub giver: Side,
    /// The number of stones by which it starts with fewer.
    pub stones: u8,
}

impl AnyGame {
    /// Returns the start position at odds.
    ///
    /// In a game with rows, the giver's stones are removed starting from its back rank; on each rank they are removed
    /// from the ends inwards, left before right from the giver's point of view. A leader stays. Removed stones do not
    /// count as captured. In a game with placement, the other side's extra stones stand on random squares from the
    /// beginning, and both sides then place the same number in turn, because the rules provide no other order.
    ///
    /// Returns `None` if the giver would have so few stones that it has lost, or that the other side could not reach
    /// its capture target, or if the game would be over.
    ///
    /// ```
    /// use petteia_engine::{AnyGame, GameRng, Odds, Rules, Side};
    /// let game = AnyGame::of(Rules::parse("city-8").unwrap());
    /// let start = |giver, stones| {
    ///     let start = game.start_at_odds(Odds { giver, stones }, &mut GameRng::from_seed(1))?;
    ///     Some(game.text(&start))
    /// };
    /// assert_eq!(start(Side::White, 3).unwrap(), "ssssssss/8/8/8/8/8/8/2SSSSS1 w 0,0 0,0 0 0");
    /// assert_eq!(start(Side::Black, 1).unwrap(), "sssssss1/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0");
    /// assert_eq!(start(Side::White, 8), None);
    /// ```
    #[must_use]
    pub fn start_at_odds(&self, odds: Odds, rng: &mut GameRng) -> Option<AnyPosition> {
        let Odds { giver, stones } = odds;
        let rules = self.rules();
        let mut start = self.start();
        let own = u32::from(start.hands[giver]) + (start.pieces[giver] & !start.leaders).count();
        let lost = rules.bare[giver].map_or(0, u32::from);
        let least = rules.capture_target.map_or(1, u32::from).max(lost + 1);
        if own < u32::from(stones) + least {
            return None;
        }
        if start.hands == BySide::default() {
            let own_stones = start.pieces[giver] & !start.leaders;
            let order = from_behind(rules.board, giver).filter(|&square| own_stones.has(square));
            start.pieces[giver] &= !AnySet::of(order.take(stones.into()));
        } else {
            let left = |side: Side| start.hands[side].checked_sub(stones);
            start.hands = BySide { white: left(Side::White)?, black: left(Side::Black)? };
            for _ in 0..stones {
                let square = free_square(rules.board, start.all_pieces(), rng);
                start.pieces[!giver] |= AnySet::only(square);
            }
        }
        start.prospects = self.prospects(&start);
        self.outcome(&start).is_none().then_some(start)
    }
}

/// Returns all squares in the order in which a side gives its stones.
fn from_behind(board: BoardSize, side: Side) -> impl Iterator<Item = Square> {
    let inwards =
        (0..board.files).map(move |place| if place % 2 == 0 { place / 2 } else { board.files - 1 - place / 2 });
    let seen = (0..board.ranks).flat_map(move |rank| inwards.clone().filter_map(move |file| board.square(file, rank)));
    seen.map(move |square| if side == Side::White { square } else { board.turned(square) })
}

/// Returns a random empty square; all are equally likely.
fn free_square(board: BoardSize, pieces: AnySet, rng: &mut GameRng) -> Square {
    loop {
        let square = Square(rng.below(board.squares()) as u16);
        if !pieces.has(square) {
            return square;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::rules::catalogue::GAMES;

    fn game(text: &str) -> AnyGame {
        AnyGame::of(Rules::parse(text).expect(text))
    }

    fn start(text: &str, giver: Side, stones: u8) -> Option<String> {
        let game = game(text);
        game.start_at_odds(Odds { giver, stones }, &mut GameRng::from_seed(5)).map(|start| game.text(&start))
    }

    #[test]
    fn stones_go_from_behind_and_leaders_stay() {
        let double = "ssssssss/ssssssss/8/8/8/8/SSSSSSSS/8 w 0,0 0,0 0 0";
        assert_eq!(start("city-8-double", Side::White, 8).as_deref(), Some(double));
        let white = start("lemery-ultra-compact", Side::White, 7).expect("one stone stays");
        assert_eq!(white.matches('S').count(), 1, "{white}");
        assert_eq!(white.matches('L').count(), 1, "{white}");
        assert_eq!(start("lemery-ultra-compact", Side::White, 8), None);
    }

    #[test]
    fn extra_stones_stand_before_the_others_are_placed() {
        let text = start("poleis", Side::White, 3).expect("White keeps 13");
        assert_eq!(text.matches('s').count(), 3, "{text}");
        assert!(text.ends_with(" w 13,13 0,0 0 0") && !text.contains('S'), "{text}");
        assert_eq!(game("poleis").text(&game("poleis").parse(&text).expect("it is a position")), text);
    }

    #[test]
    fn who_gives_too_much_has_lost() {
        assert!(start("poleis", Side::White, 14).is_some() && start("poleis", Side::White, 15).is_none());
        assert!(start("callen-simple-petteia", Side::Black, 5).is_some());
        assert_eq!(start("callen-simple-petteia", Side::Black, 6), None, "White has to capture 7 of 12");
    }

    #[test]
    fn no_odds_are_the_start() {
        for entry in GAMES {
            let game = game(entry.id);
            for giver in Side::BOTH {
                let start = game.start_at_odds(Odds { giver, stones: 0 }, &mut GameRng::from_seed(1));
                assert_eq!(start, Some(game.start()), "{}", entry.id);
            }
        }
    }
}
