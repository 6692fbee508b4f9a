//! Positions as [`Diagram`]s for pictures; on a terminal they are those of the engine.

use petteia_engine::rules::Movement;
pub use petteia_engine::terminal::{BoardStyle, empty, on_terminal, piece, status};
use petteia_engine::{AnyGame, AnyPosition, Events, Move, Square, SquareSet};
use petteia_players::session::squares_of;
use petteia_reports::board::{Diagram, Place};

/// A position as a diagram.
pub fn diagram(game: &AnyGame, position: &AnyPosition) -> Diagram {
    let size = game.rules().board;
    let mut diagram = Diagram::empty(size.files, size.ranks);
    let squares = (0..size.squares()).map(|index| Square(index as u16));
    let letters = squares.filter_map(|square| Some((place(game, square), game.letter(position, square)?)));
    diagram.pieces = letters.collect();
    diagram
}

/// A position and a legal decision in it: the way of the piece as an arrow, all that is captured crossed out.
pub fn diagram_of_move(game: &AnyGame, position: &AnyPosition, decision: Move) -> Diagram {
    let mut diagram = diagram(game, position);
    match decision {
        Move::Go { from, to } if game.rules().movement == Movement::Hop => {
            diagram.arrow = game.hop_path(position, from, to).into_iter().map(|square| place(game, square)).collect();
        }
        Move::Go { .. } | Move::Leap { .. } => {
            diagram.arrow = squares_of(game, decision).into_iter().map(|square| place(game, square)).collect();
        }
        Move::Place(square) => diagram.shaded = vec![place(game, square)],
        Move::Remove(_) | Move::Huff(_) | Move::Decline | Move::Pass => {}
    }
    diagram.shaded.extend(diagram.arrow.iter().copied());
    diagram.crossed = captured(game, position, decision).map(|square| place(game, square)).collect();
    diagram
}

/// The squares that lose their piece by a legal decision, but for the piece that moves.
pub fn captured(game: &AnyGame, position: &AnyPosition, decision: Move) -> impl Iterator<Item = Square> {
    let Events { lost, .. } = game.play(&mut { *position }, decision);
    (lost.white | lost.black).squares()
}

fn place(game: &AnyGame, square: Square) -> Place {
    (game.rules().board.file(square), game.rules().board.rank(square))
}
