//! Random placements of the pieces of an ending.

use petteia_engine::{AnyBoard, AnyPosition, AnySet, Arrangement, BySide, Game, GameRng, Side, Square, SquareSet};
use petteia_proofs::endgame::{Ending, Material};

/// Placements to draw before concluding that the game is over in all placements of an ending.
const ATTEMPTS: u32 = 100_000;

/// Returns a random placement of an ending of a game without limits, with White to move, in which the game is not over;
/// all are equally likely. Returns `None` if the game is over in all, or nearly all, placements.
pub fn random_placement(game: &Game<AnyBoard>, ending: Ending, seed: u64) -> Option<AnyPosition> {
    let start = game.start();
    let missing = |side: Side| {
        let all = (start.pieces(side) & !start.leaders()).count() + u32::from(game.rules().setup.hands()[side]);
        all.saturating_sub(u32::from(ending.of(side).stones)) as u16
    };
    // Each side has captured what the other lacks.
    let captured = BySide::from_fn(|side| missing(!side));
    let mut rng = GameRng::from_seed(seed);
    let mut positions = (0..ATTEMPTS).map(|_| arrange(game, ending, captured, &mut rng));
    positions.find(|position| game.outcome(position).is_none())
}

fn arrange(game: &Game<AnyBoard>, ending: Ending, captured: BySide<u16>, rng: &mut GameRng) -> AnyPosition {
    let board = game.rules().board.squares();
    let (mut taken, mut leaders) = (AnySet::EMPTY, AnySet::EMPTY);
    let mut place = |material: Material| {
        let stones = squares(board, material.stones, &mut taken, rng);
        let leader = squares(board, u8::from(material.leader), &mut taken, rng);
        leaders |= leader;
        stones | leader
    };
    let pieces = BySide { white: place(ending.white), black: place(ending.black) };
    game.arrange(Arrangement { pieces, leaders, turned: AnySet::EMPTY, captured, side: Side::White })
}

/// Draws `count` free squares of a board and marks them as taken.
fn squares(board: u32, count: u8, taken: &mut AnySet, rng: &mut GameRng) -> AnySet {
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
