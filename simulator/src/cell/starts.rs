//! Random placements of the pieces of an ending.

use petteia_engine::{AnyBoard, AnyPosition, AnySet, Arrangement, BySide, Game, GameRng, Side, Square, SquareSet};
use petteia_proofs::endgame::{Ending, Material};

/// The placements of an ending with White to move in which the game is not over.
pub struct Placements<'a> {
    game: &'a Game<AnyBoard>,
    ending: Ending,
    /// The number of stones of each side that the enemy has captured.
    captured: BySide<u16>,
}

/// Placements to draw before concluding that the game is over in all placements of an ending.
const ATTEMPTS: u32 = 100_000;

impl<'a> Placements<'a> {
    /// Creates the placements for a game without limits.
    pub fn of(game: &'a Game<AnyBoard>, ending: Ending) -> Self {
        let start = game.start();
        let missing = |side: Side| {
            let all = (start.pieces(side) & !start.leaders()).count() + u32::from(game.rules().setup.hands()[side]);
            all.saturating_sub(u32::from(ending.of(side).stones)) as u16
        };
        Placements { game, ending, captured: BySide::from_fn(|side| missing(!side)) }
    }

    /// Returns a random placement; all are equally likely. Returns `None` if the game is over in all, or nearly all,
    /// placements.
    pub fn draw(&self, seed: u64) -> Option<AnyPosition> {
        let mut rng = GameRng::from_seed(seed);
        let mut positions = (0..ATTEMPTS).map(|_| self.arrange(&mut rng));
        positions.find(|position| self.game.outcome(position).is_none())
    }

    fn arrange(&self, rng: &mut GameRng) -> AnyPosition {
        let mut taken = AnySet::EMPTY;
        let mut leaders = AnySet::EMPTY;
        let mut place = |material: Material| {
            let stones = self.squares(material.stones, &mut taken, rng);
            let leader = self.squares(u8::from(material.leader), &mut taken, rng);
            leaders |= leader;
            stones | leader
        };
        let pieces = BySide { white: place(self.ending.white), black: place(self.ending.black) };
        let captured = self.captured;
        self.game.arrange(Arrangement { pieces, leaders, turned: AnySet::EMPTY, captured, side: Side::White })
    }

    /// Draws `count` free squares and marks them as taken.
    fn squares(&self, count: u8, taken: &mut AnySet, rng: &mut GameRng) -> AnySet {
        let board = self.game.rules().board.squares();
        let mut squares = AnySet::EMPTY;
        for _ in 0..count {
            let free = loop {
                let square = Square(rng.below(board) as u16);
                if !taken.has(square) {
                    break AnySet::only(square);
                }
            };
            *taken |= free;
            squares |= free;
        }
        squares
    }
}
