//! `petteia show`: a position on the terminal, as a picture, or as data with its moves.

mod moves;

use std::io::{Write, stdout};

use petteia_engine::diagram::Diagram;
use petteia_engine::terminal::{on_terminal, status};
use petteia_engine::{AnyGame, AnyState, Move, SquareSet};
use petteia_reports::board::{write_png, write_svg};

use super::{Failure, hanging, style, variant};
use crate::cli::ShowArgs;

pub fn show(args: &ShowArgs) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    let game = AnyGame::of(variant.rules);
    if args.moves {
        return moves::moves(&game, args.fen.as_deref());
    }
    let state = match &args.fen {
        Some(text) => game.resume(game.parse(text).map_err(Failure::input)?),
        None => game.begin(),
    };
    let decision = args.r#move.as_ref().map(|text| legal(&game, &state, text)).transpose()?;
    write_pictures(args, &variant.name, &game, &state, decision)?;
    let mut output = stdout().lock();
    writeln!(output, "{}", on_terminal(&game, state.position(), style(args.drawing.ascii)))?;
    if let Some(decision) = decision {
        writeln!(output, "{}", consequence(&game, &state, decision))?;
    }
    Ok(writeln!(output, "{}", hanging("", &status(&game, &state)))?)
}

fn write_pictures(
    args: &ShowArgs,
    name: &str,
    game: &AnyGame,
    state: &AnyState,
    decision: Option<Move>,
) -> Result<(), Failure> {
    let board = match decision {
        Some(decision) => Diagram::of_move(game, state.position(), decision),
        None => Diagram::of(game, state.position()),
    };
    let board = [Diagram { title: name.to_owned(), note: status(game, state), ..board }];
    if let Some(path) = &args.svg {
        write_svg(path, &board).map_err(Failure::failed)?;
    }
    if let Some(path) = &args.png {
        write_png(path, &board).map_err(Failure::failed)?;
    }
    Ok(())
}

/// Returns the decision that a text names.
fn legal(game: &AnyGame, state: &AnyState, text: &str) -> Result<Move, Failure> {
    if state.outcome().is_some() {
        return Err(Failure::input(format!("`{text}`: the game is over, so there are no moves")));
    }
    if game.awaits_roll(state.position()).is_some() {
        return Err(Failure::input(format!("`{text}`: roll the die first: add ` d1` or another roll to the position")));
    }
    game.parse_move_in(state, text).map_err(Failure::input)
}

/// `a5-a3 captures a2 and leads to <position>`.
fn consequence(game: &AnyGame, state: &AnyState, decision: Move) -> String {
    let lost = Diagram::of_move(game, state.position(), decision).lost;
    let names = game.rules().board.names(lost.squares());
    let captures = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    let (after, _) = game.outcome_after(state.position(), decision);
    format!("{} captures {captures} and leads to {}", game.move_text(decision), game.text(&after))
}
