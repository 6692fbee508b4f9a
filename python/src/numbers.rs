//! A board as numbers, for people who train players.

use std::sync::atomic::{AtomicBool, Ordering};

use petteia_engine::{AnyGame, AnySet, AnyState, GameRng, Move, Side, Square, SquareSet, game_seed};
use rayon::prelude::*;

/// The planes of a board: stones, turned stones and leaders of the side to move, those of the other side, and dead squares.
pub const PLANES: usize = 7;

/// Returns for each plane and square whether the plane has it. Squares are in the order of ranks, then files.
pub fn planes(game: &AnyGame, state: &AnyState) -> Vec<u8> {
    let (board, position) = (game.rules().board, state.position());
    let of_side = |side: Side| {
        let (all, leaders, turned) = (position.pieces(side), position.leaders(), position.turned());
        let special = (leaders | turned) & all;
        [all ^ special, turned & all, leaders & all]
    };
    let [own, other] = [position.side(), !position.side()].map(of_side);
    let sets = own.into_iter().chain(other).chain([position.inciti()]);
    let squares = |set: AnySet| board.each_square().map(move |square| u8::from(set.has(square)));
    sets.flat_map(squares).collect()
}

/// Returns the number of the square from which each legal move begins, and that of the square on which it ends; -1 where it
/// has none.
pub fn moves(game: &AnyGame, state: &AnyState) -> Vec<[i16; 2]> {
    let number = |square: Square| square.index() as i16;
    let ends = |decision| match decision {
        Move::Go { from, to } | Move::Leap { from, to, .. } => [number(from), number(to)],
        Move::Place(square) | Move::Remove(square) | Move::Huff(square) => [-1, number(square)],
        Move::Decline | Move::Pass | Move::Swap => [-1, -1],
    };
    game.legal_moves(state).into_iter().map(ends).collect()
}

/// Plays random games from a state, and returns how many White won, how many nobody won and how many Black won; `None` if they
/// are stopped.
pub fn playouts(game: &AnyGame, state: &AnyState, games: u64, seed: u64, stop: &AtomicBool) -> Option<[u64; 3]> {
    let play = |number| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut state = state.clone();
        let outcome = game.playout(&mut state, &mut GameRng::from_seed(game_seed(seed, 0, number)), &mut ());
        let place = outcome.winner.map_or(1, |winner| if winner == Side::White { 0 } else { 2 });
        Some(std::array::from_fn(|index| u64::from(index == place)))
    };
    let add = |one: [u64; 3], other: [u64; 3]| std::array::from_fn(|index| one[index] + other[index]);
    (0..games).into_par_iter().map(play).try_reduce(|| [0; 3], |one, other| Some(add(one, other)))
}
