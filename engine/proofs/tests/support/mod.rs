//! A plain solver without symmetry, numbering or retrograde analysis. It repeatedly plays every move of every placement
//! until nothing changes.

use std::collections::HashMap;

use petteia_engine::{Arrangement, BySide, Dynamic, Game, Position, Side, Square, SquareSet};
use petteia_proofs::endgame::{Ending, Value};

/// The game on a small board.
pub type SmallGame = Game<Dynamic<u64>>;

/// The pieces and the side to move, which determine a value.
pub type Key = (u64, u64, u64, u64, Side);

/// Returns the key of a position of the movement phase.
pub fn key(position: &Position<u64>) -> Key {
    let pieces = |side| position.pieces(side);
    (pieces(Side::White), pieces(Side::Black), position.leaders(), position.turned(), position.side())
}

/// Returns the values of all positions with the pieces of some endings. Every capture in them must lead to another of
/// these endings or end the game.
pub fn values(game: &SmallGame, start: BySide<u16>, endings: &[Ending]) -> HashMap<Key, Value> {
    let mut all: Vec<Position<u64>> = Vec::new();
    for &ending in endings {
        all.extend(positions(game, start, ending));
    }
    let mut values: HashMap<Key, Value> = HashMap::new();
    for position in &all {
        if let Some(outcome) = game.outcome(position) {
            let value = match outcome.winner {
                Some(winner) if winner == position.side() => Value::Win(0),
                Some(_) => Value::Loss(0),
                None => Value::Draw,
            };
            values.insert(key(position), value);
        }
    }
    // Captures first: an ending can be settled only after the endings that it leads to.
    let mut sizes: Vec<u32> = endings.iter().map(|ending| ending.pieces()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes {
        let level: Vec<&Position<u64>> = all.iter().filter(|position| position.all_pieces().count() == size).collect();
        settle(game, &level, &mut values);
    }
    values
}

/// Finds the values of positions with the same number of pieces.
fn settle(game: &SmallGame, level: &[&Position<u64>], values: &mut HashMap<Key, Value>) {
    let mut plies = 0;
    loop {
        let open = level.iter().filter(|position| !values.contains_key(&key(position)));
        let found: Vec<(Key, Value)> =
            open.filter_map(|position| Some((key(position), value_at(game, position, values, plies + 1)?))).collect();
        if found.is_empty() && plies > 0 {
            break;
        }
        values.extend(found);
        plies += 1;
    }
    for position in level {
        values.entry(key(position)).or_insert(Value::Draw);
    }
}

/// Returns the value of a position if it is decided at `plies`.
fn value_at(game: &SmallGame, position: &Position<u64>, values: &HashMap<Key, Value>, plies: u16) -> Option<Value> {
    let mover = position.side();
    let mut all_lose = true;
    for decision in game.moves(position) {
        let (after, outcome) = game.outcome_after(position, decision);
        let captured = after.all_pieces().count() < position.all_pieces().count();
        // Some(true): won for the side that moved, at once or at `plies`.
        let won = match (outcome, values.get(&key(&after))) {
            (Some(outcome), _) => outcome.winner.map(|winner| winner == mover),
            (None, Some(Value::Win(_))) => Some(false),
            (None, Some(Value::Loss(_))) => Some(true),
            (None, Some(Value::Draw)) => None,
            (None, None) => {
                assert!(!captured, "{} leads to an ending that is not listed", game.text(position));
                None
            }
        };
        match won {
            Some(true) => return Some(Value::Win(plies)),
            Some(false) => {}
            None => all_lose = false,
        }
    }
    all_lose.then_some(Value::Loss(plies))
}

/// Returns all positions with the pieces of an ending, with either side to move.
pub fn positions(game: &SmallGame, start: BySide<u16>, ending: Ending) -> Vec<Position<u64>> {
    let squares = game.rules().board.squares();
    let mut found = Vec::new();
    let by_size: Vec<Vec<u64>> =
        (0..=4).map(|size| (0..1_u64 << squares).filter(|set| set.count() == size).collect()).collect();
    let sets = |size: u8, taken: u64| {
        let all = by_size[usize::from(size)].iter().copied();
        all.filter(move |set| set & taken == 0).collect::<Vec<u64>>()
    };
    let leaders = |has: bool, taken: u64| sets(u8::from(has), taken);
    for white in sets(ending.white.stones, 0) {
        for black in sets(ending.black.stones, white) {
            for white_leader in leaders(ending.white.leader, white | black) {
                for black_leader in leaders(ending.black.leader, white | black | white_leader) {
                    let pieces = BySide { white: white | white_leader, black: black | black_leader };
                    let captured =
                        BySide { white: start.black - black.count() as u16, black: start.white - white.count() as u16 };
                    for turned in subsets(if game.rules().vagi { white | black } else { 0 }) {
                        for side in Side::BOTH {
                            let leaders = white_leader | black_leader;
                            let arrangement = Arrangement { pieces, leaders, turned, captured, side };
                            found.push(game.arrange(arrangement));
                        }
                    }
                }
            }
        }
    }
    found
}

fn subsets(set: u64) -> Vec<u64> {
    let squares: Vec<Square> = set.squares().collect();
    let chosen = |bits: u64| {
        let taken = squares.iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1);
        taken.fold(0, |set, (_, &square)| set | u64::only(square))
    };
    (0..1 << squares.len()).map(chosen).collect()
}
