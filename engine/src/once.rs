//! Ensures that expensive generic code is compiled only once.
//!
//! Code that is generic over the board's shape is compiled again by every crate that uses it. Random games in lanes and
//! long counts would slow down every build. Their generic methods therefore only call functions of this crate that take
//! games without their type and recover the type here.

use std::any::Any;

use crate::game::Game;
use crate::geometry::{AnyBoard, Dynamic, Fixed, Geometry, OnBoard, with_geometry};
use crate::lanes::InLanes;
use crate::rules::CheckedRules;

/// Work on a game of any shape; see [`with_game`].
pub(crate) trait OnGame {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run<G: Geometry>(self, game: &Game<G>) -> Self::Output;

    /// Does the work on a board on which random games can be played in lanes.
    fn run_in_lanes<G: InLanes>(self, game: &Game<G>) -> Self::Output
    where
        Self: Sized,
    {
        self.run(game)
    }
}

/// Runs `work` with a game that is passed as `Any`.
#[inline(always)]
pub(crate) fn with_game<W: OnGame>(game: &dyn Any, work: W) -> W::Output {
    macro_rules! find {
        ($($shape:ty),*) => {
            $(if let Some(game) = game.downcast_ref::<Game<$shape>>() {
                return work.run_in_lanes(game);
            })*
        };
    }
    find!(Fixed<u64, 8, 8>, Fixed<u128, 12, 8>, Dynamic<u64>, Dynamic<u128>);
    work.run(game.downcast_ref::<Game<AnyBoard>>().expect("there are no other shapes"))
}

/// Runs `work` with a game created from rules on the fastest shape for their board.
pub(crate) fn with_game_of<W: OnGame>(rules: &CheckedRules, work: W) -> W::Output {
    struct Prepared<'a, W>(&'a CheckedRules, W);

    impl<W: OnGame> OnBoard for Prepared<'_, W> {
        type Output = W::Output;

        fn run<G: Geometry>(self, geometry: G) -> W::Output {
            with_game(&Game::new(self.0.clone(), geometry), self.1)
        }
    }

    with_geometry(rules.board, Prepared(rules, work))
}
